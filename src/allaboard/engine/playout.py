"""Whole games in compiled code: random playouts, one after the other."""

from __future__ import annotations

import numpy as np

from allaboard.engine.chance import seed_stream
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.legal import random_action
from allaboard.engine.records import CHOOSING, NOT_CHOSEN, OVER, Board, Boards, State, States
from allaboard.engine.scoring import score
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Int32s, Int64s, Words

__all__ = ["play_out", "random_games"]

POLICY = 3


@inlined
def next_seat(state: State) -> int:
    """A seat that may act: the acting one, or at set-up the first that has not chosen."""
    if state.phase != CHOOSING:
        return state.acting
    for seat in range(state.players):
        if state.chosen[seat] == NOT_CHOSEN:
            return seat
    return -1


@inlined
def play_out(board: Board, state: State, stream: Words) -> int:
    """Play random legal actions to the end; returns how many."""
    decisions = 0
    while state.phase != OVER:
        seat = next_seat(state)
        apply(board, state, seat, random_action(board, state, seat, stream), None)
        decisions += 1
    return decisions


@compiled
def random_games(boards: Boards, states: States, players: int, seed: Words, first: int, sheets: Int32s, decisions: Int64s) -> None:
    """Play one random game for each row of `sheets`; game n of a seed is the same however the games are batched."""
    board = boards[0]
    state = states[0]
    stream, game_seed = np.empty(4, np.uint64), np.empty(4, np.uint64)
    for game in range(len(sheets)):
        set_game_seed(game_seed, seed, first + game)
        set_up(board, state, players, -1, game_seed, None)
        seed_stream(stream, game_seed, POLICY)
        decisions[game] = play_out(board, state, stream)
        score(board, state, sheets[game])
