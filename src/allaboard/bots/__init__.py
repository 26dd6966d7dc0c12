"""The bots: players that decide by program, and the registry that knows them by name.

A bot is given an observation and nothing else, so none can know more than the player in its chair would.
"""

from __future__ import annotations

from allaboard.bots.protocol import Bot, BotError, BrokenBotError, Particular, Preparing, bot_seed, prepare
from allaboard.bots.registry import bot_names, bot_summary, make_bot, net_files

__all__ = [
    "Bot",
    "BotError",
    "BrokenBotError",
    "Particular",
    "Preparing",
    "bot_names",
    "bot_seed",
    "bot_summary",
    "make_bot",
    "net_files",
    "prepare",
]
