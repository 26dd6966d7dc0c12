"""Claiming a route: which routes are open to a seat, which payments its hand allows, and what a claim changes (R-CLAIM)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import bit, count_bits, nth_bit, route_set, wide
from allaboard.engine.card_log import log_payment
from allaboard.engine.jit import inlined
from allaboard.engine.journal import CLAIMED, Journal, add, tell
from allaboard.engine.market import clear_wilds, discard_cards, market_cards, refill_market
from allaboard.engine.records import GREY, NO_CARD, WILD, Board, State
from allaboard.engine.typed_records import Int16s, Int64s, Word

__all__ = [
    "can_pay",
    "cards_for",
    "claim_id",
    "claim_route",
    "closes_twins",
    "count_claims",
    "fewest_wilds",
    "free_for",
    "lacking_cards",
    "most_of_a_colour",
    "nth_claim",
    "occupy_route",
    "open_routes",
    "pay_for_route",
    "payable_routes",
    "pieces_beside",
]


@inlined
def open_routes(board: Board, state: State, seat: int) -> tuple[Word, Word]:
    """The routes that a seat may claim if its hand allows, as two words (R-CLAIM-4 to R-CLAIM-7)."""
    low = state.free[0] & ~state.barred[seat, 0]
    high = state.free[1] & ~state.barred[seat, 1]
    pieces = state.pieces[seat]
    if pieces < board.longest_route:  # R-CLAIM-5
        low &= board.fitting[pieces, 0]
        high &= board.fitting[pieces, 1]
    return low, high


def free_for(state: State, seat: int) -> int:
    """The routes that a seat may claim if pieces and hand allow, as one integer for Python (R-CLAIM-4, R-CLAIM-6, R-CLAIM-7)."""
    return route_set(state.free) & ~route_set(state.barred[seat])


def pieces_beside(board: Board, routes: Iterable[int]) -> int:
    """The pieces that a seat has left which began with all of them and claimed these routes, for Python (R-SETUP-1, R-CLAIM-5)."""
    return int(board.pieces) - sum(int(board.length[route]) for route in routes)


@inlined
def closes_twins(board: Board, state: State) -> bool:
    """Whether a claim closes the twin for everybody, as it does with few players (R-CLAIM-7)."""
    return board.twins_close[state.players] == 1


@inlined
def claim_route(board: Board, state: State, seat: int, route: int, colour: int, wilds: int, journal: Journal | None) -> None:
    """Pay for a route and put the pieces on it."""
    pay_for_route(board, state, seat, route, colour, wilds, journal)
    occupy_route(board, state, seat, route)
    tell(journal, CLAIMED, seat)
    add(journal, route)
    add(journal, colour)
    add(journal, wilds)
    add(journal, board.route_points[board.length[route]])
    if state.deck_size == 0 or market_cards(state) < state.market.size:
        refill_market(state, journal)  # the payment may be the first card there is to draw
    else:
        clear_wilds(state, journal)  # or the one with which a row that had to stay can be cleaned


@inlined
def pay_for_route(board: Board, state: State, seat: int, route: int, colour: int, wilds: int, journal: Journal | None) -> None:
    """Discard a card for each space of a route: so many wilds, the others of a colour (R-CLAIM-1)."""
    length = board.length[route]
    if wilds < length:
        pay(state, seat, colour, length - wilds, journal)
    if wilds > 0:
        pay(state, seat, WILD, wilds, journal)


@inlined
def occupy_route(board: Board, state: State, seat: int, route: int) -> None:
    """Put a seat's pieces on a route: it is taken, its twin may close, and its points count."""
    length = board.length[route]
    mask = bit(route)
    state.claimed[seat, route >> 6] |= mask
    state.free[route >> 6] &= ~mask
    twin = board.twin[route]
    if twin >= 0:
        if closes_twins(board, state):
            state.free[twin >> 6] &= ~bit(twin)
        else:
            state.barred[seat, twin >> 6] |= bit(twin)  # R-CLAIM-6
    state.pieces[seat] -= length
    state.points[seat] += board.route_points[length]


@inlined
def pay(state: State, seat: int, kind: int, cards: int, journal: Journal | None) -> None:
    """Discard cards from a hand; those that others know of go first, as nobody can tell them apart."""
    if journal is not None:
        log_payment(state, seat, kind, cards - state.shown[seat, kind])
    state.hands[seat, kind] -= cards
    state.hand_size[seat] -= cards
    state.shown[seat, kind] = max(0, state.shown[seat, kind] - cards)
    state.known[seat, kind] = max(0, state.known[seat, kind] - cards)
    discard_cards(state, kind, cards)  # R-CLAIM-8


@inlined
def claim_id(board: Board, route: int, kind: int, wilds: int) -> int:
    """The action that claims a route with cards of a kind and some wilds."""
    return wide(board.claim_ids[route, WILD]) if wilds == board.length[route] else wide(board.claim_ids[route, kind]) + wilds


@inlined
def fewest_wilds(board: Board, route: int, cards: int) -> int:
    """The fewest wilds that pay for a route beside up to so many cards of a colour (R-CLAIM-1)."""
    return wide(board.fewest_wilds[route, min(cards, MAX_LENGTH)])


@inlined
def most_of_a_colour(board: Board, state: State, seat: int) -> int:
    """The cards of the colour that a hand has most of: what it can pay a grey route with."""
    most = 0
    for kind in range(1, board.kinds):
        most = max(most, state.hands[seat, kind])
    return most


@inlined
def cards_for(board: Board, state: State, seat: int, route: int, most: int) -> int:
    """The cards of one colour in a hand that can pay for a route; `most` is what `most_of_a_colour` gives (R-CLAIM-2)."""
    colour = board.colour[route]
    return most if colour == GREY else state.hands[seat, colour]


@inlined
def can_pay(board: Board, state: State, seat: int, route: int, most: int) -> bool:
    """Whether a hand holds any payment for a route (R-CLAIM-3)."""
    return fewest_wilds(board, route, cards_for(board, state, seat, route, most)) <= state.hands[seat, WILD]


def lacking_cards(board: Board, hand: Int16s) -> tuple[Int64s, Int64s]:
    """For each route how many cards a hand lacks, none or fewer where it can pay, and the kind that brings it nearer; for Python.

    The kind is the colour that the hand has most of for a grey route, WILD where no more cards of a colour count, and NO_CARD where the
    route's own colour does, or any.
    """
    grey = board.colour == GREY
    colour = np.where(grey, 1 + hand[1:].argmax(), board.colour)  # R-CLAIM-2
    routes, held = np.arange(len(colour)), hand[colour]
    fewest, with_one_more = (board.fewest_wilds[routes, cards.clip(max=MAX_LENGTH)] for cards in (held, held + 1))
    return fewest - hand[WILD], np.where(with_one_more == fewest, WILD, np.where(grey & (held > 0), colour, NO_CARD))


@inlined
def payable_routes(board: Board, state: State, seat: int) -> tuple[Word, Word]:
    """The open routes that a hand holds any payment for, as two words (R-CLAIM-3)."""
    low, high = open_routes(board, state, seat)
    most_wilds = min(state.hands[seat, WILD], board.longest_route)
    payable_low, payable_high = board.payable_wild[most_wilds, 0], board.payable_wild[most_wilds, 1]
    for wilds in range(most_wilds + 1):
        for kind in range(1, board.kinds):
            cards = min(state.hands[seat, kind], MAX_LENGTH)
            payable_low |= board.payable[wilds, kind, cards, 0]
            payable_high |= board.payable[wilds, kind, cards, 1]
    return low & payable_low, high & payable_high


@inlined
def count_claims(board: Board, state: State, seat: int) -> int:
    """How many claims a seat has: every open route in every payment its hand allows (R-CLAIM-3)."""
    low, high = open_routes(board, state, seat)
    most_wilds = min(state.hands[seat, WILD], board.longest_route)
    claims = count_bits(low & board.payable_wild[most_wilds, 0]) + count_bits(high & board.payable_wild[most_wilds, 1])
    for wilds in range(most_wilds + 1):
        for kind in range(1, board.kinds):
            cards = min(state.hands[seat, kind], MAX_LENGTH)
            claims += count_bits(low & board.payable[wilds, kind, cards, 0])
            if high != np.uint64(0):
                claims += count_bits(high & board.payable[wilds, kind, cards, 1])
    return claims


@inlined
def nth_claim(board: Board, state: State, seat: int, n: int) -> int:
    """The nth claim (from 0) of those that `count_claims` counts, by its id."""
    low, high = open_routes(board, state, seat)
    most_wilds = min(state.hands[seat, WILD], board.longest_route)
    for wilds in range(most_wilds + 1):
        for kind in range(1, board.kinds):
            cards = min(state.hands[seat, kind], MAX_LENGTH)
            low_of, high_of = low & board.payable[wilds, kind, cards, 0], high & board.payable[wilds, kind, cards, 1]
            claims = count_bits(low_of) + count_bits(high_of)
            if n < claims:
                return claim_id(board, nth_bit(low_of, high_of, n), kind, wilds)
            n -= claims
    return wide(board.claim_ids[nth_bit(low & board.payable_wild[most_wilds, 0], high & board.payable_wild[most_wilds, 1], n), WILD])
