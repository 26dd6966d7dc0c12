"""The end of a game: who is ahead, and the last turn, in which only points count."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.claims import NO_CLAIM, cheapest_payment
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.ticket_choice import mean_ticket
from allaboard.editions.bounds import MAX_LOCATIONS, MAX_PLAYERS
from allaboard.engine.bits import bit, pop_bit
from allaboard.engine.claiming import payable_routes
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.network import longest_path
from allaboard.engine.records import Board, State
from allaboard.engine.scoring import ATTRACTIONS, COLUMNS, DISTRICTS, LONGEST_BONUS, TICKETS, path_bonus, score, score_network
from allaboard.engine.turn import starts_final_round
from allaboard.engine.typed_records import Int32s, Words

__all__ = ["last_claim", "measure_lead", "settle", "standing"]

ONE = np.uint64(1)
NONE = np.uint64(0)


@inlined
def standing(board: Board, state: State, seat: int, routes: Words) -> int:
    """Points at the end beyond those of routes and of the longest path, if the seat had these routes."""
    parents, sheet = np.empty(MAX_LOCATIONS, np.int64), np.empty(COLUMNS, np.int64)
    score_network(board, state, seat, routes, parents, sheet)
    return sheet[TICKETS] + sheet[ATTRACTIONS] + sheet[DISTRICTS]


@inlined
def rivals_record(board: Board, state: State, seat: int) -> int:
    """The longest path of the other seats."""
    record = 0
    if board.longest_path_points > 0:
        for other in range(state.players):
            if other != seat:
                record = max(record, longest_path(board, state.claimed[other]))
    return record


@inlined
def could_lead(board: Board, routes: Words, record: int) -> bool:
    """Whether there are spaces enough for the longest path, and points for it."""
    spaces = 0
    low, high = routes[0], routes[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        spaces += board.length[route]
    return board.longest_path_points > 0 and spaces >= record


@compiled
def settle(board: Board, state: State, sheets: Int32s) -> None:
    """Fill a score sheet for every seat, as if the game ended now."""
    score(board, state, sheets)


@inlined
def count_bonuses(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Fill every seat's points beyond those for routes and tickets, once the seat may soon start the final round; until then none count."""
    for other in range(state.players):
        scratch.bonuses[other] = 0
    if constants.bonus > 0.0 and starts_final_round(board, state.pieces[seat] - board.longest_route):
        sheets = np.empty((MAX_PLAYERS, COLUMNS), np.int32)
        settle(board, state, sheets)
        for other in range(state.players):
            scratch.bonuses[other] = sheets[other, LONGEST_BONUS] + sheets[other, ATTRACTIONS] + sheets[other, DISTRICTS]


@compiled
def measure_lead(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Guess how many points the seat is ahead of the best rival, tickets that nobody sees counted at a share of an average one."""
    mean = mean_ticket(board)
    own = float(state.points[seat])
    for index in range(scratch.tickets):
        points = board.ticket_points[scratch.ticket[index]]
        own += points if scratch.planned[index] == 1 else -points
    rival = -1.0e9
    count_bonuses(board, state, seat, constants, scratch)
    own += constants.bonus * scratch.bonuses[seat]
    for other in range(state.players):
        if other != seat:
            points = state.points[other] + 0.8 * mean * state.ticket_count[other] + constants.bonus * scratch.bonuses[other]
            rival = max(rival, points)
    scratch.lead = own - rival - constants.turn_worth * scratch.plan_turns


@compiled
def last_claim(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> tuple[int, float]:
    """In the last turn: the claim that adds most to the final score, and how much; no claim is -1."""
    record = rivals_record(board, state, seat)
    routes = np.empty(2, np.uint64)
    routes[0], routes[1] = state.claimed[seat, 0], state.claimed[seat, 1]
    leads = board.longest_path_points > 0 and path_bonus(board, longest_path(board, routes), record) > 0
    now = standing(board, state, seat, routes)
    best, most = NO_CLAIM, -1.0e9
    low, high = payable_routes(board, state, seat)
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        routes[route >> 6] |= bit(route)
        points = float(board.route_points[board.length[route]] + standing(board, state, seat, routes) - now)
        # One more route never makes the longest path shorter, nor longer than all routes together.
        if not leads and points + board.longest_path_points > most and could_lead(board, routes, record):
            points += path_bonus(board, longest_path(board, routes), record)
        routes[route >> 6] &= ~bit(route)
        if points > most:
            best, most = route, points
    if best == NO_CLAIM:
        return NO_CLAIM, most
    return cheapest_payment(board, state, seat, constants, scratch, best)[0], most
