"""Writing the logs: a line and all that follows from it are one transaction, on disk before anybody hears of it.

On SQLite one thread writes, everything that waits at once: the disk is asked to be sure once for everybody, and a move costs one
change of threads. On PostgreSQL every line is a transaction of its own, and is announced to the other processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from allaboard.server import schema
from allaboard.server.rows import Line, Seat

__all__ = ["CHANNEL", "LINE_COLUMNS", "Append", "Collision", "SharedWriter", "StoreDown", "ThreadWriter", "told_failures", "values"]

CHANNEL = "allaboard"
STANDING = ("status", "acting", "due", "leased", "deadline")
STAND = update(schema.tables).where(schema.tables.c.id == bindparam("table"))
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


class SharedWriter:
    """Writes to a database that other processes write to as well."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def write(self, entry: Append) -> None:
        with told_failures():
            async with self._engine.begin() as connection:
                await connection.run_sync(_write, [entry], announce=True)

    async def close(self) -> None:
        """Nothing is held here."""


class ThreadWriter:
    """Writes to a SQLite file from one thread. `busy` keeps its transactions apart from others of this process."""

    def __init__(self, engine: Engine, busy: asyncio.Lock) -> None:
        self._engine, self._busy = engine, busy
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._batches: asyncio.Task[None] | None = None

    async def write(self, entry: Append) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, written))
        if self._batches is None or self._batches.done():
            self._batches = asyncio.create_task(self._write_batches())
        await written

    async def close(self) -> None:
        """Finish what was begun."""
        if self._batches is not None:
            await self._batches
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def _write_batches(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            async with self._busy:
                failures = await asyncio.get_running_loop().run_in_executor(self._thread, self._write_all, [entry for entry, _ in batch])
            for (_, written), failure in zip(batch, failures, strict=True):
                if written.done():
                    continue  # who asked has gone
                if failure is None:
                    written.set_result(None)
                else:
                    written.set_exception(failure)

    def _write_all(self, entries: list[Append]) -> list[Exception | None]:
        """All in one transaction; if one collides, and would take the others with it, each in one of its own."""
        failure = self._attempt(entries)
        if isinstance(failure, Collision) and len(entries) > 1:
            return [self._attempt([entry]) for entry in entries]
        return [failure] * len(entries)

    def _attempt(self, entries: list[Append]) -> Exception | None:
        try:
            with told_failures(), self._engine.begin() as connection:
                _write(connection, entries)
        except Exception as failure:  # whatever it was: nobody is left waiting
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
            connection.execute(select(func.pg_notify(CHANNEL, f"{entry.table_id} {entry.line.n}")))


def values(table_id: str, line: Line) -> dict[str, Any]:
    """A line as a row of the log."""
    columns = {name: getattr(line, name) for name in LINE_COLUMNS}
    return {"table_id": table_id, **columns, "outcome": list(line.outcome) or None}
