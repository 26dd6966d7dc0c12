"""How a seat's tickets stand: done, open with a way that is still free to it, or out of reach.

The fewest pieces that any way takes decide whether a ticket can be made; what is drawn is the way that takes the fewest turns.

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
    """How a ticket stands: the fewest `pieces` that it takes, and the `routes` of the cheapest way in turns with its `way_pieces`.

    A cheapest way that takes more pieces than are left is no way: then the shortest one is given.
    """

    ticket: str
    state: Literal["done", "open", "impossible"]
    pieces: int
    routes: list[str]
    way_pieces: int
    reason: Literal["cut off", "pieces"] | None


def ticket_statuses(observation: Observation) -> list[TicketStatus]:
    """Return every ticket that the seat holds or is offered: its state, the fewest pieces it takes, and the way to draw."""
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
        shortest, cheapest = _ways(network, a, b, own, free)
        needed = network.pieces(shortest or 0)
        # R-TICKET-7, R-CLAIM-5: nothing left to claim is done; no way, or too few pieces for any, is out of reach
        reason: Literal["cut off", "pieces"] | None = "cut off" if shortest is None else "pieces" if needed > pieces else None
        drawn = (cheapest if network.pieces(cheapest or 0) <= pieces else shortest) or 0
        statuses.append(
            {
                "ticket": actions.ticket_names[number],
                "state": "impossible" if reason else "open" if shortest else "done",
                "pieces": needed,
                "routes": [actions.route_names[route] for route in members(drawn)],
                "way_pieces": network.pieces(drawn),
                "reason": reason,
            }
        )
    return statuses


@lru_cache(maxsize=8192)
def _ways(network: RouteGraph, a: int, b: int, own: RouteSet, free: RouteSet) -> tuple[RouteSet | None, RouteSet | None]:
    """Return a shortest and a cheapest way. They are asked for after every line, and stay the same until a route is claimed."""
    return network.shortest(a, b, own, free), network.cheapest(a, b, own, free)
