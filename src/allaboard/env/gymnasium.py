"""Gymnasium: one agent at the table, bots of the registry in the other seats.

Ids are `AllAboard/NewYork-2p-v0` and the like, one for each edition and number of players. The game itself is an Episode.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from allaboard.bots import Bot, bot_seed, make_bot, prepare
from allaboard.editions import Edition, edition_ids
from allaboard.editions import get_edition as find_edition
from allaboard.engine.typed_records import Bytes, Flags
from allaboard.env.action_encoding import ActionEncoding
from allaboard.env.episode import Episode, IllegalChoice, check_illegal
from allaboard.env.rendering import RENDER_MODES, RenderMode, check_render_mode, render
from allaboard.env.rewards import RewardKind
from allaboard.env.versions import ENV_VERSION
from allaboard.game import seed_bytes
from allaboard.runner import play_action

__all__ = ["AllAboardEnv", "env_id", "register_envs"]


def env_id(edition: Edition | str, players: int) -> str:
    """The id of an edition for a number of players.

    >>> env_id("new-york", 2)
    'AllAboard/NewYork-2p-v0'
    """
    name = edition if isinstance(edition, str) else edition.id
    return f"AllAboard/{''.join(part.capitalize() for part in name.split('-'))}-{players}p-v{ENV_VERSION}"


def register_envs() -> None:
    """Make the environments known to `gymnasium.make` and `gymnasium.make_vec`."""
    for name in edition_ids():
        box = find_edition(name)
        for players in range(box.min_players, box.max_players + 1):
            if (known := env_id(name, players)) not in gymnasium.registry:
                made = {"edition": name, "players": players}
                gymnasium.register(known, entry_point=AllAboardEnv, vector_entry_point=VECTOR, kwargs=made)


VECTOR = "allaboard.env.gymnasium_vector:make_vector_env"
"""What makes many of them at once: Gymnasium imports it when it is asked for."""

Extras: TypeAlias = dict[str, Any]
"""Options, infos and metadata: Gymnasium's own type for them."""


class AllAboardEnv(gymnasium.Env[Bytes, np.int64]):
    """A seat at a table of bots; `info["action_mask"]` and `action_masks()` say which choices are legal.

    A mask always has a choice: when the game is over it has all of them, since whatever is chosen then only begins the next game.
    """

    metadata: Extras = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's own type

    def __init__(
        self,
        edition: Edition | str,
        players: int = 2,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        start: int | None = None,
        actions: ActionEncoding = "exact",
        reward: RewardKind = "win",
        illegal: IllegalChoice = "first",
        render_mode: RenderMode | None = None,
    ) -> None:
        """Take a seat.

        Args:
            edition: what is played.
            players: by how many.
            opponents: the bots of the other seats in clockwise order, or the one that sits in them all.
            seat: the agent's.
            start: the seat that has the first turn; drawn from the seed without it.
            actions: the encoding of choices.
            reward: the kind of reward.
            illegal: what becomes of an illegal choice: "first" takes the first legal one instead and says so by `info["illegal"]`,
                as Gymnasium's checks ask for any choice to be taken; "raise" raises IllegalAction.
            render_mode: how to show the table.
        """
        check_render_mode(render_mode)
        self.episode = Episode(edition, players, start=start, actions=actions, reward=reward)
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}: seats run from 0 to {players - 1}")
        check_illegal(illegal)
        self._forgiving = illegal == "first"
        specs = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(specs) != players - 1:
            raise ValueError(f"{len(specs)} opponents were named for {players - 1} seats")
        self.seat = seat
        self._specs = {(seat + turn) % players: spec for turn, spec in enumerate(specs, start=1)}
        self._bots: dict[int, Bot] = {place: make_bot(spec) for place, spec in self._specs.items()}
        self.render_mode = render_mode
        high = self.episode.layout.high
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space = spaces.Discrete(self.episode.choices.size)
        self._seed = seed_bytes(None)
        self._number = -1

    def reset(self, *, seed: int | None = None, options: Extras | None = None) -> tuple[Bytes, Extras]:
        """Begin game 0 of a seed; without a seed, the next game of the last one."""
        if seed is not None:
            self._seed, self._number = seed_bytes(seed), -1
        super().reset(seed=seed)
        self._number += 1
        self.episode.begin(self._seed, self._number)
        for seat, bot in self._bots.items():
            prepare(bot, self.episode.edition, self.episode.players, seat, bot_seed(self._seed, self._number, seat))
        self._await_turn()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Bytes, float, bool, bool, Extras]:
        """Carry out a choice and let the bots play until it is the agent's turn again; the reward is for all of it."""
        choice, replaced = int(action), False
        if self._forgiving and not self.episode.over:
            mask = self.episode.encode(self.seat)[1]
            if not mask[choice]:
                choice, replaced = int(mask.argmax()), True
        self.episode.step(choice)
        reward = float(self.episode.rewards[self.seat]) + self._await_turn()
        observation, info = self._seen()
        if replaced:
            info["illegal"] = True
        return observation, reward, self.episode.over, False, info

    def action_masks(self) -> Flags:
        """Which choices are legal now; all of them when the game is over."""
        return self._seen()[1]["action_mask"].astype(np.bool_)

    def render(self) -> str | Bytes | None:
        """The table as `render_mode` says."""
        return None if self.render_mode is None else render(self.episode, self.render_mode)

    def _await_turn(self) -> float:
        """Let the bots play; what the agent earned meanwhile."""
        earned = 0.0
        while not self.episode.over and (seat := self.episode.seat) != self.seat:
            play_action(self.episode, self._bots[seat], seat, self.episode.steps, self._specs[seat])
            earned += float(self.episode.rewards[self.seat])
        if self.render_mode == "human":
            self.render()
        return earned

    def _seen(self) -> tuple[Bytes, Extras]:
        observation, mask = self.episode.encode(self.seat)
        info: Extras = {"action_mask": mask}
        if self.episode.over:
            mask[:] = 1
            info |= {"scores": self.episode.scores.copy(), "win": float(self.episode.shares[self.seat])}
        return observation, info
