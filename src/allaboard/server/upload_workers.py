"""Work on what strangers sent, in processes of their own: each does one job at a time, and is killed when a job takes too long.

The event loop so never waits for a hostile board or record. What the jobs are stands in `upload_jobs`. A process begins with the first
job that needs one; it holds no secret and reaches no database.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, TypeVar, TypeVarTuple

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.server import upload_jobs
from allaboard.server.problems import Problem

__all__ = ["JobFailed", "UploadWorkers"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.server")

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

START_SECONDS: Final = 120.0
"""Until a process is there: imports on a busy machine, and the rules, which the server itself has compiled before."""
WAITING: Final = 64
WAITING_OF_ONE: Final = 4


class JobFailed(Exception):  # noqa: N818 - what is refused is the job's
    """A job that took too long, or whose process died of it, in words."""


@dataclass(slots=True)
class Job(Generic[Result]):
    """Something to do, and who waits for it."""

    do: Callable[..., Result]
    arguments: tuple[object, ...]
    seconds: float
    rules: bool
    answer: asyncio.Future[Result]


class UploadWorkers:
    """The processes of one server process. Whoever asks is served in turn, so that one caller's jobs cannot delay all others'."""

    def __init__(self, count: int = 1) -> None:
        self._workers = [Worker() for _ in range(count)]
        self._idle = list(self._workers)
        self._queues: OrderedDict[str, deque[Job[Any]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(count, "uploads")
        self._closed = False

    async def run(
        self, who: str, seconds: float, do: Callable[[*Arguments], Result], *arguments: *Arguments, rules: bool = False
    ) -> Result:
        """Do a job in a process and return what it returns; JobFailed when it takes longer than that, a Problem when too many wait.

        What it raises is raised here. The function and all values must be such that they can be sent to a process.
        """
        if self._closed:
            raise Problem(503, "unavailable", "the server is closing")
        if (own := len(self._queues.get(who, ()))) >= WAITING_OF_ONE:
            words = f"{own} of your uploads and drawings are waiting; try again"
            raise Problem(429, "limit", words, headers={"Retry-After": "2"}, code="uploads-waiting")
        if sum(map(len, self._queues.values())) >= WAITING:
            raise Problem(503, "unavailable", "too many uploads and drawings are waiting; try again", headers={"Retry-After": "5"})
        job: Job[Result] = Job(do, arguments, seconds, rules, asyncio.get_running_loop().create_future())
        self._queues.setdefault(who, deque()).append(job)
        self._give_out()
        return await job.answer

    def _give_out(self) -> None:
        while self._idle and self._queues:
            who, queue = self._queues.popitem(last=False)
            job = queue.popleft()
            if queue:
                self._queues[who] = queue  # behind all others
            if not job.answer.done():  # nobody waits any more
                task = asyncio.get_running_loop().create_task(self._do(self._idle.pop(), job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _do(self, worker: Worker, job: Job[Result]) -> None:
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._threads, worker.call, job)
        except BaseException as error:
            if not job.answer.done():
                job.answer.set_exception(Problem(503, "unavailable", "the server is closing") if self._closed else error)
            if not isinstance(error, Exception):
                raise
        else:
            if not job.answer.done():
                job.answer.set_result(result)
        finally:
            self._idle.append(worker)
            if not self._closed:
                self._give_out()

    async def close(self) -> None:
        """End all processes and threads; jobs that wait are told that the server is closing."""
        self._closed = True
        for queue in self._queues.values():
            for job in queue:
                if not job.answer.done():
                    job.answer.set_exception(Problem(503, "unavailable", "the server is closing"))
        self._queues.clear()
        for worker in self._workers:
            worker.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in self._workers))
        await asyncio.to_thread(self._threads.shutdown)


class Worker:
    """One process. All but `close` runs on the thread that waits for its answers, or when that waits no more."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._has_rules = False
        self._closed = False

    def call(self, job: Job[Result]) -> Result:
        """Do a job; the process is started where there is none, and ended where the job does not end."""
        try:
            if self._process is None or not self._process.is_alive():
                self.stop()
                self._start()
            if job.rules and not self._has_rules:
                self._ask(upload_jobs.fetch_rules, (), START_SECONDS)
                self._has_rules = True
        except JobFailed as error:  # no fault of the job, which it has not seen
            words = "the process for uploads and drawings could not be started; try again"
            raise Problem(503, "unavailable", words, headers={"Retry-After": "5"}) from error
        return self._ask(job.do, job.arguments, job.seconds)

    def close(self) -> None:
        """End the process, whatever it is doing; the thread that waits for it goes on at once."""
        self._closed = True
        if (process := self._process) is not None:
            process.kill()

    def _start(self) -> None:
        # A fresh interpreter: a copy of this process would have its locks, its sockets and its memory.
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        process = context.Process(target=upload_jobs.serve, args=(other,), name="allaboard-uploads", daemon=True)
        process.start()
        other.close()
        self._process, self._has_rules = process, False
        if self._closed:
            process.kill()
        self._ask(str, (), START_SECONDS)  # the first answer comes when all is imported

    def _ask(self, do: Callable[..., Result], arguments: tuple[object, ...], seconds: float) -> Result:
        assert self._connection is not None
        try:
            self._connection.send((do, arguments))
            if not self._connection.poll(seconds):
                logger.warning("a job took too long, and its process is ended", job=do.__name__, seconds=seconds)
                self.stop()
                raise JobFailed(f"it took longer than {seconds:g} s")
            done, answer = self._connection.recv()
        except (EOFError, OSError) as error:
            code = self.stop()
            if not self._closed:
                logger.warning("a process died at its job", job=do.__name__, code=code)
            raise JobFailed("the process that worked on it died of it") from error
        if not done:
            raise answer
        result: Result = answer
        return result

    def stop(self) -> int | None:
        """End the process, if there is one, and wait for its end; its exit code."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        code = None
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join()
            code = process.exitcode
            process.close()
        return code
