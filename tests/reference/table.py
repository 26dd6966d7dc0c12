"""What lies on the table of the reference engine, in plain values, and what chance gave. What may be done with it is for `rules`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from allaboard.editions import Edition

CHOOSING, TURN, SECOND_CARD, OFFER, OVER = "choosing tickets", "turn", "second card", "offer", "over"
WILD = "wild"


class Impossible(AssertionError):  # noqa: N818 - what it says is not a fault of the program
    """The rules do not allow what is said to have happened."""


class Chance:
    """What chance is said to have given, in order. It must have been there to be drawn, and the rules must ask for all of it."""

    def __init__(self, given: Iterable[str]) -> None:
        self.given = list(given)

    def draw(self, bag: Counter[str]) -> str:
        """Take the next card or ticket out of a bag."""
        if not self.given:
            raise Impossible(f"the rules draw once more than chance gave; in the bag are {dict(+bag)}")
        drawn = self.given.pop(0)
        if bag[drawn] == 0:
            raise Impossible(f"chance gave {drawn}, and in the bag are {dict(+bag)}")
        bag[drawn] -= 1
        return drawn

    def finish(self) -> None:
        """Refuse to go on while something is left that the rules did not ask for."""
        if self.given:
            raise Impossible(f"chance gave {self.given}, which the rules do not draw")


@dataclass
class Seat:
    """A place at the table and what its player has."""

    number: int
    pieces: int
    hand: Counter[str] = field(default_factory=Counter)
    tickets: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    choice: str | None = None
    """What was chosen at set-up while others still think."""
    kept: tuple[str, ...] = ()
    given_back: tuple[str, ...] = ()
    points: int = 0
    """Points of the routes claimed so far."""


@dataclass
class Table:
    """A game. Decks are bags: what is drawn is decided by chance when it is drawn (R-SECRET-3)."""

    edition: Edition
    seats: list[Seat]
    start: int
    deck: Counter[str]
    tickets: Counter[str]
    """The ticket deck, without what was given back."""
    owners: dict[int, int] = field(default_factory=dict)
    """Route → the seat that claimed it."""
    discard: Counter[str] = field(default_factory=Counter)
    market: list[str] = field(default_factory=list)
    under_deck: list[str] = field(default_factory=list)
    """Tickets given back, in the order in which they will be drawn once the ticket deck above them is gone."""
    phase: str = CHOOSING
    turn: int = 0
    """The seat whose turn it is."""
    turns: int = 0
    """Turns that have ended, skipped ones included."""
    final_turns: int | None = None
    told: list[tuple[str, int | None]] = field(default_factory=list)
    """What came of the last action, and whose it was: a claim, a new deck, a cleared row, skipped seats, the final round."""
    met: Counter[str] = field(default_factory=Counter)
    """How often each corner of the rules was met, to know that a test still comes there."""

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act: all that have not chosen at set-up, then the one whose turn it is."""
        if self.phase == CHOOSING:
            return tuple(seat.number for seat in self.seats if seat.choice is None)
        return () if self.phase == OVER else (self.turn,)

    def note(self, corner: str, come_to: object = True) -> None:
        """Count a corner of the rules, if the game has come to it."""
        self.met[corner] += bool(come_to)

    def routes_of(self, seat: Seat) -> list[int]:
        """The routes that a seat has claimed."""
        return [route for route, owner in self.owners.items() if owner == seat.number]
