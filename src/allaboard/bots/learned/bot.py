"""The learned bot: the search with a net that ends its games early, so that it sees many more worlds in the same time."""

from __future__ import annotations

from typing import ClassVar

from allaboard.bots.learned.net import load_net
from allaboard.bots.search.bot import Search

__all__ = ["Learned"]


class Learned(Search):
    """The search with a trained eye: it plays a few rounds on and lets a small net foresee the rest.

    Options are the budget of a decision, as `search` takes them: `learned:200ms`, `learned:1sx2` or `learned:400` (games).
    """

    rounds: ClassVar = 4

    def __init__(self, options: str = "200ms") -> None:
        super().__init__(options)
        self.net = load_net()
