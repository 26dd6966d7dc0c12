"""Compiled bots in a batch decide as the same bots do at a table of their own."""

from __future__ import annotations

import numpy as np
import pytest

from allaboard.bots import make_bot
from allaboard.engine.jit import INTERPRETED
from allaboard.env import BatchBot, MaskedSampler, VectorGames
from env_play import SOME_TABLES, TABLES


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES if INTERPRETED else TABLES)
def test_greedy_decides_as_the_bot_does(edition: str, players: int) -> None:
    """Over whole games: half of them played by it alone, half with every third move at random, so that its plans are crossed."""
    games = VectorGames(edition, players, 2 if INTERPRETED else 8, seed=players)
    compiled, bot, sampler = BatchBot("greedy", games), make_bot("greedy"), MaskedSampler(1)
    crossed, random, ended = np.arange(games.games) % 2 == 0, np.random.default_rng(1), 0
    for _ in range(20 if INTERPRETED else 300):
        actions = compiled()
        assert actions.tolist() == [bot.choose(games.observe(game)) for game in range(games.games)]
        astray = crossed & (random.random(games.games) < 1 / 3)
        games.step(np.where(astray, sampler(games.masks), actions))
        ended += int(games.dones.sum())
    assert INTERPRETED or ended > 0


@pytest.mark.skipif(INTERPRETED, reason="planners take their time in plain Python")
@pytest.mark.parametrize("spec", ["planner", "racer"])
def test_planners_decide_as_the_bots_do(spec: str) -> None:
    games = VectorGames("london", 3, 4, seed=2)
    compiled, bots = BatchBot(spec, games), [make_bot(spec) for _ in range(4)]
    for _ in range(60):
        actions = compiled()
        assert actions.tolist() == [bots[game].choose(games.observe(game)) for game in range(4)]
        games.step(actions, exact=True)


def test_it_decides_only_where_it_is_wanted() -> None:
    """A game that waits has -1, which `step` lets wait."""
    games = VectorGames("new-york", 2, 3, seed=1)
    actions = BatchBot("greedy", games)(np.array([True, False, True]))
    assert (actions >= 0).tolist() == [True, False, True]
    games.step(actions, exact=True)
    assert games.seats.tolist() == [1, 0, 1]


def test_random_bots_play_by_their_seed() -> None:
    told = []
    for seed in (1, 1, 2):
        games = VectorGames("new-york", 2, 4, seed=1)
        bot = BatchBot("random", games, seed)
        for _ in range(12):
            games.step(bot(), exact=True)
        told.append(games.get_state())
    assert told[0] == told[1] != told[2]


def test_a_bot_that_is_not_compiled_is_refused() -> None:
    with pytest.raises(ValueError, match="'search' is not compiled; allowed here: random, greedy, planner and its characters"):
        BatchBot("search", VectorGames("new-york", 2, 1, seed=1))
