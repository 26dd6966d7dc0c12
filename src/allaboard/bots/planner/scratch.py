"""The planner's working memory: one record a seat, filled anew for every decision; only inside a search does a plan outlive its turn."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from allaboard.editions.bounds import (
    MAX_LOCATIONS,
    MAX_PLAYERS,
    MAX_ROUTES,
    MAX_TICKETS,
)
from allaboard.engine.records import KINDS

__all__ = ["MAX_TARGETS", "SCRATCH", "Scratch", "new_scratch"]

MAX_TARGETS: Final = 48
NO_ROUTE: Final = -1
NO_PLAN: Final = -1

SCRATCH = np.dtype(
    (
        np.record,
        [
            # the map as the seat may still use it: own and open routes around each location
            ("first", np.int32, MAX_LOCATIONS + 1),
            ("around", np.int32, 2 * MAX_ROUTES),  # routes
            ("across", np.int32, 2 * MAX_ROUTES),  # the location at the other end
            ("usable", np.uint64, 2),
            # what a route costs: in turns, in points, and in points given what the trial plan holds already
            ("turns", np.float64, MAX_ROUTES),
            ("cost", np.float64, MAX_ROUTES),
            ("price", np.float64, MAX_ROUTES),
            ("wanted", np.float64, MAX_ROUTES),  # by the rivals, from 0 to 1
            ("loss", np.float64, MAX_ROUTES),  # points that losing a planned route costs
            # shortest paths
            ("distance", np.float64, MAX_LOCATIONS),
            ("via", np.int32, MAX_LOCATIONS),
            ("queue", np.int32, MAX_LOCATIONS),
            ("queued", np.uint8, MAX_LOCATIONS),
            # tickets: those to plan for, the order to try, whether the trial and the plan make them
            ("tickets", np.int32),
            ("ticket", np.int32, MAX_TICKETS),
            ("order", np.int32, MAX_TICKETS),
            ("key", np.float64, MAX_TICKETS),
            ("rating", np.float64, MAX_TICKETS),
            ("made", np.uint8, MAX_TICKETS),
            ("planned", np.uint8, MAX_TICKETS),
            # plans: routes to claim, with what they need
            ("trial", np.uint64, 2),
            ("plan", np.uint64, 2),
            ("plan_value", np.float64),
            ("plan_turns", np.float64),
            ("plan_pieces", np.int32),
            ("plan_tickets", np.int32),  # how many it was made for; NO_PLAN where there is none to keep
            # targets: routes that cards are collected for, the most pressing first
            ("targets", np.int32),
            ("target", np.int32, MAX_TARGETS),
            ("weight", np.float64, MAX_TARGETS),
            ("pressing", np.float64, MAX_TARGETS),
            ("rank", np.int32, MAX_ROUTES),  # place among the targets, or -1
            ("filler", np.float64, MAX_ROUTES),  # points a turn of a route beside the plan
            ("rest", np.int32, KINDS),
            ("hand", np.int32, KINDS),
            ("gain", np.float64, KINDS),  # worth of one more card of a kind
            # time
            ("turns_left", np.float64),
            ("hand_scale", np.float64),  # how much cards in hand are still worth, from 0 to 1
            ("tightness", np.float64),  # how much of the time left the plan needs, sharpened
            ("stake", np.float64),  # points of unmade tickets that hang on a planned route, on average
            ("lead", np.float64),  # points by which the seat believes to be ahead
            ("touched", np.uint64, MAX_PLAYERS),  # locations that a seat's routes touch
        ],
    )
)

Scratch: TypeAlias = Any
"""A WORK record."""


def new_scratch(seats: int = 1) -> Any:
    """Working memory for so many seats."""
    return np.zeros(seats, dtype=SCRATCH)
