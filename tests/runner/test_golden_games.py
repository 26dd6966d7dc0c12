"""The games of a seed, as they have been since results were first kept: a file of results and a figure in the docs stay what they were.

Every way to play is here once. When a rule or a bot was meant to change, the new figures are what the failing test shows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import allaboard
from allaboard.actions import action_space
from allaboard.arena import tuning
from allaboard.arena.match import Match, play_blocks
from allaboard.arena.report import play_games
from allaboard.bots.distilled.shards import Shard
from allaboard.engine.jit import INTERPRETED
from allaboard.env import VectorGames
from allaboard.env.episode import Episode
from allaboard.runner.compiled import planner_constants
from allaboard.simulation import Simulation, run

NEW_YORK, LONDON = allaboard.get_edition("new-york"), allaboard.get_edition("london")
LARGEST = (1 << 64) - 1
compiled = pytest.mark.skipif(INTERPRETED, reason="whole games between planners take their time in plain Python")


def simulated(name: str, *bots: str, games: int, seed: int) -> Any:
    """One of a simulation's figures, for all its games."""
    return np.concatenate([getattr(batch, name) for batch in run(Simulation(LONDON, bots, games, seed))]).tolist()


def test_simulated_games_between_bots() -> None:
    assert simulated("totals", "random", "greedy", games=4, seed=4) == [[1, 37], [36, 10], [-1, 34], [35, -29]]
    assert simulated("decisions", "random", "greedy", games=4, seed=4) == [48, 57, 54, 59]
    assert simulated("totals", "greedy", "random", "random", games=2, seed=4) == [[35, -20, -14], [10, 7, 33]]


def test_simulated_games_of_compiled_random_play() -> None:
    assert simulated("totals", "random", "random", "random", games=3, seed=77) == [[1, 13, -20], [-9, -37, 21], [13, 22, -3]]
    assert simulated("decisions", "random", "random", "random", games=3, seed=77) == [81, 96, 81]


def test_recorded_games_have_the_seed_of_their_number() -> None:
    batches = run(Simulation(LONDON, ("random", "random"), 2, seed=9, kept="records"))
    records = [allaboard.Record.from_json(record).data for batch in batches for record in batch.records]
    assert [(record["seed"], len(record["log"])) for record in records] == [
        ("09" + "00" * 31, 68),
        ("09" + "00" * 23 + "01" + "00" * 7, 65),
    ]


def test_blocks_of_the_arena() -> None:
    """Two players and three; blocks 2 and 3 of a small seed and block 1 of the largest."""
    two = play_blocks(Match(NEW_YORK, ("greedy", "random"), 5), range(2, 4))
    assert two.totals.tolist() == [[[35, 0], [11, 32]], [[30, 6], [16, 34]]]
    assert (two.decisions.tolist(), two.starts.tolist()) == ([[57, 41], [51, 50]], [0, 1])
    three = play_blocks(Match(LONDON, ("greedy", "random", "greedy"), LARGEST), range(1, 2))
    assert three.totals.tolist() == [[[31, -13, 30], [37, 31, 12], [2, 33, 30]]]
    assert (three.decisions.tolist(), three.starts.tolist()) == ([[73, 70, 84]], [2])


def test_games_of_a_report_are_those_of_the_arena() -> None:
    match = Match(NEW_YORK, ("greedy", "random"), 5)
    *_, third = play_games(match, 3)
    assert [game.totals for game in third] == [(35, 0), (11, 32)]


@compiled
def test_compiled_blocks_of_the_arena() -> None:
    blocks = play_blocks(Match(NEW_YORK, ("planner", "racer"), 11), range(4, 7))
    assert blocks.totals.tolist() == [[[31, 29], [29, 36]], [[33, 32], [33, 30]], [[32, 22], [33, 19]]]
    assert blocks.won.astype(int).tolist() == [[[1, 0], [0, 1]], [[1, 0], [1, 0]], [[1, 0], [1, 0]]]
    assert (blocks.decisions.tolist(), blocks.starts.tolist()) == ([[39, 41], [36, 41], [39, 42]], [0, 1, 0])


@compiled
def test_blocks_that_the_tuner_learns_from() -> None:
    actions = action_space(NEW_YORK)
    planner, racer = (np.repeat(planner_constants(spec, actions, 2), 5) for spec in ("planner", "racer"))
    duel = tuning.play_blocks(actions, 2, planner, racer, 3, first=2)
    assert (duel.shares.tolist(), duel.margins.tolist()) == ([0.5, 0.5, 1.0, 0.5, 0.5], [1.0, -3.0, 2.5, 2.5, 2.5])


@pytest.mark.slow
@compiled
def test_games_that_the_net_learns_from() -> None:
    lessons = Shard("new-york", 2, 6, 0).play(6)
    assert len(lessons.facts) == 38
    assert lessons.facts[:3].tolist() == [[0, 0, 3], [0, 0, 4], [0, 1, 4]]
    assert lessons.actions.sum() == 15481
    assert lessons.figures.sum() == pytest.approx(258.76296226700225)


def test_games_of_the_environments() -> None:
    """One alone and one of a batch: game 3 of a seed offers the same tickets."""
    episode, games = Episode("new-york", 2), VectorGames("new-york", 2, 4, seed=31)
    episode.begin(31, 3)
    offer = ["United Nations–Wall Street", "Central Park–Gramercy Park"]
    assert episode.game().view(0)["you"]["offer"] == offer
    assert list(games.observe(3).offer) == offer
