"""What a seat observes, slice by slice: `Starts` names each with its shape, its range and its meaning, and all else follows from it.

Layouts, the page that documents them and the encoding, which fills the slices in by name, take them from there.

There is one layout for each edition and number of players. A layout shared by editions would be padding for the most part (a city
has 41 routes, the continent 100) and would still mean different places by the same number, so that nothing carries over.
Values are counts and flags as they are on the table, in one byte each: exact, small and fast to write; `Layout.high` scales them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, prod
from typing import Annotated, Final, TypeVar

import numpy as np
import numpy.typing as npt

from allaboard.editions import Edition
from allaboard.editions import get_edition as find_edition
from allaboard.editions.bounds import MARKET_SIZE
from allaboard.engine.typed_records import Bytes, Record, Records, blank_records, dtype_of, notes_of
from allaboard.game import check_players

__all__ = ["CAP", "Layout", "Slice", "Starts"]

E = TypeVar("E", bound=np.generic)

CAP = 255
"""The largest value that an observation holds; turns and points beyond it stay there."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a slice holds: what its values stand for, axis by axis; the largest, as a number or by the name of a size; and their meaning."""

    axes: tuple[str, ...]
    high: int | str
    meaning: str


class Starts(Record):
    """Where every slice of an observation begins, in the order in which they follow each other."""

    phase: Annotated[
        int, np.int32, Part(("phase",), 1, "choosing tickets at set-up, turn, second card, offer: one is set, none once the game is over")
    ]
    acting: Annotated[int, np.int32, Part(("seat",), 1, "seats that may act now")]
    start: Annotated[int, np.int32, Part(("seat",), 1, "the seat that has the first turn")]
    turns: Annotated[int, np.int32, Part((), CAP, f"turns ended so far, at most {CAP}")]
    final_round: Annotated[int, np.int32, Part((), 1, "whether the final round has begun")]
    final_turns: Annotated[int, np.int32, Part((), "seat", "turns left in the final round, 0 before it")]
    market: Annotated[int, np.int32, Part(("card",), MARKET_SIZE, "face-up cards")]
    deck: Annotated[int, np.int32, Part((), "cards", "cards left in the deck")]
    discard: Annotated[int, np.int32, Part(("card",), "cards of a kind", "cards on the discard pile")]
    unseen: Annotated[
        int, np.int32, Part(("card",), "cards of a kind", "cards that are in the deck or in another hand, as far as the seat can tell")
    ]
    ticket_deck: Annotated[int, np.int32, Part((), "ticket", "tickets left to draw")]
    hand: Annotated[int, np.int32, Part(("card",), "cards of a kind", "cards in the seat's own hand")]
    known: Annotated[
        int,
        np.int32,
        Part(
            ("seat", "card"),
            "cards of a kind",
            "cards that every other player can tell are in a hand: taken face up or counted, and not paid since",
        ),
    ]
    hand_size: Annotated[int, np.int32, Part(("seat",), "cards", "cards in a hand")]
    pieces: Annotated[int, np.int32, Part(("seat",), "pieces", "pieces left")]
    points: Annotated[int, np.int32, Part(("seat",), "points", "points of the routes claimed so far")]
    ticket_count: Annotated[int, np.int32, Part(("seat",), "ticket", "tickets kept")]
    offer_size: Annotated[int, np.int32, Part(("seat",), "position", "tickets that a seat is choosing from")]
    chosen: Annotated[int, np.int32, Part(("seat",), 1, "whether a seat has chosen its tickets, while others still do")]
    claimed: Annotated[int, np.int32, Part(("seat", "route"), 1, "routes claimed")]
    open: Annotated[int, np.int32, Part(("route",), 1, "routes that the seat may claim if its hand allows")]
    tickets: Annotated[int, np.int32, Part(("ticket",), 1, "tickets the seat keeps")]
    complete: Annotated[int, np.int32, Part(("ticket",), 1, "those of the seat's tickets, on offer or kept, that its routes complete")]
    offer: Annotated[
        int,
        np.int32,
        Part(("position", "ticket"), 1, "the tickets on offer, in the order drawn, which is the order that choices refer to"),
    ]
    returned: Annotated[int, np.int32, Part(("ticket",), 1, "tickets the seat has seen and given back and does not hold again")]


STARTS = dtype_of(Starts)
PARTS: Final = notes_of(Starts, Part)


@dataclass(frozen=True, slots=True)
class Slice:
    """A named part of an observation: `shape` values from 0 to `high`, from `start` on."""

    name: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    high: int
    meaning: str
    start: int

    @property
    def size(self) -> int:
        """How many values there are."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """Where the next slice begins."""
        return self.start + self.size


class Layout:
    """The layout of an edition's observations for a number of players.

    >>> layout = Layout("new-york", 2)
    >>> layout.size, layout["hand"].shape
    (280, (7,))
    """

    def __init__(self, edition: Edition | str, players: int) -> None:
        self.edition = find_edition(edition) if isinstance(edition, str) else edition
        check_players(self.edition, players, None)
        self.players = players
        self.slices = self._slices()
        self.size = self.slices[-1].stop

    def __getitem__(self, name: str) -> Slice:
        """The slice of a name."""
        if name not in self._by_name:
            raise KeyError(f"an observation has no slice '{name}'; allowed: {', '.join(self._by_name)}")
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Slice]:
        return {part.name: part for part in self.slices}

    @cached_property
    def high(self) -> Bytes:
        """The largest value of every element: dividing by it brings an observation to the range from 0 to 1."""
        return np.repeat(np.array([part.high for part in self.slices], dtype=np.uint8), [part.size for part in self.slices])

    @cached_property
    def starts(self) -> Records[Starts]:
        """Where the slices begin, for compiled code."""
        starts = blank_records(1, STARTS)
        for part in self.slices:
            starts[part.name] = part.start
        return starts

    def split(self, observation: npt.NDArray[E]) -> dict[str, npt.NDArray[E]]:
        """An observation, or a batch of them, by the names of its slices; the parts are views."""
        lead = observation.shape[:-1]
        return {part.name: observation[..., part.start : part.stop].reshape(*lead, *part.shape) for part in self.slices}

    def _slices(self) -> tuple[Slice, ...]:
        edition = self.edition
        sizes = {
            "seat": self.players,
            "card": len(edition.card_names),
            "route": len(edition.board.routes),
            "ticket": len(edition.tickets),
            "position": max(edition.setup_offer, edition.offer),
            "phase": 4,
            "cards": edition.card_total,
            "cards of a kind": max(edition.wild_cards, *(colour.cards for colour in edition.colours)),
            "pieces": edition.pieces,
            "points": min(CAP, ceil(edition.most_route_points)),
        }
        slices: list[Slice] = []
        start = 0
        for name, part in PARTS.items():
            shape = tuple(sizes[axis] for axis in part.axes) or (1,)
            high = sizes[part.high] if isinstance(part.high, str) else part.high
            slices.append(Slice(name, part.axes, shape, high, part.meaning, start))
            start = slices[-1].stop
        return tuple(slices)
