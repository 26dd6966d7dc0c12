"""How a game was scored: a sheet for every seat, who won, and what the bonuses stand on."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from allaboard.actions import ActionSpace
from allaboard.editions.bounds import MAX_TICKETS
from allaboard.engine import scoring
from allaboard.engine.bits import members, route_set
from allaboard.engine.entry import longest_path_of, scored, sheet_facts
from allaboard.engine.records import BY_LONGEST_PATH, BY_TICKETS, OVER, States
from allaboard.engine.typed_records import Int32s, Words

__all__ = ["Result", "ScoreSheet", "TicketScore", "result_of"]

TIE_BREAKS = {0: None, BY_TICKETS: "tickets", BY_LONGEST_PATH: "longest-path"}


@dataclass(frozen=True, slots=True)
class TicketScore:
    """One ticket of a sheet: its points count plus when complete, minus when not."""

    ticket: str
    complete: bool
    points: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What one seat scored, and on what: `total` is the sum of the points above it."""

    seat: int
    routes: int
    tickets: tuple[TicketScore, ...]
    ticket_points: int
    longest_path: int
    longest_path_points: int
    longest_path_routes: tuple[str, ...]
    attractions: tuple[str, ...]
    attraction_points: int
    districts: tuple[str, ...]
    district_points: int
    total: int


@dataclass(frozen=True, slots=True)
class Result:
    """The sheets in order of seats, the winning seats, and the tie break that decided among equals (None: none did)."""

    final: bool
    sheets: tuple[ScoreSheet, ...]
    winners: tuple[int, ...]
    tie_break: str | None

    def to_json(self) -> dict[str, object]:
        """The result as plain data."""
        return asdict(self)


def result_of(actions: ActionSpace, states: States) -> Result:
    """Score a state."""
    players = int(states[0].players)
    figures = scoring.new_sheets(players)
    winning, tie_break = scored(actions.boards, states, figures)
    return Result(
        final=bool(states[0].phase == OVER),
        sheets=tuple(_sheet(actions, states, seat, figures[seat]) for seat in range(players)),
        winners=tuple(seat for seat in range(players) if winning >> seat & 1),
        tie_break=TIE_BREAKS[int(tie_break)],
    )


def _sheet(actions: ActionSpace, states: States, seat: int, figures: Int32s) -> ScoreSheet:
    edition = actions.edition
    standings = np.zeros(MAX_TICKETS, dtype=np.int64)
    touched, joined = (int(word) for word in sheet_facts(actions.boards, states, seat, standings))
    tickets = tuple(
        TicketScore(ticket.name, standing == scoring.COMPLETE, standing * ticket.points)
        for ticket, standing in zip(edition.tickets, standings.tolist(), strict=False)
        if standing != scoring.NOT_HELD
    )
    attractions = [place.name for index, place in enumerate(edition.board.locations) if touched >> index & 1]
    return ScoreSheet(
        seat=seat,
        routes=int(figures[scoring.ROUTES]),
        tickets=tickets,
        ticket_points=int(figures[scoring.TICKETS]),
        longest_path=int(figures[scoring.LONGEST]),
        longest_path_points=int(figures[scoring.LONGEST_BONUS]),
        longest_path_routes=_longest_path_routes(actions, states[0].claimed[seat], int(figures[scoring.LONGEST])),
        attractions=tuple(attractions) if edition.attraction_points else (),
        attraction_points=int(figures[scoring.ATTRACTIONS]),
        districts=tuple(district.name for index, district in enumerate(edition.board.districts) if joined >> index & 1),
        district_points=int(figures[scoring.DISTRICTS]),
        total=int(figures[scoring.TOTAL]),
    )


def _longest_path_routes(actions: ActionSpace, claimed: Words, length: int) -> tuple[str, ...]:
    """The routes of one longest path: what is left when every route is dropped that the length does not need."""
    if length == 0:
        return ()
    left = claimed.copy()
    for route in members(route_set(claimed)):
        without = left.copy()
        without[route >> 6] &= ~np.uint64(1 << (route & 63))
        if longest_path_of(actions.boards, without) == length:
            left = without
    return tuple(actions.route_names[route] for route in members(route_set(left)))
