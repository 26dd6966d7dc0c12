"""Bots on boards made to hurt: a decision is bounded whatever the board, and a budget of time is kept."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from allaboard import Edition, Game
from allaboard.bots import make_bot
from allaboard.editions import load
from allaboard.engine.jit import INTERPRETED
from hostile_boards import hostile_boards, write

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a time only means something in compiled code")

HARD = ("tree-of-blocks", "three-a-place", "triangles", "doubles")
"""Those on which networks are hardest to measure."""
EVERY = ("ring-of-blocks", "complete", "star", "hub-and-rim", "line", "ladder", "grid", "theta", "snarl", "long-routes", "mixed-lengths")


def board(name: str, folder: Path) -> Edition:
    return load(write(next(board for board in hostile_boards() if board.name == name), folder))


def positions(edition: Edition, players: int, count: int) -> list[Game]:
    """Moments of a game in which seats claim whatever they can, the last ones just before its end."""
    choice, game, moments = random.Random(1), Game(edition, players, 1), []
    while not game.over:
        seat = game.acting[0]
        legal = game.legal_actions(seat)
        claims = [action for action in legal if type(action).__name__ == "ClaimRoute"]
        game.play(choice.choice(claims or legal), seat)
        if not game.over:
            moments.append(len(game.log))
    steps = [moments[len(moments) * (n + 1) // count - 1] for n in range(count)]
    return [game.at(step) for step in steps]


def slowest(name: str, games: list[Game]) -> float:
    """The most seconds that a bot takes for one decision of the acting seat; code is compiled and tables are made before."""
    bot = make_bot(name)
    bot.choose(games[0].observe(games[0].acting[0]))
    times = []
    for game in games:
        observation = game.observe(game.acting[0])
        started = time.thread_time()
        bot.choose(observation)
        times.append(time.thread_time() - started)
    return max(times)


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("bot", ["hard", "greedy"])
def test_a_decision_without_search_is_bounded(name: str, bot: str, tmp_path: Path) -> None:
    """A planner and a greedy bot decide in a fraction of a second on any board, up to the last turn."""
    assert slowest(bot, positions(board(name, tmp_path), 2, 8)) < 0.5


@pytest.mark.parametrize("name", HARD)
def test_a_search_keeps_its_budget(name: str, tmp_path: Path) -> None:
    """One world more than the budget allows is all that a searching bot takes too long, and a world is short on any board."""
    assert slowest("search:200ms", positions(board(name, tmp_path), 5, 5)) < 0.2 + 0.8


@pytest.mark.slow
@pytest.mark.parametrize("name", [*HARD, *EVERY])
@pytest.mark.parametrize("players", [2, 5])
def test_every_bot_on_every_board(name: str, players: int, tmp_path: Path) -> None:
    """The same on all boards and for all bots."""
    games = positions(board(name, tmp_path), players, 12)
    for bot, most in (("hard", 0.5), ("greedy", 0.5), ("search:200ms", 1.0), ("expert:1s", 2.0)):
        assert slowest(bot, games) < most, bot
