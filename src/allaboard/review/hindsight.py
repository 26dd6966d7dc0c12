"""Every seat's chance with all hands open: the truth of a moment, played on with other cards to come.

What was played and what the planner would have done, seeing only what its seat sees, are tried with the same cards to come; so the chance
before an action, after it, and after what chance gave can be told apart.
"""

from __future__ import annotations

import numpy as np

from allaboard.bots.search.worlds import NOTHING
from allaboard.engine.typed_records import Floats
from allaboard.review.futures import Futures, Line
from allaboard.review.means import differences
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
    def games(self) -> int:
        """How many games were played."""
        return len(self._won) * len(self.lines)

    def play(self, worlds: int) -> None:
        """Play so many more futures."""
        self._won = np.concatenate([self._won, self.futures.play(self.lines, len(self._won), worlds)])

    def chances(self) -> tuple[Floats, Floats]:
        """Every seat's chance before the action, and the standard errors."""
        before = self._won[:, 0]
        return before.mean(axis=0), before.std(axis=0, ddof=1) / np.sqrt(len(before))

    def gains(self) -> tuple[Floats, Floats]:
        """What the action adds to every seat's chance beyond the planner's choice, and the standard errors."""
        return differences(self._won[:, -1], self._won[:, 0])
