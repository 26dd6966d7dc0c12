"""What a plan wants an option for, as figures: tickets that a claim brings nearer, cards that are missing, pieces that are left.

What becomes of them in games played out is for `reasons` to say. A plan takes the fewest turns, and may take more pieces than its tickets
need: what is left of a ticket is always the fewest pieces, as on the ticket itself, and what is said of all the plan are its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from allaboard.actions import Action, ClaimRoute, DrawTickets, KeepTickets, TakeCard
from allaboard.bots.route_graph import RouteSet, route_graph_of
from allaboard.bots.search.plans import plan_behind
from allaboard.bots.search.worlds import Decision
from allaboard.engine.bits import members, route_set
from allaboard.engine.claiming import free_for
from allaboard.engine.records import CHOOSING, NO_CARD, OFFER, WILD
from allaboard.observation import Observation
from allaboard.review.results import PlanReason, PlanReasonKind

__all__ = ["PlanReasons", "wanted_behind"]

MOST_TOWARDS: Final = 2
FEW: Final = 4
"""So many tickets are joined in every order, to see whether fewer pieces would do; more of them in one."""
UNTOLD: Final = ("ready", "beside")
"""Reasons that only say that the plan does not need an option."""


def wanted_behind(observation: Observation, decision: Decision, action: int) -> list[PlanReason]:
    """What the plan behind an action wants it for; nothing where the plan does not need it."""
    routes, _ = plan_behind(decision, action)
    reasons = PlanReasons(observation, routes).of(observation.actions.action(action, observation.offer))
    return [reason for reason in reasons if reason.kind not in UNTOLD]


class Towards(NamedTuple):
    """A ticket that a claim leads towards: its shortest ways before and after, and whether the plan has the claim on its way for it."""

    ticket: int
    before: RouteSet
    after: RouteSet
    planned: bool


class PlanReasons:
    """The reasons that the plan of a seat gives; `plan` are its routes that are still to be claimed."""

    def __init__(self, observation: Observation, plan: Sequence[int]) -> None:
        assert observation.seat is not None
        self.observation, self.seat, self.plan = observation, observation.seat, plan
        self.state, self.graph = observation.state, route_graph_of(observation.actions)
        self.hand: list[int] = self.state.hands[self.seat].tolist()

    def of(self, named: Action) -> list[PlanReason]:
        """What the plan wants an option for, the weightiest first; there is always something to say."""
        match named:
            case ClaimRoute():
                return self._claiming(self.observation.actions.route_index[named.route])
            case TakeCard():
                return self._taking(self.observation.edition.card_names.index(named.card))
            case KeepTickets():
                return [
                    self._taken([*self._tickets_held(), *(self.observation.actions.ticket_index[name] for name in named.keep)], kept=True)
                ]
            case DrawTickets():
                return [self._taken(self._tickets_held())]
        return self._drawing()

    def _taken(self, tickets: Collection[int], *, kept: bool = False) -> PlanReason:
        """The pieces that the plan takes, of those that there are; where it gave all open tickets up, that nothing is planned.

        Of tickets that are kept it is said to be the way for all of them only where it is, and takes no more pieces than they need.
        """
        pieces = int(self.state.pieces[self.seat])
        if not self.plan and any(0 < (self._pieces_left(ticket) or 0) <= pieces for ticket in tickets):
            return PlanReason("ready", "", 0, 0)
        kind: PlanReasonKind = "together" if kept and self._is_shortest_for(tickets) else "room"
        return PlanReason(kind, "", sum(self.graph.length[route] for route in self.plan), pieces)

    def _pieces_left(self, ticket: int) -> int | None:
        """The fewest pieces that a ticket still takes; None where no way is left."""
        way = self.graph.shortest(
            *self.graph.tickets[ticket][:2], route_set(self.state.claimed[self.seat]), free_for(self.state, self.seat)
        )
        return None if way is None else self.graph.pieces(way)

    def _is_shortest_for(self, tickets: Collection[int]) -> bool:
        """Whether the plan makes all of these tickets, and no way for all of them was found that takes fewer pieces."""
        graph, own, free = self.graph, route_set(self.state.claimed[self.seat]), free_for(self.state, self.seat)
        planned: RouteSet = sum(1 << route for route in self.plan)
        if any(graph.shortest(*graph.tickets[ticket][:2], own | planned, 0) is None for ticket in tickets):
            return False
        lacking = [ticket for ticket in tickets if self._pieces_left(ticket)]
        orders: Iterable[Sequence[int]] = permutations(lacking) if len(lacking) <= FEW else [lacking]
        return all(graph.pieces(self._joined(order, own, free)) >= graph.pieces(planned) for order in orders)

    def _joined(self, tickets: Sequence[int], own: RouteSet, free: RouteSet) -> RouteSet:
        """Ways of fewest pieces for tickets that all have one, each along those before it."""
        joined: RouteSet = 0
        for ticket in tickets:
            joined |= self.graph.shortest(*self.graph.tickets[ticket][:2], own | joined, free) or 0
        return joined

    def _claiming(self, route: int) -> list[PlanReason]:
        """The tickets that a claim brings nearer, the dearest first; where there are none, the plan that it is for, or its points.

        The plan's way for a ticket may be one of few turns and many pieces: what it begins with brings the ticket no nearer than it was.
        """
        actions, graph = self.observation.actions, self.graph
        towards = self._towards(route)
        left = [(one.ticket, graph.pieces(one.before), graph.pieces(one.after)) for one in towards]
        found = [PlanReason("towards", actions.ticket_names[ticket], before, after) for ticket, before, after in left if after < before]
        if found:
            return found[:MOST_TOWARDS]
        return [self._taken(self._tickets_held()) if towards else PlanReason("scores", actions.route_names[route], 0, graph.points[route])]

    def way_beside(self, route: int) -> list[int]:
        """The way of fewest pieces that a claim is for, the claim first, where the plan has another way for its tickets; else nothing."""
        towards = self._towards(route)[:MOST_TOWARDS]
        return [route, *members(towards[0].after)] if towards and not any(one.planned for one in towards) else []

    def _towards(self, route: int) -> list[Towards]:
        """The tickets that a claim leads towards, the dearest first: it lies on a way of fewest pieces, or on the plan's way for them."""
        graph = self.graph
        own = route_set(self.state.claimed[self.seat])
        free = free_for(self.state, self.seat)
        planned: RouteSet = sum(1 << other for other in self.plan)
        last = int(self.state.final_turns) >= 0  # R-END-1: what one claim does not finish is never finished
        found: list[Towards] = []
        for ticket in self._tickets_held():
            a, b, _ = graph.tickets[ticket]
            before, after = graph.shortest(a, b, own, free), graph.shortest(a, b, own | 1 << route, free & ~(1 << route))
            way = graph.shortest(a, b, own, planned)
            if last and after:
                continue
            if not before or after is None or graph.pieces(after) > int(self.state.pieces[self.seat]) - graph.length[route]:
                continue
            nearest = graph.pieces(before) - graph.pieces(after) == graph.length[route]
            planned_so = way is not None and bool(way >> route & 1)
            if nearest or planned_so:
                found.append(Towards(ticket, before, after, planned_so))
        return sorted(found, key=lambda one: -graph.tickets[one.ticket][2])

    def _taking(self, card: int) -> list[PlanReason]:
        """The route that a card brings nearest to being paid; else what the plan lacks in all, or that it lacks nothing."""
        more = self._with(card)
        nearer = [(after, route) for route in self.plan if (after := self._missing(route, more)) < self._missing(route, self.hand)]
        if nearer:
            # of routes that are equally near the one that the plan has first
            after, route = min(nearer, key=lambda one: one[0])
            return [PlanReason("collects", self.observation.actions.route_names[route], self._missing(route, self.hand), after)]
        before, after = self._lacking(self.hand), self._lacking(more)
        if after < before:
            return [PlanReason("lacks", "", before, after)]
        # a card that the plan does not lack, though one that it lacks lies there, is for other routes
        return [PlanReason("beside", "", before, after) if reason.after else reason for reason in self._drawing()]

    def passes_over(self, named: Action) -> bool:
        """Whether an action takes a card that the plan does not lack where one could be taken that it does."""
        if not isinstance(named, TakeCard) or self._taking(self.observation.edition.card_names.index(named.card))[0].kind != "beside":
            return False
        options = (self.observation.actions.action(number, self.observation.offer) for number in self.observation.legal_ids)
        return self._helpful({self.observation.edition.card_names.index(one.card) for one in options if isinstance(one, TakeCard)}) > 0

    def _drawing(self) -> list[PlanReason]:
        """What the plan lacks in all, and how many of the open cards would do, a wild that cannot be taken as second card among them."""
        lacking = self._lacking(self.hand)
        if not lacking:
            return [PlanReason("ready", "", len(self.plan), 0)]
        return [PlanReason("blind", "", lacking, self._helpful(self._open()))]

    def _helpful(self, cards: Collection[int]) -> int:
        """How many of some kinds of cards would leave the plan lacking less."""
        lacking = self._lacking(self.hand)
        return sum(self._lacking(self._with(card)) < lacking for card in cards)

    def _with(self, card: int) -> list[int]:
        return [held + (kind == card) for kind, held in enumerate(self.hand)]

    def _open(self) -> list[int]:
        """The kinds of cards that lie in the market, each once."""
        return sorted({kind for kind in self.state.market.tolist() if kind != NO_CARD})

    def _missing(self, route: int, hand: Sequence[int]) -> int:
        """How many cards a route lacks by itself, in the colour that serves it best."""
        # a grey route takes any one colour
        colours = [self.graph.colour[route]] if self.graph.colour[route] else range(1, len(hand))
        return min(self.graph.missing(route, hand[colour], hand[WILD]) for colour in colours)

    def _lacking(self, hand: Sequence[int]) -> int:
        """How many cards the whole plan lacks, every card being paid once: grey routes take what the others leave, the longest first."""
        left, wilds = [*hand], 0
        for route in sorted(self.plan, key=lambda route: (not self.graph.colour[route], -self.graph.length[route])):
            colour = self.graph.colour[route] or max(range(1, len(left)), key=left.__getitem__)
            paid = min(left[colour], self.graph.length[route])
            left[colour] -= paid
            wilds += self.graph.missing(route, paid, 0)
        return max(0, wilds - hand[WILD])

    def _tickets_held(self) -> list[int]:
        actions = self.observation.actions
        choosing = self.state.phase in (CHOOSING, OFFER)
        offered = {actions.ticket_index[name] for name in self.observation.offer} if choosing else set()
        return [number for number, place in enumerate(self.state.place.tolist()) if place == self.seat and number not in offered]
