"""R-CLAIM-10: routes some of whose spaces take wilds, from what pays for them to what bots make of them."""

from __future__ import annotations

import re

import pytest

from allaboard import Game, IllegalAction, Position
from allaboard.bots import make_bot
from allaboard.cli.styled_text import route_cards
from allaboard.drawing import draw_board
from allaboard.engine.jit import INTERPRETED
from allaboard.env import Choices
from builders import islands, payments

# route → what pays for it with three cards of every colour and four wilds in hand
PAYMENTS = {
    "Skerry–Holm": ["1 red + 2 wild", "3 wild"],
    "Skerry–Voe": [
        "2 red + 1 wild",
        "1 red + 2 wild",
        "2 blue + 1 wild",
        "1 blue + 2 wild",
        "2 yellow + 1 wild",
        "1 yellow + 2 wild",
        "3 wild",
    ],
    "Holm–Ness/blue": ["1 blue + 1 wild", "2 wild"],
    "Holm–Ness/yellow": ["2 yellow", "1 yellow + 1 wild", "2 wild"],
    "Voe–Ness": ["2 wild"],
    "Ness–Strand": ["2 wild"],
}


def holding(**cards: int) -> Game:
    """A game on the islands whose first player holds these cards."""
    return Position(islands()).hand(0, **cards).market("red", "blue", "yellow", "red", "blue").game(seed=1)


@pytest.mark.parametrize("route", PAYMENTS)
def test_a_wild_for_each_ferry(route: str) -> None:
    """R-CLAIM-10: each ferry space takes a wild, the other spaces cards as on any route; more wilds may be paid, or wilds alone."""
    assert payments(holding(red=3, blue=3, yellow=3, wild=4), route) == PAYMENTS[route]


@pytest.mark.parametrize(("wilds", "paid"), [(0, []), (1, []), (2, ["1 red + 2 wild"]), (3, ["1 red + 2 wild", "3 wild"])])
def test_no_colour_stands_for_a_wild(wilds: int, paid: list[str]) -> None:
    """R-CLAIM-10: who lacks the wilds of a ferry cannot claim it, however many cards of its colour the hand holds."""
    game = holding(red=4, wild=wilds)
    assert payments(game, "Skerry–Holm") == paid
    refused = game.observe(0).refusals().get("Skerry–Holm")
    reason = {"rule": "R-CLAIM-10", "reason": "a ferry takes a wild for each of its ferry spaces", "missing": 2 - wilds, "card": "wild"}
    assert refused == (None if paid else reason)


def test_wilds_are_what_brings_a_ferry_nearer_that_has_its_colour() -> None:
    """R-CLAIM-10: with the red card in hand, wilds alone are missing; without it, a red one helps too."""
    with_red, without = (holding(**cards).observe(0).refusals()["Skerry–Holm"] for cards in ({"red": 1}, {"blue": 1}))
    assert (with_red["missing"], with_red["card"]) == (2, "wild")
    assert without["missing"] == 3
    assert "card" not in without  # the route's own colour


def test_what_else_a_ferry_lacks() -> None:
    """R-CLAIM-10: with the wilds in hand it is the other cards that are missing, as on any route (R-CLAIM-1)."""
    assert holding(wild=2).observe(0).refusals()["Skerry–Holm"]["rule"] == "R-CLAIM-1"
    with pytest.raises(IllegalAction, match="R-CLAIM-1"):
        holding(red=1, wild=2).play("claim Skerry–Holm with 2 wild")


def test_a_ferry_is_paid_and_scored_like_a_route() -> None:
    """R-CLAIM-10: wilds and cards are discarded, pieces placed and points scored for all spaces."""
    game = holding(red=2, wild=3)
    game.play("claim Skerry–Holm with 1 red + 2 wild")
    view = game.view(0)
    assert view["you"]["hand"] == {"wild": 1, "red": 1}
    assert view["discard"] == {"wild": 2, "red": 1}
    assert (view["seats"][0]["pieces"], view["seats"][0]["points"]) == (5, 4)


def test_choices_of_environments() -> None:
    """R-CLAIM-10: an environment offers the payments that there are, and no other."""
    observation = holding(red=3, blue=3, yellow=3, wild=4).observe(0)
    exact, compact = Choices(observation.actions, "exact"), Choices(observation.actions, "compact")
    assert exact.legal(observation) == list(observation.legal_ids)
    meant = {str(compact.action_id(choice, observation)) for choice in compact.legal(observation)}
    assert meant <= {str(number) for number in observation.legal_ids}
    words = [compact.describe(choice) for choice in range(compact.size)]
    assert [line for line in words if "Voe–Ness" in line] == ["claim Voe–Ness with wild"]


def test_ferries_are_drawn_and_said() -> None:
    """R-CLAIM-10: ferry spaces carry the sign of the wild, and their route is told with its ferries, on the board and at the terminal."""
    edition = islands()
    groups = re.findall(r'<g data-route="\d+"><title>(.*?)</title>(.*?)(?=<g data-route|<g class="vehicles"|$)', draw_board(edition))
    signs = {title: re.findall(r'href="#symbol-(\w+)"', body) for title, body in groups}
    assert signs["Skerry–Holm, 3 spaces, ferry: 2 wilds"] == ["wild", "wild", "red"]
    assert signs["Skerry–Voe, 3 spaces, ferry: 1 wild"] == ["wild"]
    assert signs["Holm–Ness/yellow, 2 spaces"] == ["yellow", "yellow"]
    assert [route_cards(edition, route).plain for route in edition.board.routes[:2]] == [
        " R  red, ferry:  ★  2 wild",
        "any colour, ferry:  ★  1 wild",
    ]


@pytest.mark.parametrize("bot", ["random", "greedy", "planner", *([] if INTERPRETED else ["search:16"])])
def test_bots_play_with_ferries(bot: str) -> None:
    """R-CLAIM-10: bots play to the end, and claim ferries."""
    game, player = Game(islands(), 2, seed=5), make_bot(bot)
    while not game.over:
        game.play(player.choose(game.observe(game.acting[0])), game.acting[0])
    routes = {game.actions.route_names[index]: route for index, route in enumerate(game.edition.board.routes)}
    assert any(routes[name].ferries for name in game.view()["routes"])


def test_the_greedy_bot_takes_the_wild_that_its_route_lacks() -> None:
    """R-CLAIM-10: a ferry that is aimed at is a reason to take a face-up wild."""
    place = Position(islands()).hand(0, red=1, wild=1).market("wild", "blue", "yellow", "blue", "yellow").tickets(0, "Skerry–Holm")
    game = place.claimed(1, "Skerry–Voe").game(seed=1)
    assert game.actions.action(make_bot("greedy").choose(game.observe(0))).card == "wild"
