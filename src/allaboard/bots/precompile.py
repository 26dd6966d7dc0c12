"""The bots' compiled code: made once, by letting bots think, so that no game waits for the compiler. The rules come first."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from allaboard.bots.protocol import prepare
from allaboard.bots.registry import BUILT_IN, bot_names, make_bot
from allaboard.editions import edition_ids, get_edition
from allaboard.game import Game

__all__ = ["compile_bots", "late_bots"]

SEARCHING = ("learned", "search", "expert")


def late_bots() -> frozenset[str]:
    """The bots that no game should wait for: those that search, the learned one, and those of other packages."""
    return frozenset(name for name in bot_names() if name in SEARCHING or name not in BUILT_IN)


def compile_bots(names: Iterable[str], announce: Callable[[str], None] = lambda _: None) -> dict[str, str]:
    """Let bots make one decision each; `announce` hears which one is next. Returns what went wrong, by bot.

    A bot of another package may fail in any way: that is no reason for the others not to be ready.
    """
    smallest = get_edition(edition_ids()[0])
    game = Game(smallest, smallest.min_players, seed=0)
    while len(game.log) < game.players:
        seat = game.acting[0]
        game.play(game.legal_actions(seat)[0], seat)
    seat = game.acting[0]
    failures: dict[str, str] = {}
    for name in names:
        announce(name)
        try:
            bot = make_bot(name)
            prepare(bot, smallest, game.players, seat, 0)
            bot.choose(game.observe(seat))
        except Exception as error:
            failures[name] = f"{type(error).__name__}: {error}"
    return failures
