"""The offers of a game, as the table saw them: who drew how many tickets from where, and gave how many back (R-TICKET-3).

A seat that gave a ticket back follows it: somebody draws it, and keeps it or returns it unseen. The log keeps what it takes to follow it
exactly, and `redact_ticket_log` leaves a seat what it can know of it. Dealing a world from it is `ticket_worlds`'.

An entry is a few bytes: the seat with how many were offered, how many of these came from under the deck and how many went back, the
pattern by which the seat kept, and the tickets as drawn.
"""

from __future__ import annotations

from typing import Final

from allaboard.engine.bits import wide
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import TICKET_LOG, Board, State

__all__ = ["forget_ticket_log", "log_offer", "redact_ticket_log"]

AT_SETUP: Final = 64  # added to the first byte; below it: the seat, plus eight times the tickets offered
HEAD: Final = 4
"""Bytes before the tickets: seat and size, origin and returns, and the pattern in two."""
NOT_TOLD: Final = 255


@compiled
def log_offer(board: Board, state: State, seat: int, pattern: int, at_setup: bool) -> None:
    """Write down an offer that has just been chosen from and still lies there; the oldest entries give way."""
    offered = wide(state.offer_size[seat])
    while state.ticket_log_size + HEAD + offered > TICKET_LOG:
        drop_oldest(state)
    at = wide(state.ticket_log_size)
    state.ticket_log[at] = seat + 8 * offered + (AT_SETUP if at_setup else 0)
    state.ticket_log[at + 1] = state.offer_from_queue + 8 * (offered - board.keep_count[pattern])
    write_pattern(state, at, pattern)
    for position in range(offered):
        state.ticket_log[at + HEAD + position] = state.offer[seat, position]
    state.ticket_log_size += HEAD + offered


@inlined
def entry_size(state: State, at: int) -> int:
    """How many bytes the entry at a place of the log has."""
    return HEAD + (wide(state.ticket_log[at]) >> 3 & 7)


@inlined
def pattern_of(state: State, at: int) -> int:
    """By which pattern the seat kept."""
    return wide(state.ticket_log[at + 2]) + 256 * wide(state.ticket_log[at + 3])


@inlined
def write_pattern(state: State, at: int, pattern: int) -> None:
    """Set the pattern of an entry."""
    state.ticket_log[at + 2] = pattern & 255
    state.ticket_log[at + 3] = pattern >> 8


@inlined
def drop_oldest(state: State) -> None:
    """Forget the first entry."""
    size = entry_size(state, 0)
    state.ticket_log_size -= size
    for at in range(state.ticket_log_size):
        state.ticket_log[at] = state.ticket_log[at + size]
    for at in range(state.ticket_log_size, state.ticket_log_size + size):
        state.ticket_log[at] = 0


@inlined
def forget_ticket_log(state: State) -> None:
    """Leave nothing of the log; behind its end there is nothing in any case."""
    for at in range(state.ticket_log_size):
        state.ticket_log[at] = 0
    state.ticket_log_size = 0


@inlined
def redact_ticket_log(state: State, seat: int) -> None:
    """Leave what a seat (negative: a spectator) can know: which tickets others were offered and kept is secret, how many is not."""
    at = 0
    while at < state.ticket_log_size:
        size = entry_size(state, at)
        if state.ticket_log[at] & 7 != seat:
            for byte in range(at + 2, at + size):
                state.ticket_log[byte] = NOT_TOLD
        at += size
