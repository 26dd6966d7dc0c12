"""Bots at play in the terminal, told as it happens, at a pace or step by step; or the whole game in the page's replay."""

from __future__ import annotations

import secrets
import time
from itertools import groupby
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from allaboard.arena.match import lineups
from allaboard.bots import BotError
from allaboard.bots.registry import bot_player
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import Failure, check_folder, checked_players, console, find_edition, player_names
from allaboard.cli.precompile import need_rules
from allaboard.cli.records import wait_for_enter
from allaboard.cli.scores import score_sheets
from allaboard.cli.styled_text import TerminalTeller
from allaboard.game import Game
from allaboard.record import PlayerData
from allaboard.runner import GameSpec, play_actions
from allaboard.sentences import count_of

__all__ = ["watch"]

SPEED: Final = 2.0
"""Actions a second, unless somebody says otherwise."""


def watch(
    bots: Annotated[list[str], typer.Argument(metavar="BOT…", help="Who plays, by seat.", autocompletion=complete_bot)],
    edition: Annotated[str, typer.Option("--edition", "-e", help="An edition by its id, or a .toml file.")] = "new-york",
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many seats; the last bot fills those that are left.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed, same game; random unless named.")] = None,
    speed: Annotated[float | None, typer.Option(min=0, help="Actions a second; 0 for all at once. 2 unless named.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each action.")] = False,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game here.")] = None,
    in_page: Annotated[bool, typer.Option("--page", help="Play it at once and open it in the page's replay.")] = False,
) -> None:
    """Watch bots play, here in the terminal or in the page."""
    if in_page and (step or speed is not None):
        told = "the page plays the game back at its own speed, or step by step; without --speed and --step"
        raise typer.BadParameter(told, param_hint="--page")
    box = find_edition(edition)
    count = checked_players(box, max(len(bots), box.min_players) if players is None else players)
    chosen = secrets.randbits(32) if seed is None else seed
    names = check_bots(bots, "BOT", edition=box, players=count, seed=chosen)
    if len(names) > count:
        raise typer.BadParameter(f"{len(names)} bots are too many for {count} players", param_hint="BOT")
    [lineup] = lineups(names, count)
    check_folder(save)
    need_rules()
    spec = GameSpec(box, lineup, chosen, deal=0, number=0)
    screen, seats = console(), [bot_player(bot) for bot in lineup]
    seated = player_names(count, seats)
    screen.print(Text(f"{box.title}, seed {chosen}: {', '.join(lineup)}", style="bold"))
    game = spec.game()
    try:
        _watch(game, spec, None if in_page else TerminalTeller(box, seated), screen, SPEED if speed is None else speed, step=step)
    except BotError as error:
        _save(game, seats, save, screen)
        raise Failure(str(error)) from error
    except KeyboardInterrupt:
        screen.print(f"Stopped after {count_of(len(game.log), 'action')}.")
    else:
        screen.print()
        screen.print(score_sheets(game, seated))
    _save(game, seats, save, screen)
    if in_page and game.over:
        from allaboard.cli.page_replay import replay_in_page

        replay_in_page(game.record(seats), screen)


def _save(game: Game, seats: list[PlayerData], file: Path | None, screen: Console) -> None:
    """Save what was played, where that is wanted."""
    if file is not None:
        game.record(seats).save(file)
        screen.print(f"Saved: {file}", soft_wrap=True)


def _watch(game: Game, spec: GameSpec, teller: TerminalTeller | None, screen: Console, speed: float, *, step: bool) -> None:
    """Play and tell each action, then wait a moment: people read slower than bots play. Without a teller it is played at once."""
    told = 0
    with spec.naming_faults():
        for _ in play_actions(game, spec.seat_bots(), spec.bots):
            if teller is None:
                continue
            for n, events in groupby(game.events[told:], key=lambda event: event.n):
                for line, event in enumerate(events):
                    screen.print(Text(f"{n:>4}  " if line == 0 else " " * 6, style="dim").append_text(teller.tell(event)))
            told = len(game.events)
            if step:
                step = wait_for_enter(screen)
            elif speed:
                time.sleep(1.0 / speed)
