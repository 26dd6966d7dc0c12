"""Chance: streams that are the same everywhere, and numbers below a bound that are fair."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from allaboard.engine.chance import below, next_number, seed_stream
from allaboard.engine.entry import legal
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.legal import random_action
from allaboard.engine.playout import next_seat
from allaboard.engine.setup import CARDS, TICKETS
from games import game_at, states_of, stream_of

DRAWS = 2_000 if INTERPRETED else 20_000
UNLIKELY = 1e-6
"""A fair generator falls short of this once in a million tests; the seeds are fixed, so that a test passes always or never."""


def stream(purpose: int = 0, *seed: int) -> Any:
    words = np.zeros(4, dtype=np.uint64)
    seed_stream(words, np.array(seed or (0, 0, 0, 0), dtype=np.uint64), purpose)
    return words


def test_streams_are_the_same_on_every_machine() -> None:
    """A seed means the same game everywhere: the first numbers of xoshiro256++ from a known state are the published ones."""
    known = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(next_number(known)) for _ in range(3)] == [41943041, 58720359, 3588806011781223]


def test_purposes_and_seeds_give_unrelated_streams() -> None:
    """Cards and tickets draw from streams of their own, and every bit of the seed counts."""
    seeds = [(0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 0, 0, 1 << 63)]
    numbers = [int(next_number(stream(purpose, *seed))) for seed in seeds for purpose in (CARDS, TICKETS, 3)]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 33, 110, 240])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    """A bag of cards is as fair as the number that picks from it."""
    source = stream(bound)
    counts = np.bincount([below(source, bound) for _ in range(DRAWS)], minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or chisquare(counts).pvalue > UNLIKELY


@pytest.mark.parametrize(
    ("edition", "players", "moment", "taste"),
    [
        ("new-york", 2, 0.0, "any"),
        ("london", 3, 0.15, "cards"),
        ("usa", 2, 0.2, "cards"),
        ("usa-anniversary", 4, 0.2, "any"),
        ("usa", 3, 0.0, "any"),
    ],
)
def test_a_random_action_is_any_legal_one_with_equal_chance(edition: str, players: int, moment: float, taste: str) -> None:
    """The choice that makes no list is as fair as one from the list."""
    game = game_at(edition, players, 11, moment, taste)
    assert not game.over
    states, boards, source = states_of(game), game.actions.boards, stream_of(1)
    seat = next_seat(states[0])
    numbers = np.empty(game.actions.size, dtype=np.int64)
    listed = list(numbers[: legal(boards, states, seat, numbers)])
    draws = max(DRAWS // 4, (10 if INTERPRETED else 40) * len(listed))
    counts = dict.fromkeys(listed, 0)
    for _ in range(draws):
        counts[random_action(boards[0], states[0], seat, source)] += 1
    assert list(counts) == listed
    assert chisquare(list(counts.values())).pvalue > UNLIKELY
