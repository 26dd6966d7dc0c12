"""The planner's working memory: one record a seat, filled anew for every decision; only inside a search does a plan outlive its turn."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import numpy as np

from allaboard.editions.bounds import (
    MAX_LOCATIONS,
    MAX_PLAYERS,
    MAX_ROUTES,
    MAX_TICKETS,
)
from allaboard.engine.records import KINDS
from allaboard.engine.typed_records import Bytes, Floats, Int32s, Record, Records, Words, blank_records, dtype_of

__all__ = ["MAX_TARGETS", "SCRATCH", "Scratch", "Scratches", "new_scratch"]

MAX_TARGETS: Final = 48
NO_ROUTE: Final = -1
NO_PLAN: Final = -1


class Scratch(Record):
    """One seat's working memory."""

    # the map as the seat may still use it: own and open routes around each location
    first: Annotated[Int32s, MAX_LOCATIONS + 1]
    around: Annotated[Int32s, 2 * MAX_ROUTES]  # routes
    across: Annotated[Int32s, 2 * MAX_ROUTES]  # the location at the other end
    usable: Annotated[Words, 2]
    # what a route costs: in turns, in points, and in points given what the trial plan holds already
    turns: Annotated[Floats, MAX_ROUTES]
    cost: Annotated[Floats, MAX_ROUTES]
    price: Annotated[Floats, MAX_ROUTES]
    wanted: Annotated[Floats, MAX_ROUTES]  # by the rivals, from 0 to 1
    loss: Annotated[Floats, MAX_ROUTES]  # points that losing a planned route costs
    # shortest paths
    distance: Annotated[Floats, MAX_LOCATIONS]
    via: Annotated[Int32s, MAX_LOCATIONS]
    queue: Annotated[Int32s, MAX_LOCATIONS]
    queued: Annotated[Bytes, MAX_LOCATIONS]
    # tickets: those to plan for, the order to try, whether the trial and the plan make them
    tickets: Annotated[int, np.int32]
    ticket: Annotated[Int32s, MAX_TICKETS]
    order: Annotated[Int32s, MAX_TICKETS]
    key: Annotated[Floats, MAX_TICKETS]
    rating: Annotated[Floats, MAX_TICKETS]
    made: Annotated[Bytes, MAX_TICKETS]
    planned: Annotated[Bytes, MAX_TICKETS]
    # plans: routes to claim, with what they need
    trial: Annotated[Words, 2]
    plan: Annotated[Words, 2]
    plan_value: Annotated[float, np.float64]
    plan_turns: Annotated[float, np.float64]
    plan_pieces: Annotated[int, np.int32]
    plan_tickets: Annotated[int, np.int32]  # how many it was made for; NO_PLAN where there is none to keep
    # targets: routes that cards are collected for, the most pressing first
    targets: Annotated[int, np.int32]
    target: Annotated[Int32s, MAX_TARGETS]
    weight: Annotated[Floats, MAX_TARGETS]
    pressing: Annotated[Floats, MAX_TARGETS]
    sequence: Annotated[Int32s, MAX_TARGETS]  # their places in the order in which they take cards
    aims: Annotated[Words, 2]  # the same as a set; empty where there are none to keep
    rank: Annotated[Int32s, MAX_ROUTES]  # place among the targets, or -1
    fillers: Annotated[Int32s, MAX_ROUTES]  # routes beside the plan that may become targets
    filler: Annotated[Floats, MAX_ROUTES]  # points a turn of each of them, by the same place
    rest: Annotated[Int32s, KINDS]
    hand: Annotated[Int32s, KINDS]
    gain: Annotated[Floats, KINDS]  # worth of one more card of a kind
    # time
    turns_left: Annotated[float, np.float64]
    hand_scale: Annotated[float, np.float64]  # how much cards in hand are still worth, from 0 to 1
    tightness: Annotated[float, np.float64]  # how much of the time left the plan needs, sharpened
    stake: Annotated[float, np.float64]  # points of unmade tickets that hang on a planned route, on average
    open_points: Annotated[float, np.float64]  # points that hang on all of them together
    bonuses: Annotated[Int32s, MAX_PLAYERS]  # points of a seat beyond those for routes and tickets, near the end
    lead: Annotated[float, np.float64]  # points by which the seat believes to be ahead
    touched: Annotated[Words, MAX_PLAYERS]  # locations that a seat's routes touch


SCRATCH = dtype_of(Scratch)


Scratches: TypeAlias = Records[Scratch]


def new_scratch(seats: int = 1) -> Scratches:
    """Working memory for so many seats."""
    return blank_records(seats, SCRATCH)
