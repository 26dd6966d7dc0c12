"""Training on the command line: the net of the distilled bot, from nothing, with what its choices gain in games that it has not seen."""

from __future__ import annotations

import os
import time
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from allaboard.bots.distilled.net import WEIGHTS, Net
from allaboard.bots.distilled.shards import Shard, school_of
from allaboard.bots.distilled.training import Grade, School, best_threshold, grade, learn, ratings_of, straight_line
from allaboard.cli.console import Failure, JsonOption, check_folder, console, find_edition, messages, print_json, progress_bar
from allaboard.cli.precompile import need_rules
from allaboard.cli.records import LONGEST_NUMBER
from allaboard.engine.typed_records import Floats
from allaboard.runner import workers

__all__ = ["train"]

TABLES = "new-york:2:70,london:2:30,usa:2:10"
Box = tuple[str, int, int]
"""An edition, how many play, and how many shards of lessons."""


def train(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the weights go, as .npz.")] = Path("weights.npz"),
    lessons: Annotated[
        Path, typer.Option("--lessons", metavar="FOLDER", help="Where lessons lie, or are put when they have been played.")
    ] = Path("build/lessons"),
    tables: Annotated[
        str, typer.Option("--tables", metavar="EDITION:SEATS:SHARDS,…", help="What to learn from: 250 games a shard.")
    ] = TABLES,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="How often all of them are learned from.")] = 12,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="How many processes play; the result stays the same.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="Same seed, same weights.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Train the net of the distilled bot: candidates of the planner are tried in possible worlds, and it learns what each gains.

    Lessons that lie in FOLDER are not played again, so that Ctrl-C loses little. Prints what choosing by the net gains over the planner, a
    decision, in games that were not learned from. The weights that the bot uses lie beside its code; copy FILE there to use it.
    """
    boxes = _boxes(tables)
    if out.suffix != ".npz":
        raise typer.BadParameter(f"{out} does not end in .npz", param_hint="--out")
    check_folder(out)
    need_rules()
    begun = time.perf_counter()
    shards = [Shard(edition, players, seed, number) for edition, players, count in boxes for number in range(count)]
    try:
        lessons.mkdir(parents=True, exist_ok=True)
        _play(shards, lessons, jobs, quiet=as_json)
        to_learn, exam = school_of(shards, lessons).split()
        layers = learn(to_learn, seed, epochs, lambda epoch, error: messages().print(f"epoch {epoch}: squared error {error:.5f}"))
        ratings = ratings_of(layers, exam)
        threshold = best_threshold(exam, ratings)
        command = f"allaboard train --tables {tables} --epochs {epochs} --seed {seed}"
        Net(layers, threshold, max(players for _, players, _ in boxes), command).save(out)
    except OSError as error:
        raise Failure(f"{error.filename or out}: {error.strerror}") from error
    by_line = straight_line(to_learn)(exam)
    grades = _grades(boxes, exam, {"straight line": by_line, "net": ratings}, threshold)
    if as_json:
        facts = {table: {kind: asdict(one) for kind, one in kinds.items()} for table, kinds in grades.items()}
        spent = round(time.perf_counter() - begun, 1)
        print_json({"file": os.fspath(out), "command": command, "seconds": spent, "threshold": threshold, "grades": facts})
        return
    _show(grades, threshold)
    console().print(f"{out} holds the weights; the bot reads {WEIGHTS.name} beside its code.")


def _boxes(text: str) -> list[Box]:
    """Read `usa:2:10,london:4:5`."""
    boxes = []
    for part in text.split(","):
        name, *numbers = part.strip().split(":")
        box = find_edition(name)
        given = [int(number) for number in numbers if number.isdecimal() and len(number) <= LONGEST_NUMBER]
        if len(numbers) != 2 or len(given) != 2 or not box.min_players <= given[0] <= box.max_players or given[1] < 1:
            allowed = f"{name}:{box.min_players}:1 to {name}:{box.max_players}:1, or more than one shard"
            raise typer.BadParameter(f"{part!r} is no table with shards; allowed: {allowed}", param_hint="--tables")
        boxes.append((box.id, given[0], given[1]))
    return boxes


def _play(shards: list[Shard], folder: Path, jobs: int, *, quiet: bool) -> None:
    """Play the lessons that are not there yet."""
    missing = [shard for shard in shards if not shard.path(folder).exists()]
    with workers(jobs) as pool, progress_bar(quiet=quiet) as bar:
        task = bar.add_task("Playing lessons", total=len(missing))
        for _ in pool.map(partial(Shard.make, folder=folder), missing):
            bar.advance(task)


def _grades(boxes: list[Box], exam: School, ratings: dict[str, Floats], threshold: float) -> dict[str, dict[str, Grade]]:
    """Grades by table and by what rates the candidates."""
    tables = sorted({(edition, players) for edition, players, _ in boxes})
    rows = {f"{edition}, {players} players": exam.table == number for number, (edition, players) in enumerate(tables)}
    return {
        name: {kind: grade(exam.part(chosen), rated[chosen], threshold) for kind, rated in ratings.items()}
        for name, chosen in rows.items()
        if chosen.any()
    }


def _show(grades: dict[str, dict[str, Grade]], threshold: float) -> None:
    title = f"Gained a decision, in games that were not learned from, by what promises {threshold:.2%} more than the planner's choice"
    table = Table("table", "", "changed", "value", "victories", title=title)
    for name, kinds in grades.items():
        for number, (kind, one) in enumerate(kinds.items()):
            value = f"{one.gain:+.2%} ± {1.96 * one.error:.2%}"
            table.add_row(name if number == 0 else "", kind, f"{one.changed:.1%}", value, f"{one.won:+.2%}")
    console().print(table)
