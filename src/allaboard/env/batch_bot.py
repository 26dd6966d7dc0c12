"""Compiled bots for batches: which bots are compiled, and one of them as a player in the games of a `VectorGames`."""

from __future__ import annotations

from functools import partial

import numpy as np

from allaboard.bots import make_bot
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.engine.typed_records import Flags, Int64s
from allaboard.env.opponents import GREEDY, NET, PLANNER, RANDOM, Bot, choose_actions
from allaboard.env.policy_bot import PolicyBot
from allaboard.env.sampling import new_streams
from allaboard.env.stepping import WAIT, Batch, Codec, Deal
from allaboard.env.vector import VectorGames
from allaboard.runner.compiled import planner_constants, planner_of

__all__ = ["BatchBot", "compiled_kind"]


def compiled_kind(spec: str) -> int | None:
    """The number by which compiled code knows a bot; None for one that is not compiled."""
    if spec in (known := {"random": RANDOM, "greedy": GREEDY}):
        return known[spec]
    if planner_of(spec) is not None:
        return PLANNER
    return NET if isinstance(make_bot(spec), PolicyBot) else None


class BatchBot:
    """Plays `random`, `greedy`, `planner` or a character of it in the games of a batch, in compiled code.

    >>> games = VectorGames("new-york", players=2, games=3, seed=7)
    >>> bot = BatchBot("greedy", games)
    >>> games.step(bot(), exact=True)
    """

    def __init__(self, spec: str, games: VectorGames, seed: int = 0) -> None:
        """Get ready for a batch; the seed is for a bot that plays at random."""
        kind = compiled_kind(spec)
        if kind is None or kind == NET:
            raise ValueError(f"the bot '{spec}' is not compiled; allowed here: random, greedy, planner and its characters")
        constants = (
            planner_constants(spec, games.actions, games.players)
            if kind == PLANNER
            else constants_of(games.actions.boards[0], games.players)
        )
        streams = new_streams(seed, games.games)
        self._games, self._bot = games, Bot(kind, constants, new_scratch(games.threads), streams)

    def __call__(self, wanted: Flags | None = None) -> Int64s:
        """Return what it does in each game, or in those that are wanted and -1, to wait, in the others: for `step` with `exact`."""
        actions = np.full(self._games.games, WAIT, np.int64)
        self._games.run(partial(self._choose, np.ones(len(actions), np.bool_) if wanted is None else wanted, actions))
        return actions

    def _choose(self, wanted: Flags, actions: Int64s, codec: Codec, batch: Batch, deal: Deal, first: int, last: int) -> None:
        choose_actions(codec, batch, self._bot, wanted, actions, first, last)
