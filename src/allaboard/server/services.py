"""Everything the server is made of, put together once a process; requests reach it by `ServicesDep`."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import structlog
from fastapi import Depends, Request
from structlog.typing import FilteringBoundLogger

from allaboard.server.analysis_board import Questions
from allaboard.server.bot_runner import BotRunner
from allaboard.server.branches import Branches
from allaboard.server.drawings import Drawings
from allaboard.server.durations import GameDurations
from allaboard.server.edition_store import EditionStore
from allaboard.server.game_time import GameTime
from allaboard.server.limits import Limits
from allaboard.server.lobby import Lobby
from allaboard.server.models import now
from allaboard.server.personal_data import PersonalData
from allaboard.server.play import Play
from allaboard.server.puzzles import Puzzles
from allaboard.server.quarantine import STRIKES, Quarantine
from allaboard.server.record_tables import RecordTables
from allaboard.server.replays import Replays
from allaboard.server.retention import Retention
from allaboard.server.reviews import Reviews
from allaboard.server.scheduler import Scheduler
from allaboard.server.settings import Settings
from allaboard.server.startup import Startup
from allaboard.server.store import Store, StoreDown
from allaboard.server.streams import PostgresListener, Streams
from allaboard.server.tables import Tables
from allaboard.server.upload_workers import UploadWorkers

__all__ = ["Services", "ServicesDep", "need_rules"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.server")


class Services:
    """The parts, each knowing only those above it in this list."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = Limits(enabled=settings.rate_limits)
        self.store = Store(settings.database)
        self.workers = UploadWorkers(settings.upload_processes)
        self.editions = EditionStore(settings, self.store, self.workers, self.limits)
        self.drawings = Drawings(settings, self.editions, self.workers)
        self.streams = Streams(settings)
        self.time = GameTime()
        self.scheduler = Scheduler(settings.bot_threads, settings.bot_wait, settings.bot_limit)
        self.quarantine = Quarantine(settings.data_dir)
        self.tables = Tables(
            settings, self.store, self.editions, self.streams, self.time, self.scheduler.threads, self.quarantine, self.limits
        )
        self.play = Play(self.tables, self.limits)
        self.replays = Replays(self.tables)
        self.durations = GameDurations(self.store)
        self.lobby = Lobby(self.tables)
        self.branches = Branches(self.tables, self.lobby)
        self.record_tables = RecordTables(self.tables, self.workers)
        self.personal_data = PersonalData(self.tables, self.lobby, self.limits)
        self.bot_runner = BotRunner(settings, self.tables, self.play, self.lobby, self.scheduler)
        self.reviews = Reviews(settings, self.tables, self.scheduler)
        self.questions = Questions()
        self.puzzles = Puzzles(self.store)
        self.retention = Retention(settings, self.tables)
        self.startup = Startup(self.bot_runner.start)
        self.bot_runner.is_warm = self.startup.is_warm
        self._trying, self._tried = asyncio.Lock(), -1.0
        self._fault: str | None = None
        self.listener = PostgresListener(settings.database, self.tables.announced, self.streams.notify_all) if self.store.shared else None

    async def open(self) -> None:
        """Begin to serve."""
        self._loop = asyncio.get_running_loop()
        await self.time.start(self.store)
        for table_id in self.quarantine.open():
            await self.tables.set_aside(table_id, f"the server has died {STRIKES} times in a row while it was busy with this table")
        if self.listener is not None:
            await self.listener.start()
        self.startup.start()
        self.retention.start()
        logger.info("open", database=self.store.engine.dialect.name)

    async def unready(self) -> str | None:
        """Return why the server cannot serve now, if so. The database is tried once a second, however often one asks."""
        async with self._trying:
            if time.monotonic() - self._tried >= 1.0:
                try:
                    await self.store.check(now())
                    self._fault = None
                except StoreDown as error:
                    self._fault = f"the database cannot be used now: {error}"
                self._tried = time.monotonic()
        if self._fault is None and self.streams.closing:
            return "closing"
        if self._fault is None and not self.startup.done:
            return f"compiling: {self.startup.next_part}"
        return self._fault

    def end_streams(self) -> None:
        """End all event streams soon; may be called from a signal or another thread."""
        self._loop.call_soon_threadsafe(self.streams.close)

    async def close(self) -> None:
        """Stop in good order. Nothing needs to be saved: all that was acknowledged is on disk."""
        self.startup.stop()
        self.streams.close()
        await self.retention.stop()
        await self.reviews.stop()
        await self.bot_runner.stop()
        if self.listener is not None:
            await self.listener.stop()
        await self.workers.close()
        await self.store.close()
        self.quarantine.close()
        logger.info("closed")


# Both are coroutines although the first waits for nothing: FastAPI would run a plain function on a thread, for every request.
async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def need_rules(request: Request) -> None:
    """Before anything that plays: the rules must be there."""
    services: Services = request.app.state.services
    await services.startup.need_rules()


ServicesDep = Annotated[Services, Depends(_services)]
