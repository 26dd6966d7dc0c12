"""A queue in which turns are fair at every level: who had the fewest comes next, among addresses, then among people, then among tables.

Turns are counted, and not what they cost: who had a long one while nobody else asked would otherwise pay for it when many do, by waiting.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Generic, TypeVar

__all__ = ["FairQueue", "Path"]

Item = TypeVar("Item")

Path = tuple[str, ...]
"""Whose turn it is, from the widest to the narrowest: a class, an address, a person, a table."""

IDLE = 256
"""So many who wait for nothing are remembered beside those who do: those who had most turns."""
IDLE_BELOW = 16
"""So many are remembered below somebody for whom nothing waits any more: a person may have had thousands of tables."""


@dataclass(slots=True)
class Share(Generic[Item]):
    """How many turns somebody had, divided by their weight, and those below them."""

    weight: float = 1.0
    turns: float = 0.0
    waiting: int = 0
    floor: float = 0.0
    """How many turns those below had at least when one of them last came up: who comes new, or after a rest, begins there."""
    active_weight: float = 0.0
    below: dict[str, Share[Item]] = field(default_factory=dict)
    order: list[tuple[float, int, str]] = field(default_factory=list)
    """A heap of those below who wait."""
    items: deque[Item] = field(default_factory=deque)


class FairQueue(Generic[Item]):
    """Items by path. `weights` names those at the first level who get more or less than one share."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._weights = dict(weights or {})
        self._root: Share[Item] = Share()
        self._count = 0

    def __len__(self) -> int:
        return self._root.waiting

    def push(self, path: Path, item: Item) -> None:
        """Let an item wait."""
        share: Share[Item] = self._root
        share.waiting += 1
        for depth, key in enumerate(path):
            one = share.below.get(key)
            if one is None:
                one = share.below[key] = Share(self._weights.get(key, 1.0) if depth == 0 else 1.0)
            if not one.waiting:
                one.turns = max(one.turns, share.floor)
                share.active_weight += one.weight
                self._count += 1
                heappush(share.order, (one.turns, self._count, key))
            one.waiting += 1
            share = one
        share.items.append(item)

    def move(self, path: Path, to: Path) -> None:
        """Let what waits at one path wait at another; nothing happens where nothing does."""
        shares = [self._root]
        for key in path:
            if (one := shares[-1].below.get(key)) is None:
                return
            shares.append(one)
        if not (items := shares[-1].items):
            return
        shares[-1].items = deque()
        for share in shares:
            share.waiting -= len(items)
        for share, key, one in zip(shares, path, shares[1:], strict=False):
            if not one.waiting:
                share.order = [entry for entry in share.order if entry[2] != key]
                heapify(share.order)
                _rest(share, one)
        for item in items:
            self.push(to, item)

    def pop(self) -> tuple[Path, Item, float]:
        """Return the next item with its path, and which part of everything was its own, one who waits being counted like another."""
        share, path, part = self._root, [], 1.0
        share.waiting -= 1
        while not share.items:
            _, _, key = heappop(share.order)
            one = share.below[key]
            path.append(key)
            part *= min(1.0, one.weight / share.active_weight)
            share.floor = max(share.floor, one.turns)
            one.turns += 1 / one.weight
            one.waiting -= 1
            if one.waiting:
                self._count += 1
                heappush(share.order, (one.turns, self._count, key))
            else:
                _rest(share, one)
            share = one
        return tuple(path), share.items.popleft(), part


def _rest(share: Share[Item], one: Share[Item]) -> None:
    """Note that nothing waits any more for one of those below."""
    share.active_weight = share.active_weight - one.weight if share.order else 0.0
    if len(one.below) > 2 * IDLE_BELOW:
        _forget(one, IDLE_BELOW)
    if len(share.below) > 2 * (IDLE + len(share.order)):
        _forget(share, IDLE)


def _forget(share: Share[Item], kept: int) -> None:
    """Forget those who wait for nothing, but for the ones who had most turns."""
    idle = sorted((key for key, one in share.below.items() if not one.waiting), key=lambda key: share.below[key].turns)
    for key in idle[: max(0, len(idle) - kept)]:
        del share.below[key]
