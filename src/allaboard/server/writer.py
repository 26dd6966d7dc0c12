"""Writing the logs: a line and all that follows from it are one transaction, on disk before anybody hears of it.

Everything that waits is written at once: the disk is asked to be sure once for everybody. On SQLite one thread writes, so that a move
costs one change of threads; on PostgreSQL every line is announced to the other processes.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from allaboard.server import schema
from allaboard.server.rows import Line, Seat

__all__ = [
    "CHANNEL",
    "LINE_COLUMNS",
    "Append",
    "Collision",
    "SharedWriter",
    "StoreDown",
    "ThreadWriter",
    "Writer",
    "told_failures",
    "values",
]

CHANNEL = "allaboard"
STANDING = ("status", "acting", "due", "leased", "deadline")
STAND = update(schema.tables).where(schema.tables.c.id == bindparam("table"))
NOTIFY = text("SELECT pg_notify(:channel, :line)")
LINE_COLUMNS = ("n", "kind", "seat", "action", "outcome", "data", "at", "key")


class Collision(Exception):  # noqa: N818 - nothing failed: somebody else was first
    """A row with this key is there already: the log has grown, or the request was answered before."""


class StoreDown(Exception):  # noqa: N818 - a state of the world
    """The database cannot be used now: full, read-only, broken or away. What was not acknowledged may be tried again."""


@contextmanager
def told_failures() -> Iterator[None]:
    """What goes wrong with a database, as one of the two: without the statement and its values, which may be secret."""
    try:
        yield
    except IntegrityError as error:
        raise Collision from error
    except (DBAPIError, OSError, TimeoutError) as error:
        raise StoreDown(str(getattr(error, "orig", None) or type(error).__name__)) from error


@dataclass(frozen=True, slots=True)
class Append:
    """A line to be written, and what follows from it."""

    table_id: str
    line: Line
    changes: dict[str, Any]
    seats: Sequence[Seat]

    @property
    def stand(self) -> dict[str, Any]:
        """Where the table stands afterwards."""
        standing = {name: self.changes[name] for name in STANDING}
        return {"table": self.table_id, "n": self.line.n, "updated": self.line.at, **standing}


class Writer(ABC):
    """Writes what waits in one transaction after the other."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._batches: asyncio.Task[None] | None = None

    @abstractmethod
    async def _attempt(self, entries: list[Append]) -> Exception | None:
        """Write all in one transaction; what stood against it, if anything did."""

    async def write(self, entry: Append) -> None:
        """Write one line; when this returns it is on disk."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, written))
        if self._batches is None or self._batches.done():
            self._batches = asyncio.create_task(self._write_batches())
        await written

    async def close(self) -> None:
        """Finish what was begun."""
        if self._batches is not None:
            await self._batches

    async def _write_batches(self) -> None:
        while self._waiting:
            # two processes that write to the same tables must do so in the same order, or each would wait for the other
            batch = sorted(self._waiting, key=lambda waiting: waiting[0].table_id)
            self._waiting = []
            failure = await self._attempt([entry for entry, _ in batch])
            for entry, written in batch:
                # one that collided took the others with it: now each is tried by itself
                own = await self._attempt([entry]) if isinstance(failure, Collision) and len(batch) > 1 else failure
                if written.done():
                    continue  # who asked has gone
                if own is None:
                    written.set_result(None)
                else:
                    written.set_exception(own)


class SharedWriter(Writer):
    """Writes to a database that other processes write to as well, and announces every line to them."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__()
        self._engine = engine

    async def _attempt(self, entries: list[Append]) -> Exception | None:
        try:
            with told_failures():
                async with self._engine.begin() as connection:
                    await connection.run_sync(_write, entries, announce=True)
        except Exception as failure:  # whatever it was: nobody is left waiting
            return failure
        return None


class ThreadWriter(Writer):
    """Writes to a SQLite file from one thread. `busy` keeps its transactions apart from others of this process."""

    def __init__(self, engine: Engine, busy: asyncio.Lock) -> None:
        super().__init__()
        self._engine, self._busy = engine, busy
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def close(self) -> None:
        await super().close()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def _attempt(self, entries: list[Append]) -> Exception | None:
        async with self._busy:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, entries)

    def _write(self, entries: list[Append]) -> Exception | None:
        try:
            with told_failures(), self._engine.begin() as connection:
                _write(connection, entries)
        except Exception as failure:
            return failure
        return None


def _write(connection: Connection, entries: Sequence[Append], *, announce: bool = False) -> None:
    connection.execute(insert(schema.log), [values(entry.table_id, entry.line) for entry in entries])
    connection.execute(STAND, [entry.stand for entry in entries])
    for entry in entries:
        if more := {name: value for name, value in entry.changes.items() if name not in STANDING}:
            connection.execute(update(schema.tables).where(schema.tables.c.id == entry.table_id).values(**more))
        for seat in entry.seats:
            place = (schema.seats.c.table_id == entry.table_id) & (schema.seats.c.seat == seat.seat)
            connection.execute(update(schema.seats).where(place).values(**asdict(seat)))
    if announce:
        connection.execute(NOTIFY, [{"channel": CHANNEL, "line": f"{entry.table_id} {entry.line.n}"} for entry in entries])


def values(table_id: str, line: Line) -> dict[str, Any]:
    """A line as a row of the log."""
    columns = {name: getattr(line, name) for name in LINE_COLUMNS}
    return {"table_id": table_id, **columns, "outcome": list(line.outcome) or None}
