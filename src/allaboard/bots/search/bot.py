"""The search as a bot, by itself or with a net that ends its games early: how long to think, and what came of it.

Trying the candidates is `evaluation`'s, the reasons are `analysis`', the net is `learned`'s.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

from allaboard.bots.learned.net import Net, load_net
from allaboard.bots.search.analysis import Analysis, Candidate
from allaboard.bots.search.budget import Budget
from allaboard.bots.search.evaluation import Trial
from allaboard.bots.search.plans import plan_behind
from allaboard.editions import Edition
from allaboard.observation import Observation

__all__ = ["FirstSearch", "Learned", "Search"]


class Search:
    """The planner, checked in possible worlds: it plays its best actions out before it leaves its plan.

    Options are the budget of a decision: `search:200ms`, `search:1sx2` (two threads) or `search:400` (games, the same on every machine).
    """

    style: ClassVar = "planner"  # by whose constants it thinks and plays its worlds
    net: Net | None = None
    rounds: ClassVar = 0  # of the table that a game is played before the net judges it

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
        trial = Trial(observation, observation.seat, self._seed, self.budget.threads, self.net, self.rounds, self.style)
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
    version: ClassVar = "1"


class Learned(Search):
    """The search with a trained eye: it plays a few rounds on and lets a small net foresee the rest, so that it sees many more worlds.

    Options are the budget of a decision, as `search` takes them: `learned:200ms`, `learned:1sx2` or `learned:400` (games).
    """

    rounds: ClassVar = 4

    def __init__(self, options: str = "200ms") -> None:
        super().__init__(options)
        self.net = load_net()
