"""Whole games between planners in compiled code, for tuning, figures and data. Every decision is made from a redacted copy."""

from __future__ import annotations

import numpy as np

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import decide
from allaboard.bots.planner.scratch import Scratches
from allaboard.engine.jit import compiled
from allaboard.engine.playout import next_seat
from allaboard.engine.records import OVER, Boards, States
from allaboard.engine.redaction import redact_moment
from allaboard.engine.scoring import score, winners
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Flags, Int16s, Int32s, Int64s, Records, Words

__all__ = ["planner_games"]


@compiled
def planner_games(
    boards: Boards,
    states: States,
    constants: Records[Constants],
    scratches: Scratches,
    seed: Words,
    numbers: Int64s,
    sheets: Int32s,
    won: Int64s,
    decisions: Int64s,
    kept: Int64s,
    starts: Int64s,
    by_final_round: Flags,
    log: Int16s,
) -> None:
    """Play one game for each of the numbers: game n of a seed has the same deal whoever plays it.

    In game g seat s plays by `constants[g, s]`. `states` is room for two: the game, and what the acting seat sees of it.
    `won` gets a bit for each winning seat, `kept` the tickets of each. `log` gets a row for each decision of a game, as many as it has
    room for: the seat, its action, and the tickets of its offer.
    """
    board = boards[0]
    state, seen = states[0], states[1]
    game_seed = np.empty(4, np.uint64)
    players = constants.shape[1]
    for game in range(len(numbers)):
        set_game_seed(game_seed, seed, numbers[game])
        set_up(board, state, players, -1, game_seed, None)
        decisions[game] = 0
        starts[game] = state.start
        while state.phase != OVER:
            seat = next_seat(state)
            states[1] = states[0]
            redact_moment(board, seen, seat)
            action = decide(board, seen, seat, constants[game, seat], scratches[0])
            if decisions[game] < log.shape[1]:
                row = log[game, decisions[game]]
                row[0], row[1] = seat, action
                for position in range(state.offer_size[seat]):
                    row[2 + position] = state.offer[seat, position]
            apply(board, state, seat, action, None)
            decisions[game] += 1
        for seat in range(players):
            kept[game, seat] = state.ticket_count[seat]
        by_final_round[game] = state.final_turns == 0
        score(board, state, sheets[game])
        won[game] = winners(board, players, sheets[game])[0]
