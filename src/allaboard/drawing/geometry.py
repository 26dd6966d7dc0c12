"""Where everything on a board stands: cells of the routes, rails, markers, names, badges. Computed once an edition.

The same figures drive the SVG drawing and, as plain data, the page. Colours and strokes are for the drawing modules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from allaboard.drawing.art import Anchor, Art, Label, Sizes, couples, key_size, read_art
from allaboard.drawing.default_art import plain_art
from allaboard.drawing.geometry_data import CellData, GeometryData, LocationData, RouteData, RouteLook, Symbol, VehicleKind
from allaboard.drawing.route_cells import row_of_cells
from allaboard.drawing.shapes import Box, Curve, Point
from allaboard.drawing.svg import number
from allaboard.drawing.tokens import tokens
from allaboard.drawing.typefaces import text_width
from allaboard.editions.edition import Board, Edition, Look, Route, Vehicle

__all__ = ["Geometry", "PlacedLocation", "PlacedName", "PlacedRoute", "geometry"]


@dataclass(frozen=True, slots=True)
class PlacedRoute:
    """A route on the board: its cells from a to b, the curve of its rail, and the stretches of it that are bridges.

    `symbols` are those of the cards that each cell takes, by look; None on a cell that takes any colour (R-CLAIM-2).
    """

    name: str
    a: str
    b: str
    look: RouteLook
    twin: int | None
    curve: Curve
    cells: tuple[Box, ...]
    symbols: tuple[Symbol | None, ...]
    bridges: tuple[tuple[float, float], ...]

    @property
    def head(self) -> int:
        """The cell that its vehicles face: they look to the right of the picture."""
        return len(self.cells) - 1 if self.cells[-1].x >= self.cells[0].x else 0

    @property
    def title(self) -> str:
        """The route in words."""
        spaces, ferries = len(self.cells), self.symbols.count("wild")
        ferry = f", ferry: {ferries} {'wild' if ferries == 1 else 'wilds'}" if ferries else ""
        return f"{self.name}, {spaces} {'space' if spaces == 1 else 'spaces'}{ferry}"

    @property
    def rail(self) -> str:
        """The rail as SVG path data."""
        start, control, end = self.curve.start, self.curve.control, self.curve.end
        return f"M{number(start.x)} {number(start.y)}Q{number(control.x)} {number(control.y)} {number(end.x)} {number(end.y)}"


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A location's name: lines, the x they are anchored at, and the baseline of each."""

    lines: tuple[str, ...]
    anchor: Anchor
    x: float
    baselines: tuple[float, ...]
    size: float

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The ink of each line: from the top of the capitals to a little below the baseline."""
        boxes = []
        for line, baseline in zip(self.lines, self.baselines, strict=True):
            width = text_width(line, self.size)
            left = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
            boxes.append(Box.between(left, baseline - 0.74 * self.size, left + width, baseline + 0.12 * self.size))
        return tuple(boxes)


@dataclass(frozen=True, slots=True)
class PlacedLocation:
    """A location: centre of its marker, its name, the index of its district, and where the badge of an attraction sits."""

    name: str
    x: float
    y: float
    label: PlacedName
    district: int | None
    badge: Point | None


@dataclass(frozen=True, eq=False)
class Geometry:
    """A board laid out; equal only to itself, so that drawings can be kept by it."""

    board: Board
    art: Art
    vehicle: Vehicle
    routes: tuple[PlacedRoute, ...]
    locations: tuple[PlacedLocation, ...]

    @property
    def view(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is drawn."""
        return self.art.view

    @property
    def key(self) -> tuple[float, float, float, float] | None:
        """Left, top, width and height of the key to the districts, if there is one."""
        if self.art.key is None or not self.board.districts:
            return None
        left, top, unit = self.art.key
        return left, top, *key_size(len(self.board.districts), unit)

    @property
    def sizes(self) -> Sizes:
        return self.art.sizes

    def vehicle_kind(self, route: PlacedRoute, cell: int) -> VehicleKind:
        """The silhouette on a cell: a locomotive heads a train of two or more."""
        return "loco" if self.vehicle == "train" and len(route.cells) > 1 and cell == route.head else self.vehicle

    def vehicle_scale(self, kind: str, cell: Box) -> tuple[float, float]:
        """How a silhouette of length 100 is stretched to sit on a cell."""
        shape, height = tokens().vehicles[kind], self.sizes.height
        up = height * shape.tall / shape.height
        return min(min(cell.width, height * shape.long) / 100, 1.3 * up), up

    def to_json(self) -> GeometryData:
        """Plain data from which a page can draw the board; lengths in board units, angles in degrees."""
        sizes = self.sizes
        return {
            "board": self.board.id,
            "title": self.board.title,
            "subtitle": self.board.subtitle,
            "view": self.view,
            "free": self.art.free,
            "key": self.key,
            "cell": {"height": sizes.height, "radius": sizes.radius, "symbol": sizes.symbol, "unit": round(sizes.unit, 4)},
            "marker": sizes.marker,
            "name_size": sizes.name_size,
            "vehicle": self.vehicle,
            "routes": [self._route_data(route) for route in self.routes],
            "locations": [_location_data(location) for location in self.locations],
            "districts": [
                {"name": district.name, "points": district.points, "colour": district_colour(index)}
                for index, district in enumerate(self.board.districts)
            ],
        }

    def _route_data(self, route: PlacedRoute) -> RouteData:
        cells: list[CellData] = []
        for index, (cell, symbol) in enumerate(zip(route.cells, route.symbols, strict=True)):
            kind = self.vehicle_kind(route, index)
            across, up = self.vehicle_scale(kind, cell)
            cells.append(
                {
                    "x": round(cell.x, 2),
                    "y": round(cell.y, 2),
                    "angle": round(cell.angle, 2),
                    "length": round(cell.width, 2),
                    "symbol": symbol,
                    "vehicle": kind,
                    "scale": (round(across, 4), round(up, 4)),
                }
            )
        return {
            "name": route.name,
            "a": route.a,
            "b": route.b,
            "look": route.look,
            "twin": route.twin,
            "rail": route.rail,
            "bridge": bool(route.bridges),
            "cells": cells,
        }


def district_colour(index: int) -> str:
    """The colour of the district with this place in the board's list."""
    colours = tokens().districts
    return colours[index % len(colours)]


def geometry(edition: Edition) -> Geometry:
    """The edition's board laid out: by its art, or by rule where it has none."""
    looks = tuple((colour.name, colour.look) for colour in edition.colours)
    return _geometry(edition.board, looks, edition.vehicle, edition.path.parent if edition.path else None)


@lru_cache(maxsize=64)
def _geometry(board: Board, looks: tuple[tuple[str, Look], ...], vehicle: Vehicle, folder: Path | None) -> Geometry:
    art = read_art(board, folder) or plain_art(board, vehicle)
    look = dict(looks)
    routes: dict[int, PlacedRoute] = {}
    for (a, b), indices in couples(board).items():
        curve = Curve(_point(board, a), _point(board, b), art.bends[a, b].bend)
        for row, index in enumerate(indices):
            route = board.routes[index]
            aside = 0.0 if len(indices) == 1 else (art.sizes.row_offset, -art.sizes.row_offset)[row]
            cells = row_of_cells(curve, route.length, aside, art.bends[a, b], art.sizes)
            routes[index] = PlacedRoute(
                name=board.route_name(index),
                a=route.a,
                b=route.b,
                look=look[route.colour] if route.colour else "grey",
                twin=route.twin,
                curve=curve,
                cells=cells if route.a == a else cells[::-1],
                symbols=_symbols(route, look[route.colour] if route.colour else None),
                bridges=art.bridges.get((a, b), ()),
            )
    placed = tuple(routes[index] for index in range(len(board.routes)))
    return Geometry(board, art, vehicle, placed, _locations(board, art, placed))


def _symbols(route: Route, own: Look | None) -> tuple[Symbol | None, ...]:
    """The sign of the wild on ferries, which come first (R-CLAIM-10), then that of the route's colour."""
    return tuple("wild" if space < route.ferries else own for space in range(route.length))


def _point(board: Board, name: str) -> Point:
    location = board.locations[board.location_index[name]]
    return Point(location.x, location.y)


def _locations(board: Board, art: Art, routes: Iterable[PlacedRoute]) -> tuple[PlacedLocation, ...]:
    names = {
        location.name: _placed_name(location.x, location.y, art.labels[location.name], art.sizes.name_size) for location in board.locations
    }
    obstacles = [cell for route in routes for cell in route.cells] + [box for name in names.values() for box in name.boxes]
    districts = {name: index for index, district in enumerate(board.districts) for name in district.locations}
    return tuple(
        PlacedLocation(
            name=location.name,
            x=location.x,
            y=location.y,
            label=names[location.name],
            district=districts.get(location.name),
            badge=_free_side(Point(location.x, location.y), art.sizes.marker, obstacles) if location.attraction else None,
        )
        for location in board.locations
    )


def _placed_name(x: float, y: float, label: Label, size: float) -> PlacedName:
    return PlacedName(label.lines, label.anchor, x + label.dx, tuple(y + dy for dy in label.dy), size)


def _free_side(centre: Point, radius: float, obstacles: Iterable[Box]) -> Point:
    """The place on the rim of a marker that is farthest from cells and names."""
    near = [box for box in obstacles if math.hypot(box.x - centre.x, box.y - centre.y) < box.reach + 4 * radius]

    def towards(degrees: float, distance: float) -> Point:
        turn = math.radians(degrees)
        return Point(centre.x + distance * math.cos(turn), centre.y + distance * math.sin(turn))

    def room(degrees: float) -> float:
        return min((box.distance(towards(degrees, 1.3 * radius)) for box in near), default=0.0)

    return towards(max(range(0, 360, 10), key=room), 1.16 * radius)


def _location_data(location: PlacedLocation) -> LocationData:
    label = location.label
    return {
        "name": location.name,
        "x": location.x,
        "y": location.y,
        "district": location.district,
        "badge": (round(location.badge.x, 2), round(location.badge.y, 2)) if location.badge else None,
        "label": {
            "lines": list(label.lines),
            "anchor": label.anchor,
            "x": round(label.x, 2),
            "baselines": [round(baseline, 2) for baseline in label.baselines],
        },
    }
