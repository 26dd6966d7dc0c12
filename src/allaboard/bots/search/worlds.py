"""Trying actions in possible worlds: dealt from what the seat knows, and played by planners who each see only their own.

Games are played to the end, or to a horizon behind which a net foresees the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from allaboard.bots.learned.features import FEATURES, describe_seat, par
from allaboard.bots.learned.net import Layers, foresee
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import decide_on
from allaboard.bots.planner.scratch import NO_PLAN, Scratch, Scratches
from allaboard.bots.search.beliefs import deal_world
from allaboard.bots.search.rooms import GAME, SEEN, WORLD, Room
from allaboard.engine.chance import seed_stream
from allaboard.engine.jit import compiled, inlined, merged
from allaboard.engine.playout import next_seat
from allaboard.engine.records import OVER, TURN, Board, Boards, State, States
from allaboard.engine.redaction import forget_logs, redact_moment
from allaboard.engine.scoring import COLUMNS, TOTAL, score, winners
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Floats, Int64s, Records, Words

__all__ = ["Decision", "dealt", "try_worlds"]

DEALING = 4


@inlined
def dealt(boards: Boards, states: States, rooms: States, seat: int, odds: Floats, seed: Words) -> None:
    """Deal the world of a seed into its room."""
    stream = np.empty(4, np.uint64)
    seed_stream(stream, seed, DEALING)
    deal_world(boards[0], states, rooms, seat, odds, stream)


class Decision(NamedTuple):
    """What a decision is tried with, in all its worlds alike."""

    boards: Boards
    states: States  # the first is redacted for the seat
    seat: int
    constants: Records[Constants]
    odds: Floats  # log-odds of every ticket for every rival
    seed: Words
    horizon: int  # turns after which games that are not over are judged by the net
    layers: Layers
    spread: float


@inlined
def try_worlds(decision: Decision, room: Room, first: int, actions: Int64s, won: Floats, margins: Floats) -> None:
    """Deal a world for each row of `won`, numbered from the first, and play it once after each action, with the same cards to come.

    `won` gets the seat's share of the victory, `margins` its points beyond the best rival's.
    """
    boards, states, seat, constants, odds, seed, horizon, layers, spread = decision
    rooms, scratches = room
    board = boards[0]
    world_seed = seed.copy()
    for row in range(len(won)):
        world_seed[3] = np.uint64(first + row)
        dealt(boards, states, rooms, seat, odds, world_seed)
        for candidate in range(len(actions)):
            rooms[GAME] = rooms[WORLD]
            play_on(board, rooms, seat, actions[candidate], horizon, constants[0], scratches)
            if rooms[GAME].phase == OVER:
                won[row, candidate], margins[row, candidate] = judge(board, rooms[GAME], seat)
            else:
                won[row, candidate], margins[row, candidate] = guess(board, rooms, seat, constants[0], scratches[0], layers, spread)


@merged
def play_on(board: Board, rooms: States, seat: int, action: int, horizon: int, constants: Constants, scratches: Scratches) -> None:
    """Do the action in the game and let planners play on, to the end or to the beginning of a turn behind the horizon."""
    game, seen = rooms[GAME], rooms[SEEN]
    forget_logs(game)
    last = game.turns + horizon
    for other in range(game.players):
        scratches[other].plan_tickets = NO_PLAN
    acting = seat
    while True:
        apply(board, game, acting, action, None)
        if game.phase == OVER or (game.turns >= last and game.phase == TURN):
            return
        acting = next_seat(game)
        rooms[SEEN] = rooms[GAME]
        redact_moment(board, seen, acting)
        action = decide_on(board, seen, acting, constants, scratches[acting])


@compiled
def guess(
    board: Board, rooms: States, seat: int, constants: Constants, scratch: Scratch, layers: Layers, spread: float
) -> tuple[float, float]:
    """The same for a game that is not over, as the net foresees it from what each seat knows."""
    features = np.empty(FEATURES, np.float64)
    own, rival = 0.0, -1.0e9
    for other in range(np.int64(rooms[GAME].players)):  # seats are wide everywhere, so that thoughts are compiled once
        rooms[SEEN] = rooms[GAME]
        redact_moment(board, rooms[SEEN], other)
        describe_seat(board, rooms[SEEN], other, constants, scratch, features)
        points = foresee(layers, features)
        if other == seat:
            own = points
        else:
            rival = max(rival, points)
    # a logistic curve that is as wide as the net's errors are
    return 1.0 / (1.0 + np.exp((rival - own) * 1.7 / spread)), (own - rival) * par(board)


@compiled
def judge(board: Board, game: State, seat: int) -> tuple[float, float]:
    """The seat's share of the victory, and its points beyond the best rival's."""
    players = game.players
    sheets = np.zeros((players, COLUMNS), np.int32)
    score(board, game, sheets)
    winning = winners(board, players, sheets)[0]
    rival = -100_000
    sharing = 0
    for other in range(players):
        sharing += (winning >> other) & 1
        if other != seat:
            rival = max(rival, sheets[other, TOTAL])
    return ((winning >> seat) & 1) / sharing, float(sheets[seat, TOTAL] - rival)
