"""Cards: which routes they are collected for, what a hand is worth in view of these, and which card to draw."""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.bots.planner.compiling import thought
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.survey import route_worth
from allaboard.bots.planner.work import MAX_TARGETS, Work
from allaboard.engine.bits import has_bit, lowest_bit
from allaboard.engine.compiling import rule
from allaboard.engine.drawing import in_market
from allaboard.engine.layout import GREY, SECOND_CARD, WILD, Board, State

__all__ = ["choose_card", "drawing_gain", "hand_worth", "list_targets", "network_worth", "value_cards"]

ONE = np.uint64(1)
NONE = np.uint64(0)
NO_TARGET: Any = np.int64(-1)  # of the type that routes have, so that nothing is compiled twice


@thought
def list_targets(board: Board, state: State, seat: int, constants: Constants, work: Work) -> None:
    """List the routes to collect cards for: those of the plan, the most pressing first, then the best for points alone."""
    work.targets = 0
    weight = 1.0 + constants.hurry * work.tightness
    for route in range(board.routes):
        work.rank[route] = NO_TARGET
    for half in range(2):
        word = work.plan[half]
        while word != NONE:
            route = 64 * half + lowest_bit(word)
            word &= word - ONE
            # of two equally pressing routes the one that takes fewer turns comes first
            add_target(work, route, work.loss[route] * work.wanted[route] - 0.01 * work.turns[route], weight)
    for index in range(work.targets):
        work.rank[work.target[index]] = index
    add_fillers(board, state, seat, constants, work)


@rule
def add_target(work: Work, route: int, rating: float, weight: float) -> None:
    """Put a route among the targets, by its rating within those of the same weight."""
    if work.targets == MAX_TARGETS:
        return
    place = work.targets
    while place > 0 and work.weight[place - 1] == weight and rating > work.pressing[place - 1]:
        work.target[place] = work.target[place - 1]
        work.weight[place] = work.weight[place - 1]
        work.pressing[place] = work.pressing[place - 1]
        place -= 1
    work.target[place], work.weight[place], work.pressing[place] = route, weight, rating
    work.targets += 1


@rule
def add_fillers(board: Board, state: State, seat: int, constants: Constants, work: Work) -> None:
    """Add routes for points, as many as the pieces and the time beyond the plan allow, the most points a turn first."""
    pieces = state.pieces[seat] - work.plan_pieces
    turns = work.turns_left - work.plan_turns
    for route in range(board.routes):
        work.filler[route] = 0.0
        if has_bit(work.usable, route) and not has_bit(work.plan, route) and not has_bit(state.claimed[seat], route):
            worth = route_worth(board, work, seat, route) + network_worth(board, work, seat, constants, route)
            work.filler[route] = worth / work.turns[route]
    while pieces > 0 and work.targets < MAX_TARGETS:
        best = NO_TARGET
        for route in range(board.routes):
            fits = board.length[route] <= pieces and work.turns[route] <= turns + 1.0
            if fits and work.filler[route] > (work.filler[best] if best >= 0 else 0.0) and not twin_is_target(board, work, route):
                best = route
        if best == NO_TARGET:
            return
        work.target[work.targets] = best
        work.weight[work.targets] = constants.filler * min(1.5, work.filler[best] / constants.turn_worth)
        work.rank[best] = work.targets
        work.targets += 1
        work.filler[best] = 0.0
        pieces -= board.length[best]
        turns -= work.turns[best]


@rule
def twin_is_target(board: Board, work: Work, route: int) -> bool:
    """Whether cards are collected for the other route of the pair (R-CLAIM-6)."""
    return board.twin[route] >= 0 and work.rank[board.twin[route]] != NO_TARGET


@rule
def network_worth(board: Board, work: Work, seat: int, constants: Constants, route: int) -> float:
    """Points that a route is hoped to bring for the longest path when it goes on from the seat's own network (R-SCORE-5)."""
    if board.longest_path_points == 0:
        return 0.0
    near, far = np.uint64(board.ends[route, 0]), np.uint64(board.ends[route, 1])
    if ((work.touched[seat] >> near) | (work.touched[seat] >> far)) & ONE == NONE:
        return 0.0
    return constants.longest * board.longest_path_points * board.length[route] / board.pieces


@thought
def hand_worth(board: Board, constants: Constants, work: Work, without: int) -> float:
    """What the cards in `work.hand` are worth, in turns, for all targets but one.

    Coloured targets take their cards first, grey ones the most of what is left; wilds go to
    a target that they complete, or to the most pressing one.
    """
    for kind in range(board.kinds):
        work.rest[kind] = work.hand[kind]
    worth = 0.0
    for grey in range(2):
        for index in range(work.targets):
            route = work.target[index]
            kind = board.colour[route]
            if (kind == GREY) != (grey == 1) or route == without:
                continue
            if kind == GREY:
                kind = 1
                for other in range(2, board.kinds):
                    if work.rest[other] > work.rest[kind]:
                        kind = other
            length = board.length[route]
            cards = min(work.rest[kind], length)
            wilds = 0
            if length - cards <= work.rest[WILD] or index == 0:
                wilds = min(length - cards, work.rest[WILD])
            work.rest[kind] -= cards
            work.rest[WILD] -= wilds
            cards += wilds
            worth += work.weight[index] * (cards * constants.needed_card + constants.progress * cards * cards / length)
            worth += work.weight[index] * wilds * constants.used_wild
    for kind in range(1, board.kinds):
        worth += constants.spare_card * work.rest[kind]
    return worth + constants.spare_wild * work.rest[WILD]


@thought
def value_cards(board: Board, state: State, seat: int, constants: Constants, work: Work) -> float:
    """Fill what one more card of each kind is worth; says what the hand is worth as it is."""
    for kind in range(board.kinds):
        work.hand[kind] = state.hands[seat, kind]
    worth = hand_worth(board, constants, work, NO_TARGET)
    for kind in range(board.kinds):
        work.hand[kind] += 1
        work.gain[kind] = hand_worth(board, constants, work, NO_TARGET) - worth
        work.hand[kind] -= 1
    return worth


@rule
def blind_gain(board: Board, state: State, constants: Constants, work: Work) -> float:
    """What a card from the deck is worth on average; unseen cards of other hands are as likely to be the next as the deck's own."""
    cards, gain = 0, 0.0
    for kind in range(board.kinds):
        cards += state.deck[kind]
        gain += state.deck[kind] * work.gain[kind]
    return constants.blind + (gain / cards if cards > 0 else 0.0)


@rule
def drawing_gain(board: Board, state: State, constants: Constants, work: Work) -> float:
    """What a turn of drawing is worth: a face-up wild, or the two best cards to be had; less than nothing if there are none."""
    blind = blind_gain(board, state, constants, work) if state.deck_size > 0 else -1.0
    best, second = blind, blind if state.deck_size > 1 else 0.0
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind > WILD:
            gain = work.gain[kind]
            if gain > best:
                best, second = gain, best
            elif gain > second:
                second = gain
    gain = best + max(0.0, second)
    return max(gain, work.gain[WILD]) if in_market(state, WILD) else gain


@rule
def choose_card(board: Board, state: State, constants: Constants, work: Work) -> int:
    """The action that draws the best card now, or -1 when no card can be drawn."""
    action, best, second = -1, -1.0e9, 0.0
    if state.deck_size > 0:
        action, best = 0, blind_gain(board, state, constants, work)
        second = best if state.deck_size > 1 else 0.0
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind > WILD:
            gain = work.gain[kind]
            if gain > best:
                action, best, second = board.first_take + kind, gain, max(best, 0.0)
            elif gain > second:
                second = gain
    if state.phase != SECOND_CARD and in_market(state, WILD) and work.gain[WILD] > best + second:
        return board.first_take + WILD  # R-DRAW-3: it is the whole turn
    return action
