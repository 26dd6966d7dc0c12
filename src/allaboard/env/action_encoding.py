"""Choices: the numbers by which a learner acts, in one of two encodings, with masks and the exact way to actions and back.

`exact` has a choice for every action of the edition: every payment, every order of tickets given back. `compact` has one for every
route and card to pay it with: cards of that colour first, wilds for what is missing; `wild` pays with wilds alone. In it tickets
are given back as drawn. Which action a compact choice stands for depends on the hand and the offer, never on anything hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias, get_args

import numpy as np

from allaboard.actions import Action, ActionSpace
from allaboard.editions.bounds import MAX_LENGTH, MAX_OFFER, MAX_ROUTES
from allaboard.engine import records
from allaboard.engine.bits import members, pop_bit, wide
from allaboard.engine.card_draws import may_take
from allaboard.engine.claiming import claim_id, fewest_wilds, open_routes
from allaboard.engine.compile_edition import payments
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.legal import ALLOWED, refusal_of_keep
from allaboard.engine.records import (
    CHOOSING,
    CLAIM_ROUTE,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP_TICKETS,
    KINDS,
    NO_CARD,
    NOT_CHOSEN,
    OFFER,
    SECOND_CARD,
    TAKE_CARD,
    TURN,
    WILD,
    Board,
    Boards,
    State,
    States,
)
from allaboard.engine.tickets import tickets_left
from allaboard.engine.typed_records import Int8s, Int16s, Int32s, Record, Records, Word, blank_records, dtype_of
from allaboard.notation import text
from allaboard.observation import Observation

__all__ = ["ENCODING", "ActionEncoding", "Choices", "Encoding", "Encodings", "action_of_choice", "mark_choices"]

ActionEncoding: TypeAlias = Literal["exact", "compact"]

NO_ACTION: Final = -1
MAX_CHOICES: Final = 2 + KINDS + MAX_ROUTES * KINDS + (1 << MAX_OFFER)


class Encoding(Record):
    """What the choices of an encoding stand for."""

    compact: Annotated[bool, np.bool_]  # otherwise choices are the engine's own ids, and nothing else is filled in
    choices: Annotated[int, np.int32]
    kind: Annotated[Int8s, MAX_CHOICES]  # what each choice stands for: the kind of action
    card: Annotated[Int8s, MAX_CHOICES]  # the card that is taken or paid with
    route: Annotated[Int16s, MAX_CHOICES]
    kept: Annotated[Int16s, MAX_CHOICES]  # a bit for each position of the offer that is kept
    draw_deck_choice: Annotated[int, np.int32]
    take_choice: Annotated[Int32s, KINDS]
    claim_choice: Annotated[Int32s, (MAX_ROUTES, KINDS)]
    draw_tickets_choice: Annotated[int, np.int32]
    keep_choice: Annotated[Int32s, 1 << MAX_OFFER]


ENCODING = dtype_of(Encoding)
Encodings: TypeAlias = Records[Encoding]


def new_encodings() -> Encodings:
    """An encoding in which choices are the engine's own ids."""
    return blank_records(1, ENCODING)


def compact_encoding(actions: ActionSpace) -> Encodings:
    """The compact choices of an edition, as an array of one record."""
    encodings, board = new_encodings(), actions.boards[0]
    encoding = encodings[0]
    encoding.compact = True
    encoding.draw_deck_choice = _number(encoding, DRAW_DECK)
    for kind in range(int(board.kinds)):
        encoding.take_choice[kind] = _number(encoding, TAKE_CARD, card=kind)
    for index, route in enumerate(actions.edition.board.routes):
        for kind in dict.fromkeys(kind for kind, _ in payments(actions.edition, route)):
            encoding.claim_choice[index, kind] = _number(encoding, CLAIM_ROUTE, route=index, card=kind)
    encoding.draw_tickets_choice = _number(encoding, DRAW_TICKETS)
    for kept in range(1, 1 << max(int(board.setup_offer), int(board.offer))):
        encoding.keep_choice[kept] = _number(encoding, KEEP_TICKETS, kept=kept)
    return encodings


def _number(encoding: Encoding, kind: int, *, card: int = 0, route: int = 0, kept: int = 0) -> int:
    number = int(encoding.choices)
    encoding.kind[number], encoding.card[number], encoding.route[number], encoding.kept[number] = kind, card, route, kept
    encoding.choices += 1
    return number


class Choices:
    """The choices of an edition in one encoding.

    >>> import allaboard
    >>> game = allaboard.Game("new-york", seed=1)
    >>> choices = Choices(game.actions, "compact")
    >>> choices.size, Choices(game.actions, "exact").size
    (144, 238)
    >>> choices.describe(13)
    'claim Lincoln Center–Times Square/green with wild'
    """

    def __init__(self, actions: ActionSpace, encoding: ActionEncoding = "exact") -> None:
        if encoding not in get_args(ActionEncoding):
            raise ValueError(f"'{encoding}' is no encoding of actions; allowed: {', '.join(get_args(ActionEncoding))}")
        self.actions = actions
        self.encoding = encoding
        self.encodings: Encodings = compact_encoding(actions) if encoding == "compact" else new_encodings()
        self.size = int(self.encodings[0].choices) if encoding == "compact" else actions.size
        self.kinds: list[int] = self.encodings[0].kind[: self.size].tolist() if encoding == "compact" else actions.kinds
        self._mask = np.zeros(self.size, dtype=np.int8)

    def action_id(self, choice: int, observation: Observation) -> int | None:
        """The engine's id of the action that a choice stands for in this observation; None when it stands for none."""
        assert observation.seat is not None, "a spectator has no choices"
        number = int(action_at(self.actions.boards, observation.states, observation.seat, choice, self.encodings))
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
        mask_at(self.actions.boards, observation.states, observation.seat, self._mask, self.encodings)
        return [int(choice) for choice in np.flatnonzero(self._mask)]

    def describe(self, choice: int) -> str:
        """A choice in words, as far as it is the same in every position."""
        if not 0 <= choice < self.size:
            return f"no choice of {self.actions.edition.id}: they run from 0 to {self.size - 1}"
        return self._describe_compact(choice) if self.encoding == "compact" else self._describe_exact(choice)

    def _describe_exact(self, choice: int) -> str:
        if not self.actions.needs_offer(choice):
            return text(self.actions.action(choice))
        keep, returned = self.actions.kept_positions(choice)
        return f"keep {_positions(keep)} of the offer" + (f"; return {_positions(returned)}" if returned else "")

    def _describe_compact(self, choice: int) -> str:
        encoding, actions = self.encodings[0], self.actions
        match self.kinds[choice]:
            case records.TAKE_CARD:
                return text(actions.action(actions.takes[encoding.card[choice]]))
            case records.CLAIM_ROUTE:
                return f"claim {actions.route_names[encoding.route[choice]]} with {actions.edition.card_names[encoding.card[choice]]}"
            case records.KEEP_TICKETS:
                return f"keep {_positions(members(int(encoding.kept[choice])))} of the offer"
        return text(actions.action(actions.of_kind(self.kinds[choice])[0]))


def _positions(positions: Iterable[int]) -> str:
    return ", ".join(f"ticket {position + 1}" for position in positions)


@inlined
def action_of_choice(board: Board, state: State, seat: int, choice: int, encoding: Encoding) -> int:
    """The action that a seat's choice stands for, NO_ACTION (-1) if none; whether it is legal is for the rules to say."""
    if not encoding.compact:
        return choice
    if choice < 0 or choice >= encoding.choices:
        return NO_ACTION
    kind = encoding.kind[choice]
    if kind == DRAW_DECK:
        return wide(board.draw_deck_id)
    if kind == TAKE_CARD:
        return wide(board.take_id[encoding.card[choice]])
    if kind == CLAIM_ROUTE:
        return action_of_payment(board, state, seat, encoding.route[choice], encoding.card[choice])
    if kind == DRAW_TICKETS:
        return wide(board.draw_tickets_id)
    offered = state.offer_size[seat]
    for pattern in range(board.keeps_of[offered], board.keeps_of[offered + 1]) if offered > 0 else range(0):
        if board.keep_mask[pattern] == encoding.kept[choice] and board.keep_in_order[pattern]:
            return wide(board.keep_id[pattern])
    return NO_ACTION


@inlined
def action_of_payment(board: Board, state: State, seat: int, route: int, kind: int) -> int:
    """Claim a route with cards of a kind: as many of them as the hand has, wilds for the rest."""
    wilds = fewest_wilds(board, route, 0 if kind == WILD else state.hands[seat, kind])
    if wilds == board.length[route] and kind != WILD:
        return NO_ACTION  # all wilds is a choice of its own
    return claim_id(board, route, kind, wilds)


@inlined
def mark_choices(board: Board, state: State, seat: int, mask: Int8s, encoding: Encoding) -> None:
    """Write 1 for every legal choice of a seat and 0 for the others."""
    mask[:] = 0
    choosing = state.phase == CHOOSING and state.chosen[seat] == NOT_CHOSEN
    if choosing or (state.phase == OFFER and seat == state.acting):
        mark_keeps(board, state, seat, mask, encoding)
        return
    if (state.phase != TURN and state.phase != SECOND_CARD) or seat != state.acting:
        return
    if state.deck_size > 0:
        mask[encoding.draw_deck_choice if encoding.compact else board.draw_deck_id] = 1
    for slot in range(state.market.size):
        kind = state.market[slot]
        if kind != NO_CARD and may_take(state, kind):
            mask[encoding.take_choice[kind] if encoding.compact else board.take_id[kind]] = 1
    if state.phase == TURN:
        mark_claims(board, state, seat, mask, encoding)
        if tickets_left(state) > 0:
            mask[encoding.draw_tickets_choice if encoding.compact else board.draw_tickets_id] = 1


@inlined
def mark_keeps(board: Board, state: State, seat: int, mask: Int8s, encoding: Encoding) -> None:
    """Mark what may be kept of the seat's offer."""
    offered = state.offer_size[seat]
    for pattern in range(board.keeps_of[offered], board.keeps_of[offered + 1]):
        if refusal_of_keep(board, state, seat, pattern) == ALLOWED:
            mask[encoding.keep_choice[board.keep_mask[pattern]] if encoding.compact else board.keep_id[pattern]] = 1


@inlined
def mark_claims(board: Board, state: State, seat: int, mask: Int8s, encoding: Encoding) -> None:
    """Mark the claims that the hand allows, walking only the routes that it can pay (R-CLAIM-3)."""
    low, high = open_routes(board, state, seat)
    most_wilds = min(state.hands[seat, WILD], board.longest_route)
    for wilds in range(most_wilds + 1):
        for kind in range(1, board.kinds):
            cards = min(state.hands[seat, kind], MAX_LENGTH)
            payable = board.payable[wilds, kind, cards]
            mark_routes(board, low & payable[0], high & payable[1], kind, wilds, mask, encoding)
    payable = board.payable_wild[most_wilds]
    mark_routes(board, low & payable[0], high & payable[1], WILD, 0, mask, encoding)


@inlined
def mark_routes(board: Board, low: Word, high: Word, kind: int, wilds: int, mask: Int8s, encoding: Encoding) -> None:
    """Mark one payment for a set of routes: so many wilds beside cards of a kind, or wilds alone."""
    while low | high != np.uint64(0):
        route, low, high = pop_bit(low, high)
        paid = WILD if wilds == board.length[route] else kind
        if encoding.compact:
            mask[encoding.claim_choice[route, paid]] = 1
        else:
            mask[claim_id(board, route, paid, board.length[route] if paid == WILD else wilds)] = 1


@compiled
def action_at(boards: Boards, states: States, seat: int, choice: int, encodings: Encodings) -> int:
    """The action of a choice in the first state."""
    return action_of_choice(boards[0], states[0], seat, choice, encodings[0])


@compiled
def mask_at(boards: Boards, states: States, seat: int, mask: Int8s, encodings: Encodings) -> None:
    """The legal choices of a seat in the first state."""
    mark_choices(boards[0], states[0], seat, mask, encodings[0])
