"""Writing an observation: what a seat may know of a state, as the bytes that the layout describes.

A state gives the same bytes before and after `redaction.redact_moment`: batches skip the copy, single games come through it, and the
tests hold the two together and deal out again what is hidden. Seats are relative: the observer first, then clockwise.
"""

from __future__ import annotations

import numpy as np

from allaboard.engine.bits import lowest_bit
from allaboard.engine.claiming import open_routes
from allaboard.engine.jit import inlined
from allaboard.engine.network import find, join_locations
from allaboard.engine.records import CHOOSING, NOT_CHOSEN, OVER, Board, State
from allaboard.engine.tickets import tickets_left
from allaboard.engine.typed_records import Bytes, Int64s, Word
from allaboard.env.observation_layout import CAP, Starts

__all__ = ["encode"]


@inlined
def encode(board: Board, state: State, seat: int, at: Starts, out: Bytes, parents: Int64s) -> None:
    """Write what a seat observes of a state, redacted for it or not; `parents` is room for the locations."""
    out[:] = 0
    encode_moment(state, seat, at, out)
    encode_cards(board, state, seat, at, out)
    encode_seats(state, seat, at, out)
    encode_routes(board, state, seat, at, out)
    encode_tickets(board, state, seat, at, out, parents)


@inlined
def encode_moment(state: State, seat: int, at: Starts, out: Bytes) -> None:
    """Whose move it is, and how far the game is."""
    players = state.players
    if state.phase != OVER:
        out[at.phase + state.phase] = 1
    if state.phase == CHOOSING:
        for turn in range(players):
            out[at.acting + turn] = state.chosen[(seat + turn) % players] == NOT_CHOSEN
    elif state.phase != OVER:
        out[at.acting + (state.acting - seat) % players] = 1
    out[at.start + (state.start - seat) % players] = 1
    out[at.turns] = min(state.turns, CAP)
    if state.final_turns >= 0:
        out[at.final_round] = 1
        out[at.final_turns] = state.final_turns


@inlined
def encode_cards(board: Board, state: State, seat: int, at: Starts, out: Bytes) -> None:
    """Market, deck, discard pile and hands."""
    players, kinds = state.players, board.kinds
    for slot in range(state.market.size):
        if state.market[slot] >= 0:
            out[at.market + state.market[slot]] += 1
    out[at.deck] = state.deck_size
    out[at.ticket_deck] = tickets_left(state)
    # whole rows are copied: each is one short run of the processor's wide registers
    discard, unseen, hand = out[at.discard : at.discard + kinds], out[at.unseen : at.unseen + kinds], out[at.hand : at.hand + kinds]
    for kind in range(kinds):
        discard[kind] = state.discard[kind]
        unseen[kind] = state.deck[kind]
        hand[kind] = state.hands[seat, kind]
    for turn in range(players):
        other = (seat + turn) % players
        known = out[at.known + turn * kinds : at.known + (turn + 1) * kinds]
        for kind in range(kinds):
            known[kind] = state.known[other, kind]
        if turn > 0:
            for kind in range(kinds):
                unseen[kind] += state.hands[other, kind] - state.known[other, kind]


@inlined
def encode_seats(state: State, seat: int, at: Starts, out: Bytes) -> None:
    """What all see of every seat."""
    players = state.players
    for turn in range(players):
        other = (seat + turn) % players
        out[at.hand_size + turn] = state.hand_size[other]
        out[at.pieces + turn] = state.pieces[other]
        out[at.points + turn] = min(state.points[other], CAP)
        out[at.ticket_count + turn] = state.ticket_count[other]
        out[at.offer_size + turn] = state.offer_size[other]
        out[at.chosen + turn] = state.chosen[other] != NOT_CHOSEN


@inlined
def encode_routes(board: Board, state: State, seat: int, at: Starts, out: Bytes) -> None:
    """Routes claimed, and those that the seat may claim."""
    players, routes = state.players, board.routes
    for turn in range(players):
        claimed = state.claimed[(seat + turn) % players]
        write_routes(claimed[0], claimed[1], 1, out, at.claimed + turn * routes)
    low, high = open_routes(board, state, seat)
    # most routes are open most of the time, so those that are not are fewer to write
    out[at.open : at.open + routes] = 1
    write_routes(board.all_routes[0] & ~low, board.all_routes[1] & ~high, 0, out, at.open)


@inlined
def write_routes(low: Word, high: Word, byte: int, out: Bytes, start: int) -> None:
    """Write the same byte for every route of a set given as two words."""
    while low != np.uint64(0):  # a loop for each word: together they cost a wrong guess more
        out[start + lowest_bit(low)] = byte
        low &= low - np.uint64(1)
    while high != np.uint64(0):
        out[start + 64 + lowest_bit(high)] = byte
        high &= high - np.uint64(1)


@inlined
def encode_tickets(board: Board, state: State, seat: int, at: Starts, out: Bytes, parents: Int64s) -> None:
    """The seat's own tickets: kept, complete, on offer, given back."""
    tickets = board.tickets
    held, returned = out[at.tickets : at.tickets + tickets], out[at.returned : at.returned + tickets]
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
            out[at.complete + ticket] = find(parents, board.ticket_ends[ticket, 0]) == find(parents, board.ticket_ends[ticket, 1])
    for position in range(state.offer_size[seat]):
        ticket = state.offer[seat, position]
        held[ticket] = 0  # not kept yet
        out[at.offer + position * tickets + ticket] = 1
