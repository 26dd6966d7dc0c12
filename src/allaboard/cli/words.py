"""What happened, in words: one sentence an event, as a seat or a spectator may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from allaboard.cli.cards import card_text, cards_text, seat_style
from allaboard.editions import Edition
from allaboard.events import Event

__all__ = ["YOU", "Teller", "points_of", "seat_names"]

YOU = "You"
IRREGULAR = {"are": "is", "have": "has"}


def seat_names(players: int) -> list[str]:
    """Plain names of the seats, by number."""
    return [f"Seat {seat}" for seat in range(players)]


def points_of(edition: Edition, ticket: str) -> int:
    """What a ticket is worth."""
    return next(known.points for known in edition.tickets if known.name == ticket)


class Teller:
    """Tells events of one game to one listener: `seat` is whose secrets may be told, None a spectator."""

    def __init__(self, edition: Edition, names: Sequence[str], seat: int | None = None) -> None:
        self.edition = edition
        self.names = names
        self.seat = seat

    def tell(self, event: Event) -> Text:
        """The sentence of an event."""
        facts = event.seen_by(self.seat)
        sentence = self._sentence(event.kind, facts)
        return sentence if event.seat is None else Text.assemble(self.name(event.seat), " ", sentence)

    def name(self, seat: int) -> Text:
        """A seat's name on the colour of its pieces."""
        return Text(f" {self.names[seat]} ", style=seat_style(seat))

    def tickets(self, names: Sequence[str]) -> str:
        """Tickets with their points."""
        return ", ".join(f"{name} ({points_of(self.edition, name)})" for name in names)

    def _verb(self, facts: dict[str, Any], verb: str) -> str:
        """The verb as it goes with the name of the seat: `take` with you, `takes` with others."""
        if self.names[facts["seat"]] == YOU:
            return verb
        return IRREGULAR.get(verb, f"{verb}s")

    def _sentence(self, kind: str, facts: dict[str, Any]) -> Text:
        match kind:
            case "dealt":
                return self._dealt(facts)
            case "chose":
                return Text(f"{self._verb(facts, 'have')} chosen{self._choice(facts)}")
            case "chosen":
                kept = ", ".join(f"{name}: {count}" for name, count in zip(self.names, facts["kept"], strict=True))
                return Text(f"All have chosen. Tickets kept by {kept}")
            case "drew":
                told = Text.assemble(": ", card_text(self.edition, facts["card"])) if "card" in facts else Text()
                return Text.assemble(self._verb(facts, "draw"), " from the deck", told)
            case "took":
                return Text.assemble(self._verb(facts, "take"), " ", card_text(self.edition, facts["card"]))
            case "claimed":
                points = "" if facts["points"] is None else f" for {_count(facts['points'], 'point')}"
                return Text.assemble(
                    f"{self._verb(facts, 'claim')} ",
                    (facts["route"], "bold"),
                    " with ",
                    cards_text(self.edition, facts["payment"]),
                    points,
                )
            case "offered":
                offer = f": {self.tickets(facts['offer'])}" if "offer" in facts else ""
                return Text(f"{self._verb(facts, 'draw')} {_count(facts['tickets'], 'ticket')}{offer}")
            case "kept":
                returned = f" and {self._verb(facts, 'give')} {facts['returned']} back" if facts["returned"] else ""
                return Text(f"{self._verb(facts, 'keep')} {_count(facts['kept'], 'ticket')}{returned}{self._choice(facts)}")
            case "final round":
                left = f"{self.edition.final_round_at} or fewer {self.edition.piece_plural} left"
                return Text(f"{self._verb(facts, 'have')} {left}: everybody has one more turn", style="bold")
            case "skipped":
                return Text("can do nothing, and the turn is skipped")
        return self._of_the_table(kind, facts)

    def _of_the_table(self, kind: str, facts: dict[str, Any]) -> Text:
        """What no seat did: market, deck and end."""
        match kind:
            case "cleared":
                return Text(f"Three {self.edition.wild} cards lie face up: the market is cleared")
            case "laid":
                return Text.assemble("Market: ", cards_text(self.edition, [card for card in facts["market"] if card]))
            case "reshuffled":
                return Text(f"The discard pile is shuffled and becomes the deck: {_count(facts['deck'], 'card')} left in it")
            case "ended":
                return Text("The game is over" if facts["by"] == "final round" else "Nobody can act: the game is over", style="bold")
        return Text(kind)

    def _dealt(self, facts: dict[str, Any]) -> Text:
        sentence = Text(f"{self._verb(facts, 'are')} dealt {_count(facts['cards'], 'card')}")
        if "hand" in facts:
            sentence.append(": ").append_text(cards_text(self.edition, facts["hand"]))
        return sentence

    def _choice(self, facts: dict[str, Any]) -> str:
        return f": {self.tickets(facts['keep'])}" if "keep" in facts else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
