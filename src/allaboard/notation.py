"""Actions as text and back: names of the game, never numbers (docs/notation.md).

Writing is canonical; reading is kind: any case, a plain hyphen for the dash, a route's ends in either order, the edition's own wild.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache

from allaboard.actions import Action, ClaimRoute, DrawDeck, DrawTickets, KeepTickets, TakeCard, action_table
from allaboard.editions import Edition
from allaboard.validation import LONGEST_QUOTE, quoted

__all__ = ["NotationError", "parse", "parse_route", "parse_ticket", "text", "texts"]

FORMS = "draw deck · take CARD · claim A–B with N COLOUR + N wild · draw tickets · keep A–B, C–D; return E–F"


class NotationError(ValueError):
    """A text that names no action; it says what was read and what would be understood, and `rule` which rule knows no such action."""

    def __init__(self, message: str, rule: str = "R-TURN-1") -> None:
        super().__init__(message)
        self.rule = rule


def text(action: Action) -> str:
    """The canonical text of an action.

    >>> text(ClaimRoute("Denver–Omaha", "purple", 3, 1))
    'claim Denver–Omaha with 3 purple + 1 wild'
    """
    match action:
        case DrawDeck():
            return "draw deck"
        case TakeCard(card):
            return f"take {card}"
        case ClaimRoute(route):
            return f"claim {route} with {' + '.join(f'{count} {card}' for card, count in action.payment.items())}"
        case DrawTickets():
            return "draw tickets"
        case KeepTickets(keep, give_back):
            returned = f"; return {', '.join(give_back)}" if give_back else ""
            return f"keep {', '.join(keep)}{returned}"


@cache
def texts(edition: Edition) -> tuple[str, ...]:
    """The texts of all actions that need no offer, by id."""
    table = action_table(edition)
    return tuple(text(table.action(number)) for number in range(table.first_keep))


def parse(edition: Edition, line: str) -> Action:
    """The action that a text names.

    >>> import allaboard
    >>> parse(allaboard.edition("new-york"), "take Taxi")
    TakeCard(card='wild')
    """
    words = " ".join(line.split())
    lower = words.casefold()
    if lower == "draw deck":
        return DrawDeck()
    if lower == "draw tickets":
        return DrawTickets()
    verb, _, rest = words.partition(" ")
    match verb.casefold():
        case "take" if rest:
            return TakeCard(_card(edition, rest))
        case "claim" if rest:
            return _claim(edition, rest)
        case "keep" if rest:
            return _keep(edition, rest)
    raise NotationError(f"{quoted(line)} is no action; actions read: {FORMS}")


def parse_route(edition: Edition, name: str) -> str:
    """The canonical name of a route."""
    return _known(edition, name, "route", _route_spellings(edition))


def parse_ticket(edition: Edition, name: str) -> str:
    """The canonical name of a ticket."""
    return _known(edition, name, "ticket", _ticket_spellings(edition))


def _card(edition: Edition, word: str) -> str:
    names = {name.casefold(): name for name in edition.card_names} | {edition.wild.casefold(): "wild"}
    if (name := names.get(word.strip().casefold())) is None:
        raise NotationError(f"{quoted(word)} is no card of {edition.id}; the cards are {', '.join(edition.card_names)}")
    return name


def _claim(edition: Edition, rest: str) -> ClaimRoute:
    name, *payments = re.split(r"(?i)\s+with\s+", rest, maxsplit=1)
    route = parse_route(edition, name)
    if not payments:
        raise NotationError(f"the claim of {route} names no payment, such as “with 2 red + 1 wild”")
    paid: dict[str, int] = {}
    for part in payments[0].split("+"):
        match = re.fullmatch(r"\s*(\d{1,3})\s+(.+?)\s*", part)  # no payment takes a thousand cards
        if match is None:
            raise NotationError(f"{quoted(part.strip())} is no part of a payment, which reads like “2 red + 1 wild”")
        card = _card(edition, match[2])
        paid[card] = paid.get(card, 0) + int(match[1])
    wilds = paid.pop("wild", 0)
    if len(paid) > 1:
        raise NotationError(f"a payment is cards of one colour and wilds, not {' and '.join(paid)}", "R-CLAIM-1")
    colour, cards = next(iter(paid.items()), (None, 0))
    return ClaimRoute(route, colour if cards else None, cards, wilds)


def _keep(edition: Edition, rest: str) -> KeepTickets:
    kept, _, returned = rest.partition(";")
    returned = re.sub(r"(?i)^\s*return\s+", "", returned)
    keep, give_back = (tuple(parse_ticket(edition, name) for name in part.split(",") if name.strip()) for part in (kept, returned))
    if not keep:
        raise NotationError(f"{quoted(f'keep {rest}')} names no ticket to keep, and one at least is kept", "R-TICKET-1")
    return KeepTickets(keep, give_back)


def _known(edition: Edition, name: str, what: str, spellings: dict[str, str]) -> str:
    spelling = _plain(name)
    if spelling in spellings:
        return spellings[spelling]
    near = get_close_matches(spelling, spellings, n=3, cutoff=0.6) if len(spelling) <= LONGEST_QUOTE else []
    hint = f"; did you mean {' or '.join(dict.fromkeys(spellings[spelling] for spelling in near))}?" if near else ""
    raise NotationError(f"{quoted(name.strip())} is no {what} of {edition.id}{hint}")


@cache
def _route_spellings(edition: Edition) -> dict[str, str]:
    table = action_table(edition)
    spellings: dict[str, str] = {}
    for index, route in enumerate(edition.board.routes):
        name = table.route_names[index]
        suffix = name.removeprefix(f"{route.a}–{route.b}")
        spellings |= {_plain(f"{a}–{b}{suffix}"): name for a, b in ((route.a, route.b), (route.b, route.a))}
    return spellings


@cache
def _ticket_spellings(edition: Edition) -> dict[str, str]:
    return {_plain(f"{a}–{b}"): ticket.name for ticket in edition.tickets for a, b in ((ticket.a, ticket.b), (ticket.b, ticket.a))}


def _plain(name: str) -> str:
    """A spelling without case, kinds of dashes and blanks around them."""
    return re.sub(r"\s*[–—-]\s*", "–", " ".join(name.split())).casefold()
