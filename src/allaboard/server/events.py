"""News: who listens to which table, and the stream of Server-Sent Events that each of them gets.

A stream holds only the position it has told. When a table changes it is woken and reads on, so that no news can be lost or come twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from allaboard.server.measures import STREAMS
from allaboard.server.problems import Problem

__all__ = ["Hub", "stream"]


class Hub:
    """The listeners of this process."""

    def __init__(self, most: int, per_guest: int) -> None:
        self._most, self._per_guest = most, per_guest
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._by_guest: dict[str, int] = {}
        self.count = 0
        self.closing = False

    def is_heard(self, table_id: str) -> bool:
        """Whether anybody listens to a table."""
        return table_id in self._listeners

    def wake(self, table_id: str) -> None:
        """Tell the listeners of a table that there is news."""
        for listener in self._listeners.get(table_id, ()):
            listener.set()

    def wake_all(self) -> None:
        """Let every stream look for news: after a gap in hearing from the other processes, and at the end."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.set()

    def close(self) -> None:
        """End all streams; clients come back by themselves with the position they have."""
        self.closing = True
        self.wake_all()

    def listen(self, table_id: str, guest: str) -> asyncio.Event:
        """Begin to listen; a Problem when there are too many streams."""
        if self.count >= self._most or self._by_guest.get(guest, 0) >= self._per_guest:
            raise Problem(429, "limit", "too many event streams are open; close some", headers={"Retry-After": "5"})
        self.count += 1
        self._by_guest[guest] = self._by_guest.get(guest, 0) + 1
        STREAMS.set(self.count)
        listener = asyncio.Event()
        self._listeners.setdefault(table_id, set()).add(listener)
        return listener

    def leave(self, table_id: str, guest: str, listener: asyncio.Event) -> None:
        """Stop listening."""
        listeners = self._listeners.get(table_id, set())
        if listener not in listeners:
            return
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(table_id, None)
        self.count -= 1
        self._by_guest[guest] -= 1
        if not self._by_guest[guest]:
            del self._by_guest[guest]
        STREAMS.set(self.count)


async def stream(
    hub: Hub,
    listener: asyncio.Event,
    leave: Callable[[], None],
    news: Callable[[int], Awaitable[list[dict[str, Any]]]],
    after: int,
    heartbeat: float,
) -> AsyncIterator[bytes]:
    """Server-Sent Events: everything behind a position, then whatever comes. `news` tells what is behind a position."""
    try:
        yield b"retry: 1000\n\n"
        while not hub.closing:
            listener.clear()
            for told in await news(after):
                after = told["n"]
                yield f"id: {after}\nevent: {told['kind']}\ndata: {json.dumps(told, ensure_ascii=False)}\n\n".encode()
            try:
                async with asyncio.timeout(heartbeat):
                    await listener.wait()
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        leave()
