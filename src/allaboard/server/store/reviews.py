"""Reviews as rows: what is done of each, who does it, and the whole once it is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Delete, Update, delete, insert, or_, select, update

from allaboard.server import db_schema
from allaboard.server.store.database import Database
from allaboard.server.store.writer import Collision

__all__ = ["ReviewQueries", "ReviewRow", "ReviewedGame"]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """How far a review is: a share of 1, what was found so far, what was played for it, and at last the whole."""

    done: float
    found: dict[str, object] | None
    played: bytes | None
    review: dict[str, object] | None


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A finished game of somebody's that was reviewed, and the seats that are theirs."""

    table: str
    edition: str
    players: int
    ended: int
    seats: frozenset[int]


class ReviewQueries(Database):
    """Queries about reviews of finished games, by table and by the engine that judged."""

    async def review(self, table_id: str, engine: str) -> ReviewRow | None:
        columns = db_schema.reviews.c
        query = select(columns.done, columns.found, columns.played, columns.review).where(_of(table_id, engine))
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else ReviewRow(*row)

    async def review_done(self, table_id: str, engine: str) -> float | None:
        """Return how far a review is, 1 where it is whole; None where none was begun."""
        query = select(db_schema.reviews.c.done).where(_of(table_id, engine))
        async with self.reading() as connection:
            done: float | None = await connection.scalar(query)
            return done

    async def reviewed_games(self, guest: str, engine: str, limit: int) -> list[ReviewedGame]:
        """Return the latest finished games in which a guest has a seat, of those that this engine has reviewed."""
        tables, seats, reviews = db_schema.tables.c, db_schema.seats.c, db_schema.reviews.c
        own = select(seats.table_id).where(seats.guest == guest)
        latest = (
            select(tables.id, tables.edition, tables.options, tables.updated)
            .join(db_schema.reviews, reviews.table_id == tables.id)
            .where(tables.id.in_(own), tables.status == "over", reviews.engine == engine, reviews.review.is_not(None))
            .order_by(tables.updated.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(latest)).all()
            mine: dict[str, set[int]] = {row.id: set() for row in rows}
            for table_id, seat in await connection.execute(
                select(seats.table_id, seats.seat).where(seats.guest == guest, seats.table_id.in_(mine))
            ):
                mine[table_id].add(seat)
        return [
            ReviewedGame(table_id, edition, options["players"], ended, frozenset(mine[table_id]))
            for table_id, edition, options, ended in rows
        ]

    async def judgements(self, table_id: str, engine: str) -> list[dict[str, Any]]:
        """Return every decision of a reviewed game as it was judged, as plain data; none where there is no review."""
        query = select(db_schema.reviews.c.review["review", "judgements"]).where(_of(table_id, engine))
        async with self.reading() as connection:
            return await connection.scalar(query) or []

    async def passed_marks(self, guest: str, *table_ids: str) -> dict[str, list[int]]:
        """Return what a guest has tried again and passed, at these tables if any are named: table → numbers of actions."""
        columns = db_schema.passed_marks.c
        query = select(columns.table_id, columns.n).where(columns.guest == guest).order_by(columns.table_id, columns.n)
        if table_ids:
            query = query.where(columns.table_id.in_(table_ids))
        passed: dict[str, list[int]] = {}
        async with self.reading() as connection:
            for table_id, n in (await connection.execute(query)).all():
                passed.setdefault(table_id, []).append(n)
        return passed

    async def pass_mark(self, guest: str, table_id: str, n: int) -> None:
        """Note that a guest has tried an action again and passed; once is enough, and nothing is noted of who was erased meanwhile."""
        seats = db_schema.seats.c
        sits = select(seats.seat).where(seats.table_id == table_id, seats.guest == guest)
        new = self.upsert(db_schema.passed_marks).values(table_id=table_id, guest=guest, n=n).on_conflict_do_nothing()

        def note(connection: Connection) -> None:
            # locked, so that whoever erases them finds the mark afterwards
            if connection.execute(sits.with_for_update(read=True)).first() is not None:
                connection.execute(new)

        await self.transaction(note)

    async def forget_passed_marks(self, guest: str) -> None:
        """Remove what a guest has passed."""
        await self.execute(delete(db_schema.passed_marks).where(db_schema.passed_marks.c.guest == guest))

    async def lease_review(self, table_id: str, engine: str, moment: int, until: int, clock: int) -> bool:
        """Take the work on a review upon oneself; False while another process has, and when it is done."""
        columns = db_schema.reviews.c
        try:
            await self.execute(insert(db_schema.reviews).values(table_id=table_id, engine=engine, leased=until, done=0.0, updated=clock))
        except Collision:
            pass
        else:
            return True
        # one process alone has left its lease behind when it was killed
        free = or_(columns.leased.is_(None), columns.leased < moment) if self.shared else columns.table_id == table_id
        return bool(
            await self.execute(update(db_schema.reviews).where(_of(table_id, engine), columns.review.is_(None), free).values(leased=until))
        )

    async def save_review(self, table_id: str, engine: str, row: ReviewRow, leased: int | None, clock: int) -> None:
        """Keep how far a review is. The whole replaces what other versions of the engine found, and no part of it the whole."""
        values = {"done": row.done, "found": row.found, "played": row.played, "leased": leased, "updated": clock}
        if row.review is not None:  # JSON has a null of its own, which is not what is meant
            values["review"] = row.review
        undone = () if row.review is not None else (db_schema.reviews.c.review.is_(None),)  # another process may have been faster
        statements: list[Update | Delete] = [update(db_schema.reviews).where(_of(table_id, engine), *undone).values(**values)]
        if row.review is not None:
            others = (db_schema.reviews.c.table_id == table_id) & (db_schema.reviews.c.engine != engine)
            statements.append(delete(db_schema.reviews).where(others))
        await self.execute(*statements)


def _of(table_id: str, engine: str) -> ColumnElement[bool]:
    return (db_schema.reviews.c.table_id == table_id) & (db_schema.reviews.c.engine == engine)
