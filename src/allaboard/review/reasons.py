"""Why an option was better: what becomes of tickets, routes, points and time in the games after it and after what was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from allaboard.bots.search.plans import plan_behind
from allaboard.editions.bounds import MAX_TICKETS
from allaboard.engine import scoring
from allaboard.engine.bits import has_bit
from allaboard.engine.entry import scored, sheet_facts
from allaboard.engine.records import Board, Boards, State, States
from allaboard.engine.scoring import new_sheets
from allaboard.engine.typed_records import Floats, Int32s, Int64s
from allaboard.observation import Observation
from allaboard.review.futures import Futures, Line
from allaboard.review.marks import CERTAIN
from allaboard.review.means import mean_of
from allaboard.review.results import Reason, ReasonKind

__all__ = ["reasons_for", "share_lost"]

WORLDS: Final = 192
"""Worlds that are played to the end once more, to look at how they end: one half picks what to tell, the other tells it."""
MOST: Final = 3
LEAST: Final = 1.0
"""Points that a reason must be worth where it is picked."""
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
    observation: Observation, futures: Futures, lines: Sequence[Line], worlds: int = WORLDS, least: float = LEAST, first: int = 0
) -> tuple[Reason, ...]:
    """The weightiest differences between the games after one line, what was played, and those after a better one, at most three.

    They are picked in every second world. The others must tell each for certain, and its figures are theirs: what only chance has made
    large where it was picked is not told.
    """
    ends = futures.play_ends(lines, worlds, first)
    seat, actions = futures.decision.seat, observation.actions
    board = actions.boards[0]
    sheets, standings = _scores(actions.boards, ends, seat)
    weighed: list[tuple[float, Reason]] = []

    def add(worth: float, kind: ReasonKind, subject: str, figures: Floats, gained: Floats | None = None) -> bool:
        """Note a reason and return True, if it weighs enough and is certain: so much for one more of its figure, or what was `gained`."""
        more = figures[:, 1] - figures[:, 0]
        weight = float((worth * more if gained is None else gained)[::2].mean())
        certain = mean_of(np.sign(worth) * more[1::2])
        if weight < least or certain.value <= CERTAIN * certain.error:
            return False
        played, better = figures[1::2].mean(axis=0).tolist()
        weighed.append((weight, Reason(kind, subject, played, better)))
        return True

    made = standings == scoring.COMPLETE
    tickets_told = False
    for ticket in np.flatnonzero((standings != scoring.NOT_HELD).all(axis=(0, 1))).tolist():  # whichever option it takes
        points = 2.0 * float(board.ticket_points[ticket])
        tickets_told |= add(points, "ticket", actions.ticket_names[ticket], made[..., ticket].astype(float))
    new = made & (observation.state.place != seat)
    scored_new = new @ board.ticket_points
    tickets_told |= add(1.0, "new ticket", "", new.any(axis=2).astype(float), scored_new[:, 1] - scored_new[:, 0])
    planned, _ = plan_behind(futures.decision, lines[1][0])
    for route in planned:
        lost = np.array([float(_lost(board, ends[index], seat, route)) for index in range(len(ends))])
        add(-ROUTE_WORTH, "route", actions.route_names[route], lost.reshape(-1, 2))
    for column, part in PARTS.items():
        if column != scoring.TICKETS or not tickets_told:
            add(1.0, "points", part, sheets[:, :, seat, column].astype(float))
    longest = sheets[:, :, seat, scoring.LONGEST_BONUS] > 0
    add(float(board.longest_path_points), "longest path", "", longest.astype(float))
    add(-1.0, "rivals", "", np.delete(sheets[:, :, :, scoring.TOTAL], seat, axis=2).max(axis=2).astype(float))
    turns = ends["turns"].reshape(-1, 2) / float(ends[0].players)
    sooner = turns[::2, 1].mean() < turns[::2, 0].mean()
    add(-TURN_WORTH if sooner else TURN_WORTH, "turns", "", turns)
    add(-1.0, "cards", "", ends["hand_size"][:, seat].reshape(-1, 2).astype(float))
    weighed.sort(key=lambda item: -item[0])
    return tuple(reason for _, reason in weighed[:MOST])


def share_lost(futures: Futures, line: Line, route: int, worlds: int) -> float:
    """In which share of the games after a line a route goes to somebody else."""
    ends = futures.play_ends([line], worlds)
    board, seat = futures.decision.boards[0], futures.decision.seat
    return float(np.mean([_lost(board, ends[index], seat, route) for index in range(worlds)]))


def _scores(boards: Boards, ends: States, seat: int) -> tuple[Int32s, Int64s]:
    """The score sheets of all games, and how every ticket stands for the seat: worlds first, then the two options."""
    sheets = new_sheets(int(ends[0].players), len(ends))
    standings = np.zeros((len(ends), MAX_TICKETS), dtype=np.int64)
    for index in range(len(ends)):
        scored(boards, ends[index : index + 1], sheets[index])
        sheet_facts(boards, ends[index : index + 1], seat, standings[index])
    return sheets.reshape(-1, 2, *sheets.shape[1:]), standings.reshape(-1, 2, MAX_TICKETS)


def _lost(board: Board, state: State, seat: int, route: int) -> bool:
    """Whether a route went to somebody else, or closed with the twin that somebody else has: one's own twin is as good."""
    twin = int(board.twin[route])
    served = has_bit(state.claimed[seat], route) or (twin >= 0 and has_bit(state.claimed[seat], twin))
    return not has_bit(state.free, route) and not served
