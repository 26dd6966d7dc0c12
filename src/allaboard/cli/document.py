"""docs/commands.md and the table for completion, written from the commands themselves: `python -m allaboard.cli.document [--table]`."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import typer

from allaboard.bots.registry import BUILT_IN
from allaboard.cli.app import COMMANDS, app, load_command
from allaboard.cli.completion import CompletionTable, OptionEntry, Subject
from allaboard.editions import edition_ids, sample_ids

__all__ = ["completion_table", "document", "table_text"]

OPENING = """# Commands

Written by `python -m allaboard.cli.document`; a test compares it with the commands. `allaboard COMMAND --help` shows the same in the
terminal.

What is asked for wrongly ends with the exit code 2, what cannot be done with 1; both are told in one line on standard error. With `--json`
the answer is one object on standard output, and everything else goes to standard error. Seats are counted from 1, in JSON from 0. Where an
edition is asked for, an id or the path of a `.toml` file does; where a bot is, a name with options behind a colon, `module:Class`
([how](write-a-bot.md)), or the file of a trained net ([how](environments.md#from-net-to-player)). `ALLABOARD_DEBUG=1` keeps the traceback
of an error.

`allaboard` alone serves and opens the browser. `allaboard --install-completion` makes the shell complete all of this.

{overview}
"""


def document() -> str:
    """Return the page."""
    overview = "\n".join(f"- [`{name}`](#allaboard-{name}): {help_text}" for name, (_, help_text) in COMMANDS.items())
    return OPENING.format(overview=overview) + "".join(_section(words, command) for words, command in _commands())


def table_text() -> str:
    """Return the table for completion as its file has it."""
    return json.dumps(completion_table(), ensure_ascii=False, indent=1) + "\n"


def completion_table() -> CompletionTable:
    """Return what the shell must know of every command, and of the values that options take."""
    values: dict[Subject, list[str]] = {
        "editions": list(edition_ids()),
        "templates": [*sample_ids(), *edition_ids()],
        "bots": list(BUILT_IN),
    }
    commands = {
        words: (_first_line(command), [_entry(parameter, values) for parameter in _parameters(command)])
        for words, command in _commands()
        if not hasattr(command, "commands")
    }
    return {"values": values, "commands": commands}


def _commands() -> Iterator[tuple[str, Any]]:
    """Every command by its words; a group comes before what is in it."""
    for name in COMMANDS:
        command = load_command(name)
        yield name, command
        for inner, found in getattr(command, "commands", {}).items():
            yield f"{name} {inner}", found


def _section(words: str, command: Any) -> str:
    if hasattr(command, "commands"):
        return f"\n## `allaboard {words}`\n\n{command.help}\n"
    mark = "###" if " " in words else "##"
    parameters = _parameters(command)
    arguments = [_argument(one) for one in parameters if one.param_type_name == "argument"]
    options = " [OPTIONS]" if any(one.param_type_name == "option" for one in parameters) else ""
    usage = " ".join(["allaboard", words, *arguments]) + options
    rows = "\n".join(f"| {_called(one)} | {_meaning(one)} |" for one in parameters)
    table = f"\n| | |\n| --- | --- |\n{rows}\n" if rows else ""
    return f"\n{mark} `allaboard {words}`\n\n{_paragraphs(command.help)}\n\n    {usage}\n{table}"


def _parameters(command: Any) -> list[Any]:
    return [one for one in command.params if "--help" not in one.opts]


def _argument(parameter: Any) -> str:
    name = (parameter.metavar or parameter.name.upper()).strip("[]")
    return name if parameter.required else f"[{name}]"


def _called(parameter: Any) -> str:
    """How a parameter is written."""
    if parameter.param_type_name == "argument":
        return f"`{_argument(parameter)}`"
    value = "" if parameter.is_flag else f" {parameter.metavar or _kind(parameter)}"
    return ", ".join(f"`{flag}{value}`" for flag in (*parameter.opts, *parameter.secondary_opts))


def _kind(parameter: Any) -> str:
    return {int: "N", float: "NUMBER"}.get(_plain(parameter), "FILE" if parameter.type_descriptor.is_path else "TEXT")


def _plain(parameter: Any) -> Any:
    annotation = parameter.type_descriptor.annotation
    return next((one for one in getattr(annotation, "__args__", ()) if one is not type(None)), annotation)


def _meaning(parameter: Any) -> str:
    """What a parameter is for, and what it is when nobody says."""
    text = " ".join((parameter.help or "").split()).replace("|", "\\|")
    default = parameter.default
    shown = default not in (None, False, True, "", ()) and not callable(default)
    return f"{text} Default: `{default}`." if shown else text


def _paragraphs(text: str) -> str:
    """A docstring as prose: its lines joined, its paragraphs kept."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text or ""))


def _first_line(command: Any) -> str:
    return _paragraphs(command.help).partition("\n")[0]


def _entry(parameter: Any, values: dict[Subject, list[str]]) -> OptionEntry:
    option = parameter.param_type_name == "option"
    flag = option and parameter.is_flag
    many = parameter.nargs != 1 or getattr(parameter, "multiple", False)
    return {
        "name": parameter.name,
        "flags": [*parameter.opts, *parameter.secondary_opts] if option else [],
        "help": " ".join((parameter.help or "").split()),
        "takes": "nothing" if flag else "many" if many else "one",
        "values": _subject(parameter, values),
    }


def _subject(parameter: Any, values: dict[Subject, list[str]]) -> Subject | None:
    """What a parameter completes, by what it offers for nothing typed; bots of other packages come after ours."""
    context = typer.Context(typer.main.get_command(app))
    offered = [item.value for item in parameter.shell_complete(context, "")]
    return next((subject for subject, known in values.items() if offered[: len(known)] == known), None) if offered else None


if __name__ == "__main__":
    print(table_text() if "--table" in sys.argv[1:] else document(), end="")
