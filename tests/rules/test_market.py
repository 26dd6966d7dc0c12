"""R-MARKET and R-DECK: the face-up row, its wilds, and the discard pile that becomes the deck."""

from __future__ import annotations

import pytest

from allaboard import Position, PositionError
from builders import EDITIONS, NORTH_AMERICA, ROW, every_edition, fifth_colour, held, kinds, legal, pack, plain, play_with, routes

NEARLY = ("blue", "wild", "wild", "green", "black")
"""A row that one more wild makes too wild."""


@pytest.mark.parametrize("deck", [0, 1, 2])
@every_edition
def test_row_shrinks_only_with_the_deck(edition: str, deck: int) -> None:
    """R-MARKET-1: five cards lie face up for as long as the deck can supply them."""
    game = plain(edition).hand(1, **pack(edition, without=ROW, orange=deck)).deck(orange=deck).game(seed=1)
    play_with(game, "take blue", *["orange"] * min(1, deck))
    play_with(game, "take green", *["orange"] * (1 if deck > 1 else 0))
    assert [card is not None for card in game.view()["market"]].count(True) == min(5, 3 + deck)


@pytest.mark.parametrize(("row", "left_over"), [(0, 0), (2, 0), (4, 2), (5, 3)])
@every_edition
def test_row_grows_with_the_discard_pile(edition: str, row: int, left_over: int) -> None:
    """R-MARKET-1: a payment fills the gaps of the row at once when there was nothing else to draw."""
    colour, route = next((name, name_of[0]) for name in pack(edition) if (name_of := routes(edition, length=3, colour=name, double=False)))
    market = ["green"] * row if colour != "green" else ["blue"] * row
    game = Position(edition).hand(0, **pack(edition, without=market)).market(*market).game(seed=1)
    play_with(game, f"claim {route} with 3 {colour}", *[colour] * (3 - left_over))
    assert game.view()["market"] == [*market, *[colour] * (3 - left_over), *[None] * (2 - row)]
    assert game.view()["deck"] == left_over


def test_position_holds_a_whole_row() -> None:
    """R-MARKET-1: no position has gaps in the row beside a deck, nor a row that would not stay."""
    with pytest.raises(PositionError, match="R-MARKET-1"):
        Position("usa").market("blue").game()
    with pytest.raises(PositionError, match="R-MARKET-2"):
        Position("usa").market("wild", "wild", "wild", "blue", "blue").game()


@every_edition
def test_two_wilds_may_lie(edition: str) -> None:
    """R-MARKET-2: two wilds among the face-up cards are no reason to clear the row."""
    game = Position(edition).market("wild", *ROW[1:]).game(seed=1)
    play_with(game, "take green", "wild")
    assert game.view()["market"] == ["wild", "wild", *ROW[2:]]


# new-york and london have too few wilds for a third row of three
@pytest.mark.parametrize(
    ("edition", "rows"), [(edition, rows) for edition in EDITIONS for rows in (1, 2, 3) if rows < 3 or edition in NORTH_AMERICA]
)
def test_third_wild_clears_the_row(edition: str, rows: int) -> None:
    """R-MARKET-2: at the third wild all five are discarded and five new ones laid, again until the row is clean."""
    wild_rows = [["wild", "wild", "wild", "orange", "orange"], ["orange", "wild", "wild", "orange", "wild"]][: rows - 1]
    clean = ["orange", fifth_colour(edition), "black", "green", "blue"]
    game = Position(edition).market(*NEARLY).game(seed=1)
    events = play_with(game, "take blue", "wild", *[card for row in wild_rows for card in row], *clean)
    assert game.view()["market"] == clean
    assert kinds(events) == ["took", *["laid", "cleared"] * rows, "laid"]
    assert sum(game.view()["discard"].values()) == 5 * rows
    assert game.view()["discard"]["wild"] == 3 * rows


@every_edition
def test_clearing_after_a_face_up_wild(edition: str) -> None:
    """R-MARKET-2: a wild that replaces a wild counts like any other."""
    game = Position(edition).market(*NEARLY).game(seed=1)
    play_with(game, "take wild", "wild")
    assert game.view()["market"] == list(NEARLY)
    assert held(game, 0) == {"wild": 1}


@pytest.mark.parametrize("coloured", [2, 3])
@every_edition
def test_row_of_wilds_stays_when_no_clean_one_exists(edition: str, coloured: int) -> None:
    """R-MARKET-2: with fewer than three other cards out of the hands the row stays; with three it is laid anew."""
    hands = pack(edition, without=[*NEARLY, *["wild"] * 2, *["orange"] * (coloured - 2)])
    game = Position(edition).hand(1, **hands).market(*NEARLY).deck(wild=2).game(seed=1)
    if coloured == 2:
        play_with(game, "take blue", "wild")
        assert game.view()["market"] == ["wild", "wild", "wild", "green", "black"]
        assert game.acting == (0,)
    else:
        # the last wild, then the discard pile: the orange card and what was cleared
        play_with(game, "take blue", "wild", "wild", "orange", "green", "wild", "black")
        assert game.view()["market"] == ["wild", "orange", "green", "wild", "black"]


@pytest.mark.parametrize("wilds", [5, 4, 3])
@every_edition
def test_nothing_but_wilds(edition: str, wilds: int) -> None:
    """R-MARKET-2: a row can be laid of wilds alone when all other cards are hoarded."""
    game = Position(edition).hand(0, **pack(edition, wild=wilds)).market(*["wild"] * wilds).game(seed=1)
    assert [card for card in game.view()["market"] if card] == ["wild"] * wilds


@pytest.mark.parametrize(("deck", "swapped"), [({"wild": 2, "blue": 1, "green": 2}, True), ({"wild": 3, "blue": 1, "green": 1}, False)])
@every_edition
def test_row_and_deck_do_not_swap_for_ever(edition: str, deck: dict[str, int], swapped: bool) -> None:
    """R-MARKET-2: with five in the deck and no discard pile row and deck would swap for ever: unless the deck is clean the row stays."""
    hands = pack(edition, without=[*NEARLY, "wild"])
    for card, count in deck.items():
        hands[card] -= count
    game = Position(edition).hand(1, **hands).market(*NEARLY).deck(**{**deck, "wild": deck["wild"] + 1}).game(seed=1)
    if swapped:
        play_with(game, "take blue", "wild", "green", "wild", "blue", "green", "wild")
        assert game.view()["market"] == ["green", "wild", "blue", "green", "wild"]
    else:
        play_with(game, "take blue", "wild")
        assert game.view()["market"] == ["wild", "wild", "wild", "green", "black"]
    assert game.view()["deck"] == 5
    assert game.view()["discard"] == {}


@pytest.mark.parametrize("seed", range(8))
@every_edition
def test_clearing_comes_to_an_end(edition: str, seed: int) -> None:
    """R-MARKET-2: with just three other cards among the wilds the row is laid until it holds them all."""
    hands = pack(edition, without=[*NEARLY, "orange"], wild=4)
    game = Position(edition).hand(1, **hands).market(*NEARLY).deck(wild=4, orange=1).game(seed)
    game.play("take blue")
    assert sorted(game.view()["market"]) == ["black", "green", "orange", "wild", "wild"]


def test_a_payment_can_clear_the_row() -> None:
    """R-MARKET-2: a row that stayed for want of other cards is laid anew as soon as a payment supplies them."""
    mine, others = {"blue": 6, "green": 5, "black": 3}, {"black": 3, "pink": 6, "red": 6, "orange": 6, "wild": 1}
    game = Position("new-york").hand(0, **mine).hand(1, **others).market(*["wild"] * 5).deck(wild=2, green=1).game(seed=1)
    game.play("claim Wall Street–Brooklyn/blue with 3 blue")
    assert game.view()["market"].count("wild") == 2


def test_a_blind_draw_can_clear_the_row() -> None:
    """R-MARKET-2: a row that stayed because it would have swapped with the deck is laid anew once the deck is smaller."""
    row = ["wild", "wild", "wild", "blue", "orange"]
    hands = pack("new-york", without=[*row, "wild", "wild", "wild", "black", "orange"])
    game = Position("new-york").hand(1, **hands).market(*row).deck(wild=3, black=1, orange=1).game(seed=1)
    play_with(game, "draw deck", "wild", "wild", "wild", "black", "orange", "blue")
    assert game.view()["market"] == ["wild", "wild", "black", "orange", "blue"]


@every_edition
def test_last_card_turns_the_pile_over(edition: str) -> None:
    """R-DECK-1: when the last card is drawn the discard pile becomes the deck at once, before the second card."""
    hands = pack(edition, without=[*ROW, "orange"], green=3)
    game = plain(edition).hand(1, **hands).deck(orange=1).game(seed=1)
    assert game.view()["discard"] == {"green": 3}
    events = play_with(game, "draw deck", "orange")
    assert kinds(events) == ["drew", "reshuffled"]
    assert (game.view()["deck"], game.view()["discard"]) == (3, {})
    play_with(game, "draw deck", "green")
    assert held(game, 0) == {"orange": 1, "green": 1}


@every_edition
def test_replacement_turns_the_pile_over(edition: str) -> None:
    """R-DECK-1: a replacement that takes the last card turns the pile over as well."""
    hands = pack(edition, without=[*ROW, "orange"], green=3)
    game = plain(edition).hand(1, **hands).deck(orange=1).game(seed=1)
    events = play_with(game, "take blue", "orange")
    assert kinds(events) == ["took", "laid", "reshuffled"]
    assert (game.view()["deck"], game.view()["discard"]) == (3, {})


@every_edition
def test_payment_becomes_the_deck(edition: str) -> None:
    """R-DECK-1: cards paid while the deck is empty can be drawn blind by the next player."""
    colour = fifth_colour(edition)
    route = routes(edition, length=2, colour=None)[0]
    game = plain(edition).hand(0, **pack(edition, without=ROW)).game(seed=1)
    assert "draw deck" not in legal(game)
    game.play(f"claim {route} with 2 {colour}")
    assert (game.view()["deck"], game.view()["discard"]) == (2, {})
    play_with(game, "draw deck", colour)
    assert held(game, 1) == {colour: 1}


@every_edition
def test_clearing_turns_the_pile_over(edition: str) -> None:
    """R-DECK-1: a row laid anew takes what the deck has and goes on with the reshuffled pile, the cleared row included."""
    hands = pack(edition, without=[*NEARLY, "wild", "orange", "orange"], green=1)
    game = Position(edition).hand(1, **hands).market(*NEARLY).deck(wild=1, orange=2).game(seed=1)
    assert game.view()["discard"] == {"green": 1}
    play_with(game, "take blue", "wild", "orange", "orange", "wild", "wild", "black")
    assert game.view()["market"] == ["orange", "orange", "wild", "wild", "black"]
    assert (game.view()["deck"], game.view()["discard"]) == (3, {})
