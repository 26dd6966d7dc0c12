"""The course of a game: what an action does, when a turn is over, who is next, the final round and the end (R-TURN, R-END)."""

from __future__ import annotations

from typing import Any

from allaboard.engine.card_draws import draw_deck, drawing_possible, take_card
from allaboard.engine.claiming import claim_route, count_claims
from allaboard.engine.jit import inlined
from allaboard.engine.records import CHOOSING, NOT_CHOSEN, OFFER, OVER, TURN, Board, State
from allaboard.engine.tickets import draw_offer, keep_tickets, settle_choices, tickets_left

__all__ = ["apply", "can_act", "end_turn"]


@inlined
def apply(board: Board, state: State, seat: int, action: int, tape: Any) -> None:
    """Carry out a legal action of a seat."""
    if action < board.first_claim:
        over = draw_deck(state, seat, tape) if action < board.first_take else take_card(state, seat, action - board.first_take, tape)
        if over:
            end_turn(board, state)
    elif action < board.draw_tickets:
        claim = action - board.first_claim
        claim_route(board, state, seat, board.claim_route[claim], board.claim_colour[claim], board.claim_wilds[claim], tape)
        end_turn(board, state)
    elif action == board.draw_tickets:
        draw_offer(board, state, seat, tape)
        state.phase = OFFER
    elif state.phase == CHOOSING:
        choose_tickets(board, state, seat, action - board.first_keep, tape)
    else:
        keep_tickets(board, state, seat, action - board.first_keep, tape)
        end_turn(board, state)


@inlined
def choose_tickets(board: Board, state: State, seat: int, pattern: int, tape: Any) -> None:
    """Remember a seat's choice at set-up; the last one to choose starts the game."""
    state.chosen[seat] = pattern
    for other in range(state.players):
        if state.chosen[other] == NOT_CHOSEN:
            return
    settle_choices(board, state, tape)
    state.acting = state.start
    begin_turn(board, state)


@inlined
def end_turn(board: Board, state: State) -> None:
    """Close the acting seat's turn and open the next one, or end the game."""
    state.turns += 1
    if state.final_turns > 0:
        state.final_turns -= 1
    elif state.pieces[state.acting] <= board.final_round_at:
        state.final_turns = state.players  # R-END-1: one more turn for everybody, this seat included
    if state.final_turns == 0:
        state.phase = OVER
        return
    state.acting = (state.acting + 1) % state.players
    begin_turn(board, state)


@inlined
def begin_turn(board: Board, state: State) -> None:
    """Open a turn; seats that can do nothing are skipped, and when all are stuck the game is over (R-TURN-2)."""
    for _ in range(state.players):
        if can_act(board, state, state.acting):
            state.phase = TURN
            return
        state.turns += 1
        if state.final_turns > 0:
            state.final_turns -= 1
            if state.final_turns == 0:
                break
        state.acting = (state.acting + 1) % state.players
    state.phase = OVER


@inlined
def can_act(board: Board, state: State, seat: int) -> bool:
    """Whether a seat can draw a card, draw tickets or claim a route."""
    return drawing_possible(state) or tickets_left(state) > 0 or count_claims(board, state, seat) > 0
