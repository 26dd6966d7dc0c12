"""Ratings that recover known strengths, cover them as often as they say, and see circles, seats and shared places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from allaboard.arena.match import Blocks
from allaboard.arena.ratings import SCALE, Standings, choices_of, cyclic_triples, rate, turn_effects, win_matrix
from allaboard.arena.results import Played

TRUTH = {"a": 1500.0, "b": 1600.0, "c": 1350.0, "d": 1750.0}


def played(lineup: Sequence[str], blocks: int, chance: np.random.Generator, luck_of_deal: float = 0.0, first_turn: float = 0.0) -> Played:
    """A match between bots of known strength: places are drawn by Plackett and Luce's model, which Gumbel noise gives exactly.

    `luck_of_deal` is what a seat's cards are worth in all games of a block; `first_turn` is what beginning is worth.
    """
    players = len(lineup)
    totals = np.zeros((blocks, players, players), np.int64)
    starts = chance.integers(players, size=blocks)
    for block in range(blocks):
        deal = luck_of_deal * chance.standard_normal(players)
        deal[starts[block]] += first_turn
        for rotation in range(players):
            strengths = np.array([TRUTH[bot] / SCALE for bot in np.roll(lineup, rotation)]) + deal
            order = np.argsort(-(strengths + chance.gumbel(size=players)))
            totals[block, rotation, order] = np.arange(players, 0, -1)
    won = totals == totals.max(axis=2, keepdims=True)
    found = Blocks(0, totals, won, np.full((blocks, players), 50), starts)
    return Played("new-york", "hash", "code", 1, tuple(lineup), tuple(range(blocks)), found)


def everybody(players: int, blocks: int, seed: int, **luck: float) -> list[Played]:
    chance = np.random.default_rng(seed)
    return [played(lineup, blocks, chance, **luck) for lineup in combinations(TRUTH, players)]


@pytest.mark.parametrize(("players", "blocks"), [(2, 2000), (3, 1500), (4, 3000)])
def test_known_strengths_are_recovered(players: int, blocks: int) -> None:
    rated = rate(everybody(players, blocks, seed=4), "a", resamples=30)
    assert [one.bot for one in rated.ratings] == ["d", "b", "a", "c"]
    for one in rated.ratings:
        assert one.rating == pytest.approx(TRUTH[one.bot], abs=20)


def test_a_bot_in_several_seats_is_one_bot() -> None:
    matches = [played(("d", "a", "a"), 3000, np.random.default_rng(7))]
    rated = rate(matches, "a", resamples=30)
    assert {one.bot: one.rating for one in rated.ratings} == pytest.approx({"a": 1500.0, "d": 1750.0}, abs=20)
    assert [one.games for one in rated.ratings] == [9000, 18000]


def test_the_anchor_is_frozen_wherever_it_stands() -> None:
    matches = everybody(2, 200, seed=1)
    one, other = rate(matches, "a", 1500.0, resamples=20), rate(matches, "d", 1750.0, resamples=20)
    ratings = {rating.bot: rating for rating in one.ratings}
    assert (ratings["a"].rating, ratings["a"].low, ratings["a"].high) == (1500.0, 1500.0, 1500.0)
    shift = {rating.bot: ratings[rating.bot].rating - rating.rating for rating in other.ratings}
    assert max(shift.values()) - min(shift.values()) < 1e-6


@pytest.mark.slow
def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Even when cards decide whole blocks, which makes their games more alike than games are."""
    truth = played(("a", "d"), 8000, np.random.default_rng(0), luck_of_deal=1.5).blocks.shares[:, 1].mean()
    gap = SCALE * np.log(truth / (1.0 - truth))
    inside = 0
    for seed in range(80):
        match = played(("a", "d"), 150, np.random.default_rng(100 + seed), luck_of_deal=1.5)
        rated = rate([match], "a", 0.0, resamples=80)
        best = next(one for one in rated.ratings if one.bot == "d")
        inside += best.low <= gap <= best.high
    assert 0.86 <= inside / 80 <= 0.99


def test_who_never_won_has_a_rating_too() -> None:
    totals = np.tile(np.array([[[2, 1], [1, 2]]]), (50, 1, 1))
    blocks = Blocks(0, totals, totals == 2, np.full((50, 2), 9), np.zeros(50, np.int64))
    rated = rate([Played("x", "h", "c", 1, ("best", "worst"), tuple(range(50)), blocks)], "worst", resamples=20)
    assert rated.ratings[0].bot == "best"
    assert 500 < rated.ratings[0].rating - 1500.0 < 1200


def test_a_shared_victory_is_half_a_victory() -> None:
    """Two players who always share are equal; three who share one place are every order in equal parts."""
    totals = np.full((20, 2, 2), 7)
    blocks = Blocks(0, totals, totals == 7, np.full((20, 2), 9), np.zeros(20, np.int64))
    rated = rate([Played("x", "h", "c", 1, ("a", "b"), tuple(range(20)), blocks)], "a", resamples=5)
    assert [one.rating for one in rated.ratings] == [1500.0, 1500.0]
    weights = [weight for _, _, weight in choices_of([np.array([0]), np.array([1, 2])])]
    assert weights == [1.0, 0.5, 0.5]
    assert sum(weight for _, _, weight in choices_of([np.array([0, 1, 2])])) == pytest.approx(2.0)


def test_an_unknown_anchor_is_answered_with_who_has_played() -> None:
    with pytest.raises(ValueError, match="'z' has not played; these have: a, b"):
        rate(everybody(2, 2, seed=1)[:1], "z")


def test_the_matrix_is_of_those_who_met() -> None:
    matrix = win_matrix(everybody(3, 400, seed=3))
    assert matrix["d", "c"].share + matrix["c", "d"].share == pytest.approx(1.0)
    assert matrix["d", "c"].share > matrix["d", "b"].share > 0.5
    assert ("a", "a") not in matrix


def test_the_first_turn_shows_whoever_has_it() -> None:
    unfair = turn_effects(everybody(3, 600, seed=3, first_turn=1.0))
    fair = turn_effects(everybody(3, 600, seed=3))
    assert unfair[0].low > 0.4
    assert all(one.low < 1 / 3 < one.high for one in fair)
    assert sum(one.share for one in unfair) == pytest.approx(1.0)


def test_circles_are_seen_and_only_when_they_are_sure() -> None:
    chance = np.random.default_rng(2)

    def circle(share: float, blocks: int) -> list[Played]:
        matches = []
        for lineup in (("a", "b"), ("b", "c"), ("c", "a")):
            first = chance.random((blocks, 2)) < share
            totals = np.where(np.stack([first, ~first], axis=2), 2, 1)
            totals[:, 1] = totals[:, 1, ::-1]
            matches.append(
                Played("x", "h", "c", 1, lineup, tuple(range(blocks)), Blocks(0, totals, totals == 2, totals[:, :, 0], totals[:, 0, 0]))
            )
        return matches

    assert cyclic_triples("abc", win_matrix(circle(0.65, 300))) == (("a", "b", "c"),)
    assert cyclic_triples("abc", win_matrix(circle(0.52, 50))) == ()


def test_strengths_of_reweighted_blocks_are_those_of_the_blocks_repeated() -> None:
    match = everybody(2, 30, seed=5)[0]
    standings = Standings.of([match])
    twice = Standings.of([match, match])
    assert standings.strengths(np.full(30, 2.0)) == pytest.approx(twice.strengths())
