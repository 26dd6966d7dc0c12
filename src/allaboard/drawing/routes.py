"""The routes: rails, shadow or glow, cells with their symbols, and the vehicles of those who claimed them.

Whose route is whose comes from the caller; where the cells lie is geometry.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final

from allaboard.drawing.geometry import Geometry, PlacedRoute
from allaboard.drawing.shapes import Box
from allaboard.drawing.svg import escaped, number, place, rectangle
from allaboard.drawing.tokens import Theme, tokens

__all__ = ["band", "cells", "rails", "symbol_definitions", "vehicle_definitions", "vehicles"]

WILD: Final = "wild"


def rails(plan: Geometry) -> str:
    """The line from place to place under the cells; the halves of a double share one."""
    lines = dict.fromkeys(route.rail for route in plan.routes)
    return f'<path d="{"".join(lines)}" class="rails"/>'


def band(plan: Geometry, path: Collection[int]) -> str:
    """One band under routes that hang together, through the locations between them; a keyline all round it."""
    if not path:
        return ""
    course = "".join(_course(plan, plan.routes[index]) for index in sorted(path))
    inks, height = tokens().fixed, plan.sizes.height
    edge, body = (
        f'<path d="{course}" class="band" stroke="{inks[ink]}" stroke-width="{number(wide * height)}"/>'
        for ink, wide in (("asphalt", 2.15), ("path", 1.95))
    )
    return edge + body


def _course(plan: Geometry, route: PlacedRoute) -> str:
    """From location to location through the middle of every cell."""
    spots = [(location.x, location.y) for name in (route.a, route.b) for location in plan.locations if location.name == name]
    spots[1:1] = [(cell.x, cell.y) for cell in route.cells]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)


def cells(plan: Geometry, theme: Theme, owners: Mapping[int, int], highlight: Collection[int], closed: Collection[int]) -> str:
    """All cells, one group a route; claimed ones wait without symbol for their vehicles, closed ones have faded."""
    parts = [_shadow_or_glow(plan, theme, owners)]
    if highlight:
        parts.append(_outlines(plan, highlight))
    for index, route in enumerate(plan.routes):
        boxes = "".join(_cell(box, plan, route.look, faded=index in closed) for box in route.cells)
        free = index not in owners and index not in closed
        carried = zip(route.cells, route.symbols, strict=True) if free else ()
        symbols = "".join(_symbol(box, plan, symbol) for box, symbol in carried if symbol)
        parts.append(f'<g data-route="{index}"><title>{escaped(route.title)}</title>{boxes}{symbols}</g>')
    return "".join(parts)


def _shadow_or_glow(plan: Geometry, theme: Theme, owners: Mapping[int, int]) -> str:
    """By day each cell throws a shadow; by night each open one shines."""
    unit, sizes = plan.sizes.unit, plan.sizes
    if theme.strengths["glow"]:
        halos = (
            rectangle(box.width + 4 * unit, box.height + 4 * unit, sizes.radius + 2 * unit, more=f'class="glow-{route.look}" {_at(box)}')
            for index, route in enumerate(plan.routes)
            if index not in owners
            for box in route.cells
        )
        return f'<g class="glow">{"".join(halos)}</g>'
    shadows = (
        rectangle(box.width, box.height, sizes.radius, more=place(box.x + 0.7 * unit, box.y + 1.1 * unit, box.angle))
        for route in plan.routes
        for box in route.cells
    )
    return f'<g class="shade">{"".join(shadows)}</g>'


def _outlines(plan: Geometry, highlight: Collection[int]) -> str:
    grow = 5 * plan.sizes.unit
    boxes = (box for index in sorted(highlight) for box in plan.routes[index].cells)
    radius = plan.sizes.radius + grow / 2
    return f'<g class="highlight">{"".join(rectangle(box.width + grow, box.height + grow, radius, more=_at(box)) for box in boxes)}</g>'


def _at(box: Box) -> str:
    return place(box.x, box.y, box.angle)


def _cell(box: Box, plan: Geometry, look: str, *, faded: bool) -> str:
    """A space with a light bevel at its upper left and a dark one at its lower right."""
    sizes = plan.sizes
    body = rectangle(box.width, box.height, sizes.radius, more=f'class="cell {look}{" closed" if faded else ""}"')
    if faded:
        return f"<g {_at(box)}>{body}</g>"
    inset = 1.5 * sizes.unit
    x, y, bow = box.width / 2 - inset, box.height / 2 - inset, max(sizes.radius - 0.7 * inset, 0.3 * sizes.radius)
    light = f"M{number(-x)} {number(y - bow)}V{number(bow - y)}Q{number(-x)} {number(-y)} {number(bow - x)} {number(-y)}H{number(x - bow)}"
    dark = f"M{number(x)} {number(bow - y)}V{number(y - bow)}Q{number(x)} {number(y)} {number(x - bow)} {number(y)}H{number(bow - x)}"
    return f'<g {_at(box)}>{body}<path d="{light}" class="light"/><path d="{dark}" class="dark"/></g>'


def _symbol(box: Box, plan: Geometry, look: str) -> str:
    """Symbols stay upright however the cell is turned."""
    return f'<use href="#symbol-{look}" class="on-{look}" {place(box.x, box.y, scale=f"scale({plan.sizes.symbol / 10:g})")}/>'


def symbol_definitions(looks: Iterable[str]) -> str:
    """The symbols of the cards, ten units wide; the wild's stands on a disc of its own, since it may lie on any colour."""
    shapes, inks = tokens().symbols, tokens().fixed
    paths = {look: f'<path id="symbol-{look}" class="symbol" d="{shapes[look]}"/>' for look in looks}
    if WILD in paths:
        disc = f'<circle r="6.6" fill="{inks["ivory"]}" stroke="{inks["asphalt"]}"/>'
        paths[WILD] = f'<g id="symbol-{WILD}" class="symbol">{disc}<path d="{shapes[WILD]}" fill="{inks["asphalt"]}"/></g>'
    return "".join(paths.values())


def vehicles(plan: Geometry, owners: Mapping[int, int]) -> str:
    """A vehicle on every space of every claimed route, those in front over those behind."""
    pieces: list[tuple[float, str]] = []
    for index, seat in owners.items():
        route = plan.routes[index]
        for number_of_cell, box in enumerate(route.cells):
            kind = plan.vehicle_kind(route, number_of_cell)
            across, up = plan.vehicle_scale(kind, box)
            at = place(box.x, box.y, box.angle, f"scale({across:.3f} {up:.3f})")
            pieces.append((box.y, f'<use href="#{kind}-{seat}" data-piece="{index}" {at}/>'))
    return f'<g class="vehicles">{"".join(piece for _, piece in sorted(pieces))}</g>' if pieces else ""


@cache
def vehicle_definitions(kind: str, seat: int) -> str:
    """The silhouette of a kind of vehicle in a seat's colour, with the seat's windows."""
    shape, player = tokens().vehicles[kind], tokens().players[seat]
    outline = f"{shape.body}{shape.dark}"
    edge, rim = tokens().fixed["outline"], tokens().fixed["rim"]
    return (
        f'<g id="{kind}-{seat}" stroke-linejoin="round">'
        f'<path d="{outline}" fill="{edge}" stroke="{rim}" stroke-width="13"/>'
        f'<path d="{outline}" fill="{edge}" stroke="{edge}" stroke-width="6.5"/>'
        f'<path d="{shape.body}" fill="{player.body}"/>'
        f'<path d="{shape.sill}" stroke="{edge}" stroke-opacity=".35" stroke-width="2.5"/>'
        f'<path d="{shape.windows[seat]}" fill="{player.windows}" stroke="{edge}" stroke-width="1.6"/>'
        f'<path d="{shape.top}" fill="none" stroke="#fff" stroke-opacity="{player.shine:g}" stroke-width="4" stroke-linecap="round"/></g>'
    )
