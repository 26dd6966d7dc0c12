"""A whole board as one SVG document that needs nothing else: map, furniture, routes, vehicles, locations, fonts.

Each part is painted by its own module; this one puts them in order, writes the style sheet and checks what the caller asks for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from allaboard.drawing.art import Inscription
from allaboard.drawing.furniture import furniture
from allaboard.drawing.geometry import Geometry, geometry
from allaboard.drawing.locations import location_names, markers
from allaboard.drawing.routes import band, cells, rails, symbol_definitions, vehicle_definitions, vehicles
from allaboard.drawing.scenery import scenery, scenery_definitions
from allaboard.drawing.svg import number, quoted
from allaboard.drawing.tokens import Theme, ThemeName, tokens
from allaboard.drawing.tokens import theme as palette
from allaboard.drawing.typefaces import DISPLAY, MEDIUM, NAMES, embedded
from allaboard.editions.edition import Edition

__all__ = ["draw_background", "draw_board"]


def draw_board(
    edition: Edition,
    *,
    owners: Mapping[int, int] | None = None,
    highlight: Collection[int] = (),
    closed: Collection[int] = (),
    path: Collection[int] = (),
    names: bool = True,
    theme: ThemeName = "light",
) -> str:
    """The board as SVG.

    Args:
        edition: whose board.
        owners: route index → seat, for every claimed route.
        highlight: routes to outline.
        closed: twins that nobody may claim any more, drawn faded (R-CLAIM-7).
        path: routes to lay on one band from location to location, such as the longest path (R-SCORE-5).
        names: whether locations have their names, which are too small to read on a small picture.
        theme: "light" or "night".
    """
    plan, colours, owners = geometry(edition), palette(theme), owners or {}
    _check(plan, owners, highlight, (*closed, *path))
    kinds = sorted(
        {(plan.vehicle_kind(plan.routes[i], cell), seat) for i, seat in owners.items() for cell in range(len(plan.routes[i].cells))}
    )
    definitions = symbol_definitions(sorted({symbol for route in plan.routes for symbol in route.symbols if symbol}))
    definitions += "".join(vehicle_definitions(kind, seat) for kind, seat in kinds)
    return "".join(
        (
            _opening(plan, colours),
            f"<defs>{definitions}</defs>",
            _backdrop(plan, colours),
            band(plan, path),
            rails(plan),
            cells(plan, colours, owners, highlight, closed),
            vehicles(plan, owners),
            markers(plan, colours),
            location_names(plan) if names else "",
            "</svg>\n",
        )
    )


def draw_background(edition: Edition, *, theme: ThemeName = "light") -> str:
    """Only what never changes under the routes: map, bridges, title panel, compass and frame. A page lays its own routes on it."""
    plan, colours = geometry(edition), palette(theme)
    return "".join((_opening(plan, colours), _backdrop(plan, colours), "</svg>\n"))


def _check(plan: Geometry, owners: Mapping[int, int], highlight: Collection[int], closed: Collection[int]) -> None:
    last, seats = len(plan.routes) - 1, len(tokens().players)
    for index in (*owners, *highlight, *closed):
        if not 0 <= index <= last:
            raise ValueError(f"route {index} is not on the board {plan.board.title}; allowed: 0 to {last}")
    for index, seat in owners.items():
        if not 0 <= seat < seats:
            raise ValueError(f"{plan.routes[index].name} is given to seat {seat}; allowed: 0 to {seats - 1}")


def _prefix(plan: Geometry) -> str:
    """What ids of this board start with, so that several drawings can stand in one HTML page."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in plan.board.id.lower())


@lru_cache(maxsize=32)
def _opening(plan: Geometry, theme: Theme) -> str:
    view = " ".join(number(value) for value in plan.view)
    scope = f"board-{_prefix(plan)}-{theme.name}"
    label = quoted(f"{plan.board.title}: {plan.board.subtitle}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" class="{scope}" role="img" aria-label={label}>'
        f"<style>{_fonts(plan)}{_style(plan, theme, scope)}</style>"
    )


@lru_cache(maxsize=32)
def _backdrop(plan: Geometry, theme: Theme) -> str:
    prefix = _prefix(plan)
    return f"<defs>{scenery_definitions(plan.art, prefix)}</defs>{scenery(plan, theme, prefix)}{furniture(plan, theme, prefix)}"


def _fonts(plan: Geometry) -> str:
    cartouche = plan.art.cartouche
    inscriptions = [layer.text for layer in plan.art.layers if isinstance(layer, Inscription)]
    words = [location.name for location in plan.locations] + [district.name for district in plan.board.districts]
    words += [line[0] for line in (*cartouche.title, cartouche.subtitle)]
    medium = [MEDIUM] if inscriptions or plan.board.districts else []
    return embedded([DISPLAY, NAMES, *medium], "".join(words + inscriptions))


def _style(plan: Geometry, theme: Theme, scope: str) -> str:
    """The style sheet; every rule is bound to this drawing's class, for it may share an HTML page with others."""
    unit, ink = plan.sizes.unit, theme.ink
    bold, medium = (
        f'font-family:"{NAMES.family}",sans-serif;font-weight:700',
        f'font-family:"{MEDIUM.family}","{NAMES.family}",sans-serif;font-weight:500',
    )
    halo = f"paint-order:stroke;stroke:{ink('halo')};stroke-width:{number(0.27 * plan.sizes.name_size)};stroke-linejoin:round"
    rules = {
        "title": f'font-family:"{DISPLAY.family}",serif',
        "subtitle": bold,
        "name": f"{bold};fill:{ink('name')};letter-spacing:.01em;{halo}",
        "plain": f"{bold};fill:{ink('name')}",
        "numeral": f"{bold};fill:{ink('numeral')}",
        "badge": f"{bold};fill:{ink('badge')}",
        "medium": f"{medium};fill:{ink('ink')}",
        "water-name": f"{medium};fill:{ink('water_name')};letter-spacing:.22em",
        "land-name": f"{bold};fill:{ink('land_name')};letter-spacing:.34em;opacity:.8",
        "rails": f"fill:none;stroke:{ink('rail')};stroke-width:{number(1.5 * unit)}",
        "shade": f"fill:{ink('shade')};opacity:{theme.strengths['shade']:g}",
        "glow": f"opacity:{theme.strengths['glow']:g}",
        "band": "fill:none;stroke-linecap:round;stroke-linejoin:round",
        "highlight": f"fill:{ink('mustard')};stroke:{ink('ink')};stroke-width:{number(0.7 * unit)}",
        "cell": f"stroke-width:{number(1.1 * unit)}",
        "closed": "fill-opacity:.35",
        "light": f"fill:none;stroke:#fff;stroke-opacity:.42;stroke-width:{number(0.9 * unit)};stroke-linecap:round",
        "dark": f"fill:none;stroke:#000;stroke-opacity:.2;stroke-width:{number(0.9 * unit)};stroke-linecap:round",
        "glint": "fill:none;stroke:#fff;stroke-opacity:.6;stroke-linecap:round",
    }
    for look in sorted({route.look for route in plan.routes}):
        paint = theme.paints[look]
        rules[look] = f"fill:{paint.fill};stroke:{paint.edge}"
        # A dark cell cannot shine in its own colour.
        rules[f"glow-{look}"] = f"fill:{paint.edge if look == 'black' else paint.fill}"
        if paint.glyph:
            rules[f"on-{look}"] = f"fill:{paint.glyph}"
    sheet = "".join(f".{scope} .{name}{{{rule}}}" for name, rule in rules.items())
    small = f".{scope} .symbol{{transform:scale(1.28)}}.{scope} .light,.{scope} .dark,.{scope} .fine{{display:none}}"
    return f"{sheet}@media(max-width:600px){{{small}}}"
