"""What a bot is: an observation in, an action out. Which bots there are is the registry's to say, and playing them the runner's.

One bot may sit through many games, one after the other. What it remembers of a game belongs in attributes that `begin` sets anew,
so that a game does not depend on those played before it.
"""

from __future__ import annotations

import hashlib
from typing import Protocol, runtime_checkable

from allaboard.actions import Action
from allaboard.editions import Edition
from allaboard.observation import Observation

__all__ = ["Bot", "BotError", "BrokenBotError", "Particular", "Preparing", "bot_seed", "prepare"]


class BotError(Exception):
    """A bot that cannot be had, or that did what no player may do; it says which bot, and what was wrong."""


class BrokenBotError(BotError):
    """A bot whose own code failed before it could play, while it was imported or made; the cause is how."""


@runtime_checkable
class Bot(Protocol):
    """All that is asked of a bot. `choose` is only called when the seat of the observation may act."""

    def choose(self, observation: Observation) -> Action | int:
        """One of the observation's legal actions, as a value or by its id."""
        ...


@runtime_checkable
class Preparing(Bot, Protocol):
    """A bot that also wants to hear when a game begins: to plan, to forget the last game, to seed its random numbers."""

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        """Take a seat in a new game; `seed` is the bot's own, and says nothing about the game's."""
        ...


@runtime_checkable
class Particular(Bot, Protocol):
    """A bot for one kind of table only, such as a trained net."""

    @property
    def made_for(self) -> tuple[str, int]:
        """The id of the edition, and the number of players."""
        ...

    def misfit(self, edition: Edition, players: int) -> str | None:
        """Return why it cannot play at a table, None where it can."""
        ...


def prepare(bot: Bot, edition: Edition, players: int, seat: int, seed: int) -> None:
    """Tell a bot that a game begins, if it wants to hear."""
    if isinstance(bot, Preparing):
        bot.begin(edition, players, seat, seed)


def bot_seed(seed: int | bytes, game: int, seat: int) -> int:
    """The seed of the bot in a seat of game number `game`: 64 bits that do not reveal where they come from."""
    root = seed.hex() if isinstance(seed, bytes) else str(seed)
    return int.from_bytes(hashlib.sha256(f"bot {root} {game} {seat}".encode()).digest()[:8], "little")
