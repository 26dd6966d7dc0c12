"""The locations: markers, badges of attractions, numbers of districts, and names.

Where they stand is geometry; routes lie below them.
"""

from __future__ import annotations

import math
from functools import lru_cache

from allaboard.drawing.geometry import Geometry, PlacedLocation, district_colour
from allaboard.drawing.svg import number, place, text
from allaboard.drawing.tokens import Theme

__all__ = ["location_names", "markers"]


@lru_cache(maxsize=32)
def markers(plan: Geometry, theme: Theme) -> str:
    """A ring with a dot, or with the number of its district."""
    return f'<g class="markers">{"".join(_marker(location, plan, theme) for location in plan.locations)}</g>'


def _marker(location: PlacedLocation, plan: Geometry, theme: Theme) -> str:
    radius = plan.sizes.marker
    parts = [f'<g {place(location.x, location.y)}><circle r="{number(radius)}" fill="{theme.ink("marker_ring")}"/>']
    if location.district is None:
        parts.append(f'<circle r="{number(0.79 * radius)}" fill="{theme.ink("marker")}"/>')
        parts.append(f'<circle r="{number(0.56 * radius)}" fill="{theme.ink("marker_dot")}"/>')
        glint = (
            f"M{-0.3 * radius:.2f}{-0.3 * radius:.2f}A{0.43 * radius:.2f} {0.43 * radius:.2f} 0 0 1 {0.09 * radius:.2f}{-0.41 * radius:.2f}"
        )
        parts.append(f'<path d="{glint}" class="glint" stroke-width="{number(0.12 * radius)}"/>')
    else:
        parts.append(f'<circle r="{number(0.87 * radius)}" fill="{theme.ink("rim")}"/>')
        parts.append(f'<circle r="{number(0.75 * radius)}" fill="{district_colour(location.district)}"/>')
        points = plan.board.districts[location.district].points
        parts.append(text(str(points), 0, 0.42 * radius, (1.2 if points < 10 else 0.95) * radius, "numeral"))
    parts.append("</g>")
    if location.badge:
        # R-SCORE-3: an attraction is worth a point.
        size = 0.79 * radius
        rosette = f'fill="{theme.ink("mustard")}" stroke="{theme.ink("marker_ring")}" stroke-width="{number(0.115 * radius)}"'
        parts.append(
            f'<g {place(location.badge.x, location.badge.y)}><path d="{_rosette(size)}" {rosette} stroke-linejoin="round"/>'
            f"{text('1', 0, 0.44 * size, 1.26 * size, 'badge')}</g>"
        )
    return "".join(parts)


@lru_cache(maxsize=32)
def _rosette(radius: float) -> str:
    corners = []
    for step in range(24):
        reach, angle = radius * (1 if step % 2 == 0 else 0.84), math.pi * step / 12
        corners.append(f"{number(reach * math.cos(angle))} {number(reach * math.sin(angle))}")
    return f"M{'L'.join(corners)}Z"


@lru_cache(maxsize=32)
def location_names(plan: Geometry) -> str:
    """All names, each line with a halo that keeps it readable over anything."""
    lines = (
        text(line, location.label.x, baseline, location.label.size, "name", anchor=location.label.anchor)
        for location in plan.locations
        for line, baseline in zip(location.label.lines, location.label.baselines, strict=True)
    )
    return f'<g class="names">{"".join(lines)}</g>'
