"""Art for a board that has none of its own: sizes from the board's scale, a quiet map sheet, a title panel where there is room.

How routes bend and where names stand is worked out in `layout`; a board with an art file never comes here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from allaboard.drawing.art import Art, Cartouche, Shape, Sizes, couples, key_size
from allaboard.drawing.layout import Layout
from allaboard.drawing.shapes import Box, gap
from allaboard.drawing.tokens import tokens
from allaboard.drawing.typefaces import DISPLAY, fitting, text_width
from allaboard.editions.edition import Board, Vehicle

__all__ = ["plain_art"]

View = tuple[float, float, float, float]


def plain_art(board: Board, vehicle: Vehicle) -> Art:
    """A handsome sheet for any board that the loader accepts."""
    sizes = _sizes(board)
    layout = Layout(board, sizes)
    view = _view(board, sizes, layout.obstacles)
    scale = min(view[2:]) / 720
    cartouche = _cartouche(board, vehicle, scale, 0.36 * view[2])
    legend = key_size(len(board.districts), scale)
    taken = layout.obstacles
    panel, key = _furnish(view, sizes, taken, cartouche.size, legend if board.districts else None)
    if panel is None or (board.districts and key is None):
        # There is no room on the map, so the sheet grows a margin below it.
        tallest = max(cartouche.size[1], legend[1] if board.districts else 0.0)
        view = (*view[:3], round(view[3] + tallest + sizes.height, 1))
        panel, key = _furnish(view, sizes, taken, cartouche.size, legend if board.districts else None)
    at = (panel.x - panel.width / 2, panel.y - panel.height / 2) if panel else view[:2]
    radius = 46 * scale
    furniture = [*taken, *(box for box in (panel, key) if box)]
    rose = _free_spot(view, (2.4 * radius, 3 * radius), sizes, furniture, from_left=False)
    free = _free_spot(view, (56 * scale, 140 * scale), sizes, [*furniture, rose] if rose else furniture, from_left=False)
    return Art(
        view=view,
        sizes=sizes,
        ground="land",
        shapes=_sheet(view, sizes),
        layers=(
            Shape("margin", stroke="band", width=14 * sizes.unit),
            Shape("graticule", stroke="grid", width=0.9 * sizes.unit, fine=True),
            Shape("margin", stroke="state", width=0.8 * sizes.unit, dash=f"{6 * sizes.unit:g} {4 * sizes.unit:g}"),
        ),
        cartouche=replace(cartouche, at=at),
        labels=layout.labels,
        bends=layout.bends,
        bridges={},
        compass=(rose.x, rose.y + 0.2 * radius, radius, 0.0) if rose else None,
        key=(key.x - key.width / 2, key.y - key.height / 2, scale) if key else None,
        free=(free.x - free.width / 2, free.y - free.height / 2, free.width, free.height) if free else None,
    )


def _sizes(board: Board) -> Sizes:
    """Cells as large as the tightest routes allow, measured in the proportions of the built-in boards."""
    rooms = []
    for (a, b), indices in couples(board).items():
        start, end = (board.locations[board.location_index[name]] for name in (a, b))
        distance = ((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5
        rooms.append(distance / (1.95 * board.routes[indices[0]].length + 2.2))
    # One cramped route must not shrink all the others: below half of the usual room it is that route's cells that get short.
    height = round(min(max(min(rooms), 0.5 * median(rooms)), 0.034 * min(board.width, board.height)), 2)
    return Sizes(
        height=height,
        radius=0.23 * height,
        gap=0.19 * height,
        gap_max=0.48 * height,
        twin_gap=0.11 * height,
        max_length=3.3 * height,
        symbol=0.67 * height,
        marker=0.58 * height,
        name_size=height,
    )


def _view(board: Board, sizes: Sizes, obstacles: Sequence[Box]) -> View:
    """The plane and whatever reaches beyond it, with room for the frame."""
    margin = 22 * sizes.unit
    left = min(0.0, *(box.bounds[0] for box in obstacles)) - margin
    top = min(0.0, *(box.bounds[1] for box in obstacles)) - margin
    right = max(board.width, *(box.bounds[2] for box in obstacles)) + margin
    bottom = max(board.height, *(box.bounds[3] for box in obstacles)) + margin
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


def _furnish(
    view: View, sizes: Sizes, taken: Sequence[Box], panel_size: tuple[float, float], key_size: tuple[float, float] | None
) -> tuple[Box | None, Box | None]:
    """Room for the title panel, from the lower left on, and for the key, from the lower right on."""
    panel = _free_spot(view, panel_size, sizes, taken)
    if panel is None or key_size is None:
        return panel, None
    return panel, _free_spot(view, key_size, sizes, [*taken, panel], from_left=False)


def _free_spot(view: View, size: tuple[float, float], sizes: Sizes, taken: Sequence[Box], *, from_left: bool = True) -> Box | None:
    """A box of this size along the lower or the upper edge of the view that touches nothing."""
    x, y, width, height = view
    inset, steps = 18 * sizes.unit, 24
    slack = width - 2 * inset - size[0]
    for top in (y + height - inset - size[1], y + inset):
        for step in range(steps + 1):
            left = x + inset + slack * (step if from_left else steps - step) / steps
            box = Box.between(left, top, left + size[0], top + size[1])
            if all(gap(box, other) > 0.5 * sizes.height for other in taken):
                return box
    return None


def _sheet(view: View, sizes: Sizes) -> dict[str, str]:
    """Outlines of the map sheet: its margin, and a graticule in near squares."""
    x, y, width, height = view
    inset = 12 * sizes.unit
    left, top, right, bottom = x + inset, y + inset, x + width - inset, y + height - inset
    mesh = min(width, height) / 6
    columns, rows = round((right - left) / mesh), round((bottom - top) / mesh)
    upright = (f"M{left + (right - left) * i / columns:.1f} {top:.1f}V{bottom:.1f}" for i in range(1, columns))
    level = (f"M{left:.1f} {top + (bottom - top) * i / rows:.1f}H{right:.1f}" for i in range(1, rows))
    return {
        "margin": f"M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}Z",
        "graticule": "".join((*upright, *level)),
    }


def _cartouche(board: Board, vehicle: Vehicle, scale: float, widest: float) -> Cartouche:
    """The title beside a vehicle in front of the sun; smaller when the title is long."""
    title, subtitle = board.title.upper(), board.subtitle.upper()
    words = max(text_width(title, 27, fitting(DISPLAY, title), 0.6), text_width(subtitle, 10.5, spacing=2.4))
    scale *= min(1.0, widest / ((words + 146) * scale))
    width, height = (words + 146) * scale, 84 * scale
    sun, ground = (words + 82) * scale, 66 * scale
    shape = tokens().vehicles["loco" if vehicle == "train" else vehicle]
    stand = 0.92 * scale
    picture = (
        f'<circle cx="{sun:.1f}" cy="{ground - 6 * scale:.1f}" r="{32 * scale:.1f}" fill="{{mustard}}"/>'
        f'<path d="M0 {ground:.1f}H{width:.1f}V{height:.1f}H0Z" fill="{{asphalt}}"/>'
        f'<g transform="translate({sun:.1f} {ground - 15 * stand:.1f})scale({stand:.3f})">'
        f'<path d="{shape.body}{shape.dark}" fill="{{outline}}" stroke="{{outline}}" stroke-width="6"/>'
        f'<path d="{shape.body}" fill="{{livery}}"/><path d="{shape.windows[0]}" fill="{{ivory}}"/>'
        f'<path d="{shape.sill}" stroke="{{ivory}}" stroke-width="2.5"/></g>'
    )
    middle = (20 + words / 2) * scale
    return Cartouche(
        at=(0.0, 0.0),
        size=(width, height),
        unit=scale,
        rays=(13, sun, ground),
        picture=picture,
        title=((title, middle, 42 * scale, 27 * scale),),
        subtitle=(subtitle, middle, 59 * scale, 10.5 * scale),
        spacing=(0.6 * scale, 2.4 * scale),
    )
