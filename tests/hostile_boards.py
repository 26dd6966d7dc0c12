"""Boards made to hurt: legal for all the loader can tell by counting rows, and the worst for whoever looks for paths or draws them.

Each is a graph with a place in the plane for every location; `write` makes the two files of an edition of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import networkx as nx

from allaboard.editions import Edition, load
from allaboard.editions.bounds import MAX_LENGTH, MAX_LOCATIONS, MAX_PIECES, MAX_ROUTES, MAX_TICKETS

COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "pink", "black", "white")
Spot = tuple[float, float]


@dataclass(frozen=True)
class Hostile:
    """A board: pairs of locations with the length of the route between them, and where the locations stand."""

    name: str
    pairs: tuple[tuple[int, int, int], ...]
    spots: tuple[Spot, ...]
    size: Spot = (1000.0, 800.0)
    doubled: bool = False
    tickets: str = "far"
    offer: int = 3

    @property
    def graph(self) -> Any:
        graph = nx.Graph()
        graph.add_nodes_from(range(len(self.spots)))
        graph.add_weighted_edges_from(self.pairs)
        return graph


def spread(count: int, size: Spot = (1000.0, 800.0), seed: int = 1) -> tuple[Spot, ...]:
    """Spots anywhere in the plane, no two the same."""
    choice = random.Random(seed)
    return tuple((round(choice.uniform(0, size[0]), 3), round(choice.uniform(0, size[1]), 3)) for _ in range(count))


def of_graph(name: str, graph: Any, *, length: Callable[[int], int] = lambda _: 1, **details: Any) -> Hostile:
    """The board of a graph, its locations numbered anew; too many routes are left out, but never so that it falls apart."""
    plain = nx.convert_node_labels_to_integers(nx.Graph(graph))
    choice = random.Random(name)
    most = MAX_ROUTES // 2 if details.get("doubled") else MAX_ROUTES
    for edge in choice.sample(sorted(plain.edges), len(plain.edges)):
        if len(plain.edges) <= most:
            break
        plain.remove_edge(*edge)
        if not nx.is_connected(plain):
            plain.add_edge(*edge)
    pairs = tuple((a, b, length(number)) for number, (a, b) in enumerate(sorted(plain.edges)))
    return Hostile(name, pairs, details.pop("spots", spread(len(plain))), **details)


def blocks(count: int, size: int, links: int = 1, *, round_trip: bool = True) -> Any:
    """Complete blocks in a chain or a ring, each joined to the next."""
    graph = nx.Graph()
    for block in range(count):
        graph.add_edges_from(((block, a), (block, b)) for a in range(size) for b in range(a))
        if block + 1 < count or round_trip:
            graph.add_edges_from(((block, link), ((block + 1) % count, size - 1 - link)) for link in range(links))
    return graph


def five_node_blocks(shape: str, seed: int = 0) -> Any:
    """40 locations and 60 routes in eight blocks of five, each joined to one other: a search for the longest path takes minutes."""
    choice = random.Random(seed)
    graph = nx.Graph()
    for block in range(8):
        graph.add_edges_from(((block, place), (block, (place + 1) % 5)) for place in range(5))
    for block in range(1, 8):
        before = {"tree": (block - 1) // 2, "star": 0, "chain": block - 1}[shape]
        graph.add_edge((before, choice.randrange(5)), (block, choice.randrange(5)))
    chords = [((block, a), (block, b)) for block in range(8) for a in range(5) for b in range(a)]
    graph.add_edges_from(choice.sample([chord for chord in chords if not graph.has_edge(*chord)], 60 - len(graph.edges)))
    return graph


def theta(paths: int, length: int) -> Any:
    """Two locations joined by many paths."""
    graph = nx.Graph()
    for path in range(paths):
        nx.add_path(graph, ["a", *((path, step) for step in range(length)), "b"])
    return graph


def tied(seed: int, places: int, degree: int) -> Any:
    """A graph without any short way across: every location has as many routes, to anywhere."""
    return next(graph for n in range(99) if nx.is_connected(graph := nx.random_regular_graph(degree, places, seed=seed * 99 + n)))


def snarled(seed: int) -> Any:
    """Each location of four replaced by a knot that no round trip passes: the relaxed answer is never the right one."""
    graph = nx.Graph()
    ports: dict[int, list[Any]] = {}
    base = nx.complete_graph(4)
    for place in base:
        knot = nx.petersen_graph()
        ports[place] = random.Random(seed).sample([(place, near) for near in knot[0]], 3)
        knot.remove_node(0)
        graph.add_edges_from(((place, a), (place, b)) for a, b in knot.edges)
    graph.add_edges_from((ports[a].pop(), ports[b].pop()) for a, b in base.edges)
    return graph


@cache
def hostile_boards() -> tuple[Hostile, ...]:
    """One of each kind; some are beyond what the loader takes."""
    return (
        of_graph("tree-of-blocks", five_node_blocks("tree")),
        of_graph("star-of-blocks", five_node_blocks("star")),
        of_graph("chain-of-blocks", five_node_blocks("chain", 1)),
        of_graph("complete-blocks", blocks(5, 5, round_trip=False)),
        of_graph("ring-of-blocks", blocks(8, 5, links=2)),
        of_graph("complete", nx.complete_graph(8)),
        of_graph("crowded", nx.complete_graph(11)),
        of_graph("bipartite", nx.complete_bipartite_graph(4, 15)),
        of_graph("star", nx.star_graph(MAX_LOCATIONS - 1)),
        of_graph("hub-and-rim", nx.wheel_graph(MAX_LOCATIONS)),
        of_graph("doubled-hub", nx.wheel_graph(25), doubled=True),
        of_graph("caves", nx.connected_caveman_graph(8, 5)),
        of_graph("line", nx.path_graph(MAX_LOCATIONS)),
        of_graph("ladder", nx.ladder_graph(32)),
        of_graph("grid", nx.grid_2d_graph(6, 10)),
        of_graph("triangles", nx.triangular_lattice_graph(6, 10)),
        of_graph("theta", theta(20, 3)),
        of_graph("three-a-place", tied(1, 40, 3)),
        of_graph("four-a-place", tied(1, 64, 4)),
        of_graph("five-a-place", tied(3, 24, 5)),
        of_graph("snarl", snarled(1)),
        of_graph("long-routes", nx.grid_2d_graph(8, 8), length=lambda _: MAX_LENGTH),
        of_graph("mixed-lengths", nx.triangular_lattice_graph(5, 12), length=lambda number: 1 + number * 7 % 4),
        of_graph("doubles", nx.grid_2d_graph(5, 8), doubled=True),
        of_graph("one-spot", nx.grid_2d_graph(6, 10), spots=tuple((500 + 1.7 * (n % 8), 1.7 * (n // 8)) for n in range(60))),
        of_graph("one-line", nx.grid_2d_graph(6, 10), spots=tuple((1.7 * n, 400.0) for n in range(60))),
        of_graph("far-corners", nx.star_graph(60), spots=(*((1.7 * n, 0.0) for n in range(60)), (1000.0, 800.0))),
        of_graph("huge-plane", nx.grid_2d_graph(6, 10), spots=spread(60, (9999.0, 9999.0)), size=(9999.0, 9999.0)),
        of_graph("small-plane", nx.grid_2d_graph(6, 10), spots=tuple((0.21 * n, 0.01 * n) for n in range(60)), size=(100.0, 100.0)),
        of_graph("strip", nx.grid_2d_graph(6, 10), spots=tuple((160.0 * n, 999.0 * (n % 2)) for n in range(60)), size=(9999.0, 1000.0)),
    )


def ticket_ends(board: Hostile) -> Iterable[tuple[int, int]]:
    """As many tickets as there may be, between the locations that are furthest apart."""
    apart = dict(nx.all_pairs_shortest_path_length(board.graph))
    pairs = sorted(((a, b) for a in apart for b in apart if a < b), key=lambda pair: -apart[pair[0]][pair[1]])
    return pairs[:MAX_TICKETS]


def write(board: Hostile, folder: Path) -> Path:
    """The edition and its board as files; the path of the edition's."""
    (folder / f"{board.name}.board.toml").write_text(
        "\n".join(
            [
                f'id = "{board.name}"\ntitle = "{board.name}"\nsubtitle = "made to hurt"',
                f"width = {board.size[0]!r}\nheight = {board.size[1]!r}\nlocations = [",
                *(f'  {{ name = "P{n}", x = {x!r}, y = {y!r}, label = "n" }},' for n, (x, y) in enumerate(board.spots)),
                "]\nroutes = [",
                *(
                    f'  {{ a = "P{a}", b = "P{b}", length = {length}, colour = "{COLOURS[(a + b + half) % 8] if half else "grey"}" }},'
                    for a, b, length in board.pairs
                    for half in range(2 if board.doubled else 1)
                ),
                "]",
            ]
        ),
        "utf-8",
    )
    path = folder / f"{board.name}.toml"
    colours = ", ".join(
        f'{{ name = "{colour}", letter = "{colour[0].upper() if colour != "blue" else "U"}", look = "{colour}", cards = 12 }}'
        for colour in COLOURS
    )
    colours = colours.replace('name = "black", letter = "B"', 'name = "black", letter = "K"').replace(
        '"pink", letter = "P"', '"pink", letter = "I"'
    )
    tickets = ",\n".join(f'  {{ a = "P{a}", b = "P{b}", points = 9 }}' for a, b in ticket_ends(board))
    path.write_text(
        f"""id = "{board.name}"
title = "{board.name}"
summary = "Made to hurt."
source = "Invented for tests."
board = "{board.name}.board.toml"
min_players = 2
max_players = 5
starting_player = "youngest"
pieces = {MAX_PIECES}
piece = "train"
piece_plural = "trains"
vehicle = "train"
starting_hand = 4
wild = "locomotive"
wild_cards = 14
colours = [{colours}]
setup_offer = {board.offer}
setup_keep = 2
setup_return = "bottom"
offer = {board.offer}
keep = 1
return_order = "drawn"
twin_closed_up_to = 2
route_points = {{ 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10, 6 = 15, 7 = 18, 8 = 21 }}
points_shown = "claimed"
longest_path_points = 10
attraction_points = 0
final_round_at = 2
tie_breaks = ["tickets", "longest-path"]
tickets = [
{tickets}
]
""",
        "utf-8",
    )
    return path


def hostile_edition(board: Hostile, folder: Path) -> Edition:
    """The edition of a board that the loader takes."""
    return load(write(board, folder))
