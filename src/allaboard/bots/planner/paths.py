"""Cheapest paths over own and open routes, at the prices of the trial plan."""

from __future__ import annotations

from allaboard.bots.planner.scratch import NO_ROUTE, Scratch
from allaboard.engine.bits import wide
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.records import Board
from allaboard.engine.typed_records import Int32s

__all__ = ["UNREACHABLE", "cheapest_path", "ends"]

UNREACHABLE = 1.0e9


@inlined
def ends(places: Int32s, index: int) -> tuple[int, int]:
    """The two locations of a route or a ticket, given the board's table; widened, so that paths are compiled once."""
    return wide(places[index, 0]), wide(places[index, 1])


@compiled
def cheapest_path(board: Board, scratch: Scratch, start: int, goal: int) -> float:
    """The price of the cheapest path; `via` then leads back from the goal.

    Labels are corrected until none changes; prices are not negative, so nothing beyond the goal's label is looked at.
    A negative goal asks for all locations.
    """
    locations = board.locations
    for location in range(locations):
        scratch.distance[location] = UNREACHABLE
        scratch.via[location] = NO_ROUTE
        scratch.queued[location] = 0
    scratch.distance[start] = 0.0
    scratch.queue[0] = start
    head, waiting = 0, 1
    while waiting > 0:
        here = scratch.queue[head]
        head = head + 1 if head + 1 < locations else 0
        waiting -= 1
        scratch.queued[here] = 0
        so_far = scratch.distance[here]
        if goal >= 0 and so_far >= scratch.distance[goal]:
            continue
        for slot in range(scratch.first[here], scratch.first[here + 1]):
            route = scratch.around[slot]
            there = scratch.across[slot]
            distance = so_far + scratch.price[route]
            if distance < scratch.distance[there]:
                scratch.distance[there] = distance
                scratch.via[there] = route
                if scratch.queued[there] == 0:
                    scratch.queued[there] = 1
                    tail = head + waiting
                    scratch.queue[tail if tail < locations else tail - locations] = there
                    waiting += 1
    return scratch.distance[goal] if goal >= 0 else 0.0
