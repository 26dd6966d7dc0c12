"""News between processes on PostgreSQL: tables with new lines are announced by NOTIFY, which wakes the streams of the others.

Nothing depends on a notice arriving: streams look again after every gap, and a table is compared with the database before it is used.
"""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from allaboard.server.events import Hub
from allaboard.server.store import CHANNEL
from allaboard.server.tables import Tables

__all__ = ["Notices"]

logger: Any = structlog.get_logger("allaboard.notices")

RETRY = 0.5


class Notices:
    """One connection that listens, made anew whenever it is lost."""

    def __init__(self, database: str, tables: Tables, hub: Hub) -> None:
        self._address = database.replace("postgresql+asyncpg://", "postgresql://", 1)
        self._tables, self._hub = tables, hub
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on."""
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self._listening.wait(), 30)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        import asyncpg  # type: ignore[import-untyped]

        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=10)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda *_, gone=lost: gone.set())
                await connection.add_listener(CHANNEL, self._heard)
                self._listening.set()
                self._hub.wake_all()  # there may have been news while nobody listened
                try:
                    await lost.wait()
                finally:
                    if not connection.is_closed():
                        await connection.close(timeout=2)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                logger.warning("not listening", cause=type(error).__name__)
            await asyncio.sleep(RETRY)

    def _heard(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        for word in payload.split():
            table_id, _, n = word.partition(":")
            if not n:
                self._tables.forget(table_id)  # something was erased from the log
            if not n or not self._tables.knows(table_id, int(n)):
                self._hub.wake(table_id)
