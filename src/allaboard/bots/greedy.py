"""A player by rules of thumb: the shortest open way for its tickets, then the routes that pay best.

It thinks of its own turn alone and has no opinion on its opponents; stronger bots are measured against it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from allaboard.actions import KeepTickets
from allaboard.bots.route_graph import Plan, RouteGraph, RouteSet, kept_by_network, route_graph_of
from allaboard.engine.bits import members, route_set
from allaboard.engine.claiming import free_for
from allaboard.engine.records import CHOOSING, OFFER, TURN, WILD
from allaboard.observation import Observation

__all__ = ["GreedyBot"]

SPACE_WORTH: Final = 0.5
"""What a space that a ticket asks for is thought to cost, in points, when tickets are chosen."""

RESERVE: Final = 0.2
"""The part of the pieces that chosen tickets leave for detours."""

TICKETS_AGAIN: Final = 0.6
"""With more than this part of the pieces left and all tickets done, there is time for new ones."""


class GreedyBot:
    """Takes the shortest way for its tickets, then the routes that pay best."""

    def choose(self, observation: Observation) -> int:
        """Keep tickets when there is an offer; otherwise claim what the plan wants, or draw for it."""
        view = SeatView(observation)
        phase = observation.state.phase
        if phase in (CHOOSING, OFFER):
            return max(observation.legal_ids, key=view.worth_of_keep)
        if phase == TURN:
            if (claim := view.best_claim()) is not None:
                return claim
            if view.has_time_for_tickets:
                return observation.actions.draw_tickets
        return view.best_draw()


class SeatView:
    """What the bot sees from its seat at one moment, and what it makes of it."""

    def __init__(self, observation: Observation) -> None:
        assert observation.seat is not None, "a spectator has nothing to choose"
        state, seat = observation.state, observation.seat
        self.observation = observation
        self.ways: RouteGraph = route_graph_of(observation.actions)
        self.own = route_set(state.claimed[seat])
        self.open = free_for(state, seat)
        self.hand: list[int] = state.hands[seat].tolist()
        self.pieces = int(state.pieces[seat])
        self.last_turn = bool(state.final_turns >= 0)  # R-END-1: whoever acts in the final round has no other turn
        index = observation.actions.ticket_index
        held = {ticket for ticket, place in enumerate(state.place.tolist()) if place == seat}
        self.tickets = frozenset(held - {index[name] for name in observation.offer})

    @cached_property
    def plan(self) -> Plan:
        """The way to go for the tickets in hand."""
        return _plan(self.ways, self.own, self.open, self.tickets, self.pieces)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The routes to claim next: those of the plan, or the one that brings most points a turn."""
        if self.plan.routes:
            return self.plan.routes
        fitting = [route for route in members(self.open) if self.ways.length[route] <= self.pieces]
        best = max(fitting, key=lambda route: self.ways.points[route] / (2 + self.missing(route)), default=None)
        return () if best is None else (best,)

    @property
    def has_time_for_tickets(self) -> bool:
        """Whether all tickets are done early enough to take more."""
        actions = self.observation.actions
        early = self.pieces > TICKETS_AGAIN * actions.edition.pieces and not self.last_turn
        return early and not self.plan.routes and actions.draw_tickets in self.observation.legal_ids

    def colour_for(self, route: int) -> int:
        """The kind of card to pay a route with: its own, or on a grey route what the hand has most of."""
        return self.ways.colour[route] or max(range(1, len(self.hand)), key=lambda kind: self.hand[kind])

    def missing(self, route: int) -> int:
        """How many cards the hand lacks for a route."""
        return self.ways.missing(route, self.hand[self.colour_for(route)], self.hand[WILD])

    def worth_of_keep(self, number: int) -> float:
        """What keeping some of the tickets on offer promises, together with those in hand."""
        actions = self.observation.actions
        action = actions.action(number, self.observation.offer)
        assert isinstance(action, KeepTickets)
        tickets = self.tickets | {actions.ticket_index[name] for name in action.keep}
        plan = _plan(self.ways, self.own, self.open, tickets, int(self.pieces * (1 - RESERVE)))
        return plan.points - SPACE_WORTH * plan.spaces

    def best_claim(self) -> int | None:
        """The claim that brings most of those that are aimed at, paid with what is needed least; None to wait."""
        ways = self.ways
        reserved = [0] * len(self.hand)
        for route in self.plan.routes:
            reserved[ways.colour[route]] += ways.length[route]

        def worth(number: int) -> tuple[int, int, int, int]:
            route, kind, wilds = ways.claims[number]
            # what the tickets score with this route and no other
            tickets = _plan(ways, self.own | 1 << route, 0, self.tickets, 0).points if self.last_turn else 0
            return ways.points[route] + tickets, -wilds, -reserved[kind], self.hand[kind]

        claims = [number for number in self.observation.legal_ids if number in ways.claims]
        aimed_at = [number for number in claims if self.last_turn or ways.claims[number].route in self.targets]
        return max(aimed_at, key=worth, default=None)

    def best_draw(self) -> int:
        """A face-up card that a target asks for, the dearest target first, or else whatever is listed first: the deck."""
        actions, legal = self.observation.actions, self.observation.legal_ids
        wish = [0] * len(self.hand)
        for route in self.targets:
            for kind in (self.colour_for(route), *([WILD] if self.ways.fewest_wilds[route][-1] > self.hand[WILD] else [])):
                wish[kind] = max(wish[kind], 1 + self.ways.points[route])
        face_up = {number: card for card, number in enumerate(actions.takes) if number in legal}
        best = max(face_up, key=lambda number: wish[face_up[number]], default=None)
        return best if best is not None and wish[face_up[best]] > 0 else legal[0]


@kept_by_network(1024)
def _plan(ways: RouteGraph, own: RouteSet, open_routes: RouteSet, tickets: frozenset[int], pieces: int) -> Plan:
    """Plans change when a route is claimed, not with every card."""
    return ways.plan(own, open_routes, tickets, pieces)
