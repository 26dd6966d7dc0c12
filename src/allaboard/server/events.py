"""News: who listens to which table, and the stream of Server-Sent Events that each of them gets.

A stream holds only the position it has told. When a table changes it is woken and reads on, so that no news can be lost or come twice.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from allaboard.server.identity import Caller
from allaboard.server.metrics import STREAMS
from allaboard.server.problems import Problem

__all__ = ["Hub", "stream"]


class Hub:
    """The listeners of this process."""

    def __init__(self, most: int, per_guest: int, per_address: int) -> None:
        self._most, self._per_guest, self._per_address = most, per_guest, per_address
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._held: Counter[str] = Counter()
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

    def listen(self, table_id: str, caller: Caller) -> asyncio.Event:
        """Begin to listen; a Problem when there are too many streams, of this caller, of the address, or in all."""
        who, address = _holders(caller)
        if self.count >= self._most or self._held[who] >= self._per_guest or self._held[address] >= self._per_address:
            raise Problem(429, "limit", "too many event streams are open; close some", headers={"Retry-After": "5"})
        self.count += 1
        self._held.update((who, address))
        STREAMS.set(self.count)
        listener = asyncio.Event()
        self._listeners.setdefault(table_id, set()).add(listener)
        return listener

    def leave(self, table_id: str, caller: Caller, listener: asyncio.Event) -> None:
        """Stop listening."""
        listeners = self._listeners.get(table_id, set())
        if listener not in listeners:
            return
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(table_id, None)
        self.count -= 1
        for holder in _holders(caller):
            self._held[holder] -= 1
            if not self._held[holder]:
                del self._held[holder]
        STREAMS.set(self.count)


def _holders(caller: Caller) -> tuple[str, str]:
    return f"who {caller.who}", f"address {caller.address}"


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
            try:
                tidings = await news(after)
            except Problem:
                return  # the table has gone, or is no longer for this listener
            for told in tidings:
                after = told["n"]
                yield f"id: {after}\nevent: {told['kind']}\ndata: {json.dumps(told, ensure_ascii=False)}\n\n".encode()
            try:
                async with asyncio.timeout(heartbeat):
                    await listener.wait()
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        leave()
