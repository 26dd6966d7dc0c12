"""Final scoring: a row of figures for every seat, who wins, and what one more route would bring (R-SCORE)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from allaboard.editions.bounds import MAX_DISTRICTS, MAX_LOCATIONS
from allaboard.engine.bits import count_bits, pop_bit, wide
from allaboard.engine.jit import inlined
from allaboard.engine.network import NETWORK, find, join_locations, longest_path_in
from allaboard.engine.records import BY_LONGEST_PATH, BY_TICKETS, Board, State
from allaboard.engine.typed_records import Int32s, Int64s, Word, Words, empty_records

__all__ = [
    "COLUMNS",
    "Gain",
    "district_parts",
    "gained_points",
    "new_attractions",
    "new_sheets",
    "path_bonus",
    "route_gain",
    "score",
    "winners",
]

ROUTES: Final = 0  # points for claimed routes
TICKETS: Final = 1  # points of complete tickets less those of the others
COMPLETED: Final = 2  # number of complete tickets
LONGEST: Final = 3  # spaces of the longest path
LONGEST_BONUS: Final = 4
ATTRACTIONS: Final = 5  # points for attractions
DISTRICTS: Final = 6  # points for districts
TOTAL: Final = 7
COLUMNS: Final = 8

# how a ticket stands for a seat
NOT_HELD: Final = 0
COMPLETE: Final = 1
INCOMPLETE: Final = -1


class Gain(NamedTuple):
    """What one more route brings to a network, but for the longest path."""

    length: int  # points for its length
    tickets: int  # points of the tickets that it completes
    attractions: int  # how many it is the first to touch
    districts: int  # points of the districts that it completes


def new_sheets(players: int, games: int | None = None) -> Int32s:
    """Blank rows for `score` to fill, for one game or for many."""
    return np.zeros((players, COLUMNS) if games is None else (games, players, COLUMNS), dtype=np.int32)


@inlined
def score(board: Board, state: State, sheets: Int32s) -> None:
    """Fill a row of figures for every seat, as if the game ended now."""
    parents = np.empty(MAX_LOCATIONS, np.int64)
    networks = empty_records(1, NETWORK)
    record = 0
    for seat in range(state.players):
        sheet = sheets[seat]
        routes = state.claimed[seat]
        sheet[ROUTES] = state.points[seat]
        score_network(board, state, seat, routes, parents, sheet)
        sheet[LONGEST] = longest_path_in(board, routes, networks) if board.longest_path_points > 0 else 0
        record = max(record, sheet[LONGEST])
    for seat in range(state.players):
        sheet = sheets[seat]
        sheet[LONGEST_BONUS] = path_bonus(board, sheet[LONGEST], record)
        sheet[TOTAL] = sheet[ROUTES] + sheet[TICKETS] + sheet[LONGEST_BONUS] + sheet[ATTRACTIONS] + sheet[DISTRICTS]


@inlined
def path_bonus(board: Board, spaces: int, record: int) -> int:
    """R-SCORE-5: what a longest path of so many spaces scores where the longest of others has `record`: all who have it score."""
    return board.longest_path_points if spaces > 0 and spaces >= record else 0


@inlined
def score_network(board: Board, state: State, seat: int, routes: Words, parents: Int64s, sheet: Int32s | Int64s) -> None:
    """Fill what a seat's own routes are worth, whatever others have: tickets, attractions, districts."""
    join_locations(board, routes, parents)
    points, completed = 0, 0
    for ticket in range(board.tickets):
        standing = ticket_standing(board, state, seat, ticket, parents)
        points += standing * board.ticket_points[ticket]
        completed += standing == COMPLETE
    sheet[TICKETS] = points
    sheet[COMPLETED] = completed
    sheet[ATTRACTIONS] = board.attraction_points * count_bits(attractions_touched(board, routes)) if board.attraction_points > 0 else 0
    sheet[DISTRICTS] = 0
    if board.districts > 0:
        joined = joined_districts(board, parents)
        for district in range(board.districts):
            if (joined >> np.uint64(district)) & np.uint64(1) != np.uint64(0):
                sheet[DISTRICTS] += board.district_points[district]


@inlined
def ticket_standing(board: Board, state: State, seat: int, ticket: int, parents: Int64s) -> int:
    """R-SCORE-2: plus for a complete ticket, minus for any other. An offer that was never settled does not count."""
    if state.place[ticket] != seat or on_offer(state, seat, ticket):
        return NOT_HELD
    joined = find(parents, board.ticket_ends[ticket, 0]) == find(parents, board.ticket_ends[ticket, 1])
    return COMPLETE if joined else INCOMPLETE


@inlined
def on_offer(state: State, seat: int, ticket: int) -> bool:
    """Whether a ticket lies before the seat but is not kept yet."""
    for position in range(state.offer_size[seat]):
        if state.offer[seat, position] == ticket:
            return True
    return False


@inlined
def attractions_touched(board: Board, routes: Words) -> Word:
    """R-SCORE-3: attractions at an end of at least one route, as a word with a bit for each location."""
    touched = np.uint64(0)
    low, high = routes[0], routes[1]
    while low | high != np.uint64(0):
        route, low, high = pop_bit(low, high)
        for side in range(2):
            touched |= np.uint64(board.attraction[board.ends[route, side]]) << np.uint64(board.ends[route, side])
    return touched


@inlined
def joined_districts(board: Board, parents: Int64s) -> Word:
    """R-SCORE-4: districts whose locations are all joined, through whatever places, as a word with a bit for each."""
    joined_to = np.empty(MAX_DISTRICTS, np.int64)
    for district in range(board.districts):
        joined_to[district] = -1
    broken = np.uint64(0)
    for location in range(board.locations):
        district = board.district_of[location]
        if district < 0:
            continue
        part = find(parents, location)
        if joined_to[district] < 0:
            joined_to[district] = part
        elif joined_to[district] != part:
            broken |= np.uint64(1) << np.uint64(district)
    return ~broken


@inlined
def route_gain(board: Board, route: int, tickets: Int32s, touched: Word, parents: Int64s) -> Gain:
    """What a route brings to a network that touches these locations and joins them so, with these tickets to complete."""
    length, attractions = wide(board.route_points[board.length[route]]), new_attractions(board, route, touched)
    first, second = find(parents, wide(board.ends[route, 0])), find(parents, wide(board.ends[route, 1]))
    made, districts = 0, 0
    if first == second:
        return Gain(length, made, attractions, districts)
    for ticket in tickets:
        start, goal = find(parents, wide(board.ticket_ends[ticket, 0])), find(parents, wide(board.ticket_ends[ticket, 1]))
        if (start == first and goal == second) or (start == second and goal == first):
            made += board.ticket_points[ticket]
    for district in range(board.districts):
        size, here, there = district_parts(board, district, first, second, parents)
        if here > 0 and there > 0 and here + there == size:
            districts += board.district_points[district]
    return Gain(length, made, attractions, districts)


@inlined
def gained_points(board: Board, gain: Gain) -> int:
    """What a gain adds to the total."""
    # R-SCORE-2: a ticket that is not made costs its points
    return gain.length + (COMPLETE - INCOMPLETE) * gain.tickets + board.attraction_points * gain.attractions + gain.districts


@inlined
def new_attractions(board: Board, route: int, touched: Word) -> int:
    """Attractions at the route's ends that a network does not touch yet (R-SCORE-3)."""
    found = 0
    if board.attraction_points == 0:
        return found
    for side in range(2):
        location = board.ends[route, side]
        if (touched >> np.uint64(location)) & np.uint64(1) == np.uint64(0):
            found += board.attraction[location]
    return found


@inlined
def district_parts(board: Board, district: int, first: int, second: int, parents: Int64s) -> tuple[int, int, int]:
    """How many locations a district has, and how many of them lie in two parts of a network (R-SCORE-4)."""
    size, here, there = 0, 0, 0
    for location in range(board.locations):
        if board.district_of[location] == district:
            part = find(parents, location)
            size += 1
            here += part == first
            there += part == second
    return size, here, there


@inlined
def winners(board: Board, players: int, sheets: Int32s) -> tuple[int, int]:
    """The winning seats as bits, and the tie break that decided (0: none was needed or none helped) (R-SCORE-6)."""
    tied = best_of(players, (1 << players) - 1, sheets, TOTAL)
    decided_by = 0
    for tie_break in board.tie_breaks:
        column = COMPLETED if tie_break == BY_TICKETS else LONGEST_BONUS
        if tied & (tied - 1) == 0 or (tie_break != BY_TICKETS and tie_break != BY_LONGEST_PATH):
            break
        still_tied = best_of(players, tied, sheets, column)
        if still_tied != tied:
            decided_by = tie_break
        tied = still_tied
    return tied, decided_by


@inlined
def best_of(players: int, seats: int, sheets: Int32s, column: int) -> int:
    """Those of the seats (bits) that have the most in a column."""
    most = -1_000_000
    best = 0
    for seat in range(players):
        if (seats >> seat) & 1 == 0:
            continue
        if sheets[seat, column] > most:
            most = sheets[seat, column]
            best = 0
        if sheets[seat, column] == most:
            best |= 1 << seat
    return best
