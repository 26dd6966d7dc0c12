"""The database: what can be asked of it and what it keeps. What rows mean is for the tables to know, writing logs is the writer's.

On SQLite one process, one transaction that writes at a time; on PostgreSQL any number of processes, kept apart by the key (table, n).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import asdict
from typing import Any

from sqlalchemy import BigInteger, Engine, StaticPool, cast, create_engine, delete, event, func, insert, null, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from allaboard.server import schema
from allaboard.server.rows import Header, Line, Seat
from allaboard.server.writer import (
    CHANNEL,
    LINE_COLUMNS,
    Append,
    Collision,
    SharedWriter,
    StoreDown,
    ThreadWriter,
    Writer,
    told_failures,
)

__all__ = ["CHANNEL", "Collision", "Store", "StoreDown"]


class Store:
    """The queries. `engines` are all that reach the database."""

    def __init__(self, url: str) -> None:
        self.shared = url.startswith("postgresql")
        # Every statement goes by a key. Plans are kept, and one made while there were few tables would read all of them later on.
        planning = {"server_settings": {"enable_seqscan": "off", "jit": "off"}}
        options: dict[str, Any] = {"pool_size": 4}
        if self.shared:
            options = {"pool_size": 8, "max_overflow": 8, "pool_timeout": 10, "connect_args": planning}
        self.engine: AsyncEngine = create_async_engine(url, **options)
        self._writing = asyncio.Lock()
        self.engines: list[Engine] = [self.engine.sync_engine]
        self._writer: Writer
        if self.shared:
            self._writer = SharedWriter(self.engine)
        else:
            plain = url.replace("sqlite+aiosqlite:", "sqlite:", 1)
            self.engines.append(create_engine(plain, poolclass=StaticPool, connect_args={"check_same_thread": False}))
            self._writer = ThreadWriter(self.engines[-1], self._writing)
            for engine in self.engines:
                event.listen(engine, "connect", _prepare_sqlite)

    async def close(self) -> None:
        await self._writer.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from."""
        with told_failures():
            async with self.engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; when the block is left it is on disk."""
        async with nullcontext() if self.shared else self._writing:
            with told_failures():
                async with self.engine.begin() as connection:
                    yield connection

    async def ping(self) -> None:
        """Ask the database for a sign of life."""
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    # tables

    async def header(self, table_id: str) -> Header | None:
        async with self.reading() as connection:
            row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table_id))).mappings().first()
        return None if row is None else Header(**row)

    async def header_by(self, **column: str) -> Header | None:
        """The table with this invite, code or key."""
        [(name, value)] = column.items()
        async with self.reading() as connection:
            row = (await connection.execute(select(schema.tables).where(schema.tables.c[name] == value))).mappings().first()
        return None if row is None else Header(**row)

    async def position(self, table_id: str) -> int | None:
        """How long a table's log is."""
        async with self.reading() as connection:
            n: int | None = (await connection.execute(select(schema.tables.c.n).where(schema.tables.c.id == table_id))).scalar()
        return n

    async def seats(self, table_id: str) -> list[Seat]:
        columns = [column for column in schema.seats.c if column.name != "table_id"]
        query = select(*columns).where(schema.seats.c.table_id == table_id).order_by(schema.seats.c.seat)
        async with self.reading() as connection:
            return [Seat(**row) for row in (await connection.execute(query)).mappings()]

    async def lines(self, table_id: str, after: int = 0) -> list[Line]:
        """The lines of a log behind a position."""
        columns = [schema.log.c[name] for name in LINE_COLUMNS]
        query = select(*columns).where(schema.log.c.table_id == table_id, schema.log.c.n > after).order_by(schema.log.c.n)
        async with self.reading() as connection:
            return [_line(row) for row in (await connection.execute(query)).all()]

    async def line_by_key(self, table_id: str, key: str) -> Line | None:
        """The line that a request with this key has written."""
        columns = [schema.log.c[name] for name in LINE_COLUMNS]
        query = select(*columns).where(schema.log.c.table_id == table_id, schema.log.c.key == key)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else _line(row)

    async def add_table(self, header: Header, seats: Iterable[Seat], lines: Sequence[Line] = ()) -> None:
        async with self.writing() as connection:
            await connection.execute(insert(schema.tables).values(**asdict(header)))
            rows = [{"table_id": header.id, **asdict(seat)} for seat in seats]
            await connection.execute(insert(schema.seats), rows)
            if lines:
                await connection.execute(insert(schema.log), [Append(header.id, line, {}, ()).row for line in lines])

    async def append(self, table_id: str, line: Line, changes: dict[str, Any], seats: Sequence[Seat] = ()) -> None:
        """Write a line, with what changes in the table's row and in its seats. Collision: line n, or the line's key, is there already."""
        await self._writer.write(Append(table_id, line, changes, seats))

    async def tables_of(self, guest: str, limit: int = 200) -> list[tuple[Header, list[Seat]]]:
        """A guest's tables with all their seats, the latest first."""
        own = select(schema.seats.c.table_id).where(schema.seats.c.guest == guest)
        query = (
            select(schema.tables)
            .where(or_(schema.tables.c.id.in_(own), schema.tables.c.host == guest), schema.tables.c.status != "closed")
            .order_by(schema.tables.c.updated.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return await self._with_seats(connection, [Header(**row) for row in (await connection.execute(query)).mappings()])

    async def live_tables(self, limit: int) -> list[tuple[Header, list[Seat]]]:
        """Games going on that are listed for watching, the newest first."""
        query = select(schema.tables).where(schema.LIVE).order_by(schema.tables.c.created.desc()).limit(limit)
        async with self.reading() as connection:
            return await self._with_seats(connection, [Header(**row) for row in (await connection.execute(query)).mappings()])

    async def _with_seats(self, connection: AsyncConnection, headers: list[Header]) -> list[tuple[Header, list[Seat]]]:
        seats: dict[str, list[Seat]] = {header.id: [] for header in headers}
        query = select(schema.seats).where(schema.seats.c.table_id.in_(seats)).order_by(schema.seats.c.table_id, schema.seats.c.seat)
        for row in (await connection.execute(query)).mappings():
            columns = dict(row)
            seats[columns.pop("table_id")].append(Seat(**columns))
        return [(header, seats[header.id]) for header in headers]

    async def open_tables_of(self, host: str) -> int:
        """How many unfinished tables somebody has opened."""
        unfinished = schema.tables.c.status.in_(("open", "playing"))
        query = select(func.count()).select_from(schema.tables).where(schema.tables.c.host == host, unfinished)
        async with self.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    # work

    async def due(self, moment: int, until: int, attended: int) -> list[str]:
        """Some tables whose bots are to act, the longest waiting first; the caller attends to so many already.

        Among several processes: only those that nobody attends to, and they are leased to the caller.
        """
        query = select(schema.tables.c.id).where(schema.tables.c.due <= moment).order_by(schema.tables.c.due)
        if not self.shared:
            async with self.reading() as connection:
                return [row.id for row in await connection.execute(query.limit(64 + attended))]
        free = or_(schema.tables.c.leased.is_(None), schema.tables.c.leased < moment)
        query = query.where(free).limit(64)
        async with self.reading() as connection:
            if (await connection.execute(query.limit(1))).first() is None:
                return []
        async with self.writing() as connection:
            found = [row.id for row in await connection.execute(query.with_for_update(skip_locked=True))]
            if found:
                await connection.execute(update(schema.tables).where(schema.tables.c.id.in_(found)).values(leased=until))
        return found

    async def overdue(self, moment: int, limit: int = 64) -> list[str]:
        """Tables with a clock that has run out."""
        query = select(schema.tables.c.id).where(schema.tables.c.deadline <= moment).order_by(schema.tables.c.deadline).limit(limit)
        async with self.reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def renew(self, table_ids: Sequence[str], until: int) -> None:
        """Go on attending to tables whose bots wait for their turn here."""
        if self.shared and table_ids:
            held = select(schema.tables.c.id).where(schema.tables.c.id.in_(table_ids), schema.tables.c.due.is_not(None))
            async with self.writing() as connection:
                # one that is being written to is passed over: its new line brings a new lease
                free = held.with_for_update(skip_locked=True).scalar_subquery()
                await connection.execute(update(schema.tables).where(schema.tables.c.id.in_(free)).values(leased=until))

    async def set_aside(self, table_id: str, reason: str) -> None:
        """Let nobody go on at a table, and tell why."""
        async with self.writing() as connection:
            stopped = {"aside": reason, "due": None, "leased": None, "deadline": None}
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**stopped))
            if self.shared:
                await connection.execute(select(func.pg_notify(CHANNEL, table_id)))

    # time

    async def clock(self) -> tuple[int | None, int]:
        """The database's own time in milliseconds, where processes share it; and by how much game time is ahead."""
        moment = cast(1000 * func.extract("epoch", func.clock_timestamp()), BigInteger) if self.shared else null()
        query = select(moment, schema.game_time.c.ahead).where(schema.game_time.c.id == 1)
        async with self.reading() as connection:
            told, ahead = (await connection.execute(query)).one()
        return told, ahead

    async def set_ahead(self, known: int, ahead: int) -> bool:
        """Say by how much game time is ahead, unless somebody has since."""
        row = (schema.game_time.c.id == 1) & (schema.game_time.c.ahead == known)
        async with self.writing() as connection:
            return bool((await connection.execute(update(schema.game_time).where(row).values(ahead=ahead))).rowcount)

    async def last_change(self) -> int | None:
        """When a table last changed."""
        async with self.reading() as connection:
            latest: int | None = (await connection.execute(select(func.max(schema.tables.c.updated)))).scalar()
        return latest

    # guests

    async def guest_name(self, guest: str) -> str | None:
        async with self.reading() as connection:
            name: str | None = (await connection.execute(select(schema.guests.c.name).where(schema.guests.c.id == guest))).scalar()
        return name

    async def name_guest(self, guest: str, name: str, moment: int) -> None:
        """Remember a guest's name."""
        async with self.writing() as connection:
            changed = await connection.execute(update(schema.guests).where(schema.guests.c.id == guest).values(name=name))
            if changed.rowcount == 0:
                await connection.execute(insert(schema.guests).values(id=guest, name=name, created=moment))

    async def chat_of(self, table_id: str, seats: Sequence[int]) -> list[Line]:
        """What was said from these seats."""
        return [line for line in await self.lines(table_id) if line.kind == "chat" and line.seat in seats]

    async def forget_guest(self, guest: str, table_ids: Sequence[str], chat: Iterable[tuple[str, int]]) -> None:
        """Remove a guest: name, ties to seats and tables, and every word said. The games themselves stay, without the name."""
        async with self.writing() as connection:
            await connection.execute(delete(schema.guests).where(schema.guests.c.id == guest))
            await connection.execute(update(schema.tables).where(schema.tables.c.host == guest).values(host=None))
            own = schema.seats.c.guest == guest
            await connection.execute(update(schema.seats).where(own).values(guest=None, name="somebody", token=None))
            await connection.execute(update(schema.editions).where(schema.editions.c.owner == guest).values(owner="deleted"))
            for table_id, n in chat:
                line = (schema.log.c.table_id == table_id) & (schema.log.c.n == n)
                await connection.execute(update(schema.log).where(line).values(data={"text": ""}))
            if self.shared:
                for table_id in table_ids:
                    await connection.execute(select(func.pg_notify(CHANNEL, table_id)))

    # editions

    async def edition(self, key: str) -> dict[str, Any] | None:
        async with self.reading() as connection:
            row = (await connection.execute(select(schema.editions).where(schema.editions.c.key == key))).mappings().first()
        return None if row is None else dict(row)

    async def add_edition(self, **columns: Any) -> None:
        """Keep an edition's texts; one that is there already stays as it is."""
        try:
            async with self.writing() as connection:
                await connection.execute(insert(schema.editions).values(**columns))
        except Collision:
            pass

    async def own_editions(self) -> int:
        """How many boards of people's own are kept."""
        query = select(func.count()).select_from(schema.editions).where(schema.editions.c.owner.is_not(None))
        async with self.reading() as connection:
            return int((await connection.execute(query)).scalar_one())


def _line(row: Any) -> Line:
    n, kind, seat, action, outcome, data, at, key = row
    return Line(n, kind, seat, action, tuple(outcome or ()), data, at, key)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    # The driver's own connection; what is acknowledged must survive the loss of power, hence FULL.
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=5000")
    finally:
        cursor.close()
