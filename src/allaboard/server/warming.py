"""Before the first guest: compile the rules and let every bot think once, so that no table waits for the compiler."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import structlog

from allaboard.actions import action_table
from allaboard.bots import BotError, bot_names, bot_summary, make_bot, prepare
from allaboard.editions import edition, edition_ids
from allaboard.engine.entry import compile_rules, rules_are_compiled
from allaboard.game import Game

__all__ = ["bots_at_hand", "warm_up"]

logger: Any = structlog.get_logger("allaboard.server")


@cache
def bots_at_hand() -> dict[str, str]:
    """The bots that can be had, with what they say about themselves; one that cannot be loaded keeps no server from running."""
    found = {}
    for name in bot_names():
        try:
            make_bot(name)
            found[name] = bot_summary(name)
        except BotError as error:
            logger.warning("a bot is not at hand", bot=name, cause=str(error))
    return found


def warm_up() -> None:
    """Compile what is not compiled yet; the first time after an installation takes a minute."""
    if not rules_are_compiled():
        sys.stderr.write("Compiling the rules; this happens once and takes a minute.\n")
    smallest = edition(edition_ids()[0])
    compile_rules(action_table(smallest).boards, smallest.min_players)
    game = Game(smallest, smallest.min_players, seed=0)
    game.result()
    while game.view()["phase"] != "turn":
        seat = game.acting[0]
        game.play(game.legal_actions(seat)[0], seat)
    sight = game.sight(game.acting[0])
    sight.refusals()
    for name in bots_at_hand():
        bot = make_bot(name)
        prepare(bot, smallest, game.players, game.acting[0], 0)
        try:
            bot.choose(sight)
        except Exception as error:  # a bot of another package may fail in any way; at a table, chance would play for it
            logger.warning("a bot fails", bot=name, cause=f"{type(error).__name__}: {error}")
