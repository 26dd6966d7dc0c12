"""Cheapest paths over own and open routes, at the prices of the trial plan."""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.bots.planner.compiling import thought
from allaboard.bots.planner.work import NO_ROUTE, Work
from allaboard.engine.compiling import rule
from allaboard.engine.layout import Board

__all__ = ["UNREACHABLE", "cheapest_path", "ends"]

UNREACHABLE = 1.0e9


@rule
def ends(places: Any, index: int) -> Any:
    """The two locations of a route or a ticket, given the board's table; widened, so that paths are compiled once."""
    return np.int64(places[index, 0]), np.int64(places[index, 1])


@thought
def cheapest_path(board: Board, work: Work, start: int, goal: int) -> float:
    """The price of the cheapest path; `via` then leads back from the goal.

    Labels are corrected until none changes; prices are not negative, so nothing beyond the goal's label is looked at.
    A negative goal asks for all locations.
    """
    locations = board.locations
    for location in range(locations):
        work.distance[location] = UNREACHABLE
        work.via[location] = NO_ROUTE
        work.queued[location] = 0
    work.distance[start] = 0.0
    work.queue[0] = start
    head, waiting = 0, 1
    while waiting > 0:
        here = work.queue[head]
        head = head + 1 if head + 1 < locations else 0
        waiting -= 1
        work.queued[here] = 0
        so_far = work.distance[here]
        if goal >= 0 and so_far >= work.distance[goal]:
            continue
        for slot in range(work.first[here], work.first[here + 1]):
            route = work.around[slot]
            there = work.across[slot]
            distance = so_far + work.price[route]
            if distance < work.distance[there]:
                work.distance[there] = distance
                work.via[there] = route
                if work.queued[there] == 0:
                    work.queued[there] = 1
                    tail = head + waiting
                    work.queue[tail if tail < locations else tail - locations] = there
                    waiting += 1
    return work.distance[goal] if goal >= 0 else 0.0
