"""Time to think: bots' threads, shared fairly, and less of it for everybody when many wait. What they compute is up to the callers.

Addresses share the threads, then the people of an address, then the tables of a person: nobody gets more by opening more. Where nobody
looks bots come last, with a small share that keeps their games going. Shares are those of one process.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from functools import partial
from queue import SimpleQueue
from typing import Final, TypeAlias, TypeVar

from allaboard.server.fairqueue import FairQueue, Path
from allaboard.server.metrics import ABANDONED_THREADS, WAITING_BOTS

__all__ = ["REVIEWS", "UNWATCHED", "WATCHED", "Hung", "Scheduler", "Turn"]

Result = TypeVar("Result")
Jobs: TypeAlias = "SimpleQueue[Callable[[], None] | None]"
"""What a thread is to do; None: nothing more."""

WATCHED: Final = "watched"
UNWATCHED: Final = "unwatched"
REVIEWS: Final = "reviews"
WEIGHTS: Final = {UNWATCHED: 0.05, REVIEWS: 0.5}
"""Shares beside that of bots at whose tables people look: a review can wait a little longer than a game."""
UNMARKED: Final[AbstractContextManager[None]] = nullcontext()
LEAST: Final = 0.25
"""The part of `wait` that is dealt out even to those who have waited longer than that."""


class Hung(Exception):  # noqa: N818 - a state of the world
    """A thread did not come back in time, and was given up."""


class Turn:
    """The right to use one thread, for as long as the turn lasts."""

    def __init__(self, scheduler: Scheduler, share: float, waited: float) -> None:
        self._scheduler, self._share, self.waited = scheduler, share, waited
        self.working: asyncio.Future[None] | None = None
        """What a thread still does for it; done when it has come back, or was given up."""

    def seconds(self, wanted: float) -> float:
        """Return how much of the seconds that are wanted can be had, so that all who wait now come to their turn in time."""
        wait = self._scheduler.wait
        return min(wanted, self._share * max(LEAST * wait, wait - self.waited))

    async def run(self, job: Callable[[], Result], mark: AbstractContextManager[None] = UNMARKED) -> Result:
        """Do it on a thread, marked until that comes back, whether or not anybody waits; Hung when it takes longer than anything may."""
        loop = asyncio.get_running_loop()
        self.working = working = loop.create_future()
        end = partial(_settle, working)
        late = loop.call_later(self._scheduler.threads.limit, end)
        working.add_done_callback(lambda _: late.cancel())

        def work() -> Result:
            try:
                return job()
            finally:
                with suppress(RuntimeError):  # the loop has closed
                    loop.call_soon_threadsafe(end)

        return await self._scheduler.threads.run(work, mark)


class Scheduler:
    """The turns of this process: so many at a time; all should have theirs within `wait` seconds, and none takes more than `limit`."""

    def __init__(self, threads: int, wait: float, limit: float) -> None:
        self.wait, self.threads = wait, Threads(limit)
        self._count = self._free = threads
        self._queue: FairQueue[tuple[asyncio.Future[Turn], float]] = FairQueue(WEIGHTS)

    @asynccontextmanager
    async def turn(self, path: Path) -> AsyncIterator[Turn]:
        """Wait for a turn, and take it for the length of the block."""
        granted: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        self._queue.push(path, (granted, time.perf_counter()))
        WAITING_BOTS.inc()
        self._grant()
        try:
            turn = await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self._end()
            raise
        finally:
            WAITING_BOTS.dec()
        try:
            yield turn
        finally:
            # Who asked may have gone while a thread works on. Were its place free at once, whoever comes and goes had many of them.
            if turn.working is None or turn.working.done():
                self._end()
            else:
                turn.working.add_done_callback(lambda _: self._end())

    def move(self, path: Path, to: Path) -> None:
        """Let whoever waits at one path wait at another, as when somebody comes to look at a table."""
        self._queue.move(path, to)

    def _grant(self) -> None:
        while self._free and len(self._queue):
            _, (granted, asked), part = self._queue.pop()
            if not granted.done():  # otherwise who asked has gone
                self._free -= 1
                granted.set_result(Turn(self, part * self._count, time.perf_counter() - asked))

    def _end(self) -> None:
        self._free += 1
        self._grant()


class Threads:
    """Threads that are made when needed, used again, and given up when they do not come back: nobody can end a thread."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.abandoned: set[threading.Thread] = set()
        self._idle: list[tuple[threading.Thread, Jobs]] = []

    async def run(self, job: Callable[[], Result], mark: AbstractContextManager[None] = UNMARKED) -> Result:
        """Do it on a thread of its own, marked until that comes back; Hung when it is not done within the limit."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        thread, jobs = self._idle.pop() if self._idle else self._start()
        jobs.put(partial(_do, job, mark, loop, done))
        try:
            async with asyncio.timeout(self.limit):
                await asyncio.shield(done)
        except TimeoutError:
            if not done.done():
                self._give_up(thread, jobs, done)
                raise Hung(f"no answer within {self.limit:g} s") from None
        except asyncio.CancelledError:
            if not done.done():
                self._give_up(thread, jobs, done)
            raise
        finally:
            if done.done():
                self._idle.append((thread, jobs))
        return done.result()

    def close(self) -> None:
        """Let those end that do nothing; the others end with the process."""
        for _, jobs in self._idle:
            jobs.put(None)
        self._idle.clear()

    def _start(self) -> tuple[threading.Thread, Jobs]:
        jobs: Jobs = SimpleQueue()
        thread = threading.Thread(target=_work, args=(jobs,), name="bot", daemon=True)
        thread.start()
        return thread, jobs

    def _give_up(self, thread: threading.Thread, jobs: Jobs, done: asyncio.Future[Result]) -> None:
        jobs.put(None)  # should it ever come back
        self.abandoned.add(thread)
        ABANDONED_THREADS.set(len(self.abandoned))

        def came_back(late: asyncio.Future[Result]) -> None:
            late.exception()  # nobody asks for it any more
            self.abandoned.discard(thread)
            ABANDONED_THREADS.set(len(self.abandoned))

        done.add_done_callback(came_back)


def _settle(working: asyncio.Future[None]) -> None:
    if not working.done():
        working.set_result(None)


def _work(jobs: Jobs) -> None:
    if sys.platform == "linux":  # where a thread has a priority of its own; people's requests go first
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.nice(0) + 5)
    while (job := jobs.get()) is not None:
        job()
        del job


def _do(
    job: Callable[[], Result], mark: AbstractContextManager[None], loop: asyncio.AbstractEventLoop, done: asyncio.Future[Result]
) -> None:
    """Do a job, and tell the event loop what came of it."""
    settle: Callable[[], None]
    try:
        with mark:
            result = job()
        settle = partial(done.set_result, result)
    except Exception as error:
        settle = partial(done.set_exception, error)
    except BaseException as error:  # asyncio would take it for its own end
        settle = partial(done.set_exception, RuntimeError(f"{type(error).__name__}: {error}"))
    with suppress(RuntimeError):  # the loop has closed, and nobody waits
        loop.call_soon_threadsafe(lambda: None if done.cancelled() else settle())
