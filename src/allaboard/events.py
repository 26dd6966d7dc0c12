"""What happened, by name: one class for every kind of event, with what all may know of it and what only its seat may know.

The engine tells events as it acts; here its numbers get their names, and secrets are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from allaboard.actions import ActionSpace
from allaboard.engine import journal
from allaboard.engine.journal import END, FIRST, HEAD, Journal
from allaboard.engine.records import NO_CARD

__all__ = [
    "Chose",
    "Chosen",
    "Claimed",
    "Cleared",
    "Dealt",
    "Drew",
    "Ended",
    "Event",
    "FinalRound",
    "Kept",
    "Laid",
    "Offered",
    "Reshuffled",
    "Skipped",
    "Took",
    "named_events",
]


@dataclass(frozen=True, slots=True)
class EventBase:
    """Something that happened at log position `n` (0: set-up).

    Fields in `secret` are for `seat` alone (R-SECRET-2); what the field `revealed` tells, nobody knew before.
    """

    kind: ClassVar[str]
    secret: ClassVar[tuple[str, ...]] = ()
    revealed: ClassVar[str | None] = None

    n: int
    seat: int | None

    def reveals_to(self, seat: int) -> bool:
        """Return whether a seat saw something that nobody knew before."""
        return self.revealed is not None and self.revealed not in self._hidden_from(seat)

    def seen_by(self, seat: int | None) -> dict[str, object]:
        """Return the event as a seat (None: a spectator) may know it, ready for JSON."""
        hidden = self._hidden_from(seat)
        facts = {name: getattr(self, name) for name in self.__match_args__ if name not in hidden}
        return {"n": facts.pop("n"), "kind": self.kind, **{name: list(v) if isinstance(v, tuple) else v for name, v in facts.items()}}

    def _hidden_from(self, seat: int | None) -> tuple[str, ...]:
        return () if seat is not None and seat == self.seat else self.secret


@dataclass(frozen=True, slots=True)
class Dealt(EventBase):
    """A hand was dealt before the game."""

    kind: ClassVar[Literal["dealt"]] = "dealt"
    secret: ClassVar = ("hand",)
    revealed: ClassVar = "hand"
    cards: int
    hand: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offered(EventBase):
    """Tickets were drawn to choose from, at set-up or in a turn."""

    kind: ClassVar[Literal["offered"]] = "offered"
    secret: ClassVar = ("offer",)
    revealed: ClassVar = "offer"
    tickets: int
    offer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chose(EventBase):
    """A seat chose its tickets at set-up; how many it keeps is told when all have chosen."""

    kind: ClassVar[Literal["chose"]] = "chose"
    secret: ClassVar = ("keep", "give_back")
    keep: tuple[str, ...]
    give_back: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen(EventBase):
    """All have chosen: how many tickets each seat kept."""

    kind: ClassVar[Literal["chosen"]] = "chosen"
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drew(EventBase):
    """A card was drawn blind."""

    kind: ClassVar[Literal["drew"]] = "drew"
    secret: ClassVar = ("card",)
    revealed: ClassVar = "card"
    card: str


@dataclass(frozen=True, slots=True)
class Took(EventBase):
    """A face-up card was taken."""

    kind: ClassVar[Literal["took"]] = "took"
    card: str


@dataclass(frozen=True, slots=True)
class Laid(EventBase):
    """Cards were turned up: the market as it lies now."""

    kind: ClassVar[Literal["laid"]] = "laid"
    revealed: ClassVar = "market"
    market: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Cleared(EventBase):
    """The market was discarded for its wilds: as it lay before."""

    kind: ClassVar[Literal["cleared"]] = "cleared"
    market: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Reshuffled(EventBase):
    """The discard pile became the deck, of so many cards."""

    kind: ClassVar[Literal["reshuffled"]] = "reshuffled"
    deck: int


@dataclass(frozen=True, slots=True)
class Claimed(EventBase):
    """A route was claimed; `points` is None where nobody is shown a running total (R-CLAIM-9)."""

    kind: ClassVar[Literal["claimed"]] = "claimed"
    route: str
    payment: dict[str, int]
    points: int | None


@dataclass(frozen=True, slots=True)
class Kept(EventBase):
    """Tickets of an offer were kept in a turn, and others returned."""

    kind: ClassVar[Literal["kept"]] = "kept"
    secret: ClassVar = ("keep", "give_back")
    kept: int
    returned: int
    keep: tuple[str, ...]
    give_back: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skipped(EventBase):
    """A seat could do nothing, and its turn was skipped."""

    kind: ClassVar[Literal["skipped"]] = "skipped"


@dataclass(frozen=True, slots=True)
class FinalRound(EventBase):
    """A seat was down to its last pieces: so many turns are left."""

    kind: ClassVar[Literal["final round"]] = "final round"
    turns: int


@dataclass(frozen=True, slots=True)
class Ended(EventBase):
    """The game is over."""

    kind: ClassVar[Literal["ended"]] = "ended"
    by: Literal["final round", "nobody can act"]


Event: TypeAlias = (
    Dealt | Offered | Chose | Chosen | Drew | Took | Laid | Cleared | Reshuffled | Claimed | Kept | Skipped | FinalRound | Ended
)


def named_events(actions: ActionSpace, n: int, written: Journal) -> list[Event]:
    """Return the events of a journal by name, as those of log position n."""
    numbers, at = written.events.tolist(), FIRST
    events = []
    while at < numbers[END]:
        code, seat, count = numbers[at : at + HEAD]
        events.append(_named(actions, n, code, seat, numbers[at + HEAD : at + HEAD + count]))
        at += HEAD + count
    return events


def _named(actions: ActionSpace, n: int, code: int, seat: int, values: list[int]) -> Event:
    cards, tickets = actions.edition.card_names, actions.ticket_names
    match code:
        case journal.DEALT:
            return Dealt(n, seat, len(values), tuple(cards[kind] for kind in values))
        case journal.OFFERED:
            return Offered(n, seat, len(values), tuple(tickets[ticket] for ticket in values))
        case journal.CHOSE | journal.KEPT:
            kept, named = values[0], tuple(tickets[ticket] for ticket in values[1:])
            keep, give_back = named[:kept], named[kept:]
            return Chose(n, seat, keep, give_back) if code == journal.CHOSE else Kept(n, seat, kept, len(give_back), keep, give_back)
        case journal.CHOSEN:
            return Chosen(n, None, tuple(values))
        case journal.DREW:
            return Drew(n, seat, cards[values[0]])
        case journal.TOOK:
            return Took(n, seat, cards[values[0]])
        case journal.LAID | journal.CLEARED:
            market = tuple(None if kind == NO_CARD else cards[kind] for kind in values)
            return Laid(n, None, market) if code == journal.LAID else Cleared(n, None, market)
        case journal.RESHUFFLED:
            return Reshuffled(n, None, values[0])
        case journal.CLAIMED:
            route, colour, wilds, points = values
            shown = points if actions.edition.points_shown == "claimed" else None
            claim = actions.claim(route, colour, wilds)
            return Claimed(n, seat, claim.route, claim.payment, shown)
        case journal.SKIPPED:
            return Skipped(n, seat)
        case journal.FINAL_ROUND:
            return FinalRound(n, seat, values[0])
        case journal.ENDED:
            return Ended(n, None, "nobody can act" if values[0] else "final round")
    raise ValueError(f"the engine tells of no event {code}")
