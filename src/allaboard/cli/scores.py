"""The result of a game as a table: one column a seat, one row for each thing that scores."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from allaboard.cli.cards import seat_style
from allaboard.editions import Edition
from allaboard.result import Result, ScoreSheet
from allaboard.sentences import YOU

__all__ = ["score_sheets", "verdict"]

TIE_BREAKS = {"tickets": "by tickets completed", "longest-path": "by the longest path"}


def score_sheets(edition: Edition, result: Result, names: Sequence[str]) -> Group:
    """Score sheets, the tickets of each seat and who won."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name, sheet in zip(names, result.sheets, strict=True):
        table.add_column(Text(f" {name} ", style=seat_style(sheet.seat)), justify="right")
    rows = [
        ("Routes", [sheet.routes for sheet in result.sheets], True),
        ("Tickets", [sheet.ticket_points for sheet in result.sheets], True),
        ("Longest path", [sheet.longest_path_points for sheet in result.sheets], edition.longest_path_points > 0),
        ("Attractions", [sheet.attraction_points for sheet in result.sheets], edition.attraction_points > 0),
        ("Districts", [sheet.district_points for sheet in result.sheets], bool(edition.board.districts)),
    ]
    for label, points, scores in rows:
        if scores:
            table.add_row(label, *(f"{number}" for number in points))
    table.add_section()
    table.add_row("Total", *(f"{sheet.total}" for sheet in result.sheets), style="bold")
    return Group(table, Text(), *(_tickets(names[sheet.seat], sheet) for sheet in result.sheets), Text(), verdict(result, names))


def verdict(result: Result, names: Sequence[str]) -> Text:
    """Who won, and by what among equals."""
    winners = [names[seat] for seat in result.winners]
    how = f", {TIE_BREAKS[result.tie_break]}" if result.tie_break else ""
    if len(winners) > 1:
        return Text(f"{' and '.join(winners)} share the victory{how}", style="bold")
    return Text(f"{winners[0]} {'win' if winners[0] == YOU else 'wins'}{how}", style="bold")


def _tickets(name: str, sheet: ScoreSheet) -> Text:
    line = Text(f"{name}: ", style="dim")
    if not sheet.tickets:
        return line.append("no tickets")
    marks = {True: ("✓", "default"), False: ("✗", "dim")}
    return line.append_text(
        Text(", ").join(Text(f"{marks[t.complete][0]} {t.ticket} {t.points:+d}", style=marks[t.complete][1]) for t in sheet.tickets)
    )
