"""The plan: which tickets to make and over which routes, as a forest that joins their ends at the least price.

A forest is grown ticket by ticket, each by the cheapest path where routes already taken cost nothing more; several orders are tried
and the best forest is then improved by doing without one of its routes after the other.
"""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.paths import UNREACHABLE, cheapest_path, ends
from allaboard.bots.planner.scratch import Scratch
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.bits import bit, count_bits, has_bit, pop_bit
from allaboard.engine.claiming import closes_twins
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.network import find, join_locations
from allaboard.engine.records import Board, State
from allaboard.engine.scoring import on_offer
from allaboard.engine.typed_records import Word

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


@inlined
def list_tickets(board: Board, state: State, seat: int, scratch: Scratch) -> None:
    """List the tickets that the seat has kept."""
    scratch.tickets = 0
    for ticket in range(board.tickets):
        if state.place[ticket] == seat and not on_offer(state, seat, ticket):
            add_ticket(scratch, ticket)


@inlined
def add_ticket(scratch: Scratch, ticket: int) -> None:
    """Put one more ticket on the list to plan for."""
    scratch.ticket[scratch.tickets] = ticket
    scratch.tickets += 1


@compiled
def make_plan(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Find a good forest for the tickets listed; `plan_value` is what it and the tickets it leaves out are worth in points."""
    reset_prices(board, scratch)
    for index in range(scratch.tickets):
        start, goal = ends(board.ticket_ends, scratch.ticket[index])
        scratch.key[index] = cheapest_path(board, scratch, start, goal)
    scratch.plan_value = -UNREACHABLE
    for kind in range(ORDERS if scratch.tickets > 1 else 1):
        sort_tickets(board, scratch, kind)
        grow_forest(board, state, seat, constants, scratch)


@compiled
def keep_plan(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> bool:
    """Go on with the plan of an earlier turn, less what is built of it; returns whether it can still be done with the same tickets."""
    scratch.plan[0] &= ~state.claimed[seat, 0]
    scratch.plan[1] &= ~state.claimed[seat, 1]
    lost = (scratch.plan[0] & ~scratch.usable[0]) | (scratch.plan[1] & ~scratch.usable[1])
    if scratch.plan_tickets != state.ticket_count[seat] or lost != NONE:
        return False
    count_needs(board, scratch)
    if scratch.plan_pieces > state.pieces[seat] or scratch.plan_turns > constants.time_trust * scratch.turns_left:
        return False
    parents = np.empty(MAX_LOCATIONS, np.int64)
    join_locations(board, state.claimed[seat], parents)
    for index in range(scratch.tickets):
        start, goal = ends(board.ticket_ends, scratch.ticket[index])
        if find(parents, start) == find(parents, goal):
            scratch.key[index] = 0.0
            scratch.planned[index] = 1
    return True


@inlined
def reset_prices(board: Board, scratch: Scratch) -> None:
    """Every usable route at its own cost."""
    for route in range(board.routes):
        scratch.price[route] = scratch.cost[route]


@inlined
def sort_tickets(board: Board, scratch: Scratch, kind: int) -> None:
    """Order the tickets: most points for the cost first, most points first, or cheapest first."""
    for index in range(scratch.tickets):
        points = float(board.ticket_points[scratch.ticket[index]])
        cost = scratch.key[index]
        rating = points / (cost + 1.0) if kind == 0 else points if kind == 1 else -cost
        place = index
        while place > 0 and rating > scratch.rating[place - 1]:
            scratch.rating[place] = scratch.rating[place - 1]
            scratch.order[place] = scratch.order[place - 1]
            place -= 1
        scratch.rating[place] = rating
        scratch.order[place] = index


@compiled
def grow_forest(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Grow a forest in the given order, within the seat's pieces and time; it becomes the plan when it is worth more."""
    reset_prices(board, scratch)
    scratch.trial[0] = scratch.trial[1] = NONE
    pieces = float(state.pieces[seat])
    turns = constants.time_trust * scratch.turns_left
    value = 0.0
    for place in range(scratch.tickets):
        index = scratch.order[place]
        ticket = scratch.ticket[index]
        start, goal = ends(board.ticket_ends, ticket)
        stake = (1.0 + constants.confidence) * board.ticket_points[ticket]
        value -= board.ticket_points[ticket]
        if scratch.key[index] == 0.0:  # the seat's own routes make it
            scratch.made[index] = 1
            value += stake
            continue
        scratch.made[index] = 0
        cost = cheapest_path(board, scratch, start, goal)
        if cost < stake:
            more_pieces, more_turns = path_needs(board, scratch, start, goal)
            if more_pieces <= pieces and more_turns <= turns:
                pieces -= more_pieces
                turns -= more_turns
                value += stake - cost
                scratch.made[index] = 1
                take_path(board, scratch, start, goal)
    if board.districts > 0:
        value += join_districts(board, scratch, pieces, turns)
    if constants.crowd > 0.0:
        value -= constants.turn_worth * constants.crowd * burden(board, state, seat, scratch)
    if value > scratch.plan_value:
        adopt_trial(board, state, seat, constants, scratch, value)


@inlined
def burden(board: Board, state: State, seat: int, scratch: Scratch) -> float:
    """How near the trial plan comes to needing all pieces left, sharpened: nothing is left then for ways round, or for points."""
    pieces = 0
    low, high = scratch.trial[0], scratch.trial[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        pieces += board.length[route]
    share = pieces / max(1, state.pieces[seat])
    cubed = share * share * share
    return cubed * cubed


@inlined
def path_needs(board: Board, scratch: Scratch, start: int, goal: int) -> tuple[float, float]:
    """Pieces and turns that the path found would take beyond the trial plan."""
    pieces, turns = 0.0, 0.0
    here = goal
    while here != start:
        route = scratch.via[here]
        if scratch.price[route] > 0.0:
            pieces += board.length[route]
            turns += scratch.turns[route]
        here = board.ends[route, 0] + board.ends[route, 1] - here
    return pieces, turns


@inlined
def take_path(board: Board, scratch: Scratch, start: int, goal: int) -> None:
    """Add the path found to the trial plan: from now on its routes cost nothing."""
    here = goal
    while here != start:
        route = scratch.via[here]
        if scratch.price[route] > 0.0:
            scratch.trial[route >> 6] |= bit(route)
            scratch.price[route] = 0.0
            if board.twin[route] >= 0:
                # R-CLAIM-6: having one of the two, nobody needs the other
                scratch.price[board.twin[route]] = 0.0
        here = board.ends[route, 0] + board.ends[route, 1] - here


@inlined
def join_districts(board: Board, scratch: Scratch, pieces: float, turns: float) -> float:
    """Take districts that are worth more than it costs to join them (R-SCORE-4: nothing is lost by leaving one)."""
    value = 0.0
    for district in range(board.districts):
        before_low, before_high = scratch.trial[0], scratch.trial[1]
        cost, need_pieces, need_turns = 0.0, 0.0, 0.0
        start = -1
        for location in range(board.locations):
            if board.district_of[location] != district:
                continue
            if start < 0:
                start = location
                continue
            cost += cheapest_path(board, scratch, start, location)
            if cost >= board.district_points[district]:
                break
            more_pieces, more_turns = path_needs(board, scratch, start, location)
            need_pieces += more_pieces
            need_turns += more_turns
            take_path(board, scratch, start, location)
        if cost < board.district_points[district] and need_pieces <= pieces and need_turns <= turns:
            value += board.district_points[district] - cost
            pieces -= need_pieces
            turns -= need_turns
        else:
            give_up(board, scratch, before_low, before_high)
    return value


@inlined
def give_up(board: Board, scratch: Scratch, low: Word, high: Word) -> None:
    """Take the trial plan back to what it was."""
    new_low, new_high = scratch.trial[0] & ~low, scratch.trial[1] & ~high
    scratch.trial[0], scratch.trial[1] = low, high
    while new_low | new_high != NONE:
        route, new_low, new_high = pop_bit(new_low, new_high)
        scratch.price[route] = scratch.cost[route]
        if board.twin[route] >= 0:
            scratch.price[board.twin[route]] = scratch.cost[board.twin[route]]


@inlined
def adopt_trial(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, value: float) -> None:
    """Make the trial the plan."""
    scratch.plan[0], scratch.plan[1] = scratch.trial[0], scratch.trial[1]
    scratch.plan_value = value
    count_needs(board, scratch)
    for index in range(scratch.tickets):
        scratch.planned[index] = scratch.made[index]


@inlined
def count_needs(board: Board, scratch: Scratch) -> None:
    """Count the pieces and the turns that the plan takes."""
    scratch.plan_pieces = 0
    scratch.plan_turns = 0.0
    low, high = scratch.plan[0], scratch.plan[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        scratch.plan_pieces += board.length[route]
        scratch.plan_turns += scratch.turns[route]


@compiled
def improve_plan(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Grow the forest again without each of its routes: what was cheap for one ticket may be dear for all."""
    low, high = scratch.plan[0], scratch.plan[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        if has_bit(scratch.plan, route):
            twin = board.twin[route]
            cost, twin_cost = scratch.cost[route], scratch.cost[twin]
            scratch.cost[route] = UNREACHABLE
            if twin >= 0:
                scratch.cost[twin] = UNREACHABLE
            grow_forest(board, state, seat, constants, scratch)
            scratch.cost[route] = cost
            if twin >= 0:
                scratch.cost[twin] = twin_cost


@inlined
def price_plan(board: Board, scratch: Scratch) -> None:
    """Prices as they are once the plan stands: its routes cost nothing more."""
    reset_prices(board, scratch)
    low, high = scratch.plan[0], scratch.plan[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        scratch.price[route] = 0.0


@inlined
def measure_pressure(board: Board, constants: Constants, scratch: Scratch) -> None:
    """How short time is for the plan, and how many points hang on each of its routes."""
    scratch.tightness = min(1.5, scratch.plan_turns / scratch.turns_left) ** constants.sharpness
    stake = 0.0
    for index in range(scratch.tickets):
        if scratch.planned[index] == 1 and scratch.key[index] > 0.0:
            stake += 2.0 * board.ticket_points[scratch.ticket[index]]
    routes = count_bits(scratch.plan[0]) + count_bits(scratch.plan[1])
    scratch.open_points = stake
    scratch.stake = stake / max(1, routes)


@compiled
def measure_losses(board: Board, state: State, scratch: Scratch) -> None:
    """For every planned route the points that the way round it costs, the rest of the plan standing."""
    price_plan(board, scratch)
    stake = 0.0
    for index in range(scratch.tickets):
        if scratch.planned[index] == 1:
            stake = max(stake, 2.0 * board.ticket_points[scratch.ticket[index]])
    low, high = scratch.plan[0], scratch.plan[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        scratch.price[route] = UNREACHABLE
        twin = board.twin[route]
        closes = twin >= 0 and closes_twins(board, state)
        if closes:
            scratch.price[twin] = UNREACHABLE
        near, far = ends(board.ends, route)
        detour = cheapest_path(board, scratch, near, far)
        scratch.loss[route] = min(stake, max(0.0, detour - scratch.cost[route]))
        scratch.price[route] = 0.0
        if closes:
            scratch.price[twin] = scratch.cost[twin]
