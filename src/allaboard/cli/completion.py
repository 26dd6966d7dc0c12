"""Commands as the shell completes them: from a table beside this module, so that pressing Tab imports neither rules nor bots.

The table is written by `python -m allaboard.cli.document --table`; a test compares it with the commands.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypedDict

import typer
from typer.core import TyperCommand, TyperGroup

__all__ = ["CompletionTable", "OptionEntry", "Subject", "command_to_complete", "read_table", "unchecked"]

TABLE: Final = Path(__file__).with_name("completion.json")
Subject = Literal["editions", "templates", "bots"]
"""What the values of an option or argument are."""


class OptionEntry(TypedDict):
    """An option by its flags, or an argument, which has none."""

    name: str
    flags: list[str]
    help: str
    takes: Literal["nothing", "one", "many"]
    values: Subject | None


class CompletionTable(TypedDict):
    """Values by their subject; commands by their words (`edition check`), each with its help and its options."""

    values: dict[Subject, list[str]]
    commands: dict[str, tuple[str, list[OptionEntry]]]


def read_table() -> CompletionTable:
    """Return the table as it was written."""
    table: CompletionTable = json.loads(TABLE.read_text("utf-8"))
    return table


class LightCommand(TyperCommand):
    """A command that is never run, and reads no value."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read the words of a command."""
        return super().parse_args(unchecked(self, ctx), args)


class LightGroup(TyperGroup):
    """The same of a group."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read the words before a command."""
        return super().parse_args(unchecked(self, ctx), args)


def unchecked(command: TyperCommand | TyperGroup, context: Any) -> Any:
    """Let a command take values as they are typed: what checks them takes longer to import than an answer may take."""
    for parameter in command.get_params(context):
        parameter.process_value = _as_typed  # type: ignore[assignment]
    return context


def _as_typed(context: Any, value: object) -> object:
    return value


def command_to_complete(name: str) -> Any:
    """Return a command, or a group of them, that can be completed and does nothing."""
    table, around = read_table(), typer.Typer(add_completion=False)
    around.callback()(lambda: None)
    if name in table["commands"]:
        around.command(name, cls=LightCommand)(_idle(table, name))
    else:
        group = typer.Typer(cls=LightGroup)
        group.callback()(lambda: None)
        for words, (help_text, _) in table["commands"].items():
            first, _, rest = words.partition(" ")
            if first == name:
                group.command(rest, cls=LightCommand, help=help_text)(_idle(table, words))
        around.add_typer(group, name=name)
    return typer.main.get_group(around).commands[name]


def _idle(table: CompletionTable, words: str) -> Callable[[], None]:
    """A function with the signature of a command."""

    def idle() -> None:
        pass

    idle.__signature__ = Signature([_parameter(table, entry) for entry in table["commands"][words][1]])  # type: ignore[attr-defined]
    return idle


def _parameter(table: CompletionTable, entry: OptionEntry) -> Parameter:
    kind: Any = {"nothing": bool, "one": str, "many": list[str]}[entry["takes"]]
    values = entry["values"]
    completer = None if values is None else _completer(table["values"][values], announced=values == "bots")
    how: dict[str, Any] = {"help": entry["help"], "autocompletion": completer}
    told: Any = typer.Option(*entry["flags"], **how) if entry["flags"] else typer.Argument(**how)
    default = False if entry["takes"] == "nothing" else None
    return Parameter(entry["name"], Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, told])


def _completer(values: list[str], *, announced: bool) -> Callable[[str], list[str]]:
    """Complete one value, or the last of several with commas; bots of other packages are those that are installed now."""

    def complete(incomplete: str) -> list[str]:
        from importlib.metadata import entry_points

        others = [entry.name for entry in entry_points(group="allaboard.bots")] if announced else []
        head, comma, last = incomplete.rpartition(",")
        return [f"{head}{comma}{value}" for value in (*values, *others) if value.startswith(last)]

    return complete
