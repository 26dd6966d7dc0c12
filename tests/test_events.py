"""What happened, told for people: one story for all, a little more for the seat that it is about."""

from __future__ import annotations

import random

import pytest

from allaboard import Game, Position
from allaboard.events import Chosen, Ended, FinalRound, Reshuffled
from builders import begun, kinds, plain, play_with, tickets
from games import every_table, pick


def test_the_deal_is_told() -> None:
    """Everybody hears how many; a seat hears its own cards and tickets."""
    game = Game("london", 2, 5)
    dealt = [event for event in game.events if event.kind == "dealt"]
    assert [event.seat for event in dealt] == [0, 1]
    assert dealt[0].seen_by(None) == {"n": 0, "kind": "dealt", "seat": 0, "cards": 2}
    assert dealt[0].seen_by(1) == dealt[0].seen_by(None)
    own = dealt[0].seen_by(0)
    assert sorted(own["hand"]) == sorted(card for card, count in game.view(0)["you"]["hand"].items() for _ in range(count))
    laid = next(event for event in reversed(game.events) if event.kind == "laid")
    assert laid.seen_by(None)["market"] == game.view()["market"]
    offered = [event for event in game.events if event.kind == "offered"]
    assert [event.seen_by(1 - event.seat)["tickets"] for event in offered] == [2, 2]
    assert [event.seen_by(event.seat)["offer"] for event in offered] == [game.view(seat)["you"]["offer"] for seat in range(2)]
    assert all("offer" not in event.seen_by(None) for event in offered)


def test_choices_at_set_up_are_told_when_all_have_chosen() -> None:
    """R-SETUP-4: before, only that somebody has chosen; then how many everybody kept."""
    game = Game("usa", 2, 5)
    (chose,) = game.play(game.legal_actions(1)[-1], 1)
    assert chose.seen_by(0) == {"n": 1, "kind": "chose", "seat": 1}
    assert len(chose.seen_by(1)["keep"]) == 4
    assert kinds(game.play(game.legal_actions(0)[0], 0)) == ["chose", "chosen"]
    assert game.events[-1] == Chosen(2, None, (2, 4))


def test_cards_are_told_as_they_are_drawn() -> None:
    """A face-up card to all, a blind one to its seat (R-DRAW-1, R-DRAW-2)."""
    game = plain("london").game(seed=1)
    assert [event.seen_by(1) for event in play_with(game, "take blue", "pink")] == [
        {"n": 1, "kind": "took", "seat": 0, "card": "blue"},
        {"n": 1, "kind": "laid", "seat": None, "market": ["pink", "green", "black", "orange", "blue"]},
    ]
    (drew,) = play_with(game, "draw deck", "wild")
    assert (drew.seen_by(0)["card"], "card" in drew.seen_by(1), "card" in drew.seen_by(None)) == ("wild", False, False)


def test_a_market_of_wilds_is_told_as_cleared() -> None:
    """R-MARKET-2: the row that went, and the row that came."""
    game = Position("london").market("wild", "wild", "blue", "green", "black").game(seed=1)
    events = play_with(game, "take blue", "wild", "pink", "pink", "yellow", "yellow", "green")
    assert kinds(events) == ["took", "laid", "cleared", "laid"]
    assert events[2].seen_by(None)["market"] == ["wild", "wild", "wild", "green", "black"]
    assert events[3].seen_by(None)["market"] == ["pink", "pink", "yellow", "yellow", "green"]


def test_a_reshuffle_is_told() -> None:
    """R-DECK-1: the pile becomes the deck at once, and all see it."""
    game = plain("london").deck(pink=1).game(seed=1)
    events = play_with(game, "draw deck", "pink")
    assert kinds(events) == ["drew", "reshuffled"]
    assert events[1] == Reshuffled(1, None, game.view()["deck"])


@pytest.mark.parametrize(("edition", "points"), [("london", 2), ("new-york", None)])
def test_a_claim_is_told_with_its_payment(edition: str, points: int | None) -> None:
    """R-CLAIM-8, R-CLAIM-9: payments are public, points where they are counted as claimed."""
    game = plain(edition).hand(0, wild=2).game(seed=1)
    route = next(name for name, row in zip(game.actions.route_names, game.edition.board.routes, strict=True) if row.length == 2)
    event = game.play(f"claim {route} with 2 wild")[0]
    assert event.seen_by(1) == {"n": 1, "kind": "claimed", "seat": 0, "route": route, "payment": {"wild": 2}, "points": points}


def test_tickets_are_told_by_number() -> None:
    """R-TICKET-6: how many were drawn, kept and returned; which ones only to their seat."""
    game = plain("usa").game(seed=1)
    (offered,) = game.play("draw tickets")
    offer = offered.seen_by(0)["offer"]
    assert offered.seen_by(1) == {"n": 1, "kind": "offered", "seat": 0, "tickets": 3}
    (kept,) = game.play(f"keep {offer[1]}; return {offer[2]}, {offer[0]}")
    assert kept.seen_by(None) == {"n": 2, "kind": "kept", "seat": 0, "kept": 1, "returned": 2}
    assert kept.seen_by(0)["give_back"] == [offer[2], offer[0]]


def test_the_final_round_and_the_end_are_told() -> None:
    """R-END-1: every seat has one more turn, the one that set it off included."""
    game = plain("london").hand(0, wild=2).pieces(0, 4).game(seed=1)
    route = next(name for name, row in zip(game.actions.route_names, game.edition.board.routes, strict=True) if row.length == 2)
    events = game.play(f"claim {route} with 2 wild")
    assert kinds(events) == ["claimed", "final round"]
    assert events[1] == FinalRound(1, 0, 2)
    while not game.over:
        game.play("draw deck")
    assert game.events[-1] == Ended(len(game.log), None, "final round")


def test_a_skipped_turn_is_told() -> None:
    """R-TURN-2: who can do nothing is skipped, and the log says so; when nobody can act it is the end."""
    cards = {"wild": 8} | dict.fromkeys(("blue", "green", "black", "pink", "yellow", "orange"), 6)
    game = Position("london", 3).hand(0, **cards).market().ticket_deck(*tickets("london", 1)).turn(0).game(seed=1)
    game.play("draw tickets")
    events = game.play(game.legal_actions()[0])
    assert kinds(events) == ["kept", "skipped", "skipped"]
    assert [event.seat for event in events[1:]] == [1, 2]


@every_table
def test_events_tell_the_whole_log_in_order(edition: str, players: int) -> None:
    """Every action is told under its number, and a rewound game tells the same again."""
    game, chance = Game(edition, players, 2), random.Random(2)
    while not game.over:
        seat = chance.choice(game.acting)
        before = len(game.events)
        assert game.events[before:] == []
        events = game.play(pick(game, seat, chance, "routes"), seat)
        assert game.events[before:] == events
        assert {event.n for event in events} == {len(game.log)}
    assert [event.n for event in game.events] == sorted(event.n for event in game.events)
    assert game.at(len(game.log)).events == game.events
    assert begun(edition, players).events[-1].n == players
