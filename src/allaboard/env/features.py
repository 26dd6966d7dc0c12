"""What a net is shown of an observation: the values themselves, or beside them what a player works out with the map in hand.

`plain` is the observation scaled to 1. `survey` adds the cards that each route lacks, how far each ticket is, the routes on its shortest
way and the cards that these ask for, and counts of cards as steps: nothing that is not in the observation, but what a small net is slow
to find.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from allaboard.actions import action_space
from allaboard.editions import Edition
from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.jit import compiled
from allaboard.engine.typed_records import Bytes, Int64s
from allaboard.env.observation_layout import Layout
from allaboard.env.tensors import board_tensors

__all__ = ["FeatureKind", "Features"]

FeatureKind: TypeAlias = Literal["plain", "survey"]
Float32s: TypeAlias = npt.NDArray[np.float32]

FAR: Final = 99
"""Further than any way, in half turns."""
FACE_UP_STEPS: Final = 2
"""Cards of a kind in the market that are told apart."""


class Map(NamedTuple):
    """What stays the same on a board: its routes and its tickets."""

    ends: Int64s
    lengths: Int64s
    fewest_wilds: Int64s
    colours: Int64s
    ticket_ends: Int64s
    ticket_points: Int64s


class Features:
    """What a net is shown at the tables of an edition: float32, a row for each observation.

    >>> plain, survey = Features("new-york", 2), Features("new-york", 2, "survey")
    >>> plain.size, survey.size
    (280, 458)
    """

    def __init__(self, edition: Edition | str, players: int, kind: FeatureKind = "plain") -> None:
        if kind not in get_args(FeatureKind):
            raise ValueError(f"there are no features '{kind}'; allowed: {', '.join(get_args(FeatureKind))}")
        self.kind, self.layout = kind, Layout(edition, players)
        layout, graph = self.layout, board_tensors(self.layout.edition)
        self._scale = (1 / layout.high).astype(np.float32)
        fewest_wilds = action_space(layout.edition).boards[0].fewest_wilds[: len(graph.ends)].astype(np.int64)
        self._map = Map(graph.ends, graph.lengths, fewest_wilds, graph.colours, graph.ticket_ends, graph.ticket_points)
        self._starts = np.array([layout[name].start for name in ("claimed", "open", "tickets", "offer", "hand")], np.int64)
        routes, tickets, kinds = len(graph.ends), len(graph.ticket_ends), layout["hand"].size
        self._steps = [
            (slice(layout[name].start, layout[name].start + kinds), most)
            for name, most in (("hand", int(graph.lengths.max())), ("market", FACE_UP_STEPS))
        ]
        self._surveyed = 2 * routes + 2 * tickets + 2 * kinds + 4
        self.size = layout.size
        if kind == "survey":
            self.size += self._surveyed + sum(most * kinds for _, most in self._steps)

    def __call__(self, observations: Bytes) -> Float32s:
        """Return the features of observations, one a row."""
        shown = np.zeros((len(observations), self.size), np.float32)
        cursor = self.layout.size
        np.multiply(observations, self._scale, out=shown[:, :cursor])
        if self.kind == "survey":
            survey(observations, self._starts, self.layout["offer"].shape[0], self._map, shown[:, cursor : cursor + self._surveyed])
            cursor += self._surveyed
            for cards, most in self._steps:
                for count in range(most):
                    counted = observations[:, cards] > count
                    shown[:, cursor : cursor + counted.shape[1]] = counted
                    cursor += counted.shape[1]
        return shown


@compiled
def survey(observations: Bytes, starts: Int64s, offers: int, board: Map, out: Float32s) -> None:
    """The cards that each route lacks, what the tickets would pay for it, how far each ticket is, and the colours that its ways ask for.

    A way costs two for each claim and one for each card that is missing: half turns. The last values are half turns to go, points of
    tickets done and not done, and the most cards of a colour.
    """
    ends, lengths, fewest_wilds, colours, ticket_ends, ticket_points = board
    routes, tickets, places = len(ends), len(ticket_ends), ends.max() + 1
    kinds = (out.shape[1] - 2 * routes - 2 * tickets - 4) // 2
    claimed, unclaimed, held, offered, hand = starts[0], starts[1], starts[2], starts[3], starts[4]
    ways, costs, asked = np.empty((places, places), np.int64), np.empty(routes, np.int64), np.empty(kinds, np.int64)
    for row in range(len(observations)):
        seen, told = observations[row], out[row]
        lacking, paid, distance = told[:routes], told[routes : 2 * routes], told[2 * routes : 2 * routes + tickets]
        done, need = told[2 * routes + tickets : 2 * routes + 2 * tickets], told[2 * routes + 2 * tickets :]
        wilds, most = np.int64(seen[hand]), np.int64(0)
        for kind in range(1, kinds):
            most = max(most, np.int64(seen[hand + kind]))
        ways[:, :] = FAR
        asked[:] = 0
        for place in range(places):
            ways[place, place] = 0
        for route in range(routes):
            a, b = ends[route, 0], ends[route, 1]
            if seen[claimed + route] != 0:
                ways[a, b] = ways[b, a] = 0
            elif seen[unclaimed + route] != 0:
                usable = int(most if colours[route] == 0 else seen[hand + colours[route]])
                missing = max(0, int(fewest_wilds[route, min(usable, MAX_LENGTH)]) - int(wilds))
                lacking[route], costs[route] = missing / 2, 2 + missing
                ways[a, b] = ways[b, a] = min(ways[a, b], costs[route])
        for via in range(places):
            for a in range(places):
                for b in range(places):
                    ways[a, b] = min(ways[a, b], ways[a, via] + ways[via, b])
        for ticket in range(tickets):
            kept, wanted = seen[held + ticket] != 0, seen[held + ticket] != 0
            for position in range(offers):
                wanted |= seen[offered + position * tickets + ticket] != 0
            if not wanted:
                continue
            a, b = ticket_ends[ticket, 0], ticket_ends[ticket, 1]
            way, points = ways[a, b], ticket_points[ticket]
            distance[ticket], done[ticket] = min(way, 40) / 8, way == 0
            if kept:
                need[2 * kinds + (1 if way == 0 else 2)] += points / 10
                need[2 * kinds] += min(way, 40) / 10
            if way == 0 or way >= FAR:
                continue
            for route in range(routes):
                u, v = ends[route, 0], ends[route, 1]
                if (
                    seen[unclaimed + route] != 0
                    and seen[claimed + route] == 0
                    and min(ways[a, u] + ways[v, b], ways[a, v] + ways[u, b]) + costs[route] == way
                ):
                    paid[route] += points / 5
                    asked[colours[route]] = max(asked[colours[route]], lengths[route])
        for kind in range(kinds):
            need[kind] = asked[kind] / 2
            need[kinds + kind] = max(0, asked[kind] - np.int64(seen[hand + kind])) / 2
        need[2 * kinds + 3] = most / 3
