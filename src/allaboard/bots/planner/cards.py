"""Cards: which routes they are collected for, what a hand is worth in view of these, and which card to draw."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.scratch import MAX_TARGETS, Scratch
from allaboard.bots.planner.survey import route_worth
from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import bit, pop_bit, wide
from allaboard.engine.card_draws import in_market, may_take
from allaboard.engine.claiming import fewest_wilds, open_routes
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import GREY, WILD, Board, State

__all__ = [
    "choose_card",
    "drawing_gain",
    "hand_worth",
    "list_targets",
    "network_worth",
    "targets_stand",
    "value_cards",
    "value_changed",
]

ONE = np.uint64(1)
NONE = np.uint64(0)
EVERY_KIND = wide(-1)
NO_TARGET = wide(-1)  # of the type that routes have, so that nothing is compiled twice


@compiled
def list_targets(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """List the routes to collect cards for: those of the plan, the most pressing first, then the best for points alone."""
    scratch.targets = 0
    scratch.aims[0] = scratch.aims[1] = NONE
    weight = 1.0 + constants.hurry * scratch.tightness
    for route in range(board.routes):
        scratch.rank[route] = NO_TARGET
    low, high = scratch.plan[0], scratch.plan[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        # of two equally pressing routes the one that takes fewer turns comes first
        add_target(scratch, route, scratch.loss[route] * scratch.wanted[route] - 0.01 * scratch.turns[route], weight)
    for index in range(scratch.targets):
        scratch.rank[scratch.target[index]] = index
    add_fillers(board, state, seat, constants, scratch)
    order_targets(board, constants, scratch)


@inlined
def add_target(scratch: Scratch, route: int, rating: float, weight: float) -> None:
    """Put a route among the targets, by its rating within those of the same weight."""
    if scratch.targets == MAX_TARGETS:
        return
    place = scratch.targets
    while place > 0 and scratch.weight[place - 1] == weight and rating > scratch.pressing[place - 1]:
        scratch.target[place] = scratch.target[place - 1]
        scratch.weight[place] = scratch.weight[place - 1]
        scratch.pressing[place] = scratch.pressing[place - 1]
        place -= 1
    scratch.target[place], scratch.weight[place], scratch.pressing[place] = route, weight, rating
    scratch.targets += 1


@inlined
def add_fillers(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> None:
    """Add routes for points, as many as the pieces and the time beyond the plan allow, the most points a turn first."""
    pieces = state.pieces[seat] - scratch.plan_pieces
    turns = scratch.turns_left - scratch.plan_turns
    count = list_fillers(board, state, seat, constants, scratch)
    while pieces > 0 and scratch.targets < MAX_TARGETS:
        best, most, fitting = NO_TARGET, 0.0, 0
        for place in range(count):
            route = scratch.fillers[place]
            if board.length[route] > pieces or scratch.turns[route] > turns + 1.0 or twin_is_target(board, scratch, route):
                continue  # there will never be more pieces or more time: it is not looked at again
            rating = scratch.filler[place]
            scratch.fillers[fitting], scratch.filler[fitting] = route, rating
            if rating > most:
                best, most = fitting, rating
            fitting += 1
        count = fitting
        if best == NO_TARGET:
            return
        route = scratch.fillers[best]
        scratch.target[scratch.targets] = route
        scratch.weight[scratch.targets] = constants.filler * min(1.5, most / constants.turn_worth)
        scratch.rank[route] = scratch.targets
        scratch.targets += 1
        scratch.filler[best] = 0.0
        pieces -= board.length[route]
        turns -= scratch.turns[route]


@inlined
def list_fillers(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> int:
    """List the open routes beside the plan with the points that each gives a turn; returns how many there are."""
    count = 0
    low = scratch.usable[0] & ~scratch.plan[0] & ~state.claimed[seat, 0]
    high = scratch.usable[1] & ~scratch.plan[1] & ~state.claimed[seat, 1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        worth = route_worth(board, scratch, seat, route) + network_worth(board, scratch, seat, constants, route)
        scratch.fillers[count] = route
        scratch.filler[count] = worth / scratch.turns[route]
        count += 1
    return count


@inlined
def order_targets(board: Board, constants: Constants, scratch: Scratch) -> None:
    """Put the targets in the order in which they take cards: coloured ones before grey ones."""
    place = 0
    for grey in range(2):
        for index in range(scratch.targets):
            route = scratch.target[index]
            if (board.colour[route] == GREY) == (grey == 1):
                scratch.sequence[place] = index
                if grey == 0:
                    scratch.weight[index] *= 1.0 + constants.coloured
                scratch.aims[route >> 6] |= bit(route)
                place += 1


@inlined
def twin_is_target(board: Board, scratch: Scratch, route: int) -> bool:
    """Whether cards are collected for the other route of the pair (R-CLAIM-6)."""
    return board.twin[route] >= 0 and scratch.rank[board.twin[route]] != NO_TARGET


@inlined
def network_worth(board: Board, scratch: Scratch, seat: int, constants: Constants, route: int) -> float:
    """Points that a route is hoped to bring for the longest path when it goes on from the seat's own network (R-SCORE-5)."""
    if board.longest_path_points == 0:
        return 0.0
    near, far = np.uint64(board.ends[route, 0]), np.uint64(board.ends[route, 1])
    if ((scratch.touched[seat] >> near) | (scratch.touched[seat] >> far)) & ONE == NONE:
        return 0.0
    return constants.longest * board.longest_path_points * board.length[route] / board.pieces


@compiled
def hand_worth(board: Board, constants: Constants, scratch: Scratch, without: int) -> float:
    """What the cards in `work.hand` are worth, in turns, for all targets but one.

    Coloured targets take their cards first, grey ones the most of what is left; wilds go to
    a target that they complete, to the most pressing one, or where no colour can stand for them.
    """
    left = 0
    for kind in range(board.kinds):
        scratch.rest[kind] = scratch.hand[kind]
        left += scratch.hand[kind]
    worth = 0.0
    for place in range(scratch.targets):
        if left == 0:
            return worth
        index = scratch.sequence[place]
        route = scratch.target[index]
        kind = board.colour[route]
        if kind == GREY:
            kind = 1
            for other in range(2, board.kinds):
                if scratch.rest[other] > scratch.rest[kind]:
                    kind = other
        if scratch.rest[kind] + scratch.rest[WILD] == 0 or route == without:
            continue
        length = board.length[route]
        needed = fewest_wilds(board, route, scratch.rest[kind])
        cards = length - needed
        if needed > scratch.rest[WILD] and index > 0:
            needed = fewest_wilds(board, route, MAX_LENGTH)
        wilds = min(needed, scratch.rest[WILD])
        scratch.rest[kind] -= cards
        scratch.rest[WILD] -= wilds
        cards += wilds
        left -= cards
        worth += scratch.weight[index] * (cards * constants.needed_card + constants.progress * cards * cards / length)
        worth += scratch.weight[index] * wilds * constants.used_wild
    for kind in range(1, board.kinds):
        worth += constants.spare_card * scratch.rest[kind]
    return worth + constants.spare_wild * scratch.rest[WILD]


@compiled
def value_cards(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> float:
    """Fill what one more card of each kind is worth; returns what the hand is worth as it is."""
    for kind in range(board.kinds):
        scratch.hand[kind] = state.hands[seat, kind]
    return value_kinds(board, constants, scratch, EVERY_KIND)


@compiled
def value_changed(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> float:
    """The same after a card was drawn, for its kind alone: what others are worth has hardly changed, unless it is a wild."""
    changed = 0
    for kind in range(board.kinds):
        changed |= (scratch.hand[kind] != state.hands[seat, kind]) << kind
        scratch.hand[kind] = state.hands[seat, kind]
    return value_kinds(board, constants, scratch, EVERY_KIND if changed & (1 << WILD) else changed)


@inlined
def value_kinds(board: Board, constants: Constants, scratch: Scratch, kinds: int) -> float:
    """Fill what one more card of some kinds (bits) is worth; returns what the hand is worth as it is."""
    worth = hand_worth(board, constants, scratch, NO_TARGET)
    for kind in range(board.kinds):
        if (kinds >> kind) & 1:
            scratch.hand[kind] += 1
            scratch.gain[kind] = hand_worth(board, constants, scratch, NO_TARGET) - worth
            scratch.hand[kind] -= 1
    return worth


@inlined
def targets_stand(board: Board, state: State, seat: int, scratch: Scratch) -> bool:
    """Whether there are targets, and all of them can still be claimed."""
    low, high = open_routes(board, state, seat)
    lost = (scratch.aims[0] & ~low) | (scratch.aims[1] & ~high)
    return lost == NONE and scratch.aims[0] | scratch.aims[1] != NONE


@inlined
def blind_gain(board: Board, state: State, constants: Constants, scratch: Scratch) -> float:
    """What a card from the deck is worth on average; unseen cards of other hands are as likely to be the next as the deck's own."""
    cards, gain = 0, 0.0
    for kind in range(board.kinds):
        cards += state.deck[kind]
        gain += state.deck[kind] * scratch.gain[kind]
    return constants.blind + (gain / cards if cards > 0 else 0.0)


@inlined
def drawing_gain(board: Board, state: State, constants: Constants, scratch: Scratch) -> float:
    """What a turn of drawing is worth: a face-up wild, or the two best cards to be had; less than nothing if there are none."""
    blind = blind_gain(board, state, constants, scratch) if state.deck_size > 0 else -1.0
    best, second = blind, blind if state.deck_size > 1 else 0.0
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind > WILD:
            gain = scratch.gain[kind]
            if gain > best:
                best, second = gain, best
            elif gain > second:
                second = gain
    gain = best + max(0.0, second)
    return max(gain, scratch.gain[WILD]) if in_market(state, WILD) else gain


@inlined
def choose_card(board: Board, state: State, constants: Constants, scratch: Scratch) -> int:
    """The action that draws the best card now, or -1 when no card can be drawn."""
    action, best, second = -1, -1.0e9, 0.0
    if state.deck_size > 0:
        action, best = wide(board.draw_deck_id), blind_gain(board, state, constants, scratch)
        second = best if state.deck_size > 1 else 0.0
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind > WILD:
            gain = scratch.gain[kind]
            if gain > best:
                action, best, second = wide(board.take_id[kind]), gain, max(best, 0.0)
            elif gain > second:
                second = gain
    if may_take(state, WILD) and in_market(state, WILD) and scratch.gain[WILD] > best + second:
        return wide(board.take_id[WILD])  # R-DRAW-3: it is the whole turn
    return action
