"""What a seat's prospects look like in numbers: its points, its plan and its time, each as a share of what the board offers.

The planner's own thoughts do most of the work; the net only has to learn what they come to.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import think
from allaboard.bots.planner.scratch import Scratch
from allaboard.bots.planner.survey import turns_to_end
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.network import longest_path
from allaboard.engine.records import WILD, Board, State
from allaboard.engine.scoring import ATTRACTIONS, COLUMNS, DISTRICTS, score_network
from allaboard.engine.typed_records import Floats

__all__ = ["FEATURES", "describe_seat", "par"]

FEATURES: Final = 25


@inlined
def par(board: Board) -> float:
    """The points that a player gets who spends all pieces on the longest routes: the measure of all points."""
    return float(board.pieces * board.route_points[board.longest_route] / board.longest_route)


@compiled
def describe_seat(board: Board, state: State, seat: int, constants: Constants, scratch: Scratch, features: Floats) -> None:
    """Fill a row from a state that was redacted for the seat."""
    hand = think(board, state, seat, constants, scratch)
    points, pieces = par(board), float(board.pieces)
    made, planned, missed = 0.0, 0.0, 0.0
    for index in range(scratch.tickets):
        worth = board.ticket_points[scratch.ticket[index]]
        if scratch.key[index] == 0.0:
            made += worth
        elif scratch.planned[index] == 1:
            planned += worth
        else:
            missed += worth
    rival_points, rival_pieces, rival_path, own_path = 0.0, board.pieces, 0, 0
    if board.longest_path_points > 0:
        own_path = longest_path(board, state.claimed[seat])
    for other in range(state.players):
        if other != seat:
            rival_points += state.points[other] / (state.players - 1)
            rival_pieces = min(rival_pieces, state.pieces[other])
            if board.longest_path_points > 0:
                rival_path = max(rival_path, longest_path(board, state.claimed[other]))
    parents, sheet = np.empty(MAX_LOCATIONS, np.int64), np.empty(COLUMNS, np.int64)
    score_network(board, state, seat, state.claimed[seat], parents, sheet)
    features[0] = state.points[seat] / points
    features[1] = state.pieces[seat] / pieces
    features[2] = state.hand_size[seat] / pieces
    features[3] = 4.0 * state.hands[seat, WILD] / pieces
    features[4] = made / points
    features[5] = planned / points
    features[6] = missed / points
    features[7] = scratch.plan_turns / pieces
    features[8] = scratch.plan_pieces / pieces
    features[9] = scratch.turns_left / pieces
    features[10] = turns_to_end(board, state, seat, constants) / pieces
    features[11] = scratch.plan_turns / scratch.turns_left
    features[12] = hand / pieces
    features[13] = scratch.plan_value / points
    features[14] = own_path / pieces
    features[15] = (own_path - rival_path) / pieces * (board.longest_path_points > 0)
    features[16] = sheet[ATTRACTIONS] / points
    features[17] = sheet[DISTRICTS] / points
    features[18] = 1.0 if state.final_turns >= 0 else 0.0
    features[19] = state.players / 5.0
    features[20] = 1.0 if state.acting == seat else 0.0
    features[21] = board.longest_path_points / points
    features[22] = pieces / 45.0
    features[23] = rival_pieces / pieces
    features[24] = rival_points / points
