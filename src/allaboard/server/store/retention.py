"""What goes after a time: the conditions by which a setting of retention finds what is older than it allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from sqlalchemy import Column, ColumnElement, delete, false, func, or_, select

from allaboard.server import db_schema
from allaboard.server.store.database import Database
from allaboard.server.store.editions import edition_in_use
from allaboard.server.store.writer import Collision

__all__ = ["TABLES", "RetentionQueries", "Tally"]

TABLES: Final = ("keep_unbegun", "keep_abandoned", "keep_bot_games", "keep_finished", "keep_records")
"""The settings that are about tables."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many, and when the oldest of them was last touched."""

    count: int
    oldest: int | None


class RetentionQueries(Database):
    """Queries about what a setting of retention (`keep_…`) is about and was last touched before a moment."""

    async def expired(self, setting: str, before: int, earlier: Mapping[str, int]) -> Tally:
        """Return how much of a kind was last touched before a moment, and when the oldest was.

        As if the tables had gone already that other settings, each with its own moment, are about.
        """
        key, touched, gone = _expired(setting, before, earlier)
        async with self.reading() as connection:
            count, oldest = (await connection.execute(select(func.count(key), func.min(touched)).where(gone))).one()
        return Tally(count, oldest)

    async def expired_keys(self, setting: str, before: int, limit: int) -> list[str]:
        """Return the keys of some of it, the oldest first."""
        key, touched, gone = _expired(setting, before)
        async with self.reading() as connection:
            return list((await connection.execute(select(key).where(gone).order_by(touched, key).limit(limit))).scalars())

    async def drop_expired(self, setting: str, before: int, limit: int) -> list[str]:
        """Remove some of it, the oldest first, and return the keys. What was touched meanwhile stays."""
        key, _, gone = _expired(setting, before)
        found = await self.expired_keys(setting, before, limit)
        # asked again: a table that somebody came back to, or a board that somebody chose, is no longer gone
        drop = delete(key.table).where(key.in_(found), gone).returning(key)
        try:
            return await self.transaction(lambda connection: list(connection.execute(drop).scalars()))
        except Collision:
            return []  # a table was opened on a board at this very moment


def _expired(
    setting: str, before: int, earlier: Mapping[str, int] = MappingProxyType({})
) -> tuple[Column[str], Column[int], ColumnElement[bool]]:
    """Return the key, the time of the last touch, and the condition of what a setting of retention is about."""
    tables, seats, guests, editions = db_schema.tables.c, db_schema.seats.c, db_schema.guests.c, db_schema.editions.c
    if setting in TABLES:
        return tables.id, tables.updated, _expired_table(setting, before)
    going = or_(false(), *(_expired_table(*one) for one in earlier.items()))
    gone = select(tables.id).where(going)
    if setting == "keep_guests":
        sits = select(seats.seat).where(or_(seats.guest == guests.id, seats.author == guests.id), seats.table_id.not_in(gone)).exists()
        hosts = select(tables.id).where(tables.host == guests.id, ~going).exists()
        return guests.id, guests.seen, (guests.seen < before) & ~sits & ~hosts
    if setting == "keep_reviews":
        reviews = db_schema.reviews.c
        return reviews.table_id, reviews.updated, (reviews.updated < before) & reviews.table_id.not_in(gone)
    if setting == "keep_puzzles":
        solvers = db_schema.puzzle_solvers.c
        return solvers.guest, solvers.updated, solvers.updated < before
    deleted = editions.owner.is_(None) & (editions.last_used == 0)
    unused = ~edition_in_use(~going)
    return editions.key, editions.last_used, (deleted | (editions.owner.is_not(None) & (editions.last_used < before))) & unused


def _expired_table(setting: str, before: int) -> ColumnElement[bool]:
    """Return the condition of a table that a setting is about."""
    tables, seats = db_schema.tables.c, db_schema.seats.alias("people").c
    old = tables.updated < before
    people = select(seats.seat).where(seats.table_id == tables.id, seats.kind.in_(("person", "remote"))).exists()
    conditions = {
        "keep_unbegun": old & tables.status.in_(("open", "closed")),
        # it is a person's turn who has no clock: with a bot or a clock the game goes on by itself
        "keep_abandoned": old & (tables.status == "playing") & tables.due.is_(None) & tables.deadline.is_(None),
        # one that waits for its bots for so long will not come to an end
        "keep_bot_games": old & ((tables.status == "over") | ((tables.status == "playing") & tables.due.is_not(None))) & ~people,
        "keep_finished": old & (tables.status == "over") & people,
        "keep_records": old & (tables.status == "record"),
    }
    return conditions[setting]
