"""Claiming a route: which routes are open to a seat, which payments its hand allows, and what a claim changes (R-CLAIM)."""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import bit, count_bits, has_bit, nth_bit
from allaboard.engine.compiling import rule
from allaboard.engine.layout import GREY, WILD, Board, State
from allaboard.engine.market import discard_cards, market_cards, refill_market

__all__ = ["claim_route", "count_claims", "nth_claim", "open_routes", "owner"]

LANE = np.uint64(255)


@rule
def owner(state: State, route: int) -> int:
    """The seat that claimed a route, or NOBODY (-1)."""
    for seat in range(state.players):
        if has_bit(state.claimed[seat], route):
            return seat
    return -1


@rule
def open_routes(board: Board, state: State, seat: int) -> Any:
    """The routes that a seat may claim if its hand allows, as two words (R-CLAIM-4 to R-CLAIM-7)."""
    low = state.free[0] & ~state.barred[seat, 0]
    high = state.free[1] & ~state.barred[seat, 1]
    pieces = state.pieces[seat]
    if pieces < board.longest_route:  # R-CLAIM-5
        low &= board.fitting[pieces, 0]
        high &= board.fitting[pieces, 1]
    return low, high


@rule
def claim_route(board: Board, state: State, seat: int, route: int, colour: int, wilds: int, tape: Any) -> None:
    """Pay for a route and put the pieces on it."""
    length = board.length[route]
    if wilds < length:
        pay(state, seat, colour, length - wilds)
    if wilds > 0:
        pay(state, seat, WILD, wilds)
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


@rule
def pay(state: State, seat: int, kind: int, cards: int) -> None:
    """Discard cards from a hand; those that others know of go first, as nobody can tell them apart."""
    state.hands[seat, kind] -= cards
    state.hand_size[seat] -= cards
    state.shown[seat, kind] = max(0, state.shown[seat, kind] - cards)
    state.known[seat, kind] = max(0, state.known[seat, kind] - cards)
    discard_cards(state, kind, cards)  # R-CLAIM-8


@rule
def grey_payments(board: Board, state: State, seat: int) -> Any:
    """Ways to pay a grey route (R-CLAIM-2): a byte for each length, from one space in the lowest."""
    wilds = min(state.hands[seat, WILD], MAX_LENGTH)
    ways = board.wild_ways[wilds]
    for kind in range(1, board.kinds):
        ways += board.grey_ways[wilds, min(state.hands[seat, kind], MAX_LENGTH)]
    return ways


@rule
def count_claims(board: Board, state: State, seat: int) -> int:
    """How many claims a seat has: every open route in every payment its hand allows (R-CLAIM-3)."""
    low, high = open_routes(board, state, seat)
    wilds = state.hands[seat, WILD]
    claims = 0
    for kind in range(1, board.kinds):
        cards = state.hands[seat, kind]
        for length in range(1, min(cards + wilds, board.longest_route) + 1):
            ways = min(wilds, length) - max(0, length - cards) + 1
            routes = count_bits(low & board.routes_of[kind, length, 0]) + count_bits(high & board.routes_of[kind, length, 1])
            claims += ways * routes
    ways_by_length = grey_payments(board, state, seat)
    length = 1
    while ways_by_length != np.uint64(0):
        ways = np.int64(ways_by_length & LANE)
        routes = count_bits(low & board.routes_of[GREY, length, 0]) + count_bits(high & board.routes_of[GREY, length, 1])
        claims += ways * routes
        ways_by_length >>= np.uint64(8)
        length += 1
    return claims


@rule
def nth_claim(board: Board, state: State, seat: int, n: int) -> int:
    """The nth claim (from 0) in the order in which `count_claims` meets them, as an index into the board's claims."""
    low, high = open_routes(board, state, seat)
    wilds = state.hands[seat, WILD]
    for kind in range(1, board.kinds):
        cards = state.hands[seat, kind]
        for length in range(1, min(cards + wilds, board.longest_route) + 1):
            fewest = max(0, length - cards)
            ways = min(wilds, length) - fewest + 1
            low_of, high_of = low & board.routes_of[kind, length, 0], high & board.routes_of[kind, length, 1]
            claims = ways * (count_bits(low_of) + count_bits(high_of))
            if n < claims:
                return board.claims_of[nth_bit(low_of, high_of, n // ways)] + fewest + n % ways
            n -= claims
    ways_by_length = grey_payments(board, state, seat)
    length = 1
    while ways_by_length != np.uint64(0):
        ways = np.int64(ways_by_length & LANE)
        low_of, high_of = low & board.routes_of[GREY, length, 0], high & board.routes_of[GREY, length, 1]
        claims = ways * (count_bits(low_of) + count_bits(high_of))
        if n < claims:
            return board.claims_of[nth_bit(low_of, high_of, n // ways)] + nth_grey_payment(board, state, seat, length, n % ways)
        n -= claims
        ways_by_length >>= np.uint64(8)
        length += 1
    return -1


@rule
def nth_grey_payment(board: Board, state: State, seat: int, length: int, n: int) -> int:
    """The nth payment of a grey route, as its place among all payments of that route."""
    wilds = state.hands[seat, WILD]
    for kind in range(1, board.kinds):
        fewest = max(0, length - state.hands[seat, kind])
        ways = max(0, min(wilds, length - 1) - fewest + 1)
        if n < ways:
            return (kind - 1) * length + fewest + n
        n -= ways
    return (board.kinds - 1) * length
