"""R-TURN: whose turn it is, what a turn is, and what happens to a player who can do nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from allaboard import Edition, IllegalAction, Position
from allaboard.editions import get_edition as find_edition
from builders import ROW, claimable, every_edition, every_table, legal, pack, plain, play_with, routes, tickets

TURNS = {
    "two cards": ("draw deck", "draw deck"),
    "a face-up wild": ("take wild",),
    "a route": ("claim",),
    "tickets": ("draw tickets", "keep"),
}


@pytest.mark.parametrize("turn", TURNS)
@every_table
def test_turns_go_round(edition: str, players: int, turn: str) -> None:
    """R-TURN-1: a turn is cards, a route or tickets, one of them once, and then the next seat clockwise plays."""
    for seat in range(players):
        game = Position(edition, players).hand(seat, blue=1).market("wild", *ROW[1:]).turn(seat).game(seed=1)
        for word in TURNS[turn]:
            assert game.acting == (seat,)
            assert game.view()["turns"] == 0
            game.play(next(action for action in legal(game) if action.startswith(word)))
        assert game.acting == ((seat + 1) % players,)
        assert game.view()["turns"] == 1
        with pytest.raises(IllegalAction, match="another seat's turn"):
            game.play("draw deck", seat)


@every_edition
def test_all_three_are_open(edition: str) -> None:
    """R-TURN-1: a turn may begin with any of the three, and nothing else is on the list."""
    game = plain(edition).hand(0, blue=1).game(seed=1)
    beginnings = {action.partition(" ")[0] for action in legal(game)}
    assert beginnings == {"draw", "take", "claim"}
    assert {"draw deck", "draw tickets"} <= set(legal(game))


@every_edition
def test_no_passing(edition: str) -> None:
    """R-TURN-1: nobody passes: whoever can only draw tickets, or only claim a route, has to."""
    tickets_only = Position(edition).hand(1, **pack(edition)).market().game(seed=1)
    assert legal(tickets_only) == ["draw tickets"]
    route_only = Position(edition).hand(0, blue=1).hand(1, **pack(edition, blue=1)).market().ticket_deck().game(seed=1)
    assert claimable(route_only)
    assert all(action.startswith("claim ") for action in legal(route_only))
    for game in (tickets_only, route_only):
        with pytest.raises(IllegalAction, match="pass"):
            game.play("pass")


@every_table
def test_stuck_seats_are_skipped(edition: str, players: int) -> None:
    """R-TURN-2: seats that can do nothing are skipped, one event for each, until somebody can play."""
    last = tickets(edition)[0]
    game = Position(edition, players).hand(0, **pack(edition)).market().ticket_deck(last).game(seed=1)
    game.play("draw tickets")
    events = game.play(f"keep {last}")
    assert [(event.kind, event.seat) for event in events] == [("kept", 0), *(("skipped", seat) for seat in range(1, players))]
    assert game.acting == (0,)
    assert game.view()["turns"] == players


@every_edition
def test_one_stuck_seat_between_others(edition: str) -> None:
    """R-TURN-2: only the stuck seat is skipped, and it plays again as soon as there is something to do."""
    hoard = pack(edition, blue=1)
    game = Position(edition, 3).hand(0, **hoard).hand(2, blue=1).market().ticket_deck(tickets(edition)[0]).game(seed=1)
    game.play("draw tickets")
    events = game.play(legal(game)[0])
    assert [event.seat for event in events if event.kind == "skipped"] == [1]
    assert game.acting == (2,)
    play_with(game, next(action for action in legal(game) if action.endswith("with 1 blue")), "blue")
    assert game.acting == (0,)
    play_with(game, next(action for action in legal(game) if action.endswith("with 1 black")), "black")
    assert game.acting == (1,)
    assert set(legal(game)) == {"take blue", "take black"}


def lonely() -> Edition:
    """New York with a single long route and no wilds: a board on which all players can be stuck at once."""
    edition = find_edition("new-york")
    only = next(route for route in edition.board.routes if (route.a, route.b) == ("Chelsea", "Soho"))
    return replace(edition, wild_cards=0, board=replace(edition.board, routes=(only,)))


def test_everybody_stuck() -> None:
    """R-TURN-2: when every player in a row is stuck, the game ends and is scored."""
    last = tickets("new-york")[0]
    shared = {colour.name: 3 for colour in find_edition("new-york").colours}
    game = Position(lonely(), 2).hand(0, **shared).hand(1, **shared).market().ticket_deck(last).game(seed=1)
    assert routes(game.edition) == ["Chelsea–Soho"]
    game.play("draw tickets")
    events = game.play(f"keep {last}")
    assert [(event.kind, event.seat) for event in events] == [("kept", 0), ("skipped", 1), ("skipped", 0), ("ended", None)]
    assert events[-1].seen_by(None)["by"] == "nobody can act"
    assert game.over
    assert game.acting == ()
    assert game.result().final
    assert [sheet.total for sheet in game.result().sheets] == [-2, 0]


def test_a_payment_wakes_the_table() -> None:
    """R-TURN-2: nobody is stuck for good: a payment gives the others something to draw."""
    last = tickets("new-york")[0]
    shared = {colour.name: 3 for colour in find_edition("new-york").colours}
    game = Position(lonely(), 2).hand(0, **{**shared, "pink": 2}).hand(1, **{**shared, "pink": 4}).market().ticket_deck(last).game(seed=1)
    game.play("draw tickets")
    game.play(f"keep {last}")
    assert game.acting == (1,)
    play_with(game, "claim Chelsea–Soho with 4 pink", "pink", "pink", "pink", "pink")
    assert game.acting == (0,)
    assert legal(game) == ["take pink"]
