"""The actions that are worth a closer look: the planner's choice comes first, however few are asked for."""

from __future__ import annotations

import pytest

from allaboard.bots.planner.bot import Planner
from allaboard.engine.jit import INTERPRETED
from allaboard.puzzles import shipped_puzzles
from allaboard.review.futures import list_actions


@pytest.mark.skipif(INTERPRETED, reason="the planner is slow by itself")
def test_the_planners_choice_is_first_even_alone() -> None:
    """Asked for one action, it is what the planner does, and not what has the most worth beside it."""
    for puzzle in shipped_puzzles():
        observation = puzzle.observation
        planned = Planner().choose(observation)
        assert list_actions(observation, 1) == [planned], puzzle.id
        assert list_actions(observation, 8)[0] == planned, puzzle.id
