"""How a seat's tickets stand: done, open with a way that is still free to it, or out of reach.

The fewest pieces that any way takes decide whether a ticket can be made; what is drawn is the way that takes the fewest turns.

For the seat itself only, from its own observation. The route graph is the bots'; which routes are open is decided by the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import Final, Literal, NamedTuple, NotRequired

from typing_extensions import TypedDict

from allaboard.bots.route_graph import RouteGraph, RouteSet, kept_by_network, route_graph_of
from allaboard.engine.bits import members, route_set
from allaboard.engine.claiming import free_for
from allaboard.observation import Observation
from allaboard.server.joint_pieces import joint_pieces

__all__ = ["OfferCost", "TicketFacts", "TicketStatus", "offer_costs", "ticket_facts", "ticket_statuses"]

FEW: Final = 3
"""So many tickets are joined in every order; more of them in a few sensible ones."""
MANY: Final = 140
"""Up to this the tickets to join, over all choices, are joined for each choice anew: a long game on our boards stays below."""
DRAWN: Final = 24
"""So many tickets are drawn by the way in the fewest turns; where a seat has more of them, by the shortest."""


class TicketPath(NamedTuple):
    """Routes to claim, none where nothing is left to claim, and the pieces that they take."""

    routes: tuple[int, ...]
    pieces: int


NO_PATH: Final = TicketPath((), 0)
"""What stands where there is none."""


class TicketStatus(TypedDict):
    """How a ticket stands: the fewest `pieces` that it takes, and the `routes` of the cheapest way in turns, which may take more.

    A cheapest way that takes more pieces than are left is no way: then the shortest one is given.
    """

    ticket: str
    state: Literal["done", "open", "impossible"]
    pieces: int
    routes: list[str]
    reason: NotRequired[Literal["cut off", "pieces"]]  # why it is impossible


class OfferCost(TypedDict):
    """What keeping some tickets of an offer takes: the fewest `pieces` for them, and for them `together` with the open ones held.

    None where a way is missing for one of them; open tickets held that have none are left out. Where more are held than can be joined in
    every way, `together` is enough but need not be the least: it is not `exact`, and to be told as "at most".
    """

    keep: list[str]
    pieces: int | None
    together: int | None
    exact: bool


class TicketFacts(TypedDict):
    """How a seat's tickets stand, and what the choices from its offer cost."""

    ways: list[TicketStatus]
    costs: list[OfferCost]


def ticket_facts(observation: Observation) -> TicketFacts:
    """Return all that is told of the tickets of an observation's seat. It stays the same until the game changes."""
    return {"ways": ticket_statuses(observation), "costs": offer_costs(observation)}


def offer_costs(observation: Observation) -> list[OfferCost]:
    """Return the cost of every choice from the seat's offer; nothing without an offer."""
    if observation.seat is None or not observation.offer:
        return []
    state, actions, seat = observation.state, observation.actions, observation.seat
    network = route_graph_of(actions)
    own = route_set(state.claimed[seat])
    free = free_for(state, seat)
    offer = tuple(actions.ticket_index[name] for name in observation.offer)
    held = tuple(
        number
        for number, place in enumerate(state.place.tolist())
        if place == seat and number not in offer and _shortest(network, *network.tickets[number][:2], own, free)
    )
    choices = [chosen for size in range(1, len(offer) + 1) for chosen in combinations(offer, size)]
    joined = _joint if len(choices) * (len(offer) + len(held)) <= MANY else _along
    whole = joint_pieces(network, (*offer, *held), own, free)
    part = whole or joint_pieces(network, offer, own, free)
    assert part is not None, "an offer alone is never too much"
    costs: list[OfferCost] = []
    for chosen in choices:
        alone = part.of(chosen)
        together = whole.of((*chosen, *held)) if whole else alone if alone is None else joined(network, chosen, held, own, free)
        keep = [actions.ticket_names[number] for number in chosen]
        costs.append({"keep": keep, "pieces": alone, "together": together, "exact": whole is not None or together in (None, alone)})
    return costs


@kept_by_network(1024)
def _joint(network: RouteGraph, chosen: tuple[int, ...], held: tuple[int, ...], own: RouteSet, free: RouteSet) -> int | None:
    """Return the fewest pieces found that join all these tickets, in several orders; None where one has no way."""
    tickets = (*chosen, *held)
    worth = sorted(tickets, key=lambda ticket: -network.tickets[ticket][2])
    orders: Iterable[tuple[int, ...]] = permutations(tickets) if len(tickets) <= FEW else (tuple(worth), tuple(reversed(worth)), tickets)
    found: list[int] = []
    for order in orders:
        wanted = _wanted(network, order, own, free)
        if wanted is None:
            return None
        found.append(network.pieces(wanted))
    return min(found)


def _along(network: RouteGraph, chosen: tuple[int, ...], held: tuple[int, ...], own: RouteSet, free: RouteSet) -> int | None:
    """The same in one order, those held first: choices share all but their last step, so that many tickets cost no more than they are."""
    wanted = _wanted(network, (*held, *chosen), own, free)
    return None if wanted is None else network.pieces(wanted)


def _wanted(network: RouteGraph, order: Sequence[int], own: RouteSet, free: RouteSet) -> RouteSet | None:
    """Return the routes that join tickets one after the other, each along what those before it need; None where one has no way."""
    wanted: RouteSet = 0
    for ticket in order:
        a, b, _ = network.tickets[ticket]
        way = _shortest(network, a, b, own | wanted, free & ~wanted)
        if way is None:
            return None
        wanted |= way
    return wanted


def ticket_statuses(observation: Observation) -> list[TicketStatus]:
    """Return every ticket that the seat holds or is offered: its state, the fewest pieces it takes, and the way to draw."""
    if observation.seat is None:
        return []
    state, actions, seat = observation.state, observation.actions, observation.seat
    network = route_graph_of(actions)
    own = route_set(state.claimed[seat])
    free = free_for(state, seat)
    pieces = int(state.pieces[seat])
    held = (number for number, place in enumerate(state.place.tolist()) if place == seat)
    tickets = dict.fromkeys([*held, *(actions.ticket_index[name] for name in observation.offer)])
    statuses: list[TicketStatus] = []
    for number in tickets:
        a, b, _ = network.tickets[number]
        shortest, cheapest = _ways(network, a, b, own, free, len(tickets) <= DRAWN)
        # R-TICKET-7, R-CLAIM-5: nothing left to claim is done; no way, or too few pieces for any, is out of reach
        drawn = cheapest if cheapest.pieces <= pieces else shortest
        status: TicketStatus = {
            "ticket": actions.ticket_names[number],
            "state": "open" if shortest.routes else "done",
            "pieces": shortest.pieces,
            "routes": [actions.route_names[route] for route in drawn.routes],
        }
        if shortest is NO_PATH or shortest.pieces > pieces:
            status["state"], status["reason"] = "impossible", "cut off" if shortest is NO_PATH else "pieces"
        statuses.append(status)
    return statuses


@kept_by_network(8192)
def _ways(network: RouteGraph, a: int, b: int, own: RouteSet, free: RouteSet, both: bool) -> tuple[TicketPath, TicketPath]:
    """Return a shortest and a cheapest way, or not `both`, the first twice. They stay the same until a route is claimed."""
    short = _shortest(network, a, b, own, free)
    found = short, network.cheapest(a, b, own, free) if both else short
    shortest, cheapest = (NO_PATH if way is None else TicketPath(tuple(members(way)), network.pieces(way)) for way in found)
    return shortest, cheapest


@kept_by_network(8192)
def _shortest(network: RouteGraph, a: int, b: int, own: RouteSet, free: RouteSet) -> RouteSet | None:
    """The open routes of a shortest way, kept: choices from an offer share most of theirs, whatever the order."""
    return network.shortest(a, b, own, free)
