"""The plan: which tickets to make and over which routes, as a forest that joins their ends at the least price.

A forest is grown ticket by ticket, each by the cheapest path where routes already taken cost nothing more; several orders are tried
and the best forest is then improved by doing without one of its routes after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.bots.planner.compiling import thought
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.paths import UNREACHABLE, cheapest_path, ends
from allaboard.bots.planner.work import Work
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.bits import bit, count_bits, has_bit, lowest_bit
from allaboard.engine.compiling import rule
from allaboard.engine.layout import Board, State
from allaboard.engine.network import find, join_locations
from allaboard.engine.scoring import on_offer

__all__ = [
    "add_ticket",
    "improve_plan",
    "keep_plan",
    "list_tickets",
    "make_plan",
    "measure_losses",
    "measure_pressure",
    "path_needs",
    "price_plan",
]

ONE = np.uint64(1)
NONE = np.uint64(0)
ORDERS = 3


@rule
def list_tickets(board: Board, state: State, seat: int, work: Work) -> None:
    """List the tickets that the seat has kept."""
    work.tickets = 0
    for ticket in range(board.tickets):
        if state.place[ticket] == seat and not on_offer(state, seat, ticket):
            add_ticket(work, ticket)


@rule
def add_ticket(work: Work, ticket: int) -> None:
    """Put one more ticket on the list to plan for."""
    work.ticket[work.tickets] = ticket
    work.tickets += 1


@thought
def make_plan(board: Board, state: State, seat: int, constants: Constants, work: Work) -> None:
    """Find a good forest for the tickets listed; `plan_value` is what it and the tickets it leaves out are worth in points."""
    reset_prices(board, work)
    for index in range(work.tickets):
        start, goal = ends(board.ticket_ends, work.ticket[index])
        work.key[index] = cheapest_path(board, work, start, goal)
    work.plan_value = -UNREACHABLE
    for kind in range(ORDERS if work.tickets > 1 else 1):
        sort_tickets(board, work, kind)
        grow_forest(board, state, seat, constants, work)


@thought
def keep_plan(board: Board, state: State, seat: int, constants: Constants, work: Work) -> bool:
    """Go on with the plan of an earlier turn, less what is built of it; says whether it can still be done, the tickets being the same."""
    work.plan[0] &= ~state.claimed[seat, 0]
    work.plan[1] &= ~state.claimed[seat, 1]
    lost = (work.plan[0] & ~work.usable[0]) | (work.plan[1] & ~work.usable[1])
    if work.plan_tickets != state.ticket_count[seat] or lost != NONE:
        return False
    count_needs(board, work)
    if work.plan_pieces > state.pieces[seat] or work.plan_turns > constants.time_trust * work.turns_left:
        return False
    parents = np.empty(MAX_LOCATIONS, np.int64)
    join_locations(board, state.claimed[seat], parents)
    for index in range(work.tickets):
        start, goal = ends(board.ticket_ends, work.ticket[index])
        if find(parents, start) == find(parents, goal):
            work.key[index] = 0.0
            work.planned[index] = 1
    return True


@rule
def reset_prices(board: Board, work: Work) -> None:
    """Every usable route at its own cost."""
    for route in range(board.routes):
        work.price[route] = work.cost[route]


@rule
def sort_tickets(board: Board, work: Work, kind: int) -> None:
    """Order the tickets: most points for the cost first, most points first, or cheapest first."""
    for index in range(work.tickets):
        points = float(board.ticket_points[work.ticket[index]])
        cost = work.key[index]
        rating = points / (cost + 1.0) if kind == 0 else points if kind == 1 else -cost
        place = index
        while place > 0 and rating > work.rating[place - 1]:
            work.rating[place] = work.rating[place - 1]
            work.order[place] = work.order[place - 1]
            place -= 1
        work.rating[place] = rating
        work.order[place] = index


@thought
def grow_forest(board: Board, state: State, seat: int, constants: Constants, work: Work) -> None:
    """Grow a forest in the given order, within the seat's pieces and time; it becomes the plan when it is worth more."""
    reset_prices(board, work)
    work.trial[0] = work.trial[1] = NONE
    pieces = float(state.pieces[seat])
    turns = constants.time_trust * work.turns_left
    value = 0.0
    for place in range(work.tickets):
        index = work.order[place]
        ticket = work.ticket[index]
        start, goal = ends(board.ticket_ends, ticket)
        stake = (1.0 + constants.confidence) * board.ticket_points[ticket]
        value -= board.ticket_points[ticket]
        if work.key[index] == 0.0:  # the seat's own routes make it
            work.made[index] = 1
            value += stake
            continue
        work.made[index] = 0
        cost = cheapest_path(board, work, start, goal)
        if cost < stake:
            more_pieces, more_turns = path_needs(board, work, start, goal)
            if more_pieces <= pieces and more_turns <= turns:
                pieces -= more_pieces
                turns -= more_turns
                value += stake - cost
                work.made[index] = 1
                take_path(board, work, start, goal)
    if board.districts > 0:
        value += join_districts(board, work, pieces, turns)
    if value > work.plan_value:
        adopt_trial(board, state, seat, constants, work, value)


@rule
def path_needs(board: Board, work: Work, start: int, goal: int) -> Any:
    """Pieces and turns that the path found would take beyond the trial plan."""
    pieces, turns = 0.0, 0.0
    here = goal
    while here != start:
        route = work.via[here]
        if work.price[route] > 0.0:
            pieces += board.length[route]
            turns += work.turns[route]
        here = board.ends[route, 0] + board.ends[route, 1] - here
    return pieces, turns


@rule
def take_path(board: Board, work: Work, start: int, goal: int) -> None:
    """Add the path found to the trial plan: from now on its routes cost nothing."""
    here = goal
    while here != start:
        route = work.via[here]
        if work.price[route] > 0.0:
            work.trial[route >> 6] |= bit(route)
            work.price[route] = 0.0
            if board.twin[route] >= 0:
                # R-CLAIM-6: having one of the two, nobody needs the other
                work.price[board.twin[route]] = 0.0
        here = board.ends[route, 0] + board.ends[route, 1] - here


@rule
def join_districts(board: Board, work: Work, pieces: float, turns: float) -> float:
    """Take districts that are worth more than it costs to join them (R-SCORE-4: nothing is lost by leaving one)."""
    value = 0.0
    for district in range(board.districts):
        before_low, before_high = work.trial[0], work.trial[1]
        cost, need_pieces, need_turns = 0.0, 0.0, 0.0
        start = -1
        for location in range(board.locations):
            if board.district_of[location] != district:
                continue
            if start < 0:
                start = location
                continue
            cost += cheapest_path(board, work, start, location)
            if cost >= board.district_points[district]:
                break
            more_pieces, more_turns = path_needs(board, work, start, location)
            need_pieces += more_pieces
            need_turns += more_turns
            take_path(board, work, start, location)
        if cost < board.district_points[district] and need_pieces <= pieces and need_turns <= turns:
            value += board.district_points[district] - cost
            pieces -= need_pieces
            turns -= need_turns
        else:
            give_up(board, work, before_low, before_high)
    return value


@rule
def give_up(board: Board, work: Work, low: Any, high: Any) -> None:
    """Take the trial plan back to what it was."""
    for half in range(2):
        before = low if half == 0 else high
        word = work.trial[half] & ~before
        work.trial[half] = before
        while word != NONE:
            route = 64 * half + lowest_bit(word)
            word &= word - ONE
            work.price[route] = work.cost[route]
            if board.twin[route] >= 0:
                work.price[board.twin[route]] = work.cost[board.twin[route]]


@rule
def adopt_trial(board: Board, state: State, seat: int, constants: Constants, work: Work, value: float) -> None:
    """Make the trial the plan."""
    work.plan[0], work.plan[1] = work.trial[0], work.trial[1]
    work.plan_value = value
    count_needs(board, work)
    for index in range(work.tickets):
        work.planned[index] = work.made[index]


@rule
def count_needs(board: Board, work: Work) -> None:
    """Count the pieces and the turns that the plan takes."""
    work.plan_pieces = 0
    work.plan_turns = 0.0
    for half in range(2):
        word = work.plan[half]
        while word != NONE:
            route = 64 * half + lowest_bit(word)
            word &= word - ONE
            work.plan_pieces += board.length[route]
            work.plan_turns += work.turns[route]


@thought
def improve_plan(board: Board, state: State, seat: int, constants: Constants, work: Work) -> None:
    """Grow the forest again without each of its routes: what was cheap for one ticket may be dear for all."""
    low, high = work.plan[0], work.plan[1]
    for half in range(2):
        word = low if half == 0 else high
        while word != NONE:
            route = 64 * half + lowest_bit(word)
            word &= word - ONE
            if has_bit(work.plan, route):
                twin = board.twin[route]
                cost, twin_cost = work.cost[route], work.cost[twin]
                work.cost[route] = UNREACHABLE
                if twin >= 0:
                    work.cost[twin] = UNREACHABLE
                grow_forest(board, state, seat, constants, work)
                work.cost[route] = cost
                if twin >= 0:
                    work.cost[twin] = twin_cost


@rule
def price_plan(board: Board, work: Work) -> None:
    """Prices as they are once the plan stands: its routes cost nothing more."""
    reset_prices(board, work)
    for half in range(2):
        word = work.plan[half]
        while word != NONE:
            work.price[64 * half + lowest_bit(word)] = 0.0
            word &= word - ONE


@rule
def measure_pressure(board: Board, constants: Constants, work: Work) -> None:
    """How short time is for the plan, and how many points hang on each of its routes."""
    work.tightness = min(1.5, work.plan_turns / work.turns_left) ** constants.sharpness
    stake = 0.0
    for index in range(work.tickets):
        if work.planned[index] == 1 and work.key[index] > 0.0:
            stake += 2.0 * board.ticket_points[work.ticket[index]]
    routes = count_bits(work.plan[0]) + count_bits(work.plan[1])
    work.stake = stake / max(1, routes)


@thought
def measure_losses(board: Board, state: State, work: Work) -> None:
    """For every planned route the points that the way round it costs, the rest of the plan standing."""
    price_plan(board, work)
    stake = 0.0
    for index in range(work.tickets):
        if work.planned[index] == 1:
            stake = max(stake, 2.0 * board.ticket_points[work.ticket[index]])
    for half in range(2):
        word = work.plan[half]
        while word != NONE:
            route = 64 * half + lowest_bit(word)
            word &= word - ONE
            work.price[route] = UNREACHABLE
            twin = board.twin[route]
            closes = twin >= 0 and state.players <= board.twin_closed_up_to
            if closes:
                work.price[twin] = UNREACHABLE  # R-CLAIM-7: the twin goes with it
            near, far = ends(board.ends, route)
            detour = cheapest_path(board, work, near, far)
            work.loss[route] = min(stake, max(0.0, detour - work.cost[route]))
            work.price[route] = 0.0
            if closes:
                work.price[twin] = work.cost[twin]
