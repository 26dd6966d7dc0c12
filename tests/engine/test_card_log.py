"""A log of blind cards that is full is made shorter, and tells nothing that was not so."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from allaboard.engine.card_log import AT_MOST, PAID, RESHUFFLED, ROOMY, is_bound, kind_of, seat_of, shorten
from allaboard.engine.entry import new_states
from allaboard.engine.records import CARD_LOG

RED, BLUE, GREEN = 1, 2, 3


def drew(seat: int, kind: int) -> int:
    return seat << 4 | kind


def paid(seat: int, kind: int) -> int:
    return PAID | drew(seat, kind)


def shortened(log: list[int]) -> list[int]:
    states = new_states(1)
    states[0].card_log[: len(log)] = log
    states[0].card_log_size = len(log)
    shorten(states[0])
    size = int(states[0].card_log_size)
    assert not states[0].card_log[size:].any()
    return [int(event) for event in states[0].card_log[:size]]


@pytest.mark.parametrize(
    ("log", "left"),
    [
        ([drew(1, RED), drew(2, RED), drew(1, BLUE), RESHUFFLED, paid(1, BLUE)], [drew(2, RED), drew(1, RED), RESHUFFLED]),
        ([drew(1, RED), RESHUFFLED, drew(2, RED), paid(1, RED)], [RESHUFFLED, drew(2, RED)]),
        ([drew(1, RED), RESHUFFLED, drew(1, RED), paid(1, RED)], None),
        ([drew(1, RED), AT_MOST + 1, drew(1, BLUE), RESHUFFLED, paid(1, RED)], None),
        ([drew(1, RED), AT_MOST + 1, drew(2, BLUE), RESHUFFLED, paid(2, BLUE)], [drew(1, RED), AT_MOST + 1, RESHUFFLED]),
    ],
    ids=["the first place goes", "of one deck", "of one deck or the other", "on one side of a row or the other", "on this side of a row"],
)
def test_a_payment_is_struck_where_its_deck_is_certain(log: list[int], left: list[int] | None) -> None:
    """Which of the payer's cards it was stays secret: the first place goes, whatever was drawn there."""
    assert shortened(log) == (log if left is None else left)


def held(log: list[int]) -> Counter[int]:
    """The hidden cards of every seat: what it drew less what it paid."""
    cards = Counter(event for event in log if event != RESHUFFLED and not is_bound(event) and event < PAID)
    cards.subtract(Counter(event - PAID for event in log if event >= PAID and not is_bound(event)))
    return +cards


def bounds_of_newest_deck(log: list[int]) -> list[int]:
    newest = len(log) - log[::-1].index(RESHUFFLED)
    return [event for event in log[newest:] if is_bound(event)]


@pytest.mark.parametrize("seed", range(4))
def test_a_full_log_has_room_again_and_the_same_cards(seed: int) -> None:
    """Decks are forgotten from the oldest on, and nobody gains or loses a card by it."""
    chance = random.Random(seed)
    log: list[int] = []
    while len(log) < CARD_LOG:
        cards = [*held(log).elements()]
        what = chance.random()
        if what < 0.55 or len(cards) < 8:
            log.append(drew(chance.randrange(3), chance.choice((RED, BLUE, GREEN))))
        elif what < 0.9:
            log.append(PAID | chance.choice(cards))
        elif what < 0.96:
            log.append(RESHUFFLED)
        else:
            log.append(AT_MOST + chance.randrange(1, 4))
    left = shortened(log)
    assert len(left) <= ROOMY
    assert held(left) == held(log)
    assert {(seat_of(event), kind_of(event)) for event in left if event < AT_MOST} <= {(seat_of(event), kind_of(event)) for event in log}
    assert bounds_of_newest_deck(left) == bounds_of_newest_deck(log)
