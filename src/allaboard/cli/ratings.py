"""Ratings on the command line: what a file of results says about its bots, table by table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from allaboard.arena.ratings import Ratings, rate
from allaboard.arena.results import Played, ResultsError, open_results
from allaboard.cli.console import Failure, JsonOption, console, messages, print_json
from allaboard.sentences import count_of

__all__ = ["chosen_matches", "ratings"]

PREFERRED_ANCHOR = "planner"


def ratings(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of results that allaboard arena has written.")],
    edition: Annotated[str | None, typer.Option("--edition", help="Only this edition, by its id.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only tables of so many seats.")] = None,
    anchor: Annotated[
        str | None, typer.Option("--anchor", metavar="BOT[=RATING]", help="The bot whose rating is frozen, at 1500 unless said.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Rate bots by who beat whom: Bradley and Terry's model with two players, Plackett and Luce's with more.

    Intervals are 95 %, from resampled blocks. Results of older code are left out: mixed with newer ones they would mean nothing.
    """
    tables = _tables(_read(file), edition, players)
    if not tables:
        raise Failure(f"{file} holds no results for this; has it been written by allaboard arena?")
    name, rating = _anchor(anchor)
    rated = {key: _rated(matches, name, rating) for key, matches in tables.items()}
    if as_json:
        facts = [{**_heading(key, tables[key]), **_facts(one)} for key, one in rated.items()]
        print_json({"file": str(file), "tables": facts})
        return
    for (where, seats), one in rated.items():
        _show(where, seats, one)


def _read(file: Path) -> list[Played]:
    if not file.exists():
        raise Failure(f"{file}: there is no such file; allaboard arena --out {file} makes one")
    try:
        with open_results(file) as results:
            played = results.matches()
    except ResultsError as error:
        raise Failure(str(error)) from error
    return chosen_matches(played)


def chosen_matches(played: Sequence[Played]) -> list[Played]:
    """The matches by the newest code of everybody in them; what older code played is another bot's record."""
    last: dict[str, str] = {}
    for match in played:
        last |= match.code_of
    newest = [match for match in played if all(last[name] == code for name, code in match.code_of.items())]
    if len(newest) < len(played):
        left = sum(len(match.blocks) for match in played) - sum(len(match.blocks) for match in newest)
        messages().print(f"{count_of(left, 'block')} by older code left out.")
    return newest


def _tables(played: Sequence[Played], edition: str | None, players: int | None) -> dict[tuple[str, int], list[Played]]:
    """Matches by edition and number of seats."""
    tables: dict[tuple[str, int], list[Played]] = {}
    for match in played:
        if edition in (None, match.edition) and players in (None, len(match.lineup)):
            tables.setdefault((match.edition, len(match.lineup)), []).append(match)
    return tables


def _anchor(text: str | None) -> tuple[str | None, float]:
    name, _, number = (text or "").rpartition("=") if text and "=" in text else (text or "", "", "")
    try:
        return name or None, float(number or 1500.0)
    except ValueError as error:
        raise typer.BadParameter(f"'{text}' is not of the form planner=1500", param_hint="--anchor") from error


def _rated(matches: Sequence[Played], anchor: str | None, rating: float) -> Ratings:
    bots = [bot for match in matches for bot in match.lineup]
    try:
        return rate(matches, anchor or (PREFERRED_ANCHOR if PREFERRED_ANCHOR in bots else bots[0]), rating)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--anchor") from error


def _show(where: str, seats: int, rated: Ratings) -> None:
    screen = console()
    screen.print(Text(f"{where}, {seats} players; {rated.anchor} is the anchor", style="bold"))
    table = Table(box=None, pad_edge=False)
    for heading in ("Bot", "Rating", "95 %", "Games", "Victories"):
        table.add_column(heading, justify="left" if heading == "Bot" else "right", no_wrap=heading != "Bot", overflow="fold")
    for one in rated.ratings:
        interval = "frozen" if one.bot == rated.anchor else f"{one.low:.0f} to {one.high:.0f}"
        table.add_row(Text(one.bot, style="bold"), f"{one.rating:.0f}", interval, f"{one.games:,}", f"{one.share:.1%}")
    screen.print(table)
    screen.print()
    screen.print(_matrix(rated))
    screen.print()
    turns = ", ".join(f"turn {number}: {one.share:.1%} ± {1.96 * one.error:.1%}" for number, one in enumerate(rated.turns, 1))
    screen.print(f"victories by order of turns: {turns}", soft_wrap=True)
    for a, b, c in rated.cycles:
        screen.print(f"in a circle: {a} beats {b}, {b} beats {c}, {c} beats {a}", soft_wrap=True)
    screen.print()


def _matrix(rated: Ratings) -> Table:
    """Who came before whom, in percent: rows against columns."""
    bots = [one.bot for one in rated.ratings]
    table = Table(box=None, pad_edge=False)
    table.add_column("ahead of, %", overflow="fold")
    for bot in bots:
        table.add_column(bot, justify="right", overflow="fold", min_width=5)
    for bot in bots:
        cells = [f"{100 * rated.matrix[bot, other].share:.1f}" if (bot, other) in rated.matrix else "·" for other in bots]
        table.add_row(Text(bot, style="bold"), *cells)
    return table


def _heading(key: tuple[str, int], matches: Sequence[Played]) -> dict[str, object]:
    return {"edition": key[0], "players": key[1], "code": matches[0].code, "blocks": sum(len(match.blocks) for match in matches)}


def _facts(rated: Ratings) -> dict[str, object]:
    return {
        "anchor": rated.anchor,
        "ratings": [asdict(one) for one in rated.ratings],
        "matrix": [{"bot": bot, "other": other, **asdict(share)} for (bot, other), share in rated.matrix.items()],
        "turns": [asdict(one) for one in rated.turns],
        "cycles": [list(cycle) for cycle in rated.cycles],
    }
