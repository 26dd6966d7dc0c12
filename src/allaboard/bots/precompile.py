"""The bots' compiled code: made once, by letting bots think, so that no game waits for the compiler. The rules come first."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Final

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.decide import decided
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.protocol import Particular, prepare
from allaboard.bots.registry import BUILT_IN, FROZEN, bot_names, make_bot, net_files
from allaboard.bots.search.beliefs import ticket_odds
from allaboard.bots.search.candidates import list_candidates
from allaboard.bots.search.plans import plan_for
from allaboard.bots.search.workspace import new_workspace
from allaboard.bots.search.worlds import Decision, try_worlds
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.entry import new_states, resampled
from allaboard.engine.jit import compile_for
from allaboard.game import Game

__all__ = ["SELDOM_ASKED", "compile_ahead", "compile_bots", "compile_nets", "late_bots"]

SEARCHING: Final = ("distilled", "search", "search@1", "expert")
SELDOM_ASKED: Final = ("distilled",)
"""Bots that no level and no hint is made of: their code is compiled for the arena, or when somebody asks for them."""


def late_bots() -> frozenset[str]:
    """The bots that no game should wait for: those that search, the one that learned from it, and those of other packages."""
    return frozenset(name for name in (*bot_names(), *FROZEN) if name in SEARCHING or name not in {*BUILT_IN, *FROZEN})


def compile_ahead() -> None:
    """Compile what planner and search are made of for themselves: nobody thinks, so no game and few of the rules are needed.

    What the rules need latest comes first, then what a first game waits for.
    """
    boards, states, stream = action_space(get_edition(edition_ids()[0])).boards, new_states(), np.zeros(4, np.uint64)
    constants, scratches, seat = constants_of(boards[0], 2), new_scratch(), 0
    actions, worths = np.zeros(1, np.int64), np.zeros(1)
    odds, tried = np.zeros((1, 1)), np.zeros((2, 1, 1, 1))
    compile_for(resampled, boards, states, seat, stream, states)
    compile_for(decided, boards, states, seat, constants, scratches)
    compile_for(list_candidates, boards, states, seat, constants, scratches, actions, worths)
    compile_for(ticket_odds, boards, states, seat, odds)
    compile_for(plan_for, boards, states, seat, constants, scratches, 0)
    decision = Decision(boards, states, seat, False, constants, odds, stream, False)
    compile_for(try_worlds, decision, new_workspace(), 0, actions, actions, tried[0], tried[1], states)


def compile_bots(names: Iterable[str], announce: Callable[[str], None] = lambda _: None) -> dict[str, str]:
    """Let bots make one decision each; `announce` hears which one is next. Returns what went wrong, by bot.

    A bot of another package may fail in any way: that is no reason for the others not to be ready.
    """
    smallest = get_edition(edition_ids()[0])
    game = Game(smallest, smallest.min_players, seed=0)
    while len(game.log) < game.players:
        seat = game.acting[0]
        game.play(game.legal_actions(seat)[-1], seat)  # all tickets: who has one does not look at them as who has several
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


def compile_nets() -> dict[str, str]:
    """Let every net make one decision at the table that it was made for. Returns what went wrong, by net."""
    failures: dict[str, str] = {}
    for name in net_files():
        try:
            bot = make_bot(name)
            if isinstance(bot, Particular):
                edition, players = bot.made_for
                game = Game(edition, players, seed=0)
                prepare(bot, game.edition, players, 0, 0)
                bot.choose(game.observe(0))
        except Exception as error:
            failures[name] = f"{type(error).__name__}: {error}"
    return failures


if __name__ == "__main__":
    if sys.argv[1:] == ["nets"]:
        compile_nets()
    else:
        compile_ahead()
