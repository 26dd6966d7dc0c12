"""Plane geometry of a board: curves, turned boxes, and how far apart they are.

Which curve a route follows and which box a name fills is for the art and the layout to say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Box", "Curve", "Point", "gap", "gaps"]

Floats = NDArray[np.float64]


class Point(NamedTuple):
    """A point of the board's plane; y grows downwards."""

    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """A quadratic curve from `start` to `end`; `bend` is its sagitta, positive to the left as seen when travelling (on screen)."""

    start: Point
    end: Point
    bend: float = 0.0

    @cached_property
    def control(self) -> Point:
        """The control point; twice the bend away from the middle of the chord."""
        dx, dy = self.end.x - self.start.x, self.end.y - self.start.y
        pull = 2 * self.bend / math.hypot(dx, dy)
        return Point((self.start.x + self.end.x) / 2 + dy * pull, (self.start.y + self.end.y) / 2 - dx * pull)

    @cached_property
    def _points(self) -> Floats:
        t = np.linspace(0.0, 1.0, 121)[:, None]
        start, control, end = np.array(self.start), np.array(self.control), np.array(self.end)
        return np.asarray((1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end)

    @cached_property
    def _travelled(self) -> Floats:
        return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(self._points, axis=0).T))])

    @property
    def length(self) -> float:
        return float(self._travelled[-1])

    def at(self, distance: float, aside: float = 0.0) -> Point:
        """The point after `distance` units of travel, moved `aside` units to the left."""
        points, travelled = self._points, self._travelled
        x, y = float(np.interp(distance, travelled, points[:, 0])), float(np.interp(distance, travelled, points[:, 1]))
        if not aside:
            return Point(x, y)
        step = self.length / 200
        before, after = np.clip([distance - step, distance + step], 0.0, self.length)
        dx, dy = (float(np.interp(after, travelled, column) - np.interp(before, travelled, column)) for column in points.T)
        scale = aside / math.hypot(dx, dy)
        return Point(x + dy * scale, y - dx * scale)

    def points_at(self, distances: Floats) -> Floats:
        """The points after so many units of travel each, as rows."""
        return np.column_stack([np.interp(distances, self._travelled, column) for column in self._points.T])

    def heading(self, distance: float) -> float:
        """The direction of travel there, in degrees clockwise from east (as SVG turns)."""
        step = self.length / 200
        before, after = self.at(max(0.0, distance - step)), self.at(min(self.length, distance + step))
        return math.degrees(math.atan2(after.y - before.y, after.x - before.x))


@dataclass(frozen=True)
class Box:
    """A rectangle around its centre, turned by `angle` degrees."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    @classmethod
    def between(cls, left: float, top: float, right: float, bottom: float) -> Box:
        return cls((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)

    @cached_property
    def reach(self) -> float:
        """Radius of the circle around the box."""
        return math.hypot(self.width, self.height) / 2

    @cached_property
    def axes(self) -> tuple[Point, Point]:
        turn = math.radians(self.angle)
        return Point(math.cos(turn), math.sin(turn)), Point(-math.sin(turn), math.cos(turn))

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        along, across = self.axes
        halves = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return tuple(
            Point(
                self.x + (along.x * i * self.width + across.x * j * self.height) / 2,
                self.y + (along.y * i * self.width + across.y * j * self.height) / 2,
            )
            for i, j in halves
        )

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the smallest upright rectangle around the box."""
        xs, ys = [corner.x for corner in self.corners], [corner.y for corner in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    def distance(self, point: Point) -> float:
        """How far the point lies outside the box; 0 inside."""
        dx, dy = point.x - self.x, point.y - self.y
        along, across = self.axes
        u = abs(dx * along.x + dy * along.y) - self.width / 2
        v = abs(dx * across.x + dy * across.y) - self.height / 2
        return math.hypot(max(u, 0.0), max(v, 0.0))


def gap(one: Box, other: Box) -> float:
    """The widest straight lane between two boxes, which is their distance or a little less; negative is the depth of their overlap."""
    best = math.hypot(other.x - one.x, other.y - one.y) - one.reach - other.reach
    if best > one.reach + other.reach:
        return best
    for axis in (*one.axes, *other.axes):
        firsts = [corner.x * axis.x + corner.y * axis.y for corner in one.corners]
        seconds = [corner.x * axis.x + corner.y * axis.y for corner in other.corners]
        best = max(best, min(seconds) - max(firsts), min(firsts) - max(seconds))
    return best


def gaps(ones: Sequence[Box], others: Sequence[Box]) -> Floats:
    """The gap between each of some boxes (a row) and each of others (a column), all at once: a crowded board has millions."""
    first, second = _figures(ones), _figures(others)
    apart = [first[:2, :, None][axis] - second[:2, None, :][axis] for axis in range(2)]
    best = np.hypot(*apart) - first[4][:, None] - second[4][None, :]
    # Along an axis of either box, the distance of the centres less half of what each box measures there.
    for x, y in ((first[5][:, None], first[6][:, None]), (second[5][None, :], second[6][None, :])):
        for along, across in ((x, y), (-y, x)):
            extents = sum(
                half * abs(own[0] * along + own[1] * across)
                for box, turn in ((first, np.s_[:, None]), (second, np.s_[None, :]))
                for half, own in (
                    (box[2][turn], (box[5][turn], box[6][turn])),
                    (box[3][turn], (-box[6][turn], box[5][turn])),
                )
            )
            best = np.maximum(best, abs(apart[0] * along + apart[1] * across) - extents)
    return np.asarray(best)


def _figures(boxes: Sequence[Box]) -> Floats:
    """Centre, half width, half height, reach and direction of boxes, as columns."""
    return np.array([(box.x, box.y, box.width / 2, box.height / 2, box.reach, *box.axes[0]) for box in boxes]).T
