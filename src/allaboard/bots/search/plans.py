"""The plan behind an action: the routes still to claim once it is done and the tickets that they make, as the planner sees it."""

from __future__ import annotations

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import think, weigh_cards
from allaboard.bots.planner.plan import measure_losses
from allaboard.bots.planner.scratch import Scratches, new_scratch
from allaboard.bots.planner.survey import look_around
from allaboard.bots.planner.ticket_choice import keep_worth
from allaboard.bots.search.worlds import Decision
from allaboard.engine.bits import members, route_set, wide
from allaboard.engine.claiming import occupy_route
from allaboard.engine.jit import compiled
from allaboard.engine.records import CHOOSING, CLAIM_ROUTE, OFFER, TAKE_CARD, WILD, Boards, States
from allaboard.engine.typed_records import Records

__all__ = ["plan_behind"]


@compiled
def plan_for(boards: Boards, states: States, seat: int, constants: Records[Constants], scratches: Scratches, action: int) -> None:
    """Leave in the working memory the plan that the seat follows after an action; the state is changed, as far as the seat is concerned."""
    board, state = boards[0], states[0]
    if state.phase == CHOOSING or state.phase == OFFER:
        look_around(board, state, seat, constants[0], scratches[0])
        keep_worth(board, state, seat, constants[0], scratches[0], wide(board.action_pattern[action]))
        measure_losses(board, state, scratches[0])
        weigh_cards(board, state, seat, constants[0], scratches[0])
        return
    if board.action_kind[action] == TAKE_CARD:
        state.hands[seat, board.action_card[action]] += 1
        state.hand_size[seat] += 1
    elif board.action_kind[action] == CLAIM_ROUTE:
        route, wilds = wide(board.action_route[action]), board.action_wilds[action]
        state.hands[seat, board.action_colour[action]] -= board.length[route] - wilds
        state.hands[seat, WILD] -= wilds
        state.hand_size[seat] -= board.length[route]
        occupy_route(board, state, seat, route)
    think(board, state, seat, constants[0], scratches[0])


def plan_behind(decision: Decision, action: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The routes that the plan needs, the one that the action claims first and then the most pressing, and the tickets that it makes.

    Tickets that are made already count among them.
    """
    board, scratches = decision.boards[0], new_scratch()
    last = int(decision.states[0].final_turns) >= 0  # R-END-1: nothing follows a claim of the final round
    plan_for(decision.boards, decision.states.copy(), decision.seat, decision.constants, scratches, action)
    scratch = scratches[0]
    claimed = [int(board.action_route[action])] if board.action_kind[action] == CLAIM_ROUTE else []
    planned = [] if claimed and last else sorted(members(route_set(scratch.plan)), key=lambda route: int(scratch.rank[route]))
    tickets = tuple(int(scratch.ticket[index]) for index in range(int(scratch.tickets)) if scratch.planned[index])
    return (*claimed, *planned), tickets
