"""One bot on the command line: check somebody's bot on every table there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from allaboard.arena.check import TableCheck, check_bot
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import JsonOption, console, find_edition, print_json
from allaboard.cli.precompile import need_rules
from allaboard.editions import edition_ids

__all__ = ["app"]

app = typer.Typer(help="Check a bot of your own.", invoke_without_command=True)


@app.callback()
def _begin(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("check")
def check(
    spec: Annotated[str, typer.Argument(metavar="BOT", help="module:Class, or a bot by its name.", autocompletion=complete_bot)],
    edition: Annotated[list[str] | None, typer.Option("--edition", "-e", help="Only this edition or .toml file; again for more.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games on each table.")] = 10,
    seed: Annotated[int, typer.Option(min=0, max=1 << 32, help="Same seed, same games.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Let a bot play every edition with every number of players: illegal actions, failures, time for a decision.

    A bot is given what its seat may know and nothing else. That it decides by that alone is tried too: in another world that looks the
    same to it, it should do the same. The exit code is 1 when something was wrong.
    """
    [name] = check_bots([spec], "BOT")
    editions = [find_edition(one) for one in (edition or edition_ids())]
    need_rules()
    reports: list[TableCheck] = []
    screen = console()
    for report in check_bot(name, editions, games, seed):
        reports.append(report)
        if not as_json:
            for fault in report.faults:
                screen.print(Text(f"{report.edition}, {report.players} players, {fault}", style="red"), soft_wrap=True)
    if as_json:
        print_json({"bot": name, "passed": _passed(reports), "tables": [_facts(report) for report in reports]})
    else:
        screen.print(_table(reports))
        screen.print(_verdict(name, reports), soft_wrap=True)
    if not _passed(reports):
        raise typer.Exit(1)


def _passed(reports: Sequence[TableCheck]) -> bool:
    return not any(report.faults for report in reports)


def _table(reports: Sequence[TableCheck]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("Edition", "Players", "Games", "Won against random", "ms a decision", "Longest", "Faults"):
        table.add_column(heading, justify="left" if heading == "Edition" else "right", no_wrap=True)
    for report in reports:
        won = f"{report.wins / report.games:.0%}" if report.games else "·"
        faults = Text(str(len(report.faults)), style="red" if report.faults else "green")
        cells = str(report.players), str(report.games), won, f"{report.mean_ms:.2f}", f"{report.worst_ms:.1f}"
        table.add_row(report.edition, *cells, faults)
    return table


def _verdict(name: str, reports: Sequence[TableCheck]) -> str:
    decisions = sum(len(report.seconds) for report in reports)
    faults = sum(len(report.faults) for report in reports)
    moody = sum(report.moody for report in reports)
    same = "decides the same when it sees the same" if not moody else f"changed its mind {moody} times on the same observation and seed"
    return f"{name}: {decisions:,} decisions, {'no fault' if not faults else f'{faults} games with a fault'}; it {same}."


def _facts(report: TableCheck) -> dict[str, object]:
    return {
        "edition": report.edition,
        "players": report.players,
        "games": report.games,
        "wins": report.wins,
        "decisions": len(report.seconds),
        "mean_ms": report.mean_ms,
        "worst_ms": report.worst_ms,
        "moody": report.moody,
        "faults": report.faults,
    }
