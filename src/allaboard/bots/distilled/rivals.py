"""What the rivals probably want: the routes that their tickets still need, as far as their claims betray these, and what they could pay."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from allaboard.bots.planner.ticket_choice import mean_ticket
from allaboard.bots.search.beliefs import FAR, log_odds, measure_ways
from allaboard.editions.bounds import MAX_LOCATIONS, MAX_ROUTES, MAX_TICKETS
from allaboard.engine.bits import has_bit, pop_bit, wide
from allaboard.engine.claiming import closes_twins
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import GREY, UNKNOWN, WILD, Board, State
from allaboard.engine.typed_records import Floats, Int64s, Record, dtype_of

__all__ = ["RIVALS", "Rivals", "blocked_points", "guess_rivals"]

NONE = np.uint64(0)
UNLIKELY = 0.03
"""Tickets that a rival hardly holds say nothing about what it needs."""


class Rivals(Record):
    """A guess at what the rivals want and have."""

    need: Annotated[Floats, MAX_ROUTES]  # points of their tickets that hang on a route, by its share of the way that is left
    ready: Annotated[Floats, MAX_ROUTES]  # how much of its price the best equipped of them holds, from 0 to 1
    # points of their tickets, a rival's on average: made, as far as on the way, and out of reach; and the spaces that are left to claim
    done: Annotated[float, np.float64]
    near: Annotated[float, np.float64]
    lost: Annotated[float, np.float64]
    left: Annotated[float, np.float64]


RIVALS = dtype_of(Rivals)


@compiled
def guess_rivals(board: Board, state: State, seat: int, before: Int64s, rivals: Rivals) -> None:
    """Fill the guess from a state redacted for the seat; `before` are the spaces between locations on the empty board."""
    rivals.done = rivals.near = rivals.lost = rivals.left = 0.0
    for route in range(board.routes):
        rivals.need[route] = rivals.ready[route] = 0.0
    for other in range(state.players):
        if other != seat:
            guess_needs(board, state, other, before, rivals)
            guess_cards(board, state, other, rivals)


@inlined
def guess_needs(board: Board, state: State, other: int, before: Int64s, rivals: Rivals) -> None:
    """Add what a rival needs for the tickets that it may hold."""
    spaces = np.empty((MAX_LOCATIONS, MAX_LOCATIONS), np.int64)
    weight = np.empty(MAX_TICKETS, np.float64)
    measure_ways(board, state, other, spaces)
    mean, total = mean_ticket(board), 0.0
    for ticket in range(board.tickets):
        weight[ticket] = np.exp(log_odds(board, state, other, ticket, before, spaces, mean)) if state.place[ticket] == UNKNOWN else 0.0
        total += weight[ticket]
    if total == 0.0:
        return
    share = 1.0 / (state.players - 1)
    for ticket in range(board.tickets):
        likely = min(1.0, state.ticket_count[other] * weight[ticket] / total)
        points = likely * board.ticket_points[ticket]
        start, goal = wide(board.ticket_ends[ticket, 0]), wide(board.ticket_ends[ticket, 1])
        way = spaces[start, goal]
        if way == 0:
            rivals.done += share * points
        elif way >= FAR:
            rivals.lost += share * points
        else:
            rivals.near += share * points * (1.0 - way / max(1, before[start, goal]))
            rivals.left += share * likely * way
            if likely > UNLIKELY:
                add_needs(board, state, spaces, start, goal, points, rivals)


@inlined
def add_needs(board: Board, state: State, spaces: Int64s, start: int, goal: int, points: float, rivals: Rivals) -> None:
    """Add a ticket's points to the routes on its shortest ways, each by its share of what is left to claim."""
    way = spaces[start, goal]
    low, high = state.free[0], state.free[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        length, near, far = board.length[route], board.ends[route, 0], board.ends[route, 1]
        if spaces[start, near] + length + spaces[far, goal] == way or spaces[start, far] + length + spaces[near, goal] == way:
            rivals.need[route] += points * length / way


@inlined
def guess_cards(board: Board, state: State, other: int, rivals: Rivals) -> None:
    """Say how much of each open route's price a rival holds: cards that were seen, and its share of the unseen ones."""
    told, unseen = 0, 0
    for kind in range(board.kinds):
        told += state.hands[other, kind]
        unseen += state.deck[kind]
    hidden = (state.hand_size[other] - told) / max(1.0, unseen)
    wilds = state.hands[other, WILD] + hidden * state.deck[WILD]
    most = 0.0
    for kind in range(1, board.kinds):
        most = max(most, state.hands[other, kind] + hidden * state.deck[kind])
    low, high = state.free[0], state.free[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        if state.pieces[other] >= board.length[route] and not has_bit(state.barred[other], route):
            colour = board.colour[route]
            # the best of several colours is more than each of them is on average
            cards = wilds + (1.0 + most if colour == GREY else state.hands[other, colour] + hidden * state.deck[colour])
            rivals.ready[route] = max(rivals.ready[route], min(1.0, cards / board.length[route]))


@inlined
def blocked_points(board: Board, state: State, rivals: Rivals, route: int) -> float:
    """Points of the rivals' tickets that hang on a route, or on the twin that closes with it (R-CLAIM-7)."""
    twin = board.twin[route]
    if twin >= 0 and has_bit(state.free, twin):
        return max(rivals.need[route], rivals.need[twin]) if closes_twins(board, state) else 0.0
    return float(rivals.need[route])
