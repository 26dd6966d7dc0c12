"""What is due: tables whose bots are to act, clocks that have run out, and the time by which both are counted."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, Connection, cast, func, null, or_, select, update

from allaboard.server import db_schema
from allaboard.server.store.database import Database
from allaboard.server.store.writer import CHANNEL

__all__ = ["SchedulingQueries"]


class SchedulingQueries(Database):
    """Queries about due tables, leases, clocks and game time."""

    async def due(self, moment: int, until: int, attended: int) -> list[str]:
        """Return some tables whose bots are to act, the longest waiting first; the caller attends to so many already.

        Among several processes: only those that nobody attends to, and they are leased to the caller.
        """
        query = select(db_schema.tables.c.id).where(db_schema.tables.c.due <= moment).order_by(db_schema.tables.c.due)
        if not self.shared:
            async with self.reading() as connection:
                return [row.id for row in await connection.execute(query.limit(64 + attended))]
        free = or_(db_schema.tables.c.leased.is_(None), db_schema.tables.c.leased < moment)
        query = query.where(free).limit(64)
        async with self.reading() as connection:
            if (await connection.execute(query.limit(1))).first() is None:
                return []

        def lease(connection: Connection) -> list[str]:
            found = [row.id for row in connection.execute(query.with_for_update(skip_locked=True))]
            if found:
                connection.execute(update(db_schema.tables).where(db_schema.tables.c.id.in_(found)).values(leased=until))
            return found

        return await self.transaction(lease)

    async def overdue(self, moment: int, limit: int = 64) -> list[str]:
        """Return tables with a clock that has run out."""
        query = (
            select(db_schema.tables.c.id).where(db_schema.tables.c.deadline <= moment).order_by(db_schema.tables.c.deadline).limit(limit)
        )
        async with self.reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def renew(self, table_ids: Sequence[str], until: int) -> None:
        """Go on attending to tables whose bots wait for their turn here."""
        if self.shared and table_ids:
            held = select(db_schema.tables.c.id).where(db_schema.tables.c.id.in_(table_ids), db_schema.tables.c.due.is_not(None))
            # one that is being written to is passed over: its new line brings a new lease
            free = held.with_for_update(skip_locked=True).scalar_subquery()
            await self.execute(update(db_schema.tables).where(db_schema.tables.c.id.in_(free)).values(leased=until))

    async def set_aside(self, table_id: str, reason: str) -> None:
        """Let nobody go on at a table, and keep why."""
        stopped = {"aside": reason, "due": None, "leased": None, "deadline": None}
        told = [select(func.pg_notify(CHANNEL, table_id))] if self.shared else []
        await self.execute(update(db_schema.tables).where(db_schema.tables.c.id == table_id).values(**stopped), *told)

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
