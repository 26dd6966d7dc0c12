"""The last turns of a game, looked at two claims ahead: what an action brings to the final score, and the best claim that it leaves."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.scratch import Scratch
from allaboard.editions.bounds import MAX_LENGTH, MAX_LOCATIONS
from allaboard.engine.bits import pop_bit, wide
from allaboard.engine.claiming import open_routes
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.network import find
from allaboard.engine.records import CLAIM_ROUTE, GREY, KINDS, TAKE_CARD, WILD, Board, State
from allaboard.engine.typed_records import Int64s, Word

__all__ = ["foresee_end", "join_district"]

ONE = np.uint64(1)
NONE = np.uint64(0)


@compiled
def foresee_end(board: Board, state: State, seat: int, scratch: Scratch, action: int, parents: Int64s) -> tuple[float, float]:
    """Points that an action brings at once, and those of the best claim that cards and pieces then allow; the longest path is left out."""
    hand, after = np.empty(KINDS, np.int64), np.empty(MAX_LOCATIONS, np.int64)
    touched, pieces, taken, now = scratch.touched[seat], wide(state.pieces[seat]), wide(-1), 0.0
    for kind in range(board.kinds):
        hand[kind] = state.hands[seat, kind]
    for location in range(board.locations):
        after[location] = parents[location]
    if board.action_kind[action] == CLAIM_ROUTE:
        taken, wilds = wide(board.action_route[action]), wide(board.action_wilds[action])
        now = claim_points(board, scratch, taken, after, touched)
        hand[board.action_colour[action]] -= board.length[taken] - wilds
        hand[WILD] -= wilds
        pieces -= board.length[taken]
        near, far = wide(board.ends[taken, 0]), wide(board.ends[taken, 1])
        after[find(after, near)] = find(after, far)
        touched |= (ONE << np.uint64(near)) | (ONE << np.uint64(far))
    elif board.action_kind[action] == TAKE_CARD:
        hand[board.action_card[action]] += 1
    most, then = 0, 0.0
    for colour in range(1, board.kinds):
        most = max(most, hand[colour])
    low, high = open_routes(board, state, seat)
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        if route == taken or board.length[route] > pieces or (taken >= 0 and board.twin[taken] == route):
            continue
        colour = board.colour[route]
        cards = most if colour == GREY else hand[colour]
        if board.fewest_wilds[route, min(cards, MAX_LENGTH)] <= hand[WILD]:
            then = max(then, claim_points(board, scratch, route, after, touched))
    return now, then


@compiled
def claim_points(board: Board, scratch: Scratch, route: int, parents: Int64s, touched: Word) -> float:
    """Points at the end that one more route brings to a network: its own, those of tickets, attractions and districts."""
    points = float(board.route_points[board.length[route]])
    if board.attraction_points > 0:
        for side in range(2):
            location = board.ends[route, side]
            if (touched >> np.uint64(location)) & ONE == NONE:
                points += board.attraction_points * board.attraction[location]
    first, second = find(parents, wide(board.ends[route, 0])), find(parents, wide(board.ends[route, 1]))
    if first == second:
        return points
    for index in range(scratch.tickets):
        ticket = scratch.ticket[index]
        start, goal = find(parents, wide(board.ticket_ends[ticket, 0])), find(parents, wide(board.ticket_ends[ticket, 1]))
        if (start == first and goal == second) or (start == second and goal == first):
            points += 2.0 * board.ticket_points[ticket]  # R-SCORE-2: a ticket that is not made costs its points
    for district in range(board.districts):
        if join_district(board, district, first, second, parents)[1]:
            points += board.district_points[district]
    return points


@inlined
def join_district(board: Board, district: int, first: int, second: int, parents: Int64s) -> tuple[float, bool]:
    """The share of the joins of a district that joining two parts of a network makes, and whether it was the last (R-SCORE-4)."""
    size, here, there, at_first, at_second = 0, 0, 0, False, False
    for location in range(board.locations):
        if board.district_of[location] == district:
            root = find(parents, location)
            size += 1
            here += root == first
            there += root == second
    at_first, at_second = here > 0, there > 0
    if not (at_first and at_second):
        return 0.0, False
    return 1.0 / max(1, size - 1), here + there == size
