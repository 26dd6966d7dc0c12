"""Networks against networkx and plain search: what routes join, and the longest path over them (R-TICKET-7, R-SCORE-5)."""

from __future__ import annotations

from functools import cache
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allaboard import Edition, Position
from allaboard import get_edition as find_edition
from allaboard.actions import action_space
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.entry import longest_path_of
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.network import find, join_locations
from allaboard.result import result_of
from games import states_of

NETWORKS = settings(max_examples=15 if INTERPRETED else 120)


def words(routes: list[int]) -> Any:
    """A set of routes as the two words that the engine takes."""
    return np.array([sum(1 << (route - base) for route in set(routes) if 0 <= route - base < 64) for base in (0, 64)], dtype=np.uint64)


def graph_of(edition: Edition, routes: list[int]) -> Any:
    graph = nx.MultiGraph()
    graph.add_nodes_from(location.name for location in edition.board.locations)
    for route in set(routes):
        graph.add_edge(edition.board.routes[route].a, edition.board.routes[route].b, key=route, weight=edition.board.routes[route].length)
    return graph


def longest_trail(graph: Any) -> int:
    """The longest path that uses no edge twice, by looking at every one of them, with what is reached by which edges remembered."""

    @cache
    def from_here(place: str, left: frozenset[int]) -> int:
        ways = [(other, key, data["weight"]) for _, other, key, data in graph.edges(place, keys=True, data=True) if key in left]
        return max((length + from_here(other, left - {key}) for other, key, length in ways), default=0)

    edges = frozenset(key for _, _, key in graph.edges(keys=True))
    return max((from_here(place, edges) for place in graph.nodes), default=0)


def affordable(edition: Edition, routes: list[int]) -> list[int]:
    """The first of the routes that the pieces of one seat fill."""
    pieces, bought = edition.pieces, []
    for route in dict.fromkeys(routes):
        if edition.board.routes[route].length <= pieces:
            pieces -= edition.board.routes[route].length
            bought.append(route)
    return bought


def neighbourhood(edition: Edition, start: int, most: int) -> list[int]:
    """Routes close together: the densest network around a route."""
    graph = graph_of(edition, list(range(len(edition.board.routes))))
    near = nx.single_source_shortest_path_length(graph, edition.board.routes[start].a)
    order = sorted(
        range(len(edition.board.routes)), key=lambda route: near[edition.board.routes[route].a] + near[edition.board.routes[route].b]
    )
    return order[:most]


@pytest.mark.parametrize("name", ["usa", "london", "new-york"])
@NETWORKS
@given(data=st.data())
def test_routes_join_what_networkx_says(name: str, data: st.DataObject) -> None:
    """R-TICKET-7: two places are joined when a chain of routes leads from one to the other."""
    edition = find_edition(name)
    routes = data.draw(st.lists(st.integers(0, len(edition.board.routes) - 1), max_size=45))
    parents = np.empty(MAX_LOCATIONS, dtype=np.int64)
    join_locations(action_space(edition).boards[0], words(routes), parents)
    parts = list(nx.connected_components(graph_of(edition, routes)))
    index = edition.board.location_index
    for part in parts:
        assert len({find(parents, index[place]) for place in part}) == 1
    assert len({find(parents, number) for number in index.values()}) == len(parts)


@pytest.mark.parametrize("name", ["usa", "london", "new-york"])
@NETWORKS
@given(data=st.data())
def test_the_longest_path_is_that_of_a_plain_search(name: str, data: st.DataObject) -> None:
    """R-SCORE-5, on routes from anywhere: branches, loops, twins and several parts."""
    edition = find_edition(name)
    routes = affordable(edition, data.draw(st.lists(st.integers(0, len(edition.board.routes) - 1), max_size=14, unique=True)))
    assert longest_path_of(action_space(edition).boards, words(routes)) == longest_trail(graph_of(edition, routes))


@NETWORKS
@given(start=st.integers(0, 99), most=st.integers(3, 13), dropped=st.sets(st.integers(0, 12), max_size=4))
def test_the_longest_path_of_dense_networks(start: int, most: int, dropped: set[int]) -> None:
    """R-SCORE-5, where routes crowd: many loops through few places, twins included."""
    edition = find_edition("usa")
    around = [route for n, route in enumerate(neighbourhood(edition, start % len(edition.board.routes), most)) if n not in dropped]
    routes = affordable(edition, around)
    assert longest_path_of(action_space(edition).boards, words(routes)) == longest_trail(graph_of(edition, routes))


@NETWORKS
@given(chosen=st.lists(st.integers(0, 99), min_size=1, max_size=25, unique=True), start=st.integers(0, 99), near=st.booleans())
def test_the_routes_of_the_longest_path_form_one(chosen: list[int], start: int, near: bool) -> None:
    """What the score sheet names is a trail of exactly that length: joined, with at most two ends."""
    edition = find_edition("usa")
    actions = action_space(edition)
    routes = neighbourhood(edition, start % len(actions.route_names), 20) if near else [n % len(actions.route_names) for n in chosen]
    owned: list[int] = []
    for route in affordable(edition, routes):
        if edition.board.routes[route].twin not in owned:
            owned.append(route)
    game = Position(edition, 4).claimed(0, *(actions.route_names[route] for route in owned)).turn(1).game(seed=1)
    sheet = result_of(actions, states_of(game)).sheets[0]
    trail = graph_of(edition, [actions.route_index[name] for name in sheet.longest_path_routes])
    trail.remove_nodes_from(list(nx.isolates(trail)))
    assert trail.size(weight="weight") == sheet.longest_path == longest_path_of(actions.boards, words(owned))
    assert nx.has_eulerian_path(trail)
    assert {actions.route_index[name] for name in sheet.longest_path_routes} <= set(owned)


def test_no_routes_make_no_path() -> None:
    """R-SCORE-5: without a route the longest path is none at all."""
    assert longest_path_of(action_space(find_edition("usa")).boards, words([])) == 0
