"""Bots finish and never act illegally: ten thousand games each over all tables, and boards that nobody has seen.

Those that search play a few games a table, with small budgets: they take a thousand times longer. What they could ever choose plays
ten thousand games in their place: any of the candidates that they try. Every action is put to the rules, and an illegal one ends the test.
"""

from __future__ import annotations

import random
from itertools import count, islice

import numpy as np
import pytest

from allaboard import Edition
from allaboard import get_edition as find_edition
from allaboard.bots import bot_names
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.search.candidates import list_candidates
from allaboard.bots.search.evaluation import CANDIDATES
from allaboard.editions.sweep_order import sweep_of
from allaboard.engine.jit import INTERPRETED
from allaboard.observation import Observation
from allaboard.runner import Playout, play_game, seat_bots
from bots.test_planner_boards import built_at_random
from builders import TABLES

pytestmark = [pytest.mark.slow, pytest.mark.skipif(INTERPRETED, reason="thousands of games take their time in plain Python")]

GAMES = -(-10_000 // len(TABLES))
BUDGETS = {"search": "search:16", "expert": "expert:16"}
SPECS = [BUDGETS.get(name, name) for name in bot_names()]


class Doubter:
    """Does any of what a search would try, with equal chances."""

    def __init__(self, options: str = "") -> None:
        self.chance, self.scratches = random.Random(0), new_scratch()

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        """Take a seat with random numbers of its own."""
        self.chance.seed(seed)

    def choose(self, observation: Observation) -> int:
        """One of the candidates."""
        boards, actions = observation.actions.boards, np.zeros(CANDIDATES, np.int64)
        constants = constants_of(boards[0], int(observation.state.players))
        count = list_candidates(boards, observation.states, observation.seat, constants, self.scratches, actions, np.zeros(CANDIDATES))
        return self.chance.choice(actions[:count].tolist())


def play(edition: Edition, players: int, spec: str, seed: int) -> bool:
    """Play a game between bots of one kind; says whether it came to its end."""
    game = Playout(edition, players, seed)
    play_game(game, seat_bots(edition, [spec] * players, 1, seed), [spec] * players)
    return game.over


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("spec", [*SPECS, f"{__name__}:Doubter"])
def test_every_bot_finishes_its_games_at_every_table(spec: str, edition: str, players: int) -> None:
    games = 3 if spec in BUDGETS.values() else GAMES
    assert all(play(find_edition(edition), players, spec, seed) for seed in range(games))


@pytest.mark.parametrize("spec", SPECS)
def test_every_bot_plays_two_hundred_boards_built_at_random(spec: str) -> None:
    """Those that search play the first twenty."""
    boards = filter(is_playable, map(built_at_random, count(1000)))
    for seed, edition in enumerate(islice(boards, 20 if spec in BUDGETS.values() else 200)):
        assert play(edition, 2 + seed % 3, spec, seed), edition


def is_playable(edition: Edition) -> bool:
    """Whether the loader would take it: some are too tangled for the longest path to be found."""
    return sweep_of(edition.board).ways is not None
