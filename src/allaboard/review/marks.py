"""Marks: what a loss is called, from which loss on, and the words for a player's mean loss beside those of our own levels."""

from __future__ import annotations

import json
from bisect import bisect
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import Final, Literal, TypeAlias, get_args

from allaboard.editions import Edition
from allaboard.review.means import Mean

__all__ = ["CERTAIN", "GRADES", "LEVEL_NAMES", "Grade", "Level", "LevelName", "band", "grade_of", "levels_of", "thresholds"]

Grade: TypeAlias = Literal["delay", "detour", "dead end", "clear run"]
GRADES: Final[tuple[Grade, ...]] = ("delay", "detour", "dead end")
"""By growing loss; `clear run` is the one kind word."""
LOSSES: Final = (0.03, 0.07, 0.12)
"""From which loss on, with two players."""
CERTAIN: Final = 2.0
"""Standard errors that anything must exceed before it is marked or told: a loss, a reason, a swing of luck."""
LevelName: TypeAlias = Literal["expert", "hard", "normal", "easy"]
LEVEL_NAMES: Final[tuple[LevelName, ...]] = get_args(LevelName)


def thresholds(players: int) -> tuple[float, ...]:
    """The losses from which on the grades are given: with more players a fair share is smaller, and so are they."""
    return tuple(loss * 2.0 / players for loss in LOSSES)


def grade_of(loss: Mean, clearance: Mean, players: int) -> Grade | None:
    """The grade of a decision, if it deserves one, by its loss, and by how far the others lie behind what was played (`clearance`)."""
    limits = thresholds(players)
    reached = bisect(limits, loss.value)
    if reached and loss.value > CERTAIN * loss.error:
        return GRADES[reached - 1]
    if clearance.value >= limits[1] and clearance.value > CERTAIN * clearance.error:
        return "clear run"
    return None


@dataclass(frozen=True, slots=True)
class Level:
    """Where one of our own levels stands: its mean loss in an edition with so many players, and the standard error of that."""

    name: LevelName
    figure: float
    error: float


@cache
def _calibration() -> dict[str, dict[str, list[float]]]:
    text = files("allaboard.review").joinpath("levels.json").read_text(encoding="utf-8")
    tables: dict[str, dict[str, list[float]]] = json.loads(text)["tables"]
    return tables


def levels_of(edition: Edition, players: int) -> tuple[Level, ...]:
    """Our levels from the strongest on, as measured at such a table; none where they were not."""
    measured = _calibration().get(f"{edition.id} {players}", {})
    return tuple(Level(name, *measured[name]) for name in LEVEL_NAMES if name in measured)


def band(figure: float, levels: tuple[Level, ...]) -> str:
    """Where a player's figure stands among the levels, in words; nothing where they were not measured."""
    if not levels:
        return ""
    levels = tuple(sorted(levels, key=attrgetter("figure")))  # as measured: by chance a stronger one may stand behind
    place = bisect([level.figure for level in levels], figure)
    if place == 0:
        return f"better than {levels[0].name}"
    if place == len(levels):
        return f"beyond {levels[-1].name}"
    return f"between {levels[place - 1].name} and {levels[place].name}"
