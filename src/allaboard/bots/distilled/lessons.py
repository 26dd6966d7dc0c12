"""What the net learns from: decisions of games between planners, with what each candidate was worth in common worlds.

Players stray now and then, so that the net also knows games that no planner would get into.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from allaboard.bots.distilled.decide import Memory, describe
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import decide
from allaboard.bots.planner.scratch import Scratches
from allaboard.bots.search.beliefs import ticket_odds
from allaboard.bots.search.candidates import list_candidates
from allaboard.bots.search.evaluation import CANDIDATES
from allaboard.bots.search.workspace import Workspace
from allaboard.bots.search.worlds import NOTHING, Decision, try_worlds
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.chance import below, fraction, next_number, seed_stream
from allaboard.engine.jit import compiled
from allaboard.engine.playout import next_seat
from allaboard.engine.records import CHOOSING, OVER, Boards, States
from allaboard.engine.redaction import forget_logs, redact
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Floats, Int64s, Records, Words

__all__ = ["BY_MARGIN", "FIGURES", "GAIN_ERROR", "WON", "Lessons", "Singles", "describe_lessons", "play_lessons"]

Singles: TypeAlias = npt.NDArray[np.float32]

LOOKING: Final = 5
EVERY: Final = 6.0
"""Of so many decisions one is looked at: neighbours say nearly the same."""
WORLDS: Final = 4
"""Worlds in which the candidates of a decision are tried: few, since more decisions teach more than more worlds."""
STRAYING: Final = 0.08
"""Share of the decisions in which a player does any of the candidates."""
CHOOSING_LOOKS: Final = 3.0
"""How much more often the choice of tickets at set-up is looked at than another decision: a game has one for each seat."""

# what is written down of a candidate
WON: Final = 0  # share of its games won
BY_MARGIN: Final = 1  # the mean of its margins, each bent to between 0 and 1
GAIN_ERROR: Final = 2  # standard error of how far it is beyond the planner's choice, half by the one and half by the other
FIGURES: Final = 3


class Lessons(NamedTuple):
    """Decisions by row: what the seat saw, the game's number, the seat, how many candidates, which, and what became of each."""

    seen: States
    facts: Int64s
    actions: Int64s  # the planner's choice first
    figures: Floats


@compiled
def play_lessons(
    boards: Boards,
    states: States,
    workspace: Workspace,
    constants: Records[Constants],
    scratches: Scratches,
    seed: Words,
    numbers: Int64s,
    players: int,
    lessons: Lessons,
) -> int:
    """Play the games of these numbers and fill a row for one decision of some; returns how many rows that were.

    `states` is room for two: the game, and what a seat sees of it.
    """
    seen, facts, actions, figures = lessons
    board, game = boards[0], states[0]
    stream, game_seed, world_seed = np.empty(4, np.uint64), np.empty(4, np.uint64), np.zeros(4, np.uint64)
    odds, worths = np.zeros((MAX_PLAYERS, MAX_TICKETS)), np.zeros(CANDIDATES)
    tried = np.zeros(CANDIDATES, np.int64)
    filled = 0
    for number in numbers:
        set_game_seed(game_seed, seed, number)
        set_up(board, game, players, -1, game_seed, None)
        seed_stream(stream, game_seed, LOOKING)
        while game.phase != OVER:
            acting = next_seat(game)
            states[1] = states[0]
            redact(board, states[1], acting)
            looks = fraction(stream) * EVERY < (CHOOSING_LOOKS if game.phase == CHOOSING else 1.0) and filled < len(seen)
            strays = fraction(stream) < STRAYING
            if not looks and not strays:
                apply(board, game, acting, decide(board, states[1], acting, constants[0], scratches[0]), None)
                continue
            count = list_candidates(boards, states[1:], acting, constants, scratches, tried, worths)
            choice = tried[below(stream, count)] if strays else tried[0]
            if looks and count > 1:
                ticket_odds(boards, states[1:], acting, odds)
                for word in range(3):
                    world_seed[word] = next_number(stream)
                decision = Decision(boards, states[1:], acting, False, constants, odds, world_seed, True)
                won, margins = np.empty((WORLDS, count, players)), np.empty((WORLDS, count, players))
                try_worlds(decision, workspace, 0, tried[:count], np.full(count, NOTHING), won, margins, states[2:])
                write_figures(won[:, :, acting], margins[:, :, acting], float(board.pieces), figures[filled])
                seen[filled] = states[1]
                forget_logs(seen[filled])
                facts[filled, 0], facts[filled, 1], facts[filled, 2] = number, acting, count
                actions[filled, :count] = tried[:count]
                filled += 1
            apply(board, game, acting, choice, None)
    return filled


@compiled
def write_figures(won: Floats, margins: Floats, scale: float, figures: Floats) -> None:
    """Write what the worlds, one a row, say of each candidate."""
    worlds, count = won.shape
    for candidate in range(count):
        wins, bent, gains, squares = 0.0, 0.0, 0.0, 0.0
        for world in range(worlds):
            by_margin = 0.5 + 0.5 * np.tanh(margins[world, candidate] / scale)
            gain = 0.5 * (won[world, candidate] - won[world, 0] + by_margin - 0.5 - 0.5 * np.tanh(margins[world, 0] / scale))
            wins += won[world, candidate]
            bent += by_margin
            gains += gain
            squares += gain * gain
        figures[candidate, WON], figures[candidate, BY_MARGIN] = wins / worlds, bent / worlds
        spread = max(0.0, squares / worlds - (gains / worlds) ** 2)
        figures[candidate, GAIN_ERROR] = np.sqrt(spread / max(1, worlds - 1))


@compiled
def describe_lessons(
    boards: Boards, seen: States, facts: Int64s, constants: Records[Constants], memory: Memory, situations: Singles, options: Singles
) -> None:
    """Fill situation and options of every row, in single precision."""
    for row in range(len(seen)):
        count = describe(boards, seen[row:], facts[row, 1], constants, memory)
        situations[row, :] = memory.situation
        options[row, :count] = memory.options[:count]
