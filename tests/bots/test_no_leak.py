"""No bot decides by what its seat cannot know: hidden information changed, same seed, same action. For every bot of the registry."""

from __future__ import annotations

import random

import pytest

from allaboard import Game
from allaboard.bots import bot_names, make_bot, prepare
from allaboard.engine.jit import INTERPRETED
from games import FEW, every_table, game_at
from properties.worlds import another_world, differs

pytestmark = pytest.mark.skipif(INTERPRETED, reason="bots think in compiled code")

BUDGETS = {"search": "search:60", "expert": "expert:60"}
"""Bots that think for a time are given a number of games instead: a clock would make them decide by chance."""

SPECS = [BUDGETS.get(name, name) for name in bot_names()]


def choice(spec: str, game: Game, seat: int, seed: int) -> object:
    bot = make_bot(spec)
    prepare(bot, game.edition, game.players, seat, seed)
    return bot.choose(game.observe(seat))


def compare(spec: str, edition: str, players: int, moments: list[float]) -> float:
    """Ask a bot in this world and in others that look the same to it; says in what share of the cases they did differ."""
    chance, differing = random.Random(f"{spec} {edition} {players}"), []
    for number, moment in enumerate(moments):
        game = game_at(edition, players, number, moment, chance.choice(["any", "cards", "routes", "tickets"]))
        for seat in game.acting:
            world = another_world(game, seat, chance)
            differing.append(differs(game, world))
            assert choice(spec, world, seat, 7) == choice(spec, game, seat, 7)
    return sum(differing) / len(differing)


@pytest.mark.parametrize(("edition", "players"), FEW)
@pytest.mark.parametrize("spec", SPECS)
def test_no_bot_knows_more_than_its_seat(spec: str, edition: str, players: int) -> None:
    assert compare(spec, edition, players, [0.0, 0.15, 0.4, 0.7]) >= 2 / 3


@pytest.mark.slow
@every_table
@pytest.mark.parametrize("spec", SPECS)
def test_no_bot_knows_more_than_its_seat_at_any_table(spec: str, edition: str, players: int) -> None:
    """The same at every table and at many more moments."""
    moments = [step / 40 for step in range(36)] if spec not in BUDGETS.values() else [step / 10 for step in range(9)]
    assert compare(spec, edition, players, moments) >= 2 / 3
