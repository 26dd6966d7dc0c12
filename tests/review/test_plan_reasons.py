"""What a plan wants an option for is true of the position: beside tickets' figures, beside the market, beside what is planned."""

from __future__ import annotations

import pytest

from allaboard import ClaimRoute, DrawDeck, DrawTickets, KeepTickets, Observation, Position, TakeCard
from allaboard.actions import Action
from allaboard.bots.route_graph import route_graph_of
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.bits import route_set
from allaboard.engine.claiming import free_for, occupy_route
from allaboard.review.advice import Advising
from allaboard.review.plan_reasons import PlanReasons
from allaboard.review.reasons import _lost
from allaboard.runner import GameSpec

Figures = tuple[str, str, float, float]


def reasons(observation: Observation, plan: list[str], action: Action) -> list[Figures]:
    """What a plan of these routes wants an action for."""
    routes = [observation.actions.route_index[name] for name in plan]
    return [(one.kind, one.subject, one.before, one.after) for one in PlanReasons(observation, routes).of(action)]


def pieces_left(observation: Observation, ticket: str, claimed: str | None = None) -> int | None:
    """The fewest pieces that a ticket of the seat takes, as the ticket itself says, once a route is claimed."""
    assert observation.seat is not None
    graph, state = route_graph_of(observation.actions), observation.state
    own, free = route_set(state.claimed[observation.seat]), free_for(state, observation.seat)
    route = 0 if claimed is None else 1 << observation.actions.route_index[claimed]
    way = graph.shortest(*graph.tickets[observation.actions.ticket_index[ticket]][:2], own | route, free & ~route)
    return None if way is None else graph.pieces(way)


WALL, FEW_TURNS = "United Nations–Wall Street", ["Chelsea–Empire State Building/grey#2", "Chelsea–Soho", "Soho–Wall Street"]
"""A ticket of eight pieces, and the way for it in few turns, beyond the Empire State Building, that takes ten."""


def test_a_ticket_that_still_takes_as_many_pieces_is_not_said_to_be_nearer() -> None:
    """The plan takes few turns and two pieces more than the ticket: its claim is for the plan, and its pieces are called the plan's."""
    observation = Position("new-york").tickets(0, WALL).hand(0, black=4).game(seed=1).observe(0)
    plan = [*FEW_TURNS, "United Nations–Empire State Building"]
    chelsea, start = ClaimRoute(plan[0], "black", 2, 0), ClaimRoute(plan[-1], "black", 2, 0)
    assert [pieces_left(observation, WALL, claimed) for claimed in (None, plan[0], plan[-1])] == [8, 8, 6]
    assert reasons(observation, plan, chelsea) == [("room", "", 10, 15)]
    assert reasons(observation, plan, start) == [("towards", WALL, 8, 6)]


def test_of_two_tickets_only_the_one_that_comes_nearer_is_named() -> None:
    soho, village = "Times Square–Soho", "Times Square–East Village"
    observation = Position("new-york").tickets(0, soho, village).hand(0, red=2).game(seed=1).observe(0)
    plan = [
        FEW_TURNS[0],
        "Greenwich Village–East Village",
        "Times Square–Empire State Building/pink",
        "Chelsea–Soho",
        "Chelsea–Greenwich Village/green",
    ]
    assert [pieces_left(observation, village, claimed) for claimed in (None, plan[0])] == [4, 4]
    assert reasons(observation, plan, ClaimRoute(plan[0], "red", 2, 0)) == [("towards", soho, 6, 5)]


@pytest.mark.parametrize("edition", edition_ids())
def test_what_is_said_of_tickets_and_plans_is_so(edition: str) -> None:
    """Through a game: nearer is nearer, and the way for all tickets is the shortest for all of them."""
    game = GameSpec(get_edition(edition), ("normal", "hard"), 16, 4, 1).play()
    for n in range(0, len(game.log), 4):
        observation = game.at(n).observe(game.log[n].seat)
        advising = Advising(observation, n, 0)
        for option in range(min(5, len(advising.options))):
            named, plan = advising._named(option), advising._plan_after(option)
            told = PlanReasons(observation, plan).of(named)
            assert told
            for reason in told:
                if reason.kind == "towards":
                    assert isinstance(named, ClaimRoute)
                    assert reason.before == pieces_left(observation, reason.subject)
                    assert reason.after == pieces_left(observation, reason.subject, named.route)
                    assert reason.after < reason.before
                if reason.kind == "together":
                    assert isinstance(named, KeepTickets)
                    alone = [pieces_left(observation, ticket) or 0 for ticket in named.keep]
                    assert max(alone) <= reason.before <= reason.after


def test_the_way_for_all_tickets_is_said_only_of_one_that_makes_them_all() -> None:
    """Of a plan that gives one up, or takes more pieces than they need, it is said what the plan takes."""
    offer = ("Big Ben–The Charterhouse", "Covent Garden–Tower of London")
    observation = Position("london").offer(*offer).turn(0).game(seed=1).observe(0)
    both, one, other = KeepTickets(offer, ()), KeepTickets(offer[1:], offer[:1]), KeepTickets(offer[:1], offer[1:])
    plan = ["Covent Garden–St Paul's/grey#2", "St Paul's–Tower of London/pink"]
    assert reasons(observation, plan, one) == [("together", "", 6, 17)]
    assert reasons(observation, plan, both) == [("room", "", 6, 17)]
    assert reasons(observation, [*plan, "Baker Street–Hyde Park"], one) == [("room", "", 10, 17)]
    # nothing is planned for a ticket that is open: no plan is built
    assert reasons(observation, [], other) == [("ready", "", 0, 0)]


def test_a_plan_that_gave_an_open_ticket_up_is_not_called_built() -> None:
    position = Position("new-york").tickets(0, WALL)
    assert reasons(position.game(seed=1).observe(0), [], DrawTickets()) == [("ready", "", 0, 0)]
    assert reasons(position.pieces(0, 7).game(seed=1).observe(0), [], DrawTickets()) == [("room", "", 0, 7)]


def test_an_open_wild_is_an_open_card_that_would_do() -> None:
    """As second card it cannot be taken, and lies there all the same: that no open card would do is not said."""
    position = Position("usa").hand(0, orange=1).market("wild", "blue", "blue", "white", "white").turn(0, second_card=True)
    observation = position.game(seed=1).observe(0)
    plan = ["Denver–Kansas City/black"]
    assert TakeCard("wild") not in [observation.actions.action(number) for number in observation.legal_ids]
    assert reasons(observation, plan, DrawDeck()) == [("blind", "", 4, 1)]
    assert reasons(observation, plan, TakeCard("blue")) == [("beside", "", 4, 4)]
    # what the plan lacks could not be taken: nothing was passed over, and what is advised stays
    assert not PlanReasons(observation, [observation.actions.route_index[plan[0]]]).passes_over(TakeCard("blue"))


def test_a_route_is_not_lost_to_others_by_ones_own_twin() -> None:
    """With few players a claim closes the twin (R-CLAIM-7): who has one of both has what the plan wanted."""
    game = Position("usa", players=2).game(seed=1)
    board, state = game.actions.boards[0], game.state
    twins = [game.actions.route_index[f"Denver–Kansas City/{colour}"] for colour in ("black", "orange")]
    occupy_route(board, state, 0, twins[0])
    assert [_lost(board, state, 0, route) for route in twins] == [False, False]
    assert [_lost(board, state, 1, route) for route in twins] == [True, True]
