"""Bots at work: off the event loop, paced so that people can follow, and no table gets more of the processor than its share.

At most one decision of a table is under way or in the queue, and the queue is first come, first served: tables take turns. Bots see what
their seat may know and nothing else. A worker that dies leaves its tables to the others when its lease ends; the key (table, n) keeps
two workers from both playing a move.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from typing import Any

import structlog

from allaboard.actions import Action
from allaboard.bots import Bot, bot_seed, make_bot, prepare
from allaboard.server.hosting import Hosting
from allaboard.server.measures import BOT_SECONDS, WAITING_BOTS
from allaboard.server.problems import Problem
from allaboard.server.rows import Seat, now
from allaboard.server.settings import Settings
from allaboard.server.store import Collision, StoreDown
from allaboard.server.table import LiveTable
from allaboard.server.tables import Tables
from allaboard.view import Sight

__all__ = ["Work"]

logger: Any = structlog.get_logger("allaboard.work")


class Work:
    """The bots of this process, and the clocks that run out."""

    def __init__(self, settings: Settings, tables: Tables, hosting: Hosting) -> None:
        self._settings, self._tables, self._hosting = settings, tables, hosting
        self.threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._polling: asyncio.Task[None] | None = None
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        tables.on_change = self.look_after

    def start(self) -> None:
        """Begin to look for work."""
        self._polling = asyncio.create_task(self._poll())

    async def stop(self) -> None:
        """End the work; what a bot has not played yet will be played by the next process."""
        tasks = [*self._tasks.values(), *([self._polling] if self._polling else [])]
        for task in tasks:
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.threads.shutdown(wait=False, cancel_futures=True)

    def look_after(self, live: LiveTable) -> None:
        """Let the table's bots play, if it is their turn, and wake when a person's clock runs out."""
        table_id = live.header.id
        if live.due() is not None:
            self._attend(table_id)
        if (alarm := self._alarms.pop(table_id, None)) is not None:
            alarm.cancel()
        if (deadline := live.deadline()) is not None and (wait := deadline - now()) < 3_600_000:
            self._alarms[table_id] = asyncio.get_running_loop().call_later(max(0, wait) / 1000, self._ring, table_id)

    def _ring(self, table_id: str) -> None:
        self._alarms.pop(table_id, None)
        task = asyncio.create_task(self._time_out(table_id))
        self._tasks[f"clock {table_id}"] = task
        task.add_done_callback(lambda _: self._tasks.pop(f"clock {table_id}", None))

    def _attend(self, table_id: str) -> None:
        # before the start bots are being compiled; the first look for work will find the table
        if self._polling is not None and table_id not in self._tasks:
            task = self._tasks[table_id] = asyncio.create_task(self._play(table_id))
            task.add_done_callback(lambda _: self._tasks.pop(table_id, None))

    async def _poll(self) -> None:
        """Find what nobody attends to: after a start, and when another worker has died."""
        while True:
            try:
                moment = now()
                until = moment + int(1000 * self._settings.lease)
                for table_id in await self._tables.store.due(moment, until, len(self._tasks)):
                    self._attend(table_id)
                for table_id in await self._tables.store.overdue(moment):
                    await self._time_out(table_id)
            except (StoreDown, Collision) as error:
                logger.warning("no look for work", cause=str(error))
            await asyncio.sleep(self._settings.poll)

    async def _time_out(self, table_id: str) -> None:
        try:
            await self._hosting.time_out(table_id)
        except (Problem, StoreDown) as error:
            logger.warning("a clock could not be stopped", table=table_id, cause=str(error))

    async def _play(self, table_id: str) -> None:
        """Play for the bots of a table until it is a person's turn."""
        failures = 0
        while failures < 5:
            try:
                if not await self._play_one(table_id):
                    return
                failures = 0
            except (StoreDown, Problem) as error:
                failures += 1
                logger.warning("a bot could not play", table=table_id, cause=str(error))
                await asyncio.sleep(0.2 * 2**failures)

    async def _play_one(self, table_id: str) -> bool:
        """One action of a bot; False when no bot is to act."""
        async with self._tables.at(table_id) as live:
            seat, due = live.bot_to_act(), live.due()
            if seat is None or due is None or live.game is None:
                return False
            wait = max((due - now()) / 1000, live.busy_until - time.monotonic())
            if wait <= 0:
                seen, sight, bot = live.n, live.game.sight(seat.seat), self._bot(live, seat)
        if wait > 0:
            await asyncio.sleep(wait)
            return True
        action, cpu = await self._think(table_id, bot, sight)
        # a decision that cost c seconds is paid for by c / share seconds of rest
        live.busy_until = time.monotonic() + max(0.0, cpu / self._settings.table_cpu - cpu)
        await self._tables.act_for_bot(table_id, seat.seat, action, seen)
        return True

    def _bot(self, live: LiveTable, seat: Seat) -> Bot:
        name = seat.bot if seat.kind == "bot" and seat.bot else live.header.options["stand_in"]
        if seat.seat not in live.bots:
            assert live.game is not None
            bot = make_bot(name)
            seed = live.game.seed or b""
            prepare(bot, live.edition, live.game.players, seat.seat, bot_seed(seed, 0, seat.seat))
            live.bots[seat.seat] = bot
        return live.bots[seat.seat]

    async def _think(self, table_id: str, bot: Bot, sight: Sight) -> tuple[int, float]:
        WAITING_BOTS.inc()
        try:
            action, cpu, error = await asyncio.get_running_loop().run_in_executor(self.threads, decide, bot, sight)
        finally:
            WAITING_BOTS.dec()
        BOT_SECONDS.inc(cpu)
        if error is not None:
            logger.error("a bot failed, and chance plays for it", table=table_id, bot=type(bot).__name__, cause=error)
        return action, cpu


def decide(bot: Bot, sight: Sight) -> tuple[int, float, str | None]:
    """A bot's choice as an id, the processor time it took, and what went wrong if chance had to choose instead."""
    began = time.thread_time()
    error: str | None = None
    number: int | None = None
    try:
        chosen: Action | int = bot.choose(sight)
        number = int(chosen) if isinstance(chosen, int) else sight.table.number(chosen, sight.offer)
        if number not in sight.legal_ids:
            error, number = "it chose what the rules do not allow", None
    except Exception as failure:  # a bot of another package may fail in any way; the game goes on
        error = f"{type(failure).__name__}: {failure}"
    if number is None:
        number = SystemRandom().choice(sight.legal_ids)
    return number, time.thread_time() - began, error
