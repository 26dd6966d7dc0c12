"""One game of a bot again, to find out where it fails: its traceback, the game until then as a record, and the debugger if wanted."""

from __future__ import annotations

import pdb
import shlex
import traceback
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Annotated

import typer
from rich.text import Text

from allaboard.arena.bot_check import MOST_ACTIONS, LimitedBot, TooSlow, ready_in_time, seat_in_time
from allaboard.bots import Bot, BrokenBotError, make_bot
from allaboard.bots.faults import somebodys
from allaboard.bots.registry import bot_player
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import check_folder, checked_players, console, edition_option, find_edition
from allaboard.cli.precompile import need_rules
from allaboard.cli.scores import score_sheets
from allaboard.game import Game, IllegalAction
from allaboard.runner import BotFault, GameSpec, play_game
from allaboard.sentences import count_of

__all__ = ["debug", "try_to_make"]


def debug(
    spec: Annotated[
        str, typer.Argument(metavar="BOT", help="module:Class, a bot by its name, or a net's file.", autocompletion=complete_bot)
    ],
    edition: Annotated[str, typer.Option("--edition", "-e", help="An edition by its id, or a .toml file.")] = "new-york",
    bots: Annotated[
        str | None, typer.Option("--bots", "-b", metavar="BOT,…", help="Who sits in seat 1, 2 and so on; without, BOT and random.")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many seats, where --bots does not say it.")] = None,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 64) - 1, help="The seed of the games.")] = 1,
    game: Annotated[int, typer.Option("--game", min=0, help="Which game of the seed.")] = 0,
    deal: Annotated[int | None, typer.Option("--deal", min=0, help="Which deal of the seed, where it is another number.")] = None,
    limit: Annotated[float | None, typer.Option(min=0.001, metavar="SECONDS", help="The time for a decision, if it has a limit.")] = None,
    save: Annotated[Path, typer.Option("--save", metavar="FILE", help="Where the game until the fault is written.")] = Path("fault.json"),
    with_pdb: Annotated[bool, typer.Option("--pdb", help="Open Python's debugger where the bot failed.")] = False,
) -> None:
    """Play one game of a bot again and show where it fails: the command that a fault names repeats it exactly.

    The exit code is 1 when the bot fails again.
    """
    box = find_edition(edition)
    if bots is None:
        count = checked_players(box, box.min_players if players is None else players)
        seated = [spec, *["random"] * (count - 1)]
    else:
        seated = bots.split(",")
        checked_players(box, len(seated))
    names = check_bots([spec, *seated], "BOT", partial(try_to_make, limit=limit))[1:]
    check_folder(save)
    need_rules()
    planned = GameSpec(box, tuple(names), seed, game if deal is None else deal, game)
    played, screen, bench = planned.game(), console(), list[Bot]()
    try:
        bench += planned.seat_bots() if limit is None else seat_in_time(planned, limit)
        asked = bench if limit is None else [LimitedBot(bot, limit) for bot in bench]
        decisions = play_game(played, asked, names, most=MOST_ACTIONS)
    except BotFault as fault:
        named = fault.in_game(planned)
        if fault.__cause__ is not None and not isinstance(fault.__cause__, IllegalAction):
            screen.print(Text("".join(_traceback(fault.__cause__)).rstrip()), soft_wrap=True)
        screen.print(Text(str(named), style="red"), soft_wrap=True)
        # who cannot be loaded has no version, and nobody played
        played.record([bot_player(bot) for bot in names] if bench else ()).save(save)
        screen.print(f"{count_of(len(played.log), 'action')} until then: {save}", soft_wrap=True)
        screen.print(
            shlex.join(["allaboard", "replay", str(save), "--seat", str(fault.seat + 1), *edition_option(box)]),
            soft_wrap=True,
        )
        if with_pdb:
            _step_in(fault, played, bench)
        raise typer.Exit(1) from fault
    screen.print(f"No fault: the game ended after {count_of(decisions, 'decision')}.")
    screen.print(score_sheets(played, [f"{name}, seat {seat + 1}" for seat, name in enumerate(names)]))


def try_to_make(name: str, limit: float | None) -> None:
    """Make a bot, in time where there is a limit. One whose own code fails passes: its fault is to be shown as any other."""
    with suppress(BrokenBotError, TooSlow), nullcontext() if limit is None else ready_in_time(limit):
        make_bot(name)


def _traceback(error: BaseException) -> list[str]:
    """The lines of a traceback from the bot's code on: how we came to call it says nothing."""
    return traceback.format_exception(type(error), error, _from_theirs(error.__traceback__))


def _from_theirs(frames: TracebackType | None) -> TracebackType | None:
    start = frames
    while start is not None and not somebodys(Path(start.tb_frame.f_code.co_filename)):
        start = start.tb_next
    return start or frames


def _step_in(fault: BotFault, game: Game, bots: list[Bot]) -> None:
    """Open the debugger where the bot failed; after an illegal action, where it is asked once more."""
    error = fault.__cause__
    if isinstance(error, IllegalAction):
        pdb.runcall(bots[fault.seat].choose, game.observe(fault.seat))
    elif error is not None:
        pdb.post_mortem(_from_theirs(error.__traceback__))
