"""The result of a game as a table: one column a seat, one row for each thing that scores."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from allaboard.cli.styled_text import seat_style
from allaboard.game import Game
from allaboard.result import Result, ScoreSheet
from allaboard.sentences import YOU, count_of
from allaboard.verdict import Decided, verdict_of

__all__ = ["decision", "score_sheets", "verdict"]

TIE_BREAKS = {"tickets": "by tickets completed", "longest-path": "by the longest path"}


def score_sheets(game: Game, names: Sequence[str]) -> Group:
    """Score sheets of a game that is over, the tickets of each seat, who won and what decided it."""
    edition, result = game.edition, game.result()
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
    tickets = (_tickets(names[sheet.seat], sheet) for sheet in result.sheets)
    return Group(table, Text(), *tickets, Text(), verdict(result, names), Text(decision(verdict_of(game)["decided"], names)))


def decision(decided: Decided, names: Sequence[str]) -> str:
    """What decided a game, in a sentence.

    >>> decision({"code": "path", "seat": 1, "points": 10}, ["Ann", "Bob"])
    'The longest path decided it: 10 points for Bob.'
    """
    if decided["code"] == "tie":
        how = decided["tie_break"]
        return f"Equal points: decided {TIE_BREAKS[how]}." if how else "Equal points: the victory is shared."
    name = names[decided["seat"]]
    if decided["code"] == "balance":
        return f"{name} was best in nothing and good in everything."
    if decided["code"] == "early":
        cards = decided["cards"]
        most = max((seat for seat in range(len(cards)) if seat != decided["seat"]), key=lambda seat: cards[seat])
        return f"{name} ended it with {cards[most]} cards still in {names[most]}'s hand."
    points = decided["points"]
    if decided["code"] == "ticket":
        turns = decided["turns"]
        when = "in the last turn" if turns == 0 else f"{count_of(turns, 'turn')} before the end"
        longest = ", and it brought the longest path" if decided["path"] else ""
        return f"{decided['ticket']} decided it: {count_of(points, 'point')} for {name}, finished {when}{longest}."
    if decided["code"] == "margin":
        route = f"one route of {count_of(decided['spaces'], 'space')}"
        return f"A close game: {count_of(points, 'point')} {'is' if points == 1 else 'are'} {route}."
    if decided["code"] == "routes" or decided["code"] == "tickets":
        return f"The {decided['code']} decided it: {name} made {count_of(decided['ahead'], 'point')} more with them than anybody else."
    return f"The {'longest path' if decided['code'] == 'path' else decided['code']} decided it: {count_of(points, 'point')} for {name}."


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
