"""Looking for puzzles in bots' games: a quick search of every moment, then all options in common worlds, then ten times as many.

What was found stands in a file with a line for every game that was searched; whoever is stopped goes on behind the last of them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from allaboard.bots import make_bot
from allaboard.bots.search.plans import plan_behind
from allaboard.bots.search.worlds import NOTHING
from allaboard.editions import Edition
from allaboard.engine.records import CHOOSING, State
from allaboard.game import Game
from allaboard.notation import parse
from allaboard.observation import Observation
from allaboard.position import Position
from allaboard.puzzles.contest import DOUBTFUL, FEWEST, Contest, quick_search
from allaboard.puzzles.explaining import reasons_between
from allaboard.puzzles.puzzle import APART, Origin, Puzzle, are_twins, puzzle_id
from allaboard.puzzles.themes import themes_of
from allaboard.review.futures import list_actions
from allaboard.review.moments import Moment, list_moments, option_key
from allaboard.review.results import Option
from allaboard.runner import GameSpec

__all__ = ["Budget", "Mine", "MiningError", "is_missed", "lineup", "survives"]

FIELD: Final = ("planner", "racer", "collector", "blocker", "normal")
"""Who plays the games."""
SEATS: Final = (2, 2, 3)
"""How many play, game by game."""
HURRIED: Final = ("normal", "racer", "collector", "blocker")
"""Players who decide at a glance: all of them must miss the answer, as the planner does."""
UNDER_WAY: Final = 12
"""Pieces left to whoever has laid most: before that one action rarely decides a game, and games take long to play out."""
SEARCHERS: Final = 8
SEARCHED: Final = 3
"""How hard a puzzle is, is first told by so many who try the planner's list in so many worlds each."""
TEN: Final = 10
SHOWN: Final = 5
OPENING: Final = '{"edition": "'
"""What each line of a file of games that were searched begins with."""
MOST_PLAN: Final = 4
DIGITS: Final = 4


class MiningError(ValueError):
    """A file that does not hold what was searched so far; it says where."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Worlds in which an option may be looked for, and how many times as many verify it."""

    find: int = 480
    verify: int = TEN


def lineup(edition: Edition, number: int) -> tuple[str, ...]:
    """Who plays game `number`: every kind of player meets every other."""
    players = min(SEATS[number % len(SEATS)], edition.max_players)
    shift = 1 + number // len(FIELD) % (len(FIELD) - 1)
    return tuple(FIELD[(number + seat * shift) % len(FIELD)] for seat in range(players))


@dataclass
class Mine:
    """The puzzles of one edition and seed, as far as its file knows them. `known` are puzzles that nothing may be a near twin of."""

    edition: Edition
    seed: int
    file: Path
    budget: Budget = field(default_factory=Budget)
    known: list[Puzzle] = field(default_factory=list)
    searched: int = 0
    looked_into: int = 0

    def __post_init__(self) -> None:
        for line in read_lines(self.file):
            self.known += map(Puzzle.from_json, line["puzzles"])
            if (line["edition"], line["seed"]) == (self.edition.id, self.seed):
                self.searched = max(self.searched, line["game"] + 1)

    @property
    def found(self) -> int:
        """How many puzzles of this edition there are."""
        return sum(puzzle.edition == self.edition.id for puzzle in self.known)

    def search_game(self, listen: Callable[[Puzzle], object] = lambda _: None) -> list[Puzzle]:
        """Search the next game, write down what was found, and return it."""
        number, begun = self.searched, time.process_time()
        bots = lineup(self.edition, number)
        game = GameSpec(self.edition, bots, self.seed, number, number).play()
        puzzles: list[Puzzle] = []
        for moment in list_moments(game):
            if not is_under_way(moment.states[0]):
                continue
            if any(puzzle.seat == moment.seat and moment.n - puzzle.origin.n < APART for puzzle in puzzles):
                continue
            puzzle = self._puzzle_at(moment, Origin(bots, self.seed, number, moment.n))
            if puzzle is not None and not any(are_twins(puzzle, other) for other in [*self.known, *puzzles]):
                puzzles.append(puzzle)
                listen(puzzle)
        mend(self.file)
        seconds = round(time.process_time() - begun, 2)
        found = [puzzle.to_json() for puzzle in puzzles]
        line = {"edition": self.edition.id, "seed": self.seed, "game": number, "seconds": seconds, "puzzles": found}
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.known += puzzles
        self.searched += 1
        return puzzles

    def _puzzle_at(self, moment: Moment, origin: Origin) -> Puzzle | None:
        # what is judged is what will be shown: the position by itself, without what its players counted
        position = compact(Position.of(Game.from_states(self.edition, moment.states)).to_json())
        game = Position.from_json(self.edition, position).game(seed=0)
        observation = game.observe(moment.seat)
        seed = self.seed * 1_000_003 + origin.game * 1009 + moment.n
        hurried = hurried_keys(observation)
        ahead = quick_search(observation, 4 * seed, hurried)
        if ahead is None:
            return None
        self.looked_into += 1
        contest = self._found(observation, 4 * seed + 1, ahead)
        if contest is None or hurried & right_keys(contest):
            return None
        leader = contest.leader
        verified = verified_in(observation, 4 * seed + 2, contest.key(leader), self.budget.verify * contest.worlds)
        if verified is None or verified.leader != leader:  # of payments that are level, the best is the one that is told
            return None
        return self._told(position, verified, leader, found_share(contest, 4 * seed + 3), origin)

    def _found(self, observation: Observation, seed: int, ahead: int) -> Contest | None:
        """The options once one stands clear of all others and the planner would miss it; None as soon as that cannot be.

        First the planner's list, and other payments for what is `ahead`, since most positions fail there; then all legal actions.
        """
        contest = Contest(observation, seed)
        contest.admit(action for action in observation.legal_ids if contest.is_sibling(ahead, action))
        contest.challenge(ahead)
        if contest.is_hopeless(contest.leader, DOUBTFUL):
            return None
        for options in ((), observation.legal_ids):
            contest.admit(options)
            contest.open()
            if not self._stands_clear(contest):
                return None
        return contest

    def _stands_clear(self, contest: Contest) -> bool:
        """Go on until one option stands clear of all others that take part, and is not the planner's; False as soon as that cannot be."""
        while True:
            contest.go_on(contest.leader)
            leader = contest.leader
            if contest.is_hopeless(leader, DOUBTFUL) or leader == contest.planned:
                return False
            if contest.worlds >= FEWEST and contest.is_clear(leader):
                return contest.planned not in contest.answers(leader)
            if contest.worlds >= self.budget.find:
                return False

    def _told(self, position: Mapping[str, Any], contest: Contest, answer: int, share: float, origin: Origin) -> Puzzle:
        observation, actions = contest.observation, contest.observation.actions
        texts = dict(zip(observation.legal_ids, observation.legal_texts, strict=True))
        answers = contest.answers(answer)
        lines = [contest.best_line(contest.planned), contest.best_line(answer)]
        reasons = reasons_between(observation, contest.futures, lines)
        others = sorted((one for one in contest.options if one not in answers), key=lambda one: contest.lead(answer, one).value)
        worse_payments = [one for one in others if contest.is_sibling(answer, one)]
        shown = sorted({*others[: SHOWN - 2], contest.planned}, key=others.index)
        chance = contest.chance(answer).value
        closest = contest.lead(answer, others[0])
        routes, _ = plan_behind(contest.futures.decision, answer)
        return Puzzle(
            puzzle_id(self.edition.id, position),
            self.edition.id,
            self.edition.hash,
            contest.seat,
            themes_of(observation, answer, contest.planned, worse_payments, reasons),
            position,
            tuple(texts[one] for one in answers),
            texts[contest.planned],
            tuple(_option(contest, answer, one, texts[one], chance) for one in (answer, *shown)),
            round(closest.value, DIGITS),
            round(closest.error, DIGITS),
            contest.worlds,
            reasons,
            tuple(actions.route_names[route] for route in routes if actions.route_names[route] not in texts[answer])[:MOST_PLAN],
            share,
            origin,
        )


def _option(contest: Contest, answer: int, action: int, text: str, chance: float) -> Option:
    behind = 0.0 if action == answer else contest.lead(answer, action).value
    error = contest.chance(action).error
    return Option(text, round(chance - behind, DIGITS), round(error, DIGITS), round(behind, DIGITS), contest.tried(action))


def right_keys(contest: Contest) -> set[Hashable]:
    """What the answers come to."""
    return {contest.key(action) for action in contest.answers(contest.leader)}


def verified_in(observation: Observation, seed: int, wanted: Hashable, worlds: int) -> Contest | None:
    """All options in so many worlds of a seed, if what comes to `wanted` stands clear there of all others, and the planner misses it."""
    contest = Contest(observation, seed)
    contest.admit(observation.legal_ids)
    contest.open()
    answer = next(action for action in contest.options if contest.key(action) == wanted)
    while contest.worlds < worlds:
        contest.go_on(answer)
        if contest.is_hopeless(answer):
            return None
    answers = contest.answers(answer)
    right = contest.leader in answers and contest.is_clear(answer) and contest.planned not in answers
    return contest if right else None


def is_under_way(state: State) -> bool:
    """Whether somebody has laid enough pieces for a moment to be looked at."""
    return state.phase != CHOOSING and min(state.pieces[: state.players]) <= UNDER_WAY


def hurried_keys(observation: Observation) -> set[Hashable]:
    """What the choices of hurried players come to."""
    choices = [make_bot(name).choose(observation) for name in HURRIED]
    return {option_key(observation.actions, choice, observation.offer) for choice in choices if isinstance(choice, int)}


def survives(puzzle: Puzzle, seed: int) -> bool:
    """Whether an answer leads once more and stands clear, in as many worlds of another seed as verified the puzzle."""
    observation = puzzle.observation
    answers = [key_of(observation, text) for text in puzzle.answers]
    verified = verified_in(observation, seed, answers[0], puzzle.worlds)
    return verified is not None and verified.key(verified.leader) in answers  # another payment may be level, but not better


def is_missed(puzzle: Puzzle) -> bool:
    """Whether today's planner does what is told of it, and no hurried player finds an answer: bots change, and puzzles are kept."""
    observation = puzzle.observation
    planned = option_key(observation.actions, list_actions(observation, 1)[0], observation.offer)
    answers = {key_of(observation, text) for text in puzzle.answers}
    return planned == key_of(observation, puzzle.natural) and not hurried_keys(observation) & answers


def key_of(observation: Observation, text: str) -> Hashable:
    """What an action comes to that is named in words; None for one that the board does not know."""
    action = observation.actions.number(parse(observation.edition, text), observation.offer)
    return None if action is None else option_key(observation.actions, action, observation.offer)


def found_share(contest: Contest, seed: int) -> float:
    """The share of quick searchers who find an answer: each takes what won most in a few worlds of their own."""
    look = Contest(contest.observation, seed)
    look.try_up_to(SEARCHERS * SEARCHED, list(look.won))
    won = np.stack([look.won[action, NOTHING] for action in look.options], axis=1)
    chosen = won.reshape(SEARCHERS, SEARCHED, -1).mean(axis=1).argmax(axis=1)
    return float(np.mean([look.key(look.options[choice]) in right_keys(contest) for choice in chosen]))


def compact(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position without the fields that say nothing."""
    needed = {"players", "hands", "claimed", "tickets", "turn"}
    return {key: value for key, value in position.items() if key in needed or _says_something(value)}


def _says_something(value: object) -> bool:
    return any(part is not None and part != {} for part in value) if isinstance(value, list) else value not in (None, False) and value != {}


def mend(file: Path) -> None:
    """Take away a last line that is torn, so that the next one stands by itself."""
    if file.exists() and (text := file.read_bytes()) and not text.endswith(b"\n"):
        with file.open("r+b") as torn:
            torn.truncate(text.rfind(b"\n") + 1)


def read_lines(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of games that were searched; the last one may be torn where somebody was stopped, and is searched again."""
    if not file.exists():
        return
    lines = file.read_text("utf-8", errors="replace").splitlines()
    for number, text in enumerate(lines, start=1):
        try:
            line = json.loads(text)
            _ = line["edition"], line["seed"], line["game"], line["puzzles"]
        except (ValueError, KeyError, TypeError) as error:
            # what begins as our lines do: a note of one line is somebody's file, and no torn line of ours
            if number == len(lines) and isinstance(error, json.JSONDecodeError) and text[: len(OPENING)] == OPENING[: len(text)]:
                return
            raise MiningError(f"{file}, line {number}: not a game that was searched for puzzles") from error
        yield line
