"""The fewest pieces that join several tickets at once, exactly: a cheapest forest in which the ends of every ticket hang together.

A tree for every set of ends comes from smaller ones that meet somewhere (Dreyfus and Wagner); a forest puts the tickets into the trees that
are cheapest together. The work grows threefold with every end: beyond `MOST_WORK` nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from allaboard.bots.route_graph import RouteGraph, RouteSet, kept_by_network

__all__ = ["JointPieces", "joint_pieces"]

MOST_WORK: Final = 6_500_000
"""Locations, times three for every end but one: six tickets on North America, five and one that shares an end on the largest board."""
MOST_TICKETS: Final = 8
NO_WAY: Final = 4000
"""More than all routes of a board have; three of them fit in a distance."""

AT_ONCE: Final = 2048
"""Ways to put a set together that are looked at at a time: more of them leave the processor's cache."""

Distances: TypeAlias = npt.NDArray[np.int16]


class JointPieces:
    """What sets of some tickets take, each with as few pieces as there can be."""

    def __init__(self, tickets: tuple[int, ...], apart: frozenset[int], forests: list[int]) -> None:
        self._place = {ticket: 1 << place for place, ticket in enumerate(tickets)}
        self._apart, self._forests = apart, forests

    def of(self, tickets: Iterable[int]) -> int | None:
        """Return the fewest pieces that join all these tickets; None where one has no way."""
        chosen = set(tickets)
        return None if chosen & self._apart else self._forests[sum(self._place.get(ticket, 0) for ticket in chosen)]


@kept_by_network(256)
def joint_pieces(network: RouteGraph, tickets: tuple[int, ...], own: RouteSet, free: RouteSet) -> JointPieces | None:
    """Return what every set of these tickets takes over own and free routes; None where that would take too long to find out."""
    far = _distances(network, own, free)
    ends = {ticket: network.tickets[ticket][:2] for ticket in tickets}
    apart = frozenset(ticket for ticket, (a, b) in ends.items() if far[a, b] >= NO_WAY)
    # places that own routes join are one: the first of them
    first = (far == 0).argmax(axis=1).tolist()
    joined = {ticket: (first[a], first[b]) for ticket, (a, b) in ends.items() if ticket not in apart and far[a, b]}
    places = list(dict.fromkeys(place for pair in joined.values() for place in pair))
    if len(far) * 3 ** max(0, len(places) - 1) > MOST_WORK or len(joined) > MOST_TICKETS:
        return None
    if not joined:
        return JointPieces((), apart, [0])
    bits = {place: 1 << number for number, place in enumerate(places)}
    trees = _trees(far, places)
    wanted = [bits[a] | bits[b] for a, b in joined.values()]
    return JointPieces(tuple(joined), apart, _forests(wanted, trees, places))


def _distances(network: RouteGraph, own: RouteSet, free: RouteSet) -> Distances:
    """The fewest pieces between any two locations."""
    count = len(network.beside)
    far = np.full((count, count), NO_WAY, np.int16)
    np.fill_diagonal(far, 0)
    for here, beside in enumerate(network.beside):
        for route, there in beside:
            if (own | free) >> route & 1:
                far[here, there] = min(far[here, there], 0 if own >> route & 1 else network.length[route])
    for middle in range(count):
        np.minimum(far, far[:, middle, None] + far[middle], out=far)
    return far


def _trees(far: Distances, places: list[int]) -> Distances:
    """For every set of places but the last, the fewest pieces that join it to each location."""
    count = len(places) - 1
    trees = np.full((1 << count, len(far)), NO_WAY, np.int16)
    trees[0] = 0
    trees[[1 << number for number in range(count)]] = far[places[:count]]
    for wholes, parts in _splits(count):
        step = max(1, AT_ONCE // parts.shape[1])
        meeting = np.concatenate(
            [
                (trees[parts[row : row + step]] + trees[wholes[row : row + step, None] ^ parts[row : row + step]]).min(axis=1)
                for row in range(0, len(wholes), step)
            ]
        )
        # from where the parts meet to anywhere
        reached = meeting.copy()
        for middle in range(len(far)):
            np.minimum(reached, meeting[:, middle, None] + far[middle], out=reached)
        trees[wholes] = np.minimum(reached, NO_WAY)
    return trees


@cache
def _splits(count: int) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """The sets of two, three, ... of so many things, and of each the parts that hold its first one and not all of it."""
    found: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = []
    for size in range(2, count + 1):
        sets = np.array(list(combinations([1 << number for number in range(count)], size)))
        others = np.arange((1 << size - 1) - 1)[:, None] >> np.arange(size - 1) & 1
        found.append((sets.sum(axis=1), sets[:, :1] + sets[:, 1:] @ others.T))
    return found


def _forests(wanted: list[int], trees: Distances, places: list[int]) -> list[int]:
    """For every set of tickets, given by their ends, what the cheapest trees take that hold both ends of each of them."""
    forests = [0] * (1 << len(wanted))
    tree = [0] * len(forests)
    for some in range(1, len(forests)):
        low = some & -some
        ends = 0
        for number, pair in enumerate(wanted):
            ends |= pair if some >> number & 1 else 0
        root = ends.bit_length() - 1
        tree[some] = int(trees[ends & ~(1 << root), places[root]])
        best, rest = tree[some], some ^ low
        part = rest
        while part:
            # the tree of the first ticket has the others of this part left out
            best = min(best, tree[some ^ part] + forests[part])
            part = (part - 1) & rest
        forests[some] = best
    return forests
