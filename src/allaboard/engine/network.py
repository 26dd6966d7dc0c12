"""The network of one seat: which locations it joins, and its longest continuous path (R-TICKET-7, R-SCORE-5)."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from allaboard.editions.bounds import MAX_LOCATIONS, MAX_PIECES
from allaboard.engine.bits import bit, count_bits, lowest_bit, pop_bit, wide
from allaboard.engine.jit import inlined
from allaboard.engine.path_sweep import sweep_part
from allaboard.engine.records import Board
from allaboard.engine.typed_records import Bytes, Int32s, Int64s, Record, Records, Word, Words, dtype_of, empty_records

__all__ = ["NETWORK", "find", "join_locations", "longest_path", "longest_path_in"]


class Network(Record):
    """One seat's routes while their longest path is looked for."""

    # the routes of the seat, numbered anew; pieces bound their number, so that a set of them is one word
    ends: Annotated[Bytes, (MAX_PIECES, 2)]
    length: Annotated[Int32s, MAX_PIECES]
    around: Annotated[Words, MAX_LOCATIONS]  # routes at a location that are not folded up
    deepest: Annotated[Int32s, (MAX_LOCATIONS, 2)]  # the two longest branches folded up at a location
    shortest: Annotated[Int32s, MAX_LOCATIONS]  # spaces of the shortest route around
    # what to leave out, choice by choice
    choices: Annotated[Words, MAX_PIECES + 1]  # routes that may be left out next
    left: Annotated[Words, MAX_PIECES + 1]  # routes not left out
    kept: Annotated[Words, MAX_PIECES + 1]  # routes that other choices have tried to leave out
    wrong: Annotated[Words, MAX_PIECES + 1]  # locations with one route too many
    lost: Annotated[Int32s, MAX_PIECES + 1]  # spaces left out
    due: Annotated[Int32s, MAX_PIECES + 1]  # twice the spaces that must still be left out, at least


NETWORK = dtype_of(Network)


NONE = np.uint64(0)
ONE = np.uint64(1)

PATIENCE: Final = 4096
"""Choices after which a part counts as tangled: a search may take for ever there, a sweep has a bound."""


@inlined
def find(parents: Int64s, location: int) -> int:
    """The location that stands for everything joined to this one."""
    while parents[location] != location:
        parents[location] = parents[parents[location]]
        location = parents[location]
    return location


@inlined
def join_locations(board: Board, routes: Words, parents: Int64s) -> None:
    """Fill `parents` so that two locations have the same `find` when the routes (two words) join them."""
    for location in range(board.locations):
        parents[location] = location
    low, high = routes[0], routes[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        parents[find(parents, board.ends[route, 0])] = find(parents, board.ends[route, 1])


@inlined
def longest_path(board: Board, routes: Words, patience: int = PATIENCE) -> int:
    """The most pieces that a path over a seat's routes (two words) can hold, no route twice (R-SCORE-5)."""
    return longest_path_in(board, routes, empty_records(1, NETWORK), patience)


@inlined
def longest_path_in(board: Board, routes: Words, networks: Records[Network], patience: int = PATIENCE) -> int:
    """The same in a workspace that the caller keeps: an array of one, since a record alone does not keep its memory.

    Branches are folded up first: a tree has its answer at once, and of a network with loops only the loops are left to
    search, each location remembering the two deepest branches that hang from it. A part that takes more than so many choices is swept.
    """
    network = networks[0]
    touched = lay_network(board, routes, network)
    best, touched = fold_branches(network, touched)
    while touched != NONE:
        part, spaces = reach(network, lowest_bit(touched), ~NONE)
        touched &= ~part
        best = search_part(board, network, part, spaces, best, patience)
    return best


@inlined
def lay_network(board: Board, routes: Words, network: Network) -> Word:
    """Number the routes and note which lie around every location; returns which locations have any."""
    touched = NONE
    for location in range(board.locations):
        network.around[location] = NONE
        network.deepest[location, 0] = 0
        network.deepest[location, 1] = 0
    laid = 0
    low, high = routes[0], routes[1]
    while low | high != NONE:
        route, low, high = pop_bit(low, high)
        network.length[laid] = board.length[route]
        for side in range(2):
            location = board.ends[route, side]
            network.ends[laid, side] = location
            network.around[location] |= bit(laid)
            touched |= bit(location)
        laid += 1
    return touched


@inlined
def other_end(network: Network, route: int, location: int) -> int:
    """Where a route leads from one of its ends."""
    return wide(network.ends[route, 0]) + wide(network.ends[route, 1]) - location


@inlined
def fold_branches(network: Network, touched: Word) -> tuple[int, Word]:
    """Take away dead ends until only loops are left; returns the longest path within branches, and which locations are left."""
    best = 0
    dead_ends = NONE
    word = touched
    while word != NONE:
        location = lowest_bit(word)
        word &= word - ONE
        if count_bits(network.around[location]) == 1:
            dead_ends |= bit(location)
    while dead_ends != NONE:
        near = lowest_bit(dead_ends)
        route = lowest_bit(network.around[near])
        far = other_end(network, route, near)
        depth = network.deepest[near, 0] + network.length[route]
        best = max(best, depth + network.deepest[far, 0])
        network.deepest[far, 1] = max(network.deepest[far, 1], min(network.deepest[far, 0], depth))
        network.deepest[far, 0] = max(network.deepest[far, 0], depth)
        network.around[near] = NONE
        network.around[far] &= ~bit(route)
        touched &= ~bit(near)
        dead_ends &= ~bit(near)
        left = count_bits(network.around[far])
        if left == 1:
            dead_ends |= bit(far)
        elif left == 0:
            dead_ends &= ~bit(far)
            touched &= ~bit(far)
    return best, touched


@inlined
def search_part(board: Board, network: Network, part: Word, spaces: int, best: int, patience: int) -> int:
    """The longest path in a part without dead ends, branches at both its ends included, or `best` if that is longer.

    Any routes that hang together make a path when none but its two ends has an odd number of them. So for every pair of possible ends
    we look for the fewest spaces to leave out. A path ends where it can't go on: at an odd location, or in a branch.
    """
    odd = NONE
    branching = NONE
    word = part
    while word != NONE:
        location = lowest_bit(word)
        word &= word - ONE
        routes = network.around[location]
        if count_bits(routes) & 1:
            odd |= bit(location)
        if network.deepest[location, 0] > 0:
            branching |= bit(location)
        network.shortest[location] = network.length[lowest_bit(routes)]
        while routes != NONE:
            network.shortest[location] = min(network.shortest[location], network.length[lowest_bit(routes)])
            routes &= routes - ONE
    if odd | branching == NONE:
        return max(best, spaces)  # a round trip over all of it
    starts = odd | branching
    while starts != NONE:
        start = lowest_bit(starts)
        goals = starts if branching & bit(start) != NONE else starts & (starts - ONE)
        while goals != NONE:
            goal = lowest_bit(goals)
            goals &= goals - ONE
            branches = network.deepest[start, 0] + network.deepest[goal, 1 if goal == start else 0]
            best, patience = leave_out(network, start, odd ^ bit(start) ^ bit(goal), spaces, branches, best, patience)
            if patience < 0:
                return sweep_part(board, network, part, best)
        starts &= starts - ONE
    return best


@inlined
def leave_out(network: Network, start: int, wrong: Word, spaces: int, branches: int, best: int, patience: int) -> tuple[int, int]:
    """The longest path from a start, or `best` if that is longer: leave out routes until no location is wrong.

    At a wrong location one route at least must go, each in turn; a choice keeps the routes that the choices before it left out.
    Returns also how much patience is left; where it is lost, there may be a longer path.
    """
    due = 0
    word = wrong
    while word != NONE:
        due += network.shortest[lowest_bit(word)]
        word &= word - ONE
    step = 0
    left, kept, lost = ~NONE, NONE, 0
    while True:
        choices = NONE
        if 2 * (spaces - lost + branches) - due > 2 * best:
            if wrong == NONE:
                best = max(best, branches + reach(network, start, left)[1])
            else:
                choices = network.around[lowest_bit(wrong)] & left & ~kept
        while choices == NONE:
            if step == 0:
                return best, patience
            step -= 1
            choices, left, kept = network.choices[step], network.left[step], network.kept[step]
            wrong, lost, due = network.wrong[step], network.lost[step], network.due[step]
        patience -= 1
        if patience < 0:
            return best, patience
        route = lowest_bit(choices)
        network.choices[step], network.left[step], network.kept[step] = choices & ~bit(route), left, kept | bit(route)
        network.wrong[step], network.lost[step], network.due[step] = wrong, lost, due
        step += 1
        left &= ~bit(route)
        lost += network.length[route]
        for side in range(2):
            location = network.ends[route, side]
            due += -network.shortest[location] if wrong & bit(location) != NONE else network.shortest[location]
            wrong ^= bit(location)


@inlined
def reach(network: Network, start: int, left: Word) -> tuple[Word, int]:
    """What hangs together with a location by routes not left out: all its locations, and the spaces of its routes."""
    spaces = 0
    reached = bit(start)
    ahead = reached
    while ahead != NONE:
        location = lowest_bit(ahead)
        routes = network.around[location] & left
        left &= ~routes
        while routes != NONE:
            route = lowest_bit(routes)
            routes &= routes - ONE
            spaces += network.length[route]
            ahead |= bit(other_end(network, route, location))
        reached |= ahead
        ahead &= ~bit(location)
    return reached, spaces
