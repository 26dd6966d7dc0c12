"""Grades by loss, scaled by the fair share and only where certain; and where a figure stands among the levels."""

from __future__ import annotations

import pytest

from allaboard.review.marks import Level, band, grade_of, thresholds
from allaboard.review.means import Mean

NOTHING = Mean(0.0, 0.0)


@pytest.mark.parametrize(
    ("loss", "players", "grade"),
    [
        (0.029, 2, None),
        (0.030, 2, "delay"),
        (0.069, 2, "delay"),
        (0.070, 2, "detour"),
        (0.119, 2, "detour"),
        (0.120, 2, "dead end"),
        (0.019, 3, None),
        (0.021, 3, "delay"),
        (0.061, 4, "dead end"),
    ],
)
def test_a_loss_is_graded_by_its_share_of_a_fair_game(loss: float, players: int, grade: str | None) -> None:
    """Delay from 3 points of chance with two players, Detour from 7, Dead end from 12; with more players less."""
    assert grade_of(Mean(loss, 0.001), NOTHING, players) == grade


def test_nothing_is_marked_within_two_standard_errors() -> None:
    assert grade_of(Mean(0.10, 0.051), NOTHING, 2) is None
    assert grade_of(Mean(0.10, 0.049), NOTHING, 2) == "detour"


def test_a_clear_run_is_a_choice_beside_which_everything_loses() -> None:
    """Every other option must lose what a detour loses, for certain."""
    assert grade_of(NOTHING, Mean(0.08, 0.01), 2) == "clear run"
    assert grade_of(NOTHING, Mean(0.06, 0.01), 2) is None
    assert grade_of(NOTHING, Mean(0.08, 0.05), 2) is None


def test_limits_fall_with_the_fair_share() -> None:
    assert thresholds(4) == pytest.approx([0.015, 0.035, 0.06])


def test_a_figure_stands_among_the_levels() -> None:
    levels = (Level("expert", 0.005, 0.001), Level("hard", 0.02, 0.001), Level("easy", 0.05, 0.001))
    assert band(0.001, levels) == "better than expert"
    assert band(0.01, levels) == "between expert and hard"
    assert band(0.09, levels) == "beyond easy"
    assert band(0.01, ()) == ""


def test_levels_stand_by_their_figures_as_measured() -> None:
    """By chance the strongest may lie below 0, and one may lie behind a weaker one."""
    levels = (Level("expert", -0.001, 0.001), Level("hard", 0.02, 0.001), Level("normal", 0.01, 0.001), Level("easy", 0.05, 0.001))
    assert band(-0.002, levels) == "better than expert"
    assert band(0.0, levels) == "between expert and normal"
    assert band(0.015, levels) == "between normal and hard"
    assert band(0.03, levels) == "between hard and easy"
