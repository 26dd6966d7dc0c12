"""What an edition is refused for because its longest path could not be found in bounded time."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest

from allaboard.editions import EditionError, load
from allaboard.editions import get_edition as find_edition
from allaboard.editions.bounds import MAX_WAYS
from allaboard.editions.draft import Draft
from allaboard.editions.edition import Board, Location, Route
from allaboard.editions.sweep_order import _count_ways, sweep_of, tangled
from hostile_boards import of_graph, tied, write


@pytest.mark.parametrize("graph", [tied(1, 64, 4), nx.complete_graph(16), nx.complete_graph(11)], ids=["expander", "crowd", "eleven"])
def test_a_tangled_board_is_refused_in_words(graph: nx.Graph, tmp_path: Path) -> None:
    """A board on which the longest path could take for ever is refused soon, and told what to change."""
    path = write(of_graph("tangle", graph), tmp_path)
    started = time.thread_time()
    with pytest.raises(EditionError) as refused:
        load(path)
    assert time.thread_time() - started < 5.0
    (fault,) = refused.value.faults
    assert (fault.file, fault.row, fault.field) == ("tangle.board.toml", "", "routes")
    assert fault.message.startswith("are tangled: ") and "leave out routes that cross others" in fault.message


@pytest.mark.parametrize("size", [(8, 8), (7, 9), (5, 12)])
def test_a_board_as_large_as_any_may_be_is_taken(size: tuple[int, int], tmp_path: Path) -> None:
    """A map of streets with 60 and more locations is not tangled, whatever its pieces."""
    load(write(of_graph("streets", nx.grid_2d_graph(*size)), tmp_path))


def test_a_board_beyond_the_bounds_is_not_swept() -> None:
    """Sizes are judged before anything that grows with them; thousands of locations cost nothing here."""
    names = [f"P{n}" for n in range(20_000)]
    board = Board(
        "large",
        "Large",
        "",
        1000.0,
        1000.0,
        tuple(Location(name, 0.0, 0.0, "n") for name in names),
        tuple(Route(a, b, 1, None) for a, b in zip(names, names[1:] + names[:1], strict=True)),
    )
    started = time.thread_time()
    assert list(tangled(Draft(replace(find_edition("usa"), board=board), "large.toml", "large.board.toml", (), has_board=True))) == []
    assert time.thread_time() - started < 0.5


def test_the_count_of_ways_is_that_of_plain_search() -> None:
    """On a triangle: words of bits and sets of slots count the same ways, step by step."""
    board = Board(
        "triangle",
        "",
        "",
        100.0,
        100.0,
        tuple(Location(name, 0.0, 0.0, "n") for name in "abc"),
        tuple(Route(a, b, 1, None) for a, b in ("ab", "bc", "ac")),
    )
    sweep = sweep_of(board)
    assert sweep.order == (0, 1, 2)
    assert (sweep.width, sweep.ways) == (3, brute_ways())


def test_a_part_of_a_board_has_no_more_ways_than_the_board() -> None:
    """What the bound rests on: whatever routes a seat has, a sweep in the board's order meets no more ways than on the whole board."""
    choice = random.Random(1)
    for _ in range(150):
        places = choice.randint(4, 9)
        pairs = [(a, b) for a in range(places) for b in range(a)]
        routes = choice.sample(pairs, choice.randint(3, min(len(pairs), 16)))
        order = choice.sample(range(places), places)
        counts = []
        for owned in (routes, choice.sample(routes, choice.randint(1, len(routes)))):
            near = [0] * places
            for a, b in owned:
                near[a] |= 1 << b
                near[b] |= 1 << a
            counts.append(_count_ways(order, near, places) or MAX_WAYS)
        assert counts[1] <= counts[0], (order, routes)


def brute_ways() -> int:
    """The same count from all sets of taken routes of the triangle, as sets of (slots joined, odd slots, ends)."""
    steps = (("take", 0, 1), ("take", 2, 0), ("leave", 0), ("take", 2, 1), ("leave", 1), ("leave", 2))
    ways: set[tuple[frozenset[frozenset[int]], frozenset[int], int]] = {(frozenset(), frozenset(), 0)}
    met = 1
    for kind, *slots in steps:
        following = set() if kind == "leave" else set(ways)
        for parts, odd, ends in ways:
            if kind == "take":
                touching = {part for part in parts if part & set(slots)}
                whole = frozenset(parts - touching | {frozenset(slots).union(*touching)})
                following.add((whole, odd ^ frozenset(slots), ends))
                if ends == 0:
                    following.add((whole, odd ^ frozenset(slots), 2))
                continue
            (slot,) = slots
            now = ends + (slot in odd)
            if now > 2:
                continue
            # slot 3 stands for the first end until there is a second
            joined = {part | {3} if slot in odd and slot in part else part for part in parts}
            both = [part for part in joined if 3 in part]
            if len(both) == 2:
                joined = joined - set(both) | {both[0] | both[1]}
            if now == 2:
                joined = {part - {3} for part in joined}
            left = {part - {slot} for part in joined}
            if frozenset() not in left:
                following.add((frozenset(left), odd - {slot}, now))
        ways = following
        met += len(ways)
    return met
