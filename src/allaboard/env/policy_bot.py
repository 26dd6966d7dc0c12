"""PolicyBot: a trained net as a bot. It sees what every bot sees, and plays the legal choice that the net likes best."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from allaboard.bots import BotError
from allaboard.editions import Edition
from allaboard.engine.typed_records import Bytes, Int8s, Int64s
from allaboard.env.features import Features
from allaboard.env.policy_files import Policy, load_policy
from allaboard.env.tensors import encode, encoders
from allaboard.observation import Observation

__all__ = ["LONGEST", "PolicyBot"]

LONGEST: Final = 1.0
"""Seconds of the processor that a net may take for a choice when it is tried out: people wait for it."""


class PolicyBot:
    """Plays what a net from a file likes best, on the board and with as many players as the net was made for."""

    def __init__(self, path: str) -> None:
        """Read a file that `save_policy` wrote, or an ONNX file that is described as docs/environments.md says."""
        self.policy = load_policy(Path(path))
        self.files = (str(Path(path).resolve()),)
        self._fitting: tuple[str, int] | None = None

    @property
    def made_for(self) -> tuple[str, int]:
        """The edition and the number of players that the net knows."""
        return self.policy.info.edition, self.policy.info.players

    def misfit(self, edition: Edition, players: int) -> str | None:
        """Return why the net cannot play at a table, None where it can."""
        return self.policy.info.misfit(edition, players)

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        """Take a seat at a table that the net was made for; a BotError says why it cannot."""
        if (why := self.misfit(edition, players)) is not None:
            raise BotError(f"the net cannot play here: {why}")
        try_out(self.policy, edition)
        self._fitting = edition.hash, players

    def choose(self, observation: Observation) -> int:
        """The legal choice with the largest logit, as the id of an action; the first of several."""
        players, info = int(observation.state.players), self.policy.info
        if self._fitting != (observation.edition.hash, players):
            self.begin(observation.edition, players, observation.seat or 0, 0)
        tensor, mask = encode(observation, info.actions)
        best = int(self.best_choices(observation.edition, tensor[None], mask[None])[0])
        number = encoders(observation.actions, players, info.actions)[1].action_id(best, observation)
        assert number is not None, "a legal choice stands for an action"
        return number

    def best_choices(self, edition: Edition, tensors: Bytes, masks: Int8s) -> Int64s:
        """The legal choice with the largest logit for each row of tensors; the first of several, and one that is no number last."""
        info = self.policy.info
        logits = self.policy.logits(features(edition, info.players, info.features)(tensors))
        lowest = float(np.finfo(np.float32).min)
        return np.where(masks != 0, np.nan_to_num(logits, nan=lowest), -np.inf).argmax(axis=1)


features = lru_cache(maxsize=64)(Features)
"""The features of a table, made once."""


@lru_cache(maxsize=64)
def try_out(policy: Policy, edition: Edition) -> None:
    """Ask a net once, and refuse it where its sizes are not those of the board or where it thinks for too long."""
    shown, choices = policy.info.sizes(edition)
    blank = np.zeros((1, shown), np.float32)
    try:
        policy.logits(blank)  # whatever is made at first is not counted
        began = time.thread_time()
        answered = policy.logits(blank).shape
    except Exception as error:  # somebody's net may fail in any way
        raise BotError(f"the net cannot be asked with {shown} values, as {policy.info.table} has: {error}") from error
    if (took := time.thread_time() - began) > LONGEST:
        raise BotError(f"the net takes {took:.1f} s for a choice; allowed: {LONGEST}")
    if answered != (1, choices):
        raise BotError(
            f"the net answers with {answered[-1]} choices; {policy.info.table} has {choices} of the encoding '{policy.info.actions}'"
        )
