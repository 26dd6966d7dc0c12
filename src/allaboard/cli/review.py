"""Reviews on the command line: what could have been done better in a saved game, in words, as JSON, or as one page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from allaboard.cli.console import (
    EditionFileOption,
    Failure,
    JsonOption,
    check_folder,
    checked_seat,
    console,
    find_edition,
    player_names,
    print_json,
    progress_bar,
)
from allaboard.cli.precompile import need_search
from allaboard.cli.records import GameNumber, RecordArgument, read_record, replayed
from allaboard.drawing import ArtError
from allaboard.game import Game
from allaboard.review import Progress, Review, ReviewError, Reviewing
from allaboard.review.narration import Narrator, points, turn_name
from allaboard.review.page import review_page
from allaboard.sentences import YOU, count_of

__all__ = ["review"]


def review(
    record: RecordArgument,
    seat: Annotated[
        int | None, typer.Option(min=1, metavar="S", help="Your seat, counted from 1: it is spoken to, and shown first.")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(min=1, metavar="GAMES", help="Games a decision, on average; as many as the board allows unless named.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="The .html file to write.")] = None,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed and budget, same review.")] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, max=256, help="Threads; the review stays the same.")] = None,
    number: GameNumber = 1,
    edition_file: EditionFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a finished game: every decision judged by what its seat could know, and what was luck."""
    saved = read_record(record, number, None if edition_file is None else find_edition(str(edition_file)))
    game = replayed(saved)
    own = checked_seat(seat, game.players)
    check_folder(output)
    need_search()
    try:
        found = _reviewed(Reviewing(game, budget, seed, jobs or min(2, os.cpu_count() or 1)), quiet=as_json)
    except ReviewError as error:
        raise Failure(f"{record}: {error}") from error
    names = [YOU if place == own else name for place, name in enumerate(player_names(game.players, saved.data.get("seats")))]
    if output is not None:
        _write(output, found, game, names, own)
    if as_json:
        print_json(found.to_json())
    else:
        _tell(found, Narrator(game.edition, names), own)
        if output is not None:
            console().print(f"Written: {output}", soft_wrap=True)


def _reviewed(reviewing: Reviewing, *, quiet: bool) -> Review:
    """Do the work behind a bar that shows how far it is."""
    with progress_bar(quiet=quiet) as bar:
        task = bar.add_task("Reviewing", total=100)
        for news in reviewing:
            match news:
                case Progress():
                    bar.update(task, completed=int(100 * news.done))
                case Review():
                    return news
    raise AssertionError("a review ends with itself")


def _write(file: Path, found: Review, game: Game, names: list[str], seat: int | None) -> None:
    try:
        file.write_text(review_page(found, game, names, seat), "utf-8")
    except ArtError as error:
        raise Failure(f"{game.edition.id} cannot be drawn: {error}") from error


def _tell(found: Review, narrator: Narrator, seat: int | None) -> None:
    screen = console()
    seats = range(found.players) if seat is None else (seat,)
    for number in seats:
        one = found.seats[number]
        screen.print(Text(narrator.adjusted(found, number), style="bold"))
        level = f" ({one.band})" if one.band else ""
        lost = f"{100 * one.figure:.1f} ± {200 * one.error:.1f} points of chance lost in each of {one.decisions} decisions{level}"
        counts = {"dead end": one.dead_ends, "detour": one.detours, "delay": one.delays, "clear run": one.clear_runs}
        marks = ", ".join(count_of(count, mark) for mark, count in counts.items())
        screen.print(Text(f"  {lost}; {marks}"))
        screen.print(Text("  " + " · ".join(f"{name} {told}" for name, _, told in narrator.split(one.known))))
        for point in one.turning_points:
            screen.print(Text(f"  {points(point.swing):>4}  {turn_name(point.turn)}: {narrator.turning_point(point, found)}"))
        screen.print()
    table = Table(box=None, pad_edge=False)
    for heading in ("Turn", "Loss", "Mark", ""):
        table.add_column(heading, justify="right" if heading in ("Turn", "Loss") else "left")
    for judged in found.judgements:
        if judged.mark is not None and judged.seat in seats:
            loss = "" if judged.mark == "clear run" else f"{100 * judged.loss:.0f} ± {200 * judged.error:.0f}"
            table.add_row(str(judged.turn or turn_name(0)), loss, judged.mark.capitalize(), narrator.judgement(judged))
    screen.print(table if table.row_count else Text(f"No marks. {narrator.least_loss(found)}"))
