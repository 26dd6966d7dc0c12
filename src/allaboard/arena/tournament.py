"""A tournament: matches played block by block on threads, processes or a cluster, and written down as they come.

Blocks come back in the order in which they were given out, so that what is written, and where a sequential test stops, does not
depend on how many work on them. What a block is, is the match's; where blocks are kept, the results'.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from allaboard.arena.match import Blocks, Match, play_blocks
from allaboard.arena.results import Results
from allaboard.arena.statistics import Share, Sprt, share_of

__all__ = ["Progress", "Tournament", "workers"]

LONG_ENOUGH: Final = 1.0
"""Seconds that a worker should be busy with the blocks it is given; more and a kill loses more, less and handing over costs."""

MOST_BLOCKS: Final = 200


@dataclass(frozen=True, slots=True)
class Progress:
    """Blocks that were just played and written."""

    match: Match
    blocks: Blocks


class Tournament:
    """Matches that are played to a number of blocks each, and what they came to so far.

    Blocks that the results hold already are not played again. A sequential test ends a tournament of one match early, exactly
    where it would have ended without interruption.
    """

    def __init__(self, matches: Sequence[Match], blocks: int, results: Results, sprt: Sprt | None = None) -> None:
        if sprt is not None and len(matches) != 1:
            raise ValueError(f"a sequential test decides one match, not {len(matches)}")
        self.matches, self.blocks, self.sprt = tuple(matches), blocks, sprt
        self.results = results
        self._done = [results.done(match) for match in self.matches]
        self._shares = [results.read(match, blocks).shares for match in self.matches]
        self._sizes = [1] * len(self.matches)
        self.stopped = False
        self._decide()

    @property
    def total(self) -> int:
        """How many blocks there are to play in all."""
        return self.blocks * len(self.matches)

    @property
    def played(self) -> int:
        """How many of them are played."""
        return sum(map(len, self._shares))

    def shares(self, match: Match) -> NDArray[np.float64]:
        """What each place of a lineup won of each block so far."""
        return self._shares[self.matches.index(match)]

    def standings(self, match: Match) -> list[Share]:
        """What each place of a lineup has won so far; nothing before the first block."""
        shares = self.shares(match)
        return [share_of(shares[:, place]) for place in range(match.players)] if len(shares) else []

    def play(self, executor: Executor | None = None, workers: int = 1) -> Generator[Progress]:
        """Play what is missing; whoever stops listening stops the play, and what was given is written."""
        tasks = self._tasks()
        waiting: deque[tuple[int, Future[tuple[Blocks, float]]]] = deque()
        while not self.stopped:
            # two tasks a worker are under way or in line, so that none waits and an end comes soon
            while len(waiting) < 2 * workers and (task := next(tasks, None)) is not None:
                waiting.append((task[0], _given(executor, self.matches[task[0]], task[1])))
            if not waiting:
                return
            index, future = waiting.popleft()
            blocks, seconds = future.result()
            self._pace(index, len(blocks), seconds)
            yield self._enter(index, blocks)

    def _tasks(self) -> Iterator[tuple[int, range]]:
        """Blocks to play next, a little of each match in turn, so that an early end leaves all with about as many."""
        missing = [deque(sorted(set(range(self.blocks)) - done)) for done in self._done]
        while any(missing):
            index = max(range(len(missing)), key=lambda number: len(missing[number]))
            first = last = missing[index].popleft()
            while missing[index] and missing[index][0] == last + 1 and last + 1 - first < self._sizes[index]:
                last = missing[index].popleft()
            yield index, range(first, last + 1)

    def _pace(self, index: int, blocks: int, seconds: float) -> None:
        self._sizes[index] = max(1, min(MOST_BLOCKS, 2 * blocks, int(LONG_ENOUGH * blocks / max(seconds, 1e-6))))

    def _enter(self, index: int, blocks: Blocks) -> Progress:
        match, before = self.matches[index], self._shares[index]
        self._shares[index] = np.concatenate([before, blocks.shares])
        self._decide()
        # blocks beyond the decision were played in vain: they are not counted, whoever played them
        blocks = blocks.upto(len(self._shares[index]) - len(before))
        self.results.add(match, blocks)
        return Progress(match, blocks)

    def _decide(self) -> None:
        if self.sprt is not None and (count := self.sprt.decided_at(self._shares[0][:, 0])) is not None:
            self._shares[0] = self._shares[0][:count]
            self.stopped = True


@contextmanager
def workers(matches: Sequence[Match], jobs: int, cluster: str | None = None) -> Iterator[tuple[Executor | None, int]]:
    """Who plays: this process alone, threads for compiled games, processes for others, or the machines of a Dask cluster."""
    if cluster is not None:
        from allaboard.arena.cluster import cluster_executor

        with cluster_executor(cluster) as (remote, count):
            yield remote, count
    elif jobs == 1:
        yield None, 1
    elif all(match.compiled for match in matches):
        with ThreadPoolExecutor(jobs) as threads:
            yield threads, jobs
    else:
        with _processes(jobs) as processes:
            yield processes, jobs


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Processes that leave Ctrl-C to this one, which ends them at once: nobody waits for a block that is no longer wanted."""
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)
    try:
        yield executor
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        executor.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _given(executor: Executor | None, match: Match, blocks: range) -> Future[tuple[Blocks, float]]:
    if executor is not None:
        return executor.submit(_work, match, blocks)
    done: Future[tuple[Blocks, float]] = Future()
    done.set_result(_work(match, blocks))
    return done


def _work(match: Match, blocks: range) -> tuple[Blocks, float]:
    """Play blocks, and say how long it took."""
    begun = time.perf_counter()
    played = play_blocks(match, blocks)
    return played, time.perf_counter() - begun
