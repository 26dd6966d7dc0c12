"""Gymnasium's vector environment: one agent at many tables at once, opponents and games in one compiled call.

`gymnasium.make_vec` uses it wherever all opponents are compiled or nets, which are asked for all tables at once; with others the tables
are stepped one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from allaboard.bots import make_bot
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.editions import Edition
from allaboard.engine.typed_records import Bytes, Flags, joined_records
from allaboard.env.action_encoding import ActionEncoding, Choices
from allaboard.env.batch_bot import compiled_kind
from allaboard.env.gymnasium import AllAboardEnv
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
from allaboard.env.rewards import RewardKind
from allaboard.env.stepping import Batch, Codec, Deal
from allaboard.env.vector import VectorGames
from allaboard.runner.compiled import planner_constants
from allaboard.validation import seat_number

__all__ = ["AllAboardVectorEnv", "make_vector_env"]


def make_vector_env(num_envs: int = 1, *, edition: Edition | str, players: int = 2, **options: Any) -> VectorEnv[Any, Any, Any]:
    """A seat at so many tables: in compiled code where the opponents are, otherwise one environment after the other."""
    opponents = options.get("opponents", "random")
    specs = [opponents] if isinstance(opponents, str) else list(opponents)
    if all(compiled_kind(spec) is not None for spec in specs) and options.get("illegal", "first") == "first":
        return AllAboardVectorEnv(num_envs, edition=edition, players=players, **options)
    return SyncVectorEnv([partial(AllAboardEnv, edition, players, **options) for _ in range(num_envs)])


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


class AllAboardVectorEnv(VectorEnv[Bytes, npt.NDArray[np.int64], npt.NDArray[np.int64]]):
    """A seat at many tables of compiled bots, `random`, `greedy`, `planner` and its characters, and of nets from files.

    A game that ends is shown as it ended, with every choice marked; the next step begins another in its place and ignores its choice, as
    Gymnasium's vector environments do. Table i plays the games i, i + num_envs, i + 2·num_envs and so on of the seed.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - Gymnasium's own type

    def __init__(
        self,
        num_envs: int = 1,
        *,
        edition: Edition | str,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        start: int | None = None,
        actions: ActionEncoding = "exact",
        reward: RewardKind = "win",
        threads: int | None = None,
        copy: bool = True,
        illegal: str = "first",
        render_mode: None = None,
    ) -> None:
        """Take a seat at every table; `copy=False` hands out the arrays that the next step writes anew."""
        self.games = VectorGames(edition, players, num_envs, start=start, actions=actions, reward=reward, threads=threads)
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self.seat = seat_number(seat, players)
        specs = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(specs) != players - 1:
            raise ValueError(f"{len(specs)} opponents were named for {players - 1} seats")
        self._opponents, self._begun = self._seated(specs), False
        high = self.games.layout.high
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(self.games.choices.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seated(self, specs: Sequence[str]) -> Opponents:
        games, players = self.games, self.games.players
        self._nets: list[Net] = []
        kinds, constants = np.zeros(players, np.int64), [constants_of(games.actions.boards[0], players)] * players
        for turn, spec in enumerate(specs, start=1):
            kind, place = compiled_kind(spec), (self.seat + turn) % players
            if kind is None:
                raise ValueError(
                    f"the bot '{spec}' is not compiled; allowed here: random, greedy, planner and its characters, a net's file"
                )
            kinds[place] = kind
            if kind == PLANNER:
                constants[place] = planner_constants(spec, games.actions, players)
            elif kind == NET:
                self._nets.append(Net(spec, games, place))
        earned, replaced = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_)
        streams, scratches = np.zeros((self.num_envs, 4), np.uint64), new_scratch(games.threads)
        return Opponents(self.seat, kinds, joined_records(constants), scratches, streams, earned, replaced)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Begin the first games of a seed; without a seed, the next games of the last one."""
        if seed is not None or self._begun:
            self.games.renumber(seed)
        self._begun = True
        self.games.dones[:], self.games.scores[:], self.games.shares[:] = False, 0, 0
        self._run(self._begin)
        return self._shown(), self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Bytes, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Carry out a choice at every table and let the bots play until it is the agent's turn again; rewards are for all of it."""
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} choices are needed, one for each table, not an array of shape {chosen.shape}")
        self._run(partial(self._step, chosen))
        earned = self._opponents.earned.astype(np.float64)
        return self._shown(), earned, self.games.dones.copy(), np.zeros(self.num_envs, np.bool_), self._info()

    def begin_ended(self) -> Bytes:
        """Begin the next game at once where one is over, for those who do not wait for the next step; the observations then."""
        self._run(self._begin_ended)
        return self._shown()

    def _run(self, work: Callable[[Codec, Batch, Deal, int, int], None]) -> None:
        """Do some compiled work at every table, then let the nets play until it is the agent's turn everywhere."""
        self.games.run(work)
        while self._nets and (self.games.seats != self.seat).any():
            for net in self._nets:
                self.games.run(partial(net.play, self._opponents))

    def _begin_ended(self, codec: Codec, batch: Batch, deal: Deal, first: int, last: int) -> None:
        begin_ended_tables(codec, batch, deal, self._opponents, first, last)

    def _begin(self, codec: Codec, batch: Batch, deal: Deal, first: int, last: int) -> None:
        begin_tables(codec, batch, deal, self._opponents, first, last)

    def _step(self, choices: npt.NDArray[np.int64], codec: Codec, batch: Batch, deal: Deal, first: int, last: int) -> None:
        step_tables(codec, batch, deal, self._opponents, choices, first, last)

    def action_masks(self) -> Flags:
        """Which choices are legal now, a row for each table."""
        return self.games.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.games.close()

    def _shown(self) -> Bytes:
        return self.games.observations.copy() if self.copy else self.games.observations

    def _info(self) -> dict[str, Any]:
        masks = self.games.masks.copy() if self.copy else self.games.masks
        info: dict[str, Any] = {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
        if self._opponents.replaced.any():
            info |= {"illegal": self._opponents.replaced.copy(), "_illegal": self._opponents.replaced.copy()}
        if self.games.dones.any():
            over = self.games.dones.copy()
            info |= {"scores": self.games.scores.copy(), "_scores": over, "win": self.games.shares[:, self.seat].copy(), "_win": over}
        return info
