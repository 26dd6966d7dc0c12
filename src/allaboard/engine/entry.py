"""The doors into compiled code: functions that Python calls with arrays of records, and the set-up that compiles them all."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from allaboard.editions.bounds import MAX_LOCATIONS, MAX_TICKETS
from allaboard.engine.card_worlds import deal_cards
from allaboard.engine.claiming import most_of_a_colour
from allaboard.engine.jit import compiled
from allaboard.engine.journal import Journal, no_journal
from allaboard.engine.legal import ALLOWED, list_actions, refusal, refusal_of_hand, refusal_of_route
from allaboard.engine.network import PATIENCE, join_locations, longest_path
from allaboard.engine.playout import random_games
from allaboard.engine.records import STATE, Boards, States
from allaboard.engine.redaction import redact
from allaboard.engine.scoring import attractions_touched, joined_districts, new_sheets, score, ticket_standing, winners
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.ticket_worlds import deal_tickets
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Int32s, Int64s, Word, Words, blank_records

__all__ = [
    "begin",
    "compile_rules",
    "legal",
    "longest_path_of",
    "new_states",
    "redacted",
    "resampled",
    "route_refusals",
    "scored",
    "sheet_facts",
    "step",
]


def new_states(count: int = 1) -> States:
    """Room for games in progress."""
    return blank_records(count, STATE)


@compiled
def begin(boards: Boards, states: States, players: int, start: int, seed: Words, journal: Journal | None) -> None:
    """Set up a game in the first state."""
    set_up(boards[0], states[0], players, start, seed, journal)


@compiled
def step(boards: Boards, states: States, seat: int, action: int, journal: Journal | None) -> int:
    """Carry out an action if it is legal; the code of what refuses it otherwise, with the state untouched."""
    reason = refusal(boards[0], states[0], seat, action)
    if reason == 0:
        apply(boards[0], states[0], seat, action, journal)
    return reason


@compiled
def legal(boards: Boards, states: States, seat: int, actions: Int64s) -> int:
    """List a seat's legal actions; returns how many."""
    return list_actions(boards[0], states[0], seat, actions)


@compiled
def route_refusals(boards: Boards, states: States, seat: int, reasons: Int64s) -> None:
    """For every route the code of what keeps a seat from claiming it now, 0 where some payment is legal."""
    board, state = boards[0], states[0]
    most = most_of_a_colour(board, state, seat)
    for route in range(board.routes):
        reasons[route] = refusal_of_route(board, state, seat, route)
        if reasons[route] == ALLOWED:
            reasons[route] = refusal_of_hand(board, state, seat, route, most)


@compiled
def redacted(boards: Boards, states: States, seat: int, out: States) -> None:
    """Copy a state and blank what the seat (negative: a spectator) cannot know."""
    out[0] = states[0]
    redact(boards[0], out[0], seat)


@compiled
def resampled(boards: Boards, states: States, seat: int, stream: Words, out: States) -> None:
    """Copy a state that was redacted for a seat and fill it with a random world that the seat cannot tell from the real one."""
    out[0] = states[0]
    deal_tickets(boards[0], out[0], seat, stream)
    deal_cards(out[0], seat, stream)


@compiled
def scored(boards: Boards, states: States, sheets: Int32s) -> tuple[int, int]:
    """Fill the score sheets; returns the winning seats as bits and the tie break that decided."""
    score(boards[0], states[0], sheets)
    return winners(boards[0], states[0].players, sheets)


@compiled
def sheet_facts(boards: Boards, states: States, seat: int, tickets: Int64s) -> tuple[Word, Word]:
    """Write how every ticket stands for a seat; returns its attractions as bits of locations, and its districts as bits."""
    parents = np.empty(MAX_LOCATIONS, np.int64)
    board, state = boards[0], states[0]
    join_locations(board, state.claimed[seat], parents)
    for ticket in range(board.tickets):
        tickets[ticket] = ticket_standing(board, state, seat, ticket, parents)
    return attractions_touched(board, state.claimed[seat]), joined_districts(board, parents)


@compiled
def longest_path_of(boards: Boards, routes: Words, patience: int = PATIENCE) -> int:
    """The longest path over a set of routes given as two words."""
    return longest_path(boards[0], routes, patience)


def compile_rules(boards: Boards, players: int, announce: Callable[[str], None] = lambda _: None) -> None:
    """Compile every door by using it once on a small game; `announce` hears which one is next.

    Resampling comes last: another process may be compiling it.
    """
    states, other = new_states(), new_states()
    seed, stream, journal = np.arange(4, dtype=np.uint64), np.arange(1, 5, dtype=np.uint64), no_journal()
    sheets = new_sheets(players)
    steps: list[tuple[str, Callable[[], object]]] = [
        ("setting up", lambda: (set_game_seed(seed, seed.copy(), 0), begin(boards, states, players, -1, seed, journal))),
        ("legal actions", lambda: legal(boards, states, 0, np.zeros(64, dtype=np.int64))),
        ("refusals", lambda: route_refusals(boards, states, 0, np.zeros(128, dtype=np.int64))),
        ("playing", lambda: step(boards, states, 0, 0, journal)),
        ("redaction", lambda: redacted(boards, states, 0, other)),
        (
            "scoring",
            lambda: (
                scored(boards, states, sheets),
                sheet_facts(boards, states, 0, np.zeros(MAX_TICKETS, dtype=np.int64)),
                longest_path_of(boards, np.zeros(2, dtype=np.uint64)),
            ),
        ),
        ("random games", lambda: random_games(boards, states, players, seed, 0, new_sheets(players, 1), np.zeros(1, dtype=np.int64))),
        ("resampling", lambda: resampled(boards, other, 0, stream, states)),
    ]
    for name, use in steps:
        announce(name)
        use()
