"""One seat in every game of a batch: the bots of the other seats play in the same compiled call, nets are asked for all games at once.

Which game follows which is the batch's to say, what an API wants to hear of it that API's module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from allaboard.bots import make_bot
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.engine.typed_records import joined_records
from allaboard.env.action_encoding import Choices
from allaboard.env.batch_bot import compiled_kind
from allaboard.env.opponents import (
    NET,
    PLANNER,
    Opponents,
    begin_ended_tables,
    begin_tables,
    observe_waiting,
    play_waiting,
    step_tables,
)
from allaboard.env.policy_bot import PolicyBot
from allaboard.env.stepping import Batch, Codec, Deal
from allaboard.env.vector import VectorGames
from allaboard.runner.compiled import planner_constants
from allaboard.validation import seat_number

__all__ = ["OPPONENTS", "VectorSeat"]

OPPONENTS = "random, greedy, planner and its characters, a net's file"
"""Who can sit there, in words."""


class Net:
    """A net that sits at many tables: it is asked for all of those at once where it is to move."""

    def __init__(self, spec: str, games: VectorGames, seat: int) -> None:
        bot = make_bot(spec)
        assert isinstance(bot, PolicyBot)
        bot.begin(games.edition, games.players, seat, 0)
        self.seat, self._bot, self._games = seat, bot, games
        self._choices = Choices(games.actions, bot.policy.info.actions)

    def play(self, opponents: Opponents, codec: Codec, batch: Batch, deal: Deal, first: int, last: int) -> None:
        """Choose in every game of a range where it is this seat's turn, and let the others go on from there."""
        games = first + np.flatnonzero(batch.seats[first:last] == self.seat)
        observations = np.empty((len(games), batch.observations.shape[1]), np.uint8)
        masks = np.empty((len(games), self._choices.size), np.int8)
        observe_waiting(Codec(codec.boards, self._choices.encodings, codec.starts), batch, games, observations, masks)
        chosen = self._bot.best_choices(self._games.edition, observations, masks)
        play_waiting(codec, batch, opponents, self._choices.encodings, games, chosen, first)


class VectorSeat:
    """A seat in the games of a `VectorGames`; what happened there stands in its arrays, and in `opponents` what was earned or replaced."""

    def __init__(self, games: VectorGames, opponents: str | Sequence[str] = "random", seat: int = 0) -> None:
        """Take the seat; `opponents` are the bots of the others in clockwise order, or the one that sits in them all."""
        self.games, self.seat = games, seat_number(seat, games.players)
        specs = [opponents] * (games.players - 1) if isinstance(opponents, str) else list(opponents)
        if len(specs) != games.players - 1:
            raise ValueError(f"{len(specs)} opponents were named for {games.players - 1} seats")
        self._nets: list[Net] = []
        self.opponents = self._seated(specs)

    def _seated(self, specs: Sequence[str]) -> Opponents:
        games, players = self.games, self.games.players
        kinds, constants = np.zeros(players, np.int64), [constants_of(games.actions.boards[0], players)] * players
        for turn, spec in enumerate(specs, start=1):
            kind, place = compiled_kind(spec), (self.seat + turn) % players
            if kind is None:
                raise ValueError(f"the bot '{spec}' is not compiled; allowed here: {OPPONENTS}")
            kinds[place] = kind
            if kind == PLANNER:
                constants[place] = planner_constants(spec, games.actions, players)
            elif kind == NET:
                self._nets.append(Net(spec, games, place))
        earned, replaced = np.zeros(games.games, np.float32), np.zeros(games.games, np.bool_)
        streams, scratches = np.zeros((games.games, 4), np.uint64), new_scratch(games.threads)
        return Opponents(self.seat, kinds, joined_records(constants), scratches, streams, earned, replaced)

    def begin(self) -> None:
        """Begin the games that the batch's numbers name, up to the agent's first turn."""
        self._run(lambda codec, batch, deal, first, last: begin_tables(codec, batch, deal, self.opponents, first, last))

    def step(self, choices: npt.NDArray[np.int64]) -> None:
        """Carry out a choice in every game and go on to the agent's next turn; where a game was over, the next of its place begins."""
        self._run(lambda codec, batch, deal, first, last: step_tables(codec, batch, deal, self.opponents, choices, first, last))

    def begin_ended(self) -> None:
        """Begin the next game at once where one is over."""
        self._run(lambda codec, batch, deal, first, last: begin_ended_tables(codec, batch, deal, self.opponents, first, last))

    def _run(self, work: Callable[[Codec, Batch, Deal, int, int], None]) -> None:
        """Do some compiled work in every game, then let the nets play until it is the agent's turn everywhere."""
        self.games.run(work)
        while self._nets and (self.games.seats != self.seat).any():
            for net in self._nets:
                self.games.run(partial(net.play, self.opponents))
