"""Claims: what claiming a route now is worth against keeping the cards, and how to pay for it."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.cards import NO_TARGET, hand_worth, network_worth
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.paths import cheapest_path, ends
from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.survey import route_worth
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.bits import count_bits, has_bit, pop_bit, wide
from allaboard.engine.claiming import claim_id, fewest_wilds, payable_routes
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.network import find, join_locations
from allaboard.engine.records import GREY, WILD, Board, State
from allaboard.engine.scoring import gained_points, route_gain
from allaboard.engine.turn import starts_final_round

__all__ = ["NOTHING", "NO_CLAIM", "best_claim", "cheapest_payment", "claim_price", "claim_worth", "next_points", "sequel_share"]

ONE = np.uint64(1)
NONE = np.uint64(0)
NO_CLAIM = wide(-1)
NOTHING = -1.0e9
SEQUEL_FROM = 5.0  # turns before the end from which the claim after this one counts


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
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, hand: float, least: float, sequel: float
) -> tuple[int, float]:
    """The claim to make first, and its worth in points beyond keeping the cards; no claim is -1, as when none is worth more than the least.

    Of those that are worth it the one comes first that is worth most, what is wanted and long somewhat before the others.
    """
    best, worth_of_best, most = NO_CLAIM, least, NOTHING
    keeping = constants.turn_worth * scratch.hand_scale
    ahead = sequel_share(constants, scratch)
    hoped = sequel + ahead * made_at_most(board, scratch)
    low, high = payable_routes(board, state, seat)
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        worth = claim_worth(board, state, seat, constants, scratch, route)
        before = constants.turn_worth * (constants.grab * scratch.wanted[route] + constants.stretch * board.length[route])
        at_most = worth - keeping * constants.spare_card * board.length[route] + hoped  # no card is worth less than a spare one
        if at_most <= least or at_most + before <= most:
            continue
        action, price = claim_price(board, state, seat, constants, scratch, route, hand)
        worth -= price
        if ahead > 0.0:
            worth += ahead * next_points(
                board, state, seat, scratch, route, wide(board.action_colour[action]), wide(board.action_wilds[action])
            )
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


@inlined
def made_at_most(board: Board, scratch: Scratch) -> float:
    """Points that two claims hardly exceed beside those for the routes themselves: the planned tickets' and one district's."""
    district_points = 0
    for district in range(board.districts):
        district_points = max(district_points, board.district_points[district])
    return scratch.open_points + district_points


@inlined
def sequel_share(constants: Constants, scratch: Scratch) -> float:
    """How much of the points of the claim after this one counts: all of it in the last turns, less before, nothing long before the end."""
    return constants.sequel * min(1.0, max(0.0, (SEQUEL_FROM - scratch.turns_left) / (SEQUEL_FROM - 2.0)))


@compiled
def next_points(board: Board, state: State, seat: int, scratch: Scratch, route: int, colour: int, wilds: int) -> float:
    """Points beyond its own that claiming a route brings, paid so, and those of the best claim that cards and pieces then allow.

    Without a route, those of the best claim as it is. What is payable next is payable now: no card is drawn between.
    """
    parents = np.empty(MAX_LOCATIONS, np.int64)
    touched, pieces, twin, extra, spent = scratch.touched[seat], wide(state.pieces[seat]), NO_CLAIM, 0.0, 0
    join_locations(board, state.claimed[seat], parents)
    if route != NO_CLAIM:
        near, far = ends(board.ends, route)
        gain = route_gain(board, route, scratch.ticket[: scratch.tickets], touched, parents)
        extra = float(gained_points(board, gain)) - route_worth(board, scratch, seat, route)
        parents[find(parents, near)] = find(parents, far)
        touched |= (ONE << np.uint64(near)) | (ONE << np.uint64(far))
        pieces -= board.length[route]
        twin = wide(board.twin[route])
        spent = board.length[route] - wilds
        scratch.hand[colour] -= spent
        scratch.hand[WILD] -= wilds
    most, best = 0, 0.0
    for kind in range(1, board.kinds):
        most = max(most, scratch.hand[kind])
    low, high = payable_routes(board, state, seat)
    while low | high != NONE:
        other, low, high = pop_bit(low, high)
        if other in (route, twin) or board.length[other] > pieces:
            continue
        cards = most if board.colour[other] == GREY else scratch.hand[board.colour[other]]
        if fewest_wilds(board, other, cards) <= scratch.hand[WILD]:
            gain = route_gain(board, other, scratch.ticket[: scratch.tickets], touched, parents)
            best = max(best, float(gained_points(board, gain)))
    if route != NO_CLAIM:
        scratch.hand[colour] += spent
        scratch.hand[WILD] += wilds
    return extra + best
