"""The database: what can be asked of it and what it keeps. What rows mean is for the tables to know, writing logs is the writer's.

On SQLite one process, one transaction that writes at a time; on PostgreSQL any number of processes, kept apart by the key (table, n).
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Engine,
    NullPool,
    StaticPool,
    cast,
    create_engine,
    delete,
    event,
    func,
    insert,
    null,
    or_,
    select,
    text,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from allaboard.server import schema
from allaboard.server.models import Header, Line, Seat
from allaboard.server.writer import (
    CHANNEL,
    LINE_COLUMNS,
    Append,
    Collision,
    SharedWriter,
    StoreDown,
    ThreadWriter,
    Writer,
    rewrite,
    told_failures,
)

__all__ = ["CHANNEL", "Collision", "Store", "StoreDown", "Tally"]

DAY = 24 * 3600 * 1000
LEAST_ROOM = 1_000_000
"""Bytes that must be free on the disk of a SQLite file: less is as good as full."""
DAMAGE = ("malformed", "not a database", "invalid page", "could not read block")
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


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
        self.damage: str | None = None
        """What the database said when it came upon a part of itself that is damaged: that does not pass by itself."""
        for engine in self.engines:
            event.listen(engine, "handle_error", self._note)

    def _note(self, context: Any) -> None:
        told = str(context.original_exception)
        if any(word in told for word in DAMAGE):
            self.damage = told

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

    async def check(self, moment: int) -> None:
        """See that the database really works: write a row, read some at random anew from the file, look for room on the disk."""
        async with self.writing() as connection:
            await connection.execute(update(schema.pulse).values(at=moment))
        if not self.shared:
            await asyncio.to_thread(self._look_at_file)
        if self.damage is not None:
            raise StoreDown(f"a part of it is damaged: {self.damage}")

    def _look_at_file(self) -> None:
        """Read from the file what a connection of long standing has in memory, in other places each time."""
        url = self.engines[-1].url
        engine = create_engine(url, poolclass=NullPool)
        with told_failures(), engine.connect() as connection:
            for table in (schema.tables, schema.seats, schema.log, schema.guests, schema.editions):
                key = table.primary_key.columns[0]
                chosen = select(table).where(key >= secrets.choice(LETTERS)).order_by(key).limit(1)
                connection.execute(chosen).all()
        if url.database and shutil.disk_usage(Path(url.database).resolve().parent).free < LEAST_ROOM:
            raise StoreDown("the disk is full")

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

    async def append(
        self, table_id: str, line: Line, changes: dict[str, Any], seats: Sequence[Seat] = (), erased: Sequence[Line] = ()
    ) -> None:
        """Write a line, with what changes in the table's row, its seats and earlier lines.

        Collision: line n, or the line's key, is there already.
        """
        await self._writer.write(Append(table_id, line, changes, seats, erased))

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
            changed = await connection.execute(update(schema.guests).where(schema.guests.c.id == guest).values(name=name, seen=moment))
            if changed.rowcount == 0:
                await connection.execute(insert(schema.guests).values(id=guest, name=name, created=moment, seen=moment))

    async def see_guest(self, guest: str, moment: int) -> None:
        """Note that a guest with a name is here: once a day is enough."""
        late = (schema.guests.c.id == guest) & (schema.guests.c.seen < moment - DAY)
        async with self.reading() as connection:
            if (await connection.execute(select(schema.guests.c.id).where(late))).first() is None:
                return
        async with self.writing() as connection:
            await connection.execute(update(schema.guests).where(late).values(seen=moment))

    async def tables_with(self, guest: str) -> list[Header]:
        """Every table that holds anything of a guest: a seat, a name, a word, or that they opened it. Closed ones as well."""
        own = union(
            select(schema.seats.c.table_id).where(schema.seats.c.guest == guest),
            select(schema.seats.c.table_id).where(schema.seats.c.author == guest),
            select(schema.log.c.table_id).where(schema.log.c.author == guest),
            select(schema.tables.c.id).where(schema.tables.c.host == guest),
        )
        query = select(schema.tables).where(schema.tables.c.id.in_(own)).order_by(schema.tables.c.created, schema.tables.c.id)
        async with self.reading() as connection:
            return [Header(**row) for row in (await connection.execute(query)).mappings()]

    async def chat_of(self, guest: str) -> dict[str, list[Line]]:
        """Everything that a guest has said, by table."""
        columns = [schema.log.c[name] for name in LINE_COLUMNS]
        query = select(schema.log.c.table_id, *columns).where(schema.log.c.author == guest, schema.log.c.kind == "chat")
        said: dict[str, list[Line]] = {}
        async with self.reading() as connection:
            for table_id, *line in (await connection.execute(query.order_by(schema.log.c.table_id, schema.log.c.n))).all():
                said.setdefault(table_id, []).append(_line(line))
        return said

    async def rewrite(self, table_id: str, seats: Sequence[Seat], lines: Sequence[Line]) -> None:
        """Write seats and lines of a table anew that no process can open."""
        async with self.writing() as connection:
            await connection.run_sync(rewrite, table_id, seats, lines)

    async def forget_guest(self, guest: str, opened: Sequence[str]) -> None:
        """Remove a guest's row, and what ties the tables that they opened to them; names and words were erased table by table."""
        async with self.writing() as connection:
            await connection.execute(delete(schema.guests).where(schema.guests.c.id == guest))
            for table_id in opened:
                own = update(schema.tables).where(schema.tables.c.id == table_id)
                await connection.execute(own.where(schema.tables.c.host == guest).values(host=None))
                await connection.execute(own.values(key=None, asked=None))

    async def clean_up(self) -> None:
        """See that what was erased does not linger beside the database file; others who read just now may stand in the way."""
        if not self.shared:
            async with self._writing:
                with told_failures():
                    async with self.engine.connect() as connection:
                        await connection.execution_options(isolation_level="AUTOCOMMIT")
                        await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))

    # what goes after a time

    async def expired(self, setting: str, before: int) -> Tally:
        """How much of a kind was last touched before a moment, and when the oldest was."""
        key, touched, gone = _expired(setting, before)
        async with self.reading() as connection:
            count, oldest = (await connection.execute(select(func.count(key), func.min(touched)).where(gone))).one()
        return Tally(count, oldest)

    async def drop_expired(self, setting: str, before: int, limit: int) -> list[str]:
        """Remove some of it, the oldest first; returns the keys. What was touched meanwhile stays."""
        key, touched, gone = _expired(setting, before)
        async with self.reading() as connection:
            found = list((await connection.execute(select(key).where(gone).order_by(touched, key).limit(limit))).scalars())
        try:
            async with self.writing() as connection:
                # asked again: a table that somebody came back to, or a board that somebody chose, is no longer gone
                return list((await connection.execute(delete(key.table).where(key.in_(found), gone).returning(key))).scalars())
        except Collision:
            return []  # a table was opened on a board at this very moment

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

    async def has_edition(self, key: str) -> bool:
        async with self.reading() as connection:
            return (await connection.execute(select(schema.editions.c.key).where(schema.editions.c.key == key))).first() is not None

    async def use_edition(self, key: str, moment: int) -> bool:
        """Note that an uploaded board is about to be used; False when there is none, or it is nobody's any more."""
        here = (schema.editions.c.key == key) & schema.editions.c.owner.is_not(None)
        async with self.writing() as connection:
            return (await connection.execute(update(schema.editions).where(here).values(last_used=moment))).rowcount == 1

    async def own_editions(self, owner: str) -> tuple[int, int]:
        """How many boards somebody has uploaded, and how many all people have."""
        query = select(func.count()).select_from(schema.editions)
        async with self.reading() as connection:
            mine = (await connection.execute(query.where(schema.editions.c.owner == owner))).scalar_one()
            return int(mine), int((await connection.execute(query.where(schema.editions.c.owner.is_not(None)))).scalar_one())

    async def editions_of(self, owner: str) -> list[dict[str, Any]]:
        """The boards that somebody has uploaded, texts included, the oldest first."""
        query = select(schema.editions).where(schema.editions.c.owner == owner).order_by(schema.editions.c.created, schema.editions.c.key)
        async with self.reading() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def unused_editions(self, before: int, limit: int = 1000) -> list[str]:
        """Keys of boards that no table uses: deleted ones, and uploaded ones that were last used before a moment."""
        _, _, expired = _expired("keep_boards", before)
        async with self.reading() as connection:
            return list((await connection.execute(select(schema.editions.c.key).where(expired).limit(limit))).scalars())

    async def delete_editions(self, keys: Sequence[str]) -> None:
        """Delete boards. One that tables use stays for them, and is nobody's; it goes with the last of them (`unused_editions`)."""
        for key in keys:
            here = schema.editions.c.key == key
            async with self.writing() as connection:
                await connection.execute(update(schema.editions).where(here).values(owner=None, last_used=0))
            try:
                async with self.writing() as connection:
                    await connection.execute(delete(schema.editions).where(here & ~_in_use()))
            except Collision:
                pass  # a table was opened on it at this very moment

    async def forget_editions(self, owner: str) -> None:
        """Delete all boards that somebody has uploaded."""
        await self.delete_editions([row["key"] for row in await self.editions_of(owner)])


def _in_use() -> Any:
    """Whether some table is played, or was played, on an edition."""
    return select(schema.tables.c.id).where(schema.tables.c.edition_key == schema.editions.c.key).exists()


@dataclass(frozen=True, slots=True)
class Tally:
    """How many, and when the oldest of them was last touched."""

    count: int
    oldest: int | None


def _expired(setting: str, before: int) -> tuple[Any, Any, Any]:
    """The key, the time of the last touch, and the condition of what a setting of retention is about."""
    tables, seats, guests, editions = schema.tables.c, schema.seats.c, schema.guests.c, schema.editions.c
    old = tables.updated < before
    people = select(seats.seat).where(seats.table_id == tables.id, seats.kind.in_(("person", "remote"))).exists()
    conditions = {
        "keep_unbegun": old & tables.status.in_(("open", "closed")),
        # it is a person's turn who has no clock: with a bot or a clock the game goes on by itself
        "keep_abandoned": old & (tables.status == "playing") & tables.due.is_(None) & tables.deadline.is_(None),
        "keep_bot_games": old & (tables.status == "over") & ~people,
        "keep_finished": old & (tables.status == "over") & people,
        "keep_records": old & (tables.status == "record"),
    }
    if setting in conditions:
        return tables.id, tables.updated, conditions[setting]
    if setting == "keep_guests":
        sits = select(seats.seat).where(or_(seats.guest == guests.id, seats.author == guests.id)).exists()
        hosts = select(tables.id).where(tables.host == guests.id).exists()
        return guests.id, guests.seen, (guests.seen < before) & ~sits & ~hosts
    deleted = editions.owner.is_(None) & (editions.last_used == 0)
    return editions.key, editions.last_used, (deleted | (editions.owner.is_not(None) & (editions.last_used < before))) & ~_in_use()


def _line(row: Any) -> Line:
    n, kind, seat, action, outcome, data, at, key, author, asked = row
    return Line(n, kind, seat, action, tuple(outcome or ()), data, at, key, author, asked)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    # The driver's own connection; what is acknowledged must survive the loss of power, hence FULL.
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.execute("PRAGMA secure_delete=ON")  # what is erased is overwritten
    finally:
        cursor.close()
