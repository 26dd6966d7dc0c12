"""Writing to SQLite keeps others waiting no longer than the database works: a transaction waits for no event loop and no reader."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from allaboard.server.migrations import migrate
from allaboard.server.store import Store
from serving import until


def with_store(path: Path, use: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(f"sqlite+aiosqlite:///{path}")
        try:
            await migrate(store)
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_a_transaction_ends_while_the_event_loop_is_busy(tmp_path: Path) -> None:
    """Else whoever keeps the loop busy lengthens every transaction, and every act waits for all of them."""
    file = tmp_path / "some.db"

    async def use(store: Store) -> None:
        naming = asyncio.create_task(store.name_guest("g" * 32, "Ann", 1))
        await asyncio.sleep(0)
        with closing(sqlite3.connect(file)) as other:  # nothing else happens on the loop
            until(lambda: other.execute("SELECT name FROM guests").fetchall() == [("Ann",)])
        await naming

    with_store(file, use)


def test_nobody_waits_for_what_is_erased_from_beside_the_file(tmp_path: Path) -> None:
    """Somebody reads while another erases: the log of the database is emptied when they have gone, and people go on writing meanwhile."""
    file = tmp_path / "some.db"
    log = file.with_name("some.db-wal")

    async def use(store: Store) -> None:
        await store.name_guest("g" * 32, "Ann", 1)
        reader = sqlite3.connect(file, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT name FROM guests").fetchall()
        await store.forget_guest("g" * 32, [])
        cleaning = asyncio.create_task(store.clean_up())
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await store.name_guest("h" * 32, "Bob", 1)
        assert time.monotonic() - began < 1
        assert not cleaning.done()
        reader.close()
        await cleaning
        assert log.stat().st_size == 0

    with_store(file, use)
