"""Who plays many games: this process alone, its threads, other processes, or the machines of a cluster.

Outcomes come in the order of tasks, so that nothing depends on how many work. What ends the play (Ctrl-C, a signal to end, an error,
nobody who listens any more) ends the workers too, at once, and so does the end of this process, whatever its cause.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing.connection import wait
from types import FrameType
from typing import Final, TypeVar

__all__ = ["ALONE", "Workers", "WorkersError", "termination_interrupts", "workers"]

Task = TypeVar("Task")
Result = TypeVar("Result")

IN_LINE: Final = 2
"""Tasks for each worker that are under way or in line: none waits for the next, and little is played in vain when the play ends."""

SHARES: Final = 4
"""Parts for each worker that a total is split into at least, so that all have something to do until the end."""


class WorkersError(Exception):
    """Workers that cannot be had, or that died over their work; it says which and why."""


class Workers:
    """An executor and how many tasks it works on at a time; without one, whoever asks does the work."""

    def __init__(self, executor: Executor | None = None, count: int = 1) -> None:
        self.executor, self.count = executor, count

    def split(self, total: int, largest: int) -> Iterator[range]:
        """Return ranges that cover the numbers below a total, as tasks: none too large, and some for every worker."""
        size = max(1, min(largest, total // (SHARES * self.count)))
        return (range(first, min(first + size, total)) for first in range(0, total, size))

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Do some work for each task and give the outcomes in order; a task is taken from the iterable when its turn comes."""
        if self.executor is None:
            yield from map(work, tasks)
            return
        line, coming = deque[Future[Result]](), iter(tasks)
        try:
            while True:
                with _deaf_children():
                    line.extend(self.executor.submit(work, task) for task in islice(coming, IN_LINE * self.count - len(line)))
                if not line:
                    return
                yield line.popleft().result()
        except BrokenExecutor as error:
            raise WorkersError("a worker process ended in the middle of its games: killed, or out of memory?") from error
        finally:
            for future in line:
                future.cancel()


ALONE: Final = Workers()
"""This process and nobody else."""


@contextmanager
def workers(jobs: int = 1, *, threads: bool = False, cluster: str | None = None) -> Iterator[Workers]:
    """Have workers: so many processes, or threads for compiled code, which lets others run, or all machines of a Dask cluster.

    As long as they are needed, SIGTERM is the same as Ctrl-C: KeyboardInterrupt in the main thread.
    """
    with ExitStack() as stack:
        stack.enter_context(termination_interrupts())
        if cluster is not None:
            from allaboard.runner.cluster import cluster_executor

            yield Workers(*stack.enter_context(cluster_executor(cluster)))
        elif jobs == 1:
            yield ALONE
        else:
            yield Workers(stack.enter_context(_threads(jobs) if threads else _processes(jobs)), jobs)


@contextmanager
def _threads(jobs: int) -> Iterator[Executor]:
    executor = ThreadPoolExecutor(jobs)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Processes that are ended at once: nobody waits for games that are no longer wanted."""
    others = multiprocessing.active_children()
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_follow_parent)
    try:
        yield executor
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        executor.shutdown(cancel_futures=True)


def _follow_parent() -> None:
    """Leave Ctrl-C and standard output to the process that started this one, and end when it ends, even if it was killed."""
    sys.stdout = sys.stderr  # what a bot prints is no answer of the command
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, name="follow parent", daemon=True).start()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C before they can ignore it; this one hears it a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def termination_interrupts() -> Iterator[None]:
    """Meanwhile, let SIGTERM do what Ctrl-C does. Only the main thread can say so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
