"""Every position that is accepted plays on to an end, and nothing is lost on the way: neither a card nor a piece nor a ticket."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
import pytest

import checking
from allaboard import Game, Position, PositionError
from allaboard.engine.jit import INTERPRETED, inlined
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import random_action
from allaboard.engine.playout import next_seat
from allaboard.engine.records import OUT, OVER, REMOVED
from allaboard.engine.turn import apply
from fuzzing import any_position, in_time
from games import every_table, states_of, stream_of

ENDLESS: Final = 98
LOST: Final = 99
LONGEST: Final = 100_000


@inlined
def play_to_the_end(boards: Any, states: Any, whole: Any, missing: Any, stream: Any) -> int:
    """Play at random to the end and check every state; the number of the first fault, 0 without one.

    `whole` is room for a state. Where a position gave a seat fewer pieces than its routes leave, `missing` says how many fewer.
    """
    board, state = boards[0], states[0]
    removed = 0
    for ticket in range(board.tickets):
        removed += state.place[ticket] == REMOVED
    for _ in range(LONGEST):
        whole[0] = state
        for seat in range(state.players):
            whole[0].pieces[seat] += missing[seat]
        fault = checking.check_cards(board, state)
        if fault == 0:
            fault = checking.check_routes(board, whole[0])
        if fault == 0:
            fault = checking.check_tickets(board, state)
        if fault == 0:
            fault = checking.check_phase(board, state)
        if fault == 0:
            fault = checking.check_logs(board, state)
        if fault != 0:
            return fault
        left = removed
        for ticket in range(board.tickets):
            left -= state.place[ticket] == REMOVED
        if left != 0:
            return LOST
        if state.phase == OVER:
            return 0
        seat = next_seat(state)
        apply(board, state, seat, random_action(board, state, seat, stream), no_journal())
    return ENDLESS


def fault_of(game: Game, seed: int) -> int:
    """The first fault on a random way from a position to the end."""
    boards = game.actions.boards.copy()
    if (game.state.place == REMOVED).any():
        boards["setup_return"] = OUT  # set-up is over; a position may leave tickets out of the game in any edition
    spaces = [0] * game.players
    for route, seat in game.owners().items():
        spaces[seat] += game.edition.board.routes[route].length
    missing = np.array([game.edition.pieces - spaces[seat] - int(game.state.pieces[seat]) for seat in range(game.players)])
    assert (missing >= 0).all()
    states = states_of(game)
    return int(play_to_the_end(boards, states, states.copy(), missing, stream_of(seed)))


def play_positions(edition: str, players: int, positions: int, seed: int) -> None:
    chance, accepted = random.Random(f"{edition} {players} {seed}"), 0
    box = Position(edition).edition
    for _ in range(positions):
        position = Position.from_json(box, any_position(chance, box, players))
        with in_time():
            try:
                game = position.game(seed=chance.getrandbits(64))
            except PositionError:
                continue
        accepted += 1
        assert fault_of(game, chance.getrandbits(32)) == 0, position.to_json()
    assert accepted >= positions // 4


@every_table
def test_accepted_positions_play_on_to_an_end(edition: str, players: int) -> None:
    """Cards, pieces and tickets are conserved after every action, whatever the position was."""
    play_positions(edition, players, 4 if INTERPRETED else 20, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
@every_table
def test_many_accepted_positions_play_on_to_an_end(edition: str, players: int, seed: int) -> None:
    """The same, a few hundred times for every table."""
    play_positions(edition, players, 4 if INTERPRETED else 150, seed)
