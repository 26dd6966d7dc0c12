"""Moments of games that are over as exercises: which one's own games have, what the seat to act could know then, how an answer would do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from allaboard.game import Game, IllegalAction
from allaboard.observation import Observation
from allaboard.review.judging import FEWEST, JudgedDecision
from allaboard.review.marks import CERTAIN, GRADES, thresholds
from allaboard.review.moments import moment_before, option_key
from allaboard.server.action_data import describe
from allaboard.server.byte_cache import ByteCache
from allaboard.server.game_time import GameTime
from allaboard.server.live_table import LiveTable, options_of
from allaboard.server.models import Line
from allaboard.server.problems import Problem, refused
from allaboard.server.replays import replay_of
from allaboard.server.reviews import engine_version
from allaboard.server.schemas import Answered, Exercise, Mark, MarkedGame, MyExercises, ViewOf, game_view
from allaboard.server.store import ReviewedGame, Store

__all__ = ["AnswerTrial", "exercise_at", "my_exercises", "view_to_act"]

TRIED: Final = 1
"""The seed of the worlds that an answer is tried in: a review has those of the seed 0, and what is bad by luck there would be again."""
WAVES: Final = 14
"""Looks at an answer with two players: a quick one, one with follow-ups, and as many more as it takes to know."""
SETTLED: Final = 0.01
"""A standard error at which an answer is known well enough with two players; with more it is smaller, like the limits of grades, and takes
more looks."""
LATEST: Final = 12
"""Of one's own reviewed games, those that are looked through, and whose marks are counted; so many are told, with so many marks of each."""
MOST_GAMES: Final = 4
MOST_MARKS: Final = 3
MOST_KEPT: Final = 8_000_000
"""Bytes of marks that are kept in memory, at about so many each."""
MARK_BYTES: Final = 400

_kept = ByteCache[str, list[tuple[int, Mark]]](MOST_KEPT, lambda marks: MARK_BYTES * (1 + len(marks)))


async def my_exercises(store: Store, time: GameTime, guest: str) -> MyExercises:
    """Return the latest reviewed games of a guest in which a seat of theirs has open marks. Nothing is reviewed by asking."""
    games, passed = await store.reviewed_games(guest, engine_version(), LATEST), await store.passed_marks(guest)
    opened = [(game, _open_marks(game, await _marks(store, game.table), passed.get(game.table, ()))) for game in games]
    marked = [(game, marks) for game, marks in opened if marks]
    told: list[MarkedGame] = [
        {
            "table": game.table,
            "edition": game.edition,
            "players": game.players,
            "ended": time.shown(game.ended),
            "marks": marks[:MOST_MARKS],
        }
        for game, marks in marked[:MOST_GAMES]
    ]
    return {"games": told, "marks": sum(len(marks) for _, marks in marked)}


async def _marks(store: Store, table: str) -> list[tuple[int, Mark]]:
    """Return the marks of a reviewed game with their seats, the worst first. They stay as they are, and reading a review takes long."""
    if (marks := _kept.get(table)) is None:
        judged = sorted(await store.judgements(table, engine_version()), key=lambda one: -one["loss"])
        marks = [
            (one["seat"], {"n": one["n"], "turn": one["turn"], "mark": one["mark"], "loss": one["loss"]})
            for one in judged
            if one["mark"] in GRADES
        ]
        if judged:  # otherwise its review has gone since it was listed
            _kept.put(table, marks)
    return marks


def _open_marks(game: ReviewedGame, marks: list[tuple[int, Mark]], passed: Collection[int]) -> list[Mark]:
    """Return the marks of a guest's own seats that were not yet tried again and passed."""
    return [mark for seat, mark in marks if seat in game.seats and mark["n"] not in passed]


def view_to_act(observation: Observation, table: str = "", n: int = 0) -> ViewOf:
    """Return what a seat that is to act sees and may do, from what it can know: nobody waits, and nothing is taken back."""
    return {
        "table": table,
        "n": n,
        "status": "playing",
        "seat": observation.seat,
        "can_undo": False,
        "undo_until": None,
        "deadline": None,
        "more_time": False,
        "hurried": False,
        "view": game_view(observation.view, legal=False),
        "options": options_of(observation, acting=True, over=False),
    }


def exercise_at(live: LiveTable, game: Game, lines: list[Line], n: int, passed: list[int]) -> Exercise:
    """Return what the seat that acted in action number n could see and do before it, the log up to there, and marks passed."""
    check_number(game, n)
    before, seat = game.at(n - 1), game.log[n - 1].seat
    return {
        "now": view_to_act(before.observe(seat), live.header.id, n - 1),
        "lines": [step["line"] for step in replay_of(live, lines, seat)["steps"][: n - 1]],
        "passed": passed,
    }


class AnswerTrial:
    """How an answer does against the best there is, by what the seat could know: looked at wave by wave, each a turn of its own."""

    def __init__(self, game: Game, n: int, answer: str) -> None:
        check_number(game, n)
        tried, self._moment = game.at(n - 1), moment_before(game, n)
        try:
            tried.play(answer, self._moment.seat)
        except IllegalAction as error:
            raise refused(error) from error
        self._players, self._number = game.players, tried.log[-1].action
        self._decision = JudgedDecision(replace(self._moment, action=self._number), TRIED)
        self._left = 0 if self._decision.single else WAVES * self._players // 2

    @property
    def done(self) -> bool:
        """Whether enough is known."""
        decision = self._decision
        return not self._left or (len(decision.won) >= FEWEST and decision.loss.error < SETTLED * 2.0 / self._players)

    def look(self) -> None:
        """Try the answer in some more worlds."""
        self._decision.try_worlds()
        self._left -= 1

    def told(self) -> Answered:
        """Return how it does."""
        actions, offer = self._moment.observation.actions, self._moment.observation.offer
        option = describe(actions.action(self._number, offer))
        if self._decision.single:
            return {"option": option, "passed": True, "level": True, "same": True, "chance": None, "error": 0.0, "behind": 0.0}
        loss, chance = self._decision.loss, self._decision.chance(self._number)
        level = loss.value <= CERTAIN * loss.error
        keys = [option_key(actions, action, offer) for action in (self._number, self._moment.action)]
        return {
            "option": option,
            "passed": level or loss.value <= thresholds(self._players)[0],
            "level": level,
            "same": keys[0] == keys[1],
            "chance": round(chance.value, 4),
            "error": round(chance.error, 4),
            "behind": round(max(0.0, loss.value), 4),
        }


def check_number(game: Game, n: int) -> None:
    """See that a game has an action of this number."""
    if not 1 <= n <= len(game.log):
        raise Problem(404, "not-found", f"there is no action {n}: they run from 1 to {len(game.log)}")
