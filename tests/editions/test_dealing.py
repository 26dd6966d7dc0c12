"""Every edition that is accepted can be dealt: hands, market and tickets, for every number of players, however the cards fall."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
import pytest

from allaboard import Game, edition_ids, get_edition
from allaboard.editions.counts import MOST_WILDS
from allaboard.game import LONGEST_JOURNAL
from harbour_edition import EDITION, Harbour

MARKET, SPOILT = 5, 3
EVERY_ROW = (LONGEST_JOURNAL - 300) // MARKET
"""The rows that fit on the longest journal beside a deal: hands of all players (at most 240 cards) and their tickets."""


def draws(coloured: int, wild: int, cards: int) -> Iterator[tuple[int, float]]:
    """How many of some cards drawn from a bag are coloured, each with its chance."""
    for count in range(max(0, cards - wild), min(coloured, cards) + 1):
        yield count, comb(coloured, count) * comb(wild, cards - count) / comb(coloured + wild, cards)


State = tuple[int, int, int]


def clearing(coloured: int, wild: int) -> tuple[dict[State, int], Any]:
    """R-MARKET-2 as a Markov chain over spoilt rows, for so many cards outside of the hands: its states, and the chances between them.

    A state is a spoilt row and a deck; the rest lies on the discard pile. Rows that stay by the rulings, and clean ones, are ends.
    """
    cards = coloured + wild

    def goes_on(row: int, deck: int, deck_wild: int) -> bool:
        if deck + deck_wild == MARKET and cards == 2 * MARKET:
            return row < SPOILT <= deck
        return row < SPOILT

    spoilt = (
        (row, deck, deck_wild)
        for row in range(SPOILT)
        for deck in range(coloured - row + 1)
        for deck_wild in range(wild - (MARKET - row) + 1)
        if row <= coloured and (deck + deck_wild or cards == MARKET) and goes_on(row, deck, deck_wild)
    )
    states = {state: index for index, state in enumerate(spoilt)}
    chances = np.zeros((len(states), len(states)))
    for (_, deck, deck_wild), index in states.items():
        rest, rest_wild = coloured - deck, wild - deck_wild  # the discard pile, once the row lies on it
        if deck + deck_wild > MARKET:
            after = [((row, deck - row, deck_wild - MARKET + row), chance) for row, chance in draws(deck, deck_wild, MARKET)]
        elif deck + deck_wild == MARKET:
            after = [((deck, rest, rest_wild), 1.0)]
        else:  # R-DECK-1: the deck runs out in the middle of the row
            missing = MARKET - deck - deck_wild
            after = [((deck + more, rest - more, rest_wild - missing + more), chance) for more, chance in draws(rest, rest_wild, missing)]
        for state, chance in after:
            if state in states:
                chances[index, states[state]] += chance
    return states, chances


def rows_laid(coloured: int, wild: int) -> dict[State, float]:
    """How many rows are laid on average until one may stay, from each state."""
    states, chances = clearing(coloured, wild)
    return dict(zip(states, np.linalg.solve(np.eye(len(states)) - chances, np.ones(len(states))), strict=True))


def test_the_market_is_clean_soon_in_the_worst_of_cases() -> None:
    """R-MARKET-2: with as many wilds as are allowed, and whatever lies in the hands, 300 rows on average, and never a whole journal."""
    laid = {
        (coloured, wild): max(rows_laid(coloured, wild).values()) for coloured in range(SPOILT, 8) for wild in (3, 5, 9, 14, 19, MOST_WILDS)
    }
    worst = max(laid, key=lambda cards: laid[cards])
    assert worst == (SPOILT, MOST_WILDS), "fewer coloured cards and more wilds are worse"
    assert laid[worst] < 300
    assert laid[worst] == pytest.approx((MOST_WILDS + 1) * (MOST_WILDS + 2) * (MOST_WILDS + 3) / 60, rel=0.02)
    spoilt = np.linalg.matrix_power(clearing(*worst)[1], EVERY_ROW)
    assert spoilt.sum(axis=1).max() < 1e-9


def test_the_chain_is_the_engines(harbour: Harbour) -> None:
    """The rows that the engine lays at set-up are, on average, those of the chain."""
    coloured, wild = 18, MOST_WILDS
    made = get_edition(str(harbour.edit("wild_cards = 4", f"wild_cards = {wild}").edit("starting_hand = 2", "starting_hand = 0").path))
    games = 2000
    laid = [(len(Game(made, 2, seed).deal) - 2 * made.setup_offer) / MARKET for seed in range(games)]
    later = rows_laid(coloured, wild)
    spoilt = ((row, chance) for row, chance in draws(coloured, wild, MARKET) if row < SPOILT)
    expected = 1 + sum(chance * later[row, coloured - row, wild - MARKET + row] for row, chance in spoilt)
    assert np.mean(laid) == pytest.approx(expected, rel=0.08)


def test_too_many_wilds_are_refused(harbour: Harbour) -> None:
    """234 wilds and 6 coloured cards cannot be dealt, so the check says so; the most that are allowed can."""
    for wilds in (MOST_WILDS + 1, 234):
        harbour.path.write_text(harbour.path.read_text("utf-8").replace("cards = 6 }", "cards = 2 }"), "utf-8")
        (fault,) = harbour.edit("wild_cards = 4", f"wild_cards = {wilds}").faults()
        assert (fault.file, fault.field) == (EDITION, "wild_cards")
        assert f"is {wilds}: with so many the market could be cleared thousands of times" in fault.message
        assert f"allowed: at most {MOST_WILDS}" in fault.message
        harbour.restore()


@pytest.mark.parametrize("cards", [1, 2, 3, 6])
@pytest.mark.parametrize("hand", [0, 2, 4])
def test_what_is_accepted_can_be_dealt(harbour: Harbour, cards: int, hand: int) -> None:
    """The wildest decks that pass are dealt for every number of players, seed after seed."""
    harbour.edit("wild_cards = 4", f"wild_cards = {MOST_WILDS}").edit("starting_hand = 2", f"starting_hand = {hand}")
    harbour.path.write_text(harbour.path.read_text("utf-8").replace("cards = 6 }", f"cards = {cards} }}"), "utf-8")
    made = get_edition(str(harbour.path))
    for players in range(made.min_players, made.max_players + 1):
        for seed in range(100):
            game = Game(made, players, seed)
            assert sum(card is not None for card in game.view()["market"]) == MARKET


@pytest.mark.parametrize("name", edition_ids())
def test_the_boxes_are_far_from_the_bound(name: str) -> None:
    """No box has a market that would take more than a hundred rows, whatever its players hoard."""
    assert max(rows_laid(SPOILT, get_edition(name).wild_cards).values()) < 100
