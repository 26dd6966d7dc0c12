"""How a seat's tickets stand: done, open with a shortest way that is still free to it, or out of reach.

For the seat itself only, from its own observation. The route graph is the bots'; which routes are open is decided by the engine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from typing_extensions import TypedDict

from allaboard.bots.route_graph import RouteGraph, RouteSet, route_graph_of
from allaboard.engine.bits import members, route_set
from allaboard.observation import Observation

__all__ = ["TicketStatus", "ticket_statuses"]


class TicketStatus(TypedDict):
    """How a ticket stands: `pieces` and `routes` are those of a shortest way that is still free to the seat."""

    ticket: str
    state: Literal["done", "open", "impossible"]
    pieces: int
    routes: list[str]
    reason: Literal["cut off", "pieces"] | None


def ticket_statuses(observation: Observation) -> list[TicketStatus]:
    """Return every ticket that the seat holds or is offered: its state, the routes of a shortest way and the pieces these take."""
    if observation.seat is None:
        return []
    state, actions, seat = observation.state, observation.actions, observation.seat
    network = route_graph_of(actions)
    own = route_set(state.claimed[seat])
    free = route_set(state.free) & ~route_set(state.barred[seat])
    pieces = int(state.pieces[seat])
    held = (number for number, place in enumerate(state.place.tolist()) if place == seat)
    statuses: list[TicketStatus] = []
    for number in dict.fromkeys([*held, *(actions.ticket_index[name] for name in observation.offer)]):
        a, b, _ = network.tickets[number]
        way = _shortest(network, a, b, own, free)
        routes = [] if way is None else list(members(way))
        needed = sum(network.length[route] for route in routes)
        # R-TICKET-7, R-CLAIM-5: nothing left to claim is done; no way, or too few pieces for it, is out of reach
        reason: Literal["cut off", "pieces"] | None = "cut off" if way is None else "pieces" if needed > pieces else None
        statuses.append(
            {
                "ticket": actions.ticket_names[number],
                "state": "impossible" if reason else "open" if routes else "done",
                "pieces": needed,
                "routes": [actions.route_names[route] for route in routes],
                "reason": reason,
            }
        )
    return statuses


@lru_cache(maxsize=8192)
def _shortest(network: RouteGraph, a: int, b: int, own: RouteSet, free: RouteSet) -> RouteSet | None:
    """Return a shortest way. It is asked for after every line, and stays the same until a route is claimed."""
    return network.shortest(a, b, own, free)
