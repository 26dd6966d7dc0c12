"""The sweep over tangled networks: it finds what plain search finds, in bounded time on boards made to hurt (R-SCORE-5)."""

from __future__ import annotations

import random
import time
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from allaboard import get_edition as find_edition
from allaboard.actions import action_space
from allaboard.editions import EditionError, load
from allaboard.editions.bounds import MAX_WAYS, MAX_WIDTH
from allaboard.editions.sweep_order import _order_from, sweep_of
from allaboard.engine.entry import longest_path_of
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import BOARD
from hostile_boards import Hostile, hostile_boards, tied, write

ROUNDS = 40 if INTERPRETED else 1500


def words(routes: Any) -> Any:
    """A set of routes as the two words that the engine takes."""
    number = sum(1 << int(route) for route in routes)
    return np.array([number & (1 << 64) - 1, number >> 64], dtype=np.uint64)


def board_of(edges: list[tuple[int, int, int]], order: list[int] | None = None) -> Any:
    """As much of a board as the longest path looks at."""
    boards = np.zeros(1, dtype=BOARD)
    board = boards[0]
    board.locations = 1 + max(max(edge[:2]) for edge in edges)
    board.routes = len(edges)
    board.sweep[: board.locations] = range(board.locations) if order is None else order
    for number, (a, b, length) in enumerate(edges):
        board.ends[number], board.length[number] = (a, b), length
    return boards


def longest_trail(edges: list[tuple[int, int, int]]) -> int:
    """The longest path that uses no edge twice, by looking at every one of them."""
    around: dict[int, list[tuple[int, int, int]]] = {}
    for number, (a, b, length) in enumerate(edges):
        around.setdefault(a, []).append((b, number, length))
        around.setdefault(b, []).append((a, number, length))

    @cache
    def from_here(place: int, left: frozenset[int]) -> int:
        return max((length + from_here(other, left - {number}) for other, number, length in around[place] if number in left), default=0)

    return max(from_here(place, frozenset(range(len(edges)))) for place in around)


def random_edges(choice: random.Random, places: int, most: int) -> list[tuple[int, int, int]]:
    """Routes between a few places, some of them double."""
    pairs = [(a, b) for a in range(places) for b in range(a)]
    chosen = choice.sample(pairs, min(len(pairs), choice.randint(2, most)))
    chosen += choice.sample(chosen, choice.randint(0, 1))
    longest = choice.choice((1, 2, 4, 8))
    return [(a, b, choice.randint(1, longest)) for a, b in chosen]


def test_a_sweep_finds_what_plain_search_finds() -> None:
    """R-SCORE-5, on small graphs of every shape, in any order of the sweep: branches, loops, twins, several parts."""
    choice = random.Random(1)
    for _ in range(ROUNDS):
        edges = random_edges(choice, choice.randint(3, 9), 13)
        order = choice.sample(range(1 + max(max(edge[:2]) for edge in edges)), 1 + max(max(edge[:2]) for edge in edges))
        swept = longest_path_of(board_of(edges, order), words(range(len(edges))), 0)
        assert swept == longest_trail(edges), (edges, order)


@pytest.mark.parametrize("name", ["usa", "london", "new-york"])
def test_a_sweep_and_a_search_agree_on_real_boards(name: str) -> None:
    """R-SCORE-5, on networks that a seat can own: both ways to find the longest path give the same."""
    edition, choice = find_edition(name), random.Random(2)
    actions = action_space(edition)
    graph = nx.Graph([(route.a, route.b) for route in edition.board.routes])
    for _ in range(ROUNDS // 5):
        near = nx.single_source_shortest_path_length(graph, choice.choice(list(graph)))
        pieces, owned = edition.pieces, set[int]()
        ranked = sorted(range(len(edition.board.routes)), key=lambda n: near[edition.board.routes[n].a] + 3 * choice.random())
        for route in ranked:
            if edition.board.routes[route].length <= pieces and edition.board.routes[route].twin not in owned:
                pieces -= edition.board.routes[route].length
                owned.add(route)
        assert longest_path_of(actions.boards, words(owned), 0) == longest_path_of(actions.boards, words(owned), 10**9)


@pytest.mark.parametrize("graph", [tied(seed, places, 3) for seed, places in ((1, 40), (2, 40), (5, 32))], ids=["40", "40 others", "32"])
def test_the_order_of_the_sweep_does_not_matter(graph: Any) -> None:
    """R-SCORE-5, where there are more ways than are glanced at: swept from different ends of the board, the longest path is the same."""
    edges = [(a, b, 1 + (a * b) % 3) for a, b in sorted(graph.edges)]
    starts = (0, 7) if INTERPRETED else range(0, len(graph), 5)
    near = [sum(1 << other for other in graph[place]) for place in sorted(graph)]
    orders = [_order_from(start, near, 10**30)[1] for start in starts]
    assert len({longest_path_of(board_of(edges, order), words(range(len(edges))), 0) for order in orders}) == 1


def accepted(folder: Path) -> list[tuple[Hostile, Any]]:
    """The hostile boards that the loader takes, as editions."""
    taken = []
    for board in hostile_boards():
        try:
            taken.append((board, load(write(board, folder))))
        except EditionError as error:
            assert all(fault.field in ("routes", "width", "height", "x", "y") for fault in error.faults), error
    return taken


def networks(edition: Any, choice: random.Random, count: int) -> Any:
    """Networks of all the pieces of a seat: from anywhere, and grown around a place so that loops are many."""
    routes = edition.board.routes
    graph = nx.Graph([(route.a, route.b) for route in routes])
    for _ in range(count):
        near = nx.single_source_shortest_path_length(graph, choice.choice(sorted(graph)))
        spread = choice.choice((0.0, 1.0, 4.0, 99.0))
        pieces, owned = edition.pieces, set[int]()
        for route in sorted(range(len(routes)), key=lambda n: near[routes[n].a] + near[routes[n].b] + spread * choice.random()):
            if routes[route].length <= pieces and routes[route].twin not in owned:
                pieces -= routes[route].length
                owned.add(route)
        yield owned


@pytest.mark.skipif(INTERPRETED, reason="a time only means something in compiled code")
def test_no_network_of_a_hostile_board_takes_long(tmp_path: Path) -> None:
    """Whatever a seat builds on a board that the loader takes, its longest path is found in hundredths of a second."""
    choice = random.Random(3)
    editions = accepted(tmp_path)
    longest_path_of(action_space(editions[0][1]).boards, words([0]))  # compiled from here on
    assert {"tree-of-blocks", "grid", "triangles", "three-a-place", "snarl"} <= {board.name for board, _ in editions}
    for board, edition in editions:
        boards = action_space(edition).boards
        for owned in networks(edition, choice, 12):
            started = time.thread_time()
            longest_path_of(boards, words(owned))
            assert time.thread_time() - started < 0.05, (board.name, owned)


@pytest.mark.parametrize(("name", "width", "most"), [("new-york", 5, 10_000), ("london", 6, 50_000), ("usa", 8, 1_000_000)])
def test_real_boards_pass_by_a_wide_margin(name: str, width: int, most: int) -> None:
    """The proof that every network of a board is swept in bounded time costs the built-in boards nothing."""
    sweep = sweep_of(find_edition(name).board)
    assert sweep.width <= width < MAX_WIDTH
    assert sweep.ways is not None and sweep.ways <= most < MAX_WAYS / 8
    assert sorted(sweep.order) == list(range(len(find_edition(name).board.locations)))
