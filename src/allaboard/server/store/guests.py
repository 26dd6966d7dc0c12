"""Guests as rows: their names, and all that is theirs at tables, to be exported or erased."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Delete, Update, delete, literal, select, union, update

from allaboard.server import db_schema
from allaboard.server.models import Line, LineKind
from allaboard.server.store.database import Database
from allaboard.server.store.tables import STEP, line_of_row
from allaboard.server.store.writer import LINE_COLUMNS

__all__ = ["GuestQueries"]

DAY: Final = 24 * 3600 * 1000


class GuestQueries(Database):
    """Queries about guests and what belongs to them."""

    async def guest_name(self, guest: str) -> str | None:
        async with self.reading() as connection:
            name: str | None = (await connection.execute(select(db_schema.guests.c.name).where(db_schema.guests.c.id == guest))).scalar()
        return name

    async def guest_times(self, guest: str) -> tuple[int | None, int | None]:
        """Return when a guest first chose a name, and when they were last here."""
        guests = db_schema.guests.c
        async with self.reading() as connection:
            row = (await connection.execute(select(guests.created, guests.seen).where(guests.id == guest))).first()
        return (None, None) if row is None else (row.created, row.seen)

    async def name_guest(self, guest: str, name: str, moment: int) -> None:
        """Remember a guest's name."""
        new = self.upsert(db_schema.guests).values(id=guest, name=name, created=moment, seen=moment)
        await self.execute(new.on_conflict_do_update(index_elements=[db_schema.guests.c.id], set_={"name": name, "seen": moment}))

    async def touch_guest(self, guest: str, moment: int) -> None:
        """Note that a guest with a name is here: once a day is enough."""
        late = (db_schema.guests.c.id == guest) & (db_schema.guests.c.seen < moment - DAY)
        async with self.reading() as connection:
            if (await connection.execute(select(db_schema.guests.c.id).where(late))).first() is None:
                return
        await self.execute(update(db_schema.guests).where(late).values(seen=moment))

    async def tables_with(self, guest: str) -> list[str]:
        """Return the ids of tables that hold anything of a guest: a seat, a name, a word, or that they opened it. Closed ones as well."""
        own = union(
            select(db_schema.seats.c.table_id).where(db_schema.seats.c.guest == guest),
            select(db_schema.seats.c.table_id).where(db_schema.seats.c.author == guest),
            select(db_schema.log.c.table_id).where(db_schema.log.c.author == guest),
            select(db_schema.tables.c.id).where(db_schema.tables.c.host == guest),
        )
        tables = db_schema.tables.c
        async with self.reading() as connection:
            return list(
                (await connection.execute(select(tables.id).where(tables.id.in_(own)).order_by(tables.created, tables.id))).scalars()
            )

    async def lines_of(self, guest: str, table_id: str, kind: LineKind, after: int) -> list[Line]:
        """Return lines of a kind behind a position that hold a guest's words or names: the next few, since there may be thousands."""
        log = db_schema.log.c
        own = (log.author == guest) & (log.table_id == table_id) & (log.kind == kind) & (log.n > after)
        query = select(*(log[name] for name in LINE_COLUMNS)).where(own).order_by(log.n).limit(STEP)
        async with self.reading() as connection:
            return [line_of_row(row) for row in (await connection.execute(query)).all()]

    async def knows(self, guest: str) -> bool:
        """Return whether any row is a guest's, or tells of them."""
        columns = (
            db_schema.seats.c.guest,
            db_schema.seats.c.author,
            db_schema.log.c.author,
            db_schema.tables.c.host,
            db_schema.guests.c.id,
            db_schema.editions.c.owner,
            db_schema.passed_marks.c.guest,
            db_schema.puzzle_solvers.c.guest,
        )
        async with self.reading() as connection:
            for column in columns:
                if (await connection.execute(select(literal(1)).where(column == guest).limit(1))).first() is not None:
                    return True
        return False

    async def forget_guest(self, guest: str, opened: Sequence[str]) -> None:
        """Remove a guest's row, and what ties the tables that they opened to them; names and words were erased table by table."""
        statements: list[Delete | Update] = [delete(db_schema.guests).where(db_schema.guests.c.id == guest)]
        for table_id in opened:
            own = update(db_schema.tables).where(db_schema.tables.c.id == table_id)
            statements += [own.where(db_schema.tables.c.host == guest).values(host=None), own.values(key=None, asked=None)]
        await self.execute(*statements)
