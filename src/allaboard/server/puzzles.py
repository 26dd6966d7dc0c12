"""Puzzles for people: one a day for everybody, others that suit how well somebody solves, attempts judged by what was verified.

Nothing is computed for an attempt: the answer and what lies how far behind it stand in the puzzle. Nobody is told any of that before they
have found the answer or asked for it, and only the first try moves a rating.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from functools import cache, partial
from typing import Final

from allaboard.actions import ClaimRoute
from allaboard.game import IllegalAction
from allaboard.notation import parse
from allaboard.puzzles.contest import LEAD
from allaboard.puzzles.explaining import wanted_for
from allaboard.puzzles.mining import SEARCHERS
from allaboard.puzzles.puzzle import THEMES, Puzzle, Theme, shipped_puzzles
from allaboard.puzzles.rating import Rating, meet, puzzle_rating
from allaboard.review.branches import deal_anew
from allaboard.review.moments import option_key
from allaboard.server.action_data import describe
from allaboard.server.analysis_board import analysed
from allaboard.server.exercises import view_to_act
from allaboard.server.models import now
from allaboard.server.problems import Problem, refused
from allaboard.server.schemas import (
    Analysed,
    AttemptResult,
    MyAttempt,
    MyTraining,
    PuzzleAction,
    PuzzleHint,
    PuzzleOfYesterday,
    PuzzleSolution,
    PuzzleView,
    reason_data,
)
from allaboard.server.store import AttemptRow, LevelRow, Store

__all__ = ["Puzzles", "found", "position_of", "puzzle_of"]

CLOSE: Final = 5
"""Puzzles that suit a solver about equally: one of them comes by chance."""
HISTORY: Final = 20
WEEK: Final = 7
SUITS: Final = 60.0
"""Below one's own rating, what suits best: somewhat more is solved than missed."""


class Puzzles:
    """Who tries which puzzle, and how it went."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def training(self, guest: str) -> MyTraining:
        """Return how a guest is doing."""
        solver, attempts, today = await self._store.solver(guest), await self._store.attempts(guest), _day()
        solved = {one.puzzle for one in attempts if one.solved}
        days = {one.day for one in attempts if one.day is not None}
        streak, best = streaks(days, today)
        puzzles = shipped_puzzles()
        return {
            "day": _date(today),
            "today": None if (daily := puzzle_of(today)) is None else daily.id,
            "puzzles": len(puzzles),
            "rating": round(solver.rating),
            "deviation": round(solver.deviation),
            "tried": len(attempts),
            "solved": len(solved),
            "history": [{"rating": round(one.rating), "passed": one.passed} for one in attempts[-HISTORY:]],
            "streak": streak,
            "best_streak": best,
            "days": [{"day": _date(day), "solved": day in days} for day in range(today - WEEK + 1, today + 1)],
            "yesterday": await self._yesterday(guest, today),
            "themes": [
                {"theme": theme, "puzzles": len(about), "solved": sum(puzzle.id in solved for puzzle in about)}
                for theme in THEMES
                if (about := [puzzle for puzzle in puzzles if theme in puzzle.themes])
            ],
        }

    async def _yesterday(self, guest: str, today: int) -> PuzzleOfYesterday | None:
        """Return the puzzle of the day before; what was right is told to those who know it already."""
        puzzle = puzzle_of(today - 1)
        if puzzle is None or puzzle is puzzle_of(today):
            return None
        mine = await self._attempt(guest, puzzle)
        solution = await asyncio.to_thread(solution_of, puzzle, {}) if mine is not None and (mine.solved or mine.shown) else None
        natural = None if solution is None else next(one for one in solution["actions"] if one["natural"])
        return {
            "id": puzzle.id,
            "edition": puzzle.edition,
            "players": puzzle.players,
            "solved": mine is not None and mine.solved,
            "answer": None if solution is None else solution["actions"][0],
            "natural": natural,
        }

    async def today(self, guest: str) -> PuzzleView:
        """Return the puzzle of the day as a guest sees it."""
        daily = puzzle_of(_day())
        if daily is None:
            raise Problem(404, "not-found", "there are no puzzles here")
        return await self.view(guest, daily.id)

    async def view(self, guest: str, puzzle_id: str) -> PuzzleView:
        """Return a puzzle as the seat to act sees it; with the solution for those who have it already."""
        puzzle = found(puzzle_id)
        mine = await self._attempt(guest, puzzle)
        levels = await self._store.levels()
        level = levels.get(puzzle.id, LevelRow(_start(puzzle), 0, 0))
        told = mine is not None and (mine.solved or mine.shown)
        choices = await self._store.choices(puzzle.id) if told else {}
        daily = puzzle_of(_day())
        return {
            "id": puzzle.id,
            "edition": puzzle.edition,
            "players": puzzle.players,
            "now": await asyncio.to_thread(lambda: view_to_act(puzzle.observation)),
            "today": daily is not None and daily.id == puzzle.id,
            "rating": round(level.level.rating),
            "attempts": level.attempts,
            "passed": level.passed,
            "mine": None if mine is None else _mine(mine),
            "hint": None if mine is None or told else hint_of(puzzle),
            "solution": await asyncio.to_thread(solution_of, puzzle, choices) if told else None,
        }

    async def next(self, guest: str, theme: Theme | None) -> str | None:
        """Return the puzzle that suits a guest best: one they have not tried, about as hard as they solve well; then those still open."""
        attempts, levels = {one.puzzle: one for one in await self._store.attempts(guest)}, await self._store.levels()
        about = [puzzle for puzzle in shipped_puzzles() if theme is None or theme in puzzle.themes]
        wanted = (await self._store.solver(guest)).rating - SUITS
        fresh = [puzzle for puzzle in about if puzzle.id not in attempts]

        def distance(puzzle: Puzzle) -> float:
            return abs((levels[puzzle.id].level if puzzle.id in levels else _start(puzzle)).rating - wanted)

        if fresh:
            return secrets.choice(sorted(fresh, key=distance)[:CLOSE]).id
        missed = [puzzle for puzzle in about if not (attempts[puzzle.id].solved or attempts[puzzle.id].shown)]
        return min(missed, key=lambda puzzle: attempts[puzzle.id].at).id if missed else None

    async def attempt(self, guest: str, puzzle_id: str, action: str | None) -> AttemptResult:
        """Judge an attempt and write it down; without an action the solution is shown."""
        puzzle = found(puzzle_id)
        passed, behind, at_least, choice = (False, None, False, None) if action is None else await asyncio.to_thread(judged, puzzle, action)
        daily, today = puzzle_of(_day()), _day()
        day = today if passed and daily is not None and daily.id == puzzle.id else None
        tried = AttemptRow(puzzle.id, choice, passed, passed, action is None, int(action is not None), day, 0.0, 0.0, now())
        mine, solver, rated = await self._store.attempt(guest, tried, _start(puzzle), partial(meet, score=float(passed)))
        told = mine.solved or mine.shown
        choices = await self._store.choices(puzzle.id) if told else {}
        return {
            "passed": passed,
            "behind": behind,
            "at_least": at_least,
            "rated": rated,
            "rating": round(solver.rating),
            "deviation": round(solver.deviation),
            "mine": _mine(mine),
            "hint": None if told else hint_of(puzzle),
            "solution": await asyncio.to_thread(solution_of, puzzle, choices) if told else None,
        }

    async def _attempt(self, guest: str, puzzle: Puzzle) -> AttemptRow | None:
        return next((one for one in await self._store.attempts(guest) if one.puzzle == puzzle.id), None)


def found(puzzle_id: str) -> Puzzle:
    """Return a puzzle by its id."""
    puzzle = _by_id().get(puzzle_id)
    if puzzle is None:
        raise Problem(404, "not-found", f"there is no puzzle {puzzle_id}")
    return puzzle


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped_puzzles()}


@cache
def _in_order() -> tuple[Puzzle, ...]:
    """All puzzles in an order that looks like none, so that boards and themes change from day to day."""
    return tuple(sorted(shipped_puzzles(), key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest()))


def puzzle_of(day: int) -> Puzzle | None:
    """Return the puzzle of a day, the same for everybody; none comes again before all others have come."""
    puzzles = _in_order()
    return puzzles[day % len(puzzles)] if puzzles else None


def position_of(puzzle: Puzzle) -> Analysed:
    """Return the puzzle as a position to be analysed. What its seat cannot know is dealt anew, for everybody alike."""
    return analysed(puzzle.edition, deal_anew(puzzle.game, puzzle.seat, int(puzzle.id, 16)))


def judged(puzzle: Puzzle, action: str) -> tuple[bool, float, bool, str]:
    """Return whether an action is the answer, how far it lies behind it, whether that is the least, and its text."""
    tried = puzzle.game.at(0)
    try:
        tried.play(action, puzzle.seat)
    except IllegalAction as error:
        raise refused(error) from error
    offer = puzzle.observation.offer
    number = tried.log[-1].action
    key, text = option_key(tried.actions, number, offer), describe(tried.actions.action(number, offer))["action"]
    if key in {_key(puzzle, answer) for answer in puzzle.answers}:
        return True, 0.0, False, text
    behind = next((option.behind for option in puzzle.options if _key(puzzle, option.action) == key), None)
    return False, round(LEAD if behind is None else behind, 4), behind is None, text


def hint_of(puzzle: Puzzle) -> PuzzleHint:
    """Return what kind of action the answer is, and for a claim one end of its route: a place to look at, and no more."""
    best = parse(puzzle.game.edition, puzzle.answers[0])
    if not isinstance(best, ClaimRoute):
        return {"kind": describe(best)["kind"], "place": None}
    return {"kind": "claim", "place": puzzle.game.edition.board.routes[puzzle.game.actions.route_index[best.route]].a}


def solution_of(puzzle: Puzzle, choices: dict[str, int]) -> PuzzleSolution:
    """Return why the answer is the answer, with how many have chosen what."""
    edition, people = puzzle.game.edition, sum(choices.values())
    chosen = {text: _key(puzzle, text) for text in choices}

    def share(actions: Iterable[str]) -> float:
        keys = {_key(puzzle, action) for action in actions}
        return round(sum(count for text, count in choices.items() if chosen[text] in keys) / people, 3) if people else 0.0

    actions: list[PuzzleAction] = [
        {
            "option": describe(parse(edition, option.action)),
            "chance": option.chance,
            "error": option.error,
            "behind": option.behind,
            "natural": option.action == puzzle.natural,
            "chosen": share(puzzle.answers if option.behind == 0.0 else [option.action]),
        }
        for option in puzzle.options
    ]
    return {
        "themes": list(puzzle.themes),
        "actions": actions,
        "also": [describe(parse(edition, text)) for text in puzzle.answers[1:]],
        "lead": puzzle.lead,
        "lead_error": puzzle.lead_error,
        "worlds": puzzle.worlds,
        "wanted": [reason_data(reason) for reason in wanted_for(puzzle)],
        "reasons": [asdict(reason) for reason in puzzle.reasons],
        "plan": list(puzzle.plan),
    }


def _key(puzzle: Puzzle, text: str) -> object:
    actions, offer = puzzle.game.actions, puzzle.observation.offer
    number = actions.number(parse(puzzle.game.edition, text), offer)
    assert number is not None, f"puzzle {puzzle.id} names '{text}', which is no action there"
    return option_key(actions, number, offer)


def streaks(days: Collection[int], today: int) -> tuple[int, int]:
    """Return how many days in a row something was solved up to today or yesterday, and the most that ever was."""
    runs: dict[int, int] = {}
    for day in sorted(days):
        runs[day] = runs.get(day - 1, 0) + 1
    return runs.get(today, runs.get(today - 1, 0)), max(runs.values(), default=0)


def _start(puzzle: Puzzle) -> Rating:
    return puzzle_rating(puzzle.found, SEARCHERS)


def _mine(row: AttemptRow) -> MyAttempt:
    return {"passed": row.passed, "solved": row.solved, "tries": row.tries, "change": round(row.change)}


def _day() -> int:
    """Return today, counted in days from 1970 in UTC."""
    return (datetime.now(UTC).date() - date(1970, 1, 1)).days


def _date(day: int) -> str:
    return (date(1970, 1, 1) + timedelta(days=day)).isoformat()
