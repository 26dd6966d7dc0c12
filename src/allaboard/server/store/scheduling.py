"""What is due: tables whose bots are to act, clocks that have run out, and the time by which both are counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from sqlalchemy import BigInteger, Column, Connection, Select, cast, func, null, or_, select, update

from allaboard.server import db_schema
from allaboard.server.store.database import Database
from allaboard.server.store.writer import CHANNEL

__all__ = ["START", "SchedulingQueries", "Waiting", "after_page"]

Waiting: TypeAlias = tuple[int, str]
"""Since when a table waits, and its id."""
START: Final[Waiting] = (-1, "")
PAGE: Final = 64
STOPPED: Final = {"due": None, "leased": None, "deadline": None}


def after_page(page: Sequence[Waiting]) -> Waiting:
    """Return behind what to look next time: a round goes through all that waits, so that what stays keeps nothing else from being found."""
    return page[-1] if len(page) == PAGE else START


class SchedulingQueries(Database):
    """Queries about due tables, leases, clocks and game time."""

    async def due(self, moment: int, until: int, after: Waiting = START) -> list[Waiting]:
        """Return some tables whose bots are to act, the longest waiting first, from a place in the round on.

        Among several processes: only those that nobody attends to, and they are leased to the caller.
        """
        query = _page(db_schema.tables.c.due, moment, after)
        if not self.shared:
            return await self._waiting(query)
        free = or_(db_schema.tables.c.leased.is_(None), db_schema.tables.c.leased < moment)
        query = query.where(free)
        async with self.reading() as connection:
            if (await connection.execute(query.limit(1))).first() is None:
                return []

        def lease(connection: Connection) -> list[Waiting]:
            found = [(at, table_id) for at, table_id in connection.execute(query.with_for_update(skip_locked=True))]
            if found:
                leased = db_schema.tables.c.id.in_([table_id for _, table_id in found])
                connection.execute(update(db_schema.tables).where(leased).values(leased=until))
            return found

        return await self.transaction(lease)

    async def overdue(self, moment: int, after: Waiting = START) -> list[Waiting]:
        """Return some tables with a clock that has run out, the longest first, from a place in the round on."""
        return await self._waiting(_page(db_schema.tables.c.deadline, moment, after))

    async def _waiting(self, query: Select[int, str]) -> list[Waiting]:
        async with self.reading() as connection:
            return [(at, table_id) for at, table_id in await connection.execute(query)]

    async def renew(self, table_ids: Sequence[str], until: int) -> None:
        """Go on attending to tables whose bots wait for their turn here."""
        if self.shared and table_ids:
            held = select(db_schema.tables.c.id).where(db_schema.tables.c.id.in_(table_ids), db_schema.tables.c.due.is_not(None))
            # one that is being written to is passed over: its new line brings a new lease
            free = held.with_for_update(skip_locked=True).scalar_subquery()
            await self.execute(update(db_schema.tables).where(db_schema.tables.c.id.in_(free)).values(leased=until))

    async def set_aside(self, table_id: str, reason: str) -> None:
        """Let nobody go on at a table, and keep why."""
        told = [select(func.pg_notify(CHANNEL, table_id))] if self.shared else []
        await self.execute(update(db_schema.tables).where(db_schema.tables.c.id == table_id).values(aside=reason, **STOPPED), *told)

    async def stop(self, table_id: str, before: int) -> None:
        """Let nothing at a table wait for bots or clocks that has waited since before a moment: it cannot be opened."""
        tables = db_schema.tables.c
        waited = (tables.id == table_id) & or_(tables.due <= before, tables.deadline <= before)
        await self.execute(update(db_schema.tables).where(waited).values(**STOPPED))

    async def clock(self) -> tuple[int | None, int]:
        """Return the database's own time in milliseconds, where processes share it; and by how much game time is ahead."""
        moment = cast(1000 * func.extract("epoch", func.clock_timestamp()), BigInteger) if self.shared else null()
        query = select(moment, db_schema.game_time.c.ahead).where(db_schema.game_time.c.id == 1)
        async with self.reading() as connection:
            clock, ahead = (await connection.execute(query)).one()
        return clock, ahead

    async def set_ahead(self, known: int, ahead: int) -> bool:
        """Say by how much game time is ahead, unless somebody has since."""
        row = (db_schema.game_time.c.id == 1) & (db_schema.game_time.c.ahead == known)
        return bool(await self.execute(update(db_schema.game_time).where(row).values(ahead=ahead)))

    async def last_change(self) -> int | None:
        """Return when a table last changed."""
        async with self.reading() as connection:
            latest: int | None = (await connection.execute(select(func.max(db_schema.tables.c.updated)))).scalar()
        return latest


def _page(column: Column[int], moment: int, after: Waiting) -> Select[int, str]:
    """Return the query for tables that wait since a moment, behind a place in the round."""
    table_id = db_schema.tables.c.id
    at, last = after
    behind = (column > at) | (table_id > last)
    return select(column, table_id).where(column.between(at, moment), behind).order_by(column, table_id).limit(PAGE)
