"""What decided a finished game, and a word for each who lost it: codes with values, from the log alone.

How they are worded is for whoever tells them: the page in its languages, the terminal in English.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import numpy as np
from typing_extensions import TypedDict

from allaboard.bots.route_graph import RouteSet, route_graph_of
from allaboard.editions.bounds import MAX_TICKETS
from allaboard.engine import scoring
from allaboard.engine.bits import members, route_set
from allaboard.engine.claiming import free_for
from allaboard.engine.entry import scored, sheet_facts
from allaboard.engine.records import CLAIM_ROUTE, TURN
from allaboard.engine.turn import starts_final_round
from allaboard.events import FinalRound
from allaboard.game import Game
from allaboard.result import Result, ScoreSheet

__all__ = ["Comfort", "Decided", "Lesson", "Loss", "Verdict", "verdict_of"]

CLOSE: Final = 5
"""So many points between first and second are a close game."""
MANY_CARDS: Final = 6
"""Who still holds so many cards meant to do more with them."""
RECENT: Final = 16
"""So many actions of each seat at the end of a log are looked through for what could have been done instead."""

Bonus: TypeAlias = Literal["path", "attractions", "districts"]


class ByTie(TypedDict):
    """Equal points: who won was decided by a tie break, or shared."""

    code: Literal["tie"]
    tie_break: Literal["tickets", "longest-path"] | None


class ByTicket(TypedDict):
    """The winner took the lead for good with one ticket; `path` where the same claim brought the longest path, of `pieces`."""

    code: Literal["ticket"]
    seat: int
    ticket: str
    points: int
    turns: int
    path: bool
    pieces: int


class ByBonus(TypedDict):
    """Without a bonus at the end somebody else would have been first."""

    code: Bonus
    seat: int
    points: int


class ByMargin(TypedDict):
    """A close game: as few points as one route of so many spaces has."""

    code: Literal["margin"]
    seat: int
    points: int
    spaces: int


class ByPoints(TypedDict):
    """The winner had most points of routes, or of tickets: so many, so many more than the next."""

    code: Literal["routes", "tickets"]
    seat: int
    points: int
    ahead: int


class ByHaste(TypedDict):
    """The winner ended it while others held many cards: how many each seat held at the end."""

    code: Literal["early"]
    seat: int
    cards: list[int]


class ByBalance(TypedDict):
    """The winner was best in nothing, and good in everything."""

    code: Literal["balance"]
    seat: int


Decided: TypeAlias = ByTie | ByTicket | ByBonus | ByMargin | ByPoints | ByHaste | ByBalance


class Comfort(TypedDict):
    """What a seat did well: best of the table in something, or its best ticket, or the pieces it laid."""

    code: Literal["routes", "tickets", "path", "ticket", "pieces"]
    value: int
    ticket: str | None


class Lesson(TypedDict):
    """One thing for next time, and after how many actions of the log it could have gone otherwise.

    `ticket`: it lacked `value` pieces at the end, and `turns` turns before that the seat could have claimed `route` of its way.
    `cut`: its last way was taken, `turns` turns before the end. `pieces`: `value` were never laid.
    `routes`, `tickets`, `bonus`: that is where the winner made `value` points more.
    """

    code: Literal["ticket", "cut", "pieces", "routes", "tickets", "bonus"]
    value: int
    ticket: str | None
    route: str | None
    turns: int
    at: int


class Loss(TypedDict):
    """How a seat lost: its place of so many, the points behind the winner, its tickets, and two facts about it."""

    seat: int
    place: int
    behind: int
    done: int
    held: int
    good: Comfort
    next: Lesson


class Verdict(TypedDict):
    """What decided a game, and a word for every seat that did not win it."""

    decided: Decided
    losses: list[Loss]


@dataclass
class Scan:
    """What is seen on the way through a log."""

    starts: list[list[int]]
    """The turns of each seat: after how many actions of the log each began."""
    lead: int = 0
    """After how many actions the winner led for good; 0 where it always did."""
    chances: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of a ticket that was missed: the last turn in which a route of its way could have been claimed, and that route."""

    def turns_after(self, seat: int, at: int) -> int:
        """How many turns a seat began after a moment."""
        return sum(start > at for start in self.starts[seat])


def verdict_of(game: Game) -> Verdict:
    """Return the verdict of a game that is over."""
    result = game.result()
    scan, places = _scan(game, result), _places(result)
    return {
        "decided": _decided(game, result, scan),
        "losses": [_loss(game, result, scan, sheet, places[sheet.seat]) for sheet in result.sheets if sheet.seat not in result.winners],
    }


def _scan(game: Game, result: Result) -> Scan:
    """Play the log again: who led when, and which of the last turns could have gone another way."""
    winner, players, log = result.winners[0], game.players, game.log
    missed = [
        {game.actions.ticket_index[score.ticket] for score in sheet.tickets if not score.complete and sheet.seat not in result.winners}
        for sheet in result.sheets
    ]
    scan, past, figures = Scan([[] for _ in range(players)]), game.at(0), scoring.new_sheets(players)
    for at, entry in enumerate(log):
        if past.state.phase == TURN:
            scan.starts[entry.seat].append(at)
            if at >= len(log) - RECENT * players:
                _note_chances(past, scan, missed[entry.seat], entry.seat, at)
        past.replay((entry,), tell=False)
        if game.actions.kinds[entry.action] != CLAIM_ROUTE and at + 1 < len(log):
            continue
        scored(past.actions.boards, past.states, figures)
        totals = figures[:, scoring.TOTAL]
        if any(totals[seat] >= totals[winner] for seat in range(players) if seat not in result.winners):
            scan.lead = 0
        elif scan.lead == 0:
            scan.lead = at + 1
    return scan


def _note_chances(past: Game, scan: Scan, missed: set[int], seat: int, at: int) -> None:
    ways = {ticket: _way(past, seat, ticket) for ticket in missed if past.state.place[ticket] == seat}
    if not any(ways.values()):
        return
    graph = route_graph_of(past.actions)
    payable = {graph.claims[number].route for number in past.observe(seat).legal_ids if number in graph.claims}
    for ticket, way in ways.items():
        ready = payable & set(members(way or 0))
        if ready:
            scan.chances[ticket] = at, max(ready, key=lambda route: (graph.length[route], -route))


def _way(game: Game, seat: int, ticket: int) -> RouteSet | None:
    """The routes that a ticket lacks; None where no way is left."""
    graph, state = route_graph_of(game.actions), game.state
    a, b, _ = graph.tickets[ticket]
    return graph.shortest(a, b, route_set(state.claimed[seat]), free_for(state, seat))


def _places(result: Result) -> list[int]:
    totals = [sheet.total for sheet in result.sheets]
    return [
        1 if seat in result.winners else 1 + sum(other > total for other in totals) + (total == max(totals)) * len(result.winners)
        for seat, total in enumerate(totals)
    ]


def _decided(game: Game, result: Result, scan: Scan) -> Decided:
    """The first that applies, from what is most particular to what can be said of every game."""
    sheets, winner = result.sheets, result.winners[0]
    first, rivals = sheets[winner], [sheet for sheet in sheets if sheet.seat != winner]
    second = max(sheet.total for sheet in rivals)
    margin = first.total - second
    if margin == 0:
        return {"code": "tie", "tie_break": "tickets" if result.tie_break == "tickets" else "longest-path" if result.tie_break else None}
    ticket = _leading_ticket(game, first, scan)
    if ticket is not None:
        return ticket
    bonuses: dict[Bonus, list[int]] = {
        "path": [sheet.longest_path_points for sheet in sheets],
        "attractions": [sheet.attraction_points for sheet in sheets],
        "districts": [sheet.district_points for sheet in sheets],
    }
    for code, points in bonuses.items():
        without = [sheet.total - bonus for sheet, bonus in zip(sheets, points, strict=True)]
        if points[winner] and max(without[sheet.seat] for sheet in rivals) >= without[winner]:
            return {"code": code, "seat": winner, "points": points[winner]}
    if margin <= CLOSE:
        worth = sorted((points, length) for length, points in game.edition.route_points.items())
        spaces = next((length for points, length in worth if points >= margin), worth[-1][1])
        return {"code": "margin", "seat": winner, "points": margin, "spaces": spaces}
    routes = first.routes - max(sheet.routes for sheet in rivals)
    tickets = first.ticket_points - max(sheet.ticket_points for sheet in rivals)
    if routes > 0 and routes >= tickets:
        return {"code": "routes", "seat": winner, "points": first.routes, "ahead": routes}
    cards = [int(count) for count in game.state.hand_size[: game.players]]
    if _ended_by(game) == winner and max(cards[sheet.seat] for sheet in rivals) >= MANY_CARDS:
        return {"code": "early", "seat": winner, "cards": cards}
    if tickets <= 0:
        return {"code": "balance", "seat": winner}
    return {"code": "tickets", "seat": winner, "points": first.ticket_points, "ahead": tickets}


def _leading_ticket(game: Game, first: ScoreSheet, scan: Scan) -> ByTicket | None:
    """The dearest ticket that the claim finished with which the winner took the lead for good."""
    if scan.lead == 0:
        return None
    before, after = game.at(scan.lead - 1), game.at(scan.lead)
    figures = [scoring.new_sheets(game.players) for _ in range(2)]
    finished = [_complete(moment, first.seat) for moment in (before, after)]
    new = finished[1] - finished[0]
    if not new:
        return None
    for moment, sheet in zip((before, after), figures, strict=True):
        scored(moment.actions.boards, moment.states, sheet)
    bonus = [int(sheet[first.seat, scoring.LONGEST_BONUS]) for sheet in figures]
    ticket = max((game.edition.tickets[number] for number in new), key=lambda ticket: ticket.points)
    return {
        "code": "ticket",
        "seat": first.seat,
        "ticket": ticket.name,
        "points": ticket.points,
        "turns": scan.turns_after(first.seat, scan.lead - 1),
        "path": bonus[1] > bonus[0] and first.longest_path_points > 0,
        "pieces": first.longest_path,
    }


def _complete(game: Game, seat: int) -> set[int]:
    standings = np.zeros(MAX_TICKETS, dtype=np.int64)
    sheet_facts(game.actions.boards, game.states, seat, standings)
    return {number for number, standing in enumerate(standings.tolist()) if standing == scoring.COMPLETE}


def _ended_by(game: Game) -> int | None:
    return next((event.seat for event in game.events if isinstance(event, FinalRound)), None)


def _loss(game: Game, result: Result, scan: Scan, sheet: ScoreSheet, place: int) -> Loss:
    return {
        "seat": sheet.seat,
        "place": place,
        "behind": result.sheets[result.winners[0]].total - sheet.total,
        "done": sum(score.complete for score in sheet.tickets),
        "held": len(sheet.tickets),
        "good": _comfort(game, result, sheet),
        "next": _lesson(game, result, scan, sheet),
    }


def _comfort(game: Game, result: Result, sheet: ScoreSheet) -> Comfort:
    def best(figure: int, of_all: list[int]) -> bool:
        return figure > 0 and figure == max(of_all)

    if best(sheet.routes, [other.routes for other in result.sheets]):
        return {"code": "routes", "value": sheet.routes, "ticket": None}
    if best(sheet.ticket_points, [other.ticket_points for other in result.sheets]):
        return {"code": "tickets", "value": sheet.ticket_points, "ticket": None}
    if sheet.longest_path_points:
        return {"code": "path", "value": sheet.longest_path, "ticket": None}
    done = [score for score in sheet.tickets if score.complete]
    if done:
        score = max(done, key=lambda score: score.points)
        return {"code": "ticket", "value": score.points, "ticket": score.ticket}
    return {"code": "pieces", "value": game.edition.pieces - int(game.state.pieces[sheet.seat]), "ticket": None}


def _lesson(game: Game, result: Result, scan: Scan, sheet: ScoreSheet) -> Lesson:
    """The missed ticket that was nearest, or the dearest that was cut off, or pieces left over, or where the winner was better."""
    graph, seat = route_graph_of(game.actions), sheet.seat
    last = scan.starts[seat][-1] if scan.starts[seat] else 0
    ways = {ticket: _way(game, seat, ticket) for ticket in (game.actions.ticket_index[s.ticket] for s in sheet.tickets if not s.complete)}
    near = [(sum(graph.length[route] for route in members(way)), ticket) for ticket, way in ways.items() if way is not None]
    lesson: Lesson = {"code": "ticket", "value": 0, "ticket": None, "route": None, "turns": 0, "at": last}
    if near:
        lesson["value"], ticket = min(near)
        lesson["ticket"] = game.actions.ticket_names[ticket]
        if ticket in scan.chances:
            lesson["at"], route = scan.chances[ticket]
            lesson["route"] = game.actions.route_names[route]
    elif ways:
        ticket = max(ways, key=lambda ticket: (graph.tickets[ticket][2], -ticket))
        # Ways only ever close: the first turn without one is found by halving.
        cut = bisect_left(scan.starts[seat], True, key=lambda at: _way(game.at(at), seat, ticket) is None)
        lesson |= {"code": "cut", "value": graph.tickets[ticket][2], "ticket": game.actions.ticket_names[ticket]}
        lesson["at"] = scan.starts[seat][max(cut - 1, 0)] if scan.starts[seat] else 0
    elif not starts_final_round(game.actions.boards[0], int(game.state.pieces[seat])):
        lesson |= {"code": "pieces", "value": int(game.state.pieces[seat])}
    else:
        winner = result.sheets[result.winners[0]]
        gaps: list[tuple[int, Literal["routes", "tickets", "bonus"]]] = [
            (winner.routes - sheet.routes, "routes"),
            (winner.ticket_points - sheet.ticket_points, "tickets"),
            (_bonus(winner) - _bonus(sheet), "bonus"),
        ]
        value, code = max(gaps)
        lesson |= {"code": code, "value": value, "at": max(scan.lead - 1, 0)}
    lesson["turns"] = scan.turns_after(seat, lesson["at"])
    return lesson


def _bonus(sheet: ScoreSheet) -> int:
    return sheet.longest_path_points + sheet.attraction_points + sheet.district_points
