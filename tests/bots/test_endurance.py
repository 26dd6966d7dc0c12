"""Bots finish and never act illegally: thousands of games at every table, and boards that nobody has seen.

Fast bots play 10,000 games each, spread over all editions and numbers of players. The levels play 100 a table, and those that search
a few, with small budgets: they take a thousand times longer. Every action is put to the rules, and an illegal one ends the test.
"""

from __future__ import annotations

import numpy as np
import pytest

from allaboard import Edition, Game
from allaboard import edition as find_edition
from allaboard.arena.playing import play_out
from allaboard.bots import bot_names
from allaboard.bots.levels import LEVELS
from allaboard.engine.compiling import INTERPRETED
from allaboard.simulation import seat_bots
from bots.test_planner_boards import built_at_random
from builders import TABLES

pytestmark = [pytest.mark.slow, pytest.mark.skipif(INTERPRETED, reason="thousands of games take their time in plain Python")]

GAMES = 10_000
BUDGETS = {"search": "search:48", "learned": "learned:48", "expert": "expert:48"}
SPECS = [BUDGETS.get(name, name) for name in bot_names()]


def games_of(spec: str) -> int:
    """Games that a bot plays at each table."""
    if spec in BUDGETS.values():
        return 3
    return 100 if spec in {level.name for level in LEVELS} else -(-GAMES // len(TABLES))


def play(edition: Edition, players: int, spec: str, seed: int) -> bool:
    """Play a game between bots of one kind; says whether it came to its end."""
    game = Game(edition, players, seed)
    states = np.array([game.state])
    play_out(game.table, states, seat_bots(game, [spec] * players, 1, seed), [spec] * players)
    return Game.from_states(edition, states).over


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("spec", SPECS)
def test_every_bot_finishes_its_games_at_every_table(spec: str, edition: str, players: int) -> None:
    assert all(play(find_edition(edition), players, spec, seed) for seed in range(games_of(spec)))


@pytest.mark.parametrize("spec", SPECS)
def test_every_bot_plays_two_hundred_boards_built_at_random(spec: str) -> None:
    """Those that search play the first twenty."""
    boards = range(1000, 1020 if spec in BUDGETS.values() else 1200)
    assert all(play(built_at_random(seed), 2 + seed % 3, spec, seed) for seed in boards)
