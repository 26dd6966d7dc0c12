"""Why the answer of a puzzle is the answer: how games end after it and after what looks natural, and what a plan wants it for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from allaboard.bots.search.worlds import NOTHING
from allaboard.notation import parse
from allaboard.observation import Observation
from allaboard.puzzles.puzzle import Puzzle
from allaboard.review.futures import Futures, Line
from allaboard.review.plan_reasons import wanted_behind
from allaboard.review.reasons import reasons_for
from allaboard.review.results import PlanReason, Reason

__all__ = ["explained", "reasons_between", "wanted_for"]

WORLDS: Final = 2880
LEAST: Final = 0.25
"""Points that a reason must be worth: less than in a review, since close games turn on little, and there are fifteen times its worlds."""
DIGITS: Final = 3


def reasons_between(observation: Observation, futures: Futures, lines: Sequence[Line]) -> tuple[Reason, ...]:
    """The weightiest differences between the games after what looks natural and those after the answer."""
    reasons = reasons_for(observation, futures, lines, WORLDS, LEAST)
    return tuple(Reason(one.kind, one.subject, round(one.played, DIGITS), round(one.better, DIGITS)) for one in reasons)


def explained(puzzle: Puzzle) -> Puzzle:
    """The puzzle with reasons, where it was found without any."""
    if puzzle.reasons:
        return puzzle
    observation = puzzle.observation
    lines = [(_number(observation, text), NOTHING) for text in (puzzle.natural, puzzle.answers[0])]
    return replace(puzzle, reasons=reasons_between(observation, Futures(observation, 1, int(puzzle.id, 16)), lines))


def wanted_for(puzzle: Puzzle) -> list[PlanReason]:
    """What the plan behind the answer wants it for, in figures; nothing where the plan does not need it."""
    observation = puzzle.observation
    answer = _number(observation, puzzle.answers[0])
    return wanted_behind(observation, Futures(observation, 1, 0).decision, answer)


def _number(observation: Observation, text: str) -> int:
    number = observation.actions.number(parse(observation.edition, text), observation.offer)
    assert number is not None, text
    return number
