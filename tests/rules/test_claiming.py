"""R-CLAIM: which routes a player may claim, with which cards, and what that brings."""

from __future__ import annotations

from itertools import product

import pytest

from allaboard import IllegalAction
from allaboard.editions import get_edition as find_edition
from builders import BOXES, EDITIONS, TABLES, claimable, every_edition, every_table, held, legal, pack, payments, plain, routes

COLOURS = [(edition, colour.name) for edition in EDITIONS for colour in find_edition(edition).colours]


@pytest.mark.parametrize(
    ("edition", "route", "colour"),
    [("new-york", "Wall Street–Brooklyn/blue", "blue"), ("london", "Big Ben–Elephant & Castle", "yellow")],
)
def test_four_ways_to_pay_three_spaces(edition: str, route: str, colour: str) -> None:
    """R-CLAIM-1: a route of three spaces is paid with three cards of its colour, or with one, two or three wilds among them."""
    game = plain(edition).hand(0, **{colour: 3, "wild": 3}).game(seed=1)
    assert payments(game, route) == [f"3 {colour}", f"2 {colour} + 1 wild", f"1 {colour} + 2 wild", "3 wild"]


@pytest.mark.parametrize(("edition", "colour"), COLOURS)
def test_coloured_routes(edition: str, colour: str) -> None:
    """R-CLAIM-1: a coloured route takes as many cards as it has spaces, of its own colour or wild, and no other card."""
    other = "green" if colour == "blue" else "blue"
    for length in BOXES[edition].points:
        full = plain(edition).hand(0, **{colour: length}).game(seed=1)
        mixed = plain(edition).hand(0, **{colour: length, "wild": length}).game(seed=1)
        short = plain(edition).hand(0, **{colour: length - 1, other: length}).game(seed=1)
        for route in routes(edition, length=length, colour=colour):
            assert payments(full, route) == [f"{length} {colour}"]
            assert len(payments(mixed, route)) == length + 1
            assert payments(short, route) == []


@pytest.mark.parametrize("length", [1, 2, 3])
@every_edition
def test_grey_routes(edition: str, length: int) -> None:
    """R-CLAIM-2: a grey route takes any one colour, the same on all its spaces; wilds join in, or pay alone."""
    route = routes(edition, length=length, colour=None)[0]
    colours = [colour.name for colour in find_edition(edition).colours]
    for colour in colours:
        assert payments(plain(edition).hand(0, **{colour: length}).game(seed=1), route) == [f"{length} {colour}"]
    game = plain(edition).hand(0, wild=length).game(seed=1)
    assert payments(game, route) == [f"{length} wild"]
    rainbow = plain(edition).hand(0, **dict.fromkeys(colours, length - 1)).game(seed=1)
    assert payments(rainbow, route) == []


@every_edition
def test_grey_routes_mix_no_colours(edition: str) -> None:
    """R-CLAIM-2: two colours never pay together, with or without a wild."""
    route = routes(edition, length=3, colour=None)[0]
    game = plain(edition).hand(0, blue=2, green=1, wild=1).game(seed=1)
    assert payments(game, route) == ["2 blue + 1 wild"]
    with pytest.raises(IllegalAction, match="R-CLAIM-1"):
        game.play(f"claim {route} with 2 blue + 1 green")


@pytest.mark.parametrize(("blue", "green", "wild"), list(product([0, 1, 2, 4], [0, 2, 3], [0, 1, 3])))
@every_edition
def test_every_payment_is_an_action(edition: str, blue: int, green: int, wild: int) -> None:
    """R-CLAIM-3: every mix that the hand allows is an action of its own, and none else."""
    length = 3
    route = routes(edition, length=length, colour=None)[0]
    expected = {
        f"{length - wilds} {colour}" + (f" + {wilds} wild" if wilds else "")
        for colour, cards in (("blue", blue), ("green", green))
        for wilds in range(min(wild, length - 1) + 1)
        if cards >= length - wilds
    } | ({f"{length} wild"} if wild >= length else set())
    listed = payments(plain(edition).hand(0, blue=blue, green=green, wild=wild).game(seed=1), route)
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


@every_edition
def test_the_chosen_payment_is_paid(edition: str) -> None:
    """R-CLAIM-3: exactly the cards of the chosen payment leave the hand."""
    route = routes(edition, length=3, colour=None)[0]
    hand = {"blue": 3, "green": 3, "wild": 3}
    for payment in payments(plain(edition).hand(0, **hand).game(seed=1), route):
        game = plain(edition).hand(0, **hand).game(seed=1)
        game.play(f"claim {route} with {payment}")
        paid = {card: int(count) for count, card in (part.split() for part in payment.split(" + "))}
        assert held(game, 0) == {card: count - paid.get(card, 0) for card, count in hand.items() if count > paid.get(card, 0)}


@every_table
def test_any_open_route(edition: str, players: int) -> None:
    """R-CLAIM-4: a player may claim any open route, wherever it lies, but none that is taken."""
    taken = routes(edition, double=False)[:2]
    rich = pack(edition, blue=2, green=2, black=2, orange=2)
    game = plain(edition, players).hand(0, **rich).claimed(0, taken[0]).claimed(1, taken[1]).game(seed=1)
    assert claimable(game) == set(routes(edition)) - set(taken)
    for route in taken:
        with pytest.raises(IllegalAction, match="already claimed"):
            game.play(f"claim {route} with {find_edition(edition).board.routes[routes(edition).index(route)].length} wild")


@every_edition
def test_one_route_a_turn_and_the_whole_of_it(edition: str) -> None:
    """R-CLAIM-4: one route a turn, with a card and a piece for every space of it."""
    first, second = routes(edition, length=2, colour=None)[0], routes(edition, length=3, colour=None)[0]
    game = plain(edition).hand(0, blue=4).game(seed=1)
    with pytest.raises(IllegalAction, match="a card for each of its spaces"):
        game.play(f"claim {second} with 2 blue")
    game.play(f"claim {first} with 2 blue")
    assert game.view()["routes"] == {first: 0}
    assert game.view()["seats"][0]["pieces"] == BOXES[edition].pieces - 2
    with pytest.raises(IllegalAction, match="another seat's turn"):
        game.play(f"claim {second} with 3 blue", 0)


@pytest.mark.parametrize("pieces", range(7))
@every_edition
def test_a_piece_for_each_space(edition: str, pieces: int) -> None:
    """R-CLAIM-5: a route with more spaces than the player has pieces is out of reach, however good the hand."""
    game = plain(edition).hand(0, **pack(edition, blue=2, green=2, black=2, orange=2)).pieces(0, pieces).game(seed=1)
    fitting = {route for length in range(1, pieces + 1) for route in routes(edition, length=length)}
    assert claimable(game) == fitting
    longest = max(BOXES[edition].points)
    if pieces < longest:
        with pytest.raises(IllegalAction, match="R-CLAIM-5"):
            game.play(f"claim {routes(edition, length=longest)[0]} with {longest} wild")


def doubles(edition: str) -> list[tuple[str, str, int]]:
    """The two halves of every double route, and their length."""
    board = find_edition(edition).board
    return [
        (board.route_name(index), board.route_name(route.twin), route.length)
        for index, route in enumerate(board.routes)
        if route.twin is not None
    ]


@every_table
def test_nobody_owns_both_twins(edition: str, players: int) -> None:
    """R-CLAIM-6: who owns one half of a double route never gets the other, whatever the number of players."""
    hand = pack(edition, blue=2, green=2, black=2, orange=2)
    for half, other, length in doubles(edition):
        game = plain(edition, players).hand(0, **hand).claimed(0, half).game(seed=1)
        assert other not in claimable(game)
        with pytest.raises(IllegalAction, match="R-CLAIM-6"):
            game.play(f"claim {other} with {length} wild")


@every_table
def test_twins_close_with_few_players(edition: str, players: int) -> None:
    """R-CLAIM-7: with few players the second half is closed to everybody; with more, the others may take it."""
    closed = players <= BOXES[edition].twin_closed_up_to
    hand = pack(edition, blue=2, green=2, black=2, orange=2)
    for half, other, length in doubles(edition):
        game = plain(edition, players).hand(0, **hand).claimed(1, half).game(seed=1)
        assert (other not in claimable(game)) is closed
        if closed:
            with pytest.raises(IllegalAction, match="R-CLAIM-7"):
                game.play(f"claim {other} with {length} wild")


@every_table
def test_twins_close_at_the_claim(edition: str, players: int) -> None:
    """R-CLAIM-7: a claim in play closes the twin for the next player, or leaves it open, as the number of players says."""
    half, other, length = doubles(edition)[0]
    game = plain(edition, players).hand(0, wild=length).hand(1, wild=length).game(seed=1)
    game.play(f"claim {half} with {length} wild")
    assert (other in claimable(game)) is (players > BOXES[edition].twin_closed_up_to)
    assert half not in claimable(game)


@every_edition
def test_payments_are_public(edition: str) -> None:
    """R-CLAIM-8: the cards paid lie on the discard pile, for all to see."""
    route = routes(edition, length=3, colour=None)[0]
    game = plain(edition).hand(0, blue=3, wild=1).game(seed=1)
    events = game.play(f"claim {route} with 2 blue + 1 wild")
    assert game.view()["discard"] == {"blue": 2, "wild": 1}
    assert events[0].seen_by(None)["payment"] == {"blue": 2, "wild": 1}
    assert game.view()["seats"][0]["cards"] == 1


@pytest.mark.parametrize(("edition", "length"), [(edition, length) for edition, box in BOXES.items() for length in box.points])
def test_points_as_claimed(edition: str, length: int) -> None:
    """R-CLAIM-9: a route brings its points by length, on the track at once, but in new-york only at the end."""
    box = BOXES[edition]
    route = routes(edition, length=length)[0]
    game = plain(edition).hand(0, wild=length).game(seed=1)
    events = game.play(f"claim {route} with {length} wild")
    shown = box.points[length] if box.points_shown else None
    assert events[0].seen_by(1)["points"] == shown
    for seat in (None, 0, 1):
        assert game.view(seat)["seats"][0]["points"] == shown
    assert game.result().sheets[0].routes == box.points[length]


@pytest.mark.parametrize(("edition", "players"), [table for table in TABLES if table[0] == "new-york"])
def test_points_appear_at_the_end(edition: str, players: int) -> None:
    """R-CLAIM-9: new-york shows no running total to anybody before the game is over, and then what each has scored in all."""
    game = plain(edition, players).claimed(0, "Chelsea–Soho").final_turns(1).game(seed=1)
    assert {seat["points"] for viewer in (None, *range(players)) for seat in game.view(viewer)["seats"]} == {None}
    game.play("draw deck")
    game.play(legal(game)[0])
    assert game.over
    assert [seat["points"] for seat in game.view()["seats"]] == [7 + 1] + [0] * (players - 1)  # the route, and Chelsea's attraction
