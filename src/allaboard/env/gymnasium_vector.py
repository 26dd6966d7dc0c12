"""Gymnasium's vector environment: one agent at many tables at once, opponents and games in one compiled call.

`gymnasium.make_vec` uses it wherever all opponents are compiled or nets, which are asked for all tables at once; with others the tables
are stepped one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from allaboard.editions import Edition
from allaboard.engine.typed_records import Bytes, Flags
from allaboard.env.action_encoding import ActionEncoding
from allaboard.env.batch_bot import compiled_kind
from allaboard.env.episode import IllegalChoice, check_illegal
from allaboard.env.gymnasium import AllAboardEnv
from allaboard.env.rewards import RewardKind
from allaboard.env.vector import VectorGames
from allaboard.env.vector_seat import OPPONENTS, VectorSeat

__all__ = ["AllAboardVectorEnv", "make_vector_env"]


def make_vector_env(num_envs: int = 1, *, edition: Edition | str, players: int = 2, **options: Any) -> VectorEnv[Any, Any, Any]:
    """A seat at so many tables: in compiled code where the opponents are, otherwise one environment after the other."""
    opponents = options.get("opponents", "random")
    specs = [opponents] if isinstance(opponents, str) else list(opponents)
    forgiving, unseen = options.get("illegal", "first") == "first", options.get("render_mode") is None
    if forgiving and unseen and all(compiled_kind(spec) is not None for spec in specs):
        return AllAboardVectorEnv(num_envs, edition=edition, players=players, **options)
    if batched := [name for name in ("threads", "copy") if name in options]:
        raise ValueError(
            f"{' and '.join(batched)} cannot be chosen where tables are stepped one after the other, as here;"
            f" allowed with illegal='first', no render_mode and compiled opponents: {OPPONENTS}"
        )
    return SyncVectorEnv([partial(AllAboardEnv, edition, players, **options) for _ in range(num_envs)])


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
        illegal: IllegalChoice = "first",
        render_mode: str | None = None,
    ) -> None:
        """Take a seat at every table; `copy=False` hands out the arrays that the next step writes anew."""
        check_illegal(illegal)
        if illegal != "first":
            raise ValueError(f"illegal='{illegal}' is not for tables in one call; allowed: 'first', which info['illegal'] tells of")
        if render_mode is not None:
            raise ValueError(f"tables in one call are not shown, so not by render_mode='{render_mode}'; allowed: None")
        self.games = VectorGames(edition, players, num_envs, start=start, actions=actions, reward=reward, threads=threads)
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self._tables, self._begun = VectorSeat(self.games, opponents, seat), False
        self.seat = self._tables.seat
        high = self.games.layout.high
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(self.games.choices.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Begin the first games of a seed; without a seed, the next games of the last one."""
        if seed is not None or self._begun:
            self.games.renumber(seed)
        self._begun = True
        self.games.dones[:], self.games.scores[:], self.games.shares[:] = False, 0, 0
        self._tables.begin()
        return self._shown(), self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Bytes, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Carry out a choice at every table and let the bots play until it is the agent's turn again; rewards are for all of it."""
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} choices are needed, one for each table, not an array of shape {chosen.shape}")
        self._tables.step(chosen)
        earned = self._tables.opponents.earned.astype(np.float64)
        return self._shown(), earned, self.games.dones.copy(), np.zeros(self.num_envs, np.bool_), self._info()

    def begin_ended(self) -> Bytes:
        """Begin the next game at once where one is over, for those who do not wait for the next step; the observations then."""
        self._tables.begin_ended()
        return self._shown()

    def action_masks(self) -> Flags:
        """Which choices are legal now, a row for each table."""
        return self.games.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.games.close()

    def _shown(self) -> Bytes:
        return self.games.observations.copy() if self.copy else self.games.observations

    def _info(self) -> dict[str, Any]:
        masks, replaced = self.games.masks.copy() if self.copy else self.games.masks, self._tables.opponents.replaced
        info: dict[str, Any] = {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
        if replaced.any():
            info |= {"illegal": replaced.copy(), "_illegal": replaced.copy()}
        if self.games.dones.any():
            over = self.games.dones.copy()
            info |= {"scores": self.games.scores.copy(), "_scores": over, "win": self.games.shares[:, self.seat].copy(), "_win": over}
        return info
