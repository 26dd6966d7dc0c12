"""Actions as text and back: names of the game, never numbers (docs/notation.md).

Writing is canonical; reading is kind: any case, a plain hyphen for the dash, a route's ends in either order, the edition's own wild, and
what people type for Montréal or Sault St. Marie. Records are read less kindly: their names are spelled as on the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from itertools import islice

from allaboard.actions import (
    Action,
    ActionSpace,
    ClaimRoute,
    DrawDeck,
    DrawTickets,
    KeepTickets,
    TakeCard,
    action_space,
    kept_with_actions,
)
from allaboard.editions import Edition
from allaboard.editions.lookup import folded, meant
from allaboard.editions.texts import shortened
from allaboard.validation import quoted

__all__ = [
    "NotationError",
    "parse",
    "parse_halves",
    "parse_location",
    "parse_route",
    "parse_ticket",
    "same_colour",
    "text",
    "texts",
    "which_half",
]

LONGEST = 500
"""No text of an action is longer: five tickets of two long names each. Nor is any name in it."""

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


@kept_with_actions
def texts(actions: ActionSpace) -> dict[int, str]:
    """The texts of all actions that need no offer, by id."""
    return {number: text(actions.action(number)) for number in range(actions.size) if not actions.needs_offer(number)}


Legal = Callable[[], Collection[Action]]


def parse(edition: Edition, line: str, *, exact: bool = False, legal: Legal | None = None) -> Action:
    """The action that a text names; with `exact`, as records are read, by names in the board's own spelling only.

    Which half of a double route is claimed follows from the payment where it can; otherwise from what is `legal`, if that is told.

    >>> import allaboard
    >>> parse(allaboard.get_edition("new-york"), "take Taxi")
    TakeCard(card='wild')
    """
    _check_length(line, "action")
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
            return _claim(edition, rest, exact, legal)
        case "keep" if rest:
            return _keep(edition, rest, exact)
    raise NotationError(f"{quoted(line.strip())} is no action; actions read: {FORMS}")


def parse_location(edition: Edition, name: str) -> str:
    """The location that somebody means, in the board's spelling."""
    _check_length(name, "location")
    names = [location.name for location in edition.board.locations]
    if name in names:
        return name
    found = meant(name, names)
    spellings = {folded(known): known for known in names}
    try:
        return _the_one(edition, name, "location", found, spellings, folded(shortened(name)))
    except NotationError as error:
        raise NotationError(f"{error}; the locations are {', '.join(sorted(spellings.values()))}") from error


def parse_route(edition: Edition, name: str, *, exact: bool = False) -> str:
    """The canonical name of a route."""
    halves = parse_halves(edition, name, exact=exact)
    if len(halves) > 1:
        raise which_half(name, halves)
    return halves[0]


def parse_halves(edition: Edition, name: str, *, exact: bool = False) -> list[str]:
    """The canonical name of a route, or those of both halves of a double route where the text does not say which."""
    _check_length(name, "route")
    actions = action_space(edition)
    spellings = _route_spellings(actions)
    if (known := name if name in actions.route_index else spellings.get(_plain(name))) is not None:
        return [known]
    typed, _, row = name.partition("/")
    routes = zip(actions.route_names, edition.board.routes, strict=True)
    ends = [
        (route_name, route.a, route.b) for route_name, route in routes if route_name.partition("/")[2].startswith(row.strip().casefold())
    ]
    found = {} if exact else _by_ends(typed, ends)
    nearest = [known for known, far in found.items() if far == min(found.values())]
    if len(nearest) == 2 and len({known.partition("/")[0] for known in nearest}) == 1:
        return nearest
    return [_the_one(edition, name, "route", found, spellings, _plain(shortened(name)))]


def which_half(name: str, halves: Iterable[str]) -> NotationError:
    """The question that is left when a text may mean several routes."""
    return NotationError(f"{quoted(name.strip())} may mean {' or '.join(halves)}: which route?")


def same_colour(halves: Iterable[str]) -> bool:
    """Whether it is all one which half is claimed."""
    return len({half.partition("#")[0] for half in halves}) == 1


def parse_ticket(edition: Edition, name: str, *, exact: bool = False) -> str:
    """The canonical name of a ticket."""
    _check_length(name, "ticket")
    actions = action_space(edition)
    spellings = _ticket_spellings(actions)
    if (known := name if name in actions.ticket_index else spellings.get(_plain(name))) is not None:
        return known
    found = {} if exact else _by_ends(name, [(ticket.name, ticket.a, ticket.b) for ticket in edition.tickets])
    return _the_one(edition, name, "ticket", found, spellings, _plain(shortened(name)))


def _check_length(words: str, what: str) -> None:
    if len(words) > LONGEST:
        raise NotationError(f"{quoted(words.strip())} is no {what}: it has {len(words)} letters, and no {what} more than {LONGEST}")


def _card(edition: Edition, word: str) -> str:
    names = {name.casefold(): name for name in edition.card_names} | {edition.wild.casefold(): "wild"}
    if (name := names.get(word.strip().casefold())) is None:
        raise NotationError(f"{quoted(word.strip())} is no card of {edition.id}; the cards are {', '.join(edition.card_names)}")
    return name


def _claim(edition: Edition, rest: str, exact: bool, legal: Legal | None) -> ClaimRoute:
    name, *payments = re.split(r"(?i)\s+with\s+", rest, maxsplit=1)
    routes = parse_halves(edition, name, exact=exact)
    if not payments:
        raise NotationError(f"the claim of {routes[0]} names no payment, such as “with 2 red + 1 wild”")
    colour, cards, wilds = _payment(edition, payments[0])
    claims = [ClaimRoute(route, colour, cards, wilds) for route in routes]
    if len(claims) > 1:
        claims = [claim for claim in claims if action_space(edition).number(claim) is not None] or claims
    if len(claims) > 1 and legal is not None:
        possible = legal()
        claims = [claim for claim in claims if claim in possible] or claims
    if len(claims) > 1 and not same_colour(routes):
        raise which_half(name, routes)
    return claims[0]


def _payment(edition: Edition, words: str) -> tuple[str | None, int, int]:
    """Colour, cards of it and wilds."""
    paid: dict[str, int] = {}
    for part in words.split("+"):
        match = re.fullmatch(r"\s*(\d{1,3})\s+(.+?)\s*", part)
        if match is None:
            raise NotationError(f"{quoted(part.strip())} is no part of a payment, which reads like “2 red + 1 wild”")
        card = _card(edition, match[2])
        paid[card] = paid.get(card, 0) + int(match[1])
    wilds = paid.pop("wild", 0)
    if len(paid) > 1:
        raise NotationError(f"a payment is cards of one colour and wilds, not {' and '.join(paid)}", "R-CLAIM-1")
    colour, cards = next(iter(paid.items()), (None, 0))
    return colour if cards else None, cards, wilds


def _keep(edition: Edition, rest: str, exact: bool) -> KeepTickets:
    kept, _, returned = rest.partition(";")
    returned = re.sub(r"(?i)^\s*return\s+", "", returned)
    keep, give_back = (
        tuple(parse_ticket(edition, name.strip(), exact=exact) for name in part.split(",") if name.strip()) for part in (kept, returned)
    )
    if not keep:
        raise NotationError(f"{quoted(f'keep {rest}')} names no ticket to keep, and one at least is kept", "R-TICKET-1")
    return KeepTickets(keep, give_back)


def _by_ends(typed: str, known: Iterable[tuple[str, str, str]]) -> dict[str, int]:
    """What somebody may mean by two locations, whichever comes first: each name with how far its two ends are from what was typed."""
    rows = list(known)
    locations = list(dict.fromkeys(end for _, *ends in rows for end in ends))
    found: dict[str, int] = {}
    for left, right in _halves(typed):
        first, second = meant(left, locations), meant(right, locations)
        for name, a, b in rows:
            far = [one[a] + other[b] for one, other in ((first, second), (second, first)) if a in one and b in other]
            if far:
                found[name] = min(*far, found.get(name, far[0]))
    return found


def _halves(typed: str) -> Iterator[tuple[str, str]]:
    """The two ends that a text may name: a dash parts them, and which one is for the names to tell."""
    for dash in islice(re.finditer(r"[–—-]|\bto\b", typed), 8):
        yield typed[: dash.start()], typed[dash.end() :]


def _the_one(edition: Edition, name: str, what: str, found: dict[str, int], spellings: dict[str, str], spelling: str) -> str:
    """The only one that can be meant; NotationError names those that a short form may mean, or the nearest of all."""
    nearest = [known for known, far in found.items() if far == min(found.values())]
    if len(nearest) == 1:
        return nearest[0]
    if nearest:
        raise NotationError(f"{quoted(name.strip())} may mean {' or '.join(nearest)}: which {what}?")
    near = get_close_matches(spelling, spellings, n=3, cutoff=0.6)
    hint = f"; did you mean {' or '.join(dict.fromkeys(spellings[spelling] for spelling in near))}?" if near else ""
    raise NotationError(f"{quoted(name.strip())} is no {what} of {edition.id}{hint}")


@kept_with_actions
def _route_spellings(actions: ActionSpace) -> dict[str, str]:
    routes = zip(actions.edition.board.routes, actions.route_names, strict=True)
    return _spellings((route.a, route.b, name.removeprefix(f"{route.a}–{route.b}"), name) for route, name in routes)


@kept_with_actions
def _ticket_spellings(actions: ActionSpace) -> dict[str, str]:
    return _spellings((ticket.a, ticket.b, "", ticket.name) for ticket in actions.edition.tickets)


def _spellings(rows: Iterable[tuple[str, str, str, str]]) -> dict[str, str]:
    """Plain spelling → the name of two ends, whichever comes first; none that two names share, as A-B–C and A–B-C do."""
    spellings, shared = dict[str, str](), set[str]()
    for a, b, suffix, name in rows:
        for spelling in (_plain(f"{a}–{b}{suffix}"), _plain(f"{b}–{a}{suffix}")):
            if spellings.setdefault(spelling, name) != name:
                shared.add(spelling)
    return {spelling: name for spelling, name in spellings.items() if spelling not in shared}


def _plain(name: str) -> str:
    """A spelling without case, kinds of dashes and blanks around them."""
    return re.sub(r"\s*[–—-]\s*", "–", " ".join(name.split())).casefold()
