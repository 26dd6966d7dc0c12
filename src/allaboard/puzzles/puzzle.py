"""A puzzle as typed plain data, and the file of those that are shipped: one a line, verified, without near twins.

How puzzles are found and verified is `mining`'s; who solves them, and what they are told, is the server's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, get_args

from allaboard.editions import get_edition
from allaboard.game import Game
from allaboard.observation import Observation
from allaboard.position import Position
from allaboard.review.results import Option, Reason

__all__ = ["THEMES", "Origin", "Puzzle", "Theme", "are_twins", "shipped_puzzles", "without_twins"]

Theme: TypeAlias = Literal["ticket choice", "bottleneck", "tempo", "payment", "endgame", "district", "longest path"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
FILE: Final = "puzzles.jsonl"
ALIKE: Final = 0.7
"""Share of routes and tickets that two positions of a seat have in common to be near twins, where the answer is the same."""
APART: Final = 8
"""Actions between two puzzles of the same game and seat, at least."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The game that a puzzle is from: who played it, which game of which seed it was, and the number of the action to come."""

    bots: tuple[str, ...]
    seed: int
    game: int
    n: int


@dataclass(frozen=True)
class Puzzle:
    """A position with one action that is far better than every other.

    `answers` has it first, and behind it other payments for the same route that are level with it. `natural` is what the planner would do.
    `options` are those that were tried furthest, the best first; whatever is not among them lies behind by more than a puzzle needs, too.
    `found` is the share of quick searchers who see the answer, `worlds` what it was verified in, `plan` the routes that come after it.
    """

    id: str
    edition: str
    edition_hash: str
    seat: int
    themes: tuple[Theme, ...]
    position: Mapping[str, Any]
    answers: tuple[str, ...]
    natural: str
    options: tuple[Option, ...]
    lead: float
    lead_error: float
    worlds: int
    reasons: tuple[Reason, ...]
    plan: tuple[str, ...]
    found: float
    origin: Origin

    @cached_property
    def game(self) -> Game:
        """The game at this moment, with the secrets of all seats; whoever plays on takes a copy by `at(0)`."""
        return Position.from_json(get_edition(self.edition), dict(self.position)).game(seed=0)

    @property
    def observation(self) -> Observation:
        """What the seat to act can know."""
        return self.game.observe(self.seat)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.position["players"])

    def to_json(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Puzzle:
        """Read a puzzle from its plain data."""
        parts = {
            "themes": tuple(data["themes"]),
            "answers": tuple(data["answers"]),
            "plan": tuple(data["plan"]),
            "options": tuple(Option(**option) for option in data["options"]),
            "reasons": tuple(Reason(**reason) for reason in data["reasons"]),
            "origin": Origin(**{**data["origin"], "bots": tuple(data["origin"]["bots"])}),
        }
        return cls(**{**data, **parts})


def puzzle_id(edition: str, position: Mapping[str, Any]) -> str:
    """A short name that a position has wherever it is found."""
    return hashlib.sha256(json.dumps([edition, position], sort_keys=True).encode()).hexdigest()[:10]


def are_twins(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles are nearly the same: a moment apart in one game, or with the same answer in positions that are alike."""
    if one.edition != other.edition:
        return False
    mine, theirs = one.origin, other.origin
    same_game = (mine.bots, mine.seed, mine.game, one.seat) == (theirs.bots, theirs.seed, theirs.game, other.seat)
    if same_game and abs(mine.n - theirs.n) < APART:
        return True
    if one.answers[0] != other.answers[0]:
        return False
    held, also = _held(one), _held(other)
    return same_game or len(held & also) >= ALIKE * len(held | also)


def _held(puzzle: Puzzle) -> set[str]:
    """The routes and tickets of the seat to act."""
    return {*puzzle.position["claimed"][puzzle.seat], *puzzle.position["tickets"][puzzle.seat]}


def without_twins(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Those puzzles that are no near twins of an earlier one."""
    kept: list[Puzzle] = []
    for puzzle in puzzles:
        if not any(are_twins(puzzle, other) for other in kept):
            kept.append(puzzle)
    return kept


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles of this package; those of a board that has changed since are left out, since their figures no longer hold."""
    lines = files("allaboard.puzzles").joinpath(FILE).read_text(encoding="utf-8").splitlines()
    puzzles = [Puzzle.from_json(json.loads(line)) for line in lines]
    return tuple(puzzle for puzzle in puzzles if get_edition(puzzle.edition).hash == puzzle.edition_hash)
