"""One decision on trial: its candidates in common worlds, the worse half dropped again and again, and what may be concluded.

Candidates share their worlds, so that luck cancels. The planner's own choice stays to the end: every other one is judged by what it
gains over it in the same worlds, and must gain more than chance explains.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import numpy as np

from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.search.analysis import Candidate
from allaboard.bots.search.beliefs import ticket_odds
from allaboard.bots.search.budget import Budget, Meter
from allaboard.bots.search.candidates import list_candidates
from allaboard.bots.search.workspace import Workspace, new_workspace
from allaboard.bots.search.worlds import NOTHING, Decision, try_worlds
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.entry import new_states
from allaboard.engine.typed_records import Flags, Floats, Int64s
from allaboard.observation import Observation

__all__ = ["CANDIDATES", "NOT_KEPT", "WIN_WEIGHT", "Trial"]

CANDIDATES: Final = 8
FEWEST_WORLDS: Final = 12
"""So many worlds a candidate must have been tried in before anything is concluded."""
SURELY: Final = 3.0
"""Standard errors by which a candidate must be behind the leader to be given up at once."""
GATE: Final = 0.8
"""Standard errors by which a candidate must be better than the planner's choice."""
WIN_WEIGHT: Final = 0.3
"""How much of a game's value is who won; the rest is by how much, which is less noisy and says nearly the same."""
NOT_KEPT: Final = new_states(0)
"""No room for games as they end: nobody asks for them."""


class Trial:
    """The candidates of one decision and what its seat has seen of them: a row a world, a column a candidate."""

    def __init__(self, observation: Observation, seat: int, seed: int, threads: int, style: str = "planner", anew: bool = False) -> None:
        boards, state, states = observation.actions.boards, observation.state, observation.states
        constants = constants_of(boards[0], int(state.players), style)
        actions, worths = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES)
        count = list_candidates(boards, states, seat, constants, new_scratch(), actions, worths)
        self.actions = actions[:count]
        odds = np.zeros((MAX_PLAYERS, MAX_TICKETS))
        ticket_odds(boards, states, seat, odds)
        words = np.array([seed, int(state.turns), int(state.phase), 0], dtype=np.uint64)
        self.decision = Decision(boards, states, seat, False, constants, odds, words, anew)
        self.workspaces = [new_workspace() for _ in range(threads)]
        self.won, self.margins = np.empty((0, count)), np.empty((0, count))

    def halve(self, budget: Budget, pool: ThreadPoolExecutor) -> None:
        """Try all candidates, then the better half, and so on, until two are left; the planner's choice stays, to be compared with.

        The budget is a maximum: what is surely worse than another is tried no longer, and once one is surely best, nothing is.
        """
        alive = np.arange(len(self.actions))
        rounds = max(1, int(np.ceil(np.log2(len(alive)))))
        meter = Meter(budget, int(self.decision.states[0].players))
        for number in range(1, rounds + 1):
            while worlds := meter.wave(len(alive), number / rounds):
                self._try_worlds(alive, worlds, pool)
                hopeful = self._hopeful(alive)
                if len(hopeful) == 1:
                    return
                alive = np.union1d(hopeful, [0])
            if not len(self.won):
                return
            best = alive[np.argsort(-self.values[:, alive].mean(axis=0), kind="stable")][: max(2, (len(alive) + 1) // 2)]
            alive = np.union1d(best, [0])

    def _hopeful(self, alive: Int64s) -> Int64s:
        """Those of the living that may still be the best: they are not behind the leader by more than chance explains."""
        if len(self.won) < FEWEST_WORLDS:
            return alive
        values = self.values[:, alive]
        behind = values[:, [values.mean(axis=0).argmax()]] - values
        near: Flags = behind.mean(axis=0) <= SURELY * behind.std(axis=0) / np.sqrt(len(behind))
        return alive[near]

    def _try_worlds(self, alive: Int64s, worlds: int, pool: ThreadPoolExecutor) -> None:
        """Try the living candidates in so many more worlds; it does not matter which thread tries which."""
        edges = np.linspace(0, worlds, len(self.workspaces) + 1).astype(int)
        self._try(alive, np.diff(edges).tolist(), pool)

    def _try(self, alive: Int64s, counts: list[int], pool: ThreadPoolExecutor) -> None:
        firsts = [len(self.won) + sum(counts[:index]) for index in range(len(counts))]
        play = partial(self._play, alive)
        parts = list(map(play, self.workspaces, firsts, counts) if len(counts) == 1 else pool.map(play, self.workspaces, firsts, counts))
        self.won = np.concatenate([self.won, *(won for won, _ in parts)])
        self.margins = np.concatenate([self.margins, *(margins for _, margins in parts)])

    def _play(self, alive: Int64s, workspace: Workspace, first: int, worlds: int) -> tuple[Floats, Floats]:
        """Play some worlds after each candidate that is alive, in the workspace of a thread; worlds are numbered on from the first."""
        tried = np.empty((2, worlds, len(alive), int(self.decision.states[0].players)))
        by_planner = np.full(len(alive), NOTHING)
        try_worlds(self.decision, workspace, first, self.actions[alive], by_planner, tried[0], tried[1], NOT_KEPT)
        figures = np.full((2, worlds, len(self.actions)), np.nan)
        figures[:, :, alive] = tried[..., self.decision.seat]
        return figures[0], figures[1]

    @property
    def values(self) -> Floats:
        """What every game was worth, from 0 to 1."""
        scale = float(self.decision.boards[0].pieces)
        return WIN_WEIGHT * self.won + (1.0 - WIN_WEIGHT) * (0.5 + 0.5 * np.tanh(self.margins / scale))

    def conclude(self) -> tuple[Candidate, tuple[Candidate, ...]]:
        """The choice and all candidates. The planner's choice is left only for one that is better by more than chance explains."""
        values = self.values
        candidates = tuple(self._candidate(column, values) for column in range(len(self.actions)))
        sure = [one for one in candidates[1:] if one.worlds >= FEWEST_WORLDS and one.gain > GATE * one.gain_error]
        return max(sure, key=lambda one: one.gain / max(one.gain_error, 1e-9), default=candidates[0]), candidates

    def _candidate(self, column: int, values: Floats) -> Candidate:
        action = int(self.actions[column])
        tried = ~np.isnan(values[:, column])
        if tried.sum() < 2:
            return Candidate(action, int(tried.sum()))
        own = values[tried, column]
        gains = own - values[tried, 0]
        return Candidate(
            action,
            len(own),
            float(own.mean()),
            _error(own),
            float(self.won[tried, column].mean()),
            float(self.margins[tried, column].mean()),
            float(gains.mean()),
            _error(gains),
        )


def _error(values: Floats) -> float:
    """The standard error of a mean."""
    return float(values.std(ddof=1) / np.sqrt(len(values)))
