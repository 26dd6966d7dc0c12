"""What a seat can count and guess: only from what it knows, in the numbers that the table has, and by the beliefs of the search."""

from __future__ import annotations

import random

import pytest

from allaboard import Game, Position, get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.review.training import LEAST, draw_worlds, train
from games import game_at
from properties.test_secrets import resampled_world
from properties.worlds import another_world, differs


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
@pytest.mark.parametrize(("edition", "players", "moment"), [("usa", 3, 0.15), ("london", 2, 0.2), ("new-york", 4, 0.1), ("usa", 2, 0.0)])
def test_who_knows_the_same_is_told_the_same(edition: str, players: int, moment: float) -> None:
    """R-SECRET: whatever others hold and whatever is to come, and whoever is to act; worlds made by hand and by the engine."""
    game = game_at(edition, players, 11, moment, "routes")
    for seat in range(players):
        for other in (another_world(game, seat, random.Random(seat)), resampled_world(game, seat, 5)):
            assert differs(game, other)
            assert train(other.observe(seat), 7) == train(game.observe(seat), 7)


def test_a_built_way_suggests_its_ticket() -> None:
    """It is done, and so it takes no more pieces; a board without lines suggests nothing."""
    idle = Position("usa", players=2).tickets(0, "Boston–Miami").tickets(1, "Denver–El Paso").turn(0)
    assert train(idle.game(seed=1).observe(0), 1)["rivals"][0]["tickets"] == []
    busy = idle.claimed(1, "Denver–Santa Fe", "El Paso–Santa Fe")
    first = train(busy.game(seed=1).observe(0), 1)["rivals"][0]["tickets"][0]
    assert (first["ticket"], first["pieces"]) == ("Denver–El Paso", 0)
    assert first["chance"] > 2 * LEAST


@pytest.mark.parametrize(("edition", "players"), [("usa", 3), ("london", 2), ("new-york", 3)])
def test_who_has_claimed_nothing_suggests_no_ticket(edition: str, players: int) -> None:
    """However dear a ticket is, and however often such are kept: nothing was built for it."""
    position = Position(edition, players=players).turn(0)
    for seat in range(players):
        position = position.tickets(seat, *(ticket.name for ticket in get_edition(edition).tickets[4 * seat : 4 * seat + 4]))
    assert [rival["tickets"] for rival in train(position.game(seed=1).observe(0), 1)["rivals"]] == [[]] * (players - 1)


def test_a_line_suggests_only_tickets_that_it_makes_likelier() -> None:
    """A dear ticket is likely to be kept anyway: a short line beside its ways tells nothing of it."""
    position = Position("usa", players=2).tickets(0, "Boston–Miami").turn(0)
    position = position.tickets(1, "Denver–El Paso", "Houston–Kansas City", "Chicago–Santa Fe", "Duluth–Houston")
    dear = {ticket.name for ticket in get_edition("usa").tickets if ticket.points >= 15}
    observation = position.claimed(1, "Dallas–Houston/grey#1").game(seed=1).observe(0)
    worlds = draw_worlds(observation, 1)
    shares = (worlds.weights[:, :, None] * worlds.held[:, :, 1]).sum(axis=1).mean(axis=0)
    likely = {observation.actions.ticket_names[ticket] for ticket in range(len(shares)) if shares[ticket] >= LEAST}
    assert likely & dear
    assert not {one["ticket"] for one in train(observation, 1)["rivals"][0]["tickets"]} & dear


def test_cards_are_counted_as_the_seat_can_know_them() -> None:
    """What was seen is not unseen; what nobody saw is in the deck or in a hand, and adds up."""
    position = Position("usa", players=3).hand(0, red=4).hand(1, yellow=5, blue=3).shown(1, yellow=5).hand(2, green=2)
    observation = position.market("red", "white", "white", "black", "purple").turn(0).game(seed=2).observe(0)
    told = train(observation, 1)
    unseen = {one["card"]: one["unseen"] for one in told["cards"]}
    assert {card: count for card, count in unseen.items() if count} == observation.view["unseen"]
    assert (unseen["red"], unseen["yellow"], unseen["white"]) == (12 - 4 - 1, 12 - 5, 12 - 2)
    assert [rival["unseen"] for rival in told["rivals"]] == [3, 2]
    assert abs(sum(one["in_deck"] for one in told["cards"]) - observation.view["deck"]) < 0.5
    for rival in told["rivals"]:
        assert 0 < sum(hand["expected"] for hand in rival["perhaps"]) <= rival["unseen"]


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_final_round_leaves_so_many_turns(turn: int) -> None:
    """R-END-1: seat 1 has set it off and plays last; nobody has more than one turn left, and who has none is told so."""
    position = Position("usa", players=3).tickets(0, "Boston–Miami").pieces(1, 1).turn(turn)
    turns = train(position.game(seed=3).observe(0), 1)["turns"]
    left = 1 if turn != 1 else 0
    assert (turns["low"], turns["middle"], turns["high"], turns["fewest"]) == (left, left, left, left)
    assert turns["ender"] == 1


def test_turns_become_fewer() -> None:
    """At the beginning of a game many are left, and the spread holds the middle."""
    game = Game("new-york", 2, 4, start=0)
    for seat in range(2):
        game.play(game.observe(seat).legal_ids[0], seat)
    turns = train(game.observe(1), 1)["turns"]
    assert turns["low"] <= turns["middle"] <= turns["high"]
    assert turns["middle"] > 5
    assert sum(turns["games"]) > 0
