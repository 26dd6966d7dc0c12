"""Files of simulated games on the command line: what one holds, which columns it has, and how the bots did."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from allaboard.cli.console import Failure, JsonOption, console, print_json
from allaboard.sentences import count_of
from allaboard.simulation.dataset_files import DatasetError, decisions_file, kept_for

__all__ = ["app"]

UNTYPED: Final = "text"
"""The type of every column of a CSV: nothing worth telling people."""

app = typer.Typer(help="Describe the files of games that simulate writes.", invoke_without_command=True)


@app.callback()
def _begin(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("describe")
def describe(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .parquet, .csv or .jsonl file of simulate.", exists=True, dir_okay=False)],
    as_json: JsonOption = False,
) -> None:
    """Say what a file of games holds: edition, bots, seed, rows and columns, and what each bot won."""
    try:
        kept_for(file)
        facts = {".parquet": _parquet, ".csv": _csv, ".jsonl": _records}[file.suffix.lower()](file)
    except DatasetError as error:
        raise Failure(f"{file}: {error}") from error
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise Failure(f"{file}: these are no games as simulate writes them") from error
    if as_json:
        print_json({"file": str(file), **facts})
    else:
        _show(file, facts)


def _parquet(file: Path) -> dict[str, Any]:
    parquet: Any = import_module("pyarrow.parquet")
    table = parquet.read_table(file)
    if "bot_0" not in table.column_names:
        raise DatasetError("these are no games; decisions are described with the games that they belong to")
    about = json.loads((table.schema.metadata or {}).get(b"allaboard", b"{}"))
    facts: dict[str, Any] = {**about, "games": table.num_rows, "columns": _columns(table.schema)}
    decisions = decisions_file(file)
    if decisions.is_file():
        facts["decisions"] = parquet.read_metadata(decisions).num_rows
        facts["decision_columns"] = _columns(parquet.read_schema(decisions))
    rows = table.select([name for name in table.column_names if name.startswith(("bot_", "total_", "won_"))]).to_pylist()
    return {**facts, "bots": _bots(rows)}


def _columns(schema: Any) -> dict[str, str]:
    return {field.name: "string" if str(field.type).startswith("dictionary") else str(field.type) for field in schema}


def _csv(file: Path) -> dict[str, Any]:
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    about = {name: rows[0][name] for name in ("edition", "edition_hash", "rules_version", "seed")}
    return {**about, "games": len(rows), "columns": dict.fromkeys(rows[0], UNTYPED), "bots": _bots(rows)}


def _records(file: Path) -> dict[str, Any]:
    with file.open(encoding="utf-8") as text:
        games = [json.loads(line) for line in text if line.strip()]
    about = {name: games[0][name] for name in ("edition", "edition_hash", "rules", "players")}
    return {**about, "games": len(games), "decisions": sum(len(game["log"]) for game in games), "bots": _bots(map(_row, games))}


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Who played in a record and what they scored, as a table of games has it; nobody where it does not say."""
    row: dict[str, Any] = {}
    for seat, (player, total) in enumerate(zip(record.get("seats", ()), record.get("result", {}).get("totals", ()), strict=False)):
        row |= {
            f"bot_{seat}": player.get("bot", player["name"]),
            f"total_{seat}": total,
            f"won_{seat}": seat in record["result"]["winners"],
        }
    return row


def _bots(rows: Iterable[dict[str, Any]]) -> list[dict[str, object]]:
    """Games, mean total and share of the victories of each bot, wherever it sat; a shared victory counts in equal parts."""
    totals: dict[str, list[float]] = {}
    wins: dict[str, float] = {}
    for row in rows:
        seats = range(sum(name.startswith("bot_") for name in row))
        won = [row[f"won_{seat}"] in (True, "True") for seat in seats]
        for seat in seats:
            bot = row[f"bot_{seat}"]
            totals.setdefault(bot, []).append(float(row[f"total_{seat}"]))
            wins[bot] = wins.get(bot, 0.0) + won[seat] / max(1, sum(won))
    return [{"bot": bot, "games": len(of), "mean": sum(of) / len(of), "win_share": wins[bot] / len(of)} for bot, of in totals.items()]


def _show(file: Path, facts: dict[str, Any]) -> None:
    screen = console()
    counts = ", ".join(count_of(facts[f"{noun}s"], noun) for noun in ("game", "decision") if f"{noun}s" in facts)
    where = ", ".join(f"{name} {facts[name]}" for name in ("edition", "seed") if name in facts)
    screen.print(Text(f"{file}: {counts}; {where}", style="bold"), soft_wrap=True)
    bots = Table(box=None, pad_edge=False)
    for heading in ("Bot", "Games", "Score", "Victories"):
        bots.add_column(heading, justify="left" if heading == "Bot" else "right")
    for one in facts["bots"]:
        bots.add_row(Text(one["bot"]), f"{one['games']:,}", f"{one['mean']:.1f}", f"{one['win_share']:.1%}")
    if facts["bots"]:
        screen.print(bots)
    for name, title in (("columns", "Columns of a game"), ("decision_columns", "Columns of a decision")):
        if name in facts:
            screen.print(Text(f"{title}: {_listed(facts[name])}"), soft_wrap=True)


def _listed(columns: dict[str, str]) -> str:
    """Columns with their types; those that every seat has, once."""
    by_seat = [name.removesuffix("_0") for name in columns if name.endswith("_0")]
    plain: Sequence[str] = [name for name in columns if not any(name.rpartition("_")[0] == seat for seat in by_seat)]
    told = [(name, name) for name in plain] + [(f"{name}_0, …", f"{name}_0") for name in by_seat]
    return ", ".join(shown if columns[name] == UNTYPED else f"{shown} ({columns[name]})" for shown, name in told)
