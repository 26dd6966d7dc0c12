"""Event streams: who listens to which table, and the Server-Sent Events that each gets, whichever process wrote the news.

A stream holds only the position of the log that it has sent. When a table changes it is woken and reads on, so that no line is lost or
sent twice. On PostgreSQL other processes announce their lines by NOTIFY; nothing depends on an announcement arriving, since streams look
again after every gap.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.server.http_cache import json_bytes
from allaboard.server.identity import Caller
from allaboard.server.metrics import STREAMS
from allaboard.server.problems import Problem
from allaboard.server.schemas import LogLine, ReviewNews
from allaboard.server.settings import Settings
from allaboard.server.store import CHANNEL, StoreDown

__all__ = ["PostgresListener", "Streams", "Subscription"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.streams")

AT_ONCE: Final = 20
"""So many lines of a long log are sent before others have their turn: a stream whose listener reads at once never waits."""
RECONNECT: Final = 0.5
"""Seconds after which a lost connection to PostgreSQL is made anew."""

LinesAfter = Callable[[int], Awaitable[list[LogLine]]] | Callable[[int], Awaitable[list[ReviewNews]]]
"""Returns the lines of a table's log behind a position, as their reader may know them; or the news of a review."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """One listener: what it is sent, and what is to be called when it hears no more, whether it ever heard anything or not."""

    events: AsyncIterator[bytes]
    leave: Callable[[], None]


class Streams:
    """The event streams of this process."""

    def __init__(self, settings: Settings) -> None:
        self._most, self._per_guest, self._per_address = settings.max_streams, settings.streams_per_guest, settings.streams_per_address
        self._heartbeat = settings.heartbeat
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._held: Counter[str] = Counter()
        self.count = 0
        self.closing = False

    def is_open(self, table_id: str) -> bool:
        """Return whether anybody listens to a table."""
        return table_id in self._listeners

    def notify(self, table_id: str) -> None:
        """Let the streams of a table read on."""
        for listener in self._listeners.get(table_id, ()):
            listener.set()

    def notify_all(self) -> None:
        """Let every stream look for news: after a gap in hearing from the other processes, and at the end."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.set()

    def close(self) -> None:
        """End all streams; clients come back by themselves with the position they have."""
        self.closing = True
        self.notify_all()

    def open(self, table_id: str, caller: Caller, lines_after: LinesAfter, after: int) -> Subscription:
        """Return a stream of all lines behind a position, and of whatever comes; whoever asks for it calls `leave` at its end.

        A Problem where too many are open: of this caller, of the address, or in all.
        """
        holders = f"who {caller.who}", f"address {caller.address}"
        if self.count >= self._most or self._held[holders[0]] >= self._per_guest or self._held[holders[1]] >= self._per_address:
            raise Problem(429, "limit", "too many event streams are open; close some", headers={"Retry-After": "5"})
        self.count += 1
        self._held.update(holders)
        STREAMS.set(self.count)
        listener = asyncio.Event()
        self._listeners.setdefault(table_id, set()).add(listener)

        def leave() -> None:
            listeners = self._listeners[table_id]
            listeners.discard(listener)
            if not listeners:
                del self._listeners[table_id]
            self.count -= 1
            for holder in holders:
                self._held[holder] -= 1
                if not self._held[holder]:
                    del self._held[holder]
            STREAMS.set(self.count)

        return Subscription(self._events(listener, lines_after, after), leave)

    async def _events(self, listener: asyncio.Event, lines_after: LinesAfter, after: int) -> AsyncIterator[bytes]:
        yield b"retry: 1000\n\n"
        while not self.closing:
            listener.clear()
            try:
                # A client that leaves cancels its stream, again and again until it has ended. A query broken off in its middle costs
                # the connection to the database, and so it is left to come to its end.
                asked: Awaitable[list[LogLine] | list[ReviewNews]] = lines_after(after)
                lines = await asyncio.shield(asked)
            except (Problem, StoreDown):
                return  # the table has gone, is no longer for this listener, or cannot be read: they come again
            for number, line in enumerate(lines, start=1):
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)  # whoever reads fast keeps nobody waiting
                after = line["n"]
                yield f"id: {after}\nevent: {line['kind']}\ndata: ".encode() + json_bytes(line) + b"\n\n"
            try:
                async with asyncio.timeout(self._heartbeat):
                    await listener.wait()
            except TimeoutError:
                yield b": still here\n\n"


class PostgresListener:
    """One connection that listens for announcements, made anew whenever it is lost.

    `announced` is called with a table and the position of its new line, None where earlier lines were changed; `connected` whenever
    announcements may have been missed.
    """

    def __init__(self, database: str, announced: Callable[[str, int | None], None], connected: Callable[[], None]) -> None:
        self._address = database.replace("postgresql+asyncpg://", "postgresql://", 1)
        self._announced, self._connected = announced, connected
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on."""
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self._listening.wait(), 30)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        import asyncpg  # type: ignore[import-untyped]

        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=10)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda *_, gone=lost: gone.set())
                await connection.add_listener(CHANNEL, self._read)
                self._listening.set()
                self._connected()
                try:
                    await lost.wait()
                finally:
                    if not connection.is_closed():
                        await connection.close(timeout=2)
            except Exception as error:  # whatever it was: announcements are heard again
                away = isinstance(error, OSError | TimeoutError | asyncpg.PostgresError | asyncpg.InterfaceError)
                logger.warning("not listening", cause=type(error).__name__, exc_info=not away)
            await asyncio.sleep(RECONNECT)

    def _read(self, _connection: object, _process: int, _channel: str, payload: str) -> None:
        for part in payload.split():
            table_id, _, n = part.partition(":")
            self._announced(table_id, int(n) if n else None)
