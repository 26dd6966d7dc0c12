"""The first bots: random is uniform and repeatable, greedy plans its tickets and beats random everywhere."""

from __future__ import annotations

from collections import Counter

import pytest

import allaboard
from allaboard import Game, Position
from allaboard.bots import make_bot, prepare
from allaboard.bots.route_graph import route_graph_of
from allaboard.engine.bits import members
from allaboard.engine.jit import INTERPRETED
from allaboard.notation import text
from allaboard.runner import play_game, seat_bots
from allaboard.simulation import Simulation, Tally, run

EDITIONS = allaboard.edition_ids()


def test_random_plays_all_legal_actions_alike() -> None:
    game = Game("new-york", players=2, seed=3)
    observation = game.observe(0)
    bot = make_bot("random")
    prepare(bot, game.edition, 2, 0, 1)
    chosen = Counter(bot.choose(observation) for _ in range(600))
    assert set(chosen) == set(observation.legal_ids)
    assert min(chosen.values()) > 140


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_the_same_seeds_give_the_same_game(spec: str) -> None:
    games = [Game("london", players=3, seed=8) for _ in range(2)]
    for game in games:
        play_game(game, seat_bots(game.edition, [spec] * 3, seed=5))
    assert games[0].log == games[1].log
    assert games[0].over


@pytest.mark.skipif(INTERPRETED, reason="strength is measured in compiled play")
@pytest.mark.parametrize("edition", EDITIONS)
def test_greedy_beats_random_nearly_always(edition: str) -> None:
    tally = Tally(("random", "greedy"))
    for batch in run(Simulation(allaboard.get_edition(edition), tally.bots, games=40, seed=11)):
        tally.add(batch)
    greedy = next(figures for figures in tally.summary()["bots"] if figures["bot"] == "greedy")
    assert greedy["win_share"] > 0.95


@pytest.mark.parametrize("edition", EDITIONS)
def test_greedy_fills_every_table(edition: str) -> None:
    """It finds something legal to do with any number of players, to the end."""
    players = allaboard.get_edition(edition).max_players
    game = Game(edition, players=players, seed=2)
    play_game(game, seat_bots(game.edition, ["greedy"] * players, seed=2))
    assert game.over


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (Position("usa").hand(0, red=2, wild=2), "claim El Paso–Santa Fe with 2 red"),
        (Position("usa").hand(0, red=1, wild=1), "claim El Paso–Santa Fe with 1 red + 1 wild"),
        (Position("usa").hand(0, red=4), "claim El Paso–Santa Fe with 2 red"),
        (Position("usa").hand(0, white=4).final_turns(2), "claim El Paso–Santa Fe with 2 white"),
        (Position("usa").hand(0, white=6).final_turns(2), "claim Calgary–Winnipeg with 6 white"),
    ],
)
def test_greedy_completes_its_ticket_and_spares_the_wilds(position: Position, expected: str) -> None:
    """One route short of four points, it claims that route, unless its last turn can bring more."""
    game = position.tickets(0, "Denver–El Paso").claimed(0, "Denver–Santa Fe").turn(0).game(seed=1)
    choice = make_bot("greedy").choose(game.observe(0))
    assert isinstance(choice, int)
    assert text(game.actions.action(choice)) == expected


def test_greedy_takes_the_face_up_card_that_it_needs() -> None:
    position = Position("london").tickets(0, "Regent's Park–Piccadilly Circus").turn(0)
    game = position.market("orange", "orange", "pink", "blue", "yellow").game(seed=1)
    # its way leads along the yellow route to the British Museum
    choice = make_bot("greedy").choose(game.observe(0))
    assert isinstance(choice, int)
    assert text(game.actions.action(choice)) == "take yellow"


def test_the_cheapest_way_uses_own_routes_for_nothing_and_stops_where_all_is_closed() -> None:
    game = Game("london", players=2, seed=1)
    ways, edition = route_graph_of(game.actions), game.edition
    a, b, _ = ways.tickets[0]
    every_route = (1 << len(edition.board.routes)) - 1
    way = ways.cheapest(a, b, 0, every_route)
    assert way
    assert ways.cheapest(a, b, way, 0) == 0
    assert ways.cheapest(a, b, 0, 0) is None
    assert ways.plan(0, 0, frozenset({0}), 17).points == -edition.tickets[0].points
    plan = ways.plan(0, every_route, frozenset({0}), 17)
    assert (plan.points, set(plan.routes)) == (edition.tickets[0].points, set(members(way)))
