"""Tables as rows: headers, seats and lines of the log, found and written. What they mean is for the live tables to know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Column, Connection, bindparam, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from allaboard.server import db_schema
from allaboard.server.models import Header, HeaderChanges, Line, Seat, Status, TableState
from allaboard.server.store.database import Database
from allaboard.server.store.writer import LINE_COLUMNS, Append, Outdated, log_row

__all__ = ["STEP", "TableQueries", "line_of_row"]

STEP: Final = 200
"""Lines that are read at once: a long log is full of words that take long to decode, and others come to their turn in between."""

POSITION = select(db_schema.tables.c.n).where(db_schema.tables.c.id == bindparam("table"))
"""Made once: of several processes each asks it before it tells anything."""


class TableQueries(Database):
    """Queries about tables, their seats and their logs."""

    async def table(self, table_id: str) -> tuple[Header, list[Seat], list[Line]] | None:
        """Return a table with its seats and its log, all as they stood at one moment."""
        async with self.snapshot() as connection:
            if (header := await _header(connection, db_schema.tables.c.id, table_id)) is None:
                return None
            return header, await _seats(connection, table_id), await _lines(connection, table_id)

    async def header(self, table_id: str) -> Header | None:
        async with self.reading() as connection:
            return await _header(connection, db_schema.tables.c.id, table_id)

    async def header_by(self, **column: str) -> Header | None:
        """Return the table with this invite, code or key."""
        [(name, value)] = column.items()
        async with self.reading() as connection:
            return await _header(connection, db_schema.tables.c[name], value)

    async def position(self, table_id: str) -> int | None:
        """Return how long a table's log is."""
        async with self.reading() as connection:
            n: int | None = (await connection.execute(POSITION, {"table": table_id})).scalar()
        return n

    async def seats(self, table_id: str) -> list[Seat]:
        async with self.reading() as connection:
            return await _seats(connection, table_id)

    async def lines(self, table_id: str, after: int = 0) -> list[Line]:
        """Return the lines of a log behind a position."""
        async with self.reading() as connection:
            return await _lines(connection, table_id, after)

    async def line_by_key(self, table_id: str, key: str) -> Line | None:
        """Return the line that a request with this key has written."""
        columns = [db_schema.log.c[name] for name in LINE_COLUMNS]
        query = select(*columns).where(db_schema.log.c.table_id == table_id, db_schema.log.c.key == key)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else line_of_row(row)

    async def add_table(
        self, header: Header, seats: Iterable[Seat], lines: Sequence[Line] = (), *, source: tuple[str, int] | None = None
    ) -> None:
        """Write a new table. Of one whose seats are another's, `source` tells that table and how long its log was.

        Outdated: that log has grown, so that somebody may have had themselves erased there.
        """
        rows = [{"table_id": header.id, **asdict(seat)} for seat in seats]

        def add(connection: Connection) -> None:
            if source is not None:
                # locked, so that whoever erases there next will find this table too
                found = connection.execute(POSITION.with_for_update(), {"table": source[0]}).scalar()
                if found != source[1]:
                    raise Outdated
            connection.execute(insert(db_schema.tables).values(**asdict(header)))
            connection.execute(insert(db_schema.seats), rows)
            if lines:
                connection.execute(insert(db_schema.log), [log_row(header.id, line) for line in lines])

        await self.transaction(add)

    async def append(
        self,
        table_id: str,
        line: Line,
        state: TableState,
        changes: HeaderChanges,
        seats: Sequence[Seat] = (),
        erased: Sequence[Line] = (),
    ) -> None:
        """Write a line, with what changes in the table's row, its seats and earlier lines.

        Collision: line n, or the line's key, is there already.
        """
        await self._writer.write(Append(table_id, line, state, changes, seats, erased))

    async def tables_of(self, guest: str, limit: int = 200) -> list[tuple[Header, list[Seat]]]:
        """Return a guest's tables with all their seats, the latest first."""
        own = select(db_schema.seats.c.table_id).where(db_schema.seats.c.guest == guest)
        query = (
            select(db_schema.tables)
            .where(or_(db_schema.tables.c.id.in_(own), db_schema.tables.c.host == guest), db_schema.tables.c.status != "closed")
            .order_by(db_schema.tables.c.updated.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return await self._with_seats(connection, [Header(**row) for row in (await connection.execute(query)).mappings()])

    async def live_tables(self, limit: int) -> list[tuple[Header, list[Seat]]]:
        """Return games going on that are listed for watching, the newest first."""
        query = select(db_schema.tables).where(db_schema.LIVE).order_by(db_schema.tables.c.created.desc()).limit(limit)
        async with self.reading() as connection:
            return await self._with_seats(connection, [Header(**row) for row in (await connection.execute(query)).mappings()])

    async def game_lengths(self, limit: int) -> list[tuple[str, int, int]]:
        """Return edition, people and milliseconds from first to last action of the latest finished games that nobody left."""
        tables, seats, log = db_schema.tables.c, db_schema.seats.c, db_schema.log.c
        at = select(func.max(log.at) - func.min(log.at)).where(log.table_id == tables.id, log.kind.in_(("start", "action")))
        people = select(func.count()).where(seats.table_id == tables.id, seats.kind == "person")
        left = select(seats.seat).where(seats.table_id == tables.id, seats.away).exists()
        query = (
            select(tables.edition, people.scalar_subquery(), at.scalar_subquery())
            .where(tables.status == "over", ~left)
            .order_by(tables.updated.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return [(edition, persons, length or 0) for edition, persons, length in await connection.execute(query)]

    async def _with_seats(self, connection: AsyncConnection, headers: list[Header]) -> list[tuple[Header, list[Seat]]]:
        seats: dict[str, list[Seat]] = {header.id: [] for header in headers}
        query = (
            select(db_schema.seats)
            .where(db_schema.seats.c.table_id.in_(seats))
            .order_by(db_schema.seats.c.table_id, db_schema.seats.c.seat)
        )
        for row in (await connection.execute(query)).mappings():
            columns = dict(row)
            seats[columns.pop("table_id")].append(Seat(**columns))
        return [(header, seats[header.id]) for header in headers]

    async def count_tables(self, host: str, *statuses: Status) -> int:
        """Return how many tables of these statuses somebody has opened."""
        chosen = db_schema.tables.c.status.in_(statuses)
        query = select(func.count()).select_from(db_schema.tables).where(db_schema.tables.c.host == host, chosen)
        async with self.reading() as connection:
            return int((await connection.execute(query)).scalar_one())


async def _header(connection: AsyncConnection, column: Column[str], value: str) -> Header | None:
    row = (await connection.execute(select(db_schema.tables).where(column == value))).mappings().first()
    return None if row is None else Header(**row)


async def _seats(connection: AsyncConnection, table_id: str) -> list[Seat]:
    columns = [column for column in db_schema.seats.c if column.name != "table_id"]
    query = select(*columns).where(db_schema.seats.c.table_id == table_id).order_by(db_schema.seats.c.seat)
    return [Seat(**row) for row in (await connection.execute(query)).mappings()]


async def _lines(connection: AsyncConnection, table_id: str, after: int = 0) -> list[Line]:
    columns = [db_schema.log.c[name] for name in LINE_COLUMNS]
    query = select(*columns).where(db_schema.log.c.table_id == table_id, db_schema.log.c.n > after).order_by(db_schema.log.c.n)
    lines: list[Line] = []
    for rows in (await connection.execute(query)).partitions(STEP):
        lines += map(line_of_row, rows)
        await asyncio.sleep(0)
    return lines


def line_of_row(row: Any) -> Line:  # values as the database's driver gives them
    """Return the line of a row with the columns LINE_COLUMNS."""
    n, kind, seat, action, outcome, data, at, key, author, asked = row
    return Line(n, kind, seat, action, tuple(outcome or ()), data, at, key, author, asked)
