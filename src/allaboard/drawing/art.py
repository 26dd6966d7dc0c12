"""A board's art as data: sizes, scenery layers, furniture, and how routes bend and names stand.

Reads and checks the file that lies beside the edition (`art/<board id>.json`); a board without one gets its art from `default_art`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from allaboard.drawing.shapes import Box
from allaboard.drawing.tokens import theme, tokens
from allaboard.editions.edition import Board, Route

__all__ = [
    "Anchor",
    "Art",
    "ArtError",
    "Bend",
    "Cartouche",
    "Inscription",
    "Label",
    "Layer",
    "Pictures",
    "Shape",
    "Sizes",
    "couples",
    "key_size",
    "read_art",
]

Anchor = Literal["start", "middle", "end"]
BUILT_IN = Path(__file__).parent.parent / "editions"


class ArtError(ValueError):
    """An art file that does not fit its board."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Measures of one board, in its own units."""

    height: float
    radius: float
    gap: float
    gap_max: float
    twin_gap: float
    max_length: float
    symbol: float
    marker: float
    name_size: float

    @property
    def unit(self) -> float:
        """What line widths are multiples of."""
        return self.height / 13

    @property
    def row_offset(self) -> float:
        """Distance of each row of a double from the middle line."""
        return (self.height + self.twin_gap) / 2


@dataclass(frozen=True, slots=True)
class Bend:
    """The sagitta of a route, left of a→b positive, and the clear stretch before its first and after its last cell."""

    bend: float
    clear_a: float
    clear_b: float


@dataclass(frozen=True, slots=True)
class Label:
    """A name in lines; `dx` and `dy` lead from the location to the anchor of each baseline."""

    lines: tuple[str, ...]
    anchor: Anchor
    dx: float
    dy: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A named outline, filled or stroked; `clip` names the outline outside which it does not show, `fine` goes on small screens."""

    shape: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: str | None = None
    opacity: str | float = 1.0
    cap: Literal["butt", "round"] = "butt"
    clip: str | None = None
    fine: bool = False


@dataclass(frozen=True, slots=True)
class Pictures:
    """Small pictures by name, each with its place and scale, painted in this order."""

    pictures: tuple[tuple[str, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Inscription:
    """A word on the map, straight and turned, or along an outline from `start` per cent of it."""

    text: str
    style: Literal["water", "land"]
    size: float
    at: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    along: str | None = None
    start: float = 50.0


@dataclass(frozen=True, slots=True)
class Bridges:
    """Where in the order of layers the decks under routes over water are painted."""

    bridges: bool


Layer = Shape | Pictures | Inscription | Bridges


@dataclass(frozen=True, slots=True)
class Cartouche:
    """The title panel: rays (how many, and from where), a picture, and lines of text with place and size."""

    at: tuple[float, float]
    size: tuple[float, float]
    unit: float
    rays: tuple[int, float, float]
    picture: str
    title: tuple[tuple[str, float, float, float], ...]
    subtitle: tuple[str, float, float, float]
    spacing: tuple[float, float]

    @property
    def box(self) -> Box:
        (x, y), (width, height) = self.at, self.size
        return Box.between(x, y, x + width, y + height)


@dataclass(frozen=True, eq=False)
class Art:
    """Everything that is drawn of a board besides its state; equal only to itself, so that drawings can be kept by it."""

    view: tuple[float, float, float, float]
    sizes: Sizes
    ground: str
    shapes: Mapping[str, str]
    layers: tuple[Layer, ...]
    cartouche: Cartouche
    labels: Mapping[str, Label]
    bends: Mapping[tuple[str, str], Bend]
    bridges: Mapping[tuple[str, str], tuple[tuple[float, float], ...]]
    compass: tuple[float, float, float, float] | None = None
    key: tuple[float, float, float] | None = None
    """Left, top and unit of the key to the districts; `key_size` tells how large it is."""
    free: tuple[float, float, float, float] | None = None
    """Left, top, width and height of a box for a page's own buttons: no route, name or place touches it."""

    def missing(self, board: Board) -> list[str]:
        """Names of the board's locations and routes that this art does not place."""
        names = [location.name for location in board.locations if location.name not in self.labels]
        return names + [f"{a}|{b}" for a, b in couples(board) if (a, b) not in self.bends]


def key_size(districts: int, unit: float = 1.0) -> tuple[float, float]:
    """Width and height of the key to so many districts."""
    return 190 * unit, (38 + 20 * districts) * unit


def couples(board: Board) -> dict[tuple[str, str], tuple[int, ...]]:
    """The pairs of locations that routes join, each with its one or two routes, the left row first."""
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    for index, route in enumerate(board.routes):
        key = _couple(board, index, route)
        found[key] = (*found.get(key, ()), index)
    return found


def _couple(board: Board, index: int, route: Route) -> tuple[str, str]:
    first = route if route.twin is None or index < route.twin else board.routes[route.twin]
    return first.a, first.b


def read_art(board: Board, folder: Path | None) -> Art | None:
    """The board's art: the file beside the edition, or the built-in one of the same id if it fits; None when there is neither."""
    if board.id == "tokens":
        return None  # the file of that name holds what all boards share
    path = None if folder is None else folder / "art" / f"{board.id}.json"
    if path is not None and path.exists():
        art = _parse(path)
        if missing := art.missing(board):
            raise ArtError(f"{path.name} places no {', '.join(missing)}; every location needs a label and every route a bend")
        return art
    path = BUILT_IN / "art" / f"{board.id}.json"
    if path.exists() and not (art := _parse(path)).missing(board):
        return art
    return None


def _parse(path: Path) -> Art:
    try:
        art = _art(json.loads(path.read_text(encoding="utf-8")))
        _check_references(art)
        return art
    except KeyError as missing:
        raise ArtError(f"{path.name} has no {missing}") from missing
    except (TypeError, ValueError) as fault:
        raise ArtError(f"{path.name}: {fault}") from fault


def _art(data: Mapping[str, Any]) -> Art:  # as JSON has it: what has another form fails to become an Art, and `_parse` says where
    x, y, width, height = data["view"]
    cartouche = data["cartouche"]
    return Art(
        view=(x, y, width, height),
        sizes=Sizes(**data["cell"], marker=data["marker"], name_size=data["name_size"]),
        ground=data["ground"],
        shapes=data["shapes"],
        layers=tuple(_layer(layer) for layer in data["layers"]),
        cartouche=Cartouche(
            at=tuple(cartouche["at"]),
            size=tuple(cartouche["size"]),
            unit=cartouche["unit"],
            rays=tuple(cartouche["rays"]),
            picture=cartouche["picture"],
            title=tuple(tuple(line) for line in cartouche["title"]),
            subtitle=tuple(cartouche["subtitle"]),
            spacing=tuple(cartouche["spacing"]),
        ),
        labels={label["name"]: Label(tuple(label["lines"]), label["anchor"], label["dx"], tuple(label["dy"])) for label in data["labels"]},
        bends={_pair(key): Bend(bend["bend"], *bend["clear"]) for key, bend in data["bends"].items()},
        bridges={_pair(key): tuple((start, end) for start, end in spans) for key, spans in data.get("bridges", {}).items()},
        compass=tuple(data["compass"]) if "compass" in data else None,
        key=tuple(data["key"]) if "key" in data else None,
        free=tuple(data["free"]) if "free" in data else None,
    )


def _check_references(art: Art) -> None:
    """Refuse layers that ask for an ink, an outline or a picture that does not exist."""
    inks = theme("light")
    inks.ink(art.ground)
    for layer in art.layers:
        if isinstance(layer, Shape):
            for ink in (layer.fill, layer.stroke):
                if ink:
                    inks.ink(ink)
            for name in (layer.shape, layer.clip):
                if name and name not in art.shapes:
                    raise ValueError(f"a layer shows the shape '{name}'; there are: {', '.join(art.shapes)}")
        elif isinstance(layer, Pictures):
            for name, *_ in layer.pictures:
                if name not in tokens().pictures:
                    raise ValueError(f"a layer shows the picture '{name}'; there are: {', '.join(tokens().pictures)}")
        elif isinstance(layer, Inscription) and layer.along and layer.along not in art.shapes:
            raise ValueError(f"'{layer.text}' runs along the shape '{layer.along}'; there are: {', '.join(art.shapes)}")


def _pair(key: str) -> tuple[str, str]:
    a, b = key.split("|")
    return a, b


def _layer(data: Mapping[str, Any]) -> Layer:
    if "shape" in data:
        return Shape(**data)
    if "pictures" in data:
        return Pictures(tuple(tuple(picture) for picture in data["pictures"]))
    if "text" in data:
        return Inscription(**data)
    if "bridges" in data:
        return Bridges(**data)
    raise ValueError(f"a layer has {', '.join(data) or 'nothing'}; it needs one of: shape, pictures, text, bridges")
