"""Suggestions for whoever designs a board, as rows for its files: tickets by their shortest way, second tracks, points.

What a board should have is told by `advice`, from what the boxes have; here is one way to get there, the same whenever it is asked.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final, NamedTuple

from allaboard.editions.advice import bridges, leads, odd_tickets, shortest_ways
from allaboard.editions.edition import Board, Route, Ticket

__all__ = ["Suggestions", "suggest"]

TICKETS_A_PLACE: Final = 1.0
ENOUGH_IDLE: Final = 0.15
"""The boxes have 7 to 23 % of routes that no ticket needs: once so few are left, tickets are no longer chosen for them."""
SHORTEST: Final = 0.2
"""No ticket is shorter than this part of the longest way on the board, nor than three spaces."""


class Suggestions(NamedTuple):
    """Tickets to add, those to change with what they should be worth, and routes to lay beside single ones."""

    tickets: tuple[Ticket, ...]
    worth: tuple[Ticket, ...]
    tracks: tuple[Route, ...]


def suggest(board: Board, tickets: tuple[Ticket, ...] = (), wanted: int | None = None) -> Suggestions:
    """Return what a board could have; `wanted` is how many tickets to add, as many as one a place leaves open unless named."""
    ways = shortest_ways(board)
    if wanted is None:
        wanted = max(0, round(TICKETS_A_PLACE * len(board.locations)) - len(tickets))
    colours = Counter({route.colour: 0 for route in board.routes if route.colour})
    colours.update(route.colour for route in board.routes if route.colour)
    tracks = []
    for route in bridges(board):
        colour = min(colours, key=lambda name: (colours[name], name), default=None)
        tracks.append(Route(route.a, route.b, route.length, colour, ferries=route.ferries))
        if colour is not None:
            colours[colour] += 1
    worth = tuple(Ticket(ticket.a, ticket.b, spaces) for ticket, spaces in odd_tickets(tickets, ways))
    return Suggestions(_tickets(board, tickets, wanted, ways), worth, tuple(tracks))


def _tickets(board: Board, known: tuple[Ticket, ...], wanted: int, ways: dict[str, dict[str, int]]) -> tuple[Ticket, ...]:
    """Choose pairs one by one: over routes that nobody needs yet, from places that have few, of lengths that are rare."""
    names = [location.name for location in board.locations]
    longest = max((spaces for far in ways.values() for spaces in far.values()), default=0)
    taken = {frozenset((ticket.a, ticket.b)) for ticket in known}
    pairs = [
        Ticket(a, b, ways[a][b])
        for a, b in combinations(names, 2)
        if frozenset((a, b)) not in taken and ways[a].get(b, 0) >= max(3, SHORTEST * longest)
    ]
    needed = {pair: {number for number, route in enumerate(board.routes) if leads(ways, pair, route)} for pair in pairs}
    idle = {number for number, route in enumerate(board.routes) if not any(leads(ways, ticket, route) for ticket in known)}
    ends = Counter(end for ticket in known for end in (ticket.a, ticket.b))
    lengths = Counter(ticket.points for ticket in known)
    chosen: list[Ticket] = []
    while pairs and len(chosen) < wanted:
        wished = idle if len(idle) > ENOUGH_IDLE * len(board.routes) else set[int]()
        worth = {pair: len(needed[pair] & wished) - 2 * (ends[pair.a] + ends[pair.b]) - lengths[pair.points] for pair in pairs}
        best = max(pairs, key=worth.__getitem__)
        pairs.remove(best)
        chosen.append(best)
        ends.update((best.a, best.b))
        lengths[best.points] += 1
        idle -= needed[best]
    return tuple(sorted(chosen, key=lambda ticket: (ticket.points, ticket.name)))
