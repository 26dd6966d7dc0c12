"""A bot's decision: made on a thread, within the time there is, by chance where the bot fails. `bot_runner` decides when it is made."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Final

from allaboard.actions import Action
from allaboard.bots import Bot, make_bot, prepare
from allaboard.bots.search.budget import Budget
from allaboard.observation import Observation

__all__ = ["Decision", "SeatedBot", "decide", "random_decision"]

TOO_LITTLE: Final = 0.02
"""Seconds: with less, trying takes longer than is left, and what a bot would do without trying must do."""
HURRIED: Final = 0.5
"""Who has less than this part of the usual time is said to be hurried."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action by its id, the seconds that it took, which part of the usual time there was, and why chance had to choose, if so."""

    action: int
    seconds: float = 0.0
    part: float = 1.0
    error: str | None = None

    @property
    def hurried(self) -> bool:
        """Whether the bot had much less time than it is made for."""
        return self.part < HURRIED


class SeatedBot:
    """A bot in a seat, with the time that it is made for."""

    def __init__(self, spec: str, observation: Observation, seed: int) -> None:
        assert observation.seat is not None
        self.bot: Bot = make_bot(spec)
        self._budget = _budget(self.bot)
        prepare(self.bot, observation.edition, int(observation.state.players), observation.seat, seed)

    @property
    def wanted(self) -> float:
        """Seconds that it would think about a decision; 0 for one that takes what it takes."""
        return 0.0 if self._budget is None else self._budget.seconds

    def decide(self, observation: Observation, seconds: float) -> Decision:
        """Choose, within so many seconds if it is a bot that takes a limit."""
        part = self.limit(seconds)
        return replace(decide(self.bot, observation), part=part)

    def limit(self, seconds: float) -> float:
        """Let it think for so long, or for as long as it would; returns the part of the latter."""
        if self._budget is None or not self._budget.seconds:
            return 1.0
        seconds = seconds if seconds >= min(TOO_LITTLE, self._budget.seconds) else 0.0
        part = min(1.0, seconds / self._budget.seconds)
        self.bot.budget = replace(self._budget, seconds=part * self._budget.seconds)  # type: ignore[attr-defined]
        return part


def _budget(bot: Bot) -> Budget | None:
    budget = getattr(bot, "budget", None)
    return budget if isinstance(budget, Budget) else None


def decide(bot: Bot, observation: Observation) -> Decision:
    """Let a bot choose; chance chooses where it fails or cheats."""
    began = time.perf_counter()
    try:
        chosen: Action | int = bot.choose(observation)
        number = int(chosen) if isinstance(chosen, int) else observation.actions.number(chosen, observation.offer)
        if number not in observation.legal_ids:
            raise ValueError("it chose what the rules do not allow")
        return Decision(number, time.perf_counter() - began)
    except BaseException as failure:  # a bot of another package may fail in any way, by sys.exit() too; the game goes on
        return random_decision(observation, f"{type(failure).__name__}: {failure}", time.perf_counter() - began)


def random_decision(observation: Observation, error: str, seconds: float = 0.0) -> Decision:
    """Return what chance chooses instead of a bot."""
    return Decision(SystemRandom().choice(observation.legal_ids), seconds, error=error)
