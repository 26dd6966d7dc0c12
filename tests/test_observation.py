"""The view: what a seat and a spectator are shown, name by name (R-SECRET). That nothing more is shown is a property of its own."""

from __future__ import annotations

import json

import pytest

from allaboard import Edition, Game, Position, edition_ids, get_edition
from allaboard.observation import Refusal
from builders import begun, islands, plain, tickets
from games import every_table, game_at, observers


def test_the_deal_as_a_seat_and_a_spectator_see_it() -> None:
    """R-SECRET-1, R-SECRET-2: counts are for all, hand and offer for their seat."""
    game = Game("new-york", 3, 4)
    own, spectator = game.view(1), game.view()
    assert own["phase"] == "choosing tickets"
    assert own["acting"] == [0, 1, 2]
    assert sum(own["you"]["hand"].values()) == 2
    assert len(own["you"]["offer"]) == 2
    assert own["you"]["tickets"] == []
    assert own["you"]["chosen"] is None
    assert [seat["cards"] for seat in own["seats"]] == [2, 2, 2]
    assert own["ticket_deck"] == 18 - 6
    assert spectator["you"] is None
    assert spectator["seat"] is None
    assert sum(spectator["unseen"].values()) == 44 - 5
    assert sum(own["unseen"].values()) == 44 - 5 - 2


def test_a_choice_at_set_up_is_shown_to_its_seat_alone() -> None:
    """R-SETUP-4: that a seat has chosen is seen, what and how many is not."""
    game = Game("usa", 3, 4)
    action = game.legal_actions(1)[-1]
    game.play(action, 1)
    assert [seat["chosen"] for seat in game.view(0)["seats"]] == [False, True, False]
    assert [seat["tickets"] for seat in game.view(0)["seats"]] == [0, 0, 0]
    assert game.view(1)["you"]["chosen"] == f"keep {', '.join(action.keep)}"
    assert game.view(0)["you"]["chosen"] is None
    assert game.view(1)["you"]["legal"] == []


def test_running_totals_are_shown_where_the_edition_counts_them() -> None:
    """R-CLAIM-9: on a score track at once, on a score pad only at the end."""
    for edition, shown in (("london", True), ("new-york", False)):
        game = game_at(edition, 2, 3, 0.1)
        assert not game.over
        assert all((seat["points"] is not None) == shown for seat in game.view()["seats"])
        assert all(seat["points"] is not None for seat in game_at(edition, 2, 3, 3.0).view()["seats"])


def test_cards_taken_face_up_are_known_until_they_are_paid() -> None:
    """R-SECRET-1: everybody saw which card it was."""
    game = plain("new-york").hand(0, blue=1).game(seed=1)
    game.play("take blue")
    assert game.view(1)["seats"][0]["known_cards"] == {"blue": 1}
    assert game.view()["seats"][0]["known_cards"] == {"blue": 1}
    assert game.view(0)["you"]["hand"] == {"blue": 2}


def test_a_seat_knows_where_under_the_deck_its_tickets_lie() -> None:
    """R-TICKET-3: who gives tickets back in order can count until they come up again."""
    names = tickets("new-york")
    game = Position("new-york").ticket_deck(*names[:5]).turn(0).game(seed=1)
    game.play("draw tickets")
    offer = game.view(0)["you"]["offer"]
    game.play(f"keep {offer[0]}; return {offer[1]}")
    assert game.view(0)["you"]["under_deck"] == {offer[1]: 3}
    assert game.view(1)["you"]["under_deck"] == {}
    assert game.view(1)["ticket_deck"] == 4


def test_refusals_name_the_rule_for_every_route_that_cannot_be_claimed() -> None:
    """A page can say why a route is not to be had."""
    game = begun("usa", 2)
    refusals = game.observe(0).refusals()
    claimable = {text.removeprefix("claim ").partition(" with ")[0] for text in game.view(0)["you"]["legal"] if text.startswith("claim ")}
    assert set(refusals) | claimable == set(game.actions.route_names)
    assert not set(refusals) & claimable
    assert all(refusal["rule"].startswith("R-") and refusal["reason"] for refusal in refusals.values())
    assert game.observe().refusals() == {}


def test_refusals_of_a_seat_with_a_full_hand() -> None:
    """R-CLAIM-4 to R-CLAIM-7, each for its route."""
    routes = {"R-CLAIM-4": "Denver–Omaha", "R-CLAIM-6": "Portland–Seattle/grey#2"}
    game = (
        Position("usa", 4)
        .hand(0, wild=6)
        .claimed(1, routes["R-CLAIM-4"])
        .claimed(0, "Portland–Seattle/grey#1")
        .pieces(0, 5)
        .turn(0)
        .game(seed=1)
    )
    refusals = game.observe(0).refusals()
    for rule, route in routes.items():
        assert refusals[route]["rule"] == rule
    long = [name for name, refusal in refusals.items() if refusal["rule"] == "R-CLAIM-5"]
    lengths = {game.edition.board.routes[game.actions.route_index[name]].length for name in long}
    assert lengths == {6}


@pytest.mark.parametrize("edition", [*map(get_edition, edition_ids()), islands()], ids=lambda edition: edition.id)
def test_what_is_missing_is_what_more_wilds_would_pay(edition: Edition) -> None:
    """R-CLAIM-1 to R-CLAIM-3, R-CLAIM-10: with so many wilds more the route can be claimed, with one fewer it cannot."""
    first, second = (colour.name for colour in edition.colours[:2])

    def refusals(wilds: int) -> dict[str, Refusal]:
        return Position(edition).hand(0, **{first: 2, second: 1, "wild": wilds}).turn(0).game(seed=1).observe(0).refusals()

    short = {route: refusal["missing"] for route, refusal in refusals(0).items() if "missing" in refusal}
    assert set(short.values()) >= {1, 2}
    for more in range(1, max(short.values()) + 1):
        still = {route for route, refusal in refusals(more).items() if "missing" in refusal}
        assert still == {route for route, missing in short.items() if missing > more}


@pytest.mark.parametrize("edition", [*map(get_edition, edition_ids()), islands()], ids=lambda edition: edition.id)
@pytest.mark.parametrize("held", [{}, {1: 2, 2: 1}, {0: 1, 3: 4}], ids=["nothing", "two and one", "wild and four"])
def test_the_card_that_is_named_brings_a_route_nearer(edition: Edition, held: dict[int, int]) -> None:
    """R-CLAIM-1, R-CLAIM-2, R-CLAIM-10: with one more one card fewer is missing; where none is named, of the route's colour, or any."""
    names, colours = edition.card_names, edition.card_names[1:]
    hand = {names[kind]: cards for kind, cards in held.items()}

    def short_of(*more: str) -> dict[str, Refusal]:
        cards = {name: hand.get(name, 0) + more.count(name) for name in names}
        refusals = Position(edition).hand(0, **cards).turn(0).game(seed=1).observe(0).refusals()
        return {route: refusal for route, refusal in refusals.items() if "missing" in refusal}

    numbers = {edition.board.route_name(number): number for number in range(len(edition.board.routes))}
    short, with_one = short_of(), {name: short_of(name) for name in names}
    assert short
    for route, refusal in short.items():
        own = edition.board.routes[numbers[route]].colour
        for card in [refusal["card"]] if "card" in refusal else [own] if own else colours:
            assert with_one[card].get(route, {"missing": 0})["missing"] == refusal["missing"] - 1


def test_what_is_missing_is_told_while_a_second_card_is_due() -> None:
    """Who chooses the second card asks what the hand lacks, though nothing can be claimed now."""
    game = Position("usa").hand(0, red=1).market("blue", "blue", "green", "green", "white").turn(0).game(seed=1)
    game.play("take blue")
    refusals, reason = game.observe(0).refusals(), {"rule": "R-CLAIM-1", "reason": "the hand does not hold this payment"}
    assert refusals["Dallas–Oklahoma City/grey#1"] == {**reason, "missing": 1, "card": "red"}
    assert refusals["Boston–New York/red"] == {**reason, "missing": 1}
    assert refusals["Boston–New York/yellow"] == {**reason, "missing": 2}


@every_table
def test_a_view_is_plain_data_at_every_moment(edition: str, players: int) -> None:
    """JSON and back gives the same, for everybody, from the deal to the end."""
    for moment in (0.0, 0.02, 0.2, 0.5, 3.0):
        game = game_at(edition, players, 9, moment)
        for observer in observers(game):
            view = game.view(observer)
            assert json.loads(json.dumps(view)) == view
            assert view["phase"] in {"choosing tickets", "turn", "second card", "offer", "over"}


@every_table
def test_the_view_of_a_finished_game_shows_its_result(edition: str, players: int) -> None:
    """R-TICKET-6, R-CLAIM-9: at the end all is counted, and everybody sees the same points as on the score sheets."""
    game = game_at(edition, players, 9, 3.0)
    assert game.over
    totals = [sheet.total for sheet in game.result().sheets]
    for observer in observers(game):
        assert [seat["points"] for seat in game.view(observer)["seats"]] == totals
    assert game.at(len(game.log) - 1).observe(0).totals == ()


def test_an_observation_is_a_copy() -> None:
    """Whatever a bot does to what it was given, the game does not hear of it."""
    game = Game("london", 2, 1)
    before = game.state.tobytes()
    game.observe(0).states["turns"] = 5
    assert game.state.tobytes() == before
    assert game.observe(0).state.turns == 0


def test_a_spectator_has_nothing_to_do() -> None:
    observation = Game("london", 2, 1).observe()
    assert (observation.legal_actions, observation.legal_ids, observation.offer) == ((), (), ())
