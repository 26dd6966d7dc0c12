"""Every seat's chance with all hands open: the truth of a moment, played on with other cards to come.

What was played and what the planner would have done, seeing only what its seat sees, are tried with the same cards to come; so the chance
before an action, after it, and after what chance gave can be told apart.
"""

from __future__ import annotations

import numpy as np

from allaboard.bots.search.worlds import NOTHING
from allaboard.engine.typed_records import Floats
from allaboard.review.futures import Futures, Line
from allaboard.review.moments import Moment

__all__ = ["Outlook"]


class Outlook:
    """What the future holds for every seat before a moment's action, and what the action changes."""

    def __init__(self, moment: Moment, planned: int, seed: int) -> None:
        """`planned` is the planner's choice, or what was played where both come to the same."""
        self.lines: list[Line] = [(action, NOTHING) for action in dict.fromkeys((planned, moment.action))]
        self.futures = Futures(moment.observation, moment.n, seed, moment.states)
        self._won: Floats = np.empty((0, len(self.lines), self.futures.players))

    @property
    def worlds(self) -> int:
        """How many futures were tried, each after both actions."""
        return len(self._won)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.worlds * len(self.lines)

    def play(self, worlds: int) -> None:
        """Play so many more futures."""
        self._won = np.concatenate([self._won, self.futures.play(self.lines, self.worlds, worlds)])

    def chances(self) -> Floats:
        """Every seat's chance before the action."""
        chances: Floats = self._won[:, 0].mean(axis=0)
        return chances

    def gains(self) -> Floats:
        """What the action adds to every seat's chance beyond the planner's choice."""
        gains: Floats = (self._won[:, -1] - self._won[:, 0]).mean(axis=0)
        return gains

    def spread(self) -> Floats:
        """How roughly that is known: for every seat the variance of its chance, that of its gain, and their covariance."""
        before, gained = (part - part.mean(axis=0) for part in (self._won[:, 0], self._won[:, -1] - self._won[:, 0]))
        spread: Floats = np.stack([before**2, gained**2, before * gained]).sum(axis=1) / (self.worlds * (self.worlds - 1))
        return spread
