"""What all commands share: where they print, how they fail, and the arguments that several of them take."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

if TYPE_CHECKING:
    from rich.progress import Progress

    from allaboard.editions import Edition

__all__ = [
    "EditionArgument",
    "EditionFileOption",
    "Failure",
    "JsonOption",
    "answering",
    "checked_players",
    "complain",
    "console",
    "edition_option",
    "find_edition",
    "messages",
    "print_json",
    "progress_bar",
]


_answers: Final[ContextVar[TextIO | None]] = ContextVar("answers", default=None)
"""Where JSON goes while everything else that is printed goes to standard error."""


class Failure(Exception):  # noqa: N818 - not the program's error
    """Something that was asked for correctly and could not be done; its text is the one line that the user sees."""


class PlainConsole(Console):
    """A console that prints text from files and uploads without what would steer the terminal; colours are the console's own."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of text to print, each of them printable."""
        from allaboard.editions.texts import printable

        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text, keep="\n"), segment.style)


def console() -> Console:
    """Where results go: standard output."""
    return PlainConsole(highlight=False)


def messages() -> Console:
    """Where everything else goes: standard error."""
    return PlainConsole(stderr=True, highlight=False)


def progress_bar(*, quiet: bool) -> Progress:
    """Return the bar that shows how far many games are, on a terminal whose user wants it; it leaves nothing behind."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = messages()
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    return Progress(*columns, console=screen, transient=True, disable=quiet or not screen.is_terminal)


def complain(message: str, code: int) -> int:
    """Say in one line what went wrong; gives the exit code back."""
    from allaboard.editions.texts import printable

    print(f"allaboard: {printable(message)}", file=sys.stderr)
    return code


@contextmanager
def answering(*, as_json: bool) -> Iterator[None]:
    """Keep standard output for the answer of a command that prints JSON: what a bot prints meanwhile goes to standard error."""
    if not as_json:
        yield
        return
    kept = _answers.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _answers.reset(kept)


def print_json(data: object) -> None:
    """One object on standard output; what cannot be printed is escaped as JSON does it."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    print("".join(sign if sign.isprintable() or sign == "\n" else _escaped(sign) for sign in text), file=_answers.get())


def _escaped(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def complete_edition(incomplete: str) -> list[str]:
    """Editions that begin so, for the shell."""
    from allaboard.editions import edition_ids

    return [name for name in edition_ids() if name.startswith(incomplete)]


EditionArgument = Annotated[
    str, typer.Argument(metavar="EDITION", help="An edition by its id, or a .toml file.", autocompletion=complete_edition)
]
EditionFileOption = Annotated[
    Path | None, typer.Option("--edition", metavar="FILE", help="The .toml of a record that was played on a board of your own.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def find_edition(name: str) -> Edition:
    """The edition that an argument names."""
    from allaboard.editions import EditionError, get_edition

    try:
        return get_edition(name)
    except EditionError as error:
        first, *others = error.faults
        if not name.endswith(".toml"):
            raise typer.BadParameter(first.message, param_hint="EDITION") from error
        more = f" (and {len(others) + error.more} more faults: allaboard edition check {name})" if others else ""
        raise Failure(f"{first}{more}") from error


def edition_option(edition: Edition) -> list[str]:
    """The words by which a command about a record finds an edition that is not ours."""
    from allaboard.editions import edition_ids

    return [] if edition.path is None or edition.id in edition_ids() else ["--edition", str(edition.path)]


def checked_players(edition: Edition, players: int) -> int:
    """A number of players that the edition allows."""
    from allaboard.game import check_players

    try:
        check_players(edition, players, None)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--players") from error
    return players
