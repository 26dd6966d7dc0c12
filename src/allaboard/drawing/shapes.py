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

__all__ = ["Box", "Boxes", "Curve", "Point", "gap"]

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

    def along(self, distances: Floats) -> Floats:
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


class Boxes:
    """Many boxes, to be measured against one at a time."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self._x, self._y, self._reach = np.array([(box.x, box.y, box.reach) for box in boxes]).reshape(-1, 3).T
        self._width, self._height = np.array([(box.width, box.height) for box in boxes]).reshape(-1, 2).T / 2
        self._cos, self._sin = np.array([box.axes[0] for box in boxes]).reshape(-1, 2).T

    def gaps(self, one: Box) -> Floats:
        """For each box the widest straight lane to another: their distance or a little less; negative is the depth of their overlap."""
        dx, dy = self._x - one.x, self._y - one.y
        (cos, sin), width, height = one.axes[0], one.width / 2, one.height / 2
        straight, skew = np.abs(self._cos * cos + self._sin * sin), np.abs(self._sin * cos - self._cos * sin)
        lanes = (
            np.hypot(dx, dy) - one.reach - self._reach,
            np.abs(dx * cos + dy * sin) - width - self._width * straight - self._height * skew,
            np.abs(dy * cos - dx * sin) - height - self._width * skew - self._height * straight,
            np.abs(dx * self._cos + dy * self._sin) - self._width - width * straight - height * skew,
            np.abs(dy * self._cos - dx * self._sin) - self._height - width * skew - height * straight,
        )
        return np.asarray(np.maximum.reduce(lanes))


def gap(one: Box, other: Box) -> float:
    """The widest straight lane between two boxes."""
    return float(Boxes([other]).gaps(one)[0])
