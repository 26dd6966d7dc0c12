"""The look shared by all boards: inks of each theme, card colours and their symbols, players, vehicles, pictures.

The values are data (`editions/art/tokens.json`, which the page reads as well); what is painted with them is for the other modules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

__all__ = ["Paint", "Player", "Theme", "ThemeName", "Tokens", "VehicleShape", "theme", "tokens"]

ThemeName = Literal["light", "night"]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a card colour is painted on a cell; a grey route has no glyph: its cells carry no colour's symbol."""

    fill: str
    edge: str
    glyph: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """The pieces of a seat; `shine` is the strength of the light along the roof, `emblem` its windows as a sign 16 units square."""

    name: str
    body: str
    windows: str
    shine: float
    emblem: str


@dataclass(frozen=True, slots=True)
class VehicleShape:
    """A silhouette 100 units long, wheels down; one set of windows a seat, so that colour is not the only sign.

    `tall` and `long` bound its drawn size in cell heights.
    """

    body: str
    dark: str
    sill: str
    top: str
    windows: tuple[str, ...]
    height: float
    tall: float
    long: float


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """One palette: inks by name, card colours by look, and how strong shadows, glow and district tints are.

    Equal only to itself, so that drawings can be kept by it.
    """

    name: ThemeName
    inks: Mapping[str, str]
    paints: Mapping[str, Paint]
    strengths: Mapping[str, float]

    def ink(self, name: str) -> str:
        """The colour value of an ink."""
        if name not in self.inks:
            raise ValueError(f"'{name}' is not an ink of the {self.name} theme; allowed: {', '.join(sorted(self.inks))}")
        return self.inks[name]

    def strength(self, value: str | float) -> float:
        """An opacity: a number, or the name of one that depends on the theme."""
        return self.strengths[value] if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Tokens:
    """What does not depend on the theme; `fixed` are the inks that are the same in every one."""

    fixed: Mapping[str, str]
    symbols: Mapping[str, str]
    players: tuple[Player, ...]
    districts: tuple[str, ...]
    vehicles: Mapping[str, VehicleShape]
    pictures: Mapping[str, str]


@cache
def _data() -> dict[str, Any]:
    text = files("allaboard.editions").joinpath("art", "tokens.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)  # a file of the package, as JSON has it: `tokens` and `theme` give it its types
    return data


@cache
def tokens() -> Tokens:
    """Symbols, players, district colours, vehicles and pictures."""
    data = _data()
    return Tokens(
        fixed=data["fixed"],
        symbols=data["symbols"],
        players=tuple(Player(**player) for player in data["players"]),
        districts=tuple(data["districts"]),
        vehicles={kind: VehicleShape(**{**shape, "windows": tuple(shape["windows"])}) for kind, shape in data["vehicles"].items()},
        pictures=data["pictures"],
    )


@cache
def theme(name: ThemeName) -> Theme:
    """The palette called `name`."""
    if name not in get_args(ThemeName):
        raise ValueError(f"'{name}' is not a theme; allowed: {', '.join(get_args(ThemeName))}")
    data = _data()
    districts = {f"district{number}": colour for number, colour in enumerate(data["districts"], start=1)}
    return Theme(
        name=name,
        inks={**data["fixed"], **districts, **data[name]},
        paints={look: Paint(**themes[name]) for look, themes in data["colours"].items()},
        strengths=data["strengths"][name],
    )
