"""Compiled opponents: every game of a batch is carried on until it is the agent's turn again, in one call.

Who they are and what is done with the arrays is the caller's. A game that is over waits with its last observation; the next step begins
another. Where a net is to move the game waits for it, with its seat in `seats`: nets are asked outside, for all games at once.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import decide
from allaboard.bots.planner.scratch import Scratch, Scratches
from allaboard.engine.chance import seed_stream
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import random_action, refusal
from allaboard.engine.playout import POLICY, next_seat
from allaboard.engine.records import OVER, STATE, Board, State, States
from allaboard.engine.redaction import redact_moment
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Bytes, Flags, Int8s, Int64s, Records, Words, empty_records
from allaboard.env.action_encoding import Encodings, action_of_choice
from allaboard.env.greedy import greedy_action
from allaboard.env.rewards import payoff_of, reward_seats
from allaboard.env.stepping import Batch, Codec, Deal, begin_game, new_parents, observe

__all__ = [
    "GREEDY",
    "NET",
    "PLANNER",
    "RANDOM",
    "Bot",
    "Opponents",
    "begin_ended_tables",
    "begin_tables",
    "choose_actions",
    "observe_waiting",
    "play_waiting",
    "step_tables",
]

RANDOM: Final = 0
PLANNER: Final = 1
GREEDY: Final = 2
NET: Final = 3


class Opponents(NamedTuple):
    """Who sits with the agent: its own seat, what plays in each, and what they need, with a stream of numbers for each game."""

    seat: int
    kinds: Int64s
    constants: Records[Constants]
    scratches: Scratches
    streams: npt.NDArray[np.uint64]
    earned: npt.NDArray[np.float32]
    replaced: Flags


class Bot(NamedTuple):
    """A compiled bot that plays in any seat, with a stream of numbers for each game."""

    kind: int
    constants: Records[Constants]
    scratches: Scratches
    streams: npt.NDArray[np.uint64]


@inlined
def begin_table(board: Board, batch: Batch, deal: Deal, opponents: Opponents, game: int) -> None:
    """Set up a game, and the numbers that those play by who play at random."""
    begin_game(board, batch, deal, game)
    game_seed = np.empty(4, np.uint64)
    set_game_seed(game_seed, deal.seed, batch.numbers[game])
    seed_stream(opponents.streams[game], game_seed, POLICY)


@inlined
def choose(board: Board, state: State, seat: int, kind: int, constants: Constants, stream: Words, seen: States, scratch: Scratch) -> int:
    """What a bot of a kind does, by what its seat may know."""
    if kind == RANDOM:
        return random_action(board, state, seat, stream)
    seen[0] = state
    redact_moment(board, seen[0], seat)
    return greedy_action(board, seen[0], seat) if kind == GREEDY else decide(board, seen[0], seat, constants, scratch)


@compiled
def choose_actions(codec: Codec, batch: Batch, bot: Bot, wanted: Flags, actions: Int64s, first: int, last: int) -> None:
    """Write what a bot does for the seat to move in those games of a range where it is wanted; nothing is played."""
    board, seen = codec.boards[0], empty_records(1, STATE)
    scratch = bot.scratches[-(-first * len(bot.scratches) // len(batch.states))]
    for game in range(first, last):
        if wanted[game]:
            state, seat = batch.states[game], batch.seats[game]
            actions[game] = choose(board, state, seat, bot.kind, bot.constants[0], bot.streams[game], seen, scratch)


@inlined
def carry_on(board: Board, batch: Batch, opponents: Opponents, game: int, seen: States, scratch: Scratch) -> None:
    """Let the others play until the agent or a net is to act, or to the end; what the agent earned meanwhile is added up."""
    state, payoff, journal = batch.states[game], payoff_of(batch.payoff, game), no_journal()
    while state.phase != OVER:
        seat = next_seat(state)
        if seat == opponents.seat or opponents.kinds[seat] == NET:
            break
        action = choose(board, state, seat, opponents.kinds[seat], opponents.constants[seat], opponents.streams[game], seen, scratch)
        apply(board, state, seat, action, journal)
        reward_seats(board, state, action, payoff)
        opponents.earned[game] += payoff.rewards[opponents.seat]


@inlined
def show(codec: Codec, batch: Batch, opponents: Opponents, game: int, parents: Int64s) -> None:
    """Write what the agent observes, unless a net is to move; when the game is over every choice is marked, since any begins the next."""
    state = batch.states[game]
    batch.dones[game] = state.phase == OVER
    batch.seats[game] = opponents.seat if batch.dones[game] else next_seat(state)
    if batch.seats[game] == opponents.seat:
        observe(codec, state, opponents.seat, batch.observations[game], batch.masks[game], parents)
    if batch.dones[game]:
        batch.masks[game, :] = 1


@compiled
def begin_tables(codec: Codec, batch: Batch, deal: Deal, opponents: Opponents, first: int, last: int) -> None:
    """Set up a range of games, each by its own number, and let those play who come before the agent."""
    board, parents, seen = codec.boards[0], new_parents(), empty_records(1, STATE)
    scratch = opponents.scratches[-(-first * len(opponents.scratches) // len(batch.states))]
    for game in range(first, last):
        opponents.earned[game], opponents.replaced[game] = 0, False
        begin_table(board, batch, deal, opponents, game)
        carry_on(board, batch, opponents, game, seen, scratch)
        show(codec, batch, opponents, game, parents)


@compiled
def begin_ended_tables(codec: Codec, batch: Batch, deal: Deal, opponents: Opponents, first: int, last: int) -> None:
    """Where a game of a range is over, begin the next of its place at once."""
    board, parents, seen = codec.boards[0], new_parents(), empty_records(1, STATE)
    scratch = opponents.scratches[-(-first * len(opponents.scratches) // len(batch.states))]
    for game in range(first, last):
        if batch.dones[game]:
            batch.numbers[game] += len(batch.states)
            begin_table(board, batch, deal, opponents, game)
            carry_on(board, batch, opponents, game, seen, scratch)
            show(codec, batch, opponents, game, parents)


@compiled
def step_tables(codec: Codec, batch: Batch, deal: Deal, opponents: Opponents, choices: Int64s, first: int, last: int) -> None:
    """Carry out the agent's choice in a range of games, and go on to its next; where a game was over, begin the next of its place.

    An illegal choice is replaced by the first legal one.
    """
    board, journal, parents, seen = codec.boards[0], no_journal(), new_parents(), empty_records(1, STATE)
    scratch = opponents.scratches[-(-first * len(opponents.scratches) // len(batch.states))]
    for game in range(first, last):
        state, seat = batch.states[game], opponents.seat
        opponents.earned[game], opponents.replaced[game] = 0, False
        if batch.dones[game]:
            batch.numbers[game] += len(batch.states)
            begin_table(board, batch, deal, opponents, game)
        else:
            action = action_of_choice(board, state, seat, choices[game], codec.encodings[0])
            if refusal(board, state, seat, action) != 0:
                opponents.replaced[game] = True
                choice = 0
                while batch.masks[game, choice] == 0:
                    choice += 1
                action = action_of_choice(board, state, seat, choice, codec.encodings[0])
            payoff = payoff_of(batch.payoff, game)
            apply(board, state, seat, action, journal)
            reward_seats(board, state, action, payoff)
            opponents.earned[game] = payoff.rewards[seat]
        carry_on(board, batch, opponents, game, seen, scratch)
        show(codec, batch, opponents, game, parents)


@compiled
def observe_waiting(codec: Codec, batch: Batch, games: Int64s, observations: Bytes, masks: Int8s) -> None:
    """What the seat to move observes in some games, in an encoding of its own."""
    parents = new_parents()
    for row in range(len(games)):
        game = games[row]
        observe(codec, batch.states[game], batch.seats[game], observations[row], masks[row], parents)


@compiled
def play_waiting(
    codec: Codec, batch: Batch, opponents: Opponents, encodings: Encodings, games: Int64s, choices: Int64s, first: int
) -> None:
    """Carry out what nets chose in some games of a range, by their own encoding, and let the others go on."""
    board, journal, parents, seen = codec.boards[0], no_journal(), new_parents(), empty_records(1, STATE)
    scratch = opponents.scratches[-(-first * len(opponents.scratches) // len(batch.states))]
    for row in range(len(games)):
        game = games[row]
        state, seat, payoff = batch.states[game], batch.seats[game], payoff_of(batch.payoff, game)
        action = action_of_choice(board, state, seat, choices[row], encodings[0])
        apply(board, state, seat, action, journal)
        reward_seats(board, state, action, payoff)
        opponents.earned[game] += payoff.rewards[opponents.seat]
        carry_on(board, batch, opponents, game, seen, scratch)
        show(codec, batch, opponents, game, parents)
