"""The fewest pieces for several tickets: what trying all sets of routes finds, in bounded work."""

from __future__ import annotations

import random
from itertools import combinations

import networkx as nx
import pytest

from allaboard import Position
from allaboard.actions import action_space
from allaboard.bots.route_graph import RouteGraph, route_graph_of
from allaboard.editions import get_edition
from allaboard.server.joint_pieces import joint_pieces
from allaboard.server.ticket_status import offer_costs


@pytest.mark.parametrize(
    ("edition", "tickets", "pieces"),
    [
        ("new-york", ("Gramercy Park–Chinatown", "East Village–Soho"), 7),
        ("usa", ("Chicago–Santa Fe", "Montréal–New Orleans"), 19),
    ],
)
def test_what_two_tickets_share_need_not_lie_on_a_shortest_way_of_either(edition: str, tickets: tuple[str, str], pieces: int) -> None:
    observation = Position(edition).turn(0).offer(*tickets).game(seed=1).observe(0)
    costs = {tuple(cost["keep"]): (cost["pieces"], cost["together"]) for cost in offer_costs(observation)}
    assert costs[tickets] == (pieces, pieces)
    held = Position(edition).tickets(0, tickets[0]).turn(0).offer(tickets[1]).game(seed=1).observe(0)
    assert [cost["together"] for cost in offer_costs(held)] == [pieces]


class Sketch(RouteGraph):
    """A few locations and routes."""

    def __init__(self, chance: random.Random) -> None:
        count = chance.randint(4, 7)
        self.routes = [(*chance.sample(range(count), 2), chance.randint(1, 5)) for _ in range(9)]
        self.length = [length for _, _, length in self.routes]
        ends = [chance.sample(range(count), 2) for _ in range(4)]
        self.tickets = [(a, b, 5) for a, b in ends]
        self.beside = [[] for _ in range(count)]
        for number, (a, b, _) in enumerate(self.routes):
            self.beside[a].append((number, b))
            self.beside[b].append((number, a))


def cheapest(sketch: Sketch, tickets: tuple[int, ...], own: int, free: int) -> int | None:
    """By trying all sets of routes."""
    found: list[int] = []
    for claimed in range(1 << len(sketch.routes)):
        if claimed & ~free:
            continue
        graph = nx.Graph([(a, b) for number, (a, b, _) in enumerate(sketch.routes) if (own | claimed) >> number & 1])
        graph.add_nodes_from(range(len(sketch.beside)))
        if all(nx.has_path(graph, *sketch.tickets[ticket][:2]) for ticket in tickets):
            found.append(sketch.pieces(claimed))
    return min(found, default=None)


@pytest.mark.parametrize("seed", range(12))
def test_no_set_of_routes_joins_tickets_with_fewer_pieces(seed: int) -> None:
    """Own routes cost nothing, those of others are no way, and of tickets without a way none is told."""
    chance = random.Random(seed)
    sketch = Sketch(chance)
    own, others = (sum(1 << route for route in chance.sample(range(9), chance.randint(0, 2))) for _ in range(2))
    free = (1 << 9) - 1 & ~own & ~others
    joint = joint_pieces(sketch, (0, 1, 2, 3), own, free)
    assert joint is not None
    for size in (1, 2, 3, 4):
        for tickets in combinations(range(4), size):
            assert joint.of(tickets) == cheapest(sketch, tickets, own, free)


def test_what_would_take_long_is_not_begun() -> None:
    """Six tickets of North America are joined in every way, and all of them are not."""
    network = route_graph_of(action_space(get_edition("usa")))
    free = (1 << len(network.length)) - 1
    few = (0, 1, 2, 3, 4, 5)
    assert joint_pieces(network, few, 0, free) is not None
    assert joint_pieces(network, tuple(range(len(network.tickets))), 0, free) is None
