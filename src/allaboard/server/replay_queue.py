"""Whose log or board comes next: a few are read at a time beside the event loop, and addresses take turns.

So what one address asks for delays another's by no more than what is under way. What is done with a log is up to the callers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from allaboard.server.fairqueue import FairQueue

__all__ = ["ReplayJob", "ReplayQueue"]

Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class ReplayJob(Generic[Result]):
    """Something to do with a log, and who waits for it."""

    queue: ReplayQueue
    do: Callable[[], Awaitable[Result]]
    answer: asyncio.Future[Result]
    begun: bool = False

    def wait_as(self, address: str) -> None:
        """Let it be done in the turn of an address as well."""
        self.queue.push(address, self)


class ReplayQueue:
    """The jobs of this process, so many at a time."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._queue: FairQueue[ReplayJob[Any]] = FairQueue()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, address: str, do: Callable[[], Awaitable[Result]]) -> Result:
        """Do something when the turn of an address has come."""
        job = self.job(do)
        self.push(address, job)
        return await job.answer

    def job(self, do: Callable[[], Awaitable[Result]]) -> ReplayJob[Result]:
        """Return a job for several addresses that wait for the same: it is done once, in the turn that comes first."""
        return ReplayJob(self, do, asyncio.get_running_loop().create_future())

    def push(self, address: str, job: ReplayJob[Any]) -> None:
        """Let a job wait for the turn of an address."""
        self._queue.push((address,), job)
        self._begin()

    def _begin(self) -> None:
        while self._free and len(self._queue):
            _, job, _ = self._queue.pop()
            if not job.begun and not job.answer.done():  # otherwise another address had its turn, or who asked has gone
                job.begun = True
                self._free -= 1
                # Whoever asked may go meanwhile. Were the place free at once, those who come and go had more than others.
                task = asyncio.get_running_loop().create_task(self._work(job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _work(self, job: ReplayJob[Result]) -> None:
        try:
            result = await job.do()
        except BaseException as error:
            if not job.answer.done():
                job.answer.set_exception(error) if isinstance(error, Exception) else job.answer.cancel()
            if not isinstance(error, Exception):
                raise
        else:
            if not job.answer.done():
                job.answer.set_result(result)
        finally:
            self._free += 1
            self._begin()
