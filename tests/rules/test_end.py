"""R-END: the final round, and games that run dry."""

from __future__ import annotations

import pytest

from allaboard import Game, IllegalAction, Position
from builders import BOXES, every_edition, every_table, kinds, legal, pack, plain, routes, tickets


def draw_two(game: Game) -> None:
    """Play a turn that changes no piece."""
    game.play("draw deck")
    game.play("draw deck")


@pytest.mark.parametrize("left", range(5))
@every_edition
def test_two_or_fewer_pieces(edition: str, left: int) -> None:
    """R-END-1: the final round begins when a turn ends with two pieces or fewer, not with three."""
    route = routes(edition, length=3)[0]
    game = plain(edition).hand(0, wild=3).pieces(0, left + 3).game(seed=1)
    events = game.play(f"claim {route} with 3 wild")
    assert ("final round" in kinds(events)) is (left <= 2)
    assert game.view()["final_turns"] == (2 if left <= 2 else None)


@pytest.mark.parametrize("edition_length", [("new-york", 4), ("london", 4), ("usa", 6), ("usa-anniversary", 6)])
def test_any_seat_can_bring_the_end(edition_length: tuple[str, int]) -> None:
    """R-END-1: whoever is first down to two pieces brings the final round, and the seats after it play on from there."""
    edition, length = edition_length
    route = routes(edition, length=length)[0]
    game = plain(edition, 3).hand(2, wild=length).pieces(2, length + 2).turn(2).game(seed=1)
    game.play(f"claim {route} with {length} wild")
    order = []
    while not game.over:
        order.append(game.acting[0])
        draw_two(game)
    assert order == [0, 1, 2]


@every_table
def test_one_more_turn_each(edition: str, players: int) -> None:
    """R-END-1: every player has exactly one more turn, the one who brought the final round last, and then it is over."""
    route = routes(edition, length=2, colour=None)[0]
    game = plain(edition, players).hand(0, blue=2).pieces(0, 4).game(seed=1)
    game.play(f"claim {route} with 2 blue")
    for turn in range(players):
        assert game.acting == ((1 + turn) % players,)
        assert game.view()["final_turns"] == players - turn
        draw_two(game)
    assert game.over
    assert game.view()["phase"] == "over"
    assert game.events[-1].seen_by(None)["by"] == "final round"
    assert legal(game) == []
    for seat in range(players):
        with pytest.raises(IllegalAction, match="R-END-1"):
            game.play("draw deck", seat)


@every_table
def test_a_second_trigger_extends_nothing(edition: str, players: int) -> None:
    """R-END-1: another player who runs out of pieces in the final round does not prolong it."""
    first, second = routes(edition, length=2, colour=None)[0], routes(edition, length=1, colour=None)[0]
    game = plain(edition, players).hand(0, blue=2).hand(1, blue=1).pieces(0, 4).pieces(1, 3).game(seed=1)
    game.play(f"claim {first} with 2 blue")
    events = game.play(f"claim {second} with 1 blue")
    assert "final round" not in kinds(events)
    for _ in range(players - 1):
        assert not game.over
        draw_two(game)
    assert game.over


@every_edition
def test_the_last_turn_counts(edition: str) -> None:
    """R-END-1: the last turn is a whole one: a route claimed in it scores."""
    route = routes(edition, length=2, colour=None)[0]
    game = plain(edition).hand(0, blue=2).final_turns(1).game(seed=1)
    game.play(f"claim {route} with 2 blue")
    assert game.over
    assert game.result().sheets[0].routes == 2


@every_edition
def test_checked_at_the_end_of_the_turn(edition: str) -> None:
    """R-END-1: pieces are counted when the turn ends, so a first card or an offer starts nothing."""
    game = plain(edition).game(seed=1)
    game.state.pieces[0] = 2  # no play leads here, since only a claim takes pieces, and ends the turn
    game.play("draw tickets")
    assert game.view()["final_turns"] is None
    events = game.play(legal(game)[0])
    assert "final round" in kinds(events)


@every_table
def test_skipped_turns_use_up_the_final_round(edition: str, players: int) -> None:
    """R-END-1: a player who can do nothing has had the last turn all the same (R-TURN-2)."""
    last = tickets(edition)[0]
    game = Position(edition, players).hand(0, **pack(edition)).market().ticket_deck(last).pieces(players - 1, 0).game(seed=1)
    assert game.view()["final_turns"] == players
    game.play("draw tickets")
    events = game.play(f"keep {last}")
    assert [(event.kind, event.seat) for event in events[1:-1]] == [("skipped", seat) for seat in range(1, players)]
    assert events[-1].seen_by(None)["by"] == "final round"
    assert game.over


def hoard(game: Game) -> int:
    """Play as misers do: cards while there are any, then tickets, and a route only when nothing else is left; says how many actions."""
    while not game.over:
        game.play(game.legal_actions()[-1] if game.view()["phase"] == "offer" else miserly(game))
    return len(game.log)


def miserly(game: Game) -> str:
    actions = legal(game)
    return next((action for action in actions if action.startswith(("draw", "take"))), actions[-1])


def cards_of(game: Game) -> int:
    """All cards in hands, deck, discard pile and market."""
    state = game.state
    return int(state.hands.sum() + state.deck.sum() + state.discard.sum()) + sum(card is not None for card in game.view()["market"])


def test_hoarded_colours_in_new_york() -> None:
    """R-END-1: a game in which two players hold every coloured card still comes to its end."""
    half = {name: 3 for name in pack("new-york") if name != "wild"}
    game = Position("new-york").hand(0, **half).hand(1, **half).market(*["wild"] * 5).game(seed=1)
    assert game.view()["deck"] == 3
    hoard(game)
    assert game.events[-1].seen_by(None)["by"] == "final round"
    assert min(seat["pieces"] for seat in game.view()["seats"]) <= 2
    assert cards_of(game) == 44
    assert game.result().final


def test_emptied_deck_in_north_america() -> None:
    """R-END-1: five players who hold all the cards can only claim, and what they pay is drawn again, up to the end."""
    cards = [name for name, count in pack("usa").items() for _ in range(count)]
    position = Position("usa", 5).market()
    for seat in range(5):
        dealt = cards[seat::5]
        position.hand(seat, **{name: dealt.count(name) for name in set(dealt)})
    game = position.game(seed=1)
    assert game.view()["deck"] == 0
    assert "draw tickets" in legal(game)
    hoard(game)
    assert game.events[-1].seen_by(None)["by"] == "final round"
    assert cards_of(game) == 110
    assert sum(seat["tickets"] for seat in game.view()["seats"]) == BOXES["usa"].tickets
