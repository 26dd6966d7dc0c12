"""A queue in which shares are fair at every level: who has used least comes next, among addresses, then among people, then among tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

__all__ = ["FairQueue", "Path"]

Item = TypeVar("Item")

Path = tuple[str, ...]
"""Whose turn it is, from the widest to the narrowest: a class, an address, a person, a table."""

IDLE = 256
"""So many who wait for nothing are remembered beside those who do: those who have used most."""


@dataclass(slots=True)
class Share:
    """What somebody has used, divided by their weight, and those below them."""

    weight: float = 1.0
    used: float = 0.0
    waiting: int = 0
    floor: float = 0.0
    """What those below had used at least when one of them last had a turn: who comes new, or after a rest, begins there."""
    active_weight: float = 0.0
    below: dict[str, Share] = field(default_factory=dict)
    order: list[tuple[float, int, str]] = field(default_factory=list)
    """A heap of those below who wait; entries that are out of date are put right when they come up."""
    items: deque[Any] = field(default_factory=deque)


class FairQueue(Generic[Item]):
    """Items by path. `weights` names those at the first level who get more or less than one share."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._weights = dict(weights or {})
        self._root = Share()
        self._count = 0

    def __len__(self) -> int:
        return self._root.waiting

    def push(self, path: Path, item: Item) -> None:
        """Let an item wait."""
        share = self._root
        share.waiting += 1
        for depth, key in enumerate(path):
            one = share.below.get(key)
            if one is None:
                one = share.below[key] = Share(self._weights.get(key, 1.0) if depth == 0 else 1.0)
            if not one.waiting:
                one.used = max(one.used, share.floor)
                share.active_weight += one.weight
                self._count += 1
                heappush(share.order, (one.used, self._count, key))
            one.waiting += 1
            share = one
        share.items.append(item)

    def pop(self) -> tuple[Path, Item, float]:
        """The next item with its path, and which part of everything was its own, one who waits being counted like another."""
        share, path, part = self._root, [], 1.0
        share.waiting -= 1
        while not share.items:
            key, one = self._next(share)
            path.append(key)
            part *= one.weight / share.active_weight
            share.floor = max(share.floor, one.used)
            one.waiting -= 1
            if one.waiting:
                self._count += 1
                heappush(share.order, (one.used, self._count, key))
            else:
                share.active_weight -= one.weight
                if len(share.below) > 2 * (IDLE + len(share.order)):
                    _forget(share)
            share = one
        return tuple(path), share.items.popleft(), part

    def charge(self, path: Path, amount: float) -> None:
        """Book what was used, or, negative, what was booked too much."""
        share = self._root
        for key in path:
            one = share.below.get(key)
            if one is None:
                return  # it waits for nothing any more, and has used no more than others
            one.used += amount / one.weight
            share = one

    def _next(self, share: Share) -> tuple[str, Share]:
        while True:
            used, _, key = heappop(share.order)
            one = share.below[key]
            if one.used <= used:
                return key, one
            self._count += 1
            heappush(share.order, (one.used, self._count, key))


def _forget(share: Share) -> None:
    """Forget those who wait for nothing, but for the ones who have used most."""
    idle = sorted((key for key, one in share.below.items() if not one.waiting), key=lambda key: share.below[key].used)
    for key in idle[: max(0, len(idle) - IDLE)]:
        del share.below[key]
