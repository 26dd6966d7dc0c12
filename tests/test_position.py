"""Positions: what a builder can say, what cannot be, and that a game goes on from there by all rules."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import checking
from allaboard import Game, Position, PositionError
from builders import TABLES, plain, tickets
from games import whole

DOUBLE = ("Portland–Seattle/grey#1", "Portland–Seattle/grey#2")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_an_empty_position_is_a_sound_first_turn(edition: str, players: int) -> None:
    """All cards in the deck but the row, all tickets in theirs, seat 0 to play."""
    game = Position(edition, players).game(seed=3)
    assert checking.check_state(game.table.boards[0], game.state) == checking.SOUND
    assert game.acting == (0,)
    assert game.view()["ticket_deck"] == len(game.edition.tickets)
    assert game.view()["deck"] == sum(map(int, game.table.boards[0].cards)) - 5


def test_a_position_puts_everything_where_it_says() -> None:
    """Hands, claims, tickets, market, discard pile, pieces and whose turn it is."""
    names = tickets("usa", 0, 1, 2)
    game = (
        plain("usa", 3).hand(1, red=2, wild=1).shown(1, red=1).claimed(2, "Denver–Omaha").tickets(1, names[0])
        .under_deck(*names[1:]).discard(yellow=3).pieces(0, 9).turn(1, second_card=True).final_turns(2).game(seed=1)
    )  # fmt: skip
    view = game.view(1)
    assert view["you"]["hand"] == {"wild": 1, "red": 2}
    assert view["you"]["tickets"] == [names[0]]
    assert view["routes"] == {"Denver–Omaha": 2}
    assert view["discard"] == {"yellow": 3}
    assert (view["phase"], view["acting"], view["final_turns"]) == ("second card", [1], 2)
    assert [seat["pieces"] for seat in view["seats"]] == [9, 45, 41]
    assert [seat["points"] for seat in view["seats"]] == [0, 0, 7]
    assert game.view(0)["seats"][1]["known_cards"] == {"red": 1}
    assert view["market"] == ["blue", "green", "black", "orange", "blue"]


def test_an_offer_is_chosen_from() -> None:
    """R-TICKET-1: tickets just drawn, before the seat whose turn it is."""
    names = tickets("london", 3, 4)
    game = plain("london").turn(1).offer(*names).game(seed=1)
    assert game.view(1)["phase"] == "offer"
    assert game.view(1)["you"]["offer"] == names
    game.play(f"keep {names[1]}; return {names[0]}")
    assert game.view(1)["you"]["tickets"] == [names[1]]
    assert game.view(1)["you"]["under_deck"] == {names[0]: 18}


def test_the_final_round_has_begun_when_pieces_are_few() -> None:
    """R-END-1: a seat with two pieces or fewer has set it off."""
    assert plain("usa", 3).pieces(2, 2).game(seed=1).view()["final_turns"] == 3


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Position("usa", 6), "usa is for 2 to 5 players, not 6"),
        (lambda: Position("usa").hand(2, red=1), "there is no seat 2: seats run from 0 to 1"),
        (lambda: Position("usa").hand(0, pink=1), r"hands\[0\]: usa has no 'pink' cards; it has wild, purple"),
        (lambda: Position("usa").hand(0, red=-1), r"hands\[0\]\.red is -1; allowed: a whole number from 0 to 12"),
        (lambda: Position("usa").hand(0, red=13), r"hands\[0\]\.red is 13; allowed: a whole number from 0 to 12"),
        (lambda: Position("usa").hand(0, red=7).hand(1, red=6).game(), "not so many red cards: the edition has 12"),
        (lambda: Position("usa").hand(0, red=7).discard(red=6).game(), "not so many red cards"),
        (lambda: Position("usa").hand(0, red=1).shown(0, red=2).game(), r"shown\[0\]\.red is 2; allowed: 0 to 1"),
        (lambda: Position("usa").claimed(0, "Denver–Oz"), "“Denver–Oz” is no route of usa; did you mean"),
        (lambda: Position("usa").claimed(0, *DOUBLE).game(), "cannot have claimed .* R-CLAIM-7"),
        (lambda: Position("usa", 4).claimed(0, *DOUBLE).game(), "cannot have claimed .* R-CLAIM-7"),
        (lambda: Position("usa").claimed(0, DOUBLE[0]).claimed(1, DOUBLE[1]).game(), "cannot have claimed .* R-CLAIM-7"),
        (lambda: Position("usa").pieces(0, 46), r"pieces\[0\] is 46; allowed: a whole number from 0 to 45"),
        (lambda: Position("usa").tickets(0, "Denver–Oz"), "“Denver–Oz” is no ticket of usa"),
        (lambda: Position("usa").tickets(0, *tickets("usa", 1)).tickets(1, *tickets("usa", 1)).game(), "a ticket is in two places"),
        (lambda: Position("usa").offer(*tickets("usa", 1, 2, 3, 4)).game(), "offer is .*; allowed: a list of at most 3 tickets"),
        (lambda: Position("usa").market("wild", "wild", "wild", "red", "red").game(), "such a row does not stay"),
        (lambda: Position("usa").market("red").game(), "the market holds 5 cards whenever"),
        (lambda: Position("usa").market("pink"), "market: 'pink' is no card of usa"),
        (lambda: Position("usa").turn(3), "there is no seat 3"),
    ],
)
def test_a_position_that_cannot_be_is_refused(build: Callable[[], object], message: str) -> None:
    """Errors say what is too much, missing or contradictory."""
    with pytest.raises(ValueError, match=message):
        build()


def test_claims_need_pieces() -> None:
    """R-CLAIM-5: nobody has claimed more spaces than it has pieces."""
    board = Position("london").edition.board
    long = [board.route_name(n) for n, route in enumerate(board.routes) if route.length >= 3 and route.twin is None]
    with pytest.raises(PositionError, match="more spaces than its 17 pieces"):
        Position("london").claimed(0, *long).game()


def test_a_seat_with_nothing_to_do_cannot_be_to_play() -> None:
    """R-TURN-2: such a turn is skipped, so it is no position."""
    cards = {"wild": 8} | dict.fromkeys(("blue", "green", "black", "pink", "yellow", "orange"), 6)
    position = Position("london").hand(0).hand(1, **cards).market().ticket_deck()
    with pytest.raises(PositionError, match="seat 0 has nothing to do"):
        position.game()
    assert position.turn(1).game(seed=1).acting == (1,)


def test_a_position_survives_being_written_and_read() -> None:
    """As plain data it is the same position, and a game from it knows how its market was laid without knowing the seed."""
    position = plain("usa", 3).hand(1, red=2).claimed(2, "Denver–Omaha").tickets(0, *tickets("usa", 5)).turn(1)
    game = position.game(seed=9)
    assert game.position is not None
    assert "seed" not in game.position
    again = Position.from_json(game.edition, json.loads(json.dumps(game.position))).game()
    assert [again.view(seat) for seat in range(3)] == [game.view(seat) for seat in range(3)]
    assert again.state.deck.tolist() == game.state.deck.tolist()
    assert Position.from_json(game.edition, position.to_json()).to_json() == position.to_json()
    with pytest.raises(PositionError, match="a position has no weather"):
        Position.from_json(game.edition, {**position.to_json(), "weather": "fine"})


def test_a_game_from_a_position_can_go_back_to_it() -> None:
    """The position is the beginning of the log."""
    game = plain("london").hand(0, blue=4).game(seed=2)
    start = whole(game)
    game.play("draw deck")
    game.undo()
    assert whole(game) == start
    assert isinstance(game.at(0), Game)
