"""The connection to the database: reading, writing one transaction at a time, and whether it really works. The queries stand beside it.

On SQLite one process, one transaction that writes at a time; on PostgreSQL any number of processes, kept apart by the key (table, n).
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, Executable, NullPool, StaticPool, Table, create_engine, event, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from allaboard.server import db_schema
from allaboard.server.store.writer import SharedWriter, StoreDown, ThreadWriter, translated_errors

__all__ = ["Database"]

T = TypeVar("T")
LEAST_ROOM: Final = 1_000_000
"""Bytes that must be free on the disk of a SQLite file: less is as good as full."""
BUSY: Final = 5000
"""Milliseconds that a connection to SQLite waits for another."""
PAUSES: Final = (0.02, 0.1, 0.5, 2.0, 2.0)
"""Seconds between two tries to empty SQLite's log while others read."""
DAMAGE: Final = ("malformed", "not a database", "invalid page", "could not read block")
LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Database:
    """The database behind the store. `engines` are all that reach it."""

    def __init__(self, url: str) -> None:
        self.shared = url.startswith("postgresql")
        # Every statement goes by a key. Plans are kept, and one made while there were few tables would read all of them later on.
        planning = {"server_settings": {"enable_seqscan": "off", "jit": "off"}}
        self.engine: AsyncEngine = (
            create_async_engine(url, pool_size=8, max_overflow=8, pool_timeout=10, connect_args=planning)
            if self.shared
            else create_async_engine(url, pool_size=4)
        )
        # queries by themselves need nobody to begin and to end a transaction: one message to the database instead of three
        self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else self.engine
        self.engines: list[Engine] = [self.engine.sync_engine]
        self._writer: SharedWriter | ThreadWriter
        if self.shared:
            self._writer = SharedWriter(self.engine)
        else:
            plain = url.replace("sqlite+aiosqlite:", "sqlite:", 1)
            self.engines.append(create_engine(plain, poolclass=StaticPool, connect_args={"check_same_thread": False}))
            self._writer = ThreadWriter(self.engines[-1])
            for engine in self.engines:
                event.listen(engine, "connect", _prepare_sqlite)
        self.damage: str | None = None
        """What the database said when it came upon a part of itself that is damaged: that does not pass by itself."""
        for engine in self.engines:
            event.listen(engine, "handle_error", self._note)

    def _note(self, context: ExceptionContext) -> None:
        message = str(context.original_exception)
        if any(word in message for word in DAMAGE):
            self.damage = message

    async def close(self) -> None:
        await self._writer.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection to read from."""
        with translated_errors():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection to read from whose queries all see the same moment, whatever others write meanwhile."""
        async with self.reading() as connection:
            if self.shared:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                await connection.exec_driver_sql("BEGIN")  # which the driver begins no reading with
            yield connection

    def upsert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """Return an insertion into a table that can say what is to happen where the row is there already."""
        return postgresql.insert(table) if self.shared else sqlite.insert(table)

    async def transaction(self, job: Callable[[Connection], T]) -> T:
        """Run a job as one transaction and return its result; then it is on disk."""
        with translated_errors():
            return await self._writer.run(job)

    async def execute(self, *statements: Executable) -> int:
        """Run statements as one transaction; returns how many rows the last one changed."""

        def job(connection: Connection) -> int:
            return [connection.execute(statement).rowcount for statement in statements][-1]

        return await self.transaction(job)

    async def check(self, moment: int) -> None:
        """See that the database really works: write a row, read some at random anew from the file, look for room on the disk."""
        await self.execute(update(db_schema.pulse).values(at=moment))
        if not self.shared:
            await asyncio.to_thread(self._look_at_file)
        if self.damage is not None:
            raise StoreDown(f"a part of it is damaged: {self.damage}")

    def _look_at_file(self) -> None:
        """Read from the file what a connection of long standing has in memory, in other places each time."""
        url = self.engines[-1].url
        engine = create_engine(url, poolclass=NullPool)
        with translated_errors(), engine.connect() as connection:
            for table in (
                db_schema.tables,
                db_schema.seats,
                db_schema.log,
                db_schema.guests,
                db_schema.editions,
                db_schema.reviews,
                db_schema.puzzle_attempts,
            ):
                key = table.primary_key.columns[0]
                chosen = select(table).where(key >= secrets.choice(LETTERS)).order_by(key).limit(1)
                connection.execute(chosen).all()
        if url.database and shutil.disk_usage(Path(url.database).resolve().parent).free < LEAST_ROOM:
            raise StoreDown("the disk is full")

    async def clean_up(self) -> None:
        """See that what was erased does not linger beside the database file; others who read just now may stand in the way."""
        if isinstance(self._writer, ThreadWriter):
            for pause in PAUSES:
                with translated_errors():
                    if await self._writer.outside(_empty_log):
                        return
                await asyncio.sleep(pause)


def _empty_log(connection: Connection) -> bool:
    """Bring SQLite's log into the file and empty it; False where readers stand in the way. Who writes does not wait for them."""
    connection.execute(text("PRAGMA busy_timeout=0"))
    try:
        return not connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).one()[0]
    finally:
        connection.execute(text(f"PRAGMA busy_timeout={BUSY}"))


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # The driver's own connection; what is acknowledged must survive the loss of power, hence FULL.
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA busy_timeout={BUSY}")
        cursor.execute("PRAGMA secure_delete=ON")  # what is erased is overwritten
    finally:
        cursor.close()
