"""Claiming a route: which routes are open to a seat, which payments its hand allows, and what a claim changes (R-CLAIM)."""

from __future__ import annotations

from typing import Any

from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import bit, count_bits, nth_bit
from allaboard.engine.card_log import log_payment
from allaboard.engine.jit import inlined
from allaboard.engine.market import clear_wilds, discard_cards, market_cards, refill_market
from allaboard.engine.records import GREY, WILD, Board, State

__all__ = ["claim_route", "count_claims", "nth_claim", "open_routes"]


@inlined
def open_routes(board: Board, state: State, seat: int) -> Any:
    """The routes that a seat may claim if its hand allows, as two words (R-CLAIM-4 to R-CLAIM-7)."""
    low = state.free[0] & ~state.barred[seat, 0]
    high = state.free[1] & ~state.barred[seat, 1]
    pieces = state.pieces[seat]
    if pieces < board.longest_route:  # R-CLAIM-5
        low &= board.fitting[pieces, 0]
        high &= board.fitting[pieces, 1]
    return low, high


@inlined
def claim_route(board: Board, state: State, seat: int, route: int, colour: int, wilds: int, tape: Any) -> None:
    """Pay for a route and put the pieces on it."""
    length = board.length[route]
    if wilds < length:
        pay(state, seat, colour, length - wilds, tape)
    if wilds > 0:
        pay(state, seat, WILD, wilds, tape)
    mask = bit(route)
    state.claimed[seat, route >> 6] |= mask
    state.free[route >> 6] &= ~mask
    twin = board.twin[route]
    if twin >= 0:
        if state.players <= board.twin_closed_up_to:
            state.free[twin >> 6] &= ~bit(twin)  # R-CLAIM-7: with few players the twin closes for everybody
        else:
            state.barred[seat, twin >> 6] |= bit(twin)  # R-CLAIM-6
    state.pieces[seat] -= length
    state.points[seat] += board.route_points[length]
    if state.deck_size == 0 or market_cards(state) < state.market.size:
        refill_market(state, tape)  # the payment may be the first card there is to draw
    else:
        clear_wilds(state, tape)  # or the one with which a row that had to stay can be cleaned


@inlined
def pay(state: State, seat: int, kind: int, cards: int, tape: Any) -> None:
    """Discard cards from a hand; those that others know of go first, as nobody can tell them apart."""
    if tape is not None:
        log_payment(state, seat, kind, cards - state.shown[seat, kind])
    state.hands[seat, kind] -= cards
    state.hand_size[seat] -= cards
    state.shown[seat, kind] = max(0, state.shown[seat, kind] - cards)
    state.known[seat, kind] = max(0, state.known[seat, kind] - cards)
    discard_cards(state, kind, cards)  # R-CLAIM-8


@inlined
def count_claims(board: Board, state: State, seat: int) -> int:
    """How many claims a seat has: every open route in every payment its hand allows (R-CLAIM-3)."""
    low, high = open_routes(board, state, seat)
    most_wilds = min(state.hands[seat, WILD], board.longest_route)
    claims = count_bits(low & board.payable_wild[most_wilds, 0]) + count_bits(high & board.payable_wild[most_wilds, 1])
    for wilds in range(most_wilds + 1):
        for kind in range(1, board.kinds):
            cards = min(state.hands[seat, kind], MAX_LENGTH)
            claims += count_bits(low & board.payable[wilds, kind, cards, 0]) + count_bits(high & board.payable[wilds, kind, cards, 1])
    return claims


@inlined
def nth_claim(board: Board, state: State, seat: int, n: int) -> int:
    """The nth claim (from 0) of those that `count_claims` counts, as an index into the board's claims."""
    low, high = open_routes(board, state, seat)
    most_wilds = min(state.hands[seat, WILD], board.longest_route)
    for wilds in range(most_wilds + 1):
        for kind in range(1, board.kinds):
            cards = min(state.hands[seat, kind], MAX_LENGTH)
            low_of, high_of = low & board.payable[wilds, kind, cards, 0], high & board.payable[wilds, kind, cards, 1]
            claims = count_bits(low_of) + count_bits(high_of)
            if n < claims:
                route = nth_bit(low_of, high_of, n)
                payment = wilds if board.colour[route] != GREY else (kind - 1) * board.length[route] + wilds
                return board.claims_of[route] + payment
            n -= claims
    route = nth_bit(low & board.payable_wild[most_wilds, 0], high & board.payable_wild[most_wilds, 1], n)
    return board.claims_of[route + 1] - 1
