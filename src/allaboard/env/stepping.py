"""Compiled steps: a choice carried out and rewarded, an observation taken, for one game or for a range of a batch.

Everything is written into arrays that the caller owns; which seeds, which threads and what is done with the arrays is the caller's. What
steps a batch takes its arrays in packs; what steps one game takes them one by one: handing over a pack takes microseconds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import refusal
from allaboard.engine.playout import next_seat
from allaboard.engine.records import OVER, STATE, Board, Boards, State, States
from allaboard.engine.redaction import redact_moment
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Bytes, Flags, Floats, Int8s, Int32s, Int64s, Records, Words, empty_records
from allaboard.env.action_encoding import Encodings, action_of_choice, mark_choices
from allaboard.env.observation_encoding import encode
from allaboard.env.observation_layout import Starts
from allaboard.env.rewards import Payoff, payoff_of, reward_seats

__all__ = ["WAIT", "Batch", "Codec", "Deal", "begin_games", "check_choices", "observe_game", "observe_games", "step_game", "step_games"]

WAIT = -1
"""The choice that leaves a game of a batch as it is."""


class Codec(NamedTuple):
    """What makes actions of choices and observations of states, on one board."""

    boards: Boards
    encodings: Encodings
    starts: Records[Starts]


class Deal(NamedTuple):
    """How games are set up: for so many players, with this starting seat or a drawn one (-1), by their numbers of a seed."""

    players: int
    start: int
    seed: Words


class Batch(NamedTuple):
    """Games side by side, and what is written for the seat to move in each: a row for every game."""

    states: States
    numbers: Int64s
    seats: Int32s
    observations: Bytes
    masks: Int8s
    dones: Flags
    payoff: Payoff


@inlined
def observe(codec: Codec, state: State, seat: int, observation: Bytes, mask: Int8s, parents: Int64s) -> None:
    """Write what a seat observes and may choose."""
    board = codec.boards[0]
    encode(board, state, seat, codec.starts[0], observation, parents)
    mark_choices(board, state, seat, mask, codec.encodings[0])


@inlined
def new_parents() -> Int64s:
    """Return memory for the networks of a board: a parent for each location."""
    return np.empty(MAX_LOCATIONS, np.int64)


@compiled
def observe_game(
    boards: Boards,
    states: States,
    seat: int,
    encodings: Encodings,
    starts: Records[Starts],
    observation: Bytes,
    mask: Int8s,
) -> None:
    """What a seat observes of the first state, by way of its redaction."""
    seen = empty_records(1, STATE)
    seen[0] = states[0]
    redact_moment(boards[0], seen[0], seat)
    observe(Codec(boards, encodings, starts), seen[0], seat, observation, mask, new_parents())


@compiled
def step_game(
    boards: Boards,
    states: States,
    choice: int,
    encodings: Encodings,
    reward_kind: int,
    potentials: Floats,
    rewards: Floats,
    scores: Int32s,
    shares: Floats,
) -> int:
    """Carry out a choice of the seat to move in the first state; the code of what refuses it otherwise, with the state untouched."""
    board, state = boards[0], states[0]
    seat = next_seat(state)
    action = action_of_choice(board, state, seat, choice, encodings[0])
    reason = refusal(board, state, seat, action)
    if reason == 0:
        apply(board, state, seat, action, no_journal())
        reward_seats(board, state, action, Payoff(reward_kind, potentials, rewards, scores, shares))
    return reason


@compiled
def check_choices(boards: Boards, states: States, choices: Int64s, exact: bool, encodings: Encodings) -> tuple[int, int]:
    """The first game whose choice is refused, and the code of what refuses it; -1 and 0 when all are legal."""
    board = boards[0]
    for game in range(len(states)):
        if choices[game] == WAIT:
            continue
        seat = next_seat(states[game])
        action = choices[game] if exact else action_of_choice(board, states[game], seat, choices[game], encodings[0])
        reason = refusal(board, states[game], seat, action)
        if reason != 0:
            return game, reason
    return -1, 0


@inlined
def begin_game(board: Board, batch: Batch, deal: Deal, game: int) -> None:
    """Set up the game of the batch's number: the same wherever it is played."""
    game_seed = np.empty(4, np.uint64)
    set_game_seed(game_seed, deal.seed, batch.numbers[game])
    set_up(board, batch.states[game], deal.players, deal.start, game_seed, no_journal())
    batch.payoff.potentials[game, :] = 0


@compiled
def begin_games(codec: Codec, batch: Batch, deal: Deal, first: int, last: int) -> None:
    """Set up a range of games, each by its own number."""
    for game in range(first, last):
        begin_game(codec.boards[0], batch, deal, game)
        batch.seats[game] = next_seat(batch.states[game])


@compiled
def observe_games(codec: Codec, batch: Batch, first: int, last: int) -> None:
    """What the seat to move observes in a range of games."""
    parents = new_parents()
    for game in range(first, last):
        observe(codec, batch.states[game], batch.seats[game], batch.observations[game], batch.masks[game], parents)


@compiled
def step_games(codec: Codec, batch: Batch, deal: Deal, choices: Int64s, exact: bool, first: int, last: int) -> None:
    """Step a range of games by choices known to be legal; a game that ends makes room for the next of its place at once."""
    board, journal, parents = codec.boards[0], no_journal(), new_parents()
    states, seats, dones = batch.states, batch.seats, batch.dones
    for game in range(first, last):
        choice = choices[game]
        if choice == WAIT:
            batch.payoff.rewards[game, :] = 0
            dones[game] = False
            continue
        state = states[game]
        action = choice if exact else action_of_choice(board, state, seats[game], choice, codec.encodings[0])
        apply(board, state, seats[game], action, journal)
        reward_seats(board, state, action, payoff_of(batch.payoff, game))
        dones[game] = state.phase == OVER
        if dones[game]:
            batch.numbers[game] += len(states)
            begin_game(board, batch, deal, game)
        seats[game] = next_seat(state)
        observe(codec, state, seats[game], batch.observations[game], batch.masks[game], parents)
