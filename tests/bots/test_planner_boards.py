"""The planner on boards that nobody has seen: built at random, with other lengths, colours, goals and quantities than any box."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from allaboard import Game
from allaboard.bots import make_bot
from allaboard.editions import get_edition as find_edition
from allaboard.editions.edition import District, Edition, Location, Route, Ticket
from allaboard.engine.jit import INTERPRETED


def built_at_random(seed: int) -> Edition:
    """A small edition with every mechanic there is, or without some."""
    chance = random.Random(seed)
    box = find_edition("new-york")
    names = [f"Place {number}" for number in range(chance.randint(5, 20))]
    places = tuple(Location(name, 0.0, float(number), "n", chance.random() < 0.4) for number, name in enumerate(names))
    pairs = {*pairwise(names), *(tuple(sorted(chance.sample(names, 2))) for _ in range(2 * len(names)))}
    colours = [None, *(colour.name for colour in box.colours)]
    routes: list[Route] = []
    for a, b in sorted(pairs)[:100]:
        length = chance.randint(1, 6)
        if chance.random() < 0.2:
            routes.append(Route(a, b, length, chance.choice(colours), twin=len(routes) + 1))
            routes.append(Route(a, b, length, chance.choice(colours), twin=len(routes) - 1))
        else:
            routes.append(Route(a, b, length, chance.choice(colours)))
    if seed % 2:
        sea = random.Random(-seed)
        routes = [replace(route, ferries=sea.randint(0, min(3, route.length))) for route in routes]
    districts = (District("Old Town", 4, tuple(chance.sample(names, 3))),) if chance.random() < 0.5 else ()
    ends = sorted({tuple(sorted(chance.sample(names, 2))) for _ in range(30)})
    return replace(
        box,
        id=f"random-{seed}",
        pieces=chance.randint(8, 45),
        setup_offer=2,
        longest_path_points=chance.choice([0, 10]),
        attraction_points=chance.choice([0, 1]),
        final_round_at=chance.randint(0, 3),
        route_points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
        board=replace(box.board, locations=places, routes=tuple(routes), districts=districts),
        tickets=tuple(Ticket(a, b, chance.randint(1, 20)) for a, b in ends),
    )


def play_through(edition: Edition, players: int) -> Game:
    """A game between planners to its end; an illegal action would be refused."""
    game, bot = Game(edition, players, 1), make_bot("planner")
    while not game.over:
        seat = game.acting[0]
        game.play(bot.choose(game.observe(seat)), seat)
    return game


@pytest.mark.parametrize("seed", range(2 if INTERPRETED else 12))
def test_planners_play_boards_built_at_random(seed: int) -> None:
    """Any valid board is played to its end."""
    assert play_through(built_at_random(seed), 2 + seed % 3).over
