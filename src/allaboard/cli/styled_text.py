"""Cards, seats and sentences as coloured text. Colour is never the only sign: a card has its letter and name, a seat its number or name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from allaboard.drawing.tokens import theme, tokens
from allaboard.editions import Edition
from allaboard.editions.edition import Route
from allaboard.events import Event
from allaboard.sentences import Style, Teller

__all__ = ["STAR", "CardRow", "TerminalTeller", "card_chip", "card_text", "cards_text", "route_cards", "seat_style"]

STAR: Final = "★"
GAP: Final = "  "


def card_chip(edition: Edition, card: str) -> Text:
    """The letter of a card on its colour; a star stands for the wild."""
    for colour in edition.colours:
        if colour.name == card:
            paint = theme("light").paints[colour.look]
            return Text(f" {colour.letter} ", style=f"bold {paint.glyph} on {paint.fill}")
    return Text(f" {STAR} ", style="bold #2B2A28 on #F5EBD6")


def card_text(edition: Edition, card: str, count: int | None = None) -> Text:
    """A card, or a number of them, with letter and name."""
    return card_chip(edition, card).append(f" {'' if count is None else f'{count} '}{card}", style="default on default not bold")


def route_cards(edition: Edition, route: Route) -> Text:
    """What a route is paid with: cards of its colour, or of any, and a ferry's wilds."""
    words = card_text(edition, route.colour) if route.colour else Text("any colour", style="dim")
    return words.append(", ferry: ").append_text(card_text(edition, "wild", route.ferries)) if route.ferries else words


def cards_text(edition: Edition, cards: Mapping[str, int] | Iterable[str]) -> Text:
    """Cards in a row: counts of each, or one after the other."""
    if isinstance(cards, Mapping):
        return Text(GAP).join(card_text(edition, card, count) for card, count in cards.items())
    return Text(GAP).join(card_text(edition, card) for card in cards)


class CardRow:
    """Cards in a row that breaks between cards, never within one."""

    def __init__(self, edition: Edition, cards: Mapping[str, int] | Iterable[str]) -> None:
        counted = cards.items() if isinstance(cards, Mapping) else ((card, None) for card in cards)
        self.cards = [card_text(edition, card, count) for card, count in counted]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        row = Text()
        for card in self.cards:
            if row and row.cell_len + len(GAP) + card.cell_len > options.max_width:
                yield row
                row = Text()
            row.append(GAP if row else "").append_text(card)
        yield row

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [card.cell_len for card in self.cards]
        return Measurement(max(widths, default=0), sum(widths) + len(GAP) * max(0, len(widths) - 1)).with_maximum(options.max_width)


def seat_style(seat: int) -> str:
    """The colour of a seat's pieces on the board, for its name."""
    player = tokens().players[seat]
    return f"bold {player.windows} on {player.body}"


class TerminalStyle(Style):
    """Names in a sentence as markup: seats on the colour of their pieces, cards with their letters."""

    gap = GAP

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def seat(self, seat: int, name: str) -> str:
        """A seat's name on the colour of its pieces."""
        return Text(f" {name} ", style=seat_style(seat)).markup

    def card(self, card: str, count: int | None = None) -> str:
        """A card, or a number of them, with letter and name."""
        return card_text(self.edition, card, count).markup

    def strong(self, text: str) -> str:
        """Bold."""
        return Text(text, style="bold").markup


class TerminalTeller:
    """Tells the events of one game to whoever sits at the terminal: `seat` is whose secrets may be told, None a spectator."""

    def __init__(self, edition: Edition, names: Sequence[str], seat: int | None = None) -> None:
        self.names, self.seat = names, seat
        self._teller = Teller(edition, names, TerminalStyle(edition))

    def tell(self, event: Event) -> Text:
        """The sentence of an event."""
        return Text.from_markup(self._teller.tell(event, self.seat))

    def name(self, seat: int) -> Text:
        """A seat's name on the colour of its pieces."""
        return Text(f" {self.names[seat]} ", style=seat_style(seat))
