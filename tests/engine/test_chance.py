"""Chance: streams that are the same everywhere, numbers below a bound that are fair, and the tape that records and replays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from allaboard import Game
from allaboard.actions import action_space
from allaboard.editions import get_edition as find_edition
from allaboard.engine.chance import CURSOR, FIRST, FULL, MODE, REPLAYING, TORN, below, new_tape, next_number, no_tape, noted, seed_stream
from allaboard.engine.entry import begin, legal, new_states, step
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


def test_a_tape_gives_back_what_it_recorded() -> None:
    """Recording changes nothing; replaying gives the recorded outcomes whatever was drawn."""
    tape = new_tape(8)
    assert [noted(tape, outcome) for outcome in (5, 6, 7)] == [5, 6, 7]
    tape[MODE], tape[CURSOR] = REPLAYING, FIRST
    assert [noted(tape, 0) for _ in range(3)] == [5, 6, 7]
    assert noted(no_tape(), 9) == 9


def test_a_tape_that_is_too_short_says_so() -> None:
    """A recording that runs out of tape goes on without it; a replay that does is torn, and stays so."""
    tape = new_tape(FIRST + 1)
    assert [noted(tape, outcome) for outcome in (5, 6, 7)] == [5, 6, 7]
    assert tape[MODE] == FULL
    tape[MODE], tape[CURSOR] = REPLAYING, FIRST
    assert [noted(tape, outcome) for outcome in (1, 2, 3)] == [5, 2, 3]
    assert tape[MODE] == TORN


def replaying(*outcome: int) -> Any:
    return np.array([REPLAYING, FIRST, *outcome], dtype=np.int16)


@pytest.mark.parametrize("spoilt", ["card", "wild too many", "market", "ticket", "ticket twice", "short"])
def test_a_deal_that_cannot_be_is_torn(spoilt: str) -> None:
    """A replayed deal names cards and tickets that are there to be drawn, or it is refused."""
    edition = find_edition("new-york")
    deal = list(Game(edition, 2, 1).deal)
    match spoilt:
        case "card":
            deal[0] = 99
        case "wild too many":
            deal[:9] = [0] * 9
        case "market":
            deal[6] = -1
        case "ticket":
            deal[-1] = len(edition.tickets)
        case "ticket twice":
            deal[-1] = deal[-2]
        case "short":
            deal.pop()
    tape = replaying(*deal)
    begin(action_space(edition).boards, new_states(), 2, 0, np.zeros(4, dtype=np.uint64), tape)
    assert tape[MODE] == TORN
    with pytest.raises(ValueError, match="cannot have happened"):
        Game(edition, 2, 1, deal=tuple(deal))


def test_the_shuffle_of_tickets_given_back_is_replayed_too() -> None:
    """R-SETUP-4 in usa: the tape names the shuffled tickets, and no others."""
    game = Game("usa", 2, 3, 0)
    actions = game.actions
    for seat in range(2):
        game.play(game.observe(seat).legal_ids[0], seat)
    shuffled = game.log[-1].outcome
    assert sorted(shuffled) == sorted(game.state.queue[: game.state.queue_size])
    other = game.at(1)
    tape = replaying(*reversed(shuffled))
    states = states_of(other)
    assert step(actions.boards, states, 1, game.log[-1].action, tape) == 0
    assert list(states[0].queue[: len(shuffled)]) == list(reversed(shuffled))
    tape = replaying(*shuffled[:-1], shuffled[0])
    step(actions.boards, states_of(other), 1, game.log[-1].action, tape)
    assert tape[MODE] == TORN
