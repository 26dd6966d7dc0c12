"""Everything the server is made of, put together once a process; requests reach it by `HouseDep`."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import structlog
from fastapi import Depends, Request

from allaboard.server.events import Hub
from allaboard.server.hosting import Hosting
from allaboard.server.library import Library
from allaboard.server.limits import Limits
from allaboard.server.notices import Notices
from allaboard.server.scheduler import Scheduler
from allaboard.server.settings import Settings
from allaboard.server.store import Store
from allaboard.server.suspects import STRIKES, Suspects
from allaboard.server.tables import Tables
from allaboard.server.timesource import TimeSource
from allaboard.server.warming import Warming
from allaboard.server.work import Work

__all__ = ["House", "HouseDep", "need_rules"]

logger: Any = structlog.get_logger("allaboard.server")


class House:
    """The parts, each knowing only those above it in this list."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = Limits(enabled=settings.rate_limits)
        self.store = Store(settings.database)
        self.library = Library(self.store, settings.max_own_editions)
        self.hub = Hub(settings.max_streams, settings.streams_per_guest)
        self.time = TimeSource()
        self.scheduler = Scheduler(settings.bot_threads, settings.bot_wait, settings.bot_limit)
        self.suspects = Suspects(settings.data_dir)
        self.tables = Tables(settings, self.store, self.library, self.hub, self.time, self.scheduler.threads, self.suspects)
        self.hosting = Hosting(self.tables)
        self.work = Work(settings, self.tables, self.hosting, self.scheduler, self.suspects)
        self.warming = Warming(self.work.start)
        self.notices = Notices(settings.database, self.tables, self.hub) if self.store.shared else None

    async def open(self) -> None:
        """Begin to serve."""
        self._loop = asyncio.get_running_loop()
        await self.time.start(self.store)
        for table_id in self.suspects.open():
            await self.tables.set_aside(table_id, f"the server has died {STRIKES} times in a row while it was busy with this table")
        if self.notices is not None:
            await self.notices.start()
        self.warming.start()
        logger.info("open", database=self.store.engine.dialect.name)

    def end_streams(self) -> None:
        """End all event streams soon; may be called from a signal or another thread."""
        self._loop.call_soon_threadsafe(self.hub.close)

    async def close(self) -> None:
        """Stop in good order. Nothing needs to be saved: all that was acknowledged is on disk."""
        self.hub.close()
        await self.work.stop()
        if self.notices is not None:
            await self.notices.stop()
        await self.store.close()
        self.library.close()
        self.suspects.close()
        logger.info("closed")


# Both are coroutines although the first waits for nothing: FastAPI would run a plain function on a thread, for every request.
async def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def need_rules(request: Request) -> None:
    """Before anything that plays: the rules must be there."""
    house: House = request.app.state.house
    await house.warming.need_rules()


HouseDep = Annotated[House, Depends(_house)]
