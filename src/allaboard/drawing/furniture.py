"""What lies on the map sheet: the frame, the title panel, the compass and the key to the districts.

Where they stand is said by the art; the map itself is scenery.
"""

from __future__ import annotations

import math

from allaboard.drawing.art import Cartouche, key_size
from allaboard.drawing.geometry import Geometry, district_colour
from allaboard.drawing.svg import number, place, rectangle, text
from allaboard.drawing.tokens import Theme
from allaboard.drawing.typefaces import DISPLAY, MEDIUM, fitting
from allaboard.editions.edition import District

__all__ = ["furniture"]


def furniture(plan: Geometry, theme: Theme, prefix: str) -> str:
    """Title panel, key, compass and frame."""
    art = plan.art
    parts = [_cartouche(art.cartouche, theme, prefix)]
    if art.key and plan.board.districts:
        parts.append(_key(plan.board.districts, *art.key, theme))
    if art.compass:
        parts.append(_compass(*art.compass, plan.sizes.unit, theme))
    parts.append(_frame(plan, theme))
    return "".join(parts)


def _panel(width: float, height: float, unit: float, theme: Theme) -> str:
    """A sheet of paper with its shadow."""
    shadow = rectangle(width, height, 6 * unit, x=3 * unit, y=4 * unit, more=f'fill="{theme.ink("shade")}" opacity=".22"')
    edge = f'fill="{theme.ink("paper")}" stroke="{theme.ink("ink")}" stroke-width="{number(1.4 * unit)}"'
    return shadow + rectangle(width, height, 6 * unit, x=0, y=0, more=edge)


def _cartouche(panel: Cartouche, theme: Theme, prefix: str) -> str:
    (x, y), (width, height), unit = panel.at, panel.size, panel.unit
    inset = 5 * unit

    def inner(more: str = "") -> str:
        return rectangle(width - 2 * inset, height - 2 * inset, 3.6 * unit, x=inset, y=inset, more=more)

    rays, sun_x, sun_y = panel.rays
    title_spacing, subtitle_spacing = panel.spacing
    parts = [
        f"<g {place(x, y)}>",
        _panel(width, height, unit, theme),
        f'<clipPath id="{prefix}-panel">{inner()}</clipPath><g clip-path="url(#{prefix}-panel)">',
        rectangle(width, height, x=0, y=0, more=f'fill="{theme.ink("cartouche")}"'),
        f'<path d="{_rays(rays, sun_x, sun_y, width + height)}" fill="{theme.ink("mustard")}" opacity=".21"/>',
        panel.picture.format_map(theme.inks),
        "</g>",
        inner(f'fill="none" stroke="{theme.ink("ink")}" stroke-width="{number(unit)}"'),
    ]
    cream = f'fill="{theme.ink("cream")}"'
    for words, middle, baseline, size in panel.title:
        style = "title" if fitting(DISPLAY, words) is DISPLAY else "subtitle"
        parts.append(text(words, middle, baseline, size, style, more=f'{cream} letter-spacing="{title_spacing:g}"'))
    words, middle, baseline, size = panel.subtitle
    parts.append(text(words, middle, baseline, size, "subtitle", more=f'{cream} letter-spacing="{subtitle_spacing:g}"'))
    return "".join((*parts, "</g>"))


def _rays(count: int, x: float, y: float, reach: float) -> str:
    """Wedges over the upper half of the sky, as wide as the gaps between them."""
    wedges = []
    for index in range(count):
        ends = (math.pi * (1 + (index + side) / count) for side in (0.0, 0.5))
        (x1, y1), (x2, y2) = ((x + reach * math.cos(end), y + reach * math.sin(end)) for end in ends)
        wedges.append(f"M{number(x)} {number(y)}L{number(x1)} {number(y1)}L{number(x2)} {number(y2)}Z")
    return "".join(wedges)


def _key(districts: tuple[District, ...], x: float, y: float, unit: float, theme: Theme) -> str:
    """Each district's number, name and points (R-SCORE-4)."""
    width, height = key_size(len(districts))
    line = f'fill="none" stroke="{theme.ink("ink")}" stroke-width=".8"'
    parts = [
        f"<g {place(x, y, scale=f'scale({unit:.3f})')}>",
        _panel(width, height, 1.15, theme),
        rectangle(width - 10, height - 10, 4, x=5, y=5, more=line),
        text("DISTRICTS", 95, 26, 15, "plain", more='letter-spacing="3"'),
    ]
    for index, district in enumerate(districts):
        baseline = 46 + 20 * index
        dot = f'fill="{district_colour(index)}" stroke="{theme.ink("ink")}" stroke-width="1.3"'
        parts.append(f'<circle cx="26" cy="{number(baseline - 4.5)}" r="8.2" {dot}/>')
        parts.append(text(str(district.points), 26, baseline, 13, "numeral"))
        parts.append(
            text(district.name, 44, baseline, 15, "medium" if fitting(MEDIUM, district.name) is MEDIUM else "plain", anchor="start")
        )
        parts.append(text(f"+{district.points}", 172, baseline, 14, "plain", anchor="end"))
    return "".join((*parts, "</g>"))


def _compass(x: float, y: float, radius: float, turn: float, unit: float, theme: Theme) -> str:
    ink, paper = theme.ink("ink"), theme.ink("paper")
    ticks = "".join(
        f"M{number(0.56 * radius * math.cos(angle))} {number(0.56 * radius * math.sin(angle))}"
        f"L{number(0.62 * radius * math.cos(angle))} {number(0.62 * radius * math.sin(angle))}"
        for angle in (math.pi * step / 16 for step in range(32))
    )
    ring = f'fill="none" stroke="{ink}" stroke-width="{number(0.6 * unit)}"'
    parts = [f'<g {place(x, y, turn)}><circle r="{number(0.62 * radius)}" {ring}/><circle r="{number(0.56 * radius)}" {ring}/>']
    parts.append(f'<path d="{ticks}" {ring}/>')
    for first, reach, waist, dark in ((45, 0.74, 0.12, "teal"), (0, 1.0, 0.16, "vermilion")):
        tip, side = number(-reach * radius), waist * radius
        bright = f'fill="{paper}" stroke="{ink}" stroke-width="{number(0.4 * unit)}"'
        parts.extend(
            f'<g transform="rotate({angle})"><path d="M0 {tip}L{number(side)} {number(-side)}L0 0Z" fill="{theme.ink(dark)}"/>'
            f'<path d="M0 {tip}L{number(-side)} {number(-side)}L0 0Z" {bright}/></g>'
            for angle in range(first, 360, 90)
        )
    parts.append(
        f'<circle r="{number(0.09 * radius)}" fill="{theme.ink("mustard")}" stroke="{ink}" stroke-width="{number(0.02 * radius)}"/>'
    )
    parts.append(text("N", 0, -1.08 * radius, 0.36 * radius, "plain"))
    return "".join((*parts, "</g>"))


def _frame(plan: Geometry, theme: Theme) -> str:
    """A paper margin with the black and white ladder of old maps."""
    x, y, width, height = plan.view
    unit = plan.sizes.unit
    margin, ladder = 5 * unit, 7 * unit
    left, top, outer_width, outer_height = x + margin, y + margin, width - 2 * margin, height - 2 * margin
    inner_width, inner_height = outer_width - 2 * ladder, outer_height - 2 * ladder
    hole = f"M{number(left + ladder)} {number(top + ladder)}v{number(inner_height)}h{number(inner_width)}v{number(-inner_height)}z"
    sheet = f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z{hole}"
    columns, rows = round(outer_width / (20 * unit)), round(outer_height / (20 * unit))
    across, down = inner_width / columns, inner_height / rows
    near, far_x, far_y = 0.42 * ladder, left + outer_width - 0.42 * ladder, top + outer_height - 0.42 * ladder
    rungs = [
        f"M{number(left + ladder + column * across)} {number(level)}h{number(across)}"
        for column in range(0, columns, 2)
        for level in (top + near, far_y)
    ]
    rungs += [
        f"M{number(level)} {number(top + ladder + row * down)}v{number(down)}"
        for row in range(0, rows, 2)
        for level in (left + near, far_x)
    ]
    ink = theme.ink("frame")
    line = f'fill="none" stroke="{ink}" stroke-width="{number(1.1 * unit)}"'
    return "".join(
        (
            f'<path d="{sheet}" fill="{theme.ink("paper")}" fill-rule="evenodd"/>',
            f'<path d="{"".join(rungs)}" fill="none" stroke="{ink}" stroke-width="{number(2.6 * unit)}"/>',
            rectangle(outer_width, outer_height, x=left, y=top, more=line),
            rectangle(inner_width, inner_height, x=left + ladder, y=top + ladder, more=line),
        )
    )
