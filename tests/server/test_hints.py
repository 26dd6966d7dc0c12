"""Hints put the highest value first and mark what the bot would do, with the reason where that is another."""

from typing import Any

import pytest

import allaboard
from allaboard.bots.search.analysis import Analysis, Candidate
from allaboard.server import hints

GAME = allaboard.Game("usa", players=2, seed=1, start=0)
for seat in (0, 1):
    GAME.play(GAME.observe(seat).legal_ids[0], seat)
OBSERVATION = GAME.observe(0)
FIRST, SECOND, *OTHERS = OBSERVATION.legal_ids


def ranked(action: int, *candidates: Candidate) -> list[tuple[Any, ...]]:
    told = hints._ranked(OBSERVATION, Analysis(action, candidates))
    return [(one["value"], one["recommended"], one["reason"]) for one in told]


def weighed(action: int, value: float, worlds: int = 50) -> Candidate:
    return Candidate(action, worlds, value, 0.05, value, 2.0)


def test_the_choice_is_the_highest() -> None:
    assert ranked(SECOND, weighed(FIRST, 0.5), weighed(SECOND, 0.7)) == [(0.7, True, "highest"), (0.5, False, None)]


def test_another_is_higher_by_chance() -> None:
    """The bot keeps to what it would do without trying, unless another is surely better."""
    assert ranked(FIRST, weighed(FIRST, 0.61), weighed(SECOND, 0.63)) == [(0.63, False, None), (0.61, True, "within error")]


def test_the_choice_is_shown_however_many_look_better() -> None:
    others = [weighed(action, 0.5) for action in (SECOND, *OTHERS)]
    shown = ranked(FIRST, weighed(FIRST, 0.2), *others)
    assert len(others) >= hints.MOST == len(shown)
    assert shown[-1] == (0.2, True, "within error")


@pytest.mark.parametrize("worlds", [0, 1])
def test_of_what_was_not_tried_nothing_is_told(worlds: int) -> None:
    assert ranked(FIRST, Candidate(FIRST, worlds)) == [(None, True, None)]


def test_a_bot_that_does_not_weigh_tells_its_choice_alone() -> None:
    told = hints._consider("random", OBSERVATION)
    assert [candidate["recommended"] for candidate in told["candidates"]] == [True]
    assert told["plan"] == []
