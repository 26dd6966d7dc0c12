"""Many games on the command line: a progress bar while they are played, then their figures."""

from __future__ import annotations

import secrets
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from allaboard.arena.fingerprints import fingerprint
from allaboard.bots import BotError
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import (
    EditionArgument,
    Failure,
    JsonOption,
    checked_players,
    console,
    find_edition,
    messages,
    print_json,
    progress_bar,
)
from allaboard.cli.precompile import need_rules
from allaboard.editions import Edition
from allaboard.runner import WorkersError, workers
from allaboard.sentences import count_of
from allaboard.simulation import Simulation, Tally, run
from allaboard.simulation.dataset_files import DatasetError, DatasetFile, kept_for, seed_left
from allaboard.simulation.figures import Figures, Summary

__all__ = ["simulate"]


def simulate(
    name: EditionArgument,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many seats; as many as there are bots unless named.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option("--bots", "-b", metavar="BOT,…", help="Bots, which change seats after every game.", autocompletion=complete_bot)
    ] = "random",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="How many games at a time; the figures stay the same.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the games: .parquet (games and decisions), .csv (results) or .jsonl (records)."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed and options, same games; random unless named.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play many games between bots and sum them up. Ctrl-C stops early and sums up what was played.

    Games between planners run in compiled code, hundreds a second, and those between random bots alone, thousands, unless --out asks for
    their decisions or records. What was written before a stop or a kill is kept: the same command goes on from there.
    """
    edition = find_edition(name)
    seated = _by_seat(edition, bots.split(","), players, seed)
    need_rules()
    try:
        left = None if out is None else seed_left(out)
        chosen = seed if seed is not None else secrets.randbits(32) if left is None else left
        simulation = Simulation(edition, seated, games, chosen, "figures" if out is None else kept_for(out))
        file = None if out is None else DatasetFile(out, simulation, {spec: code for spec in seated if (code := fingerprint(spec))})
    except DatasetError as error:
        raise Failure(str(error)) from error
    if file is not None and file.done:
        messages().print(f"{count_of(file.done, 'game')} there already; going on from there.")
        simulation = replace(simulation, first=file.done)
    tally, seconds = _play(simulation, jobs, file, quiet=as_json)
    summary = tally.summary()
    if as_json:
        asked = {"edition": edition.id, "edition_hash": edition.hash, "players": len(seated), "seed": chosen, "asked": games}
        rate = tally.games / seconds if seconds else None
        print_json({**asked, **summary, "speed": {"seconds": seconds, "games_per_second": rate, "jobs": jobs}})
    else:
        _show(simulation, summary, seconds)


def _by_seat(edition: Edition, bots: list[str], players: int | None, seed: int | None) -> tuple[str, ...]:
    """A bot for each seat: those named, again from the first until all seats are taken."""
    count = checked_players(edition, max(len(bots), edition.min_players) if players is None else players)
    specs = check_bots(bots, "--bots", edition=edition, players=count, seed=seed)
    if len(specs) > count:
        raise typer.BadParameter(f"{len(specs)} bots are too many for {count} players", param_hint="--bots")
    return tuple(specs[seat % len(specs)] for seat in range(count))


def _play(simulation: Simulation, jobs: int, file: DatasetFile | None, *, quiet: bool) -> tuple[Tally, float]:
    if simulation.compiled:
        # one game fetches the compiled code, so that the clock measures play alone
        list(run(replace(simulation, games=1, first=0)))
    tally, begun = Tally(simulation.bots), time.perf_counter()
    bar = progress_bar(quiet=quiet)
    try:
        with ExitStack() as stack:
            pool = stack.enter_context(workers(jobs, threads=simulation.compiled))
            task = stack.enter_context(bar).add_task("Playing", total=simulation.games, completed=simulation.first)
            for batch in run(simulation, pool):
                tally.add(batch)
                bar.advance(task, len(batch))
                if file is not None:
                    file.add(batch)
    except KeyboardInterrupt:
        more = "" if file is None else "; the same command goes on from there"
        messages().print(f"Stopped after {simulation.first + tally.games} of {simulation.games} games{more}.")
    except (BotError, WorkersError) as error:
        raise Failure(str(error)) from error
    finally:
        if file is not None:
            file.finish()
    return tally, time.perf_counter() - begun


def _show(simulation: Simulation, summary: Summary, seconds: float) -> None:
    screen, games = console(), summary["games"]
    title = f"{simulation.edition.id}, {simulation.players} players, {count_of(games, 'game')}, seed {simulation.seed}"
    screen.print(Text(title, style="bold"))
    if not games:
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("", "Score", "Range", "Victories (95 %)"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=bool(heading), overflow="fold")
    for by_bot in summary["bots"]:
        table.add_row(Text(by_bot["bot"], style="bold"), *_cells(by_bot))
    table.add_row()
    for by_seat in summary["seats"]:
        table.add_row(f"seat {by_seat['seat'] + 1}", *_cells(by_seat))
    screen.print(table)
    ends = ", ".join(f"{end} {count / games:.1%}" for end, count in summary["endings"].items())
    rate = games / seconds
    screen.print(f"{rate:,.{0 if rate >= 100 else 1}f} games/s, {summary['decisions_per_game']:.1f} decisions a game")
    screen.print(f"ended by: {ends}; victories shared: {summary['shared'] / games:.1%}")


def _cells(figures: Figures) -> tuple[str, str, str]:
    low, high = figures["interval"]
    return (
        f"{figures['mean']:.1f} ± {figures['deviation']:.1f}",
        f"{figures['lowest']} to {figures['highest']}",
        f"{figures['win_share']:.1%} ({low:.1%} to {high:.1%})",
    )
