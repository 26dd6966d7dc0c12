"""What the net learns from: games between planners, looked at now and then, with what every seat had at the end."""

from __future__ import annotations

import numpy as np

from allaboard.bots.learned.features import describe_seat, par
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import decide
from allaboard.bots.planner.scratch import Scratches
from allaboard.engine.chance import below, seed_stream
from allaboard.engine.jit import compiled
from allaboard.engine.playout import next_seat
from allaboard.engine.records import OVER, TURN, Boards, States
from allaboard.engine.redaction import redact_moment
from allaboard.engine.scoring import COLUMNS, TOTAL, score
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Floats, Records, Words

__all__ = ["play_lessons"]

LOOKING = 5


@compiled
def play_lessons(
    boards: Boards,
    states: States,
    constants: Records[Constants],
    scratches: Scratches,
    seed: Words,
    players: int,
    every: int,
    rows: Floats,
    ends: Floats,
) -> int:
    """Fill rows with features, `players` of them for every look, and `ends` with final points, both by par; returns how many games it took.

    `states` is room for two: the game, and what a seat sees of it. A turn is looked at with a chance of one in `every`.
    """
    board, game, seen = boards[0], states[0], states[1]
    stream, game_seed = np.empty(4, np.uint64), np.empty(4, np.uint64)
    sheets = np.zeros((players, COLUMNS), np.int32)
    filled, games = 0, 0
    while filled + players <= len(rows):
        set_game_seed(game_seed, seed, games)
        games += 1
        set_up(board, game, players, -1, game_seed, None)
        seed_stream(stream, game_seed, LOOKING)
        first = filled
        while game.phase != OVER:
            if game.phase == TURN and below(stream, every) == 0 and filled + players <= len(rows):
                for seat in range(players):
                    states[1] = states[0]
                    redact_moment(board, seen, seat)
                    describe_seat(board, seen, seat, constants[0], scratches[0], rows[filled + seat])
                filled += players
            acting = next_seat(game)
            states[1] = states[0]
            redact_moment(board, seen, acting)
            apply(board, game, acting, decide(board, seen, acting, constants[0], scratches[0]), None)
        score(board, game, sheets)
        for row in range(first, filled):
            ends[row] = sheets[(row - first) % players, TOTAL] / par(board)
    return games
