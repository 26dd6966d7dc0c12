"""A result taken apart: where chance had no say two moments tell one chance, and errors say how far luck is known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from allaboard.review.hindsight import Outlook
from allaboard.review.splitting import Course, pooled

WORLDS = 200
GAINS = (0.0, 0.05, 0.0, 0.0, -0.04, 0.0, 0.03, 0.0)
"""What was played, beyond the planner's choice, at every moment of a game; where it is nothing, that was played."""
CHANCE = (False, False, True, False, False, False, False, True)
CHANCES = (0.5, 0.5, 0.55, 0.4, 0.4, 0.36, 0.36, 0.39)
"""What they come to: only chance moves them besides."""
KNOWN_ERROR = 0.02


def test_without_chance_both_moments_tell_the_chance() -> None:
    """By their worlds; where chance had a say, only those of its own moment do."""
    before, gains = np.array([[0.5, 0.5], [0.8, 0.2], [0.3, 0.7]]), np.array([[0.1, -0.1], [0.0, 0.0], [0.0, 0.0]])
    pool = pooled(before, gains, np.array([100.0, 300.0, 100.0]), np.array([False, True, True]))
    assert pool.chances == pytest.approx(np.array([[0.5, 0.5], [0.75, 0.25], [0.3, 0.7]]))
    assert pool.own == pytest.approx(np.array([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.0, 0.0, 1.0]]))
    assert pool.gained == pytest.approx(np.array([[0.0, 0.0, 0.0], [0.25, 0.0, 0.0], [0.0, 0.0, 0.0]]))


def test_where_the_planners_choice_was_played_all_moments_since_chance_count() -> None:
    """Three moments of as many worlds tell the third chance to equal parts."""
    before = np.array([[0.3, 0.7], [0.6, 0.4], [0.9, 0.1]])
    pool = pooled(before, np.zeros((3, 2)), np.full(3, 50.0), np.zeros(3, bool))
    assert pool.chances[:, 0] == pytest.approx([0.3, 0.45, 0.6])
    assert pool.own[2] == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_no_chance_leaves_its_range() -> None:
    """However roughly a gain is known; and the seats share one victory."""
    before, gains = np.array([[0.1, 0.4, 0.5], [0.0, 0.5, 0.5]]), np.array([[-0.3, 0.1, 0.2], [0.0, 0.0, 0.0]])
    chances = pooled(before, gains, np.full(2, 10.0), np.zeros(2, bool)).chances
    assert chances.min() >= 0.0
    assert chances.sum(axis=1) == pytest.approx([1.0, 1.0])


def simulated(chance: np.random.Generator) -> Course:
    """A game whose moments have the chances above, as worlds tell them that are drawn for each."""
    outlooks = []
    for share, gain in zip(CHANCES, GAINS, strict=True):
        drawn = chance.random(WORLDS)
        others = np.where(chance.random(WORLDS) < 0.3, chance.random(WORLDS), drawn)
        won = np.stack([drawn < share, (others < share + gain) if gain else drawn < share], axis=1).astype(float)
        outlook = object.__new__(Outlook)
        outlook._won = np.stack([won, 1.0 - won], axis=2)
        outlooks.append(outlook)
    before, gains, spread = (np.array([part(one) for one in outlooks]) for part in (Outlook.chances, Outlook.gains, Outlook.spread))
    moments: Any = [SimpleNamespace(seat=k % 2, given=("card",) if given else ()) for k, given in enumerate(CHANCE)]
    errors = np.where(np.array(GAINS)[:, None] != 0.0, KNOWN_ERROR, 0.0) * np.ones(2)
    known = (np.array(GAINS) + errors[:, 0] * chance.standard_normal(len(GAINS)))[:, None] * np.array([1.0, -1.0])
    worlds = np.full(len(GAINS), float(WORLDS))
    return Course(moments, before, gains, spread.swapaxes(0, 1), worlds, known, errors, np.array([1.0, 0.0]))


def test_errors_tell_how_far_luck_differs_when_a_game_is_judged_again() -> None:
    """By what could be known, choices and residue make it uncertain; with open hands it is known no worse than what is told."""
    chance = np.random.default_rng(5)
    splits = [simulated(chance).split(0) for _ in range(600)]
    known, hindsight = ([pair[part] for pair in splits] for part in (0, 1))
    assert np.std([one.luck for one in known]) == pytest.approx(np.sqrt(np.mean([one.error**2 for one in known])), rel=0.15)
    assert np.std([one.luck for one in hindsight]) < 1.15 * np.sqrt(np.mean([one.error**2 for one in hindsight]))
    assert np.mean([one.residue for one in known]) == pytest.approx(0.0, abs=0.01)


def test_errors_of_the_chances_are_those_of_all_their_worlds() -> None:
    """They fall where moments are told together, and tell how far the chances differ."""
    chance = np.random.default_rng(6)
    graphs = [chances_and_errors(chance) for _ in range(600)]
    chances, errors = np.array(graphs).swapaxes(0, 1)
    assert np.sqrt((errors**2).mean(axis=0)) == pytest.approx(chances.std(axis=0), rel=0.15)
    alone = np.sqrt(0.25 / WORLDS)
    assert errors[:, 0].mean() == pytest.approx(alone, rel=0.05)
    assert errors[:, 1].mean() < 0.8 * alone


def chances_and_errors(chance: np.random.Generator) -> tuple[list[float], list[float]]:
    """Of the first seat, before every action."""
    course = simulated(chance)
    own, gained = course.pool.own, course.pool.gained
    return course.pool.chances[:, 0].tolist(), np.sqrt(course.variances(own, gained))[:, 0].tolist()
