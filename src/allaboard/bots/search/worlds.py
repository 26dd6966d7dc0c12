"""Trying actions in possible worlds: dealt from what the seat knows, and played to the end by planners who each see only their own."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import decide_on, think_on
from allaboard.bots.planner.finish import settle
from allaboard.bots.planner.scratch import NO_PLAN, Scratches
from allaboard.bots.search.beliefs import deal_world
from allaboard.bots.search.workspace import GAME, SEEN, WORLD, Workspace
from allaboard.editions.bounds import MAX_PLAYERS
from allaboard.engine.chance import seed_stream
from allaboard.engine.jit import compiled, inlined, merged
from allaboard.engine.legal import ALLOWED, refusal
from allaboard.engine.playout import next_seat
from allaboard.engine.records import CHOOSING, OFFER, OVER, Board, Boards, State, States
from allaboard.engine.redaction import forget_logs, redact_moment
from allaboard.engine.scoring import COLUMNS, TOTAL, winners
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Floats, Int64s, Records, Words

__all__ = ["NOTHING", "Decision", "dealt", "try_worlds"]

DEALING: Final = 4
CARDS_TO_COME: Final = 5
TICKETS_TO_COME: Final = 6
NOTHING: Final = -1


@inlined
def dealt(boards: Boards, states: States, slots: States, seat: int, odds: Floats, seed: Words) -> None:
    """Deal the world of a seed into its slot."""
    stream = np.empty(4, np.uint64)
    seed_stream(stream, seed, DEALING)
    deal_world(boards[0], states, slots, seat, odds, stream)


class Decision(NamedTuple):
    """What a decision is tried with, in all its worlds alike."""

    boards: Boards
    states: States  # the first is redacted for the seat, or with open hands the truth
    seat: int
    open_hands: bool  # whether only what is to come is dealt
    constants: Records[Constants]
    odds: Floats  # log-odds of every ticket for every rival
    seed: Words
    anew: bool = False  # whether planners plan anew after each action and look at every turn anew, as in the first search


@compiled
def try_worlds(
    decision: Decision, workspace: Workspace, first: int, actions: Int64s, follow_ups: Int64s, won: Floats, margins: Floats, ends: States
) -> None:
    """Deal a world for each row of `won`, numbered from the first, and play it once after each action, with the same cards to come.

    `follow_ups` are what the seat does when it acts next, if it can: one for each of the actions, or NOTHING to leave it to the planner.
    `won` gets every seat's share of the victory, `margins` its points beyond the best of the others, `ends` the games as they ended, if
    there is room for them.
    """
    boards, states, seat, open_hands, constants, odds, seed, anew = decision
    slots, scratches = workspace
    board = boards[0]
    world_seed = seed.copy()
    for row in range(len(won)):
        world_seed[3] = np.uint64(first + row)
        if open_hands:
            slots[WORLD] = states[0]
            seed_stream(slots[WORLD].card_stream, world_seed, CARDS_TO_COME)
            seed_stream(slots[WORLD].ticket_stream, world_seed, TICKETS_TO_COME)
        else:
            dealt(boards, states, slots, seat, odds, world_seed)
        plan_ahead(board, slots, row == 0, seat, constants[0], scratches, anew)
        for candidate in range(len(actions)):
            slots[GAME] = slots[WORLD]
            play_on(board, slots, seat, actions[candidate], follow_ups[candidate], constants[0], scratches, anew)
            judge(board, slots[GAME], won[row, candidate], margins[row, candidate])
            if len(ends) > 0:
                ends[row * len(actions) + candidate] = slots[GAME]


@inlined
def plan_ahead(board: Board, slots: States, first: bool, seat: int, constants: Constants, scratches: Scratches, anew: bool) -> None:
    """Let every seat make its plan for the world that was dealt, once for all actions; the seat itself sees the same in each of them."""
    world, seen = slots[WORLD], slots[SEEN]
    for other in range(world.players):
        if other == seat and not first:
            continue
        ahead = scratches[MAX_PLAYERS + other]
        ahead.plan_tickets = NO_PLAN
        if anew or world.phase == CHOOSING or (world.phase == OFFER and other == world.acting):
            continue  # which tickets to plan for is not clear yet
        slots[SEEN] = slots[WORLD]
        redact_moment(board, seen, other)
        think_on(board, seen, other, constants, ahead)


@merged
def play_on(
    board: Board, slots: States, seat: int, action: int, follow_up: int, constants: Constants, scratches: Scratches, anew: bool
) -> None:
    """Do the action in the game and let planners play on to the end."""
    game, seen = slots[GAME], slots[SEEN]
    forget_logs(game)
    for other in range(game.players):
        scratches[other] = scratches[MAX_PLAYERS + other]
    acting = seat
    while True:
        apply(board, game, acting, action, None)
        if game.phase == OVER:
            return
        acting = next_seat(game)
        if acting == seat and follow_up != NOTHING:
            action, follow_up = follow_up, NOTHING
            if refusal(board, game, acting, action) == ALLOWED:
                continue
        slots[SEEN] = slots[GAME]
        redact_moment(board, seen, acting)
        action = decide_on(board, seen, acting, constants, scratches[acting], anew)


@compiled
def judge(board: Board, game: State, won: Floats, margins: Floats) -> None:
    """Fill every seat's share of the victory, and its points beyond the best of the others."""
    players = len(won)
    sheets = np.zeros((players, COLUMNS), np.int32)
    points = np.empty(MAX_PLAYERS, np.float64)
    settle(board, game, sheets)
    winning = winners(board, players, sheets)[0]
    sharing = 0
    for seat in range(players):
        sharing += (winning >> seat) & 1
        points[seat] = sheets[seat, TOTAL]
    for seat in range(players):
        won[seat] = ((winning >> seat) & 1) / sharing
        margins[seat] = points[seat] - best_rival(points, players, seat)


@inlined
def best_rival(points: Floats, players: int, seat: int) -> float:
    """The most points of another seat."""
    most = -1.0e9
    for other in range(players):
        if other != seat:
            most = max(most, points[other])
    return most
