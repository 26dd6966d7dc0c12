"""Trying actions in one possible world: dealt from what the seat knows, played to the end by planners who each see only their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.bots.planner.decide import decide
from allaboard.engine.chance import no_tape, seed_stream
from allaboard.engine.compiling import rule
from allaboard.engine.hidden import redact, resample
from allaboard.engine.layout import OVER
from allaboard.engine.playout import next_seat
from allaboard.engine.scoring import COLUMNS, TOTAL, score, winners
from allaboard.engine.turn import apply

__all__ = ["try_world"]

WORLD = 4


@rule
def try_world(
    boards: Any, states: Any, rooms: Any, seat: int, constants: Any, works: Any, seed: Any, actions: Any, won: Any, margins: Any
) -> None:
    """Deal one world and play it once after each action, with the same cards to come.

    `states[0]` is redacted for the seat; `rooms` is room for three states: the world, a game in it, and what its acting seat sees.
    `won` gets the seat's share of the victory, `margins` its points beyond the best rival's.
    """
    board = boards[0]
    tape = no_tape()
    stream = np.empty(4, np.uint64)
    seed_stream(stream, seed, WORLD)
    rooms[0] = states[0]
    resample(board, rooms[0], seat, stream)
    game, seen = rooms[1], rooms[2]
    players = game.players
    for candidate in range(len(actions)):
        rooms[1] = rooms[0]
        players = game.players
        apply(board, game, seat, actions[candidate], tape)
        while game.phase != OVER:
            acting = next_seat(game)
            rooms[2] = rooms[1]
            redact(board, seen, acting)
            apply(board, game, acting, decide(board, seen, acting, constants[0], works[0]), tape)
        sheets = np.zeros((players, COLUMNS), np.int32)
        score(board, game, sheets)
        winning = winners(board, players, sheets)[0]
        rival = -100_000
        sharing = 0
        for other in range(players):
            sharing += (winning >> other) & 1
            if other != seat:
                rival = max(rival, sheets[other, TOTAL])
        won[candidate] = ((winning >> seat) & 1) / sharing
        margins[candidate] = sheets[seat, TOTAL] - rival
