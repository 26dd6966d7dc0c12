"""Stable-Baselines3: one agent at many tables at once as a `VecEnv`, over Gymnasium's vector environment.

Games begin anew within the step that ends them, as Stable-Baselines3 wants it; the games themselves are those of `gymnasium_vector`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv

from allaboard.editions import Edition
from allaboard.engine.typed_records import Bytes, Flags
from allaboard.env.gymnasium_vector import AllAboardVectorEnv

__all__ = ["AllAboardVecEnv"]

Indices = int | Iterable[int] | None


class AllAboardVecEnv(VecEnv):
    """A seat at many tables of compiled bots. `env_method("action_masks")` is what MaskablePPO of sb3-contrib asks for.

    The info of a game that ended has `terminal_observation`, `scores`, `win` and `episode`, by which Stable-Baselines3 reports rewards.
    """

    def __init__(self, num_envs: int = 256, *, edition: Edition | str, players: int = 2, **options: Any) -> None:
        """Take a seat at every table; options are those of `gymnasium_vector.AllAboardVectorEnv`."""
        self.vector_env = AllAboardVectorEnv(num_envs, edition=edition, players=players, **options)
        self.render_mode = None
        self._choices: npt.NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self._earned, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.vector_env.single_observation_space, self.vector_env.single_action_space)

    def reset(self) -> Bytes:
        """Begin the first games of the seed given to `seed`, otherwise the next games."""
        seed = self._seeds[0]
        self._reset_seeds()
        self._earned[:], self._lengths[:] = 0, 0
        observations, _ = self.vector_env.reset(seed=seed)
        return observations

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Remember what is to be done."""
        self._choices = actions

    def step_wait(self) -> tuple[Bytes, npt.NDArray[np.float32], Flags, list[dict[str, Any]]]:
        """Carry it out; where a game ended, the observation is already that of the next."""
        observations, rewards, dones, _, told = self.vector_env.step(self._choices)
        self._earned += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            for game in np.flatnonzero(dones):
                episode = {"r": float(self._earned[game]), "l": int(self._lengths[game]), "t": 0.0}
                infos[game] = {"terminal_observation": observations[game].copy(), "episode": episode, "TimeLimit.truncated": False}
                infos[game] |= {"scores": told["scores"][game], "win": float(told["win"][game])}
            self._earned[dones], self._lengths[dones] = 0, 0
            observations = self.vector_env.begin_ended()
        return observations, rewards.astype(np.float32), dones, infos

    def action_masks(self) -> Flags:
        """Which choices are legal now, a row for each table."""
        return self.vector_env.action_masks()

    def close(self) -> None:
        """Let the threads go."""
        self.vector_env.close()

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> list[Any]:
        """Call a method for tables; there is one, `action_masks`."""
        if method_name != "action_masks":
            raise AttributeError(f"tables in one batch have no method '{method_name}'; allowed: action_masks")
        masks = self.action_masks()
        return [masks[index] for index in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return what all tables share, once for each."""
        return [getattr(self if attr_name == "action_masks" else self.vector_env, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuse: tables in one batch have nothing of their own to set."""
        raise AttributeError(f"'{attr_name}' cannot be set: tables in one batch have nothing of their own")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> Sequence[bool]:
        """Say that nothing is wrapped around single tables."""
        return [False] * len(list(self._get_indices(indices)))
