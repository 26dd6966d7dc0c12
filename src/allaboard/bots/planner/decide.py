"""The planner's decision: look around, plan, and take what is worth most of drawing, claiming and asking for tickets.

It reads a redacted state and nothing else, remembers nothing and throws no dice: the same sight gives the same action.
"""

from __future__ import annotations

from typing import Any

from allaboard.bots.planner.cards import (
    choose_card,
    drawing_gain,
    list_targets,
    value_cards,
)
from allaboard.bots.planner.claims import NOTHING, best_claim
from allaboard.bots.planner.compiling import part, thought
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.finish import last_claim, measure_lead
from allaboard.bots.planner.goals import best_ticket, choose_tickets, offer_worth
from allaboard.bots.planner.plan import (
    improve_plan,
    keep_plan,
    list_tickets,
    make_plan,
    measure_losses,
    measure_pressure,
)
from allaboard.bots.planner.survey import look_around
from allaboard.bots.planner.work import NO_PLAN, Work
from allaboard.engine.compiling import rule
from allaboard.engine.layout import CHOOSING, OFFER, SECOND_CARD, Board, State
from allaboard.engine.tickets import tickets_left

__all__ = ["decide", "decide_on", "decided", "think"]


@thought
def decide(board: Board, state: State, seat: int, constants: Constants, work: Work) -> int:
    """The action of a seat that may act, from a state redacted for it."""
    if state.phase == CHOOSING or state.phase == OFFER:
        look_around(board, state, seat, constants, work)
        return choose_tickets(board, state, seat, constants, work)
    hand = think(board, state, seat, constants, work)
    if state.phase == SECOND_CARD:
        return choose_card(board, state, constants, work)
    return choose_turn(board, state, seat, constants, work, hand)


@part
def decide_on(board: Board, state: State, seat: int, constants: Constants, work: Work) -> int:
    """As `decide`, by the plan of the seat's last turn while that stands: nearly the same, and much faster."""
    if state.phase == CHOOSING or state.phase == OFFER:
        work.plan_tickets = NO_PLAN  # what is planned now is for tickets that the seat may not keep
        return decide(board, state, seat, constants, work)
    if state.phase == SECOND_CARD and work.plan_tickets != NO_PLAN:
        value_cards(board, state, seat, constants, work)
        return choose_card(board, state, constants, work)
    look_around(board, state, seat, constants, work)
    if not keep_plan(board, state, seat, constants, work):
        list_tickets(board, state, seat, work)
        make_plan(board, state, seat, constants, work)
        improve_plan(board, state, seat, constants, work)
        measure_losses(board, state, work)
        work.plan_tickets = work.tickets
    hand = weigh_cards(board, state, seat, constants, work)
    if state.phase == SECOND_CARD:
        return choose_card(board, state, constants, work)
    return choose_turn(board, state, seat, constants, work, hand)


@thought
def think(board: Board, state: State, seat: int, constants: Constants, work: Work) -> float:
    """Make the plan and value cards in view of it; says what the hand is worth."""
    look_around(board, state, seat, constants, work)
    list_tickets(board, state, seat, work)
    make_plan(board, state, seat, constants, work)
    if state.phase != SECOND_CARD:
        improve_plan(board, state, seat, constants, work)
    measure_losses(board, state, work)
    return weigh_cards(board, state, seat, constants, work)


@thought
def weigh_cards(board: Board, state: State, seat: int, constants: Constants, work: Work) -> float:
    """Say what cards are worth in view of the plan, and return what the hand is worth."""
    measure_pressure(board, constants, work)
    list_targets(board, state, seat, constants, work)
    measure_lead(board, state, seat, constants, work)
    return value_cards(board, state, seat, constants, work)


@thought
def choose_turn(board: Board, state: State, seat: int, constants: Constants, work: Work, hand: float) -> int:
    """Draw, claim or ask for tickets, whichever is worth most in points."""
    last = state.final_turns >= 0
    action, most = choose_card(board, state, constants, work), NOTHING
    if action >= 0:
        most = constants.turn_worth * work.hand_scale * drawing_gain(board, state, constants, work)
    if last:
        claim, worth = last_claim(board, state, seat, constants, work)
    else:
        claim, worth = best_claim(board, state, seat, constants, work, hand, most)
    if claim >= 0 and worth >= most:
        action, most = claim, worth
    if tickets_left(state) == 0:
        return action
    if action < 0:
        return board.draw_tickets
    if last or (
        state.pieces[seat] >= constants.pieces_for_more * board.pieces and work.plan_turns <= constants.time_for_more * work.turns_left
    ):
        wanted = most if last else most + constants.turn_worth * constants.more_tickets
        # no offer is worth more than its best ticket: mostly that is enough to know
        if constants.confidence * best_ticket(board) > wanted and offer_worth(board, state, seat, constants, work) > wanted:
            return board.draw_tickets
    return action


@rule
def decided(boards: Any, states: Any, seat: int, constants: Any, works: Any) -> int:
    """The door for Python: the action for the first state, with the first constants and the first working memory."""
    return decide(boards[0], states[0], seat, constants[0], works[0])
