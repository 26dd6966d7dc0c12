"""Looking at the table: time left, what the rivals want, and what every route costs a seat in turns and in points."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.scratch import Scratch
from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import has_bit, pop_bit
from allaboard.engine.claiming import cards_for, fewest_wilds, most_of_a_colour, open_routes
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import GREY, KINDS, WILD, Board, State
from allaboard.engine.scoring import new_attractions
from allaboard.engine.typed_records import Floats, Word, Words

__all__ = ["draw_map", "glance", "look_around", "measure_time", "turns_to_end"]

ONE = np.uint64(1)
NONE = np.uint64(0)
DEAREST_CARD = 3.0
WILD_EASE = 2.0  # R-DRAW-3: a wild that is taken face up is the whole turn


@compiled
def look_around(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Fill the time, the map, the rivals' wishes and the costs of all routes."""
    glance(board, state, seat, constants, scratch)
    draw_map(board, state, seat, constants, scratch)


@compiled
def glance(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Fill the time, the rivals' wishes and the turns that routes take: what one needs who has a plan already."""
    for other in range(state.players):
        scratch.touched[other] = touched_locations(board, state.claimed[other])
    measure_time(board, state, seat, constants, scratch)
    low, high = open_routes(board, state, seat)
    scratch.usable[0], scratch.usable[1] = low | state.claimed[seat, 0], high | state.claimed[seat, 1]
    measure_routes(board, state, seat, constants, scratch, low, high)


@compiled
def draw_map(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Fill the map and the costs of all routes, after a glance: what plans are made with."""
    list_routes(board, scratch)
    price_routes(board, state, seat, constants, scratch)


@inlined
def touched_locations(board: Board, routes: Words) -> Word:
    """The locations at an end of these routes, a bit each."""
    touched = NONE
    low, high = routes[0], routes[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        touched |= (ONE << np.uint64(board.ends[route, 0])) | (ONE << np.uint64(board.ends[route, 1]))
    return touched


@inlined
def turns_to_end(board: Board, state: State, seat: int, constants: Constants) -> float:
    """Turns that a seat needs to run out of pieces: to draw the cards it lacks and to claim."""
    pieces = max(0, state.pieces[seat] - board.final_round_at)
    lacking = max(0, pieces - state.hand_size[seat])
    # `claim_length` is told for routes of up to six spaces; a board of shorter ones is claimed in shorter steps
    a_claim = max(1.0, constants.claim_length * board.longest_route / 6.0)
    return lacking / 2.0 + pieces / a_claim


@inlined
def measure_time(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Turns this seat still has, this one included, and what cards in hand are worth in view of that."""
    if state.final_turns >= 0:
        scratch.turns_left = 1.0  # R-END-1: one more turn for everybody
    else:
        fewest = 1.0e9
        for other in range(state.players):
            fewest = min(fewest, turns_to_end(board, state, other, constants))
        scratch.turns_left = 1.0 + max(1.0, fewest)
    scratch.hand_scale = min(1.0, (scratch.turns_left - 1.0) / constants.late)


@inlined
def list_routes(board: Board, scratch: Scratch) -> None:
    """List the usable routes around each location."""
    low, high = scratch.usable[0], scratch.usable[1]
    for location in range(board.locations + 1):
        scratch.first[location] = 0
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        scratch.first[board.ends[route, 0]] += 1
        scratch.first[board.ends[route, 1]] += 1
    total = 0
    for location in range(board.locations + 1):
        total += scratch.first[location]
        scratch.first[location] = total
    low, high = scratch.usable[0], scratch.usable[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        for side in range(2):
            here = board.ends[route, side]
            slot = scratch.first[here] - 1
            scratch.first[here] = slot
            scratch.around[slot] = route
            scratch.across[slot] = board.ends[route, 1 - side]


@inlined
def measure_routes(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, low: Word, high: Word) -> None:
    """How many turns every open route takes, and how much rivals want it."""
    ease = np.empty(KINDS, np.float64)
    find_ease(board, state, constants, ease)
    most = most_of_a_colour(board, state, seat)
    wilds = state.hands[seat, WILD]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        scratch.wanted[route] = rivals_want(board, state, seat, scratch, route)
        asked = fewest_wilds(board, route, MAX_LENGTH)  # wilds that no colour can stand for
        held = constants.hand_share * (cards_for(board, state, seat, route, most) + 0.5 * max(0, wilds - asked))
        missing = max(0.0, board.length[route] - asked - held)
        scratch.turns[route] = 1.0 + 0.5 * constants.draws_per_card * missing * ease[board.colour[route]]
        if asked > 0:
            missing = max(0.0, asked - constants.hand_share * wilds)
            scratch.turns[route] += 0.5 * constants.draws_per_card * missing * WILD_EASE


@inlined
def price_routes(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Price every usable route; what the seat owns is free."""
    low, high = scratch.usable[0], scratch.usable[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        if has_bit(state.claimed[seat], route):
            scratch.cost[route] = 0.0
            scratch.turns[route] = 0.0
            continue
        worth = constants.points_share * route_worth(board, scratch, seat, route)
        cost = constants.turn_worth * scratch.turns[route] - worth
        cost = max(cost, constants.turn_worth * constants.cheapest_route)
        scratch.cost[route] = cost + constants.turn_worth * constants.contest * scratch.wanted[route]


@inlined
def find_ease(board: Board, state: State, constants: Constants, ease: Floats) -> None:
    """How hard a card of each colour is to find: 1 for a colour as plentiful as the others, more for a rarer one."""
    ease[GREY] = constants.grey_ease
    if constants.scarcity == 0.0:
        ease[1 : board.kinds] = 1.0
        return
    total = 0.0
    for kind in range(1, board.kinds):
        cards = float(state.deck[kind] + state.discard[kind])
        for slot in range(state.market.size):
            if state.market[slot] == kind:
                cards += 2.0  # a card in sight counts for more than one that may come
        ease[kind] = cards
        total += cards
    mean = total / (board.kinds - 1)
    for kind in range(1, board.kinds):
        ease[kind] = min(DEAREST_CARD, ((mean + 1.0) / (ease[kind] + 1.0)) ** constants.scarcity)


@inlined
def route_worth(board: Board, scratch: Scratch, seat: int, route: int) -> float:
    """Points that a route gives by itself: for its length and for new attractions."""
    return float(board.route_points[board.length[route]] + board.attraction_points * new_attractions(board, route, scratch.touched[seat]))


@inlined
def rivals_want(board: Board, state: State, seat: int, scratch: Scratch, route: int) -> float:
    """How likely a rival is after a route, from 0 to 1: routes that go on from its network, and more so those that join it."""
    free_chance = 1.0
    near, far = np.uint64(board.ends[route, 0]), np.uint64(board.ends[route, 1])
    for other in range(state.players):
        if other == seat or state.pieces[other] < board.length[route] or has_bit(state.barred[other], route):
            continue
        touching = np.int64((scratch.touched[other] >> near) & ONE) + np.int64((scratch.touched[other] >> far) & ONE)
        chance = 0.1 + 0.3 * touching
        if state.hand_size[other] < board.length[route]:
            chance *= 0.4
        free_chance *= 1.0 - chance
    return 1.0 - free_chance
