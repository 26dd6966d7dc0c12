"""What was asked for last, as much of it as fits into so many bytes: what strangers can make large is counted by size, not by number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

__all__ = ["ByteCache"]

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class ByteCache(Generic[Key, Kept]):
    """Values by key, at most so many bytes of them together; `size` tells how many one takes.

    >>> cache = ByteCache[str, bytes](8, len)
    >>> for name in ("old", "used", "new", "huge"):
    ...     cache.put(name, bytes(9 if name == "huge" else 3))
    ...     _ = cache.get("used")
    >>> [name for name in ("old", "used", "new", "huge") if cache.get(name) is not None]
    ['used', 'new']
    """

    def __init__(self, most: int, size: Callable[[Kept], int]) -> None:
        self._most, self._size = most, size
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self.bytes = 0
        """How many are taken now."""

    def get(self, key: Key) -> Kept | None:
        """Return what is kept under a key, None where nothing is."""
        if (found := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Key, value: Kept) -> None:
        """Keep a value, and let go of those that were asked for longest ago; one that is larger than all the room is not kept."""
        self.drop(key)
        if (more := self._size(value)) > self._most:
            return
        self._kept[key] = value
        self.bytes += more
        while self.bytes > self._most:
            self.drop(next(iter(self._kept)))

    def drop(self, key: Key) -> None:
        """Let go of what is kept under a key, if anything is."""
        if (gone := self._kept.pop(key, None)) is not None:
            self.bytes -= self._size(gone)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._kept)
