"""Files of editions on the command line: copy those of a board to begin with, and have rows suggested for one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from allaboard.cli.console import Failure, JsonOption, console, find_edition, print_json
from allaboard.editions import EditionError, edition_ids, load_board, sample_ids, template_files
from allaboard.editions.edition import Route, Ticket
from allaboard.editions.suggestions import Suggestions, suggest

__all__ = ["copy", "suggest_rows"]

HEADINGS = ("Tickets to add", "Tickets at what their shortest way is worth", "Second tracks where a single route holds the board together")


def complete_template(incomplete: str) -> list[str]:
    """Boards to begin with that begin so, for the shell."""
    return [name for name in (*sample_ids(), *edition_ids()) if name.startswith(incomplete)]


def copy(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A sample, or an edition of ours.", autocompletion=complete_template)],
) -> None:
    """Copy the files of a sample board, or of an edition of ours, to change them: an edition and its board."""
    known = (*sample_ids(), *edition_ids())
    if name not in known:
        raise typer.BadParameter(f"'{name}' is no board to copy; allowed: {', '.join(known)}", param_hint="NAME")
    files = template_files(name)
    for file in files:
        if Path(file.name).exists():
            raise Failure(f"{file.name} is there already, and stays as it is: move it away")
    for file in files:
        Path(file.name).write_text(file.read_text("utf-8"), "utf-8")
    screen, edition = console(), files[0].name
    screen.print(f"Written: {', '.join(file.name for file in files)}", soft_wrap=True)
    for words in (f"edition check {edition}", f"draw {edition} --watch", f"play {edition}"):
        screen.print(f"  allaboard {words}", soft_wrap=True)


def suggest_rows(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The .toml file of an edition, or of a board that has none yet.")],
    tickets: Annotated[
        int | None, typer.Option(min=0, max=200, help="How many tickets to add; until there is one a place unless named.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Suggest rows for a board of your own: tickets by their shortest way, points that are off, second tracks."""
    if file.endswith(".board.toml"):
        try:
            found = suggest(load_board(file), wanted=tickets)
        except EditionError as error:
            raise Failure(str(error.faults[0])) from error
    else:
        edition = find_edition(file)
        found = suggest(edition.board, edition.tickets, tickets)
    if as_json:
        print_json({"file": file, **{name: [_row(row) for row in rows] for name, rows in found._asdict().items()}})
    else:
        _show(found)


def _row(row: Ticket | Route) -> dict[str, object]:
    ends = {"a": row.a, "b": row.b}
    if isinstance(row, Ticket):
        return {**ends, "points": row.points}
    return {**ends, "length": row.length, "colour": row.colour or "grey", **({"ferries": row.ferries} if row.ferries else {})}


def _show(found: Suggestions) -> None:
    screen = console()
    parts: tuple[Sequence[Ticket | Route], ...] = (found.tickets, found.worth, found.tracks)
    for heading, rows in zip(HEADINGS, parts, strict=True):
        if rows:
            screen.print(Text(f"# {heading}", style="dim"))
            for line in _toml(rows):
                screen.print(Text(line), soft_wrap=True)
    if not any(found):
        screen.print("Nothing to suggest: there are tickets enough, worth their shortest ways, and no single route cuts the board in two.")


def _toml(rows: Iterable[Ticket | Route]) -> Iterable[str]:
    """Rows as the files have them; names of locations hold no sign that TOML would read otherwise, but for quotes."""
    for row in rows:
        fields = (f"{key} = {_quoted(value)}" for key, value in _row(row).items())
        yield f"  {{ {', '.join(fields)} }},"


def _quoted(value: object) -> str:
    return str(value) if isinstance(value, int) else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
