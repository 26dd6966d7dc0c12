"""What one seat, or a spectator, may know of a game, as plain data with names.

Everything comes from a redacted state and nothing else, but for the final scores: they stand on tickets that are shown at the end.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NotRequired, TypeAlias

import numpy as np
from typing_extensions import TypedDict

from allaboard.actions import Action, ActionSpace
from allaboard.editions import Edition
from allaboard.engine import scoring
from allaboard.engine.bits import members, route_set
from allaboard.engine.claiming import lacking_cards
from allaboard.engine.entry import legal, new_states, redacted, route_refusals, scored
from allaboard.engine.legal import REFUSALS, TOO_FEW_CARDS, TOO_FEW_WILDS
from allaboard.engine.records import CHOOSING, NO_CARD, NOT_CHOSEN, OFFER, OVER, SECOND_CARD, TURN, State, States
from allaboard.engine.typed_records import Int16s
from allaboard.notation import text, texts

__all__ = [
    "PHASES",
    "Cards",
    "Holdings",
    "Observation",
    "OwnView",
    "Phase",
    "Refusal",
    "SeatView",
    "View",
    "ViewBase",
    "acting_seats",
    "claimed_routes",
    "observe",
    "offer_of",
]

Phase: TypeAlias = Literal["choosing tickets", "turn", "second card", "offer", "over"]
PHASES: Final[dict[int, Phase]] = {CHOOSING: "choosing tickets", TURN: "turn", SECOND_CARD: "second card", OFFER: "offer", OVER: "over"}
SHORT_OF_CARDS: Final = (TOO_FEW_CARDS, TOO_FEW_WILDS)

Cards: TypeAlias = dict[str, int]
"""Card name → how many."""


class SeatView(TypedDict):
    """What all may know of a seat. Points are None where nobody is shown a running total (R-CLAIM-9)."""

    seat: int
    pieces: int
    cards: int
    known_cards: Cards
    tickets: int
    offer: int
    chosen: bool
    points: int | None


class Holdings(TypedDict):
    """What a seat holds, which only the seat itself may know; `under_deck` says of tickets that it gave back how many lie above them."""

    hand: Cards
    tickets: list[str]
    offer: list[str]
    chosen: str | None
    under_deck: dict[str, int]


class OwnView(Holdings):
    """What only the seat itself may know: what it holds, and what it may do."""

    legal: list[str]


class ViewBase(TypedDict):
    """What a seat, or a spectator, may know of what lies on the table; `routes` says who claimed which."""

    edition: str
    edition_hash: str
    players: int
    seat: int | None
    phase: Phase
    acting: list[int]
    start: int
    turns: int
    final_turns: int | None
    market: list[str | None]
    deck: int
    discard: Cards
    unseen: Cards
    ticket_deck: int
    routes: dict[str, int]
    seats: list[SeatView]


class View(ViewBase):
    """What a seat, or a spectator, may know of a game."""

    you: OwnView | None


class Refusal(TypedDict):
    """Why a route cannot be claimed: the rule, and the reason in words; where the hand is short of cards, of how many, and of which.

    `card` brings it nearer: for a grey route the colour that the hand has most of, or wilds where nothing else counts. It is left out where
    the route's own colour does, or any.
    """

    rule: str
    reason: str
    missing: NotRequired[int]
    card: NotRequired[str]


@dataclass(frozen=True)
class Observation:
    """A redacted state with what its seat may do: what a bot is given to decide on.

    `state` is for compiled bots; `view` is the same as plain data; `legal_actions` lists what the seat may do now. `totals` are the
    final scores by seat, none before the game is over.
    """

    edition: Edition
    actions: ActionSpace
    states: States
    seat: int | None
    totals: tuple[int, ...] = ()

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        now = f"{PHASES[int(self.state.phase)]}, {len(self.legal_ids)} legal actions"
        return f"<Observation of {who}: {self.edition.id}, {int(self.state.players)} players, {now}>"

    @property
    def state(self) -> State:
        """The redacted STATE record."""
        return self.states[0]

    @cached_property
    def legal_ids(self) -> tuple[int, ...]:
        """Ids of the legal actions, ascending."""
        if self.seat is None:
            return ()
        numbers = np.empty(self.actions.size, dtype=np.int64)
        count = legal(self.actions.boards, self.states, self.seat, numbers)
        return tuple(numbers[:count].tolist())

    @cached_property
    def offer(self) -> tuple[str, ...]:
        """The tickets the seat has to choose from, as drawn."""
        return () if self.seat is None else offer_of(self.actions, self.state, self.seat)

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions, in the order of their ids."""
        known = self.actions.without_offer
        return tuple(known.get(number) or self.actions.action(number, self.offer) for number in self.legal_ids)

    @cached_property
    def legal_texts(self) -> tuple[str, ...]:
        """The legal actions as text, in the order of their ids."""
        known = texts(self.actions)
        return tuple(known.get(n) or text(self.actions.action(n, self.offer)) for n in self.legal_ids)

    @cached_property
    def view(self) -> View:
        """Everything the seat may know, ready for JSON."""
        state, edition = self.state, self.edition
        return {
            "edition": edition.id,
            "edition_hash": edition.hash,
            "players": int(state.players),
            "seat": self.seat,
            "phase": PHASES[int(state.phase)],
            "acting": list(acting_seats(state)),
            "start": int(state.start),
            "turns": int(state.turns),
            "final_turns": int(state.final_turns) if state.final_turns >= 0 else None,
            "market": [None if kind == NO_CARD else edition.card_names[kind] for kind in state.market],
            "deck": int(state.deck_size),
            "discard": self._cards(state.discard),
            "unseen": self._cards(state.deck),
            "ticket_deck": int(state.tickets_in_deck + state.queue_size),
            "routes": self._claimed(),
            "seats": [self._seat(seat) for seat in range(state.players)],
            "you": None if self.seat is None else self._own(self.seat),
        }

    def refusals(self) -> dict[str, Refusal]:
        """Why the seat cannot claim a route now, for each route that it cannot: the rule and the reason."""
        return {route: refusal for refusal, routes in self.refused_routes() for route in routes}

    def refused_routes(self) -> list[tuple[Refusal, list[str]]]:
        """The same by reason: most routes cannot be claimed for one of a few."""
        if self.seat is None:
            return []
        codes = np.zeros(len(self.edition.board.routes), dtype=np.int64)
        route_refusals(self.actions.boards, self.states, self.seat, codes)
        missing, nearer = lacking_cards(self.actions.boards[0], self.state.hands[self.seat])
        grouped = defaultdict[tuple[int, int, int], list[str]](list)
        told = zip(self.actions.route_names, codes.tolist(), missing.tolist(), nearer.tolist(), strict=False)  # the board has room for more
        for name, code, cards, card in told:
            if code:
                grouped[(code, cards, card) if code in SHORT_OF_CARDS else (code, 0, NO_CARD)].append(name)
        return [(self._refusal(*why), routes) for why, routes in grouped.items()]

    def _refusal(self, code: int, missing: int, card: int) -> Refusal:
        rule, reason = REFUSALS[code]
        refusal: Refusal = {"rule": rule, "reason": reason}
        if missing:
            refusal["missing"] = missing
        if card != NO_CARD:
            refusal["card"] = self.edition.card_names[card]
        return refusal

    def _cards(self, counts: Int16s) -> Cards:
        return {name: count for name, count in zip(self.edition.card_names, counts.tolist(), strict=False) if count}

    def _claimed(self) -> dict[str, int]:
        seats = range(self.state.players)
        owners = {route: seat for seat in seats for route in claimed_routes(self.state, seat)}
        return {self.actions.route_names[route]: owners[route] for route in sorted(owners)}

    def _seat(self, seat: int) -> SeatView:
        state = self.state
        # R-CLAIM-9: where points are counted at the end, nobody is shown a running total
        routes = int(state.points[seat]) if self.edition.points_shown == "claimed" else None
        return {
            "seat": seat,
            "pieces": int(state.pieces[seat]),
            "cards": int(state.hand_size[seat]),
            "known_cards": self._cards(state.known[seat]),
            "tickets": int(state.ticket_count[seat]),
            "offer": int(state.offer_size[seat]),
            "chosen": bool(state.chosen[seat] != NOT_CHOSEN),
            "points": self.totals[seat] if self.totals else routes,
        }

    def _own(self, seat: int) -> OwnView:
        state, names = self.state, self.actions.ticket_names
        places, queue = state.place.tolist(), state.queue[: state.queue_size].tolist()
        kept = [name for ticket, name in enumerate(names) if places[ticket] == seat and name not in self.offer]
        under_deck = {names[ticket]: position for position, ticket in enumerate(queue) if ticket >= 0}
        return {
            "hand": self._cards(state.hands[seat]),
            "tickets": kept,
            "offer": list(self.offer),
            "chosen": self._own_choice(seat),
            "under_deck": {name: int(state.tickets_in_deck) + position for name, position in under_deck.items()},
            "legal": list(self.legal_texts),
        }

    def _own_choice(self, seat: int) -> str | None:
        pattern = int(self.state.chosen[seat])
        return None if pattern == NOT_CHOSEN else text(self.actions.keep_of(pattern, self.offer))


def offer_of(actions: ActionSpace, state: State, seat: int) -> tuple[str, ...]:
    """Names of the tickets before a seat, as drawn."""
    return tuple(actions.ticket_names[state.offer[seat, position]] for position in range(state.offer_size[seat]))


def claimed_routes(state: State, seat: int) -> list[int]:
    """Indices of the routes that a seat has claimed, ascending."""
    return list(members(route_set(state.claimed[seat])))


def acting_seats(state: State) -> tuple[int, ...]:
    """The seats that may act now: one, or at set-up all that have not chosen."""
    if state.phase == OVER:
        return ()
    if state.phase == CHOOSING:
        return tuple(seat for seat in range(state.players) if state.chosen[seat] == NOT_CHOSEN)
    return (int(state.acting),)


def observe(actions: ActionSpace, states: States, seat: int | None) -> Observation:
    """What a seat (None: a spectator) sees of a state."""
    hidden = new_states()
    redacted(actions.boards, states, -1 if seat is None else seat, hidden)
    return Observation(actions.edition, actions, hidden, seat, _totals(actions, states) if states[0].phase == OVER else ())


def _totals(actions: ActionSpace, states: States) -> tuple[int, ...]:
    sheets = scoring.new_sheets(int(states[0].players))
    scored(actions.boards, states, sheets)
    return tuple(sheets[:, scoring.TOTAL].tolist())
