"""Results: sheets in words, and what the bonuses stand on (R-SCORE). The sums are properties of their own."""

from __future__ import annotations

import json
from itertools import pairwise

import networkx as nx

from allaboard import Game, Position
from allaboard.result import TicketScore
from games import game_at


def test_a_sheet_names_its_tickets() -> None:
    """R-SCORE-2: plus for complete, minus for not; an offer that was never settled does not count."""
    edition = Position("usa").edition
    done, other, offered = edition.tickets[:3]
    route_of = {frozenset((route.a, route.b)): edition.board.route_name(index) for index, route in enumerate(edition.board.routes)}
    way = nx.shortest_path(nx.Graph(tuple(ends) for ends in route_of), done.a, done.b)
    claimed = [route_of[frozenset(ends)] for ends in pairwise(way)]
    game = Position("usa").claimed(0, *claimed).tickets(0, done.name).tickets(1, other.name).turn(1).offer(offered.name).game(seed=1)
    result = game.result()
    assert result.sheets[0].tickets == (TicketScore(done.name, True, done.points),)
    assert result.sheets[1].tickets == (TicketScore(other.name, False, -other.points),)
    assert result.sheets[0].longest_path_routes == tuple(sorted(claimed, key=game.actions.route_index.get))
    assert [sheet.longest_path_points for sheet in result.sheets] == [edition.longest_path_points, 0]
    assert (result.final, result.winners, result.tie_break) == (False, (0,), None)


def test_nobody_has_the_longest_path_before_a_claim() -> None:
    """R-SCORE-5: with no route claimed by anyone, the bonus is nobody's, and all share the lead."""
    result = Position("usa", 3).game(seed=1).result()
    assert [(sheet.longest_path, sheet.longest_path_points, sheet.longest_path_routes) for sheet in result.sheets] == [(0, 0, ())] * 3
    assert result.winners == (0, 1, 2)


def test_a_result_is_plain_data() -> None:
    """JSON and back, and the same as long as nothing is played."""
    game = game_at("london", 3, 4, 3.0)
    data = game.result().to_json()
    assert json.loads(json.dumps(data))["sheets"][0]["total"] == game.result().sheets[0].total
    assert game.result() == game.result()


def test_a_game_that_begins_has_a_result_as_if_it_ended_now() -> None:
    """Tickets on offer do not count yet."""
    result = Game("usa", 2, 1).result()
    assert not result.final
    assert [sheet.total for sheet in result.sheets] == [0, 0]
