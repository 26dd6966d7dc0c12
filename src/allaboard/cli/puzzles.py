"""Puzzles on the command line: look for them in bots' games for as long as it takes, put what was found into one file, and verify it."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from allaboard.cli.console import (
    Failure,
    JsonOption,
    check_folder,
    complete_edition,
    console,
    find_edition,
    messages,
    print_json,
    progress_bar,
)
from allaboard.cli.precompile import need_rules, need_search
from allaboard.puzzles.explaining import explained
from allaboard.puzzles.mining import Budget, Mine, MiningError, is_missed, read_lines, survives
from allaboard.puzzles.puzzle import Puzzle, shipped_puzzles, without_twins
from allaboard.review.narration import points

__all__ = ["app"]

app = typer.Typer(
    help="Find puzzles in bots' games, put those that were found into one file, and try them again.", invoke_without_command=True
)


@app.callback()
def _begin(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("make")
def make(
    editions: Annotated[
        list[str] | None,
        typer.Option(
            "--edition", "-e", metavar="EDITION", help="A board to look at; several share the time evenly.", autocompletion=complete_edition
        ),
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Puzzles to have of each edition, those in the file included.")] = 10,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file of games that were searched; goes on where it left off.")
    ] = Path("found.jsonl"),
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="Same seed, same games. Take another one to search elsewhere.")] = 1,
    budget: Annotated[
        int, typer.Option(min=96, metavar="WORLDS", help="Worlds to find an answer in, at most; ten times as many as it took verify it.")
    ] = Budget().find,
    as_json: JsonOption = False,
) -> None:
    """Look for puzzles: positions of bots' games with one action that is far better than every other, and that is easily missed.

    Every answer leads by at least 12 points of the chance to win and by four standard errors, and does so again in ten times as many other
    worlds. Ctrl-C keeps what was found; the same command goes on from there.
    """
    boards = [find_edition(name) for name in editions or ["new-york", "london", "usa"]]
    check_folder(output)
    try:
        mines = [Mine(edition, seed, output, Budget(budget)) for edition in boards]
    except MiningError as error:
        raise Failure(f"{error}; the file stays as it is: name another by --output") from error
    if not as_json:
        told = "Going on with" if output.exists() else "What is searched is written to"
        messages().print(f"{told} {output.absolute()}", soft_wrap=True)
    need_rules()
    need_search()
    seconds = dict.fromkeys(range(len(mines)), 0.0)
    try:
        with progress_bar(quiet=as_json) as bar:
            task = bar.add_task("Searching", total=count * len(mines))
            while open_mines := [number for number, mine in enumerate(mines) if mine.found < count]:
                number = min(open_mines, key=lambda one: seconds[one])
                mine, begun = mines[number], time.perf_counter()
                bar.update(task, description=f"{mine.edition.id}, game {mine.searched}", completed=sum(mine.found for mine in mines))
                mine.search_game(lambda puzzle: None if as_json else console().print(_line(puzzle), soft_wrap=True))
                seconds[number] += time.perf_counter() - begun
    except KeyboardInterrupt:
        messages().print("Stopped; the same command goes on from there.")
    facts = {mine.edition.id: {"puzzles": mine.found, "games": mine.searched} for mine in mines}
    if as_json:
        print_json({"file": str(output), "seed": seed, "editions": facts})
        return
    for name, fact in facts.items():
        console().print(f"{name}: {fact['puzzles']} puzzles, {fact['games']} games searched; {output}", soft_wrap=True)


@app.command("pack")
def pack(
    searched: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of `puzzles make`.", exists=True, dir_okay=False)],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write, one puzzle a line.")],
) -> None:
    """Put the puzzles of several searches into one file, the form in which they are shipped.

    Near twins are left out, and those that today's planner or a hurried player no longer misses.
    What was found without reasons is given them; what even then has none is left out, too.
    """
    if output.exists() and any(output.samefile(file) for file in searched):
        raise typer.BadParameter(f"'{output}' is one of the searches; name another file", param_hint="--output")
    check_folder(output)
    try:
        found = [Puzzle.from_json(data) for file in searched for line in read_lines(file) for data in line["puzzles"]]
    except MiningError as error:
        raise Failure(str(error)) from error
    need_search()
    told = [puzzle for puzzle in map(explained, without_twins(filter(is_missed, found))) if puzzle.reasons]
    kept = sorted(told, key=lambda puzzle: (puzzle.edition, puzzle.id))
    lines = [json.dumps(puzzle.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n" for puzzle in kept]
    output.write_text("".join(lines), "utf-8")
    console().print(f"{len(kept)} puzzles of {len(found)} found; {output}", soft_wrap=True)


@app.command("verify")
def verify(
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Puzzles to try, drawn at random; all if there are fewer.")] = 20,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="Same seed, same puzzles in the same worlds.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Try shipped puzzles again, in as many other worlds as verified them: ten times as many as it took to find them.

    Each answer must again lead by as much as a puzzle needs. Puzzles whose answer does not are named, and the command fails.
    """
    shipped = shipped_puzzles()
    drawn = random.Random(seed).sample(shipped, min(count, len(shipped)))
    need_search()
    failed: list[Puzzle] = []
    with progress_bar(quiet=as_json) as bar:
        for puzzle in bar.track(drawn, description="Verifying"):
            if not survives(puzzle, seed):
                failed.append(puzzle)
                if not as_json:
                    console().print(_line(puzzle), soft_wrap=True)
    if as_json:
        print_json({"seed": seed, "puzzles": [puzzle.id for puzzle in drawn], "failed": [puzzle.id for puzzle in failed]})
    else:
        console().print(f"{len(drawn) - len(failed)} of {len(drawn)} puzzles stand clear again")
    if failed:
        raise typer.Exit(1)


def _line(puzzle: Puzzle) -> Text:
    origin = puzzle.origin
    where = f"{puzzle.edition}, game {origin.game}, action {origin.n}"
    lead = f"{points(puzzle.lead)} ± {200 * puzzle.lead_error:.0f}"
    return Text(f"{where}: {puzzle.answers[0]} ({lead}; {', '.join(puzzle.themes) or 'no theme'})")
