"""The command as a whole: its help, its version, and how an error becomes one line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from allaboard.__about__ import __version__
from allaboard.cli import arena, bot, bots, draw, editions, play, precompile, ratings, records, report, review, simulate, train, tune
from allaboard.cli.console import Failure, complain
from allaboard.server.command import prune, serve

__all__ = ["app", "main"]

EXAMPLES = """
[bold]Examples[/]

  allaboard serve

  allaboard play london --bot greedy --bot random

  allaboard simulate usa --bots random,greedy --games 100 --jobs 2

  allaboard arena london --bots planner,greedy --blocks 500 --jobs 2

  allaboard report new-york --players 4 -o report.html

  allaboard draw new-york -o board.png --night

  allaboard replay game.json --seat 0

  allaboard review game.json --seat 0 -o review.html

  allaboard play --from game.json@57
"""


class Commands(TyperGroup):
    """All commands, with errors as the last line of defence: one line on stderr, 2 for wrong usage, 1 for a failure."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **extra: Any) -> Any:
        """Run a command; with ALLABOARD_DEBUG=1 errors of ours keep their traceback."""
        standalone = extra.pop("standalone_mode", True)
        debugging = os.environ.get("ALLABOARD_DEBUG") == "1"
        try:
            code = super().main(args, prog_name, standalone_mode=False, **extra)
        except typer.TyperException as error:
            code = complain(_usage(error), error.exit_code)
        except Failure as error:
            if debugging:
                raise
            code = complain(str(error), 1)
        except OSError as error:
            if debugging:
                raise
            code = complain(f"{error.filename or 'input or output'}: {error.strerror or error}", 1)
        except typer.Abort:
            code = complain("stopped", 130)
        except Exception as error:
            if debugging:
                raise
            code = complain(f"unexpected {type(error).__name__}: {error} (ALLABOARD_DEBUG=1 shows where)", 1)
        if standalone:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def _usage(error: typer.TyperException) -> str:
    """What was wrong with the words of a command, and where help is."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "allaboard"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message} (see {path} --help)"


app = typer.Typer(
    name="allaboard",
    cls=Commands,
    help="Train-route board games: play in the browser or the terminal, simulate and study with bots, draw boards, verify saved games.",
    epilog=EXAMPLES,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"allaboard {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and stop.", callback=_show_version, is_eager=True)] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


app.command("serve")(serve)
app.command("prune")(prune)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("arena")(arena.arena)
app.command("ratings")(ratings.ratings)
app.command("report")(report.report)
app.command("tune")(tune.tune)
app.command("train")(train.train)
app.command("replay")(records.replay)
app.command("verify")(records.verify)
app.command("review")(review.review)
app.command("draw")(draw.draw)
app.add_typer(editions.app, name="edition")
app.command("bots")(bots.bots)
app.add_typer(bot.app, name="bot")
app.command("compile")(precompile.compile_command)


def main() -> None:
    """The entry of the command."""
    app()
