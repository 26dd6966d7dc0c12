"""The bots that can be named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import typer
from rich.table import Table

from allaboard.bots import BotError, BrokenBotError, bot_names, bot_summary, make_bot, net_files
from allaboard.cli.console import Failure, JsonOption, console, print_json
from allaboard.editions import Edition

__all__ = ["bots", "check_bots", "complete_bot"]


def bots(as_json: JsonOption = False) -> None:
    """List the bots; a class of your own is named module:Class, a net by its file; options follow a colon."""
    known = {name: bot_summary(name) for name in (*bot_names(), *net_files())}
    if as_json:
        print_json({"bots": [{"name": name, "summary": summary} for name, summary in known.items()]})
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("Bot", style="bold")
    table.add_column("What it does")
    for name, summary in known.items():
        table.add_row(name, summary)
    console().print(table)


def check_bots(
    specs: list[str],
    option: str,
    make: Callable[[str], object] = make_bot,
    *,
    edition: Edition | None = None,
    players: int = 0,
    seed: int | None = None,
) -> list[str]:
    """The names of bots as they were given to an option, each tried once; `make` is how.

    If the code of a bot fails and its table is known (`edition`, `players`, `seed`), the error ends with the command that repeats it.
    """
    # a class in the folder one works in is found like any other
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)
    names = [spec.strip() for spec in specs]
    for name in dict.fromkeys(names):
        try:
            make(name)
        except BotError as error:
            if edition is None or not isinstance(error, BrokenBotError):
                raise typer.BadParameter(str(error), param_hint=option) from error
            from allaboard.runner.faults import debug_command

            seeded = () if seed is None else ("--seed", seed)
            repeat = debug_command(name, edition, "--players", players, *seeded)
            raise Failure(f"{error}; to repeat it: {repeat}") from error
    return names


def complete_bot(incomplete: str) -> list[str]:
    """Bots that begin so, for the shell; in a list after commas, the last one is completed."""
    head, comma, last = incomplete.rpartition(",")
    return [f"{head}{comma}{name}" for name in (*bot_names(), *net_files()) if name.startswith(last)]
