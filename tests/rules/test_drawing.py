"""R-DRAW: two cards a turn, blind or face up, and what a wild changes."""

from __future__ import annotations

import pytest

from allaboard import IllegalAction, Position
from builders import BOXES, ROW, every_edition, fifth_colour, held, kinds, legal, pack, plain, play_with


@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        (("draw deck", "black"), ("draw deck", "orange"), {"black": 1, "orange": 1}),
        (("draw deck", "black"), ("take green", "blue"), {"black": 1, "green": 1}),
        (("take green", "blue"), ("draw deck", "green"), {"green": 2}),
        (("take green", "orange"), ("take blue", "green"), {"green": 1, "blue": 1}),
    ],
)
@every_edition
def test_two_cards(edition: str, first: tuple[str, str], second: tuple[str, str], hand: dict[str, int]) -> None:
    """R-DRAW-1: two cards a turn, each blind or face up as the player likes."""
    game = plain(edition).game(seed=1)
    play_with(game, *first)
    assert game.acting == (0,)
    assert game.view()["phase"] == "second card"
    play_with(game, *second)
    assert game.acting == (1,)
    assert held(game, 0) == hand


@every_edition
def test_second_card_sees_the_replacement(edition: str) -> None:
    """R-DRAW-1: the second card is chosen after the first and its replacement are seen."""
    newcomer = fifth_colour(edition)
    game = plain(edition).game(seed=1)
    assert f"take {newcomer}" not in legal(game)
    play_with(game, "take blue", newcomer)
    play_with(game, f"take {newcomer}", "blue")
    assert held(game, 0) == {"blue": 1, newcomer: 1}


@every_edition
def test_second_card_is_due(edition: str) -> None:
    """R-DRAW-1: after a first card there is nothing to do but draw the second."""
    game = plain(edition).hand(0, blue=1).game(seed=1)
    play_with(game, "take blue", "blue")
    assert legal(game) == ["draw deck", *(f"take {card}" for card in game.edition.card_names if card in ROW)]


@pytest.mark.parametrize("slot", range(5))
@every_edition
def test_replacement(edition: str, slot: int) -> None:
    """R-DRAW-2: a face-up card is replaced from the deck at once, in its place; the other four stay."""
    newcomer = fifth_colour(edition)
    row = ["green"] * 5
    row[slot] = "blue"
    game = Position(edition).market(*row).game(seed=1)
    deck = game.view()["deck"]
    play_with(game, "take blue", newcomer)
    row[slot] = newcomer
    assert game.view()["market"] == row
    assert game.view()["deck"] == deck - 1


@pytest.mark.parametrize("replacement", ["blue", "wild"])
@every_edition
def test_face_up_wild_is_the_whole_action(edition: str, replacement: str) -> None:
    """R-DRAW-3: a face-up wild taken first ends the turn, whatever replaces it."""
    game = Position(edition).market("wild", *ROW[1:]).game(seed=1)
    play_with(game, "take wild", replacement)
    assert game.acting == (1,)
    assert held(game, 0) == {"wild": 1}


@pytest.mark.parametrize("first", [("draw deck", "green"), ("draw deck", "wild"), ("take green", "blue"), ("take green", "wild")])
@every_edition
def test_face_up_wild_is_never_second(edition: str, first: tuple[str, str]) -> None:
    """R-DRAW-3: a face-up wild cannot be the second card, not even one that was just turned up."""
    game = Position(edition).market("wild", *ROW[1:]).game(seed=1)
    play_with(game, *first)
    assert "take wild" not in legal(game)
    with pytest.raises(IllegalAction, match="cannot be the second card"):
        game.play("take wild")


@every_edition
def test_blind_wild_is_one_card(edition: str) -> None:
    """R-DRAW-4: a wild drawn blind counts as one ordinary card, as the first and as the second."""
    game = plain(edition).game(seed=1)
    play_with(game, "draw deck", "wild")
    assert game.acting == (0,)
    play_with(game, "draw deck", "wild")
    assert game.acting == (1,)
    assert held(game, 0) == {"wild": 2}


@every_edition
def test_no_hand_limit(edition: str) -> None:
    """R-DRAW-5: a player who holds every card but seven may draw two more."""
    hand = pack(edition, without=ROW, wild=2)
    game = plain(edition).hand(0, **hand).game(seed=1)
    play_with(game, "draw deck", "wild")
    play_with(game, "draw deck", "wild")
    assert sum(held(game, 0).values()) == sum(pack(edition).values()) - 5
    assert held(game, 0)["wild"] == BOXES[edition].wilds


@every_edition
def test_nothing_to_draw(edition: str) -> None:
    """R-DRAW-6: without a card in deck, discard pile and market nobody can draw cards."""
    game = Position(edition).hand(0, **pack(edition)).market().game(seed=1)
    assert not [action for action in legal(game) if action == "draw deck" or action.startswith("take")]
    assert "draw tickets" in legal(game)
    with pytest.raises(IllegalAction, match="no card is left"):
        game.play("draw deck")


@pytest.mark.parametrize("wilds", [1, 2, 3, 4, 5])
@every_edition
def test_only_wilds_to_draw(edition: str, wilds: int) -> None:
    """R-DRAW-6: a market of nothing but wilds, with nothing to draw from, still gives a wild as first card."""
    game = Position(edition).hand(1, **pack(edition, wild=wilds)).market(*["wild"] * wilds).ticket_deck().game(seed=1)
    assert legal(game) == ["take wild"]
    play_with(game, "take wild")
    assert held(game, 0) == {"wild": 1}
    assert [card for card in game.view()["market"] if card] == ["wild"] * (wilds - 1)
    assert game.acting == (1,)


@pytest.mark.parametrize(("row", "ends"), [(["blue"], True), (["blue", "wild", "wild"], True), (["blue", "green", "wild"], False)])
@every_edition
def test_second_draw_with_nothing_to_take(edition: str, row: list[str], ends: bool) -> None:
    """R-DRAW-6: when nothing is left that may be the second card, the turn ends with one card."""
    game = Position(edition).hand(1, **pack(edition, without=row)).market(*row).game(seed=1)
    play_with(game, "take blue")
    assert game.acting == ((1,) if ends else (0,))
    assert ends or legal(game) == ["take green"]


@every_edition
def test_last_card_drawn_blind(edition: str) -> None:
    """R-DRAW-6: after the last card of all the second comes from the row, and from nowhere if only wilds lie there."""
    row = ["wild", "wild", "blue", "green", "black"]
    game = Position(edition).hand(1, **pack(edition, without=[*row, "orange"])).market(*row).deck(orange=1).game(seed=1)
    events = play_with(game, "draw deck", "orange")
    assert kinds(events) == ["drew"]
    assert set(legal(game)) == {"take blue", "take green", "take black"}
