"""Advice for whoever designs a board, from the board itself: where it leaves what the four boxes have in common. Nothing of it is a fault.

The ranges are measured on the editions that come with the package.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final

from allaboard.editions.edition import Board, Edition, Route, Ticket

__all__ = ["advice_on", "bridges", "leads", "odd_tickets", "shortest_ways"]

TICKETS_A_PLACE: Final = (0.8, 1.2)
MOST_ROUTES_AT_A_PLACE: Final = 9
UNNEEDED: Final = (0.07, 0.23)
"""The share of routes that lie on no ticket's shortest way."""
SHOWN: Final = 6


def advice_on(edition: Edition) -> list[str]:
    """Return what to think about, one sentence each; nothing where a board is like those of the boxes."""
    board = edition.board
    ways = shortest_ways(board)
    return [*_tickets_a_place(edition), *_crowded(board), *_unneeded(edition, ways), *_bridges(board), *_points(edition, ways)]


def shortest_ways(board: Board) -> dict[str, dict[str, int]]:
    """Return the spaces of the shortest way from every location to every other that can be reached."""
    near: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for route in board.routes:
        near[route.a].append((route.b, route.length))
        near[route.b].append((route.a, route.length))
    found: dict[str, dict[str, int]] = {}
    for location in board.locations:
        far, ahead = {location.name: 0}, [(0, location.name)]
        while ahead:
            spaces, here = heappop(ahead)
            for there, length in near[here] if spaces == far[here] else ():
                if spaces + length < far.get(there, spaces + length + 1):
                    far[there] = spaces + length
                    heappush(ahead, (spaces + length, there))
        found[location.name] = far
    return found


def _tickets_a_place(edition: Edition) -> list[str]:
    places, tickets = len(edition.board.locations), len(edition.tickets)
    low, high = TICKETS_A_PLACE
    if low <= tickets / places <= high:
        return []
    return [f"{tickets} tickets for {places} places are {tickets / places:.1f} a place; the boxes have {low} to {high}."]


def _crowded(board: Board) -> list[str]:
    routes = Counter(end for route in board.routes for end in (route.a, route.b))
    crowded = [f"{name} ({count})" for name, count in routes.most_common() if count > MOST_ROUTES_AT_A_PLACE]
    return [f"More than {MOST_ROUTES_AT_A_PLACE} routes meet at {_listed(crowded)}; in the boxes, nowhere."] if crowded else []


def _unneeded(edition: Edition, ways: dict[str, dict[str, int]]) -> list[str]:
    routes = edition.board.routes
    idle = [route for route in routes if not any(leads(ways, ticket, route) for ticket in edition.tickets)]
    share, (low, high) = len(idle) / len(routes), UNNEEDED
    if low <= share <= high:
        return []
    names = _listed([f"{route.a}–{route.b}" for route in idle])
    which = f" ({names})" if share > high else ""
    return [f"{share:.0%} of the routes lie on no ticket's shortest way{which}; in the boxes, {low:.0%} to {high:.0%} do."]


def leads(ways: dict[str, dict[str, int]], ticket: Ticket, route: Route) -> bool:
    """Whether a route lies on a shortest way of a ticket."""
    here, there = ways[ticket.a], ways[ticket.b]
    whole = here.get(ticket.b)
    return whole is not None and any(here[a] + route.length + there[b] == whole for a, b in ((route.a, route.b), (route.b, route.a)))


def bridges(board: Board) -> list[Route]:
    """Return the single routes without which the board falls apart: whoever claims one cuts others off."""
    cut = []
    for index, route in enumerate(board.routes):
        near: dict[str, set[str]] = defaultdict(set)
        for number, other in enumerate(board.routes):
            if number != index:
                near[other.a].add(other.b)
                near[other.b].add(other.a)
        reached, ahead = {route.a}, [route.a]
        while ahead:
            fresh = near[ahead.pop()] - reached
            reached |= fresh
            ahead += fresh
        if route.b not in reached:
            cut.append(route)
    return cut


def _bridges(board: Board) -> list[str]:
    cut = _listed([f"{route.a}–{route.b}" for route in bridges(board)])
    return [f"Whoever claims {cut} cuts the board in two: a second track, or another way round, would help."] if cut else []


def odd_tickets(tickets: Iterable[Ticket], ways: dict[str, dict[str, int]]) -> list[tuple[Ticket, int]]:
    """Return the tickets that are worth something else than the spaces of their shortest way, with these."""
    known = [(ticket, ways[ticket.a].get(ticket.b)) for ticket in tickets]
    return [(ticket, spaces) for ticket, spaces in known if spaces is not None and abs(ticket.points - spaces) > max(1, 0.15 * spaces)]


def _points(edition: Edition, ways: dict[str, dict[str, int]]) -> list[str]:
    odd = [f"{ticket.name} ({ticket.points} for {spaces})" for ticket, spaces in odd_tickets(edition.tickets, ways)]
    return [f"A ticket of the boxes is worth the spaces of its shortest way; these are not: {_listed(odd)}."] if odd else []


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
