"""What the search thinks at a moment of a saved game: the candidates with their figures, its plan, and what was played."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from allaboard.bots import make_bot
from allaboard.bots.protocol import BotError, prepare
from allaboard.bots.search.analysis import AnalysisData
from allaboard.bots.search.bot import Search
from allaboard.cli.console import EditionFileOption, JsonOption, checked_seat, console, find_edition, print_json
from allaboard.cli.precompile import need_search
from allaboard.cli.records import GameNumber, moment_of, read_record, replayed
from allaboard.game import Game
from allaboard.record import Record
from allaboard.sentences import count_of

__all__ = ["explain"]


def explain(
    moment: Annotated[str, typer.Argument(metavar="RECORD@N", help="A saved game, after its first N actions.")],
    seat: Annotated[
        int | None, typer.Option(min=1, metavar="S", help="Whose decision, counted from 1; the one to act unless named.")
    ] = None,
    budget: Annotated[str, typer.Option(metavar="BUDGET", help="How much to think: 1s, or 400 for so many games.")] = "2000",
    seed: Annotated[int, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed and number of games, same figures.")] = 0,
    number: GameNumber = 1,
    edition_file: EditionFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print what the search thinks at a moment of a saved game, knowing what the seat to act knew: candidates, chances and plan."""
    file, n = moment_of(moment, "RECORD@N")
    record = read_record(file, number, None if edition_file is None else find_edition(str(edition_file)))
    game = replayed(record, n, "RECORD@N")
    if game.over:
        raise typer.BadParameter(f"the game is over after {n} actions: name an earlier moment", param_hint="RECORD@N")
    named = checked_seat(seat, game.players)
    chosen = game.acting[0] if named is None else named
    if chosen not in game.acting:
        may = " and ".join(str(acting + 1) for acting in game.acting)
        raise typer.BadParameter(f"seat {seat} does not act then; seat {may} does", param_hint="--seat")
    try:
        bot = make_bot(f"search:{budget}")
    except BotError as error:
        raise typer.BadParameter(str(error), param_hint="--budget") from error
    assert isinstance(bot, Search)
    need_search()
    observation = game.observe(chosen)
    prepare(bot, game.edition, game.players, chosen, seed)
    told, played = bot.analyse(observation).as_data(observation), _played(record, n, chosen)
    if as_json:
        print_json({"record": str(file), "n": n, "seat": chosen, "played": played, **told})
    else:
        _show(game, chosen, told, played)


def _played(record: Record, n: int, seat: int) -> str | None:
    """What the seat did next in the record; at set-up others may come before it."""
    return next((line["action"] for line in record.data["log"][n:] if line["seat"] == seat), None)


def _show(game: Game, seat: int, told: AnalysisData, played: str | None) -> None:
    screen, best = console(), told["action"]
    screen.print(Text(f"{game.edition.title}, after {count_of(len(game.log), 'action')}: seat {seat + 1} to act", style="bold"))
    table = Table(box=None, pad_edge=False)
    for heading in ("", "Chance", "Margin", "Value", "Worlds", ""):
        table.add_column(heading, justify="left" if heading == "" else "right", no_wrap=heading != "")
    for one in sorted(told["candidates"], key=lambda one: (one["action"] != best, -one.get("value", 0.0))):
        tried = "value" in one
        figures = (
            (f"{one['wins']:.0%}", f"{one['margin']:+.1f}", f"{one['value']:.3f} ± {1.96 * one['error']:.3f}") if tried else ("·",) * 3
        )
        notes = [word for word, holds in (("the search's choice", one["action"] == best), ("played", one["action"] == played)) if holds]
        table.add_row(Text(one["action"], style="bold" if one["action"] == best else ""), *figures, str(one["worlds"]), ", ".join(notes))
    screen.print(table)
    if played is not None and all(one["action"] != played for one in told["candidates"]):
        screen.print(Text(f"Played: {played}, which the search did not weigh."), soft_wrap=True)
    if told["plan"]["routes"]:
        tickets = f", for {', '.join(told['plan']['tickets'])}" if told["plan"]["tickets"] else ""
        screen.print(Text(f"Plan: {', '.join(told['plan']['routes'])}{tickets}"), soft_wrap=True)
