"""Verdicts: what decided a finished game, and two true facts for each who lost it. Words are for page and terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from allaboard import Game, Record
from allaboard.actions import ClaimRoute
from allaboard.cli.scores import decision
from allaboard.verdict import verdict_of

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> Game:
    """A finished game of the golden ones."""
    return Record.load(GOLDEN / f"{name}.json").replay()


def test_a_ticket_that_brought_the_lead_decides() -> None:
    """Without its last claim the winner would not have led, and with it the ticket was complete."""
    game = golden("london-4")
    decided = verdict_of(game)["decided"]
    assert decided == {
        "code": "ticket",
        "seat": 1,
        "ticket": "Baker Street–Trafalgar Square",
        "points": 5,
        "turns": 1,
        "path": False,
        "pieces": 0,
    }
    assert (
        decision(decided, ["A", "B", "C", "D"])
        == "Baker Street–Trafalgar Square decided it: 5 points for B, finished 1 turn before the end."
    )


def test_a_bonus_without_which_somebody_else_is_first_decides() -> None:
    """Attractions, where the edition has them; the longest path and districts alike."""
    game = golden("new-york-4")
    assert verdict_of(game)["decided"] == {"code": "attractions", "seat": 2, "points": 6}
    sheets = game.result().sheets
    without = [sheet.total - sheet.attraction_points for sheet in sheets]
    assert without[2] <= max(without[:2] + without[3:])


@pytest.mark.parametrize(("name", "code"), [("usa-5", "margin"), ("usa-4", "routes"), ("usa-3", "early"), ("london-2", "tickets")])
def test_the_first_that_applies_decides(name: str, code: str) -> None:
    """A close game, most points of routes, an early end, most of tickets: 16 points ahead there, and 5 in routes."""
    game = golden(name)
    decided = verdict_of(game)["decided"]
    assert decided["code"] == code
    assert decision(decided, [f"Seat {seat}" for seat in range(game.players)]).endswith(".")


def test_one_point_is_one() -> None:
    """Counts agree with their nouns in every sentence."""
    assert decision({"code": "margin", "seat": 0, "points": 1, "spaces": 1}, ["A"]) == "A close game: 1 point is one route of 1 space."
    assert decision({"code": "routes", "seat": 0, "points": 9, "ahead": 1}, ["A"]).startswith("The routes decided it: A made 1 point more")


@pytest.mark.parametrize("name", ["new-york-3", "london-3", "usa-2", "usa-anniversary-4"])
def test_who_lost_is_told_a_turn_that_could_have_gone_otherwise(name: str) -> None:
    """The moment is one of the seat's own turns, and the route that is named could be claimed then."""
    game = golden(name)
    losses = verdict_of(game)["losses"]
    assert {loss["seat"] for loss in losses} == set(range(game.players)) - set(game.result().winners)
    for loss in losses:
        lesson, moment = loss["next"], game.at(loss["next"]["at"])
        assert moment.acting == (loss["seat"],)
        claims = {action.route for action in moment.legal_actions() if isinstance(action, ClaimRoute)}
        assert lesson["route"] is None or lesson["route"] in claims
        assert loss["good"]["value"] > 0
        assert loss["behind"] == max(sheet.total for sheet in game.result().sheets) - game.result().sheets[loss["seat"]].total


def test_places_are_shared_by_equals() -> None:
    """Two with equal points behind the winner are both second, and the next is fourth."""
    assert [loss["place"] for loss in verdict_of(golden("london-4"))["losses"]] == [2, 2, 4]
