"""A board laid out as plain data: what a page gets to draw from. The figures are worked out by `geometry`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from allaboard.drawing.art import Anchor
from allaboard.editions.edition import Look, Vehicle

__all__ = ["CellData", "GeometryData", "LocationData", "RouteData", "RouteLook", "Symbol", "VehicleKind"]

RouteLook: TypeAlias = Look | Literal["grey"]
Symbol: TypeAlias = Look | Literal["wild"]
VehicleKind: TypeAlias = Vehicle | Literal["loco"]


class CellSizes(TypedDict):
    """What all cells share: their height, the radius of their corners, their symbol, and how long one of them is."""

    height: float
    radius: float
    symbol: float
    unit: float


class CellData(TypedDict):
    """A space of a route: its centre, how it is turned, and the vehicle that sits on it with its stretch along and across.

    `symbol` is that of the card which it takes; None where any colour will do.
    """

    x: float
    y: float
    angle: float
    length: float
    symbol: Symbol | None
    vehicle: VehicleKind
    scale: tuple[float, float]


class RouteData(TypedDict):
    """A route: its cells from a to b, its rail as SVG path data; `twin` is the place of the other half of a double."""

    name: str
    a: str
    b: str
    look: RouteLook
    twin: int | None
    rail: str
    bridge: bool
    cells: list[CellData]


class LabelData(TypedDict):
    """A location's name: its lines, where they are anchored, and the baseline of each."""

    lines: list[str]
    anchor: Anchor
    x: float
    baselines: list[float]


class LocationData(TypedDict):
    """A location: the centre of its marker, the place of its district, and where the badge of an attraction sits."""

    name: str
    x: float
    y: float
    district: int | None
    badge: tuple[float, float] | None
    label: LabelData


class DistrictData(TypedDict):
    """A district: what joining its locations scores, and its colour."""

    name: str
    points: int
    colour: str


class GeometryData(TypedDict):
    """Where everything on a board stands; lengths in board units, angles in degrees.

    `view` is left, top, width and height; so is `free`, the box that the board keeps clear for a page's own buttons, and `key`, the key to
    its districts.
    """

    board: str
    title: str
    subtitle: str
    view: tuple[float, float, float, float]
    free: tuple[float, float, float, float] | None
    key: tuple[float, float, float, float] | None
    cell: CellSizes
    marker: float
    name_size: float
    vehicle: Vehicle
    routes: list[RouteData]
    locations: list[LocationData]
    districts: list[DistrictData]
