"""The last turns of a game, looked at two claims ahead: what an action brings to the final score, and the best claim that it leaves."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.survey import touched_locations
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.bits import pop_bit, wide
from allaboard.engine.card_draws import hold_shown_card
from allaboard.engine.claiming import can_pay, most_of_a_colour, occupy_route, open_routes, pay_for_route
from allaboard.engine.jit import compiled
from allaboard.engine.network import join_locations
from allaboard.engine.records import CLAIM_ROUTE, STATE, TAKE_CARD, Board, State, States
from allaboard.engine.scoring import gained_points, route_gain
from allaboard.engine.typed_records import Int64s, Word, empty_records

__all__ = ["foresee_end"]


@compiled
def foresee_end(board: Board, state: State, seat: int, scratch: Scratch, action: int, parents: Int64s) -> tuple[float, float]:
    """Points that an action brings at once, and those of the best claim that cards and pieces then allow; the longest path is left out."""
    futures, now = empty_records(1, STATE), 0.0  # handed on as an array: a record alone would not keep its memory
    futures[0] = state
    if board.action_kind[action] == CLAIM_ROUTE:
        route, colour, wilds = wide(board.action_route[action]), wide(board.action_colour[action]), wide(board.action_wilds[action])
        now = claim_points(board, scratch, route, scratch.touched[seat], parents)
        pay_for_route(board, futures[0], seat, route, colour, wilds, None)
        occupy_route(board, futures[0], seat, route)
    elif board.action_kind[action] == TAKE_CARD:
        hold_shown_card(futures[0], seat, wide(board.action_card[action]))
    return now, best_claim_points(board, futures, seat, scratch)


@compiled
def best_claim_points(board: Board, states: States, seat: int, scratch: Scratch) -> float:
    """Points at the end that the best claim of a seat brings in the first state; 0 where it has none."""
    state, parents, best = states[0], np.empty(MAX_LOCATIONS, np.int64), 0.0
    join_locations(board, state.claimed[seat], parents)
    touched, most = touched_locations(board, state.claimed[seat]), most_of_a_colour(board, state, seat)
    low, high = open_routes(board, state, seat)
    while low | high != np.uint64(0):
        route, low, high = pop_bit(low, high)
        if can_pay(board, state, seat, route, most):
            best = max(best, claim_points(board, scratch, route, touched, parents))
    return best


@compiled
def claim_points(board: Board, scratch: Scratch, route: int, touched: Word, parents: Int64s) -> float:
    """Points at the end that one more route brings to a network."""
    return float(gained_points(board, route_gain(board, route, scratch.ticket[: scratch.tickets], touched, parents)))
