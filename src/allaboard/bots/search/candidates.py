"""The actions worth a closer look: the planner's own choice first, then what it thinks best of the others."""

from __future__ import annotations

from typing import Final

import numpy as np

from allaboard.bots.planner.cards import blind_gain, choose_card
from allaboard.bots.planner.claims import claim_price, claim_worth
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import choose_turn, decide, think
from allaboard.bots.planner.scratch import Scratch, Scratches
from allaboard.bots.planner.survey import look_around
from allaboard.bots.planner.ticket_choice import keep_worth, offer_worth
from allaboard.engine.bits import pop_bit, wide
from allaboard.engine.card_draws import in_market, may_take
from allaboard.engine.claiming import payable_routes
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.legal import ALLOWED, refusal_of_keep
from allaboard.engine.records import CHOOSING, OFFER, SECOND_CARD, WILD, Board, Boards, State, States
from allaboard.engine.tickets import tickets_left
from allaboard.engine.typed_records import Floats, Int64s, Records

__all__ = ["MAX_CANDIDATES", "list_candidates"]

MAX_CANDIDATES: Final = 16
NONE = np.uint64(0)
ONE = np.uint64(1)


@compiled
def list_candidates(
    boards: Boards, states: States, seat: int, constants: Records[Constants], scratches: Scratches, actions: Int64s, worths: Floats
) -> int:
    """Write the candidates, the planner's choice first and the others by their worth in points; returns how many there are."""
    board, state = boards[0], states[0]
    worths[0] = 0.0
    count = 1
    if state.phase == CHOOSING or state.phase == OFFER:
        actions[0] = decide(board, state, seat, constants[0], scratches[0])
        return add_keeps(board, state, seat, constants[0], scratches[0], actions, worths, count)
    hand = think(board, state, seat, constants[0], scratches[0])
    if state.phase == SECOND_CARD:
        actions[0] = choose_card(board, state, constants[0], scratches[0])
    else:
        actions[0] = choose_turn(board, state, seat, constants[0], scratches[0], hand)
    count = add_draws(board, state, constants[0], scratches[0], actions, worths, count)
    if state.phase == SECOND_CARD:
        return count
    count = add_claims(board, state, seat, constants[0], scratches[0], hand, actions, worths, count)
    if tickets_left(state) > 0:
        count = add(actions, worths, count, wide(board.draw_tickets_id), offer_worth(board, state, seat, constants[0], scratches[0]))
    return count


@inlined
def add(actions: Int64s, worths: Floats, count: int, action: int, worth: float) -> int:
    """Put an action in its place behind the first; the worst falls off when there are too many."""
    if action == actions[0]:
        worths[0] = worth
        return count
    if count == len(actions):
        if worth <= worths[count - 1]:
            return count
        count -= 1
    place = count
    while place > 1 and worth > worths[place - 1]:
        actions[place], worths[place] = actions[place - 1], worths[place - 1]
        place -= 1
    actions[place], worths[place] = action, worth
    return count + 1


@inlined
def add_keeps(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, actions: Int64s, worths: Floats, count: int
) -> int:
    """Ways to choose from an offer."""
    look_around(board, state, seat, constants, scratch)
    offered = state.offer_size[seat]
    for pattern in range(np.int64(board.keeps_of[offered]), board.keeps_of[offered + 1]):
        if board.keep_in_order[pattern] == 1 and refusal_of_keep(board, state, seat, pattern) == ALLOWED:
            worth = keep_worth(board, state, seat, constants, scratch, pattern)
            count = add(actions, worths, count, wide(board.keep_id[pattern]), worth)
    return count


@inlined
def add_draws(board: Board, state: State, constants: Constants, scratch: Scratch, actions: Int64s, worths: Floats, count: int) -> int:
    """Cards to draw; a second card at least as good as one from the deck is counted in where there is one."""
    scale = constants.turn_worth * scratch.hand_scale
    blind = blind_gain(board, state, constants, scratch) if state.deck_size > 0 else 0.0
    more = blind if state.phase != SECOND_CARD else 0.0
    if state.deck_size > 0:
        count = add(actions, worths, count, wide(board.draw_deck_id), scale * (blind + more))
    for kind in range(board.kinds):
        if may_take(state, kind) and in_market(state, kind):
            gain = scratch.gain[kind] + (0.0 if kind == WILD else more)
            count = add(actions, worths, count, wide(board.take_id[kind]), scale * gain)
    return count


@inlined
def add_claims(
    board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, hand: float, actions: Int64s, worths: Floats, count: int
) -> int:
    """Routes to claim, each with the payment that leaves the best hand."""
    low, high = payable_routes(board, state, seat)
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        action, price = claim_price(board, state, seat, constants, scratch, route, hand)
        worth = claim_worth(board, state, seat, constants, scratch, route)
        count = add(actions, worths, count, action, worth - price)
    return count
