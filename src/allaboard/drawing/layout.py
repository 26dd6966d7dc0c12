"""How routes bend and where names stand on a board without art: no crowding where a small bend or another side avoids it.

Deterministic and quick rather than perfect; sizes come from `default_art`, and an art file can always place things by hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from allaboard.drawing.art import Anchor, Bend, Label, Sizes, couples
from allaboard.drawing.route_cells import row_of_cells
from allaboard.drawing.shapes import Box, Curve, Point, gaps
from allaboard.drawing.typefaces import text_width
from allaboard.editions.edition import Board, Location

__all__ = ["Layout"]

Couple = tuple[str, str]
Floats = NDArray[np.float64]

_COMPASS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")
# Fractions of a route's length; a double may bend less, or its rows run ragged.
_BENDS = (0.0, 0.04, -0.04, 0.08, -0.08, 0.12, -0.12)
_TWIN_BENDS = (0.0, 0.04, -0.04, 0.08, -0.08)
_LINE = 0.98
_CAPITALS = 0.74


class Layout:
    """The bends of all routes, then the cells they give, then the names around them."""

    def __init__(self, board: Board, sizes: Sizes) -> None:
        self.board = board
        self.sizes = sizes
        self.couples = couples(board)
        self.points = {location.name: Point(location.x, location.y) for location in board.locations}

    def _half_width(self, couple: Couple) -> float:
        return self.sizes.height / 2 + (self.sizes.row_offset if len(self.couples[couple]) > 1 else 0.0)

    @cached_property
    def bends(self) -> dict[Couple, Bend]:
        """The least bend of each route that keeps it off strange markers and its neighbours, and ends clear of both."""
        bends = dict.fromkeys(self.couples, 0.0)
        lines = {couple: self._line(couple, 0.0) for couple in self.couples}
        for _ in range(2):
            for couple, indices in self.couples.items():
                chord = math.dist(self.points[couple[0]], self.points[couple[1]])
                choices = [fraction * chord for fraction in (_BENDS if len(indices) == 1 else _TWIN_BENDS)]
                others, room = self._others(couple, lines)
                bends[couple] = min(choices, key=lambda bend: self._crowding(self._line(couple, bend), others, room) + 0.08 * abs(bend))
                lines[couple] = self._line(couple, bends[couple])
        return {couple: self._with_clear_ends(couple, bends) for couple in self.couples}

    def _line(self, couple: Couple, bend: float) -> Floats:
        """Points along the part of a route that carries cells."""
        curve = Curve(self.points[couple[0]], self.points[couple[1]], bend)
        clear = min(2.2 * self.sizes.height, curve.length / 4)
        return curve.points_at(np.linspace(clear, curve.length - clear, 15))

    def _others(self, couple: Couple, lines: dict[Couple, Floats]) -> tuple[Floats, Floats]:
        """What a route must keep off, as points with the distance to keep: other routes, and markers where it does not stop."""
        half, height = self._half_width(couple), self.sizes.height
        points = [lines[other] for other in self.couples if other != couple]
        room = [np.full(len(lines[other]), half + self._half_width(other) + 0.15 * height) for other in self.couples if other != couple]
        strange = [point for name, point in self.points.items() if name not in couple]
        points.append(np.array(strange).reshape(-1, 2))
        room.append(np.full(len(strange), half + self.sizes.marker + 0.25 * height))
        return np.concatenate(points), np.concatenate(room)

    def _crowding(self, line: Floats, others: Floats, room: Floats) -> float:
        """By how much a line comes too near to the others, summed."""
        if not len(others):
            return 0.0
        squares = (line[:, 0, None] - others[None, :, 0]) ** 2 + (line[:, 1, None] - others[None, :, 1]) ** 2
        return float(np.maximum(0.0, room - np.sqrt(squares.min(axis=0))).sum())

    def _with_clear_ends(self, couple: Couple, bends: dict[Couple, float]) -> Bend:
        """The ends start where the row has left the marker and its neighbours at that location, as far as its cells can spare the room."""
        curve = Curve(self.points[couple[0]], self.points[couple[1]], bends[couple])
        length = self.board.routes[self.couples[couple][0]].length
        least = self.sizes.marker + 0.28 * self.sizes.height
        spare = max(0.0, (curve.length - 2 * least - length * (1.6 * self.sizes.height + self.sizes.gap)) / 2)
        clear = [least + min(spare, max(0.0, self._needed(couple, name, bends) - least)) for name in couple]
        return Bend(bends[couple], *clear)

    def _needed(self, couple: Couple, name: str, bends: dict[Couple, float]) -> float:
        """The distance from a location at which a route's edge has parted from those of its neighbours there."""
        own, half, needed = self._leaving(couple, name, bends), self._half_width(couple), 0.0
        for other in self.couples:
            if other == couple or name not in other:
                continue
            angle = math.radians(abs((self._leaving(other, name, bends) - own + 180) % 360 - 180))
            if math.radians(5) < angle < math.pi / 2:
                needed = max(needed, (self._half_width(other) + half * math.cos(angle)) / math.sin(angle) + 0.1 * self.sizes.height)
        return needed

    def _leaving(self, couple: Couple, name: str, bends: dict[Couple, float]) -> float:
        """The direction in which a route leaves a location, in degrees."""
        bend = bends[couple] if name == couple[0] else -bends[couple]
        end = couple[1] if name == couple[0] else couple[0]
        curve = Curve(self.points[name], self.points[end], bend)
        return math.degrees(math.atan2(curve.control.y - curve.start.y, curve.control.x - curve.start.x))

    @cached_property
    def cells(self) -> list[Box]:
        boxes: list[Box] = []
        for (a, b), indices in self.couples.items():
            bend = self.bends[a, b]
            curve = Curve(self.points[a], self.points[b], bend.bend)
            rows = (0.0,) if len(indices) == 1 else (self.sizes.row_offset, -self.sizes.row_offset)
            for index, aside in zip(indices, rows, strict=True):
                boxes += row_of_cells(curve, self.board.routes[index].length, aside, bend, self.sizes)
        return boxes

    @cached_property
    def markers(self) -> dict[str, Box]:
        return {name: Box(x, y, 2 * self.sizes.marker, 2 * self.sizes.marker) for name, (x, y) in self.points.items()}

    @cached_property
    def _named(self) -> dict[str, tuple[Label, Box]]:
        chosen: dict[str, tuple[Label, Box]] = {}
        size = self.sizes.name_size
        cheapest_first = {location.name: sorted(self._candidates(location), key=itemgetter(2)) for location in self.board.locations}
        boxes = {name: [box for _, box, _ in candidates] for name, candidates in cheapest_first.items()}
        prices = {
            location.name: np.array([price for _, _, price in cheapest_first[location.name]])
            + self._touching(boxes[location.name], self._near(location), 0.2 * size)
            for location in self.board.locations
        }
        # The second sweep knows where all the others stand.
        for _ in range(2):
            for name, candidates in cheapest_first.items():
                names = [box for other, (_, box) in chosen.items() if other != name]
                best = int(np.argmin(prices[name] + self._touching(boxes[name], names, 0.4 * size)))
                chosen[name] = candidates[best][:2]
        return chosen

    def _near(self, location: Location) -> list[Box]:
        """The cells and markers that a name of this location can come to touch."""
        reach = self.sizes.marker + 2 * self.sizes.name_size + text_width(location.name, self.sizes.name_size)
        boxes = (*self.cells, *self.markers.values())
        return [box for box in boxes if math.hypot(box.x - location.x, box.y - location.y) < reach + box.reach]

    def _touching(self, boxes: Sequence[Box], others: Sequence[Box], room: float) -> Floats:
        """What each box pays for standing nearer than that to others; lying on them costs much more."""
        if not others:
            return np.zeros(len(boxes))
        distances = gaps(boxes, others)
        near = 20 * (room - distances) / self.sizes.name_size + np.where(distances <= 0, 8.0, 0.0)
        return np.asarray(np.where(distances < room, near, 0.0).sum(axis=1))

    def _candidates(self, location: Location) -> list[tuple[Label, Box, float]]:
        """Ways to set a name: in one or two lines, on each side, near or farther; with a cost that grows away from the wanted side."""
        size, found = self.sizes.name_size, []
        for extra, lines in enumerate(_settings(location.name)):
            width = max(text_width(line, size) for line in lines)
            height = (_CAPITALS + _LINE * (len(lines) - 1)) * size
            for turn in range(16):
                away = abs((turn - 2 * _COMPASS.index(location.label) + 8) % 16 - 8)
                ux, uy = math.cos(turn * math.pi / 8), math.sin(turn * math.pi / 8)
                anchor: Anchor = "start" if ux > 0.35 else "end" if ux < -0.35 else "middle"
                for distance in (0.0, 0.35, 0.8, 1.4):
                    radius = self.sizes.marker + (0.2 + distance) * size
                    x = radius * ux + width / 2 * max(-1.0, min(1.0, 1.6 * ux))
                    y = radius * uy + height / 2 * max(-1.0, min(1.0, 1.6 * uy))
                    dx = x + {"start": -width / 2, "middle": 0.0, "end": width / 2}[anchor]
                    first = y - height / 2 + _CAPITALS * size
                    label = Label(lines, anchor, round(dx, 2), tuple(round(first + i * _LINE * size, 2) for i in range(len(lines))))
                    left, top = location.x + x - width / 2, location.y + y - height / 2
                    box = Box.between(left, top, left + width, top + height + 0.12 * size)
                    found.append((label, box, 0.18 * away + 1.1 * extra + 2 * distance + 1.5 * distance**2))
        return found

    @property
    def labels(self) -> dict[str, Label]:
        """Each location's name, on its wanted side unless that is taken."""
        return {name: label for name, (label, _) in self._named.items()}

    @property
    def obstacles(self) -> list[Box]:
        """All that furniture must keep off: cells, markers and names."""
        return [*self.cells, *self.markers.values(), *(box for _, box in self._named.values())]


def _settings(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and on two when it has words to part, as even as they go."""
    words = name.split()
    if len(words) < 2:
        return [(name,)]
    parts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return [(name,), min(parts, key=lambda part: max(map(len, part)))]
