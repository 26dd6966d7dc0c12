"""The command as a whole: its help, its version, and how an error becomes one line and an exit code."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from allaboard.__about__ import __version__
from allaboard.cli.answers import Failure, answering, complain
from allaboard.cli.completion import command_to_complete, unchecked

__all__ = ["app", "main"]

EXAMPLES = """
[bold]Examples[/]

  allaboard

  allaboard serve --port 9000

  allaboard play london --bot greedy --bot random

  allaboard simulate usa --bots random,greedy --games 100 --jobs 2

  allaboard arena london --bots planner,greedy --blocks 500 --jobs 2

  allaboard report new-york --players 4 -o report.html

  allaboard draw new-york -o board.png --night

  allaboard watch planner greedy --edition usa

  allaboard explain game.json@57

  allaboard replay game.json --seat 1

  allaboard review game.json --seat 1 -o review.html

  allaboard play --from game.json@57

  allaboard puzzles make --edition london --count 20 -o found.jsonl
"""


COMMANDS = {
    "serve": ("server.command:serve", "Serve tables for friends and bots, with the page for the browser."),
    "prune": (
        "server.command:prune",
        "Remove tables, guests and boards that are older than the settings keep them; a running server does so by itself.",
    ),
    "play": ("cli.play:play", "Play against bots, here in the terminal. Type ? in the game for help."),
    "simulate": ("cli.simulate:simulate", "Play many games between bots and sum them up. Ctrl-C stops early and sums up what was played."),
    "dataset": ("cli.dataset:app", "Describe the files of games that simulate writes."),
    "arena": ("cli.arena:arena", "Let bots meet in paired blocks: every deal is played in every seating."),
    "ratings": (
        "cli.ratings:ratings",
        "Rate bots by who beat whom: Bradley and Terry's model with two players, Plackett and Luce's with more.",
    ),
    "report": (
        "cli.report:report",
        "Study an edition, or a board of your own, by many games: one page with pictures and findings in plain words.",
    ),
    "tune": (
        "cli.tune:tune",
        "Tune the planner's constants for winning on a board: a step goes where winning was, and nothing counts before it wins on "
        "fresh deals.",
    ),
    "train": (
        "cli.train:train",
        "Train the net of the distilled bot: candidates of the planner are tried in possible worlds, and it learns what each gains.",
    ),
    "watch": ("cli.watch:watch", "Watch bots play, here in the terminal or in the page."),
    "explain": (
        "cli.explain:explain",
        "Print what the search thinks at a moment of a saved game, knowing what the seat to act knew: candidates, chances and plan.",
    ),
    "replay": ("cli.records:replay", "Tell a saved game in words, action by action, with the score sheets at the end."),
    "verify": ("cli.records:verify", "Check that a saved game followed the rules, and that its seed dealt every card and ticket."),
    "review": (
        "cli.review:review",
        "Review a finished game: every decision judged by what its seat could know, and what was luck.",
    ),
    "puzzles": ("cli.puzzles:app", "Find puzzles in bots' games, put those that were found into one file, and try them again."),
    "draw": ("cli.draw:draw", "Draw the board of an edition, or of a game at its end or at any moment; or the poster of a game."),
    "edition": ("cli.editions:app", "List, show, begin and check editions."),
    "bots": ("cli.bots:bots", "List the bots; a class of your own is named module:Class, a net by its file; options follow a colon."),
    "bot": ("cli.bot:app", "Check a bot of your own, or find out where it fails."),
    "compile": (
        "cli.precompile:compile_command",
        "Compile rules and bots now, so that nobody waits for it later: for playing, or for what --for names.",
    ),
}
"""Command → where it is, and its help: what it needs is imported when it is called, so that the others start at once."""


class Group(TyperGroup):
    """Commands below one word."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the words begin with, or say which there are."""
        try:
            return super().resolve_command(ctx, args)
        except typer.TyperException as error:
            if args[0] not in self.commands and not args[0].startswith("-"):
                error.message += f" Allowed: {', '.join(self.list_commands(ctx))}."
            raise


class Commands(Group):
    """All commands, with errors as the last line of defence: one line on stderr, 2 for wrong usage, 1 for a failure."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands.update({name: TyperCommand(name, help=help_text) for name, (_, help_text) in COMMANDS.items()})

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read the words before a command; for the shell, without a look at values."""
        return super().parse_args(unchecked(self, ctx) if ctx.resilient_parsing else ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the words begin with, and import it; for the shell, which only wants to complete it, a light copy does."""
        if args and args[0] in COMMANDS:
            self.commands[args[0]] = (command_to_complete if ctx.resilient_parsing else load_command)(args[0])
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **extra: Any) -> Any:  # Click's own signature
        """Run a command; with ALLABOARD_DEBUG=1 errors of ours keep their traceback."""
        standalone = extra.pop("standalone_mode", True)
        debugging = os.environ.get("ALLABOARD_DEBUG") == "1"
        try:
            with answering(as_json="--json" in (sys.argv if args is None else args)):
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


def load_command(name: str) -> Any:
    """Import a command, or a group of them."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(f"allaboard.{module}"), attribute)
    around = typer.Typer(add_completion=False, rich_markup_mode="rich")
    around.callback()(lambda: None)  # with it, one command is a group, too
    if isinstance(found, typer.Typer):
        around.add_typer(found, name=name, cls=Group)
    else:
        around.command(name)(found)
    return typer.main.get_group(around).commands[name]


def _usage(error: typer.TyperException) -> str:
    """What was wrong with the words of a command, what is allowed, and where help is."""
    if isinstance(error, typer.BadParameter) and (allowed := _allowed(error.param)):
        from pydantic import ValidationError

        from allaboard.validation import brief

        if isinstance(error.__cause__, ValidationError):  # in words of its own, which are a programmer's
            error.message = f"{brief(str(error.__cause__.errors()[0]['input']))} is not allowed; allowed: {allowed}"
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "allaboard"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message} (see {path} --help)"


def _allowed(parameter: Any) -> str:
    """Which values a parameter takes, in words: of numbers which, of a choice all; empty where its type does not tell."""
    from allaboard.validation import numbers_in_words

    if parameter is None:
        return ""
    told = parameter.type_descriptor
    if told.choices:
        return ", ".join(map(str, told.choices))
    kind = next((one for one in (told.annotation, *getattr(told.annotation, "__args__", ())) if one in (int, float)), None)
    return "" if kind is None else numbers_in_words(kind, parameter.min, parameter.max)


app = typer.Typer(
    name="allaboard",
    cls=Commands,
    help="Train-route board games: play in the browser or the terminal, simulate and study with bots, draw boards, verify saved games. "
    "Without a command it serves and opens the browser.",
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
        from allaboard.server.command import serve

        serve()


PLAIN_SIGNS = dict(zip("★✓✗–—−·…‘’“”×│─", "*+x---..''\"\"x|-", strict=True))
"""Our signs → what an old console shows instead, each as wide as the sign, so that columns stay columns."""


def plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for signs that a console does not have: a likeness where we know one, else a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN_SIGNS.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def main() -> None:
    """The entry of the command. A console that has no sign for something shows a plain one in its place, and the rest."""
    codecs.register_error("plain_signs", plain_signs)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain_signs")
    app()
