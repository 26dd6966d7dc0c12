"""Editions on the command line: list them, show one, begin one of one's own, check it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from allaboard.cli.console import EditionArgument, Failure, JsonOption, console, find_edition, print_json
from allaboard.cli.edition_files import copy, suggest_rows
from allaboard.cli.styled_text import CardRow, route_cards
from allaboard.editions import Edition, EditionError, edition_ids, load
from allaboard.editions.advice import advice_on
from allaboard.editions.bounds import MAX_WAYS, MAX_WIDTH
from allaboard.editions.sketch import FEWEST_PLACES, MOST_PLACES, sketch
from allaboard.editions.sweep_order import sweep_of

__all__ = ["app"]

app = typer.Typer(help="List, show, begin and check editions.", invoke_without_command=True)
app.command("copy")(copy)
app.command("suggest")(suggest_rows)

LONGEST_ID = 40
SETUP_RETURNS = {"bottom": "under the deck", "shuffled": "shuffled, under the deck", "out": "out of the game"}


@app.callback()
def _begin(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list")
def list_editions(as_json: JsonOption = False) -> None:
    """List the editions that come with the package."""
    known = [find_edition(name) for name in edition_ids()]
    if as_json:
        print_json({"editions": [_outline(edition) for edition in known]})
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("Edition", style="bold", no_wrap=True)
    table.add_column("Players", no_wrap=True)
    table.add_column("")
    for edition in known:
        table.add_row(edition.id, f"{edition.min_players}-{edition.max_players}", edition.summary)
    console().print(table)


@app.command("show")
def show(name: EditionArgument, as_json: JsonOption = False) -> None:
    """Show the values of an edition, its routes and its tickets."""
    edition = find_edition(name)
    if as_json:
        print_json({**_outline(edition), **edition.facts})
        return
    screen = console()
    screen.print(Text(edition.title, style="bold"), Text(edition.summary, style="dim"), sep="\n")
    screen.print()
    screen.print(_values(edition))
    screen.print()
    screen.print(_routes(edition))
    screen.print()
    screen.print(_tickets(edition))
    if edition.board.districts:
        screen.print()
        screen.print(_districts(edition))


@app.command("new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the edition: small letters, digits and hyphens.")],
    places: Annotated[int, typer.Option("--places", min=FEWEST_PLACES, max=MOST_PLACES, help="How many places the board has.")] = 12,
    title: Annotated[str | None, typer.Option(help="What it is called; made of the id unless named.")] = None,
) -> None:
    """Write the two commented files of a new edition, a sketch that can be played at once: NAME.toml and NAME.board.toml."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) or len(name) > LONGEST_ID or name == "tokens":
        raise typer.BadParameter(f"'{name}' is no id; allowed: small letters a to z, digits and hyphens between them", param_hint="NAME")
    if name in edition_ids():
        raise typer.BadParameter(f"'{name}' is an edition of ours: take another id", param_hint="NAME")
    called = (title or " ".join(part.capitalize() for part in name.split("-"))).replace("\\", "").replace('"', "'")
    files = Path(f"{name}.toml"), Path(f"{name}.board.toml")
    for file in files:
        if file.exists():
            raise Failure(f"{file} is there already, and stays as it is: take another id, or move it away")
    try:
        made = sketch(name, called, places)
    except EditionError as error:
        raise typer.BadParameter(error.faults[0].message, param_hint="--title") from error
    for file, text in zip(files, made, strict=True):
        file.write_text(text, "utf-8")
    screen = console()
    screen.print(f"Written: {files[0]}, {files[1]}", soft_wrap=True)
    for words in (f"edition check {files[0]}", f"draw {files[0]} --watch", f"play {files[0]}", f"report {files[0]} --blocks 100"):
        screen.print(f"  allaboard {words}", soft_wrap=True)


@app.command("check")
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The .toml file of an edition, or one of ours by its id.")],
    as_json: JsonOption = False,
) -> None:
    """Check the file of an edition, and the board beside it; every fault is listed."""
    try:
        edition = load(file) if file.endswith(".toml") or Path(file[:200]).is_file() else find_edition(file)
    except EditionError as error:
        if as_json:
            faults = [{"file": f.file, "row": f.row, "field": f.field, "message": f.message} for f in error.faults]
            print_json({"file": str(file), "playable": False, "faults": faults, "more": error.more})
        else:
            count = len(error.faults) + error.more
            shown = f"{file}: {count} {'fault' if count == 1 else 'faults'}" + (f", {error.more} of them not shown" if error.more else "")
            console().print(_faults(error), Text(shown, style="bold red"), sep="\n")
        raise typer.Exit(1) from error
    board = edition.board
    ways, width, advice = sweep_of(board).ways, sweep_of(board).width, advice_on(edition)
    if as_json:
        tangle = {"ways": ways, "most_ways": MAX_WAYS, "width": width, "most_width": MAX_WIDTH}
        print_json({"file": str(file), "playable": True, "faults": [], **_outline(edition), "tangle": tangle, "advice": advice})
    else:
        size = f"{len(board.locations)} locations, {len(board.routes)} routes, {len(edition.tickets)} tickets"
        tangle_words = f"Tangle of the routes: {ways:,} of {MAX_WAYS:,} ways, {width} of {MAX_WIDTH} locations wide."
        console().print(Text(f"{file} is playable: {size} (hash {edition.hash})\n{tangle_words}"), soft_wrap=True)
        for line in advice:
            console().print(Text(f"Advice: {line}"), soft_wrap=True)


def _outline(edition: Edition) -> dict[str, object]:
    return {
        "id": edition.id,
        "title": edition.title,
        "summary": edition.summary,
        "hash": edition.hash,
        "min_players": edition.min_players,
        "max_players": edition.max_players,
    }


def _values(edition: Edition) -> Table:
    board = edition.board
    cards = CardRow(edition, {"wild": edition.wild_cards, **{colour.name: colour.cards for colour in edition.colours}})
    bonuses = [
        f"{edition.longest_path_points} for the longest path" if edition.longest_path_points else "",
        f"{edition.attraction_points} for each attraction" if edition.attraction_points else "",
        "the value of each district joined" if board.districts else "",
    ]
    order = ", in the player's order" if edition.return_order == "chosen" else ""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    rows: tuple[tuple[str, RenderableType], ...] = (
        ("id", f"{edition.id} (hash {edition.hash})"),
        ("players", f"{edition.min_players} to {edition.max_players}; first: {edition.starting_player}"),
        ("pieces", f"{edition.pieces} {edition.piece_plural} each"),
        ("cards", cards),
        ("wild card", edition.wild),
        ("starting hand", f"{edition.starting_hand} cards"),
        ("tickets dealt", f"{edition.setup_offer}, keep at least {edition.setup_keep}; others {SETUP_RETURNS[edition.setup_return]}"),
        ("tickets drawn", f"{edition.offer}, keep at least {edition.keep}; others under the deck{order}"),
        ("twins close", f"with up to {edition.twin_closed_up_to} players"),
        ("route points", ", ".join(f"{length}: {points}" for length, points in sorted(edition.route_points.items()))),
        ("points shown", "as claimed" if edition.points_shown == "claimed" else "at the end"),
        ("bonus", ", ".join(filter(None, bonuses)) or "none"),
        ("final round", f"with {edition.final_round_at} or fewer {edition.piece_plural} left"),
        ("ties", ", then ".join(("tickets completed" if b == "tickets" else "longest path") for b in edition.tie_breaks) or "shared"),
        ("board", f"{board.title}: {len(board.locations)} locations, {len(board.routes)} routes"),
    )
    for label, value in rows:
        table.add_row(label, value)
    return table


def _routes(edition: Edition) -> Group:
    table = Table(box=None, pad_edge=False)
    table.add_column("Route", style="bold")
    table.add_column("Spaces", justify="right")
    table.add_column("Colour")
    for route in edition.board.routes:
        table.add_row(f"{route.a}–{route.b}", str(route.length), route_cards(edition, route))
    lengths = Counter(route.length for route in edition.board.routes)
    spread = ", ".join(f"{count} of {length}" for length, count in sorted(lengths.items()))
    return Group(table, Text(f"{len(edition.board.routes)} routes, by spaces: {spread}", style="dim"))


def _tickets(edition: Edition) -> Group:
    table = Table(box=None, pad_edge=False)
    table.add_column("Ticket", style="bold")
    table.add_column("Points", justify="right")
    for ticket in edition.tickets:
        table.add_row(ticket.name, str(ticket.points))
    return Group(table, Text(f"{len(edition.tickets)} tickets, {sum(t.points for t in edition.tickets)} points", style="dim"))


def _districts(edition: Edition) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("District", style="bold", no_wrap=True)
    table.add_column("Points", justify="right")
    table.add_column("Locations")
    for district in edition.board.districts:
        table.add_row(district.name, str(district.points), ", ".join(district.locations))
    return table


def _faults(error: EditionError) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("File", "Row", "Field", "Fault"):
        table.add_column(heading, overflow="fold", style="bold" if heading == "Field" else "")
    for fault in error.faults:
        table.add_row(*(Text(part) for part in (fault.file, fault.row, fault.field, fault.message)))
    return table
