"""What one more route brings to a network is what the score sheets say before and after it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from allaboard import edition_ids
from allaboard.actions import ActionSpace, action_space
from allaboard.editions import get_edition
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.bits import members
from allaboard.engine.claiming import free_for, occupy_route
from allaboard.engine.entry import new_states, scored
from allaboard.engine.network import join_locations
from allaboard.engine.records import States
from allaboard.engine.scoring import ATTRACTIONS, DISTRICTS, LONGEST_BONUS, ROUTES, TOTAL, gained_points, new_sheets, route_gain
from allaboard.engine.setup import clear
from allaboard.engine.typed_records import Int32s


def sheet_of(actions: ActionSpace, states: States) -> Int32s:
    """The row of the first seat, as if the game ended now."""
    sheets = new_sheets(2)
    scored(actions.boards, states, sheets)
    return sheets[0].copy()


@pytest.mark.parametrize("edition", edition_ids())
def test_one_more_route(edition: str) -> None:
    """R-SCORE-1 to R-SCORE-4: points for its length, for tickets that no longer cost theirs, for attractions and districts."""
    actions, chance, seen = action_space(get_edition(edition)), Random(edition), np.zeros(4, np.int64)
    board, parents = actions.boards[0], np.empty(MAX_LOCATIONS, np.int64)
    tickets = np.arange(board.tickets, dtype=np.int32)
    for number in range(16):
        states, touched = new_states(), np.uint64(0)
        state = states[0]
        clear(board, state, 2)
        state.place[: board.tickets] = 0  # the seat holds every ticket
        before = sheet_of(actions, states)
        while routes := [route for route in members(free_for(state, 0)) if board.length[route] <= state.pieces[0]]:
            short = [route for route in routes if board.length[route] == min(board.length[routes])]  # with which districts are joined
            route = chance.choice(short if number % 2 else routes)
            join_locations(board, state.claimed[0], parents)
            gain = route_gain(board, route, tickets, touched, parents)
            occupy_route(board, state, 0, route)
            after = sheet_of(actions, states)
            assert gained_points(board, gain) == (after[TOTAL] - after[LONGEST_BONUS]) - (before[TOTAL] - before[LONGEST_BONUS])
            assert (gain.length, gain.districts) == (after[ROUTES] - before[ROUTES], after[DISTRICTS] - before[DISTRICTS])
            assert board.attraction_points * gain.attractions == after[ATTRACTIONS] - before[ATTRACTIONS]
            for end in board.ends[route]:
                touched |= np.uint64(1) << np.uint64(end)
            seen += np.array(gain) > 0
            before = after
    has = actions.edition.attraction_points > 0, bool(actions.edition.board.districts)
    assert (seen > 0).tolist() == [True, True, *has]
