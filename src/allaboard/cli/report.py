"""The report on the command line: play, look, write one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from allaboard.arena.match import Match
from allaboard.arena.report import Figures, findings_of, play_games, report_page, take_figures
from allaboard.bots import BotError
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import (
    EditionArgument,
    Failure,
    JsonOption,
    check_folder,
    checked_players,
    console,
    find_edition,
    print_json,
    progress_bar,
)
from allaboard.cli.precompile import need_rules
from allaboard.drawing import ArtError
from allaboard.runner import WorkersError, workers

__all__ = ["report"]

PANEL = ("planner", "racer", "collector", "blocker", "planner")
"""Who plays unless bots are named: good players of different characters."""


def report(
    name: EditionArgument,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many seats; the least of the edition unless named.")] = None,
    bots: Annotated[
        str | None, typer.Option("--bots", "-b", metavar="BOT,…", help="Who plays; good players unless named.", autocompletion=complete_bot)
    ] = None,
    blocks: Annotated[int, typer.Option("--blocks", "-n", min=2, help="How many deals; each is played in every seating.")] = 300,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="How many games at a time; the figures stay the same.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed, same games.")] = 1,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="The .html file to write.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Study an edition, or a board of your own, by many games: one page with pictures and findings in plain words."""
    edition = find_edition(name)
    seats = checked_players(edition, edition.min_players if players is None else players)
    specs = check_bots(bots.split(",") if bots else list(PANEL[:seats]), "--bots", edition=edition, players=seats, seed=seed)
    if len(specs) > seats:
        raise typer.BadParameter(f"{len(specs)} bots are too many for {seats} players", param_hint="--bots")
    lineup = tuple(specs[seat % len(specs)] for seat in range(seats))
    file = output or Path(f"{edition.id}-{seats}.html")
    check_folder(file)
    need_rules()
    match = Match(edition, lineup, seed)
    try:
        with workers(jobs) as pool, progress_bar(quiet=as_json) as bar:
            figures = take_figures(match, list(bar.track(play_games(match, blocks, pool), blocks, description="Playing")))
        command = f"allaboard report {name} --players {seats} --bots {','.join(specs)} --blocks {blocks} --seed {seed}"
        file.write_text(report_page(figures, command), "utf-8")
    except (BotError, WorkersError) as error:
        raise Failure(str(error)) from error
    except ArtError as error:
        raise Failure(f"{edition.id} cannot be drawn: {error}") from error
    if as_json:
        print_json({"file": str(file), **_facts(figures)})
        return
    for finding in findings_of(figures):
        console().print(f"{finding.subject}: {finding.words}", soft_wrap=True)
    console().print(f"Written: {file}", soft_wrap=True)


def _facts(figures: Figures) -> dict[str, object]:
    return {
        "edition": figures.match.edition.id,
        "players": figures.match.players,
        "lineup": list(figures.match.lineup),
        "games": figures.games,
        "findings": [{"weight": one.weight, "subject": one.subject, "words": one.words} for one in findings_of(figures)],
    }
