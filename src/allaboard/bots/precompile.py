"""The bots' compiled code: made once, by letting every bot think, so that no game waits for the compiler. The rules come first."""

from __future__ import annotations

from collections.abc import Callable

from allaboard.bots.protocol import prepare
from allaboard.bots.registry import bot_names, make_bot
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.code_cache import is_complete, mark_complete
from allaboard.game import Game

__all__ = ["bots_are_compiled", "compile_bots"]


def bots_are_compiled() -> bool:
    """Whether an earlier run left the bots' compiled code on disk."""
    return is_complete("bots")


def compile_bots(announce: Callable[[str], None] = lambda _: None) -> dict[str, str]:
    """Let every bot make one decision; `announce` hears which one is next. Returns what went wrong, by bot.

    A bot of another package may fail in any way: that is no reason for the others not to be ready.
    """
    smallest = get_edition(edition_ids()[0])
    game = Game(smallest, smallest.min_players, seed=0)
    while len(game.log) < game.players:
        seat = game.acting[0]
        game.play(game.legal_actions(seat)[0], seat)
    seat = game.acting[0]
    failures: dict[str, str] = {}
    for name in bot_names():
        announce(name)
        try:
            bot = make_bot(name)
            prepare(bot, smallest, game.players, seat, 0)
            bot.choose(game.observe(seat))
        except Exception as error:
            failures[name] = f"{type(error).__name__}: {error}"
    mark_complete("bots")
    return failures
