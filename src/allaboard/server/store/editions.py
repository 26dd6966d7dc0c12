"""Editions as rows: our own and uploaded ones by their texts, who owns them, and whether a table uses them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import cast

from sqlalchemy import ColumnElement, Exists, delete, func, select, update
from typing_extensions import Unpack

from allaboard.server import db_schema
from allaboard.server.models import EditionRow
from allaboard.server.store.database import Database
from allaboard.server.store.writer import Collision

__all__ = ["EditionQueries", "edition_in_use"]


class EditionQueries(Database):
    """Queries about editions."""

    async def edition(self, key: str) -> EditionRow | None:
        async with self.reading() as connection:
            row = (await connection.execute(select(db_schema.editions).where(db_schema.editions.c.key == key))).mappings().first()
        return None if row is None else cast(EditionRow, dict(row))

    async def add_edition(self, **columns: Unpack[EditionRow]) -> None:
        """Keep an edition's texts. One that is there already stays as it is; one that is nobody's any more is its owner's again."""
        again = {"owner": columns["owner"], "last_used": columns["last_used"]}
        new = self.upsert(db_schema.editions).values(**columns)
        await self.execute(
            new.on_conflict_do_update(index_elements=[db_schema.editions.c.key], set_=again, where=db_schema.editions.c.owner.is_(None))
        )

    async def has_edition(self, key: str) -> bool:
        async with self.reading() as connection:
            return (await connection.execute(select(db_schema.editions.c.key).where(db_schema.editions.c.key == key))).first() is not None

    async def use_edition(self, key: str, moment: int) -> bool:
        """Note that an uploaded board is about to be used; False when there is none, or it is nobody's any more."""
        here = (db_schema.editions.c.key == key) & db_schema.editions.c.owner.is_not(None)
        return await self.execute(update(db_schema.editions).where(here).values(last_used=moment)) == 1

    async def uploaded_editions(self) -> int:
        """Return how many boards all people have uploaded."""
        query = select(func.count()).select_from(db_schema.editions).where(db_schema.editions.c.owner.is_not(None))
        async with self.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def editions_to_go(self, number: int) -> list[str]:
        """Return boards that make way for others: first of who has most, and of those the ones that were unused for longest."""
        editions, owners = db_schema.editions.c, db_schema.editions.alias("owners").c
        has = select(func.count()).where(owners.owner == editions.owner).scalar_subquery()
        query = select(editions.key).where(editions.owner.is_not(None))
        query = query.order_by(has.desc(), editions.last_used, editions.key).limit(number)
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def edition_keys_of(self, owner: str) -> list[str]:
        """Return the keys of the boards that somebody has uploaded, the oldest first."""
        own = select(db_schema.editions.c.key).where(db_schema.editions.c.owner == owner)
        async with self.reading() as connection:
            return list((await connection.execute(own.order_by(db_schema.editions.c.created, db_schema.editions.c.key))).scalars())

    async def delete_editions(self, keys: Sequence[str]) -> None:
        """Delete boards. One that tables use stays for them, and is nobody's; it goes with the last of them (`keep_boards`)."""
        for key in keys:
            here = db_schema.editions.c.key == key
            await self.execute(update(db_schema.editions).where(here).values(owner=None, last_used=0))
            with suppress(Collision):  # a table was opened on it at this very moment
                await self.execute(delete(db_schema.editions).where(here & db_schema.editions.c.owner.is_(None) & ~edition_in_use()))

    async def forget_editions(self, owner: str) -> None:
        """Delete all boards that somebody has uploaded."""
        await self.delete_editions(await self.edition_keys_of(owner))


def edition_in_use(*conditions: ColumnElement[bool]) -> Exists:
    """Return whether some table, of those that meet the conditions, is played, or was played, on an edition."""
    return select(db_schema.tables.c.id).where(db_schema.tables.c.edition_key == db_schema.editions.c.key, *conditions).exists()
