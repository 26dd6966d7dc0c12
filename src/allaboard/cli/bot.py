"""One bot on the command line: check somebody's bot on every table there is; `debug` repeats one game of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from allaboard.arena.bot_check import TIME_LIMIT, TableCheck, check_bot
from allaboard.cli.bot_debug import debug, try_to_make
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import JsonOption, console, find_edition, messages, print_json, progress_bar
from allaboard.cli.precompile import need_rules
from allaboard.editions import edition_ids
from allaboard.runner import BotFault, grouped

__all__ = ["app"]

app = typer.Typer(help="Check a bot of your own, or find out where it fails.", invoke_without_command=True)
app.command("debug")(debug)


@app.callback()
def _begin(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("check")
def check(
    spec: Annotated[
        str, typer.Argument(metavar="BOT", help="module:Class, a bot by its name, or a net's file.", autocompletion=complete_bot)
    ],
    edition: Annotated[list[str] | None, typer.Option("--edition", "-e", help="Only this edition or .toml file; again for more.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games on each table.")] = 10,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed, same games.")] = 1,
    limit: Annotated[float, typer.Option(min=0.001, metavar="SECONDS", help="The time for a decision.")] = TIME_LIMIT,
    as_json: JsonOption = False,
) -> None:
    """Let a bot play every edition with every number of players: illegal actions, failures, time for a decision.

    A bot is given what its seat may know and nothing else. That it decides by that alone is tried too: in another world that looks the
    same to it, it should do the same. The exit code is 1 when something was wrong.
    """
    [name] = check_bots([spec], "BOT", partial(try_to_make, limit=limit))
    editions = [find_edition(one) for one in (edition or edition_ids())]
    need_rules()
    reports: list[TableCheck] = []
    screen, tables = console(), sum(one.max_players - one.min_players + 1 for one in editions)
    try:
        with progress_bar(quiet=as_json) as bar:
            task = bar.add_task("Playing", total=tables * games)

            def show(report: TableCheck) -> None:
                bar.update(task, advance=1, description=f"{report.edition}, {report.players} players")

            reports.extend(check_bot(name, editions, games, seed, limit, show))
    except KeyboardInterrupt:
        messages().print(f"Stopped after {len(reports)} of {tables} tables.")
    faults = grouped(fault for report in reports for fault in report.faults)
    if as_json:
        facts = [_fault(fault, times) for fault, times in faults]
        print_json(
            {
                "bot": name,
                "passed": not faults and len(reports) == tables,
                "faults": facts,
                "tables": [_facts(report) for report in reports],
            }
        )
    else:
        for fault, times in faults:
            screen.print(Text(f"{times} games: {fault}" if times > 1 else str(fault), style="red"), soft_wrap=True)
        screen.print(_table(reports))
        screen.print(_verdict(name, reports), soft_wrap=True)
    if faults or len(reports) < tables:
        raise typer.Exit(1 if faults else 130)


def _table(reports: Sequence[TableCheck]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("Edition", "Players", "Games", "Won against random", "ms each", "Longest", "Faults"):
        table.add_column(heading, justify="left" if heading == "Edition" else "right", no_wrap=True)
    for report in reports:
        won = f"{report.wins / report.games:.0%}" if report.games else "·"
        faults = Text(str(len(report.faults)), style="red" if report.faults else "green")
        times = (f"{report.mean_ms:.2f}", f"{report.worst_ms:.1f}") if report.seconds else ("·", "·")
        cells = str(report.players), str(report.games), won, *times
        table.add_row(report.edition, *cells, faults)
    return table


def _verdict(name: str, reports: Sequence[TableCheck]) -> str:
    decisions = sum(len(report.seconds) for report in reports)
    faults = sum(len(report.faults) for report in reports)
    wrong = "no fault" if not faults else f"{faults} {'game' if faults == 1 else 'games'} with a fault"
    return f"{name}: {decisions:,} {'decision' if decisions == 1 else 'decisions'}, {wrong}{_steadiness(reports)}."


def _steadiness(reports: Sequence[TableCheck]) -> str:
    """Whether the bot decides by what it sees, as the end of a sentence; nothing where it was never asked twice."""
    moody = sum(report.moody for report in reports)
    if moody:
        return f"; it changed its mind {moody} {'time' if moody == 1 else 'times'} on the same observation and seed"
    return "; it decides the same when it sees the same" if any(report.compared for report in reports) else ""


def _fault(fault: BotFault, times: int) -> dict[str, object]:
    return {
        "what": fault.what,
        "bot": fault.bot,
        "seat": fault.seat,
        "line": fault.line,
        "game": fault.game,
        "action": fault.action,
        "repeat": fault.repeat,
        "times": times,
    }


def _facts(report: TableCheck) -> dict[str, object]:
    return {
        "edition": report.edition,
        "players": report.players,
        "games": report.games,
        "wins": report.wins,
        "decisions": len(report.seconds),
        "mean_ms": report.mean_ms,
        "worst_ms": report.worst_ms,
        "compared": report.compared,
        "moody": report.moody,
        "faults": len(report.faults),
    }
