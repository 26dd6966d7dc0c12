"""Intervals that cover what they promise, and a sequential test that errs as rarely as it says."""

from __future__ import annotations

import numpy as np
import pytest

from allaboard.arena.statistics import FEWEST_BLOCKS, Sprt, share_of


def blocks(share: float, count: int, chance: np.random.Generator) -> np.ndarray:
    """Shares of blocks of two games each."""
    return chance.binomial(2, share, size=count) / 2


@pytest.mark.parametrize("share", [0.5, 0.7, 0.97])
def test_the_interval_covers_the_truth_as_often_as_it_says(share: float) -> None:
    chance = np.random.default_rng(5)
    found = [share_of(blocks(share, 200, chance)) for _ in range(2000)]
    assert 0.935 < np.mean([one.low <= share <= one.high for one in found]) < 0.975


def test_games_of_one_block_do_not_count_twice() -> None:
    """When both games of a block always end alike, the interval is that of the blocks."""
    chance = np.random.default_rng(5)
    found = [share_of(chance.binomial(1, 0.6, size=200).astype(float)) for _ in range(1000)]
    assert 0.93 < np.mean([one.low <= 0.6 <= one.high for one in found]) < 0.975


def test_certain_victory_still_has_an_interval() -> None:
    one = share_of(np.ones(100))
    assert one.share == 1.0
    assert 0.95 < one.low < 0.97


def test_one_block_proves_nothing() -> None:
    one = share_of(np.array([1.0]))
    assert one.low < 0.25
    assert one.high == 1.0


@pytest.mark.parametrize(("share", "verdict"), [(0.5, "at most 50.0%"), (0.56, "at least 56.0%")])
def test_the_sequential_test_errs_as_rarely_as_it_says(share: float, verdict: str) -> None:
    test, chance = Sprt(0.5, 0.56), np.random.default_rng(9)
    wrong, lengths = 0, []
    for _ in range(300):
        shares = blocks(share, 4000, chance)
        count = test.decided_at(shares)
        assert count is not None
        lengths.append(count)
        wrong += test.verdict(shares[:count]) != verdict
    assert wrong / 300 < 0.08
    assert np.mean(lengths) < 800


def test_the_sequential_test_decides_at_the_first_block_that_decides() -> None:
    shares = np.array([0.5, 1.0] * 200)
    test = Sprt(0.5, 0.6)
    count = test.decided_at(shares)
    assert count is not None
    assert count >= FEWEST_BLOCKS
    assert test.decided_at(shares[: count - 1]) is None
    assert test.decided_at(shares[:count]) == count
    assert test.verdict(shares[: count - 1]).startswith("undecided")


@pytest.mark.parametrize(("low", "high", "risk"), [(0.6, 0.5, 0.05), (0.0, 0.5, 0.05), (0.5, 0.6, 0.5)])
def test_impossible_tests_are_refused(low: float, high: float, risk: float) -> None:
    with pytest.raises(ValueError, match=r"is between|are ordered"):
        Sprt(low, high, risk)
