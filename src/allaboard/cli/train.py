"""Training on the command line: the net of the learned bot, from nothing, with how well it foresees games it has not seen."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from allaboard.bots.learned.net import WEIGHTS
from allaboard.bots.learned.training import Grade, Lessons, forecast, grade, learn, make_net, play, straight_line
from allaboard.cli.console import Failure, JsonOption, console, find_edition, messages, print_json
from allaboard.cli.precompile import need_rules
from allaboard.editions import Edition

__all__ = ["train"]

TABLES = "usa:2,usa:4,new-york:2,new-york:4,london:2,london:4"
GRADED = 5
"""For so many rows to learn from, one more is played to grade what was learned."""


def train(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the weights go, as .npz.")] = Path("weights.npz"),
    tables: Annotated[
        str, typer.Option("--tables", metavar="EDITION:SEATS,…", help="Where planners play the games to learn from.")
    ] = TABLES,
    rows: Annotated[int, typer.Option("--rows", min=1000, help="Looks at a seat, over all tables.")] = 240_000,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="How often all of them are learned from.")] = 10,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="Same seed, same weights.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Train the net of the learned bot: planners play, and it learns to foresee with how many points each seat will end.

    Prints how well margins are foreseen on games that were not learned from, by a straight line and by the net. The weights that the bot
    uses lie beside its code; copy FILE there to use it.
    """
    boxes = _tables(tables)
    if out.suffix != ".npz":
        raise typer.BadParameter(f"{out} does not end in .npz", param_hint="--out")
    need_rules()
    begun = time.perf_counter()
    lessons, exams = _play(boxes, rows // len(boxes), seed)
    line = straight_line(lessons)
    layers = learn(lessons, seed, epochs, lambda epoch, error: messages().print(f"epoch {epoch}: squared error {error:.5f}"))
    grades = [(grade(exam, line), grade(exam, forecast(layers))) for exam in exams]
    command = f"allaboard train --tables {tables} --rows {rows} --epochs {epochs} --seed {seed}"
    net = make_net(layers, [by_net for _, by_net in grades], command, seed)
    try:
        net.save(out)
    except OSError as error:
        raise Failure(f"{out}: {error.strerror}") from error
    if as_json:
        facts = [{"line": asdict(by_line), "net": asdict(by_net)} for by_line, by_net in grades]
        print_json({"file": str(out), "command": command, "seconds": round(time.perf_counter() - begun, 1), "grades": facts})
        return
    _show(grades)
    console().print(f"{out} holds the weights; the bot reads {WEIGHTS.name} beside its code.")


def _tables(text: str) -> list[tuple[Edition, int]]:
    """Read `usa:2,london:4`."""
    boxes = []
    for part in text.split(","):
        name, _, players = part.strip().partition(":")
        box = find_edition(name)
        if players not in map(str, range(box.min_players, box.max_players + 1)):
            allowed = f"{name}:{box.min_players} to {name}:{box.max_players}"
            raise typer.BadParameter(f"{part!r} is no table; allowed: {allowed}", param_hint="--tables")
        boxes.append((box, int(players)))
    return boxes


def _play(boxes: list[tuple[Edition, int]], rows: int, seed: int) -> tuple[list[Lessons], list[Lessons]]:
    """Games to learn from and games to be graded by, with other seeds."""
    lessons, exams = [], []
    for box, players in boxes:
        lessons.append(play(box, players, rows, 2 * seed))
        exams.append(play(box, players, max(players, rows // GRADED), 2 * seed + 1))
        messages().print(f"{box.id}, {players} players: {lessons[-1].games} games")
    return lessons, exams


def _show(grades: list[tuple[Grade, Grade]]) -> None:
    table = Table("table", "", "variance explained", "AUC", title="Margins foreseen in games that were not learned from")
    for pair in grades:
        for name, one in zip(("straight line", "net"), pair, strict=True):
            heading = f"{one.edition}, {one.players} players" if name != "net" else ""
            table.add_row(heading, name, f"{one.explained:.3f}", f"{one.area:.3f}")
    console().print(table)
