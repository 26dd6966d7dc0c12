"""R-SECRET: what everybody may know, what only one player may, and what nobody may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from allaboard import Game, KeepTickets
from allaboard.game import commitment
from builders import BOXES, ROW, begun, every_edition, every_table, fifth_colour, legal, plain, play_with, routes, tickets


@every_table
def test_public_knowledge(edition: str, players: int) -> None:
    """R-SECRET-1: everybody sees board, market, pile, pieces, whose turn it is, and how many cards and tickets there are."""
    route = routes(edition, length=3)[0]
    kept = tickets(edition)[:3]
    position = plain(edition, players).hand(0, orange=2).hand(1, green=1).claimed(1, route).tickets(1, *kept).discard(black=2)
    game = position.turn(1).game(seed=1)
    box = BOXES[edition]
    for seat in (None, *range(players)):
        view = game.view(seat)
        assert view["routes"] == {route: 1}
        assert view["market"] == list(ROW)
        assert view["discard"] == {"black": 2}
        assert view["deck"] == box.wilds + box.per_colour * len(game.edition.colours) - 5 - 3 - 2
        assert view["ticket_deck"] == box.tickets - 3
        assert [one["cards"] for one in view["seats"]] == [2, 1] + [0] * (players - 2)
        assert [one["tickets"] for one in view["seats"]] == [0, 3] + [0] * (players - 2)
        assert [one["pieces"] for one in view["seats"]] == [box.pieces, box.pieces - 3] + [box.pieces] * (players - 2)
        assert (view["acting"], view["phase"]) == ([1], "turn")


@every_edition
def test_public_steps(edition: str) -> None:
    """R-SECRET-1: everybody sees in which step of a turn the acting player is."""
    game = plain(edition).game(seed=1)
    play_with(game, "draw deck", "blue")
    assert game.view(1)["phase"] == "second card"
    game = plain(edition).game(seed=1)
    game.play("draw tickets")
    assert game.view(1)["phase"] == "offer"


@every_edition
def test_face_up_cards_are_remembered(edition: str) -> None:
    """R-SECRET-1: a card taken face up is known to be in that hand until it is paid."""
    game = plain(edition).hand(0, blue=1).game(seed=1)
    play_with(game, "take green", "blue")
    play_with(game, "take black", "blue")
    for seat in (None, 0, 1):
        assert game.view(seat)["seats"][0]["known_cards"] == {"green": 1, "black": 1}
    play_with(game, "draw deck", "orange")
    play_with(game, "draw deck", "orange")
    game.play(f"claim {routes(edition, length=1, colour=None)[0]} with 1 green")
    assert game.view(1)["seats"][0]["known_cards"] == {"black": 1}


def drawn(edition: str, card: str) -> Game:
    game = plain(edition, 3).game(seed=1)
    play_with(game, "draw deck", card)
    return game


def offered(edition: str, first: int) -> Game:
    game = plain(edition, 3).game(seed=1)
    play_with(game, "draw tickets", *tickets(edition)[first : first + BOXES[edition].offer])
    return game


def kept(edition: str, position: int) -> Game:
    offer = tickets(edition)[: BOXES[edition].offer]
    game = plain(edition, 3).offer(*offer).game(seed=1)
    game.play(KeepTickets((offer[position],), tuple(ticket for ticket in offer if ticket != offer[position])))
    return game


# pairs of games that differ in one secret of seat 0
WORLDS: Final[dict[str, Callable[[str], tuple[Game, Game]]]] = {
    "the hand": lambda edition: (
        plain(edition, 3).hand(0, blue=2, wild=1).game(seed=1),
        plain(edition, 3).hand(0, green=1, **{fifth_colour(edition): 2}).game(seed=1),
    ),
    "the part of a hand that nobody saw": lambda edition: (
        plain(edition, 3).hand(0, blue=2).shown(0, blue=1).game(seed=1),
        plain(edition, 3).hand(0, blue=1, green=1).shown(0, blue=1).game(seed=1),
    ),
    "a blind draw": lambda edition: (drawn(edition, "blue"), drawn(edition, "wild")),
    "tickets": lambda edition: (
        plain(edition, 3).tickets(0, *tickets(edition, 0, 1)).game(seed=1),
        plain(edition, 3).tickets(0, *tickets(edition, 2, 3)).game(seed=1),
    ),
    "an offer": lambda edition: (offered(edition, 0), offered(edition, 5)),
    "the tickets kept and given back": lambda edition: (kept(edition, 0), kept(edition, 1)),
}


@pytest.mark.parametrize("secret", WORLDS)
@every_edition
def test_private_knowledge(edition: str, secret: str) -> None:
    """R-SECRET-2: hands, blind draws and tickets are for their player alone: to others two such games are the same, byte for byte."""
    one, other = WORLDS[secret](edition)
    for seat in (None, 1, 2):
        assert one.observe(seat).states.tobytes() == other.observe(seat).states.tobytes()
        assert one.view(seat) == other.view(seat)
        assert [event.seen_by(seat) for event in one.events] == [event.seen_by(seat) for event in other.events]
    assert one.view(0) != other.view(0)


@every_edition
def test_given_back_tickets_are_remembered(edition: str) -> None:
    """R-SECRET-2: who gave a ticket back knows where it lies under the deck; nobody else does."""
    game = kept(edition, 0)
    unseen = BOXES[edition].tickets - BOXES[edition].offer
    given_back = tickets(edition)[1 : BOXES[edition].offer]
    assert game.view(0)["you"]["under_deck"] == {ticket: unseen + place for place, ticket in enumerate(given_back)}
    assert game.view(1)["you"]["under_deck"] == {}


@every_table
def test_order_of_the_decks(edition: str, players: int) -> None:
    """R-SECRET-3: nobody can tell games apart that differ in their seed alone, that is in what will be drawn."""
    games = [plain(edition, players).game(seed) for seed in range(6)]
    for seat in (None, *range(players)):
        assert len({game.observe(seat).states.tobytes() for game in games}) == 1
    draws = set()
    for game in games:
        for action in ("draw deck", "draw deck", "draw tickets"):
            game.play(action)
        draws.add(str(game.log))
    assert len(draws) == len(games)


@every_edition
def test_the_seed(edition: str) -> None:
    """R-SECRET-3: the seed shows nowhere before the end; its commitment does, and at the end the seed proves it."""
    game = begun(edition, seed=12345)
    secret = (12345).to_bytes(32, "little")
    record = game.record().data
    assert record["seed"] is None
    assert record["commitment"] == commitment(secret)
    for seat in (None, 0, 1):
        state = game.observe(seat).state
        assert not state.card_stream.any()
        assert not state.ticket_stream.any()
        assert secret.hex() not in str(game.view(seat))
    while not game.over:
        game.play(next((action for action in legal(game)[::-1] if action.startswith("claim")), legal(game)[0]))
    assert game.record().data["seed"] == secret.hex()
    assert game.record().verify().result() == game.result()


@pytest.mark.parametrize(("players", "known"), [(2, {"green": 1, "black": 2}), (3, {})])
@every_edition
def test_a_counted_deck(edition: str, players: int, known: dict[str, int]) -> None:
    """R-SECRET-1: with two players who count, the last card of the deck tells what the other holds; among three it does not."""
    game = plain(edition, players).hand(1, green=1, black=2).deck(orange=1).game(seed=1)
    assert game.view(0)["seats"][1]["known_cards"] == {}
    play_with(game, "draw deck", "orange")
    assert game.view(0)["seats"][1]["known_cards"] == known
    assert game.view(None)["seats"][1]["known_cards"] == {}
