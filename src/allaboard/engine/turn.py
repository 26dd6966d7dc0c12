"""The course of a game: what an action does, when a turn is over, who is next, the final round and the end (R-TURN, R-END)."""

from __future__ import annotations

from allaboard.engine.bits import wide
from allaboard.engine.card_draws import draw_deck, drawing_possible, take_card
from allaboard.engine.claiming import claim_route, count_claims
from allaboard.engine.jit import inlined
from allaboard.engine.journal import CHOSE, ENDED, FINAL_ROUND, NOBODY, SKIPPED, Journal, add, tell
from allaboard.engine.records import CHOOSING, CLAIM_ROUTE, DRAW_DECK, DRAW_TICKETS, NOT_CHOSEN, OFFER, OVER, TAKE_CARD, TURN, Board, State
from allaboard.engine.tickets import draw_offer, keep_tickets, settle_choices, tell_choice, tickets_left

__all__ = ["apply", "begin_turn", "can_act", "end_turn", "starts_final_round"]


@inlined
def apply(board: Board, state: State, seat: int, action: int, journal: Journal | None) -> None:
    """Carry out a legal action of a seat."""
    kind = board.action_kind[action]
    over = True
    if kind == DRAW_DECK:
        over = draw_deck(state, seat, journal)
    elif kind == TAKE_CARD:
        over = take_card(state, seat, wide(board.action_card[action]), journal)
    elif kind == CLAIM_ROUTE:
        route, colour, wilds = wide(board.action_route[action]), wide(board.action_colour[action]), wide(board.action_wilds[action])
        claim_route(board, state, seat, route, colour, wilds, journal)
    elif kind == DRAW_TICKETS:
        draw_offer(board, state, seat, journal)
        state.phase = OFFER
        over = False
    elif state.phase == CHOOSING:
        choose_tickets(board, state, seat, wide(board.action_pattern[action]), journal)
        over = False
    else:
        keep_tickets(board, state, seat, wide(board.action_pattern[action]), journal)
    if over:
        end_turn(board, state, journal)


@inlined
def choose_tickets(board: Board, state: State, seat: int, pattern: int, journal: Journal | None) -> None:
    """Remember a seat's choice at set-up; the last one to choose starts the game."""
    state.chosen[seat] = pattern
    tell_choice(board, state, seat, pattern, CHOSE, journal)
    for other in range(state.players):
        if state.chosen[other] == NOT_CHOSEN:
            return
    settle_choices(board, state, journal)
    state.acting = state.start
    begin_turn(board, state, journal)


@inlined
def end_turn(board: Board, state: State, journal: Journal | None) -> None:
    """Close the acting seat's turn and open the next one, or end the game."""
    state.turns += 1
    if state.final_turns > 0:
        state.final_turns -= 1
    elif starts_final_round(board, state.pieces[state.acting]):
        state.final_turns = state.players  # R-END-1: one more turn for everybody, this seat included
        tell(journal, FINAL_ROUND, state.acting)
        add(journal, state.final_turns)
    if state.final_turns == 0:
        end_game(state, journal)
        return
    state.acting = next_in_order(state, state.acting)
    begin_turn(board, state, journal)


@inlined
def starts_final_round(board: Board, pieces: int) -> bool:
    """Whether so few pieces are left that a turn which ends with them starts the final round (R-END-1)."""
    return pieces <= board.final_round_at


@inlined
def next_in_order(state: State, seat: int) -> int:
    """The seat that comes after another, clockwise (R-TURN-1); found without a division, which is slow."""
    return seat + 1 if seat + 1 < state.players else 0


@inlined
def begin_turn(board: Board, state: State, journal: Journal | None) -> None:
    """Open a turn; seats that can do nothing are skipped, and when all are stuck the game is over (R-TURN-2)."""
    for _ in range(state.players):
        if can_act(board, state, state.acting):
            state.phase = TURN
            return
        tell(journal, SKIPPED, state.acting)
        state.turns += 1
        if state.final_turns > 0:
            state.final_turns -= 1
            if state.final_turns == 0:
                break
        state.acting = next_in_order(state, state.acting)
    end_game(state, journal)


@inlined
def end_game(state: State, journal: Journal | None) -> None:
    """The final round is over, or nobody can act (R-END-1, R-TURN-2)."""
    state.phase = OVER
    tell(journal, ENDED, NOBODY)
    add(journal, state.final_turns != 0)


@inlined
def can_act(board: Board, state: State, seat: int) -> bool:
    """Whether a seat can draw a card, draw tickets or claim a route."""
    return drawing_possible(state) or tickets_left(state) > 0 or count_claims(board, state, seat) > 0
