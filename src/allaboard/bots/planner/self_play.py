"""Whole games between planners in compiled code, for tuning, figures and data. Every decision is made from a redacted copy."""

from __future__ import annotations

from typing import NamedTuple

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

__all__ = ["PlannerGames", "planner_games"]


class PlannerGames(NamedTuple):
    """What is written down of games between planners, a row for each."""

    sheets: Int32s
    won: Flags  # by seat
    decisions: Int64s
    by_final_round: Flags  # whether one ended it
    kept: Int64s  # tickets, by seat
    starts: Int64s
    log: Int16s  # a row for each decision: the seat, its action, and the tickets of its offer


@compiled
def planner_games(
    boards: Boards,
    states: States,
    constants: Records[Constants],
    scratches: Scratches,
    seed: Words,
    numbers: Int64s,
    games: PlannerGames,
) -> None:
    """Play one game for each of the numbers: game n of a seed has the same deal whoever plays it.

    In game g seat s plays by `constants[g, s]`. `states` is room for two: the game, and what the acting seat sees of it.
    Of the decisions as many are logged as there is room for.
    """
    sheets, won, decisions, by_final_round, kept, starts, log = games
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
        by_final_round[game] = state.final_turns == 0
        score(board, state, sheets[game])
        winning, _ = winners(board, players, sheets[game])
        for seat in range(players):
            kept[game, seat] = state.ticket_count[seat]
            won[game, seat] = (winning >> seat) & 1 == 1
