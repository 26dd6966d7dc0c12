"""The planner's decision: look around, plan, and take what is worth most of drawing, claiming and asking for tickets.

It reads a redacted state and nothing else, remembers nothing and throws no dice: the same observation gives the same action.
"""

from __future__ import annotations

from allaboard.bots.planner.cards import (
    choose_card,
    drawing_gain,
    list_targets,
    targets_stand,
    value_cards,
    value_changed,
)
from allaboard.bots.planner.claims import NO_CLAIM, NOTHING, best_claim, next_points, sequel_share
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.finish import last_claim, measure_lead
from allaboard.bots.planner.plan import (
    improve_plan,
    keep_plan,
    list_tickets,
    make_plan,
    measure_losses,
    measure_pressure,
)
from allaboard.bots.planner.scratch import NO_PLAN, Scratch, Scratches
from allaboard.bots.planner.survey import draw_map, glance, look_around, measure_time
from allaboard.bots.planner.ticket_choice import best_ticket, choose_tickets, offer_worth
from allaboard.engine.bits import wide
from allaboard.engine.jit import compiled, merged
from allaboard.engine.records import CHOOSING, OFFER, SECOND_CARD, WILD, Board, Boards, State, States
from allaboard.engine.tickets import tickets_left
from allaboard.engine.typed_records import Records

__all__ = ["choose_turn", "decide", "decide_on", "decided", "think", "think_on"]


@compiled
def decide(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> int:
    """The action of a seat that may act, from a state redacted for it."""
    if state.phase == CHOOSING or state.phase == OFFER:
        look_around(board, state, seat, constants, scratch)
        return choose_tickets(board, state, seat, constants, scratch)
    hand = think(board, state, seat, constants, scratch)
    if state.phase == SECOND_CARD:
        return choose_card(board, state, constants, scratch)
    return choose_turn(board, state, seat, constants, scratch, hand)


@merged
def decide_on(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, anew: bool) -> int:
    """As `decide`, by the plan of the seat's last turn while that stands: nearly the same, and much faster.

    While its targets stand, too, only time and cards are looked at, and of a second card what the first has changed; unless all is anew.
    """
    if state.phase == CHOOSING or state.phase == OFFER:
        scratch.plan_tickets = NO_PLAN  # what is planned now is for tickets that the seat may not keep
        return decide(board, state, seat, constants, scratch)
    if state.phase == SECOND_CARD and scratch.plan_tickets != NO_PLAN:
        if anew:
            value_cards(board, state, seat, constants, scratch)
        else:
            value_changed(board, state, seat, constants, scratch)
        return choose_card(board, state, constants, scratch)
    if not anew and scratch.plan_tickets == state.ticket_count[seat] and targets_stand(board, state, seat, scratch):
        measure_time(board, state, seat, constants, scratch)
        hand = value_cards(board, state, seat, constants, scratch)
    else:
        hand = think_on(board, state, seat, constants, scratch)
    if state.phase == SECOND_CARD:
        return choose_card(board, state, constants, scratch)
    return choose_turn(board, state, seat, constants, scratch, hand)


@compiled
def think_on(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> float:
    """As `think`, by the plan of the seat's last turn while that stands."""
    glance(board, state, seat, constants, scratch)
    kept = keep_plan(board, state, seat, constants, scratch)
    if not kept or constants.block > 0.0:
        draw_map(board, state, seat, constants, scratch)
    if not kept:
        list_tickets(board, state, seat, scratch)
        make_plan(board, state, seat, constants, scratch)
        improve_plan(board, state, seat, constants, scratch)
        measure_losses(board, state, scratch)
        scratch.plan_tickets = scratch.tickets
    return weigh_cards(board, state, seat, constants, scratch)


@compiled
def think(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> float:
    """Make the plan and value cards in view of it; returns what the hand is worth."""
    look_around(board, state, seat, constants, scratch)
    list_tickets(board, state, seat, scratch)
    make_plan(board, state, seat, constants, scratch)
    if state.phase != SECOND_CARD:
        improve_plan(board, state, seat, constants, scratch)
    measure_losses(board, state, scratch)
    return weigh_cards(board, state, seat, constants, scratch)


@compiled
def weigh_cards(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch) -> float:
    """Say what cards are worth in view of the plan, and return what the hand is worth."""
    measure_pressure(board, constants, scratch)
    list_targets(board, state, seat, constants, scratch)
    measure_lead(board, state, seat, constants, scratch)
    return value_cards(board, state, seat, constants, scratch)


@compiled
def choose_turn(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, hand: float) -> int:
    """Draw, claim or ask for tickets, whichever is worth most in points."""
    last = state.final_turns >= 0
    action, most = choose_card(board, state, constants, scratch), NOTHING
    if action >= 0:
        most = constants.turn_worth * scratch.hand_scale * drawing_gain(board, state, constants, scratch)
    ahead, sequel = sequel_share(constants, scratch), 0.0
    if ahead > 0.0 and not last:
        sequel = ahead * next_points(board, state, seat, scratch, NO_CLAIM, WILD, 0)
        most += sequel
    if last:
        claim, worth = last_claim(board, state, seat, constants, scratch)
    else:
        claim, worth = best_claim(board, state, seat, constants, scratch, hand, most, sequel)
    if claim >= 0 and worth >= most:
        action, most = claim, worth
    if tickets_left(state) == 0:
        return action
    if action < 0:
        return wide(board.draw_tickets_id)
    if last or (
        state.pieces[seat] >= constants.pieces_for_more * board.pieces
        and scratch.plan_turns <= constants.time_for_more * scratch.turns_left
    ):
        wanted = most if last else most + constants.turn_worth * constants.more_tickets
        # no offer is worth more than the best ticket: mostly that is enough to know
        if constants.confidence * best_ticket(board) > wanted and offer_worth(board, state, seat, constants, scratch) > wanted:
            return wide(board.draw_tickets_id)
    return action


@compiled
def decided(boards: Boards, states: States, seat: int, constants: Records[Constants], scratches: Scratches) -> int:
    """The door for Python: the action for the first state, with the first constants and the first working memory."""
    return decide(boards[0], states[0], seat, constants[0], scratches[0])
