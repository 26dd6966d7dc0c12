"""The arena on the command line: a bar with the running result while blocks are played, then who won how much, with what certainty."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from allaboard.arena.match import Match, lineups
from allaboard.arena.results import ResultsError, open_results
from allaboard.arena.statistics import Share, Sprt
from allaboard.arena.tournament import Tournament
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
from allaboard.runner import WorkersError, workers
from allaboard.sentences import count_of

__all__ = ["arena", "read_pair"]


def arena(
    name: EditionArgument,
    bots: Annotated[
        str, typer.Option("--bots", "-b", metavar="BOT,…", help="Who plays; every choice of them meets.", autocompletion=complete_bot)
    ] = "planner,greedy",
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many seats; the least of the edition unless named.")] = None,
    blocks: Annotated[int, typer.Option("--blocks", "-n", min=1, help="Blocks of each match: deals played in every seating.")] = 100,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="How many work at a time; the figures stay the same.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed, same deals. Take a new one for every claim.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The SQLite file of results; goes on where it left off.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="LOW,HIGH", help="Stop when the first bot surely wins at most LOW or at least HIGH.")
    ] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots meet in paired blocks: every deal is played in every seating.

    With more bots than seats, every choice of them meets; with fewer, the last one fills the other seats. Ctrl-C or a signal to
    end keeps what is done, and the same command goes on from there.
    """
    edition = find_edition(name)
    seats = checked_players(edition, edition.min_players if players is None else players)
    specs = check_bots(bots.split(","), "--bots", edition=edition, players=seats, seed=seed)
    matches = [Match(edition, lineup, seed) for lineup in lineups(specs, seats)]
    test = None if sprt is None else read_sprt(sprt)
    if test is not None and len(matches) > 1:
        raise typer.BadParameter(f"a sequential test decides one match, not the {len(matches)} between these bots", param_hint="--sprt")
    need_rules()
    try:
        with open_results(out or Path(f"{edition.id}.arena.sqlite")) as results:
            for changed in dict.fromkeys(name for match in matches for name in results.changed(match)):
                messages().print(f"{changed or 'The engine or a bot of ours'} has changed: playing anew.", soft_wrap=True)
            tournament = Tournament(matches, blocks, results, test)
            before, begun = tournament.played, time.perf_counter()
            _play(tournament, jobs, cluster, quiet=as_json)
            seconds, file = time.perf_counter() - begun, results.path
    except (BotError, ResultsError, WorkersError) as error:
        raise Failure(str(error)) from error
    if as_json:
        print_json({**_facts(tournament, file), "seconds": seconds, "played_now": tournament.played - before})
    else:
        _show(tournament, file, seconds, tournament.played - before)


def read_pair(text: str, option: str) -> tuple[float, float]:
    """Two shares from `0.5,0.55`."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError as error:
        raise typer.BadParameter(f"'{text}' is not of the form 0.5,0.55", param_hint=option) from error
    return low, high


def read_sprt(text: str) -> Sprt:
    """A sequential test from the two shares it decides between."""
    low, high = read_pair(text, "--sprt")
    try:
        return Sprt(low, high)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sprt") from error


def _play(tournament: Tournament, jobs: int, cluster: str | None, *, quiet: bool) -> None:
    compiled = all(match.compiled for match in tournament.matches)
    try:
        with workers(jobs, threads=compiled, cluster=cluster) as pool, progress_bar(quiet=quiet) as bar:
            task = bar.add_task(_running(tournament, tournament.matches[0]), total=tournament.total, completed=tournament.played)
            for progress in tournament.play(pool):
                bar.update(task, description=_running(tournament, progress.match), completed=tournament.played)
    except KeyboardInterrupt:
        messages().print(f"Stopped after {tournament.played} of {tournament.total} blocks; the same command goes on from there.")


def _running(tournament: Tournament, match: Match) -> str:
    """The match that just went on, and how it stands."""
    standings = tournament.standings(match)
    if not standings:
        return " – ".join(dict.fromkeys(match.lineup))
    first = standings[0]
    others = " – ".join(dict.fromkeys(match.lineup[1:]))
    return f"{match.lineup[0]} – {others}: {first.share:.1%} ± {1.96 * first.error:.1%}"


def _show(tournament: Tournament, file: Path, seconds: float, now: int) -> None:
    screen, first = console(), tournament.matches[0]
    title = f"{first.edition.id}, {first.players} players, seed {first.seed}"
    screen.print(Text(title, style="bold"))
    table = Table(box=None, pad_edge=False)
    for heading in ("Bot", "Victories (95 %)", "Error", "Blocks"):
        table.add_column(heading, justify="left" if heading == "Bot" else "right", no_wrap=heading != "Bot", overflow="fold")
    for match in tournament.matches:
        for number, (bot, one) in enumerate(zip(match.lineup, tournament.standings(match), strict=False)):
            cells = f"{one.share:.1%} ({one.low:.1%} to {one.high:.1%})", f"{one.error:.2%}", str(one.blocks) if number == 0 else ""
            table.add_row(Text(bot, style="bold"), *cells)
        table.add_row()
    screen.print(table)
    if tournament.sprt is not None:
        screen.print(f"test of {first.lineup[0]}: {tournament.sprt.verdict(tournament.shares(first)[:, 0])}", soft_wrap=True)
    rate = f", {now * first.players / seconds:,.1f} games/s" if now and seconds else ""
    screen.print(f"{count_of(now, 'block')} played now{rate}; results: {file}", soft_wrap=True)


def _facts(tournament: Tournament, file: Path) -> dict[str, object]:
    first, test = tournament.matches[0], tournament.sprt
    facts: dict[str, object] = {
        "edition": first.edition.id,
        "edition_hash": first.edition.hash,
        "players": first.players,
        "seed": first.seed,
        "file": str(file),
        "matches": [
            {"lineup": list(match.lineup), "places": [_share(one) for one in tournament.standings(match)]} for match in tournament.matches
        ],
    }
    if test is not None:
        shares = tournament.shares(first)[:, 0]
        facts["sprt"] = {"low": test.low, "high": test.high, "decided": tournament.stopped, "verdict": test.verdict(shares)}
    return facts


def _share(one: Share) -> dict[str, object]:
    return {"blocks": one.blocks, "share": one.share, "error": one.error, "low": one.low, "high": one.high}
