"""Writing an observation: what a seat may know of a state, as the bytes that the layout describes.

A state gives the same bytes before and after `hidden.redact`: batches skip the copy, single games come through it, and the tests hold
the two together and deal out again what is hidden. Seats are relative: the observer first, then clockwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.engine.bits import lowest_bit, pop_bit
from allaboard.engine.claiming import open_routes
from allaboard.engine.jit import inlined
from allaboard.engine.network import find, join_locations
from allaboard.engine.records import CHOOSING, NOT_CHOSEN, OVER, Board, State
from allaboard.engine.tickets import tickets_left
from allaboard.engine.typed_records import Array

__all__ = ["encode"]

CAP = 255


@inlined
def encode(board: Board, state: State, seat: int, out: Array, parents: Array) -> None:
    """Write what a seat observes of a state, redacted for it or not; `parents` is room for the locations."""
    out[:] = 0
    cursor = encode_moment(state, seat, out)
    cursor = encode_cards(board, state, seat, out, cursor)
    cursor = encode_seats(state, seat, out, cursor)
    cursor = encode_routes(board, state, seat, out, cursor)
    encode_tickets(board, state, seat, out, cursor, parents)


@inlined
def encode_moment(state: State, seat: int, out: Array) -> int:
    """Slices phase to final_turns; returns where the next slice begins."""
    players = state.players
    if state.phase != OVER:
        out[state.phase] = 1
    cursor = 4
    if state.phase == CHOOSING:
        for turn in range(players):
            out[cursor + turn] = state.chosen[(seat + turn) % players] == NOT_CHOSEN
    elif state.phase != OVER:
        out[cursor + (state.acting - seat) % players] = 1
    cursor += players
    out[cursor + (state.start - seat) % players] = 1
    cursor += players
    out[cursor] = min(state.turns, CAP)
    if state.final_turns >= 0:
        out[cursor + 1] = 1
        out[cursor + 2] = state.final_turns
    return cursor + 3


@inlined
def encode_cards(board: Board, state: State, seat: int, out: Array, cursor: int) -> int:
    """Slices market to known."""
    players, kinds = state.players, board.kinds
    for slot in range(state.market.size):
        if state.market[slot] >= 0:
            out[cursor + state.market[slot]] += 1
    cursor += kinds
    out[cursor] = state.deck_size
    cursor += 1
    # whole rows are copied: each is one short run of the processor's wide registers
    discard, unseen = out[cursor : cursor + kinds], out[cursor + kinds : cursor + 2 * kinds]
    out[cursor + 2 * kinds] = tickets_left(state)
    cursor += 2 * kinds + 1
    hand = out[cursor : cursor + kinds]
    for kind in range(kinds):
        discard[kind] = state.discard[kind]
        unseen[kind] = state.deck[kind]
        hand[kind] = state.hands[seat, kind]
    cursor += kinds
    for turn in range(players):
        other = (seat + turn) % players
        known = out[cursor : cursor + kinds]
        for kind in range(kinds):
            known[kind] = state.known[other, kind]
        if turn > 0:
            for kind in range(kinds):
                unseen[kind] += state.hands[other, kind] - state.known[other, kind]
        cursor += kinds
    return cursor


@inlined
def encode_seats(state: State, seat: int, out: Array, cursor: int) -> int:
    """Slices hand_size to chosen."""
    players = state.players
    for turn in range(players):
        other = (seat + turn) % players
        at = cursor + turn
        out[at] = state.hand_size[other]
        out[at + players] = state.pieces[other]
        out[at + 2 * players] = min(state.points[other], CAP)
        out[at + 3 * players] = state.ticket_count[other]
        out[at + 4 * players] = state.offer_size[other]
        out[at + 5 * players] = state.chosen[other] != NOT_CHOSEN
    return cursor + 6 * players


@inlined
def encode_routes(board: Board, state: State, seat: int, out: Array, cursor: int) -> int:
    """Slices claimed and open."""
    players = state.players
    for turn in range(players):
        claimed = state.claimed[(seat + turn) % players]
        write_routes(claimed[0], claimed[1], 1, out, cursor)
        cursor += board.routes
    low, high = open_routes(board, state, seat)
    # most routes are open most of the time, so those that are not are fewer to write
    out[cursor : cursor + board.routes] = 1
    write_routes(board.all_routes[0] & ~low, board.all_routes[1] & ~high, 0, out, cursor)
    return cursor + board.routes


@inlined
def write_routes(low: Any, high: Any, byte: int, out: Array, cursor: int) -> None:
    """Write the same byte for every route of a set given as two words."""
    while low | high != np.uint64(0):
        route, low, high = pop_bit(low, high)
        out[cursor + route] = byte


@inlined
def encode_tickets(board: Board, state: State, seat: int, out: Array, cursor: int, parents: Array) -> None:
    """Slices tickets to returned."""
    tickets = board.tickets
    complete = cursor + tickets
    offer = complete + tickets
    after_offer = offer + max(board.setup_offer, board.offer) * tickets
    held, returned = out[cursor:complete], out[after_offer : after_offer + tickets]
    seen = np.uint8(1) << seat
    for ticket in range(tickets):
        held[ticket] = state.place[ticket] == seat
    for ticket in range(tickets):
        returned[ticket] = (state.seen[ticket] & seen != 0) & (held[ticket] == 0)
    join_locations(board, state.claimed[seat], parents)
    for first in range(0, tickets, 64):
        word = np.uint64(0)
        for ticket in range(first, min(first + 64, tickets)):
            word |= np.uint64(held[ticket]) << np.uint64(ticket - first)
        while word != np.uint64(0):  # a few of many are held: walked as bits they cost no wrong guess of a branch each
            ticket = first + lowest_bit(word)
            word &= word - np.uint64(1)
            out[complete + ticket] = find(parents, board.ticket_ends[ticket, 0]) == find(parents, board.ticket_ends[ticket, 1])
    for position in range(state.offer_size[seat]):
        ticket = state.offer[seat, position]
        out[cursor + ticket] = 0  # not kept yet
        out[offer + position * tickets + ticket] = 1
