"""Playing on from a moment: as it was, or with everything dealt anew that a seat could not know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from allaboard import Game, Position, PositionError, Record
from allaboard.engine.jit import INTERPRETED
from allaboard.observation import View
from allaboard.review.branches import deal_anew
from allaboard.runner import play_game, seat_bots
from games import every_table, play_on
from properties.worlds import another_world


def moments(edition: str, players: int) -> Iterator[Game]:
    """Moments of somebody's turn in a few random games."""
    for number, taste in enumerate(("any", "cards", "routes", "tickets")):
        game = Game(edition, players, number)
        for _ in play_on(game, random.Random(number), taste):
            pass
        for n in range(players + 1, len(game.log), max(7, len(game.log) // 4)):
            yield game.at(n)


def seen(view: View) -> dict[str, object]:
    """What a seat sees of the table now; how many turns were played, and what it counted on the way, is no part of a position."""
    told = dict(view)
    for name in ("turns", "start", "unseen", "seats"):
        del told[name]
    told["market"] = sorted(card or "" for card in view["market"])  # where in the row a gap is does not matter
    told["seats"] = [{key: value for key, value in one.items() if key != "known_cards"} for one in view["seats"]]
    if told["you"] is not None:
        told["you"] = {key: value for key, value in view["you"].items() if key != "under_deck"}  # type: ignore[union-attr]
    return told


@every_table
def test_a_game_becomes_its_position(edition: str, players: int) -> None:
    """Hands, claims, tickets, market, decks and whose turn it is: the game that starts there looks the same to everybody."""
    for game in moments(edition, players):
        again = Position.of(game).game(seed=1)
        for seat in (None, *range(players)):
            assert seen(again.view(seat)) == seen(game.view(seat))
        for field in ("hands", "deck", "discard", "place", "queue", "pieces", "points"):
            assert again.state[field].tolist() == game.state[field].tolist(), field


def test_before_the_first_turn_and_after_the_end_there_is_no_position() -> None:
    game = Game("new-york", 2, 1)
    with pytest.raises(PositionError, match="still choosing"):
        Position.of(game)
    play_game(game, seat_bots(game.edition, ["random", "random"], 1))
    with pytest.raises(PositionError, match="over"):
        Position.of(game)


@pytest.mark.skipif(INTERPRETED, reason="beliefs are compiled code")
@pytest.mark.parametrize(("edition", "players"), [("new-york", 2), ("london", 4), ("usa", 3), ("usa-anniversary", 2)])
def test_cards_dealt_anew_look_the_same_to_the_seat(edition: str, players: int) -> None:
    """The seat sees what it saw; the others hold other cards; the game can be played to its end, saved and replayed."""
    changed = 0
    for game in moments(edition, players):
        for seat in range(players):
            anew = deal_anew(game, seat, seed=6)
            assert seen(anew.view(seat)) == seen(game.view(seat))
            changed += any(anew.state[field].tobytes() != game.state[field].tobytes() for field in ("hands", "place"))
            play_game(anew, seat_bots(game.edition, ["random"] * players, 1))
            assert Record.from_json(anew.record().to_json()).replay().result() == anew.result()
    assert changed > players


@pytest.mark.skipif(INTERPRETED, reason="beliefs are compiled code")
@pytest.mark.parametrize(("edition", "players"), [("new-york", 2), ("london", 3), ("usa", 2)])
def test_nothing_of_what_is_dealt_anew_comes_from_the_truth(edition: str, players: int) -> None:
    """From another world that looks the same to the seat, the same seed deals the same cards."""
    chance = random.Random(3)
    for game in moments(edition, players):
        for seat in range(players):
            world = another_world(game, seat, chance)
            assert deal_anew(world, seat, seed=5).state.tobytes() == deal_anew(game, seat, seed=5).state.tobytes()
