"""What an edition is: frozen facts about one box, board and tickets included.

Reading and checking the files is the loader's work; turning them into tables for the rules is the engine's.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

__all__ = ["Board", "Colour", "District", "Edition", "Location", "Route", "Ticket"]

Side = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
SetupReturn = Literal["bottom", "shuffled", "out"]
ReturnOrder = Literal["drawn", "chosen"]
PointsShown = Literal["claimed", "end"]
TieBreak = Literal["tickets", "longest-path"]
Vehicle = Literal["train", "taxi", "bus"]
Look = Literal["red", "orange", "yellow", "green", "blue", "pink", "black", "white"]


@dataclass(frozen=True, slots=True)
class Colour:
    """A card colour: its name in this edition, its letter in print, the look it is painted with, its cards in the deck."""

    name: str
    letter: str
    look: Look
    cards: int


@dataclass(frozen=True, slots=True)
class Location:
    """A place on the board; `label` is the side of the marker where its name disturbs least."""

    name: str
    x: float
    y: float
    label: Side
    attraction: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """A row of spaces between two locations; `colour` is None on a grey route, `twin` the index of the other half of a double.

    `ferries` of its spaces take a wild each (R-CLAIM-10).
    """

    a: str
    b: str
    length: int
    colour: str | None
    twin: int | None = None
    ferries: int = 0


@dataclass(frozen=True, slots=True)
class District:
    """A set of locations that scores `points` when one player joins them all (R-SCORE-4)."""

    name: str
    points: int
    locations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two locations to join, and what that is worth."""

    a: str
    b: str
    points: int

    @property
    def name(self) -> str:
        return f"{self.a}–{self.b}"


@dataclass(frozen=True)
class Board:
    """Locations and routes in a plane of `width` by `height`, y growing downwards; `id` names its art."""

    id: str
    title: str
    subtitle: str
    width: float
    height: float
    locations: tuple[Location, ...]
    routes: tuple[Route, ...]
    districts: tuple[District, ...] = ()

    @cached_property
    def location_index(self) -> dict[str, int]:
        """Location name → its place in `locations`."""
        return {location.name: index for index, location in enumerate(self.locations)}

    def route_name(self, index: int) -> str:
        """Words that no other route of the board shares: `Denver–Omaha`, `Denver–Kansas City/black`, `Seattle–Vancouver/grey#2`."""
        route = self.routes[index]
        name = f"{route.a}–{route.b}"
        if route.twin is None:
            return name
        twin = self.routes[route.twin]
        name += f"/{route.colour or 'grey'}"
        return f"{name}#{1 if index < route.twin else 2}" if twin.colour == route.colour else name


@dataclass(frozen=True)
class Edition:
    """Everything that tells one box from another: the edition table of the rules, as values."""

    id: str
    title: str
    summary: str
    source: str
    min_players: int
    max_players: int
    pieces: int
    piece: str
    piece_plural: str
    vehicle: Vehicle
    wild: str
    wild_cards: int
    colours: tuple[Colour, ...]
    starting_hand: int
    setup_offer: int
    setup_keep: int
    setup_return: SetupReturn
    offer: int
    keep: int
    return_order: ReturnOrder
    twin_closed_up_to: int
    route_points: dict[int, int] = field(hash=False)
    points_shown: PointsShown
    longest_path_points: int
    attraction_points: int
    final_round_at: int
    tie_breaks: tuple[TieBreak, ...]
    starting_player: str
    board: Board
    tickets: tuple[Ticket, ...]
    path: Path | None = None
    """Where its file lies, and art of its own may lie beside it; None for an edition read from texts."""

    @cached_property
    def facts(self) -> dict[str, object]:
        """What a game depends on, as plain data: everything but titles, notes, coordinates and looks."""
        board = self.board
        return {
            "players": [self.min_players, self.max_players],
            "pieces": self.pieces,
            "cards": {"wild": self.wild_cards, **{colour.name: colour.cards for colour in self.colours}},
            "starting_hand": self.starting_hand,
            "setup_tickets": [self.setup_offer, self.setup_keep, self.setup_return],
            "tickets_in_play": [self.offer, self.keep, self.return_order],
            "twin_closed_up_to": self.twin_closed_up_to,
            "route_points": {str(length): points for length, points in sorted(self.route_points.items())},
            "bonus": {"longest_path": self.longest_path_points, "attraction": self.attraction_points},
            "final_round_at": self.final_round_at,
            "tie_breaks": list(self.tie_breaks),
            "locations": [[location.name, location.attraction] for location in board.locations],
            # a board without ferries keeps the hash it had before there were any
            "routes": [[route.a, route.b, route.length, route.colour, *([route.ferries] * (route.ferries > 0))] for route in board.routes],
            "districts": [[district.name, district.points, list(district.locations)] for district in board.districts],
            "tickets": [[ticket.a, ticket.b, ticket.points] for ticket in self.tickets],
        }

    @cached_property
    def card_total(self) -> int:
        """How many cards there are."""
        return self.wild_cards + sum(colour.cards for colour in self.colours)

    @cached_property
    def most_route_points(self) -> float:
        """What no seat's pieces can score more than on routes."""
        return self.pieces * max(points / length for length, points in self.route_points.items())

    def points_of(self, route: Route) -> int:
        """What claiming a route scores (R-SCORE-1)."""
        return self.route_points[route.length]

    def closes_twins(self, players: int) -> bool:
        """Whether a claim closes the other half of a double route for everybody, as it does with few players (R-CLAIM-7)."""
        return players <= self.twin_closed_up_to

    def __hash__(self) -> int:
        # Tables of an edition are kept under it, and looked up for every view: hashing all its values would cost more than the view.
        return hash((self.id, self.hash))

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits that change when, and only when, a game of this edition could go differently."""
        text = json.dumps(self.facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """Names of the card kinds as the engine numbers them: `wild` first, then the colours."""
        return ("wild", *(colour.name for colour in self.colours))

    def _repr_svg_(self) -> str:
        from allaboard.drawing import draw_board

        return draw_board(self)

    def __repr__(self) -> str:
        return f"<Edition {self.id}: {len(self.board.locations)} locations, {len(self.board.routes)} routes, {len(self.tickets)} tickets>"
