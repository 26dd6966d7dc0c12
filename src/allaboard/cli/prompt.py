"""What a player can type: a number from the list, the notation of an action, or a short form of it.

Routes that can be paid in several ways are one choice until the player says how.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from allaboard.actions import Action, ClaimRoute, KeepTickets
from allaboard.editions import Edition
from allaboard.notation import FORMS, NotationError, parse, parse_halves, same_colour, text, which_half
from allaboard.observation import Observation

__all__ = ["Choice", "choices_of", "read_choice"]

SHORT_FORMS = {"deck": "draw deck", "draw": "draw deck", "tickets": "draw tickets"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the list: what it is called, and the actions it may mean, the one that spares the wilds first."""

    words: str
    actions: tuple[Action, ...]

    @property
    def route(self) -> str | None:
        """The route that it claims, if it does."""
        first = self.actions[0]
        return first.route if isinstance(first, ClaimRoute) else None

    @property
    def payment(self) -> dict[str, int]:
        """What the first of its ways pays for that route."""
        first = self.actions[0]
        return first.payment if isinstance(first, ClaimRoute) else {}

    @property
    def spaces(self) -> int:
        """The spaces of that route."""
        return sum(self.payment.values())

    def payments(self) -> list[Choice]:
        """A choice for each of the actions."""
        return [Choice(text(action), (action,)) for action in self.actions]


def choices_of(observation: Observation) -> list[Choice]:
    """All that the seat may do now: draws first, then tickets, then routes, the longest first."""
    claims: dict[str, list[ClaimRoute]] = {}
    others: list[Choice] = []
    # where the order of what goes back is no choice of the player's, what is kept says it all
    kept = Counter(frozenset(action.keep) for action in observation.legal_actions if isinstance(action, KeepTickets))
    for action in observation.legal_actions:
        match action:
            case ClaimRoute() as claim:
                claims.setdefault(claim.route, []).append(claim)
            case KeepTickets(keep) if kept[frozenset(keep)] == 1:
                others.append(Choice(text(KeepTickets(keep)), (action,)))
            case _:
                others.append(Choice(text(action), (action,)))
    routes: list[Choice] = []
    for route, ways in claims.items():
        sparing = sorted(ways, key=lambda way: way.wilds)
        routes.append(Choice(f"claim {route}", tuple(sparing)))
    return others + sorted(routes, key=lambda choice: (-choice.spaces, choice.words))


def read_choice(edition: Edition, line: str, choices: list[Choice]) -> Choice:
    """The choice that a player typed; NotationError says why there is none."""
    words = " ".join(line.split())
    if words.isdecimal():
        number = int(words) if len(words) < 9 else 0
        if not 1 <= number <= len(choices):
            raise NotationError(f"There is no choice {words[:20]}: the list has 1 to {len(choices)}")
        return choices[number - 1]
    if routes := _route_alone(edition, words):
        found = [choice for choice in choices if choice.route in routes]
        if not found:
            named = routes[0].partition("/")[0] if len(routes) > 1 else routes[0]
            raise NotationError(f"{named} cannot be claimed now; “map {named.partition('–')[0]}” shows why")
        if len(found) > 1 and not same_colour(routes):
            raise which_half(words, routes)
        return found[0]
    action = _action(edition, words, [action for choice in choices for action in choice.actions])
    for choice in choices:
        if any(_same(action, known) for known in choice.actions):
            return Choice(text(action), (next(known for known in choice.actions if _same(action, known)),))
    raise NotationError(f"“{text(action)}” is not possible now; the list shows what is")


def _route_alone(edition: Edition, words: str) -> list[str]:
    """The route, or both halves of it, of a claim that names no payment: `claim A–B`, or only `A–B`."""
    verb, _, rest = words.partition(" ")
    name = rest if verb.casefold() == "claim" else words
    if " with " in words.casefold() or (name == words and not any(dash in words for dash in "–—-")) or "keep" in verb.casefold():
        return []
    return parse_halves(edition, name)


def _action(edition: Edition, words: str, legal: list[Action]) -> Action:
    lower = words.casefold()
    if lower in {*edition.card_names, edition.wild.casefold()}:
        return parse(edition, f"take {words}")
    try:
        return parse(edition, SHORT_FORMS.get(lower, words), legal=lambda: legal)
    except NotationError as error:
        if "is no action" in str(error):
            raise NotationError(f"“{words[:60]}” is no action. Type a number of the list, or: {FORMS}. “?” helps") from error
        raise


def _same(typed: Action, legal: Action) -> bool:
    """Whether a typed action means a legal one; the order of tickets kept is of no matter, nor are unnamed returns."""
    if isinstance(typed, KeepTickets) and isinstance(legal, KeepTickets):
        return set(typed.keep) == set(legal.keep) and typed.give_back in ((), legal.give_back)
    return typed == legal
