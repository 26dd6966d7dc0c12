"""PettingZoo: the game for several agents, one after the other (AEC), and for all at once (parallel).

The game itself is an Episode; here it is told in PettingZoo's words. Agents are the seats: `seat_0`, `seat_1` and so on.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from allaboard.editions import Edition
from allaboard.engine.typed_records import Bytes, Int8s
from allaboard.env.action_encoding import ActionEncoding
from allaboard.env.episode import Episode, IllegalChoice, check_illegal
from allaboard.env.rendering import RENDER_MODES, RenderMode, check_render_mode, render
from allaboard.env.rewards import RewardKind
from allaboard.env.versions import ENV_VERSION
from allaboard.game import seed_bytes

__all__ = ["ParallelSeats", "Seats"]

Observation: TypeAlias = dict[str, Bytes | Int8s]
Extras: TypeAlias = dict[str, Any]
"""Options and infos: PettingZoo's own type for them."""


class _Table:
    """What both environments share: the episode, the agents and their spaces, and which game of a seed is next."""

    def __init__(
        self,
        edition: Edition | str,
        players: int,
        start: int | None,
        actions: ActionEncoding,
        reward: RewardKind,
        max_cycles: int | None,
        render_mode: RenderMode | None,
    ) -> None:
        check_render_mode(render_mode)
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is {max_cycles}; allowed: 1 or more, or None for whole games")
        self.episode = Episode(edition, players, start=start, actions=actions, reward=reward)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {"name": f"allaboard_{self.episode.edition.id}_v{ENV_VERSION}", "render_modes": list(RENDER_MODES), "render_fps": 2}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        high = self.episode.layout.high
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (self.episode.choices.size,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.episode.choices.size) for agent in self.possible_agents}
        self._seed = seed_bytes(None)
        self._number = -1

    def _begin(self, seed: int | None) -> None:
        """Begin game 0 of a new seed, or the next game of the old one."""
        if seed is not None:
            self._seed, self._number = seed_bytes(seed), -1
        self._number += 1
        self.episode.begin(self._seed, self._number)
        self.agents = list(self.possible_agents)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's choices."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and what it may do: nothing while others act."""
        observation, mask = self.episode.encode(self.possible_agents.index(agent))
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | Bytes | None:
        """The table as `render_mode` says."""
        return None if self.render_mode is None else render(self.episode, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class Seats(_Table, AECEnv[str, Observation, int | None]):
    """The seats one after the other; at set-up each chooses its tickets without knowing what the others chose (R-SETUP-4)."""

    def __init__(
        self,
        edition: Edition | str,
        players: int = 2,
        *,
        start: int | None = None,
        actions: ActionEncoding = "exact",
        reward: RewardKind = "win",
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        """A table; with `max_cycles` a game is cut off once a seat has decided so often."""
        AECEnv.__init__(self)
        _Table.__init__(self, edition, players, start, actions, reward, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: Extras | None = None) -> None:
        """Begin game 0 of a seed; without a seed, the next game of the last one."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Extras] = {agent: {} for agent in self.agents}
        self._decisions = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.possible_agents[self.episode.seat]
        self._show()

    def step(self, action: int | None) -> None:
        """Carry out the choice of the agent selected; an illegal one raises IllegalAction and leaves the game as it was."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose: None is only for agents that are done")
        self.episode.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._decisions[agent] += 1
        self.rewards = {name: float(reward) for name, reward in zip(self.possible_agents, self.episode.rewards, strict=True)}
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._decisions[agent] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0] if self.episode.over else self.possible_agents[self.episode.seat]
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class ParallelSeats(_Table, ParallelEnv[str, Observation, int]):
    """All seats at once: whoever may act does, and what the others send is ignored. At set-up that is everybody."""

    def __init__(
        self,
        edition: Edition | str,
        players: int = 2,
        *,
        start: int | None = None,
        actions: ActionEncoding = "exact",
        reward: RewardKind = "win",
        max_cycles: int | None = None,
        illegal: IllegalChoice = "raise",
        render_mode: RenderMode | None = None,
    ) -> None:
        """A table; `illegal` says what becomes of an illegal choice: "raise" an error, or "first" to take the first legal one."""
        check_illegal(illegal)
        _Table.__init__(self, edition, players, start, actions, reward, max_cycles, render_mode)
        self._forgiving = illegal == "first"

    def reset(self, seed: int | None = None, options: Extras | None = None) -> tuple[dict[str, Observation], dict[str, Extras]]:
        """Begin game 0 of a seed; without a seed, the next game of the last one."""
        self._begin(seed)
        self._cycles = 0
        if self.render_mode == "human":
            self.render()
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Extras]]:
        """Carry out the choices of all agents that may act now."""
        earned = np.zeros(len(self.possible_agents))
        for seat in self.episode.acting:
            choice = int(actions[self.possible_agents[seat]])
            if self._forgiving:
                mask = self.episode.encode(seat)[1]
                choice = choice if mask[choice] else int(mask.argmax())
            self.episode.step(choice)
            earned += self.episode.rewards
        self._cycles += 1
        over = self.episode.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        agents = self.agents
        observations = {agent: self.observe(agent) for agent in agents}
        rewards = {agent: float(reward) for agent, reward in zip(agents, earned, strict=True)}
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), {agent: {} for agent in agents}
