"""Words and names know whose they are, keys know their request, guests when they were last here, and one row tells that writing works.

Older lines are given to people as far as the log tells: what was said from a seat, and the name told with it, is of the person who sits
there now, if nobody else took the seat afterwards. Names of people who had gone by then belong to nobody who could have them erased, so
they are taken out of the log; so are names that were to be erased and stayed. What such people said stays, without an owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NOBODY = "somebody"

tables = sa.table("tables", sa.column("id", sa.String), sa.column("host", sa.String))
seats = sa.table(
    "seats",
    *(sa.column(name, sa.String) for name in ("table_id", "kind", "guest", "name", "bot", "author")),
    sa.column("seat", sa.Integer),
)
log = sa.table(
    "log",
    *(sa.column(name, sa.String) for name in ("table_id", "kind", "author")),
    *(sa.column(name, sa.Integer) for name in ("n", "seat")),
    sa.column("data", sa.JSON),
)


def upgrade() -> None:
    for table in ("log", "seats"):
        op.add_column(table, sa.Column("author", sa.String(32), nullable=True))
    for table in ("log", "tables"):
        op.add_column(table, sa.Column("asked", sa.String(32), nullable=True))
    op.add_column("guests", sa.Column("seen", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE guests SET seen = created")
    op.create_table("pulse", sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.BigInteger, nullable=False))
    op.execute("INSERT INTO pulse (id, at) VALUES (1, 0)")
    connection = op.get_bind()
    connection.execute(sa.update(seats).where(seats.c.guest.is_not(None)).values(author=seats.c.guest))
    _own_names_of_bots(connection)
    for table_id, lines in _worded(connection):
        _give(connection, table_id, lines)
    for table in ("log", "seats"):
        owned = sa.text("author IS NOT NULL")
        op.create_index(f"{table}_by_author", table, ["author"], sqlite_where=owned, postgresql_where=owned)


def downgrade() -> None:
    for table in ("log", "seats"):
        op.drop_index(f"{table}_by_author", table)
        op.drop_column(table, "author")
    for table in ("log", "tables"):
        op.drop_column(table, "asked")
    op.drop_column("guests", "seen")
    op.drop_table("pulse")


def _own_names_of_bots(connection: sa.Connection) -> None:
    """Names of bots that are not the usual ones were chosen by the host."""
    query = sa.select(seats, tables.c.host).join(tables, tables.c.id == seats.c.table_id)
    chosen = query.where(seats.c.kind.in_(("bot", "remote")), tables.c.host.is_not(None))
    for row in connection.execute(chosen).all():
        if row.name not in (str(row.bot).capitalize(), "Remote bot"):
            place = (seats.c.table_id == row.table_id) & (seats.c.seat == row.seat)
            connection.execute(sa.update(seats).where(place).values(author=row.host))


def _worded(connection: sa.Connection) -> Iterator[tuple[str, list[Any]]]:
    """The lines that hold names or words, table by table."""
    query = sa.select(log).where(log.c.kind.in_(("start", "seat", "chat"))).order_by(log.c.table_id, log.c.n)
    rows = connection.execute(query).all()
    for table_id, lines in groupby(rows, key=lambda row: row.table_id):
        yield table_id, list(lines)


def _give(connection: sa.Connection, table_id: str, lines: list[Any]) -> None:
    places = {row.seat: row for row in connection.execute(sa.select(seats).where(seats.c.table_id == table_id))}
    taken = {line.seat: line.n for line in lines if line.kind == "seat" and _changes_hands(line.data or {})}
    for line in lines:
        values: dict[str, Any] = {}
        place = places.get(line.seat)
        if place is not None and place.author is not None and line.n >= taken.get(line.seat, 0):
            values["author"] = place.author
        elif line.kind == "seat" and (line.data or {}).get("name") and line.data.get("kind") == "person":
            values["data"] = {**line.data, "name": NOBODY}
        if line.kind == "start" and (line.data or {}).get("seats"):
            told = [{**seat, "name": places[seat["seat"]].name} for seat in line.data["seats"] if seat["seat"] in places]
            values["data"] = {**line.data, "seats": told}
        if values:
            where = (log.c.table_id == table_id) & (log.c.n == line.n)
            connection.execute(sa.update(log).where(where).values(**values))


def _changes_hands(data: dict[str, Any]) -> bool:
    """Whether somebody else sits there from this line on; who leaves a running game keeps the seat."""
    why = data.get("why")
    return why in ("joined", "changed") or (why == "left" and data.get("kind") == "open")
