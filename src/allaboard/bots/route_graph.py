"""A board as a network to travel: cheapest and shortest ways over open and own routes, and plans that join several tickets.

Routes, locations and tickets are the engine's numbers; which plan to follow is for the bots to decide.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar, TypeVarTuple
from weakref import ReferenceType, ref

from allaboard.actions import ActionSpace, kept_with_actions
from allaboard.editions.bounds import MAX_LENGTH
from allaboard.engine.bits import members
from allaboard.engine.records import CLAIM_ROUTE

__all__ = ["Claim", "Plan", "RouteGraph", "RouteSet", "kept_by_network", "route_graph_of"]

Found = TypeVar("Found")
Rest = TypeVarTuple("Rest")

TURN_OF_CLAIM: Final = 2
"""What a claim costs beside its cards: the turn that it takes, in which two cards could be drawn."""

RouteSet: TypeAlias = int
"""A set of routes, one bit each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Routes still to claim, the spaces they have, and what the tickets score once all are claimed."""

    routes: tuple[int, ...]
    spaces: int
    points: int


class Claim(NamedTuple):
    """What an action that claims a route claims, and what it pays with."""

    route: int
    colour: int
    wilds: int


class RouteGraph:
    """The network of one edition's board, with the figures that decide where to go."""

    def __init__(self, actions: ActionSpace) -> None:
        edition, board = actions.edition, actions.edition.board
        index = board.location_index
        self.length = [route.length for route in board.routes]
        self.points = [edition.points_of(route) for route in board.routes]
        # a grey route has colour 0: no colour of its own
        self.colour = [0 if route.colour is None else edition.card_names.index(route.colour) for route in board.routes]
        self.tickets = [(index[ticket.a], index[ticket.b], ticket.points) for ticket in edition.tickets]
        self.beside: list[list[tuple[int, int]]] = [[] for _ in board.locations]
        for number, route in enumerate(board.routes):
            self.beside[index[route.a]].append((number, index[route.b]))
            self.beside[index[route.b]].append((number, index[route.a]))
        facts = actions.boards[0]
        claims = actions.of_kind(CLAIM_ROUTE)
        columns = (column[claims].tolist() for column in (facts.action_route, facts.action_colour, facts.action_wilds))
        self.claims = dict(zip(claims, map(Claim, *columns), strict=True))
        self.fewest_wilds: list[list[int]] = facts.fewest_wilds[: len(board.routes)].tolist()
        """For each route, the fewest wilds that pay for it beside 0, 1, ... cards of its colour."""
        # a wild takes the place of two cards that could be drawn
        self.price = [length + wilds[-1] + TURN_OF_CLAIM for length, wilds in zip(self.length, self.fewest_wilds, strict=True)]

    def missing(self, route: int, cards: int, wilds: int) -> int:
        """How many cards a hand lacks for a route that holds so many of its colour and so many wilds."""
        return max(0, self.fewest_wilds[route][min(cards, MAX_LENGTH)] - wilds)

    def cheapest(self, a: int, b: int, own: RouteSet, open_routes: RouteSet) -> RouteSet | None:
        """The open routes of the way between two locations that takes the fewest turns; None when there is no way."""
        return self._least(self.price, a, b, own, open_routes)

    def shortest(self, a: int, b: int, own: RouteSet, open_routes: RouteSet) -> RouteSet | None:
        """The open routes of the way between two locations that takes the fewest pieces; None when there is no way."""
        return self._least(self.length, a, b, own, open_routes)

    def pieces(self, routes: RouteSet) -> int:
        """How many pieces some routes take."""
        return sum(self.length[route] for route in members(routes))

    def _least(self, costs: list[int], a: int, b: int, own: RouteSet, open_routes: RouteSet) -> RouteSet | None:
        """The open routes of a way between two locations whose costs add up to least."""
        queue: list[tuple[int, int, RouteSet]] = [(0, a, 0)]
        reached: set[int] = set()
        while queue:
            cost, here, way = heapq.heappop(queue)
            if here == b:
                return way
            if here in reached:
                continue
            reached.add(here)
            for route, there in self.beside[here]:
                if there in reached:
                    continue
                if own >> route & 1:
                    heapq.heappush(queue, (cost, there, way))
                elif open_routes >> route & 1:
                    heapq.heappush(queue, (cost + costs[route], there, way | 1 << route))
        return None

    def plan(self, own: RouteSet, open_routes: RouteSet, tickets: frozenset[int], pieces: int) -> Plan:
        """Cheapest ways for the tickets, the dearest first and the others along it, as far as the pieces reach."""
        wanted: RouteSet = 0
        spaces = points = 0
        for ticket in sorted(tickets, key=lambda ticket: (-self.tickets[ticket][2], ticket)):
            a, b, worth = self.tickets[ticket]
            way = self.cheapest(a, b, own | wanted, open_routes)
            more = 0 if way is None else self.pieces(way)
            if way is None or spaces + more > pieces:
                points -= worth
            else:
                points, spaces, wanted = points + worth, spaces + more, wanted | way
        return Plan(tuple(members(wanted)), spaces, points)


@kept_with_actions
def route_graph_of(actions: ActionSpace) -> RouteGraph:
    """The network of an edition, made once."""
    return RouteGraph(actions)


class KeptByNetwork(Generic[*Rest, Found]):
    """What was worked out last on networks, without keeping a network itself: one takes up to a megabyte, and boards come and go."""

    def __init__(self, most: int, find: Callable[[RouteGraph, *Rest], Found]) -> None:
        def found(known: ReferenceType[RouteGraph], *rest: *Rest) -> Found:
            network = known()
            assert network is not None, "who asks has it"
            return find(network, *rest)

        self._kept = lru_cache(maxsize=most)(found)
        self.cache_clear = self._kept.cache_clear

    def __call__(self, network: RouteGraph, *rest: *Rest) -> Found:
        return self._kept(ref(network), *rest)


def kept_by_network(most: int) -> Callable[[Callable[[RouteGraph, *Rest], Found]], KeptByNetwork[*Rest, Found]]:
    """Keep so many answers of a function that works something out on a network: those that were asked for last."""
    return lambda find: KeptByNetwork(most, find)
