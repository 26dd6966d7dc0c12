"""Claims: what claiming a route now is worth against keeping the cards, and how to pay for it."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.cards import NO_TARGET, hand_worth, network_worth
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.paths import cheapest_path, ends
from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.survey import route_worth
from allaboard.engine.bits import count_bits, has_bit, pop_bit, wide
from allaboard.engine.claiming import claim_id, fewest_wilds, payable_routes
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import GREY, WILD, Board, State
from allaboard.engine.turn import starts_final_round

__all__ = ["NOTHING", "NO_CLAIM", "best_claim", "cheapest_payment", "claim_price", "claim_worth"]

ONE = np.uint64(1)
NONE = np.uint64(0)
NO_CLAIM = wide(-1)
NOTHING = -1.0e9


@compiled
def cheapest_payment(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, route: int) -> tuple[int, float]:
    """The payment that leaves the best hand for the other targets, colour before wilds: its action, and what that hand is worth."""
    length, colour = board.length[route], board.colour[route]
    wilds = state.hands[seat, WILD]
    action, most = NO_CLAIM, 0.0
    for kind in range(1, board.kinds) if colour == GREY else range(colour, colour + 1):
        spent = fewest_wilds(board, route, state.hands[seat, kind])
        if spent > wilds or (spent == length and action != NO_CLAIM):
            continue
        scratch.hand[kind] -= length - spent
        scratch.hand[WILD] -= spent
        left = hand_worth(board, constants, scratch, route)
        scratch.hand[kind] += length - spent
        scratch.hand[WILD] += spent
        if action == NO_CLAIM or left > most:
            action, most = claim_id(board, route, kind, spent), left
    return action, most


@compiled
def best_claim(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, hand: float, least: float
) -> tuple[int, float]:
    """The claim to make first, and its worth in points beyond keeping the cards; no claim is -1, as when none is worth more than the least.

    Of those that are worth it the one comes first that is worth most, what is wanted and long somewhat before the others.
    """
    best, worth_of_best, most = NO_CLAIM, least, NOTHING
    keeping = constants.turn_worth * scratch.hand_scale
    low, high = payable_routes(board, state, seat)
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        worth = claim_worth(board, state, seat, constants, scratch, route)
        before = constants.turn_worth * (constants.grab * scratch.wanted[route] + constants.stretch * board.length[route])
        at_most = worth - keeping * constants.spare_card * board.length[route]  # no card is worth less than a spare one
        if at_most <= least or at_most + before <= most:
            continue
        action, price = claim_price(board, state, seat, constants, scratch, route, hand)
        worth -= price
        if worth > least and worth + before > most:
            best, worth_of_best, most = action, worth, worth + before
    return best, worth_of_best


@inlined
def claim_price(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, route: int, hand: float
) -> tuple[int, float]:
    """The action that claims a route at the least price, and that price: what keeping the cards would be worth in points.

    If the route were not wanted, that is: cards collected for it have no better use than the claim itself.
    """
    action, left = cheapest_payment(board, state, seat, constants, scratch, route)
    kept = hand if scratch.rank[route] == NO_TARGET else hand_worth(board, constants, scratch, route)
    return action, constants.turn_worth * scratch.hand_scale * (kept - left)


@inlined
def claim_worth(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, route: int) -> float:
    """What having a route is worth in points, whatever it is paid with."""
    worth = route_worth(board, scratch, seat, route) + network_worth(board, scratch, seat, constants, route)
    if has_bit(scratch.plan, route):
        worth += constants.turn_worth * constants.urge + constants.pressure * scratch.tightness * scratch.stake
        worth += constants.risk * scratch.wanted[route] * scratch.loss[route]
    elif constants.block > 0.0 and state.players > 1:
        worth += constants.block * block_worth(board, state, seat, constants, scratch, route)
    if starts_final_round(board, state.pieces[seat] - board.length[route]) and state.final_turns < 0:
        worth += constants.turn_worth * constants.rush * scratch.lead
        worth -= constants.open_ticket * lost_by_ending(scratch, route)
    return worth


@inlined
def lost_by_ending(scratch: Scratch, route: int) -> float:
    """Points of tickets that stay unmade when claiming a route ends the game: one more turn is left for the plan (R-END-1)."""
    to_claim = count_bits(scratch.plan[0]) + count_bits(scratch.plan[1]) - has_bit(scratch.plan, route)
    return scratch.open_points * min(1.0, 0.5 * to_claim)


@inlined
def block_worth(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, route: int) -> float:
    """Points that closing a route costs a rival whose network it would join; shared by all rivals, only one is hurt."""
    near, far = ends(board.ends, route)
    touched = False
    for other in range(state.players):
        if other != seat and (scratch.touched[other] >> np.uint64(near)) & (scratch.touched[other] >> np.uint64(far)) & ONE != NONE:
            touched = True
    if not touched:
        return 0.0
    kept = scratch.price[route]
    scratch.price[route] = 1.0e9
    detour = cheapest_path(board, scratch, near, far)
    scratch.price[route] = kept
    return min(4.0, max(0.0, detour / constants.turn_worth - scratch.turns[route])) * constants.turn_worth / (state.players - 1)
