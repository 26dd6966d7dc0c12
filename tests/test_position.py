"""Positions: what a builder can say, what cannot be, and that a game goes on from there by all rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import checking
from allaboard import Game, Position, PositionError
from allaboard.editions import load
from builders import ROW, TABLES, pack, plain, tickets
from games import whole
from harbour_edition import Harbour

DOUBLE = ("Portland–Seattle/grey#1", "Portland–Seattle/grey#2")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_an_empty_position_is_a_sound_first_turn(edition: str, players: int) -> None:
    """All cards in the deck but the row, all tickets in theirs, seat 0 to play."""
    game = Position(edition, players).game(seed=3)
    assert checking.check_state(game.actions.boards[0], game.state) == checking.SOUND
    assert game.acting == (0,)
    assert game.view()["ticket_deck"] == len(game.edition.tickets)
    assert game.view()["deck"] == sum(map(int, game.actions.boards[0].cards)) - 5


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


@pytest.mark.parametrize(
    ("low", "turn", "left"),
    [([0], 0, 1), ([1], 0, 2), ([2], 0, 3), ([0], 1, 3), ([0], 2, 2), ([1, 2], 0, 2), ([0, 2], 1, 2), ([0, 1, 2], 1, 1), ([], 0, None)],
)
def test_the_final_round_has_begun_when_pieces_are_few(low: list[int], turn: int, left: int | None) -> None:
    """R-END-1: of the seats with two pieces or fewer, the one that played longest ago has set it off, and plays last."""
    position = plain("usa", 3).turn(turn)
    for seat in low:
        position.pieces(seat, 2)
    game = position.game(seed=1)
    assert game.view()["final_turns"] == left
    if left is not None:
        assert position.final_turns(left).game(seed=1).view() == game.view()
        for _ in range(2 * left):
            assert not game.over
            game.play("draw deck")
        assert game.over


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
        (lambda: Position("usa").claimed(0, *DOUBLE).game(), "cannot have claimed .*R-CLAIM-6"),
        (lambda: Position("usa", 4).claimed(0, *DOUBLE).game(), "cannot have claimed .*R-CLAIM-6"),
        (lambda: Position("usa").claimed(0, DOUBLE[0]).claimed(1, DOUBLE[1]).game(), "cannot have claimed .*R-CLAIM-7"),
        (lambda: Position("usa").pieces(0, 46), r"pieces\[0\] is 46; allowed: a whole number from 0 to 45"),
        (lambda: Position("usa").tickets(0, "Denver–Oz"), "“Denver–Oz” is no ticket of usa"),
        (lambda: Position("usa").tickets(0, *tickets("usa", 1)).tickets(1, *tickets("usa", 1)).game(), "a ticket is in two places"),
        (lambda: Position("usa").offer(*tickets("usa", 1, 2, 3, 4)).game(), "offer is .*; allowed: a list of at most 3 tickets"),
        (lambda: Position("usa").market("wild", "wild", "wild", "red", "red").game(), "such a row does not stay"),
        (lambda: Position("usa").market("red").game(), "the market holds 5 cards whenever"),
        (lambda: Position("usa").market("pink"), "market: 'pink' is no card of usa"),
        (lambda: Position("usa").turn(3), "there is no seat 3"),
        (lambda: Position("usa", None), "usa is for 2 to 5 players, not None"),
        (lambda: Position("usa", True), "usa is for 2 to 5 players, not True"),
        (lambda: Position("usa", 2.0), "usa is for 2 to 5 players, not 2.0"),
        (lambda: Position("usa", "2"), "usa is for 2 to 5 players, not '2'"),
        (lambda: Position(7), "an edition is named by a text, not by 7"),
        (lambda: Position("usa").hand(True, red=1), "there is no seat True"),
        (lambda: Position("usa").hand(0.0, red=1), "there is no seat 0.0"),
        (lambda: Position("usa").hand(0, red=1.5), r"hands\[0\]\.red is 1\.5; allowed: a whole number from 0 to 12"),
        (lambda: Position("usa").hand(0, red=True), r"hands\[0\]\.red is True; allowed: a whole number"),
        (lambda: Position("usa").hand(0, red=40_000), r"hands\[0\]\.red is 40000; allowed: a whole number from 0 to 12"),
        (lambda: Position("usa").hand(0, red=10**5000), r"hands\[0\]\.red is a number of 16610 bits; allowed"),
        (lambda: Position("usa").shown(0, red=-1), r"shown\[0\]\.red is -1; allowed: a whole number from 0 to 12"),
        (lambda: Position("usa").pieces(0, 1.5), r"pieces\[0\] is 1\.5; allowed: a whole number from 0 to 45"),
        (lambda: Position("usa").claimed(0, "Denver–Omaha").pieces(0, 42).game(), r"pieces\[0\] is 42; allowed: 0 to 41"),
        (lambda: Position("usa").claimed(0, 5), r"claimed\[0\]: 5 is no route of usa"),
        (lambda: Position("usa").tickets(0, None), r"tickets\[0\]: None is no ticket of usa"),
        (lambda: Position("usa").market(*["red"] * 6), "market is .*; allowed: a list of at most 5 cards"),
        (lambda: Position("usa").market(["red"]), r"market: \['red'\] is no card of usa"),
        (lambda: Position("usa").turn(-1), "turn: there is no seat -1"),
        (lambda: Position("usa").turn(2), "turn: there is no seat 2"),
        (lambda: Position("usa").turn(0, second_card=1), "second_card is 1; allowed: true or false"),
        *(
            (lambda turns=turns: Position("usa").final_turns(turns), "final_turns is .*; allowed: a whole number from 1 to 2")
            for turns in (0, -1, -5, 3, 99, 10**6, 10**12, 1.0, True)
        ),
        (
            lambda: Position("usa", 3).pieces(0, 2).final_turns(3).game(),
            r"final_turns is 3; allowed: at most 1, since seat 0 with 2 pieces .*R-END-1",
        ),
        (lambda: Position("usa").hand(0, red=1).deck(red=3).discard(red=2).game(), r"discard\.wild is 0; allowed: 14"),
        (lambda: Position("usa").deck(**pack("usa", red=3)).discard(red=2).game(), r"discard\.red is 2; allowed: 3, since deck\.red is 9"),
        (lambda: plain("usa").deck().game(), "the deck is empty and the discard pile is not.*R-DECK-1"),
        (lambda: Position("usa").discard(**pack("usa")).game(), "the deck is empty and the discard pile is not.*R-DECK-1"),
        (lambda: plain("usa").hand(0, red=1).turn(0, second_card=True).offer(*tickets("usa", 1)).game(), "offer and a second card"),
        (lambda: plain("usa").turn(0, second_card=True).game(), "seat 0 holds no card that could have been its first.*R-DRAW-1"),
        (lambda: plain("usa").hand(0, wild=1).shown(0, wild=1).turn(0, second_card=True).game(), "could have been its first.*R-DRAW-3"),
        (
            lambda: (
                Position("new-york")
                .hand(0, blue=6, green=6, black=6, wild=8)
                .hand(1, pink=6, red=6, orange=6)
                .turn(0, second_card=True)
                .game()
            ),
            "nothing is left for the second card of seat 0.*R-DRAW-6",
        ),
        (
            lambda: Position("new-york").hand(0, **pack("new-york", wild=4)).market(*["wild"] * 4).turn(0, second_card=True).game(),
            "nothing is left for the second card of seat 0.*R-DRAW-6",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(build: Callable[[], object], message: str) -> None:
    """Errors say what is too much, missing or contradictory."""
    with pytest.raises(PositionError, match=message):
        build()


def test_what_is_refused_changes_nothing() -> None:
    """A builder that raises leaves the position as it was."""
    position = plain("usa", 3).hand(1, red=2).claimed(2, "Denver–Omaha").turn(1)
    before = position.to_json()
    for attempt in (
        lambda: position.hand(1, blue=1, pink=1),
        lambda: position.claimed(2, "Denver–Helena", "Denver–Oz"),
        lambda: position.turn(2, second_card=None),  # type: ignore[arg-type]
        lambda: position.market("red", "no"),
        lambda: position.tickets(9, *tickets("usa", 1)),
    ):
        with pytest.raises(PositionError):
            attempt()
        assert position.to_json() == before


def test_whole_numbers_of_numpy_are_numbers() -> None:
    """They become plain ones, so that the data can be written as JSON."""
    position = (
        Position("usa", np.int64(2)).hand(np.int8(0), red=np.int16(3)).pieces(0, np.uint8(9)).turn(np.int32(1)).final_turns(np.int64(2))
    )
    assert position.to_json() == json.loads(json.dumps(position.to_json()))
    assert position.game(seed=1).view(0)["you"]["hand"] == {"red": 3}


def test_claims_need_pieces() -> None:
    """R-CLAIM-5: nobody has claimed more spaces than it has pieces."""
    board = Position("london").edition.board
    long = [board.route_name(n) for n, route in enumerate(board.routes) if route.length >= 3 and route.twin is None]
    with pytest.raises(PositionError, match=r"cannot have claimed .*R-CLAIM-5"):
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
    with pytest.raises(PositionError, match="a position has no 'weather'; allowed: players, hands"):
        Position.from_json(game.edition, {**position.to_json(), "weather": "fine"})


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("players", None, "usa is for 2 to 5 players, not None"),
        ("players", True, "usa is for 2 to 5 players, not True"),
        ("players", 2.0, "usa is for 2 to 5 players, not 2.0"),
        ("players", "2", "usa is for 2 to 5 players, not '2'"),
        ("hands", [3, {}], r"hands\[0\] is 3; allowed: an object of card names and numbers"),
        ("hands", [{}], r"hands is \[{}\]; allowed: a list with a value for each of the 2 seats"),
        ("hands", [{}, {}, {"red": 1}], "hands is .*; allowed: a list with a value for each of the 2 seats"),
        ("hands", {"0": {"red": 1}}, "hands is .*; allowed: a list"),
        ("hands", [{"red": 1.0}, {}], r"hands\[0\]\.red is 1\.0; allowed: a whole number from 0 to 12"),
        ("hands", [{"red": None}, {}], r"hands\[0\]\.red is None; allowed"),
        ("hands", [{"\ud800": 1}, {}], r"hands\[0\]: usa has no '.ud800' cards"),
        ("shown", [{"red": -1}, {}], r"shown\[0\]\.red is -1; allowed"),
        ("claimed", [["denver-omaha"], []], r"claimed\[0\]: 'denver-omaha' is no route of usa"),
        ("claimed", ["Denver–Omaha", []], r"claimed\[0\] is 'Denver–Omaha'; allowed: a list of at most 100 routes"),
        ("tickets", [[[]], []], r"tickets\[0\]: \[\] is no ticket of usa"),
        ("pieces", [], r"pieces is \[\]; allowed: a list with a value for each of the 2 seats"),
        ("pieces", [-1, None], r"pieces\[0\] is -1; allowed"),
        ("market", ["red"] * 7, "market is .*; allowed: a list of at most 5 cards"),
        ("market", "red", "market is 'red'; allowed: a list of at most 5 cards"),
        ("deck", [], r"deck is \[\]; allowed: an object of card names and numbers"),
        ("discard", None, "discard is None; allowed: an object of card names and numbers"),
        ("ticket_deck", {}, "ticket_deck is {}; allowed: a list of at most 33 tickets"),
        ("under_deck", None, "under_deck is None; allowed: a list"),
        ("offer", 5, "offer is 5; allowed: a list of at most 3 tickets"),
        ("turn", 5, "turn: there is no seat 5: seats run from 0 to 1"),
        ("turn", -1, "turn: there is no seat -1"),
        ("turn", 2, "turn: there is no seat 2"),
        ("turn", False, "turn: there is no seat False"),
        ("turn", None, "turn: there is no seat None"),
        ("second_card", 0, "second_card is 0; allowed: true or false"),
        ("final_turns", 10**12, "final_turns is 1000000000000; allowed: a whole number from 1 to 2"),
        ("final_turns", 0, "final_turns is 0; allowed"),
    ],
)
def test_data_of_a_wrong_form_are_refused(field: str, value: object, message: str) -> None:
    """The same checks as for the builder: the field, the value, and what is allowed."""
    edition = Position("usa").edition
    with pytest.raises(PositionError, match=message) as fault:
        Position.from_json(edition, {**Position("usa").to_json(), field: value})
    assert fault.value.code is not None
    assert str(fault.value.values["field"]).startswith(field)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "a position is None; allowed: an object"),
        ([], "a position is .*; allowed: an object"),
        ({}, "a position lacks players"),
        ({"players": 2, 5: 1}, "a position has no 5"),
        pytest.param({"players": 2, "x" * 100_000: 1}, r"a position has no 'x+\.\.\.x+'; allowed", id="long"),
    ],
)
def test_what_is_no_position_is_refused(data: object, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Position.from_json("usa", data)


def test_data_are_copied() -> None:
    """Whoever changes what it gave or was given changes no position."""
    data = plain("usa").hand(0, red=2).claimed(1, "Denver–Omaha").to_json()
    position = Position.from_json("usa", data)
    for change in (data, position.to_json()):
        change["hands"][0]["red"] = 9
        change["claimed"][1].append("Denver–Helena")
        change["market"][0] = "red"
    assert position.to_json() == plain("usa").hand(0, red=2).claimed(1, "Denver–Omaha").to_json()


def test_a_deck_and_a_discard_pile_that_agree_are_fine() -> None:
    """Every card is somewhere: whoever names both must name the same."""
    cards = pack("usa", without=ROW, yellow=3)
    game = plain("usa").deck(**cards).discard(yellow=3).game(seed=1)
    assert (game.view()["discard"], game.view()["deck"]) == ({"yellow": 3}, sum(cards.values()))


def test_a_game_from_a_position_can_go_back_to_it() -> None:
    """The position is the beginning of the log."""
    game = plain("london").hand(0, blue=4).game(seed=2)
    start = whole(game)
    game.play("draw deck")
    game.undo()
    assert whole(game) == start
    assert isinstance(game.at(0), Game)


def test_a_game_with_fewer_pieces_becomes_its_position() -> None:
    """What routes do not tell is said: pieces that a position took away are not given back, and the final round goes on."""
    game = plain("usa", 3).claimed(1, "Denver–Omaha").pieces(0, 9).pieces(2, 2).turn(1).game(seed=1)
    assert Position.of(game).to_json()["pieces"] == [9, None, 2]
    again = Position.of(game).game(seed=1)
    for seat in (None, *range(3)):
        assert again.view(seat) == game.view(seat)


def test_a_final_round_goes_on_while_pieces_run_out_in_it() -> None:
    """R-END-1: it was on before, so whoever has few pieces now has set off nothing, and the game has a position still."""
    game = plain("usa", 3).pieces(0, 5).hand(0, blue=4).turn(0).final_turns(2).game(seed=1)
    game.play("claim Chicago–Omaha with 4 blue")
    assert game.view()["final_turns"] == 1
    again = Position.of(game).game(seed=1)
    assert (again.acting, again.view()["final_turns"], again.view()["seats"]) == (game.acting, 1, game.view()["seats"])


def test_a_position_is_taken_from_a_game() -> None:
    with pytest.raises(PositionError, match="a position is taken from 'usa'; allowed: a Game"):
        Position.of("usa")  # type: ignore[arg-type]


@pytest.mark.parametrize("colour", ["self", "seat", "cards", "players", "where"])
def test_a_colour_may_have_any_name(tmp_path: Path, colour: str) -> None:
    """What a builder calls its own things is no colour's business."""
    harbour = Harbour(tmp_path).edit('name = "red"', f'name = "{colour}"')
    harbour.board_path.write_text(harbour.board_path.read_text("utf-8").replace('colour = "red"', f'colour = "{colour}"'), "utf-8")
    edition, cards = load(harbour.path), {colour: 1}
    game = Position(edition).hand(0, **cards).shown(0, **cards).hand(1, **cards).discard(**cards).turn(0).game(seed=1)
    assert game.view(0)["you"]["hand"] == cards
    assert game.view(1)["seats"][0]["known_cards"] == cards
    assert game.view()["discard"] == cards
    assert Position(edition).deck(**cards).to_json()["deck"] == cards


def test_a_position_is_played_from_a_seed() -> None:
    """What is none is refused in the words that games have for it."""
    with pytest.raises(PositionError, match="a seed is a number"):
        Position("usa").game("x")  # type: ignore[arg-type]
