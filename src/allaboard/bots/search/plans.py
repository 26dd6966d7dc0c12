"""The plan behind a choice: the routes still to claim and the tickets that they make, as the planner sees it."""

from __future__ import annotations

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import think
from allaboard.bots.planner.scratch import Scratches, new_scratch
from allaboard.bots.planner.survey import look_around
from allaboard.bots.planner.ticket_choice import keep_worth
from allaboard.bots.search.worlds import Decision
from allaboard.engine.bits import members, route_set, wide
from allaboard.engine.jit import compiled
from allaboard.engine.records import CHOOSING, OFFER, Boards, States
from allaboard.engine.typed_records import Records

__all__ = ["plan_behind"]


@compiled
def plan_for(boards: Boards, states: States, seat: int, constants: Records[Constants], scratches: Scratches, action: int) -> None:
    """Leave in the working memory the plan that the seat follows, or would follow with the tickets that it keeps."""
    board, state = boards[0], states[0]
    if state.phase == CHOOSING or state.phase == OFFER:
        look_around(board, state, seat, constants[0], scratches[0])
        keep_worth(board, state, seat, constants[0], scratches[0], wide(board.action_pattern[action]))
    else:
        think(board, state, seat, constants[0], scratches[0])


def plan_behind(decision: Decision, action: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The routes that the plan still needs, and the tickets that it makes or that are made already."""
    scratches = new_scratch()
    plan_for(decision.boards, decision.states, decision.seat, decision.constants, scratches, action)
    scratch = scratches[0]
    routes = tuple(members(route_set(scratch.plan)))
    tickets = tuple(int(scratch.ticket[index]) for index in range(int(scratch.tickets)) if scratch.planned[index])
    return routes, tickets
