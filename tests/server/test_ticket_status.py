"""How tickets stand: the fewest pieces decide what is possible and what is to go; what is drawn is the way in the fewest turns."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import ref

import networkx as nx
import pytest
from hypothesis import given

from allaboard import Game, Position, get_edition
from allaboard.actions import EDITIONS_KEPT, DrawTickets, KeepTickets, action_space
from allaboard.bots import make_bot, prepare
from allaboard.bots.route_graph import RouteGraph, route_graph_of
from allaboard.observation import Observation
from allaboard.server import live_table, ticket_status
from allaboard.server.live_table import options_of
from allaboard.server.ticket_status import TicketStatus, offer_costs, ticket_statuses
from games import every_table, examples, game_at, seeds, tastes
from hostile_boards import hostile_boards, hostile_edition
from properties.test_secrets import moments
from serving import Serving


def statuses(position: Position) -> dict[str, TicketStatus]:
    return {one["ticket"]: one for one in ticket_statuses(position.game(seed=1).observe(0))}


def spaces(status: TicketStatus, game: Game) -> int:
    """The pieces that the way takes whose routes are told."""
    lengths = dict(zip(game.actions.route_names, (route.length for route in game.edition.board.routes), strict=True))
    return sum(lengths[route] for route in status["routes"])


def test_a_way_of_few_pieces_makes_a_ticket_possible_though_another_is_drawn() -> None:
    """Four taxis suffice, on three routes; with all taxis the way of six on two routes is drawn."""
    few = statuses(Position("new-york").tickets(0, "Central Park–Gramercy Park").pieces(0, 4))["Central Park–Gramercy Park"]
    assert (few["state"], few["pieces"], spaces(few, Game("new-york")), few.get("reason")) == ("open", 4, 4, None)
    many = statuses(Position("new-york").tickets(0, "Central Park–Gramercy Park"))["Central Park–Gramercy Park"]
    assert (many["state"], many["pieces"], spaces(many, Game("new-york"))) == ("open", 4, 6)
    assert len(many["routes"]) < len(few["routes"])


def test_too_few_pieces_for_the_shortest_way() -> None:
    """R-CLAIM-5: with three taxis no way is left."""
    short = statuses(Position("new-york").tickets(0, "Central Park–Gramercy Park").pieces(0, 3))["Central Park–Gramercy Park"]
    assert (short["state"], short["reason"], short["pieces"]) == ("impossible", "pieces", 4)


def open_routes(observation: Observation) -> nx.Graph:
    """The board as the rulebook has it: own routes cost nothing, those open to the seat their length."""
    edition, owners, seat = observation.edition, observation.view["routes"], observation.seat
    graph = nx.Graph()
    graph.add_nodes_from(location.name for location in edition.board.locations)
    players = int(observation.state.players)
    names = observation.actions.route_names
    for route, name in zip(edition.board.routes, names, strict=True):
        twins = [
            owners.get(other)
            for twin, other in zip(edition.board.routes, names, strict=True)
            if other != name and {twin.a, twin.b} == {route.a, route.b}
        ]
        taken = [owner for owner in twins if owner is not None]
        closed = bool(taken) and (seat in taken or players <= edition.twin_closed_up_to)  # R-CLAIM-6, R-CLAIM-7
        if (closed and name not in owners) or owners.get(name, seat) != seat:
            continue
        cost = 0 if name in owners else route.length
        before = graph.get_edge_data(route.a, route.b, {"cost": cost})["cost"]
        graph.add_edge(route.a, route.b, cost=min(cost, before))
    return graph


@every_table
@examples(compiled=15, interpreted=2)
@given(seed=seeds, taste=tastes, moment=moments)
def test_possible_and_to_go_are_what_a_search_over_pieces_finds(edition: str, players: int, seed: int, taste: str, moment: float) -> None:
    """In any position of any edition, doubles closed with few players and ferries included."""
    game: Game = game_at(edition, players, seed, moment, taste)
    tickets = {ticket.name: ticket for ticket in game.edition.tickets}
    for seat in range(players):
        observation = game.observe(seat)
        graph, pieces = open_routes(observation), int(observation.state.pieces[seat])
        for status in ticket_statuses(observation):
            ticket = tickets[status["ticket"]]
            try:
                fewest = nx.shortest_path_length(graph, ticket.a, ticket.b, weight="cost")
            except nx.NetworkXNoPath:
                assert (status["state"], status["reason"]) == ("impossible", "cut off")
                continue
            assert status["pieces"] == fewest
            assert status["state"] == ("done" if fewest == 0 else "open" if fewest <= pieces else "impossible")
            if status["state"] == "open":
                assert fewest <= spaces(status, game) <= pieces
                claimed = nx.Graph([(*route.split("/")[0].split("–"),) for route in status["routes"]])
                claimed.add_edges_from((a, b) for a, b, cost in graph.edges(data="cost") if cost == 0)
                assert nx.has_path(claimed, ticket.a, ticket.b)


@pytest.mark.parametrize("players", [2, 4])
def test_the_twin_of_a_rivals_route_is_a_way_where_it_is_open(players: int) -> None:
    """R-CLAIM-7: with two players it is closed for everybody; with four it is still to be had."""
    game = Position("usa", players=players).tickets(0, "Denver–Pittsburgh").game(seed=1)
    doubles = [name for name in game.actions.route_names if name.startswith("Denver–Kansas City")]
    assert len(doubles) == 2
    taken = Position("usa", players=players).tickets(0, "Denver–Pittsburgh").claimed(1, doubles[0])
    network = open_routes(taken.game(seed=1).observe(0))
    assert network.has_edge("Denver", "Kansas City") == (players == 4)
    assert statuses(taken)["Denver–Pittsburgh"]["pieces"] == nx.shortest_path_length(network, "Denver", "Pittsburgh", weight="cost")


def test_tickets_that_share_a_way_cost_it_once() -> None:
    """Together they take no more than one by one, and no less than the dearest; open tickets that are held count too."""
    position = Position("usa").tickets(0, "Los Angeles–New York").turn(0).offer("Chicago–Los Angeles", "Denver–Pittsburgh", "Boston–Miami")
    observation = position.game(seed=1).observe(0)
    alone = {status["ticket"]: status["pieces"] for status in ticket_statuses(observation)}
    costs = {tuple(cost["keep"]): cost for cost in offer_costs(observation)}
    assert len(costs) == 7
    for keep, cost in costs.items():
        needed = [alone[ticket] for ticket in keep]
        assert cost["pieces"] is not None and cost["together"] is not None
        assert max(needed) <= cost["pieces"] <= sum(needed)
        assert cost["pieces"] <= cost["together"] <= cost["pieces"] + alone["Los Angeles–New York"]
    shared = costs["Chicago–Los Angeles",]
    assert shared["together"] is not None and shared["together"] < alone["Chicago–Los Angeles"] + alone["Los Angeles–New York"]


MOST = 250
"""Searches for a way, each of some twentieth of a millisecond, for which a look keeps everybody else waiting."""


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every search for a way over a board."""
    made: list[int] = []
    real = RouteGraph._least

    def least(self: RouteGraph, costs: list[int], *asked: Any) -> Any:
        made.append(1)
        return real(self, costs, *asked)

    monkeypatch.setattr(RouteGraph, "_least", least)
    return made


def greedy_for_tickets(game: Game, turns: int) -> Iterator[Observation]:
    """The moments of a game in which the first seat draws tickets and keeps all of them, and the others as few as they may."""
    for _ in range(turns):
        if game.over:
            return
        observation = game.observe(game.acting[0])
        yield observation
        actions, first = observation.legal_actions, observation.seat == 0
        keeps = sorted((action for action in actions if isinstance(action, KeepTickets)), key=lambda action: len(action.keep))
        drawing = next((action for action in actions if first and isinstance(action, DrawTickets)), actions[0])
        game.play(keeps[-1 if first else 0] if keeps else drawing, observation.seat)


@pytest.mark.parametrize(("name", "offer"), [("long-routes", 3), ("long-routes", 5), ("doubles", 4)])
def test_a_board_made_to_hurt_makes_no_look_dear(name: str, offer: int, tmp_path: Path, searches: list[int]) -> None:
    """Whatever it offers, however many tickets are held and whatever was looked at before."""
    [board] = [board for board in hostile_boards() if board.name == name]
    game, held = Game(hostile_edition(replace(board, offer=offer), tmp_path), 2, bytes(32)), 0
    for observation in greedy_for_tickets(game, 70):
        for kept in (ticket_status._joint, ticket_status._ways, ticket_status._shortest):
            kept.cache_clear()
        searches.clear()
        facts = ticket_status.ticket_facts(observation)
        assert len(searches) <= MOST, len(facts["ways"])
        assert len(facts["costs"]) == 2 ** len(observation.offer) - 1
        held = max(held, len(facts["ways"]))
    assert held > 40


def test_who_looks_again_has_nothing_worked_out(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many other tables were looked at in between; an act has it worked out once for each seat that looks."""
    asked: list[int | None] = []

    def facts(observation: Observation) -> ticket_status.TicketFacts:
        asked.append(observation.seat)
        return ticket_status.ticket_facts(observation)

    monkeypatch.setattr(live_table, "ticket_facts", facts)
    guest, chance = server.guest(), random.Random(1)
    tables = [guest.open("new-york", "you", "you", begin=True, chat=True) for _ in range(3)]
    first = [guest.get(f"/tables/{table}/view", seat=0, options=True)["options"] for table in tables]
    assert asked == [0, 0, 0]
    for table, told in zip(tables, first, strict=True):
        guest.post(f"/tables/{table}/chat", {"text": "well"})
        assert guest.get(f"/tables/{table}/view", seat=0, options=True)["options"] == told
        assert guest.get(f"/tables/{table}/options", seat=0)["costs"] == told["costs"]
    assert asked == [0, 0, 0]
    guest.act_any(tables[0], chance)
    guest.get(f"/tables/{tables[0]}/options", seat=1)
    guest.get(f"/tables/{tables[0]}/options", seat=0)
    assert asked == [0, 0, 0, 1, 0]


def test_what_is_told_of_tickets_keeps_no_board() -> None:
    """A board that has gone from memory is gone altogether, whatever was worked out on it."""
    game = Game(replace(get_edition("usa"), id="upload"), players=2, seed=1)
    for seat in game.acting:
        assert ticket_status.ticket_facts(game.observe(seat))["costs"]
        bot = make_bot("greedy")
        prepare(bot, game.edition, 2, seat, 1)
        game.play(bot.choose(game.observe(seat)), seat)
    assert ticket_statuses(game.observe(0))
    network = ref(route_graph_of(game.actions))
    del game, bot
    for number in range(EDITIONS_KEPT):
        action_space(replace(get_edition("new-york"), id=f"upload-{number}"))
    gc.collect()
    assert network() is None


def test_of_many_tickets_the_costs_are_such_as_can_be_paid(tmp_path: Path) -> None:
    """Joined in one order they take no less than alone, no more than one by one, and with those held no less than without."""
    [board] = [board for board in hostile_boards() if board.name == "doubles"]
    game = Game(hostile_edition(replace(board, offer=5), tmp_path), 2, bytes(32))
    observation = [observation for observation in greedy_for_tickets(game, 24) if observation.offer][-1]
    pieces = {status["ticket"]: status["pieces"] for status in ticket_statuses(observation)}
    assert len(pieces) > 10
    for cost in offer_costs(observation):
        needed = [pieces[ticket] for ticket in cost["keep"]]
        assert cost["pieces"] is not None and cost["together"] is not None
        assert max(needed) <= cost["pieces"] <= sum(needed)
        assert max(pieces.values()) <= cost["together"] <= sum(pieces.values())
        assert cost["exact"] == (cost["together"] == cost["pieces"])


def test_a_cost_says_whether_it_is_the_least_there_can_be() -> None:
    """Six tickets of North America are joined in every way; with more, what is told is enough and may be too much."""
    names = [ticket.name for ticket in get_edition("usa").tickets]
    offer, held = names[:3], names[3:12]
    few = offer_costs(Position("usa").tickets(0, *held[:3]).turn(0).offer(*offer).game(seed=1).observe(0))
    assert len(few) == 7 and all(cost["exact"] for cost in few)
    many = offer_costs(Position("usa").tickets(0, *held).turn(0).offer(*offer).game(seed=1).observe(0))
    assert len(many) == 7 and not any(cost["exact"] for cost in many)
    assert [cost["pieces"] for cost in many] == [cost["pieces"] for cost in few], "the offer alone is still reckoned exactly"


def test_without_an_offer_nothing_is_to_be_chosen() -> None:
    """Costs are told with an offer only."""
    assert offer_costs(Position("usa").tickets(0, "Boston–Miami").game(seed=1).observe(0)) == []


def test_refusals_tell_what_the_hand_lacks_and_of_which_card() -> None:
    """Once for each route: how many cards, and for a grey one the colour that the hand is nearest to paying it with."""
    observation = Position("new-york").tickets(0, "Central Park–Gramercy Park").hand(0, red=1).game(seed=1).observe(0)
    (status,) = ticket_statuses(observation)
    options = options_of(observation, acting=True, over=False)
    told = {route: why for why in options["refusals"] for route in why["routes"]}
    assert sum(len(why["routes"]) for why in options["refusals"]) == len(told)
    board = observation.edition.board
    for route in status["routes"]:
        colour = board.routes[observation.actions.route_index[route]].colour
        assert told[route]["missing"] > 0
        assert told[route].get("card") == ("red" if colour is None else None)
    assert {board.routes[observation.actions.route_index[route]].colour for route in told} >= {None, "red"}
