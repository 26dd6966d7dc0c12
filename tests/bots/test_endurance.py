"""Bots finish and never act illegally: many thousands of games at every table, and boards that nobody has seen.

Planners and their characters play 10,000 games each in compiled code, every action checked; `random` and `greedy` as many through the
protocol, the other bots a hundred a table, and those that search a few, with small budgets: they take a thousand times longer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import allaboard
from allaboard import Game
from allaboard.actions import action_table
from allaboard.arena.match import Match, planner_constants
from allaboard.bots import bot_names
from allaboard.bots.planner.decide import decide
from allaboard.bots.planner.work import new_works
from allaboard.engine.chance import no_tape
from allaboard.engine.compiling import INTERPRETED, rule
from allaboard.engine.entry import new_states
from allaboard.engine.hidden import redact
from allaboard.engine.layout import OVER
from allaboard.engine.legal import refusal
from allaboard.engine.playout import next_seat
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.simulation import play_game, seat_bots
from bots.test_planner_boards import built_at_random
from builders import TABLES

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of games take their time in plain Python")

GAMES = 10_000
A_TABLE = -(-GAMES // len(TABLES))
SEARCHING = {"search": "search:48", "expert": "expert:48"}
CHECKED = [name for name in bot_names() if Match(allaboard.edition("london"), (name,), 1).compiled]
OTHERS = [SEARCHING.get(name, name) for name in bot_names() if name not in CHECKED]


def games_of(spec: str) -> int:
    """Games that a bot plays at each table."""
    return {"random": A_TABLE, "greedy": A_TABLE}.get(spec, 3 if spec in SEARCHING.values() else 100)


@rule
def checked_games(boards: Any, states: Any, constants: Any, works: Any, seed: Any, games: int, players: int) -> int:
    """Play games between planners, asking the rules about every action first; says how many games ended well."""
    board = boards[0]
    state, seen = states[0], states[1]
    tape = no_tape()
    game_seed = seed.copy()
    finished = 0
    for game in range(games):
        game_seed[3] = seed[3] + np.uint64(game)
        set_up(board, state, players, -1, game_seed, tape)
        sound = True
        while sound and state.phase != OVER:
            seat = next_seat(state)
            states[1] = states[0]
            redact(board, seen, seat)
            action = decide(board, seen, seat, constants[0], works[0])
            sound = action >= 0 and refusal(board, state, seat, action) == 0
            if sound:
                apply(board, state, seat, action, tape)
        finished += sound
    return finished


@pytest.mark.slow
def test_planners_finish_ten_thousand_games_each_without_an_illegal_action() -> None:
    """All at once, for the check is compiled anew wherever it runs."""
    for name in CHECKED:
        for edition, players in TABLES:
            table = action_table(allaboard.edition(edition))
            seed = np.array([len(name), players, 1, 0], dtype=np.uint64)
            constants = planner_constants(name, table)
            finished = checked_games(table.boards, new_states(2), constants, new_works(), seed, A_TABLE, players)
            assert finished == A_TABLE, f"{name} at {edition} with {players} players"


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("spec", OTHERS)
def test_the_other_bots_finish_their_games(spec: str, edition: str, players: int) -> None:
    """Through the protocol, which refuses an illegal action with the bot's name."""
    for number in range(games_of(spec)):
        game = Game(edition, players, number)
        play_game(game, seat_bots(game, [spec] * players, 1, number), [spec] * players)
        assert game.over


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*CHECKED, *OTHERS])
def test_every_bot_plays_two_hundred_boards_built_at_random(spec: str) -> None:
    """Those that search play the first twenty."""
    for seed in range(1000, 1020 if spec in SEARCHING.values() else 1200):
        players = 2 + seed % 3
        game = Game(built_at_random(seed), players, seed)
        play_game(game, seat_bots(game, [spec] * players, 1, seed), [spec] * players)
        assert game.over
