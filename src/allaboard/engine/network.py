"""The network of one seat: which locations it joins, and its longest continuous path (R-TICKET-7, R-SCORE-5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.editions.bounds import MAX_LOCATIONS, MAX_PIECES
from allaboard.engine.bits import lowest_bit
from allaboard.engine.compiling import rule
from allaboard.engine.layout import Board

__all__ = ["find", "join_locations", "longest_path"]


@rule
def find(parents: Any, location: int) -> int:
    """The location that stands for everything joined to this one."""
    while parents[location] != location:
        parents[location] = parents[parents[location]]
        location = parents[location]
    return location


@rule
def join_locations(board: Board, routes: Any, parents: Any) -> None:
    """Fill `parents` so that two locations have the same `find` when the routes (two words) join them."""
    for location in range(board.locations):
        parents[location] = location
    for half in range(2):
        word = routes[half]
        while word != np.uint64(0):
            route = 64 * half + lowest_bit(word)
            word &= word - np.uint64(1)
            parents[find(parents, board.ends[route, 0])] = find(parents, board.ends[route, 1])


@rule
def longest_path(board: Board, routes: Any) -> int:
    """The most pieces that a path over these routes can hold, no route twice (R-SCORE-5).

    Branches are folded up first: a tree has its answer at once, and of a network with loops only the loops are left to
    search, each location remembering the two deepest branches that hang from it.
    """
    ends = np.empty((MAX_PIECES, 2), np.int64)
    length = np.empty(MAX_PIECES, np.int64)
    degree = np.zeros(MAX_LOCATIONS, np.int64)
    edges = 0
    for half in range(2):
        word = routes[half]
        while word != np.uint64(0):
            route = 64 * half + lowest_bit(word)
            word &= word - np.uint64(1)
            ends[edges, 0], ends[edges, 1] = board.ends[route, 0], board.ends[route, 1]
            length[edges] = board.length[route]
            degree[ends[edges, 0]] += 1
            degree[ends[edges, 1]] += 1
            edges += 1
    deepest = np.zeros((MAX_LOCATIONS, 2), np.int64)
    best, edges = fold_branches(ends, length, degree, edges, deepest)
    if edges > 0:
        best = search_loops(board.locations, ends, length, degree, edges, deepest, best)
    return best


@rule
def fold_branches(ends: Any, length: Any, degree: Any, edges: int, deepest: Any) -> Any:
    """Take away dead ends until only loops are left; says the longest path within branches, and how many edges are left."""
    best = 0
    folded = True
    while folded:
        folded = False
        edge = 0
        while edge < edges:
            near, far = ends[edge, 0], ends[edge, 1]
            if degree[near] != 1:
                near, far = far, near
            if degree[near] != 1:
                edge += 1
                continue
            depth = deepest[near, 0] + length[edge]
            if depth > deepest[far, 0]:
                deepest[far, 1] = deepest[far, 0]
                deepest[far, 0] = depth
            elif depth > deepest[far, 1]:
                deepest[far, 1] = depth
            best = max(best, deepest[far, 0] + deepest[far, 1])
            degree[near] = 0
            degree[far] -= 1
            edges -= 1
            ends[edge, 0], ends[edge, 1] = ends[edges, 0], ends[edges, 1]
            length[edge] = length[edges]
            folded = True
    return best, edges


@rule
def search_loops(locations: int, ends: Any, length: Any, degree: Any, edges: int, deepest: Any, best: int) -> int:
    """The longest path over edges without dead ends, branches at both its ends included, or `best` if that is longer.

    Depth first from every location where a longest path can end. A path is given up when all that is left would not beat the best:
    each location with an odd number of edges left wastes one of them, but for the two ends of the path.
    """
    first = np.zeros(locations + 1, np.int64)
    parents = np.arange(locations)
    for location in range(locations):
        first[location + 1] = first[location] + degree[location]
    around = np.empty(2 * edges, np.int64)
    filled = np.zeros(locations, np.int64)
    cheapest = np.zeros(locations, np.int64)
    for edge in range(edges):
        parents[find(parents, ends[edge, 0])] = find(parents, ends[edge, 1])
        for side in range(2):
            location = ends[edge, side]
            around[first[location] + filled[location]] = edge
            filled[location] += 1
            if cheapest[location] == 0 or length[edge] < cheapest[location]:
                cheapest[location] = length[edge]
    spaces = np.zeros(locations, np.int64)  # by part of the network, as are the next two
    odd_of = np.zeros(locations, np.int64)
    branches = np.zeros(locations, np.int64)
    for edge in range(edges):
        spaces[find(parents, ends[edge, 0])] += length[edge]
    for location in range(locations):
        part = find(parents, location)
        branches[part] = max(branches[part], deepest[location, 0])
        if degree[location] & 1:
            odd_of[part] += cheapest[location]
    dearest = cheapest.max()
    at = np.empty(edges + 1, np.int64)
    turn = np.empty(edges + 1, np.int64)
    came = np.empty(edges + 1, np.int64)
    for start in range(locations):
        part = find(parents, start)
        round_trip = odd_of[part] == 0 and branches[part] == 0 and start == part
        if degree[start] == 0 or not (round_trip or degree[start] & 1 or deepest[start, 0] > 0):
            continue
        left, odd, used = spaces[part], odd_of[part], np.uint64(0)
        travelled = deepest[start, 0]
        step = 0
        at[0], turn[0], came[0] = start, first[start], -1
        while True:
            here = at[step]
            if turn[step] == first[here]:
                best = max(best, travelled + deepest[here, 1 if here == start else 0])
            spare = odd - dearest - (cheapest[here] if degree[here] & 1 else 0)
            hopeless = travelled + left + branches[part] - max(0, (spare + 1) // 2) <= best
            edge = -1
            while edge < 0 and not hopeless and turn[step] < first[here + 1]:
                if (used >> np.uint64(around[turn[step]])) & np.uint64(1) == np.uint64(0):
                    edge = around[turn[step]]
                turn[step] += 1
            sign = 1
            if edge >= 0:
                step += 1
                at[step], came[step] = ends[edge, 0] + ends[edge, 1] - here, edge
                turn[step] = first[at[step]]
            elif step > 0:
                sign = -1
                edge = came[step]
                step -= 1
            else:
                break
            used ^= np.uint64(1) << np.uint64(edge)
            travelled += sign * length[edge]
            left -= sign * length[edge]
            for side in range(2):
                location = ends[edge, side]
                degree[location] -= sign
                odd += cheapest[location] if degree[location] & 1 else -cheapest[location]
    return best
