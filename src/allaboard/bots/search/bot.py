"""The search as a bot: how long to think, and what came of it. Trying the candidates is `evaluation`'s, the reasons are `analysis`'."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

from allaboard.bots.search.analysis import Analysis, Candidate
from allaboard.bots.search.budget import Budget
from allaboard.bots.search.evaluation import Trial
from allaboard.bots.search.plans import plan_behind
from allaboard.editions import Edition
from allaboard.observation import Observation

__all__ = ["FirstSearch", "Search"]


class Search:
    """The planner, checked in possible worlds: it plays its best actions out before it leaves its plan.

    Options are the budget of a decision: `search:200ms`, `search:1sx2` (two threads) or `search:400` (games, the same on every machine).
    """

    style: ClassVar = "planner"  # by whose constants it thinks and plays its worlds
    anew: ClassVar = False  # whether the planners in its worlds look at every turn anew

    def __init__(self, options: str = "200ms") -> None:
        self.budget = Budget.parse(options)
        self.analysis = Analysis(-1, (Candidate(-1),))
        self._seed = 0

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        """Take a seat with random numbers of its own."""
        self._seed = seed

    def choose(self, observation: Observation) -> int:
        """The planner's choice, or one that is surely better."""
        self.analysis = self.analyse(observation)
        return self.analysis.action

    def analyse(self, observation: Observation) -> Analysis:
        """Decide, with reasons."""
        if observation.seat is None:
            raise ValueError("a spectator's observation has no seat to decide for")
        trial = Trial(observation, observation.seat, self._seed, self.budget.threads, self.style, self.anew)
        if len(trial.actions) > 1 and not self.budget.nothing:
            with ThreadPoolExecutor(self.budget.threads) as pool:
                trial.halve(self.budget, pool)
        choice, candidates = trial.conclude()
        routes, tickets = plan_behind(trial.decision, choice.action)
        return Analysis(choice.action, candidates, routes, tickets)


class FirstSearch(Search):
    """The search as it was first frozen, to measure later ones against.

    Options are the budget of a decision, as `search` takes them.
    """

    style = "planner@1"
    anew = True
    version: ClassVar = "1"
