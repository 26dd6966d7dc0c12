"""What all commands share: where they print, how they fail, and the arguments that several of them take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from allaboard.cli.answers import Failure, print_json

if TYPE_CHECKING:
    from rich.progress import Progress

    from allaboard.editions import Edition
    from allaboard.record_schema import PlayerData

__all__ = [
    "EditionArgument",
    "EditionFileOption",
    "Failure",
    "JsonOption",
    "check_folder",
    "checked_players",
    "checked_seat",
    "complete_edition",
    "console",
    "edition_option",
    "find_edition",
    "messages",
    "player_names",
    "print_json",
    "progress_bar",
    "seat_names",
]


class PlainConsole(Console):
    """A console that prints text as it is, but for what would steer the terminal: brackets and colons in it are no markup and no emoji."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of text to print, each of them printable."""
        from allaboard.editions.texts import printable

        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text, keep="\n"), segment.style)


def console() -> Console:
    """Where results go: standard output."""
    return PlainConsole()


def messages() -> Console:
    """Where everything else goes: standard error."""
    return PlainConsole(stderr=True)


def progress_bar(*, quiet: bool) -> Progress:
    """Return the bar that shows how far many games are, on a terminal whose user wants it; it leaves nothing behind."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = messages()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    return Progress(*columns, console=screen, transient=True, disable=quiet or not screen.is_terminal)


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
            here = f"; {name}.toml is here" if Path(f"{name[:200]}.toml").is_file() else ""
            raise typer.BadParameter(f"{first.message}{here}", param_hint="EDITION") from error
        more = f" (and {len(others) + error.more} more faults: allaboard edition check {name})" if others else ""
        raise Failure(f"{first}{more}") from error


def edition_option(edition: Edition) -> list[str]:
    """The words by which a command about a record finds an edition that is not ours."""
    from allaboard.editions import edition_ids

    return [] if edition.path is None or edition.id in edition_ids() else ["--edition", str(edition.path)]


def check_folder(file: Path | None) -> None:
    """Refuse a file to write whose folder is not there: said before the work, not after it."""
    if file is not None and not file.absolute().parent.is_dir():
        raise Failure(f"{file}: there is no folder {file.parent}")


def seat_names(players: int) -> list[str]:
    """What seats without names are called: people count them from 1, here as on the page, programs from 0."""
    return [f"Seat {seat + 1}" for seat in range(players)]


def player_names(players: int, seats: Sequence[PlayerData] | None) -> list[str]:
    """What the seats of a saved game are called: who played there, a name that two have with its seat; by the seat where nobody knows."""
    from allaboard.editions.texts import printable
    from allaboard.sentences import YOU

    unknown = seat_names(players)
    names = [unknown[seat] if player["name"] == YOU else printable(player["name"]) for seat, player in enumerate(seats or ())] or unknown
    return [f"{name} ({seat + 1})" if names.count(name) > 1 else name for seat, name in enumerate(names)]


def checked_seat(seat: int | None, players: int) -> int | None:
    """The seat that a person means by a number from 1 on."""
    if seat is not None and seat > players:
        raise typer.BadParameter(f"the game has seats 1 to {players}, not {seat}", param_hint="--seat")
    return None if seat is None else seat - 1


def checked_players(edition: Edition, players: int) -> int:
    """A number of players that the edition allows."""
    from allaboard.game import check_players

    try:
        check_players(edition, players, None)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--players") from error
    return players
