"""Why an option was better: what becomes of tickets, routes, points and time in the games after it and after what was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from allaboard.bots.search.plans import plan_behind
from allaboard.editions.bounds import MAX_TICKETS
from allaboard.engine import scoring
from allaboard.engine.bits import has_bit
from allaboard.engine.entry import scored, sheet_facts
from allaboard.engine.records import Board, Boards, State, States
from allaboard.engine.scoring import new_sheets
from allaboard.engine.typed_records import Int32s, Int64s
from allaboard.observation import Observation
from allaboard.review.futures import Futures, Line
from allaboard.review.results import Reason

__all__ = ["reasons_for", "share_lost"]

WORLDS: Final = 96
"""Worlds that are played to the end once more, to look at how they end."""
MOST: Final = 3
LEAST: Final = 1.0
"""Points that a reason must be worth."""
TURN_WORTH: Final = 2.0
ROUTE_WORTH: Final = 8.0
"""What a lost route of the plan is worth, in points, when reasons are put in order."""
PARTS: Final = {
    scoring.ROUTES: "routes",
    scoring.TICKETS: "tickets",
    scoring.ATTRACTIONS: "attractions",
    scoring.DISTRICTS: "districts",
}


def reasons_for(
    observation: Observation, futures: Futures, lines: Sequence[Line], worlds: int = WORLDS, least: float = LEAST
) -> tuple[Reason, ...]:
    """The weightiest differences between the games after one line, what was played, and those after a better one, at most three."""
    ends = futures.play_ends(lines, worlds)
    seat, actions = futures.decision.seat, observation.actions
    sheets, standings = _scores(actions.boards, ends, seat)
    weighed: list[tuple[float, Reason]] = []

    def add(weight: float, reason: Reason) -> None:
        if weight >= least:
            weighed.append((weight, reason))

    tickets_told = False
    for ticket, (played, better) in _tickets(standings).items():
        points = float(actions.boards[0].ticket_points[ticket])
        weight = 2.0 * points * (better - played)
        tickets_told |= weight >= least
        add(weight, Reason("ticket", actions.ticket_names[ticket], played, better))
    weight, shares = _new_tickets(actions.boards, observation.state, standings, seat)
    tickets_told |= weight >= least
    add(weight, Reason("new ticket", "", *shares))
    planned, _ = plan_behind(futures.decision, lines[1][0])
    for route in planned:
        played, better = (
            float(np.mean([_lost(actions.boards[0], state, seat, route) for state in _after(ends, column)])) for column in range(2)
        )
        add(ROUTE_WORTH * (played - better), Reason("route", actions.route_names[route], played, better))
    for column, part in PARTS.items():
        played, better = sheets[:, :, seat, column].mean(axis=0).tolist()
        if column != scoring.TICKETS or not tickets_told:
            add(better - played, Reason("points", part, played, better))
    longest = (sheets[:, :, seat, scoring.LONGEST_BONUS] > 0).mean(axis=0).tolist()
    add(float(actions.boards[0].longest_path_points) * (longest[1] - longest[0]), Reason("longest path", "", *longest))
    rivals = np.delete(sheets[:, :, :, scoring.TOTAL], seat, axis=2).max(axis=2).mean(axis=0).tolist()
    add(rivals[0] - rivals[1], Reason("rivals", "", *rivals))
    turns = [float(ends["turns"][column::2].mean()) / float(ends[0].players) for column in range(2)]
    add(TURN_WORTH * abs(turns[1] - turns[0]), Reason("turns", "", *turns))
    cards = [float(ends["hand_size"][column::2, seat].mean()) for column in range(2)]
    add(cards[0] - cards[1], Reason("cards", "", *cards))
    weighed.sort(key=lambda item: -item[0])
    return tuple(reason for _, reason in weighed[:MOST])


def share_lost(futures: Futures, line: Line, route: int, worlds: int) -> float:
    """In which share of the games after a line a route goes to somebody else."""
    ends = futures.play_ends([line], worlds)
    board, seat = futures.decision.boards[0], futures.decision.seat
    return float(np.mean([_lost(board, ends[index], seat, route) for index in range(worlds)]))


def _after(ends: States, column: int) -> Iterator[State]:
    """The games after what was played (0), or after the better option (1)."""
    return (ends[index] for index in range(column, len(ends), 2))


def _scores(boards: Boards, ends: States, seat: int) -> tuple[Int32s, Int64s]:
    """The score sheets of all games, and how every ticket stands for the seat: worlds first, then the two options."""
    sheets = new_sheets(int(ends[0].players), len(ends))
    standings = np.zeros((len(ends), MAX_TICKETS), dtype=np.int64)
    for index in range(len(ends)):
        scored(boards, ends[index : index + 1], sheets[index])
        sheet_facts(boards, ends[index : index + 1], seat, standings[index])
    return sheets.reshape(-1, 2, *sheets.shape[1:]), standings.reshape(-1, 2, MAX_TICKETS)


def _tickets(standings: Int64s) -> dict[int, tuple[float, float]]:
    """Tickets that the seat holds at the end whichever option it takes, and in which share of the games it makes them."""
    held = (standings != scoring.NOT_HELD).all(axis=(0, 1))
    made = (standings == scoring.COMPLETE).mean(axis=0)
    return {int(ticket): (float(made[0, ticket]), float(made[1, ticket])) for ticket in np.flatnonzero(held)}


def _new_tickets(boards: Boards, state: State, standings: Int64s, seat: int) -> tuple[float, tuple[float, float]]:
    """Points that tickets bring which the seat does not hold yet, more than otherwise, and in which share of the games it makes one."""
    new = (standings == scoring.COMPLETE) & (state.place != seat)
    played, better = (new @ boards[0].ticket_points).mean(axis=0).tolist()
    shares = new.any(axis=2).mean(axis=0).tolist()
    return better - played, (shares[0], shares[1])


def _lost(board: Board, state: State, seat: int, route: int) -> bool:
    """Whether a route went to somebody else, or closed with the twin that somebody else has: one's own twin is as good."""
    twin = int(board.twin[route])
    served = has_bit(state.claimed[seat], route) or (twin >= 0 and has_bit(state.claimed[seat], twin))
    return not has_bit(state.free, route) and not served
