"""The bot `greedy` in compiled code, for batches: decision for decision what `bots.greedy` does, which also says why.

Its constants and prices are those of the bot; the tests let the two play the same games.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from allaboard.bots.greedy import RESERVE, SPACE_WORTH, TICKETS_AGAIN
from allaboard.bots.route_graph import TURN_OF_CLAIM
from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import bit, has_bit, lowest_bit, pop_bit, wide
from allaboard.engine.claiming import fewest_wilds
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.legal import list_actions
from allaboard.engine.records import CHOOSING, CLAIM_ROUTE, GREY, OFFER, TAKE_CARD, TURN, WILD, Board, State
from allaboard.engine.typed_records import Flags, Int64s, Words

__all__ = ["greedy_action"]

NONE: Final = np.uint64(0)


class SeatView(NamedTuple):
    """What the bot sees from its seat at one moment."""

    own: Words
    open: Words
    around: Words  # of every location: the routes that end there and are own or open
    hand: Int64s
    held: Flags  # of every ticket: whether it is kept
    pieces: int
    last_turn: bool  # R-END-1: whoever acts in the final round has no other turn


@compiled
def greedy_action(board: Board, state: State, seat: int) -> int:
    """Keep tickets when there is an offer; otherwise claim what the plan wants, or draw for it."""
    view = look(board, state, seat)
    legal = np.empty(board.actions, np.int64)
    legal = legal[: list_actions(board, state, seat, legal)]
    if state.phase == CHOOSING or state.phase == OFFER:
        return best_keep(board, state, seat, view, legal)
    wanted = np.zeros(2, np.uint64)
    plan_tickets(board, view, view.own, view.open, view.held, view.pieces, wanted)
    planned = wanted[0] | wanted[1] != NONE
    targets = wanted if planned else best_route(board, view)
    if state.phase == TURN:
        claim = best_claim(board, view, wanted, targets, legal)
        if claim >= 0:
            return claim
        early = view.pieces > TICKETS_AGAIN * board.pieces and not view.last_turn
        if early and not planned and legal[-1] == board.draw_tickets_id:  # the last that is listed
            return wide(board.draw_tickets_id)
    return best_draw(board, view, targets, legal)


@inlined
def look(board: Board, state: State, seat: int) -> SeatView:
    """Look at the table from a seat."""
    own, free = np.empty(2, np.uint64), np.empty(2, np.uint64)
    for word in range(2):
        own[word], free[word] = state.claimed[seat, word], state.free[word] & ~state.barred[seat, word]
    around = np.zeros((board.locations, 2), np.uint64)
    for route in range(board.routes):
        if has_bit(own, route) or has_bit(free, route):
            around[board.ends[route, 0], route >> 6] |= bit(route)
            around[board.ends[route, 1], route >> 6] |= bit(route)
    hand = np.empty(board.kinds, np.int64)
    for kind in range(board.kinds):
        hand[kind] = state.hands[seat, kind]
    held = np.empty(board.tickets, np.bool_)
    for ticket in range(board.tickets):
        held[ticket] = state.place[ticket] == seat
    for position in range(state.offer_size[seat]):
        held[state.offer[seat, position]] = False
    return SeatView(own, free, around, hand, held, wide(state.pieces[seat]), state.final_turns >= 0)


@inlined
def is_before(first: Words, second: Words) -> bool:
    """Whether a set of routes comes before another, as numbers do."""
    return first[1] < second[1] or (first[1] == second[1] and first[0] < second[0])


@compiled
def cheapest_way(board: Board, around: Words, own: Words, free: Words, a: int, b: int, way: Words) -> bool:
    """Write the open routes of the way that takes the fewest turns, of several the first; whether there is one."""
    costs, ways, met = np.zeros(board.locations, np.int64), np.zeros((board.locations, 2), np.uint64), np.empty(2, np.uint64)
    waiting, done = bit(a), NONE
    while waiting != NONE:
        here, left = -1, waiting
        while left != NONE:
            place = lowest_bit(left)
            left &= left - np.uint64(1)
            if here < 0 or costs[place] < costs[here]:
                here = place
        if here == b:
            way[:] = ways[b]
            return True
        waiting, done = waiting & ~bit(here), done | bit(here)
        low, high = around[here, 0] & (own[0] | free[0]), around[here, 1] & (own[1] | free[1])
        while low | high != NONE:
            route, low, high = pop_bit(low, high)
            there = board.ends[route, 0] + board.ends[route, 1] - here
            if done & bit(there) != NONE:
                continue
            cost = costs[here]
            met[:] = ways[here]
            if not has_bit(own, route):
                cost += board.length[route] + fewest_wilds(board, route, MAX_LENGTH) + TURN_OF_CLAIM
                met[route >> 6] |= bit(route)
            new = waiting & bit(there) == NONE
            if new or cost < costs[there] or (cost == costs[there] and is_before(met, ways[there])):
                costs[there], waiting = cost, waiting | bit(there)
                ways[there] = met
    return False


@compiled
def plan_tickets(board: Board, view: SeatView, own: Words, free: Words, held: Flags, pieces: int, wanted: Words) -> tuple[int, int]:
    """Write the routes of cheapest ways for the tickets, the dearest first and the others along it; their spaces and points."""
    wanted[:] = 0
    way, reached, left = np.zeros(2, np.uint64), own.copy(), held.copy()
    spaces = points = 0
    while True:
        ticket = -1
        for other in range(board.tickets):
            if left[other] and (ticket < 0 or board.ticket_points[other] > board.ticket_points[ticket]):
                ticket = other
        if ticket < 0:
            return spaces, points
        left[ticket] = False
        worth, more = wide(board.ticket_points[ticket]), 0
        a, b = wide(board.ticket_ends[ticket, 0]), wide(board.ticket_ends[ticket, 1])
        found = cheapest_way(board, view.around, reached, free, a, b, way)
        low, high = (way[0], way[1]) if found else (NONE, NONE)
        while low | high != NONE:
            route, low, high = pop_bit(low, high)
            more += board.length[route]
        if not found or spaces + more > pieces:
            points -= worth
        else:
            points, spaces = points + worth, spaces + more
            wanted |= way
            reached |= way


@inlined
def colour_for(board: Board, view: SeatView, route: int) -> int:
    """The kind of card to pay a route with: its own, or on a grey route what the hand has most of."""
    return wide(board.colour[route]) if board.colour[route] != GREY else 1 + wide(np.argmax(view.hand[1:]))


@inlined
def best_route(board: Board, view: SeatView) -> Words:
    """The route that brings most points a turn, as a set; an empty one where none fits."""
    found, highest = np.zeros(2, np.uint64), 0.0
    low, high = view.open[0], view.open[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        if board.length[route] <= view.pieces:
            missing = max(0, fewest_wilds(board, route, view.hand[colour_for(board, view, route)]) - view.hand[WILD])
            worth = board.route_points[board.length[route]] / (2 + missing)
            if found[0] | found[1] == NONE or worth > highest:
                found[:] = 0
                found[route >> 6], highest = bit(route), worth
    return found


@inlined
def best_keep(board: Board, state: State, seat: int, view: SeatView, legal: Int64s) -> int:
    """The tickets of the offer that promise most, together with those in hand."""
    best, highest, unused = -1, 0.0, np.zeros(2, np.uint64)
    for action in legal:
        held = view.held.copy()
        for position in range(state.offer_size[seat]):
            if board.keep_mask[board.action_pattern[action]] >> position & 1:
                held[state.offer[seat, position]] = True
        spaces, points = plan_tickets(board, view, view.own, view.open, held, int(view.pieces * (1 - RESERVE)), unused)
        worth = points - SPACE_WORTH * spaces
        if best < 0 or worth > highest:
            best, highest = action, worth
    return best


@inlined
def best_claim(board: Board, view: SeatView, wanted: Words, targets: Words, legal: Int64s) -> int:
    """The claim that brings most of those that are aimed at, paid with what is needed least; -1 to wait."""
    reserved = np.zeros(board.kinds, np.int64)
    low, high = wanted[0], wanted[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        reserved[board.colour[route]] += board.length[route]
    best, highest, shut, unused = -1, (0, 0, 0, 0), np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    for action in legal:
        if board.action_kind[action] != CLAIM_ROUTE:
            continue
        route, kind = wide(board.action_route[action]), wide(board.action_colour[action])
        if not view.last_turn and not has_bit(targets, route):
            continue
        points = wide(board.route_points[board.length[route]])
        if view.last_turn:  # what the tickets score with this route and no other
            own = view.own.copy()
            own[route >> 6] |= bit(route)
            points += plan_tickets(board, view, own, shut, view.held, 0, unused)[1]
        worth = (points, -wide(board.action_wilds[action]), -wide(reserved[kind]), wide(view.hand[kind]))
        if best < 0 or worth > highest:
            best, highest = action, worth
    return best


@inlined
def best_draw(board: Board, view: SeatView, targets: Words, legal: Int64s) -> int:
    """A face-up card that a target asks for, the dearest target first, or else whatever is listed first: the deck."""
    wish = np.zeros(board.kinds, np.int64)
    low, high = targets[0], targets[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        kind, worth = colour_for(board, view, route), 1 + board.route_points[board.length[route]]
        wish[kind] = max(wish[kind], worth)
        if fewest_wilds(board, route, MAX_LENGTH) > view.hand[WILD]:
            wish[WILD] = max(wish[WILD], worth)
    best, highest = legal[0], 0
    for action in legal:
        if board.action_kind[action] == TAKE_CARD and wish[board.action_card[action]] > highest:
            best, highest = action, wish[board.action_card[action]]
    return best
