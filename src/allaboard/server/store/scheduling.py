"""What is due: tables whose bots are to act, clocks that have run out, and the time by which both are counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Column, ColumnElement, Select, Update, cast, func, null, or_, select, update

from allaboard.server import db_schema
from allaboard.server.store.database import Database
from allaboard.server.store.writer import CHANNEL

__all__ = ["Round", "SchedulingQueries", "Waiting"]

PAGE: Final = 64
STOPPED: Final = {"due": None, "leased": None, "deadline": None}


class Waiting(NamedTuple):
    """Since when a table waits, its id, and who opened it."""

    at: int
    table_id: str
    host: str | None


@dataclass(frozen=True, slots=True)
class Round:
    """A look, page by page, at all that has waited since a moment, and where it has got to.

    What waits again or anew meanwhile is for the next round. So each has an end, and whatever stays keeps nothing from being found.
    """

    moment: int
    at: int = -1
    table_id: str = ""

    def behind(self, page: Sequence[Waiting]) -> Round | None:
        """Return where to look next time; None at the end of the round."""
        return replace(self, at=page[-1].at, table_id=page[-1].table_id) if len(page) == PAGE else None


class SchedulingQueries(Database):
    """Queries about due tables, leases, clocks and game time."""

    async def due(self, found_in: Round, moment: int) -> list[Waiting]:
        """Return the next page of tables whose bots are to act, the longest waiting first; those to which no other process attends."""
        query = _page(db_schema.tables.c.due, found_in)
        return await self._waiting(query.where(_is_free(moment)) if self.shared else query)

    async def overdue(self, found_in: Round) -> list[Waiting]:
        """Return the next page of tables with a clock that has run out, the longest first."""
        return await self._waiting(_page(db_schema.tables.c.deadline, found_in))

    async def _waiting(self, query: Select[int, str, str | None]) -> list[Waiting]:
        async with self.reading() as connection:
            return [Waiting(*row) for row in await connection.execute(query)]

    async def lease(self, table_ids: Collection[str], moment: int, until: int) -> Collection[str]:
        """Take the bots of tables upon this process; returns those that no other attends to."""
        if not self.shared or not table_ids:
            return table_ids
        statement = _set_lease(table_ids, until, _is_free(moment)).returning(db_schema.tables.c.id)
        return await self.transaction(lambda connection: set(connection.execute(statement).scalars()))

    async def renew(self, table_ids: Collection[str], until: int | None) -> None:
        """Go on attending to tables whose bots wait for their turn here; None: leave them to whichever process finds them next."""
        if self.shared and table_ids:
            await self.execute(_set_lease(table_ids, until))

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


def _is_free(moment: int) -> ColumnElement[bool]:
    """Return the condition that no process attends to a table."""
    return or_(db_schema.tables.c.leased.is_(None), db_schema.tables.c.leased < moment)


def _set_lease(table_ids: Collection[str], until: int | None, *only: ColumnElement[bool]) -> Update:
    """Return the change of leases of tables that wait for bots. One that is being written to is passed over: its line brings a lease."""
    held = select(db_schema.tables.c.id).where(db_schema.tables.c.id.in_(table_ids), db_schema.tables.c.due.is_not(None), *only)
    free = held.with_for_update(skip_locked=True).scalar_subquery()
    return update(db_schema.tables).where(db_schema.tables.c.id.in_(free)).values(leased=until)


def _page(column: Column[int], found_in: Round) -> Select[int, str, str | None]:
    """Return the query for the next page of a round."""
    tables = db_schema.tables.c
    behind = (column > found_in.at) | (tables.id > found_in.table_id)
    waiting = column.between(found_in.at, found_in.moment)
    return select(column, tables.id, tables.host).where(waiting, behind).order_by(column, tables.id).limit(PAGE)
