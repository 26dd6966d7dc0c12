"""How much may be thought about one decision, and how that is written."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

__all__ = ["Budget", "Meter"]

WAVE: Final = 64
"""Games between two looks at what came of them, where games are counted."""
WAVES: Final = 32
"""Looks during a decision, where time is."""


@dataclass(frozen=True, slots=True)
class Budget:
    """So many games to the end, or so many seconds, on so many threads; of seconds no more are used than so many games take."""

    games: int = 0
    seconds: float = 0.0
    threads: int = 1
    games_a_player: int = 0  # the most games where seconds are counted, for each player of the table; 0 for any number

    @classmethod
    def parse(cls, options: str) -> Budget:
        """Read `200ms`, `1s` or `400` (games), with `x2` behind it for two threads."""
        amount, _, threads = options.partition("x")
        try:
            number = int(threads or "1")
            if amount.endswith("ms"):
                budget = cls(seconds=float(amount[:-2]) / 1000.0, threads=number)
            elif amount.endswith("s"):
                budget = cls(seconds=float(amount[:-1]), threads=number)
            else:
                budget = cls(games=int(amount), threads=number)
        except ValueError as error:
            raise ValueError(_refusal(options)) from error
        if budget.threads < 1 or budget.games < 0 or budget.seconds < 0.0:
            raise ValueError(_refusal(options))
        return budget

    @property
    def nothing(self) -> bool:
        """Whether there is no time to think at all."""
        return self.games == 0 and self.seconds == 0.0


class Meter:
    """Deals a budget out in waves of worlds, each of which is tried with several candidates."""

    def __init__(self, budget: Budget, players: int = 2) -> None:
        self._budget = budget
        self._most = budget.games or budget.games_a_player * players
        self._begun = time.perf_counter()
        self._games = 0

    def wave(self, candidates: int, share: float) -> int:
        """How many worlds to try next with so many candidates; none once that share of the budget is used up."""
        worlds = self._by_games(candidates, share) if self._most else self._by_time(candidates, share)
        if self._most and worlds and not self._budget.games:
            worlds = min(worlds, self._by_time(candidates, share))
        self._games += worlds * candidates
        return worlds

    def _by_games(self, candidates: int, share: float) -> int:
        return min(WAVE, int(share * self._most) - self._games) // candidates

    def _by_time(self, candidates: int, share: float) -> int:
        seconds, threads = self._budget.seconds, self._budget.threads
        spent = time.perf_counter() - self._begun
        left = share * seconds - spent
        fitting = min(left, seconds / WAVES) * self._games / (spent * candidates)
        return max(threads, int(fitting)) if left > 0.0 else 0


def _refusal(options: str) -> str:
    return f"{options!r} is no budget; allowed: 200ms, 1s or 400 (games), and x2 behind it for two threads"
