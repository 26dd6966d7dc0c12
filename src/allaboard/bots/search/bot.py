"""The search as a bot: which worlds to try for how long, when to trust them more than the plan, and what it thought.

Candidates share their worlds, so that luck cancels; the worse half is dropped again and again; and the planner's own choice is left only
for one that is better by more than chance explains. With no budget it is the planner.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np

from allaboard.actions import ActionTable
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.work import new_works
from allaboard.bots.search.candidates import list_candidates
from allaboard.bots.search.worlds import try_world
from allaboard.editions import Edition
from allaboard.engine.entry import new_states
from allaboard.view import Sight

__all__ = ["Budget", "Candidate", "Search", "Thought"]

CANDIDATES: Final = 8
FEWEST_WORLDS: Final = 12
"""So many worlds a candidate must have been tried in before anything is concluded."""
GATE: Final = 1.5
"""Standard errors by which a candidate must be better than the planner's choice."""
WIN_WEIGHT: Final = 0.6
"""How much of a game's value is who won; the rest is by how much, which is less noisy and says nearly the same."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be thought about one decision: so many games to the end, or so many seconds."""

    games: int = 0
    seconds: float = 0.0
    threads: int = 1

    @classmethod
    def parse(cls, options: str) -> Budget:
        """Read `200ms`, `1s` or `400` (games), with `x2` behind it for two threads."""
        amount, _, threads = options.partition("x")
        try:
            number = int(threads or "1")
            if amount.endswith("ms"):
                return cls(seconds=float(amount[:-2]) / 1000.0, threads=number)
            if amount.endswith("s"):
                return cls(seconds=float(amount[:-1]), threads=number)
            return cls(games=int(amount), threads=number)
        except ValueError as error:
            raise ValueError(f"{options!r} is no budget; allowed: 200ms, 1s or 400 (games), and x2 behind it for two threads") from error


@dataclass(frozen=True, slots=True)
class Candidate:
    """What was found out about one action: its value from 0 to 1 with standard error, its share of wins, its margin in points."""

    action: int
    worlds: int
    value: float
    error: float
    wins: float
    margin: float
    gain: float = 0.0  # over the planner's choice, in the worlds that both were tried in
    gain_error: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision with its reasons: the action, and the candidates, the planner's own choice first."""

    action: int
    candidates: tuple[Candidate, ...] = field(default=())


class Search:
    """The planner, checked in possible worlds: it plays its best actions out before it leaves its plan.

    Options are the budget of a decision: `search:200ms`, `search:1sx2` (two threads) or `search:400` (games, the same on every machine).
    """

    def __init__(self, options: str = "200ms") -> None:
        self.budget = Budget.parse(options)
        self.thought = Thought(-1)
        self._seed = 0

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        """Take a seat with random numbers of its own."""
        self._seed = seed

    def choose(self, sight: Sight) -> int:
        """The planner's choice, or one that is surely better."""
        self.thought = self.think(sight)
        return self.thought.action

    def think(self, sight: Sight) -> Thought:
        """Decide, with reasons."""
        if sight.seat is None:
            raise ValueError("a spectator's sight has no seat to decide for")
        trial = Trial(sight.table, sight.states, sight.seat, self._seed, self.budget.threads)
        if len(trial.actions) == 1 or (self.budget.games == 0 and self.budget.seconds == 0.0):
            return Thought(int(trial.actions[0]))
        with ThreadPoolExecutor(self.budget.threads) as pool:
            trial.halve(self.budget, pool)
        return trial.conclude()


class Trial:
    """The candidates of one decision and what has been seen of them: a row a world, a column a candidate."""

    def __init__(self, table: ActionTable, states: Any, seat: int, seed: int, threads: int) -> None:
        self.boards, self.states, self.seat = table.boards, states, seat
        self.constants = constants_of(table.boards[0])
        actions, worths = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES)
        count = list_candidates(self.boards, states, seat, self.constants, new_works(), actions, worths)
        self.actions = actions[:count]
        self.seed = np.array([seed, int(states[0].turns), int(states[0].phase), 0], dtype=np.uint64)
        self.threads = threads
        self.rooms = [(new_states(3), new_works()) for _ in range(threads)]
        self.won: list[Any] = []
        self.margins: list[Any] = []

    def halve(self, budget: Budget, pool: ThreadPoolExecutor) -> None:
        """Try all candidates, then the better half, and so on; the planner's choice stays, to be compared with."""
        alive = np.arange(len(self.actions))
        rounds = max(1, int(np.ceil(np.log2(len(alive)))))
        begun = time.perf_counter()
        for number in range(rounds):
            worlds = budget.games // (rounds * len(alive)) if budget.games else 1 << 30
            end = begun + budget.seconds * (number + 1) / rounds if budget.seconds else float("inf")
            self._try(alive, worlds, end, pool)
            means = np.nan_to_num(np.nanmean(self._values(), axis=0), nan=-1.0) if self.won else np.zeros(len(self.actions))
            best = alive[np.argsort(-means[alive], kind="stable")][: max(2, (len(alive) + 1) // 2)]
            alive = np.unique(np.append(best, 0))

    def _try(self, alive: Any, worlds: int, end: float, pool: ThreadPoolExecutor) -> None:
        done = 0
        while done < worlds and time.perf_counter() < end:
            batch = range(min(self.threads, worlds - done))
            for won, margins in pool.map(partial(self._world, alive, len(self.won)), batch):
                self.won.append(won)
                self.margins.append(margins)
            done += len(batch)

    def _world(self, alive: Any, first: int, thread: int) -> tuple[Any, Any]:
        """Play one world after each candidate that is alive, in the room of a thread; worlds are numbered on from the first."""
        rooms, works = self.rooms[thread]
        seed = self.seed.copy()
        seed[3] = first + thread
        won, margins = np.full(len(self.actions), np.nan), np.full(len(self.actions), np.nan)
        tried_won, tried_margins = np.empty(len(alive)), np.empty(len(alive))
        actions = self.actions[alive]
        try_world(self.boards, self.states, rooms, self.seat, self.constants, works, seed, actions, tried_won, tried_margins)
        won[alive], margins[alive] = tried_won, tried_margins
        return won, margins

    def _values(self) -> Any:
        scale = float(self.boards[0].pieces)
        return WIN_WEIGHT * np.array(self.won) + (1.0 - WIN_WEIGHT) * (0.5 + 0.5 * np.tanh(np.array(self.margins) / scale))

    def conclude(self) -> Thought:
        """Leave the planner's choice only for a candidate that is better by more than chance explains."""
        if not self.won:
            return Thought(int(self.actions[0]))
        values, won, margins = self._values(), np.array(self.won), np.array(self.margins)
        candidates = tuple(self._candidate(column, values, won, margins) for column in range(len(self.actions)))
        sure = [one for one in candidates[1:] if one.worlds >= FEWEST_WORLDS and one.gain > GATE * one.gain_error]
        best = max(sure, key=lambda one: one.gain / max(one.gain_error, 1e-9), default=candidates[0])
        return Thought(best.action, candidates)

    def _candidate(self, column: int, values: Any, won: Any, margins: Any) -> Candidate:
        tried = ~np.isnan(values[:, column])
        own = values[tried, column]
        gains = own - values[tried, 0]
        return Candidate(
            int(self.actions[column]),
            len(own),
            _mean(own),
            _error(own),
            _mean(won[tried, column]),
            _mean(margins[tried, column]),
            _mean(gains),
            _error(gains),
        )


def _mean(values: Any) -> float:
    return float(values.mean()) if len(values) else 0.0


def _error(values: Iterable[float]) -> float:
    sample = np.asarray(values)
    return float(sample.std(ddof=1) / np.sqrt(len(sample))) if len(sample) > 1 else float("inf")
