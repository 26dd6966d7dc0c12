"""The cells of one row of a route: equal shares of the curve between its two clear ends.

Where the curve runs and how long the clear ends are is for the art, or for the layout of a board without art.
"""

from __future__ import annotations

import math

from allaboard.drawing.art import Bend, Sizes
from allaboard.drawing.shapes import Box, Curve

__all__ = ["row_of_cells"]


def row_of_cells(curve: Curve, length: int, aside: float, bend: Bend, sizes: Sizes) -> tuple[Box, ...]:
    """The boxes of `length` cells, `aside` units left of the curve.

    Each cell is the chord of its own row, so both rows of a bent double stay in step and the inner one is a little shorter.
    """
    free = curve.length - bend.clear_a - bend.clear_b
    cell = min(free / length - sizes.gap, sizes.max_length)
    # Cells that have reached their greatest length keep a steady gap and leave the slack at the ends.
    pitch = min(free / length, cell + sizes.gap_max) if cell == sizes.max_length else free / length
    first = bend.clear_a + (free - pitch * length) / 2
    boxes = []
    for index in range(length):
        middle = first + pitch * (index + 0.5)
        start, end = curve.at(middle - cell / 2, aside), curve.at(middle + cell / 2, aside)
        dx, dy = end.x - start.x, end.y - start.y
        # Upright within a quarter turn either way: no vehicle stands on its roof.
        angle = (math.degrees(math.atan2(dy, dx)) + 90) % 180 - 90
        boxes.append(Box((start.x + end.x) / 2, (start.y + end.y) / 2, math.hypot(dx, dy), sizes.height, angle))
    return tuple(boxes)
