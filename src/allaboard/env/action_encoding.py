"""Choices: the numbers by which a learner acts, in one of two encodings, with masks and the exact way to actions and back.

`exact` has a choice for every action of the edition: every payment, every order of tickets given back. `compact` has one for every
route and card to pay it with: cards of that colour first, wilds for what is missing; `wild` pays with wilds alone. In it tickets
are given back as drawn. Which action a compact choice stands for depends on the hand and the offer, never on anything hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from allaboard.actions import Action, ActionSpace
from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import lowest_bit
from allaboard.engine.claiming import open_routes
from allaboard.engine.jit import inlined
from allaboard.engine.legal import ALLOWED, refusal_of_keep
from allaboard.engine.records import CHOOSING, GREY, NOT_CHOSEN, OFFER, SECOND_CARD, TURN, WILD, Board, State
from allaboard.engine.tickets import tickets_left
from allaboard.notation import text
from allaboard.observation import Observation

__all__ = ["ActionEncoding", "Choices", "action_of_choice", "mark_choices"]

ActionEncoding: TypeAlias = Literal["exact", "compact"]

NO_ACTION = -1


class Choices:
    """The choices of an edition in one encoding.

    >>> import allaboard
    >>> game = allaboard.Game("new-york", seed=1)
    >>> choices = Choices(game.table, "compact")
    >>> choices.size, Choices(game.table, "exact").size
    (144, 238)
    >>> choices.describe(13)
    'claim Lincoln Center–Times Square/green with wild'
    """

    def __init__(self, actions: ActionSpace, encoding: ActionEncoding = "exact") -> None:
        if encoding not in get_args(ActionEncoding):
            raise ValueError(f"'{encoding}' is no encoding of actions; allowed: {', '.join(get_args(ActionEncoding))}")
        self.actions = actions
        self.encoding = encoding
        board = actions.boards[0]
        rows: list[tuple[int, int]] = []
        first: list[int] = []
        if encoding == "compact":
            for route in range(int(board.routes)):
                first.append(len(rows))
                colour = int(board.colour[route])
                payable = range(1, int(board.kinds)) if colour == GREY else (colour,)
                rows += [(route, kind) for kind in (*payable, WILD)]
        # compiled code takes these two: no rows mean that choices are the engine's own ids
        self.payments = np.array(rows, dtype=np.int32).reshape(-1, 2)
        self.first_payment = np.array([*first, len(rows)], dtype=np.int32)
        offered = max(int(board.setup_offer), int(board.offer))
        self.draw_tickets = actions.draw_tickets if encoding == "exact" else actions.first_claim + len(rows)
        self.size = actions.size if encoding == "exact" else self.draw_tickets + (1 << offered)
        self._mask = np.zeros(self.size, dtype=np.int8)

    def action_id(self, choice: int, observation: Observation) -> int | None:
        """The engine's id of the action that a choice stands for in this observation; None when it stands for none."""
        assert observation.seat is not None, "a spectator has no choices"
        number = int(action_at(self.actions.boards, observation.states, observation.seat, choice, self.payments, self.first_payment))
        return None if number == NO_ACTION else number

    def action(self, choice: int, observation: Observation) -> Action:
        """The action that a choice stands for in this observation."""
        number = self.action_id(choice, observation)
        if number is None:
            raise ValueError(f"choice {choice} ({self.describe(choice)}) stands for no action in this position")
        return self.actions.action(number, observation.offer)

    def choice(self, action: Action | int, observation: Observation) -> int | None:
        """The choice that stands for a legal action in this observation; None for a payment or an order that the encoding leaves out."""
        number = action if isinstance(action, int) else self.actions.number(action, observation.offer)
        return next((choice for choice in self.legal(observation) if self.action_id(choice, observation) == number), None)

    def legal(self, observation: Observation) -> list[int]:
        """The legal choices of an observation, ascending."""
        assert observation.seat is not None, "a spectator has no choices"
        mask_at(self.actions.boards, observation.states, observation.seat, self._mask, self.payments, self.first_payment)
        return [int(choice) for choice in np.flatnonzero(self._mask)]

    def describe(self, choice: int) -> str:
        """A choice in words, as far as it is the same in every position."""
        if not 0 <= choice < self.size:
            return f"no choice of {self.actions.edition.id}: they run from 0 to {self.size - 1}"
        if choice < self.actions.first_claim:
            return text(self.actions.action(choice))
        if choice == self.draw_tickets:
            return text(self.actions.action(self.actions.draw_tickets))
        if self.encoding == "compact" and choice < self.draw_tickets:
            route, kind = (int(value) for value in self.payments[choice - self.actions.first_claim])
            return f"claim {self.actions.route_names[route]} with {self.actions.edition.card_names[kind]}"
        if self.encoding == "compact":
            kept = choice - self.draw_tickets
            return f"keep {_positions(position for position in range(kept.bit_length()) if kept >> position & 1)} of the offer"
        if choice < self.actions.first_keep:
            return text(self.actions.action(choice))
        board, pattern = self.actions.boards[0], choice - self.actions.first_keep
        returned = [int(position) for position in board.keep_returns[pattern] if position >= 0]
        mask = int(board.keep_mask[pattern])
        kept_words = f"keep {_positions(position for position in range(mask.bit_length()) if mask >> position & 1)} of the offer"
        return f"{kept_words}; return {_positions(returned)}" if returned else kept_words


def _positions(positions: Iterable[int]) -> str:
    return ", ".join(f"ticket {position + 1}" for position in positions)


@inlined
def action_of_choice(board: Board, state: State, seat: int, choice: int, payments: Any, first_payment: Any) -> int:
    """The action that a seat's choice stands for, NO_ACTION (-1) if none; whether it is legal is for the rules to say."""
    if len(payments) == 0:
        return choice
    if choice < board.first_claim:
        return choice
    draw_tickets = board.first_claim + len(payments)
    if choice < draw_tickets:
        return action_of_payment(board, state, seat, payments[choice - board.first_claim])
    if choice == draw_tickets:
        return board.draw_tickets
    offered = state.offer_size[seat]
    for pattern in range(board.keeps_of[offered], board.keeps_of[offered + 1]) if offered > 0 else range(0):
        if board.keep_mask[pattern] == choice - draw_tickets and board.keep_in_order[pattern]:
            return board.first_keep + pattern
    return NO_ACTION


@inlined
def action_of_payment(board: Board, state: State, seat: int, payment: Any) -> int:
    """Claim a route with cards of a kind: as many of them as the hand has, wilds for the rest."""
    route, kind = payment[0], payment[1]
    if kind == WILD:
        return board.first_claim + board.claims_of[route + 1] - 1
    length = board.length[route]
    cards = min(state.hands[seat, kind], length)
    if cards == 0:
        return NO_ACTION  # all wilds is a choice of its own
    row = (kind - 1) * length if board.colour[route] == GREY else 0
    return board.first_claim + board.claims_of[route] + row + length - cards


@inlined
def mark_choices(board: Board, state: State, seat: int, mask: Any, payments: Any, first_payment: Any) -> None:
    """Write 1 for every legal choice of a seat and 0 for the others."""
    mask[:] = 0
    choosing = state.phase == CHOOSING and state.chosen[seat] == NOT_CHOSEN
    if choosing or (state.phase == OFFER and seat == state.acting):
        mark_keeps(board, state, seat, mask, payments)
        return
    if (state.phase != TURN and state.phase != SECOND_CARD) or seat != state.acting:
        return
    if state.deck_size > 0:
        mask[0] = 1
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind > WILD or (kind == WILD and state.phase == TURN):  # R-DRAW-3
            mask[board.first_take + kind] = 1
    if state.phase == TURN:
        mark_claims(board, state, seat, mask, payments, first_payment)
        if tickets_left(state) > 0:
            mask[board.draw_tickets if len(payments) == 0 else board.first_claim + len(payments)] = 1


@inlined
def mark_keeps(board: Board, state: State, seat: int, mask: Any, payments: Any) -> None:
    """Mark what may be kept of the seat's offer."""
    offered = state.offer_size[seat]
    for pattern in range(board.keeps_of[offered], board.keeps_of[offered + 1]):
        if refusal_of_keep(board, state, seat, pattern) == ALLOWED:
            mask[board.first_keep + pattern if len(payments) == 0 else board.first_claim + len(payments) + board.keep_mask[pattern]] = 1


@inlined
def mark_claims(board: Board, state: State, seat: int, mask: Any, payments: Any, first_payment: Any) -> None:
    """Mark the claims that the hand allows, walking only the routes that it can pay (R-CLAIM-3)."""
    low, high = open_routes(board, state, seat)
    most_wilds = min(state.hands[seat, WILD], board.longest_route)
    for wilds in range(most_wilds + 1):
        for kind in range(1, board.kinds):
            cards = min(state.hands[seat, kind], MAX_LENGTH)
            mark_routes(board, low & board.payable[wilds, kind, cards, 0], 0, kind, wilds, mask, payments, first_payment)
            mark_routes(board, high & board.payable[wilds, kind, cards, 1], 64, kind, wilds, mask, payments, first_payment)
    mark_routes(board, low & board.payable_wild[most_wilds, 0], 0, WILD, 0, mask, payments, first_payment)
    mark_routes(board, high & board.payable_wild[most_wilds, 1], 64, WILD, 0, mask, payments, first_payment)


@inlined
def mark_routes(board: Board, word: Any, base: int, kind: int, wilds: int, mask: Any, payments: Any, first_payment: Any) -> None:
    """Mark one payment for some routes, given as a word from `base` on: so many wilds beside cards of a kind, or wilds alone."""
    compact = len(payments) > 0
    while word != np.uint64(0):
        route = base + lowest_bit(word)
        word &= word - np.uint64(1)
        length = board.length[route]
        if kind == WILD or wilds == length:
            at = first_payment[route + 1] - 1 if compact else board.claims_of[route + 1] - 1
        else:
            other_kinds = kind - 1 if board.colour[route] == GREY else 0
            at = first_payment[route] + other_kinds if compact else board.claims_of[route] + other_kinds * length + wilds
        mask[board.first_claim + at] = 1


@inlined
def action_at(boards: Any, states: Any, seat: int, choice: int, payments: Any, first_payment: Any) -> int:
    """The action of a choice in the first state."""
    return action_of_choice(boards[0], states[0], seat, choice, payments, first_payment)


@inlined
def mask_at(boards: Any, states: Any, seat: int, mask: Any, payments: Any, first_payment: Any) -> None:
    """The legal choices of a seat in the first state."""
    mark_choices(boards[0], states[0], seat, mask, payments, first_payment)
