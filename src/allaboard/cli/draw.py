"""Boards as pictures: empty, as a recorded game left them, or as the poster of a finished one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from allaboard.cli.console import EditionArgument, Failure, JsonOption, console, find_edition, player_names, print_json
from allaboard.cli.records import At, GameNumber, read_record, replayed
from allaboard.drawing import ArtError, ThemeName, draw_board, save
from allaboard.editions import Edition
from allaboard.engine.bits import members, route_set
from allaboard.game import Game
from allaboard.pictures import FinishedGame, game_picture
from allaboard.record import Record
from allaboard.record_schema import LONGEST_NAME
from allaboard.validation import quoted

__all__ = ["draw", "draw_game", "draw_poster"]


def draw(
    name: EditionArgument,
    record: Annotated[Path | None, typer.Argument(metavar="[RECORD]", help="A saved game whose routes are drawn.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="An .svg or .png file.")] = None,
    poster: Annotated[bool, typer.Option("--poster", help="Draw the poster of a finished game: board, names, points.")] = False,
    names: Annotated[str | None, typer.Option(metavar="A,B,…", help="The players' names on the poster, in order of seats.")] = None,
    night: Annotated[bool, typer.Option("--night", help="Draw in the dark palette.")] = False,
    width: Annotated[int, typer.Option(min=1, max=20_000, help="Pixels across, for .png.")] = 1600,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show a board of your own in the browser, drawn anew whenever it is saved.")
    ] = False,
    at: At = None,
    number: GameNumber = 1,
    as_json: JsonOption = False,
) -> None:
    """Draw the board of an edition, or of a game at its end or at any moment; or the poster of a game."""
    if watch:
        from allaboard.cli.draw_watch import watch_board

        if not name.endswith(".toml") or not Path(name).is_file():
            raise typer.BadParameter(f"'{name}' is no .toml file that could be saved anew", param_hint="--watch")
        if record is not None or output is not None or at is not None or poster or names or night or as_json:
            raise typer.BadParameter("the empty board is shown by day, in the browser; name the edition alone", param_hint="--watch")
        watch_board(Path(name), lambda words: console().print(words, soft_wrap=True))
        return
    edition = find_edition(name)
    saved = game = None
    if record is not None:
        saved = read_record(record, number, edition if name.endswith(".toml") else None)
        if saved.edition.id != edition.id:
            raise typer.BadParameter(f"{record} is a game of {saved.edition.id}, not of {edition.id}", param_hint="EDITION")
        game = replayed(saved, at)
    if poster and (game is None or not game.over):
        raise typer.BadParameter(
            "a poster shows how a game ended; name the record of one that is over, without --at", param_hint="--poster"
        )
    if poster and night:
        raise typer.BadParameter("a poster is drawn by day", param_hint="--night")
    if names and not poster:
        raise typer.BadParameter("names stand on a poster; ask for one by --poster", param_hint="--names")
    file = output or Path(f"{edition.id}.svg")
    if file.suffix.lower() not in (".svg", ".png"):
        raise typer.BadParameter(f"'{file.name}' names no kind of picture; allowed: .svg, .png", param_hint="--output")
    try:
        picture = draw_poster(game, _names(saved, names)) if game and saved and poster else draw_game(edition, game, night=night)
    except ArtError as error:
        raise Failure(f"{edition.id} cannot be drawn: {error}") from error
    save(picture, file, width)
    if as_json:
        print_json({"file": str(file), "edition": edition.id, "actions": len(game.log) if game else None})
    else:
        console().print(f"Drawn: {file}", soft_wrap=True)


def _names(record: Record, told: str | None) -> list[str]:
    """What the players are called: as somebody told, or as the record knows them."""
    players = record.data["players"]
    names = [name.strip() for name in told.split(",")] if told else player_names(players, record.data.get("seats"))
    if len(names) != players:
        raise typer.BadParameter(f"{players} players need as many names, not {len(names)}", param_hint="--names")
    for name in names:
        if not name.isprintable() or len(name) > LONGEST_NAME:
            allowed = f"names that can be printed, of at most {LONGEST_NAME} letters"
            raise typer.BadParameter(f"{quoted(name)} cannot stand on a poster; allowed: {allowed}", param_hint="--names")
    return names


def draw_poster(game: Game, names: list[str]) -> str:
    """The poster of a finished game as SVG."""
    return game_picture(FinishedGame(game.edition, game.owners(), game.result(), names), "poster")


def draw_game(edition: Edition, game: Game | None, *, night: bool = False) -> str:
    """A board as SVG: with the routes of a game, and the twins that its players can no longer claim (R-CLAIM-7)."""
    theme: ThemeName = "night" if night else "light"
    if game is None:
        return draw_board(edition, theme=theme)
    owners = game.owners()
    free = set(members(route_set(game.state.free)))
    closed = [route for route in range(len(edition.board.routes)) if route not in free and route not in owners]
    return draw_board(edition, owners=owners, closed=closed, theme=theme)
