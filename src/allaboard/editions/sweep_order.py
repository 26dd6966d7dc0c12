"""The order in which the longest path is looked for on a board, and the proof that looking is bounded there.

The engine sweeps over a network location by location and remembers, for the locations where it stands, in how many ways the routes
behind it can lie (`engine/path_sweep.py`). A seat's network is a part of the board, so it never meets more ways than the whole board has.
Here those of the whole board are counted; a board that has too many of them is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .bounds import MAX_LOCATIONS, MAX_ROUTES, MAX_WAYS, MAX_WIDTH
from .draft import Draft
from .edition import Board
from .faults import Fault

__all__ = ["Sweep", "sweep_of", "tangled"]

MAX_COST: Final = 5**MAX_LOCATIONS
LABEL: Final = np.uint64(15)
LABELS: Final = np.uint64((1 << 48) - 1)
EACH: Final = np.uint64(0x1111_1111_1111)
PARITY: Final = 48
ENDS: Final = np.uint64(60)
ONE: Final = np.uint64(1)

Words: TypeAlias = npt.NDArray[np.uint64]


class Sweep(NamedTuple):
    """Locations in the order of the sweep, the most of them that it stands on at once, and all the ways it meets (None: too many)."""

    order: tuple[int, ...]
    width: int
    ways: int | None


def tangled(draft: Draft) -> Iterator[Fault]:
    """The longest path of every network that a player can build is found in bounded time (R-SCORE-5)."""
    board = draft.edition.board
    if len(board.locations) > MAX_LOCATIONS or len(board.routes) > MAX_ROUTES:
        return  # beyond the engine's tables, as another check says
    sweep = sweep_of(board)
    if sweep.ways is None:
        if sweep.width > MAX_WIDTH:
            found = f"are tangled: a sweep over the board stands on {sweep.width} locations at once; allowed: at most {MAX_WIDTH}"
        else:
            found = f"are tangled: they can be claimed in more than {MAX_WAYS:,} ways that the longest path tells apart"
        yield draft.in_board("routes", f"{found}; leave out routes that cross others, or that join far parts of the board")


def sweep_of(board: Board) -> Sweep:
    """The sweep over a board whose routes lead to locations that it has."""
    index = board.location_index
    pairs = {frozenset((index[route.a], index[route.b])) for route in board.routes if route.a != route.b}
    return _sweep(len(board.locations), frozenset(pairs))


@lru_cache(maxsize=64)
def _sweep(locations: int, pairs: frozenset[frozenset[int]]) -> Sweep:
    near = [0] * locations
    for a, b in pairs:
        near[a] |= 1 << b
        near[b] |= 1 << a
    cheapest, order, width = MAX_COST, [], 0
    for start in range(locations):
        cost, other, its_width = _order_from(start, near, cheapest)
        if cost < cheapest:
            cheapest, order, width = cost, other, its_width
    return Sweep(tuple(order), width, None if width > MAX_WIDTH else _count_ways(order, near, width))


def _order_from(start: int, near: list[int], most: int) -> tuple[int, list[int], int]:
    """An order that always goes on where the fewest locations have to be remembered, with its cost and its width; no further than `most`.

    A location is remembered from when it is reached until all its neighbours (the bits of `near`) are.
    """
    everything = (1 << len(near)) - 1
    order: list[int] = []
    reached = standing = cost = width = 0
    place = start
    while cost < most:
        order.append(place)
        reached |= 1 << place
        width = max(width, standing.bit_count() + 1)
        cost += 4 ** standing.bit_count()
        ahead = 0
        for here in _members(standing | 1 << place):
            if near[here] & ~reached:
                standing |= 1 << here
                ahead |= near[here] & ~reached
            else:
                standing &= ~(1 << here)
        if reached == everything:
            break
        # for each location that could be left after one more step, that step
        last_steps = [near[here] & ~reached for here in _members(standing) if (near[here] & ~reached).bit_count() == 1]
        ranks: list[tuple[int, int, int]] = []
        for other in _members(ahead or everything & ~reached):
            unreached = (near[other] & ~reached).bit_count()
            ranks.append(((unreached > 0) - last_steps.count(1 << other), unreached, other))
        place = min(ranks)[2]
    return cost, order, width


def _members(places: int) -> Iterator[int]:
    """The bits that are set, from the lowest."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def _count_ways(order: list[int], near: list[int], width: int) -> int | None:
    """All ways that a sweep over the whole board meets, step by step, or None if they are more than allowed.

    A way is one word, as in the engine: for every slot that a location stands in four bits that say by which lowest slot its routes hang
    together (0: none of them is taken), from bit 48 on whether their number is odd, from bit 60 on how many ends the path has.
    """
    place_in = {place: number for number, place in enumerate(order)}
    undecided = [places.bit_count() for places in near]
    free = list(range(width))
    slot: dict[int, int] = {}
    ways = np.zeros(1, dtype=np.uint64)
    met = 1
    for place in order:
        if not near[place]:
            continue  # no route leads there
        slot[place] = free.pop(0)
        behind = sorted((other for other in _members(near[place]) if place_in[other] < place_in[place]), key=place_in.__getitem__)
        for other in behind:
            taken = _take(ways, slot[place], slot[other])
            # A network that ends earlier than the board may have both ends of its path in a branch by now.
            ended = taken[taken >> ENDS == 0] | np.uint64(2) << ENDS
            ways = _distinct(np.concatenate((ways, taken, ended)))
            met += len(ways)
            if met + len(ways) > MAX_WAYS:  # the next step has as many at least
                return None
            for done in (other, place):
                undecided[done] -= 1
                if undecided[done] == 0:
                    free = sorted([*free, slot[done]])
                    ways = _distinct(_leave(ways, slot[done], width))
                    met += len(ways)
    return met


def _label(ways: Words, slot: int) -> Words:
    return ways >> np.uint64(4 * slot) & LABEL


def _distinct(ways: Words) -> Words:
    ways.sort()
    return ways[np.concatenate(([True], ways[1:] != ways[:-1]))] if len(ways) else ways


def _having(ways: Words, label: Words) -> Words:
    """The slots that have a label (not 0), each as the lowest of its four bits."""
    unlike = (ways & LABELS) ^ label * EACH
    unlike |= unlike >> ONE
    unlike |= unlike >> np.uint64(2)
    return ~unlike & EACH


def _relabel(ways: Words, old: Words, new: Words) -> Words:
    """Ways in which what had one label has another."""
    return ways ^ _having(ways, old) * (old ^ new)


def _take(ways: Words, a: int, b: int) -> Words:
    """The ways with a route between two slots taken."""
    ways = ways ^ (ONE << np.uint64(PARITY + a) | ONE << np.uint64(PARITY + b))
    for slot in (a, b):
        ways |= (_label(ways, slot) == 0).astype(np.uint64) * np.uint64(slot + 1) << np.uint64(4 * slot)
    first, second = _label(ways, a), _label(ways, b)
    return _relabel(ways, np.maximum(first, second), np.minimum(first, second))


def _leave(ways: Words, slot: int, width: int) -> Words:
    """The ways that go on when the sweep leaves a slot for good: an odd location is an end of the path, and it has no more than two.

    The place behind the last slot is where the path's first end hangs together with the rest, until it has another.
    """
    odd = (ways >> np.uint64(PARITY + slot) & ONE).astype(bool)
    even, first, second = (ways[chosen] for chosen in (~odd, odd & (ways >> ENDS == 0), odd & (ways >> ENDS == 1)))
    turn = ONE << np.uint64(PARITY + slot)
    first = (first ^ turn | _label(first, slot) << np.uint64(4 * width)) + (ONE << ENDS)
    here, ended = _label(second, slot), _label(second, width)
    second = _relabel(second, np.maximum(here, ended), np.minimum(here, ended))
    second = ((second ^ turn) & ~(LABEL << np.uint64(4 * width))) + (ONE << ENDS)
    ways = np.concatenate((even, first, second))
    label = _label(ways, slot)
    ways &= ~(LABEL << np.uint64(4 * slot))
    left = _having(ways, label)
    # Routes that hang together are named by their lowest slot, which may be the one that is left.
    lowest = left & -left
    root = np.zeros_like(ways)
    for other in range(width + 1):
        root += (lowest >> np.uint64(4 * other) & ONE) * np.uint64(other + 1)
    going_on: npt.NDArray[np.bool_] = (label == 0) | (left > 0)
    renamed: Words = np.where(label > 0, ways ^ left * (label ^ root), ways)
    return renamed[going_on]
