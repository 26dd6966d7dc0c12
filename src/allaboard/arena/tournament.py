"""A tournament: matches played block by block by the runner's workers, and written down as they come.

Blocks come back in the order in which they were given out, so that what is written, and where a sequential test stops, does not
depend on how many work on them. What a block is, is the match's; where blocks are kept, the results'.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from allaboard.arena.match import Blocks, Match, play_blocks
from allaboard.arena.results import Results
from allaboard.arena.statistics import Share, Sprt, share_of
from allaboard.runner.workers import ALONE, Workers

__all__ = ["Progress", "Tournament"]

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
        self._sizes = [1] * len(self.matches)
        self.stopped = False
        self._read()

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

    def play(self, workers: Workers = ALONE) -> Generator[Progress]:
        """Play what is missing; whoever stops listening stops the play, and what was given is written."""
        try:
            for index, blocks, seconds in workers.map(_work, self._tasks()):
                self._pace(index, len(blocks), seconds)
                yield self._enter(index, blocks)
                if self.stopped:
                    return
        except KeyboardInterrupt:
            # it may come between counting and writing: what is written counts
            self._read()
            raise

    def _tasks(self) -> Iterator[tuple[int, Match, range]]:
        """Blocks to play next, a little of each match in turn, so that an early end leaves all with about as many."""
        missing = [deque(sorted(set(range(self.blocks)) - done)) for done in self._done]
        while any(missing) and not self.stopped:
            index = max(range(len(missing)), key=lambda number: len(missing[number]))
            first = last = missing[index].popleft()
            while missing[index] and missing[index][0] == last + 1 and last + 1 - first < self._sizes[index]:
                last = missing[index].popleft()
            yield index, self.matches[index], range(first, last + 1)

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

    def _read(self) -> None:
        """Count what is written."""
        self._shares = [self.results.read(match, self.blocks).shares for match in self.matches]
        self._decide()

    def _decide(self) -> None:
        if self.sprt is not None and (count := self.sprt.decided_at(self._shares[0][:, 0])) is not None:
            self._shares[0] = self._shares[0][:count]
            self.stopped = True


def _work(task: tuple[int, Match, range]) -> tuple[int, Blocks, float]:
    """Play blocks of the match with this index, and say how long it took."""
    index, match, blocks = task
    begun = time.perf_counter()
    played = play_blocks(match, blocks)
    return index, played, time.perf_counter() - begun
