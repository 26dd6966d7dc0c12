"""The score by the last sections of RULES.md: tickets, bonuses, winners; networks are walked through, route by route."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from reference.table import Seat, Table


@dataclass
class Sheet:
    """What one seat scored."""

    routes: int
    tickets: dict[str, int]
    """Ticket → its points, plus or minus."""
    completed: int
    longest_path: int
    longest_path_points: int
    attractions: set[str]
    attraction_points: int
    districts: set[str]
    district_points: int

    @property
    def total(self) -> int:
        return self.routes + sum(self.tickets.values()) + self.longest_path_points + self.attraction_points + self.district_points


def score(table: Table) -> list[Sheet]:
    """R-SCORE-1 to R-SCORE-5: the sheets of all seats, as if the game ended now."""
    lengths = [longest_path(table, seat) if table.edition.longest_path_points else 0 for seat in table.seats]
    return [
        sheet_of(table, seat, length, holds=length == max(lengths) and length > 0)
        for seat, length in zip(table.seats, lengths, strict=True)
    ]


def sheet_of(table: Table, seat: Seat, length: int, holds: bool) -> Sheet:
    """One seat's sheet; `holds`: it has the longest path (R-SCORE-5), alone or tied."""
    edition, routes = table.edition, [table.edition.board.routes[number] for number in table.routes_of(seat)]
    tickets, completed = {}, 0
    for ticket in edition.tickets:
        if ticket.name in seat.tickets:
            complete = ticket.b in reached_from(table, seat, ticket.a)  # R-TICKET-7
            completed += complete
            tickets[ticket.name] = ticket.points if complete else -ticket.points  # R-SCORE-2
    touched = {end for route in routes for end in (route.a, route.b)}
    attractions = {place.name for place in edition.board.locations if place.attraction and place.name in touched}
    districts = [each for each in edition.board.districts if set(each.locations) <= reached_from(table, seat, each.locations[0])]
    return Sheet(
        routes=sum(edition.route_points[route.length] for route in routes),  # R-SCORE-1
        tickets=tickets,
        completed=completed,
        longest_path=length,
        longest_path_points=edition.longest_path_points if holds else 0,
        attractions=attractions if edition.attraction_points else set(),
        attraction_points=edition.attraction_points * len(attractions),  # R-SCORE-3
        districts={district.name for district in districts},
        district_points=sum(district.points for district in districts),  # R-SCORE-4
    )


def reached_from(table: Table, seat: Seat, location: str) -> set[str]:
    """All locations that the seat's own routes join to one, itself included."""
    reached = {location}
    ends = [{table.edition.board.routes[number].a, table.edition.board.routes[number].b} for number in table.routes_of(seat)]
    while True:
        further = reached.union(*(pair for pair in ends if pair & reached))
        if further == reached:
            return reached
        reached = further


def longest_path(table: Table, seat: Seat) -> int:
    """R-SCORE-5: the most pieces on one continuous path that uses no route twice: every path is walked, from every location.

    A path is given up only when all routes that can still be reached would not make it the longest, or when the same routes were
    walked to the same place before.
    """
    routes = [table.edition.board.routes[number] for number in table.routes_of(seat)]
    leaving: dict[str, list[int]] = {}
    for number, route in enumerate(routes):
        leaving.setdefault(route.a, []).append(number)
        leaving.setdefault(route.b, []).append(number)
    walked: set[tuple[str, frozenset[int]]] = set()
    best = 0

    def walk(place: str, used: frozenset[int], length: int) -> None:
        nonlocal best
        best = max(best, length)
        if (place, used) in walked or length + within_reach(place, used) <= best:
            return
        walked.add((place, used))
        for number in leaving[place]:
            if number not in used:
                route = routes[number]
                walk(route.b if place == route.a else route.a, used | {number}, length + route.length)

    def within_reach(place: str, used: frozenset[int]) -> int:
        reached, to_visit, found = {place}, [place], set()
        while to_visit:
            for number in leaving[to_visit.pop()]:
                if number not in used and number not in found:
                    found.add(number)
                    new = {routes[number].a, routes[number].b} - reached
                    reached |= new
                    to_visit += new
        return sum(routes[number].length for number in found)

    # Where an odd number of routes meets, a path that uses them all must begin or end.
    for place in sorted(leaving, key=lambda name: len(leaving[name]) % 2 == 0):
        walk(place, frozenset(), 0)
    return best


def winners(table: Table, sheets: list[Sheet]) -> tuple[tuple[int, ...], str | None]:
    """R-SCORE-6: who wins, and the tie break that decided last."""
    most = max(sheet.total for sheet in sheets)
    tied, decided = [seat for seat, sheet in enumerate(sheets) if sheet.total == most], None
    for tie_break in table.edition.tie_breaks:
        merits = {seat: sheets[seat].completed if tie_break == "tickets" else sheets[seat].longest_path_points for seat in tied}
        best = [seat for seat in tied if merits[seat] == max(merits.values())]
        if len(best) < len(tied):
            tied, decided = best, tie_break
    return tuple(tied), decided


def corners(table: Table, sheets: list[Sheet]) -> Counter[str]:
    """Corners of the score that a finished game came to."""
    winning, decided = winners(table, sheets)
    holders = [sheet for sheet in sheets if sheet.longest_path_points]
    met = {
        "the victory is shared": len(winning) > 1,
        "a tie is broken, and still shared": len(winning) > 1 and decided is not None,
        "a tie is broken by tickets": decided == "tickets",
        "a tie is broken by the longest path": decided == "longest-path",
        "the longest path is tied": len(holders) > 1,
        "nobody has claimed a route": not table.owners,
        "a total is negative": any(sheet.total < 0 for sheet in sheets),
        "a ticket is complete": any(sheet.completed for sheet in sheets),
        "an attraction scores": any(sheet.attraction_points for sheet in sheets),
        "a district scores": any(sheet.district_points for sheet in sheets),
        "the longest path is not all that the player owns": any(
            0 < sheet.longest_path < sum(table.edition.board.routes[number].length for number in table.routes_of(seat))
            for seat, sheet in zip(table.seats, sheets, strict=True)
        ),
    }
    return Counter(name for name, is_met in met.items() if is_met)
