"""Writing the logs: a line and all that follows from it are one transaction, on disk before anybody hears of it.

Everything that waits is written at once: the disk is asked to be sure once for everybody. On SQLite one thread writes, lines and all else,
so that a transaction costs one change of threads and keeps others waiting no longer than the database works; on PostgreSQL every line is
announced to the other processes.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, Engine, bindparam, insert, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine

from allaboard.server import db_schema
from allaboard.server.models import HeaderChanges, Line, Seat, TableState

__all__ = [
    "CHANNEL",
    "LINE_COLUMNS",
    "Append",
    "Collision",
    "Outdated",
    "SharedWriter",
    "StoreDown",
    "ThreadWriter",
    "Writer",
    "log_row",
    "translated_errors",
]

T = TypeVar("T")
CHANNEL = "allaboard"
MOST = 256
"""So many lines are written at once: an announcement has room for 280."""
INSERT_LINES = insert(db_schema.log)
UPDATE_TABLE = update(db_schema.tables).where(db_schema.tables.c.id == bindparam("table"))
LINE_COLUMNS = ("n", "kind", "seat", "action", "outcome", "data", "at", "key", "author", "asked")
APPEND_ALL = text(
    """
    WITH given AS (
        SELECT * FROM json_to_recordset(CAST(:lines AS json)) AS given (
            table_id text, n integer, kind text, seat integer, action integer, outcome json, data json, at bigint, key text,
            author text, asked text, status text, acting json, due bigint, leased bigint, deadline bigint)),
    written AS (
        INSERT INTO log (table_id, n, kind, seat, action, outcome, data, at, key, author, asked)
        SELECT table_id, n, kind, seat, action, outcome, data, at, key, author, asked FROM given
        RETURNING table_id),
    stood AS (
        UPDATE tables SET n = given.n, updated = given.at, status = given.status, acting = given.acting,
            due = given.due, leased = given.leased, deadline = given.deadline
        FROM given JOIN written USING (table_id) WHERE tables.id = given.table_id)
    SELECT pg_notify(:channel, :news)
    """
)
"""Everything that waits, on PostgreSQL: one statement, which is a transaction by itself, and one announcement."""


class Collision(Exception):  # noqa: N818 - nothing failed: somebody else was first
    """A row with this key is there already: the log has grown, or the request was answered before."""


class Outdated(Collision):
    """The log of the table that something was made from has grown since."""


class StoreDown(Exception):  # noqa: N818 - a state of the world
    """The database cannot be used now: full, read-only, broken or away. What was not acknowledged may be tried again."""


@contextmanager
def translated_errors() -> Iterator[None]:
    """Raise what goes wrong with a database as Collision or StoreDown: without the statement and its values, which may be secret."""
    try:
        yield
    except IntegrityError as error:
        raise Collision from error
    except (DBAPIError, OSError, TimeoutError, PoolTimeoutError) as error:
        raise StoreDown(str(getattr(error, "orig", None) or type(error).__name__)) from error


@dataclass(frozen=True, slots=True)
class Append:
    """A line to be written, and what follows from it."""

    table_id: str
    line: Line
    state: TableState
    changes: HeaderChanges
    """What else changes in the table's own row: seldom anything."""
    seats: Sequence[Seat] = ()
    erased: Sequence[Line] = ()
    """Earlier lines as they are to stand from now on, without what somebody had erased."""

    @property
    def row(self) -> dict[str, object]:
        """The line as a row of the log."""
        return log_row(self.table_id, self.line)


def log_row(table_id: str, line: Line) -> dict[str, object]:
    """Return a line as a row of the log."""
    columns = {name: getattr(line, name) for name in LINE_COLUMNS}
    return {"table_id": table_id, **columns, "outcome": list(line.outcome) or None}


class Writer(ABC):
    """Writes what waits in one transaction after the other."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._batches: asyncio.Task[None] | None = None

    @abstractmethod
    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job as a transaction of its own; when this returns it is on disk."""

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
            batch = sorted(self._waiting[:MOST], key=lambda waiting: waiting[0].table_id)
            del self._waiting[:MOST]
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
        # a statement by itself needs nobody to begin and to commit it: one message instead of three
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def run(self, job: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(job)

    async def _attempt(self, entries: list[Append]) -> Exception | None:
        given = {
            "lines": json.dumps([{**entry.row, **entry.state} for entry in entries]),
            "channel": CHANNEL,
            "news": " ".join(f"{entry.table_id}:{entry.line.n}" for entry in entries),
        }
        try:
            with translated_errors():
                if any(entry.changes or entry.seats or entry.erased for entry in entries):
                    async with self._engine.begin() as connection:
                        await connection.execute(APPEND_ALL, given)
                        await connection.run_sync(_write_rest, entries)
                else:
                    async with self._at_once.connect() as connection:
                        await connection.execute(APPEND_ALL, given)
        except Exception as failure:  # whatever it was: nobody is left waiting
            return failure
        return None


class ThreadWriter(Writer):
    """Writes to a SQLite file from one thread, one transaction after the other."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine, self._thread = engine, ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def close(self) -> None:
        await super().close()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def run(self, job: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, job)

    async def outside(self, job: Callable[[Connection], T]) -> T:
        """Run what cannot be part of a transaction, while nobody writes."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._connected, job)

    async def _attempt(self, entries: list[Append]) -> Exception | None:
        try:
            with translated_errors():
                await self.run(partial(_write, entries))
        except Exception as failure:  # whatever it was: nobody is left waiting
            return failure
        return None

    def _transact(self, job: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return job(connection)

    def _connected(self, job: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return job(connection.execution_options(isolation_level="AUTOCOMMIT"))


def _write(entries: Sequence[Append], connection: Connection) -> None:
    connection.execute(INSERT_LINES, [entry.row for entry in entries])
    states = [{"table": entry.table_id, "n": entry.line.n, "updated": entry.line.at, **entry.state} for entry in entries]
    connection.execute(UPDATE_TABLE, states)
    _write_rest(connection, entries)


def _write_rest(connection: Connection, entries: Sequence[Append]) -> None:
    for entry in entries:
        if entry.changes:
            connection.execute(update(db_schema.tables).where(db_schema.tables.c.id == entry.table_id).values(**entry.changes))
        _rewrite(connection, entry.table_id, entry.seats, entry.erased)


def _rewrite(connection: Connection, table_id: str, seats: Iterable[Seat], lines: Iterable[Line]) -> None:
    """Write seats and earlier lines as they are to stand from now on."""
    for seat in seats:
        place = (db_schema.seats.c.table_id == table_id) & (db_schema.seats.c.seat == seat.seat)
        connection.execute(update(db_schema.seats).where(place).values(**asdict(seat)))
    if kept := [{"line": line.n, "data": line.data, "key": line.key, "author": line.author, "asked": line.asked} for line in lines]:
        written = (db_schema.log.c.table_id == table_id) & (db_schema.log.c.n == bindparam("line"))
        connection.execute(update(db_schema.log).where(written), kept)
