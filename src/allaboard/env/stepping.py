"""Compiled steps: a choice carried out and rewarded, an observation taken, for one game or for a range of a batch.

Everything is written into arrays that the caller owns; which seeds, which threads and what is done with the arrays is the caller's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.jit import inlined
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import refusal
from allaboard.engine.playout import next_seat
from allaboard.engine.records import OVER, Board, Boards, State, States
from allaboard.engine.redaction import redact_moment
from allaboard.engine.seeding import set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Array
from allaboard.env.action_encoding import Encoding, Encodings, action_of_choice, mark_choices
from allaboard.env.observation_encoding import encode
from allaboard.env.rewards import reward_seats

__all__ = ["WAIT", "begin_games", "check_choices", "observe_game", "observe_games", "step_game", "step_games"]

WAIT = -1
"""The choice that leaves a game of a batch as it is."""


@inlined
def observe(board: Board, state: State, seat: int, observation: Array, mask: Array, encoding: Encoding, room: Any) -> None:
    """Write what a seat observes and may choose."""
    encode(board, state, seat, observation, room)
    mark_choices(board, state, seat, mask, encoding)


@inlined
def new_room() -> Any:
    """Room to work in, for the locations of a board."""
    return np.empty(MAX_LOCATIONS, np.int64)


@inlined
def observe_game(boards: Boards, states: States, seat: int, hidden: Any, observation: Array, mask: Array, encodings: Encodings) -> None:
    """What a seat observes of the first state, by way of its redaction."""
    hidden[0] = states[0]
    redact_moment(boards[0], hidden[0], seat)
    observe(boards[0], hidden[0], seat, observation, mask, encodings[0], new_room())


@inlined
def step_game(
    boards: Boards,
    states: States,
    choice: int,
    encodings: Encodings,
    reward_kind: int,
    potentials: Array,
    rewards: Array,
    scores: Array,
    shares: Array,
) -> int:
    """Carry out a choice of the seat to move in the first state; the code of what refuses it otherwise, with the state untouched."""
    board, state = boards[0], states[0]
    seat = next_seat(state)
    action = action_of_choice(board, state, seat, choice, encodings[0])
    reason = refusal(board, state, seat, action)
    if reason == 0:
        apply(board, state, seat, action, no_journal())
        reward_seats(board, state, reward_kind, action, potentials, rewards, scores, shares)
    return reason


@inlined
def check_choices(boards: Boards, states: States, choices: Array, exact: bool, encodings: Encodings) -> Any:
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
def begin_game(board: Board, states: States, game: int, players: int, start: int, seed: Array, number: int, potentials: Array) -> None:
    """Set up game `number` of a seed: the same game wherever it is played."""
    game_seed = np.empty(4, np.uint64)
    set_game_seed(game_seed, seed, number)
    set_up(board, states[game], players, start, game_seed, no_journal())
    potentials[game, :] = 0


@inlined
def begin_games(
    boards: Boards,
    states: States,
    first: int,
    last: int,
    players: int,
    start: int,
    seed: Array,
    numbers: Array,
    potentials: Array,
    seats: Array,
) -> None:
    """Set up a range of games, each by its own number."""
    for game in range(first, last):
        begin_game(boards[0], states, game, players, start, seed, numbers[game], potentials)
        seats[game] = next_seat(states[game])


@inlined
def observe_games(
    boards: Boards,
    states: States,
    first: int,
    last: int,
    seats: Array,
    observations: Array,
    masks: Array,
    encodings: Encodings,
) -> None:
    """What the seat to move observes in a range of games."""
    room = new_room()
    for game in range(first, last):
        observe(boards[0], states[game], seats[game], observations[game], masks[game], encodings[0], room)


@inlined
def step_games(
    boards: Boards,
    states: States,
    first: int,
    last: int,
    choices: Array,
    exact: bool,
    encodings: Encodings,
    reward_kind: int,
    start: int,
    seed: Array,
    numbers: Array,
    potentials: Array,
    observations: Array,
    masks: Array,
    seats: Array,
    rewards: Array,
    dones: Any,
    scores: Array,
    shares: Array,
) -> None:
    """Step a range of games by choices known to be legal; a game that ends makes room for the next of its place at once."""
    board, journal, room = boards[0], no_journal(), new_room()
    for game in range(first, last):
        choice = choices[game]
        if choice == WAIT:
            rewards[game, :] = 0
            dones[game] = False
            continue
        state = states[game]
        action = choice if exact else action_of_choice(board, state, seats[game], choice, encodings[0])
        apply(board, state, seats[game], action, journal)
        reward_seats(board, state, reward_kind, action, potentials[game], rewards[game], scores[game], shares[game])
        dones[game] = state.phase == OVER
        if dones[game]:
            numbers[game] += len(states)
            begin_game(board, states, game, state.players, start, seed, numbers[game], potentials)
        seats[game] = next_seat(state)
        observe(board, state, seats[game], observations[game], masks[game], encodings[0], room)
