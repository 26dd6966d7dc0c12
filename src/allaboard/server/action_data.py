"""What a seat may do, as plain data for the page and other clients: actions by text and parts, and why routes cannot be claimed."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from allaboard.actions import Action, ClaimRoute, DrawTickets, KeepTickets, TakeCard
from allaboard.notation import text
from allaboard.observation import Cards

__all__ = ["ActionData", "RefusedRoutes", "describe"]


class DrawDeckData(TypedDict):
    """Drawing a card blind."""

    action: str
    kind: Literal["draw deck"]


class TakeCardData(TypedDict):
    """Taking a face-up card."""

    action: str
    kind: Literal["take"]
    card: str


class ClaimRouteData(TypedDict):
    """Claiming a route with a payment."""

    action: str
    kind: Literal["claim"]
    route: str
    payment: Cards


class DrawTicketsData(TypedDict):
    """Drawing tickets to choose from."""

    action: str
    kind: Literal["draw tickets"]


class KeepTicketsData(TypedDict):
    """Keeping some of an offer and giving the others back."""

    action: str
    kind: Literal["keep"]
    keep: list[str]
    give_back: list[str]


class RefusedRoutes(TypedDict):
    """Routes that a seat cannot claim now, all for the same reason: the rule, and where the hand is short of cards, of how many.

    `card` brings them nearer: for grey routes the colour that the hand has most of, or wilds where nothing else counts. It is left out
    where each route's own colour does, or any.
    """

    rule: str
    missing: NotRequired[int]
    card: NotRequired[str]
    routes: list[str]


ActionData: TypeAlias = DrawDeckData | TakeCardData | ClaimRouteData | DrawTicketsData | KeepTicketsData


def describe(action: Action, words: str | None = None) -> ActionData:
    """Return an action as its text, which may be known already, and as data."""
    words = text(action) if words is None else words
    match action:
        case ClaimRoute(route):
            return {"action": words, "kind": "claim", "route": route, "payment": action.payment}
        case TakeCard(card):
            return {"action": words, "kind": "take", "card": card}
        case DrawTickets():
            return {"action": words, "kind": "draw tickets"}
        case KeepTickets(keep, give_back):
            return {"action": words, "kind": "keep", "keep": list(keep), "give_back": list(give_back)}
    return {"action": words, "kind": "draw deck"}
