"""Bringing a database to the form that this version needs, by Alembic. The steps from each form to the next stand in `versions`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text

from allaboard.server.store import Store, StoreDown

__all__ = ["migrate"]

LOCK = 0x616C6C61
"""On PostgreSQL only one process migrates at a time; the number is ours alone."""


async def migrate(store: Store) -> None:
    """Run the steps that the database lacks, all or none; a StoreDown names what stands against it."""
    try:
        await store.transaction(_upgrade)
    except CommandError as error:
        raise StoreDown(f"the database was made by another version of this program: {error}") from error


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
