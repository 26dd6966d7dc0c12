"""What a player can do, as named values, and the numbers the engine knows them by. Text is the notation's work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, wraps
from typing import Final, TypeAlias, TypeGuard, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from allaboard import compile_notice  # noqa: F401 - from here on compiling is told
from allaboard.editions import Edition
from allaboard.editions.bounds import MAX_CARDS
from allaboard.engine import records
from allaboard.engine.bits import members
from allaboard.engine.compile_edition import compile_board
from allaboard.engine.records import Boards

__all__ = [
    "EDITIONS_KEPT",
    "Action",
    "ActionSpace",
    "ClaimRoute",
    "DrawDeck",
    "DrawTickets",
    "KeepTickets",
    "TakeCard",
    "action_space",
    "kept_with_actions",
    "well_formed",
]

Made = TypeVar("Made")

EDITIONS_KEPT: Final = 32
"""Editions that no game uses, and yet are kept with what was worked out of them: 0.6 MB for North America, 5 MB for the largest board."""


@dataclass(frozen=True, slots=True)
class DrawDeck:
    """Draw a card blind from the deck."""


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a face-up card: a colour of the edition, or `wild`."""

    card: str


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route, paying `cards` of a colour and some wilds; `colour` is None when all are wilds."""

    route: str
    colour: str | None
    cards: int
    wilds: int

    @property
    def payment(self) -> dict[str, int]:
        """Card name → how many are paid."""
        paid = {} if self.colour is None else {self.colour: self.cards}
        return {**paid, "wild": self.wilds} if self.wilds else paid


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets to choose from."""


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep some of the tickets on offer; the others are given back in the order named."""

    keep: tuple[str, ...]
    give_back: tuple[str, ...] = ()


Action: TypeAlias = DrawDeck | TakeCard | ClaimRoute | DrawTickets | KeepTickets


def well_formed(action: object) -> TypeGuard[Action]:
    """Whether a value is an action whose parts are of the right kind; whether the edition has it is for its action space to say."""
    parts: tuple[object, ...]
    match action:
        case DrawDeck() | DrawTickets():
            return True
        case TakeCard():
            parts = (action.card,)
        case ClaimRoute():
            if not all(type(count) is int and abs(count) <= MAX_CARDS for count in (action.cards, action.wilds)):
                return False
            parts = (action.route, "" if action.colour is None else action.colour)
        case KeepTickets():
            if not all(type(names) is tuple for names in (action.keep, action.give_back)):
                return False
            parts = action.keep + action.give_back
        case _:
            return False
    return all(isinstance(part, str) for part in parts)


class ActionSpace:
    """Ids ↔ actions of one edition. Keeping tickets is relative to an offer, so these need the tickets on offer, as drawn."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.boards: Boards = compile_board(edition)
        board = self.boards[0]
        self.size = int(board.actions)
        self.kinds: list[int] = board.action_kind[: self.size].tolist()
        self.draw_tickets = int(board.draw_tickets_id)
        self.takes: list[int] = board.take_id[: board.kinds].tolist()

    def __repr__(self) -> str:
        return f"<ActionSpace {self.edition.id}: {self.size} actions>"

    def __reduce__(self) -> tuple[Callable[[Edition], ActionSpace], tuple[Edition]]:
        """Pickle the edition, of which all else follows."""
        return action_space, (self.edition,)

    def needs_offer(self, number: int) -> bool:
        """Whether an id means something only together with the tickets on offer."""
        return self.kinds[number] == records.KEEP_TICKETS

    def of_kind(self, kind: int) -> list[int]:
        """The ids of one kind of action, ascending."""
        return [number for number, found in enumerate(self.kinds) if found == kind]

    @cached_property
    def route_names(self) -> tuple[str, ...]:
        """Unmistakable names of the routes, by index."""
        return tuple(self.edition.board.route_name(index) for index in range(len(self.edition.board.routes)))

    @cached_property
    def route_index(self) -> dict[str, int]:
        """Route name → index."""
        return {name: index for index, name in enumerate(self.route_names)}

    @cached_property
    def ticket_names(self) -> tuple[str, ...]:
        """Names of the tickets, by index."""
        return tuple(ticket.name for ticket in self.edition.tickets)

    @cached_property
    def ticket_index(self) -> dict[str, int]:
        """Ticket name → index."""
        return {name: index for index, name in enumerate(self.ticket_names)}

    def outcome_names(self, number: int) -> tuple[str, ...]:
        """What chance gives when an action is done, by index: tickets where the action is about tickets, else cards."""
        return self.ticket_names if self.kinds[number] in (records.DRAW_TICKETS, records.KEEP_TICKETS) else self.edition.card_names

    @cached_property
    def without_offer(self) -> dict[int, Action]:
        """The actions whose meaning does not depend on an offer, by id."""
        return {number: self._named(number) for number in range(self.size) if not self.needs_offer(number)}

    def _named(self, number: int) -> Action:
        board, cards = self.boards[0], self.edition.card_names
        match self.kinds[number]:
            case records.DRAW_DECK:
                return DrawDeck()
            case records.TAKE_CARD:
                return TakeCard(cards[board.action_card[number]])
            case records.CLAIM_ROUTE:
                return self.claim(int(board.action_route[number]), int(board.action_colour[number]), int(board.action_wilds[number]))
        return DrawTickets()

    def claim(self, route: int, colour: int, wilds: int) -> ClaimRoute:
        """The claim of a route with a colour and some wilds, from the engine's numbers."""
        coloured = self.edition.board.routes[route].length - wilds
        return ClaimRoute(self.route_names[route], self.edition.card_names[colour] if coloured else None, coloured, wilds)

    @cached_property
    def _ids(self) -> dict[Action, int]:
        return {action: number for number, action in self.without_offer.items()}

    def action(self, number: int, offer: tuple[str, ...] = ()) -> Action:
        """The action that an id stands for, given the tickets on offer."""
        if not 0 <= number < self.size:
            raise ValueError(f"there is no action {number} in {self.edition.id}: ids run from 0 to {self.size - 1}")
        if not self.needs_offer(number):
            return self.without_offer[number]
        keep, returned = self.kept_positions(number)
        if sorted(keep + returned) != list(range(len(offer))):
            raise ValueError(f"action {number} chooses from another number of tickets than the {len(offer)} on offer")
        return KeepTickets(tuple(offer[position] for position in keep), tuple(offer[position] for position in returned))

    def kept_positions(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The positions of an offer that a choice keeps, and those it gives back in their order."""
        board = self.boards[0]
        pattern = board.action_pattern[number]
        returned = tuple(int(position) for position in board.keep_returns[pattern] if position >= 0)
        return tuple(members(int(board.keep_mask[pattern]))), returned

    def keep_of(self, pattern: int, offer: tuple[str, ...]) -> Action:
        """The choice from an offer by a pattern."""
        return self.action(int(self.boards[0].keep_id[pattern]), offer)

    def number(self, action: Action, offer: tuple[str, ...] = ()) -> int | None:
        """The id of an action, or None when the edition, or the offer, has no such action."""
        if not isinstance(action, KeepTickets):
            return self._ids.get(action)
        return self._keeps(offer).get((tuple(sorted(action.keep)), action.give_back))

    def _keeps(self, offer: tuple[str, ...]) -> dict[tuple[tuple[str, ...], tuple[str, ...]], int]:
        first, last = (int(self.boards[0].keeps_of[size]) for size in (len(offer), len(offer) + 1)) if offer else (0, 0)
        keeps: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
        for pattern in range(first, last):
            number = int(self.boards[0].keep_id[pattern])
            action = self.action(number, offer)
            assert isinstance(action, KeepTickets)
            keeps[tuple(sorted(action.keep)), action.give_back] = number
        return keeps


_in_use: WeakValueDictionary[Edition, ActionSpace] = WeakValueDictionary()


@lru_cache(maxsize=EDITIONS_KEPT)
def action_space(edition: Edition) -> ActionSpace:
    """The actions of an edition, made once while a game uses them; of boards that come and go on a server, those used last are kept."""
    return _in_use.get(edition) or _in_use.setdefault(edition, ActionSpace(edition))


def kept_with_actions(make: Callable[[ActionSpace], Made]) -> Callable[[ActionSpace], Made]:
    """Make something of an action space once, and forget it together with the space."""
    kept: WeakKeyDictionary[ActionSpace, Made] = WeakKeyDictionary()

    @wraps(make)
    def found(actions: ActionSpace) -> Made:
        if (known := kept.get(actions)) is None:
            known = kept[actions] = make(actions)
        return known

    return found
