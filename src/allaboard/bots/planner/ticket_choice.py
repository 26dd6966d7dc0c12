"""Tickets: which of an offer to keep, by what they cost together, and whether drawing more is worth a turn."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.paths import cheapest_path, ends
from allaboard.bots.planner.plan import (
    add_ticket,
    improve_plan,
    list_tickets,
    make_plan,
    path_needs,
    price_plan,
)
from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.survey import draw_map
from allaboard.editions.bounds import MAX_LOCATIONS, MAX_TICKETS
from allaboard.engine.bits import wide
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.legal import ALLOWED, refusal_of_keep
from allaboard.engine.network import find, join_locations
from allaboard.engine.records import UNKNOWN, Board, State
from allaboard.engine.tickets import tickets_left
from allaboard.engine.typed_records import Floats, Int64s

__all__ = ["best_ticket", "choose_tickets", "keep_worth", "mean_ticket", "offer_worth"]


@inlined
def mean_ticket(board: Board) -> float:
    """Points of an average ticket of the board."""
    total = 0.0
    for ticket in range(board.tickets):
        total += board.ticket_points[ticket]
    return total / max(1, board.tickets)


@inlined
def best_ticket(board: Board) -> float:
    """Points of the board's best ticket."""
    most = 0
    for ticket in range(board.tickets):
        most = max(most, board.ticket_points[ticket])
    return float(most)


@compiled
def keep_worth(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, pattern: int) -> float:
    """What a choice from an offer is worth in points, together with the tickets kept before."""
    list_tickets(board, state, seat, scratch)
    for position in range(state.offer_size[seat]):
        if (board.keep_mask[pattern] >> position) & 1:
            add_ticket(scratch, state.offer[seat, position])
    make_plan(board, state, seat, constants, scratch)
    improve_plan(board, state, seat, constants, scratch)
    return scratch.plan_value + constants.appetite * mean_ticket(board) * board.keep_count[pattern]


@compiled
def choose_tickets(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> int:
    """Keep the tickets that are worth most; what goes back keeps its order."""
    offered = state.offer_size[seat]
    best, most = -1, 0.0
    for pattern in range(np.int64(board.keeps_of[offered]), board.keeps_of[offered + 1]):
        if board.keep_in_order[pattern] == 0 or refusal_of_keep(board, state, seat, pattern) != ALLOWED:
            continue
        worth = keep_worth(board, state, seat, constants, scratch, pattern)
        if best < 0 or worth > most:
            best, most = pattern, worth
    return wide(board.keep_id[best])


@inlined
def ticket_worth(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, ticket: int) -> float:
    """What one more ticket is worth in points beside the plan."""
    pieces = state.pieces[seat] - scratch.plan_pieces
    turns = constants.time_trust * (scratch.turns_left - 1.0) - scratch.plan_turns
    start, goal = ends(board.ticket_ends, ticket)
    points = float(board.ticket_points[ticket])
    cost = cheapest_path(board, scratch, start, goal)
    if cost < (1.0 + constants.confidence) * points:
        more_pieces, more_turns = path_needs(board, scratch, start, goal)
        if more_pieces <= pieces and more_turns <= turns:
            return constants.confidence * points - cost
    return -points


@inlined
def made_worth(board: Board, constants: Constants, scratch: Scratch, ticket: int, parents: Int64s) -> float:
    """The same in the last turn: the seat's routes make it as they are, or nothing does; who still has a plan hopes for no more."""
    points = float(board.ticket_points[ticket])
    start, goal = ends(board.ticket_ends, ticket)
    joined = scratch.plan_turns == 0.0 and find(parents, start) == find(parents, goal)
    return constants.confidence * points if joined else -points


@compiled
def offer_worth(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> float:
    """What drawing tickets is worth in points: the best of an offer on average, given the plan; every unseen ticket is as likely."""
    worths, parents = np.empty(MAX_TICKETS, np.float64), np.empty(MAX_LOCATIONS, np.int64)
    unseen = 0
    last = state.final_turns >= 0
    if last:
        join_locations(board, state.claimed[seat], parents)
    else:
        draw_map(board, state, seat, constants, scratch)
        price_plan(board, scratch)
    for ticket in range(board.tickets):
        if state.place[ticket] != UNKNOWN:
            continue
        if last:
            worth = made_worth(board, constants, scratch, ticket, parents)
        else:
            worth = ticket_worth(board, state, seat, constants, scratch, ticket)
        place = unseen
        while place > 0 and worth > worths[place - 1]:
            worths[place] = worths[place - 1]
            place -= 1
        worths[place] = worth
        unseen += 1
    return best_of_draw(worths, unseen, min(board.offer, tickets_left(state)))


@inlined
def best_of_draw(worths: Floats, count: int, drawn: int) -> float:
    """The average of the best of some drawn at random, the worths being sorted, greatest first."""
    if count == 0 or drawn == 0:
        return -1.0e9
    expected, none_better = 0.0, 1.0
    for place in range(count):
        # the chance that this one is drawn, given that none before it was
        chance = min(1.0, drawn / (count - place))
        expected += none_better * chance * worths[place]
        none_better *= 1.0 - chance
    return expected
