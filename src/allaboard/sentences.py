"""What happened, in English: one sentence an event, as its reader may know it. Other languages are the page's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from allaboard.editions import Edition
from allaboard.events import (
    Chose,
    Chosen,
    Claimed,
    Cleared,
    Dealt,
    Drew,
    Ended,
    Event,
    FinalRound,
    Kept,
    Laid,
    Offered,
    Reshuffled,
    Skipped,
    Took,
)

__all__ = ["YOU", "Style", "Teller", "count_of"]

YOU = "You"
"""The name of a seat that is spoken to."""
IRREGULAR = {"are": "is", "have": "has"}


class Style:
    """How names stand in a sentence: here, plainly. A terminal gives them colours."""

    def seat(self, seat: int, name: str) -> str:
        """The name of a seat."""
        return name

    def card(self, card: str, count: int | None = None) -> str:
        """A card, or a number of them."""
        return card if count is None else f"{count} {card}"

    def strong(self, text: str) -> str:
        """Something that should not be missed."""
        return text

    gap: str = ", "
    """What stands between cards."""


class Teller:
    """Tells events of one game, with the names of its seats.

    >>> import allaboard
    >>> edition = allaboard.get_edition("usa")
    >>> Teller(edition, ["Ann", "Bob"]).tell(Claimed(4, 0, "Denver–Omaha", {"purple": 3, "wild": 1}, 7))
    'Ann claims Denver–Omaha with 3 purple, 1 wild and scores 7.'
    """

    def __init__(self, edition: Edition, names: Sequence[str], style: Style | None = None) -> None:
        self.edition, self.names, self.style = edition, names, style or Style()

    def tell(self, event: Event, reader: int | None = None) -> str:
        """The sentence of an event, as a seat (None: a spectator) may know it."""
        told = self._of_the_table(event)
        if event.seat is None or told:
            return f"{told or event.kind}."
        name = self.names[event.seat] if event.seat < len(self.names) else "Somebody"
        return f"{self.style.seat(event.seat, name)} {self._of_seat(event, name == YOU, own=reader == event.seat)}."

    def _of_seat(self, event: Event, you: bool, *, own: bool) -> str:
        """What a seat did; `own` when its secrets may be told."""

        def verb(plain: str) -> str:
            return plain if you else IRREGULAR.get(plain, f"{plain}s")

        match event:
            case Dealt():
                return f"{verb('are')} dealt {count_of(event.cards, 'card')}" + (f": {self._cards(event.hand)}" if own else "")
            case Offered():
                offer = f": {self._tickets(event.offer)}" if own else ""
                return f"{verb('draw')} {count_of(event.tickets, 'ticket')} to choose from{offer}"
            case Chose():
                return f"{verb('keep')} {self._tickets(event.keep)}" if own else f"{verb('have')} chosen tickets"
            case Kept():
                kept = f": {self._tickets(event.keep)}" if own else ""
                returned = f"; {verb('give')} {event.returned} back" if event.returned else ""
                return f"{verb('keep')} {count_of(event.kept, 'ticket')}{kept}{returned}"
            case Drew():
                return f"{verb('draw')} {self.style.card(event.card)} from the deck" if own else f"{verb('draw')} a card from the deck"
            case Took():
                return f"{verb('take')} {self.style.card(event.card)} from the market"
            case Claimed():
                paid = self.style.gap.join(self.style.card(card, count) for card, count in event.payment.items())
                points = "" if event.points is None else f" and {verb('score')} {event.points}"
                return f"{verb('claim')} {self.style.strong(event.route)} with {paid}{points}"
            case FinalRound():
                left = f"{self.edition.final_round_at} or fewer {self.edition.piece_plural} left"
                return self.style.strong(f"{verb('have')} {left}: everybody has one more turn")
            case Skipped():
                return f"{verb('have')} nothing to do and {verb('are')} skipped"
        return event.kind

    def _of_the_table(self, event: Event) -> str:
        """What no seat did: market, deck, all choices, the end."""
        match event:
            case Chosen():
                kept = ", ".join(f"{name} {count}" for name, count in zip(self.names, event.kept, strict=False))
                return f"All have chosen; tickets kept: {kept}"
            case Laid():
                return f"The market shows {self._cards(card for card in event.market if card)}"
            case Cleared():
                return f"Three {self.edition.wild} cards or more lay face up: the market is cleared"
            case Reshuffled():
                return f"The discard pile is shuffled and becomes the deck: {count_of(event.deck, 'card')}"
            case Ended():
                return self.style.strong("The game is over" if event.by == "final round" else "Nobody can act: the game is over")
        return ""

    def _cards(self, cards: Iterable[str]) -> str:
        return self.style.gap.join(self.style.card(card) for card in cards)

    def _tickets(self, names: Sequence[str]) -> str:
        points = {ticket.name: ticket.points for ticket in self.edition.tickets}
        return ", ".join(f"{name} ({points[name]})" for name in names)


def count_of(number: int, noun: str) -> str:
    """Return "1 card", "2 cards"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
