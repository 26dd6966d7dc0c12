"""A game from outside: what can be asked of it, what it refuses, how it goes back and forth. The rules have tests of their own."""

from __future__ import annotations

import copy
import pickle
import random
import re
import time
from pathlib import Path

import numpy as np
import pytest

import allaboard.game
from allaboard import ClaimRoute, DrawDeck, Entry, Game, IllegalAction, KeepTickets, Position, Record, TakeCard
from allaboard.editions import load
from allaboard.engine.entry import begin, legal, redacted, step
from allaboard.engine.jit import INTERPRETED
from allaboard.events import Cleared
from allaboard.game import commitment, seed_bytes
from builders import begun
from games import game_at, states_of, whole
from harbour_edition import Harbour


def test_a_seed_is_a_number_or_its_bytes() -> None:
    """The same 256 bits, however they are written; without a seed every game is another."""
    assert Game("london", 2, 7).deal == Game("london", 2, (7).to_bytes(32, "little")).deal
    assert Game("london", 2).seed != Game("london", 2).seed
    assert seed_bytes(0) == bytes(32)
    assert seed_bytes(2**256 - 1) == b"\xff" * 32
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (-1, "a seed is a number from 0 to 2**256 - 1, not -1"),
        (2**256, "a seed is a number from 0 to 2**256 - 1"),
        (b"short", "32 of them, not 5"),
        (2**1000, "not a number of 1001 bits"),
        (1.5, "a seed is a number from 0 to 2**256 - 1, not 1.5"),
        (True, "a seed is a number from 0 to 2**256 - 1, not True"),
        ("7", "a seed is a number from 0 to 2**256 - 1, not '7'"),
    ],
)
def test_a_seed_beyond_256_bits_is_refused(seed: int | bytes, message: str) -> None:
    """Nor is what is no number taken for one."""
    with pytest.raises(ValueError, match=re.escape(message)):
        Game("london", 2, seed)


@pytest.mark.parametrize(
    ("edition", "players", "start", "message"),
    [
        ("london", 5, None, "london is for 2 to 4 players, not 5"),
        ("usa", 1, None, "usa is for 2 to 5 players, not 1"),
        ("usa", 3, 3, "the starting seat is a number from 0 to 2, not 3"),
        ("usa", 3, -1, "the starting seat is a number from 0 to 2, not -1"),
        ("usa", 3, True, "the starting seat is a number from 0 to 2, not True"),
        ("usa", 3, "0", "the starting seat is a number from 0 to 2, not '0'"),
        ("usa", "2", None, "usa is for 2 to 5 players, not '2'"),
        ("usa", 2.0, None, "usa is for 2 to 5 players, not 2.0"),
        ("usa", None, None, "usa is for 2 to 5 players, not None"),
        (None, 2, None, "an edition is named by a text, not by None"),
    ],
)
def test_a_table_that_the_edition_does_not_have_is_refused(edition: str, players: int, start: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game(edition, players, 1, start)


def test_a_game_says_where_it_stands() -> None:
    """In a line: edition, players, actions, who acts in which step."""
    game = Game("usa", 3, 1, 2)
    assert repr(game) == "<Game usa, 3 players, 0 actions: seats 0, 1, 2, choosing tickets>"
    game = begun("usa", 3, start=2)
    assert repr(game) == "<Game usa, 3 players, 3 actions: seat 2, turn>"
    assert (game.start, game.acting, game.players, game.over) == (2, (2,), 3, False)
    assert repr(game_at("new-york", 2, 1, 3.0)).endswith(" actions: over>")


def test_a_game_draws_itself() -> None:
    """In a notebook a game is its board, with what is claimed on it."""
    game = Position("london", 2).claimed(1, "Baker Street–Regent's Park").turn(0).game(seed=1)
    assert game._repr_svg_().startswith("<svg")
    assert list(game.owners().values()) == [1]


def test_an_action_may_be_named_in_three_ways() -> None:
    """As a value, as text, as its id: the same log."""
    games = [begun("usa", 2) for _ in range(3)]
    for game, action in zip(games, (DrawDeck(), "Draw  DECK", 0), strict=True):
        events = game.play(action)
        assert events[0].kind == "drew"
    assert games[0].log == games[1].log == games[2].log


def test_a_refusal_says_what_was_tried_and_the_rule() -> None:
    """Errors are for people."""
    game = begun("usa", 2)
    with pytest.raises(IllegalAction, match=r"seat 1 cannot “draw deck”: it is another seat's turn \(R-TURN-1\)"):
        game.play("draw deck", 1)
    with pytest.raises(
        IllegalAction, match=r"there is no such action in this edition: 99999; allowed: an action, its text, or an id from 0 to \d+"
    ):
        game.play(99_999, 0)
    with pytest.raises(IllegalAction, match="is no action; actions read: draw deck"):
        game.play("castle", 0)


WRONG_SEATS = (1.0, np.float64(0), "0", "a", True, False, np.True_, [0], (), {}, b"0", 1j, 2**63, -(2**63), 10**5000, -1, 2)
WRONG_ACTIONS = (
    *(1.5, np.float64(0), None, True, False, np.True_, [0], (), {}, b"draw deck", 1j, object(), Ellipsis),
    *(-1, 2**31, 2**63, -(2**63), 2**64, 10**5000),
    *("", "draw", "claim x with " + "9" * 5000 + " blue", "\ud800", "take \0", "keep " + "x" * 100_000),
    *(TakeCard(5), TakeCard("x" * 100_000), TakeCard([]), ClaimRoute("Denver–Omaha", "blue", 1.0, 10**5000), ClaimRoute([], {}, 1, 1)),  # type: ignore[arg-type]
    *(ClaimRoute("Denver–Omaha", "purple", True, 3), KeepTickets(5), KeepTickets(["a"]), KeepTickets((1, 2)), KeepTickets(None, None)),  # type: ignore[arg-type]
    *(ClaimRoute("Denver–Omaha", colour, 0, 4) for colour in ([], {}, 0, np.array([1, 2]))),  # type: ignore[arg-type]
)


def signatures() -> int:
    """How many combinations of types the doors into compiled code know."""
    return sum(len(door.signatures) for door in (begin, legal, redacted, step))  # type: ignore[attr-defined]


@pytest.mark.skipif(INTERPRETED, reason="without a compiler nothing is compiled")
def test_wrong_types_never_reach_the_compiler() -> None:
    """A seat or an action of a wrong kind is refused at once: compiled code would be compiled anew for it, which takes seconds."""
    game = begun("usa")
    game.play(0, 0)
    before, known = whole(game), signatures()
    began = time.thread_time()
    for seat in WRONG_SEATS:
        for ask in (
            game.view,
            game.observe,
            game.legal_actions,
            lambda seat: game.play(0, seat),
            lambda seat: game.replay([Entry(seat, 0, ())]),
        ):
            with pytest.raises(ValueError, match=r"there is no seat .*: seats run from 0 to 1"):
                ask(seat)  # type: ignore[operator]
    for action in WRONG_ACTIONS:
        with pytest.raises(IllegalAction) as refusal:
            game.play(action, 0)  # type: ignore[arg-type]
        assert len(str(refusal.value)) < 500
        str(refusal.value).encode()
    assert time.thread_time() - began < 1
    assert whole(game) == before
    assert signatures() == known


def test_whole_numbers_of_numpy_are_numbers() -> None:
    """As seats, ids, players, seeds and moments; the log holds plain ones."""
    game = Game("london", np.int64(2), np.uint8(7), np.int16(0))  # type: ignore[arg-type]
    assert whole(game) == whole(Game("london", 2, 7, 0))
    known = signatures() if not INTERPRETED else 0
    for seat in (np.int32(0), np.uint64(1)):
        game.play(np.int8(game.observe(seat).legal_ids[0]) if game.actions.size < 128 else np.int16(game.observe(seat).legal_ids[0]), seat)  # type: ignore[arg-type]
    assert {type(part) for entry in game.log for part in (entry.seat, entry.action)} == {int}
    assert game.at(np.int64(1)).log == game.log[:1]
    assert INTERPRETED or signatures() == known


def test_an_action_that_was_never_taken_cannot_be_taken_back() -> None:
    game = Game("london", 2, 1)
    with pytest.raises(ValueError, match="no action to take back"):
        game.undo()
    with pytest.raises(ValueError, match="no action to play again"):
        game.redo()


def test_what_was_taken_back_can_be_played_again() -> None:
    """Step by step back to the deal and forward again, with the same cards."""
    game = begun("london")
    game.play("draw deck")
    after = whole(game)
    assert [game.undo().seat for _ in range(3)] == [0, 1, 0]
    assert game.log == []
    told = [[event.kind for event in game.redo()] for _ in range(3)]
    assert told == [["chose"], ["chose", "chosen"], ["drew"]]
    assert whole(game) == after


@pytest.mark.parametrize("moment", [-1, 3, 99, "1", 1.0, True, None])
def test_only_moments_of_the_log_can_be_looked_at(moment: int) -> None:
    with pytest.raises(ValueError, match=f"from 0 to 2, not {moment!r}"):
        begun("london").at(moment)


def test_another_action_forgets_what_was_taken_back() -> None:
    """After undo, a new action, played or replayed, is the only way on."""
    game = begun("london")
    game.play("draw deck")
    entry = game.undo()
    game.play("draw tickets")
    with pytest.raises(ValueError, match="no action to play again"):
        game.redo()
    assert game.undo() != entry
    game.replay([entry])
    with pytest.raises(ValueError, match="no action to play again"):
        game.redo()


def test_replay_refuses_what_cannot_have_happened() -> None:
    """A forged entry raises, and the game is as it was."""
    game = begun("london")
    before = whole(game)
    with pytest.raises(IllegalAction, match="another seat's turn"):
        game.replay([Entry(1, 0, (1,))])
    with pytest.raises(ValueError, match="there is no seat 9"):
        game.replay([Entry(9, 0, (1,))])
    for outcome in ((), (1, 1), (99,), (10**9,), (-1,), ("blue",), (1.0,), (True,), None, 5):
        with pytest.raises(ValueError, match="cannot have happened"):
            game.replay([Entry(0, 0, outcome)])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the log has entries, and is not 5"):
        game.replay(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the log has entries, not 5"):
        game.replay([5])  # type: ignore[list-item]
    assert whole(game) == before


def test_a_long_clearing_of_the_market_needs_a_longer_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-MARKET-2 may lay row after row: what chance gave is recorded however much it is."""
    at_once = Game("usa", 4, 3)
    monkeypatch.setattr(allaboard.game, "JOURNAL", 8)
    assert whole(Game("usa", 4, 3)) == whole(at_once)
    monkeypatch.setattr(allaboard.game, "LONGEST_JOURNAL", 8)
    with pytest.raises(RuntimeError, match="cleared thousands of times"):
        Game("usa", 4, 3)


def test_a_row_may_be_cleared_two_thousand_times(tmp_path: Path) -> None:
    """R-MARKET-2: with as many wilds as a board may have, all that happens in one action is told, and can be replayed from its record."""
    edition = load(Harbour(tmp_path).edit("wild_cards = 4", "wild_cards = 24").path)
    position = Position(edition).hand(0, red=6, blue=2).hand(1, yellow=6).market("wild", "wild", "blue", "blue", "blue").turn(0)
    game = position.game(seed=1691)
    cleared = [event for event in game.play("take blue") if isinstance(event, Cleared)]
    assert len(cleared) > 1800
    replayed = Record.from_json(game.record().to_json(), edition=edition).replay()
    assert (replayed.events, replayed.view(0)) == (game.events, game.view(0))


def test_a_game_goes_on_from_a_state_of_ones_own() -> None:
    """For tools: a state is enough to play on, but proves nothing."""
    game = begun("usa-anniversary", 3)
    other = Game.from_states(game.edition, states_of(game))
    assert other.seed is None
    assert other.state.tobytes() == game.state.tobytes()
    assert other.events == []
    other.play("draw deck")
    assert (len(other.log), len(game.log)) == (1, 3)
    assert np.array_equal(other.at(0).state.hands, game.state.hands)


def test_seats_that_are_not_there_see_nothing() -> None:
    game = Game("london", 2, 1)
    for look in (game.view, game.observe, game.legal_actions):
        with pytest.raises(ValueError, match="there is no seat 2: seats run from 0 to 1"):
            look(2)
    with pytest.raises(ValueError, match="seats 0, 1 may act now: say which seat is meant"):
        game.legal_actions()


@pytest.mark.parametrize("edition", ["new-york", "usa"])
def test_a_pickled_game_is_as_small_as_its_record_and_goes_on_as_it_was(edition: str) -> None:
    """With what was taken back, its events and its chance; a copy of it, too."""
    game = Game(edition, players=2, seed=3)
    chance = random.Random(1)
    while not game.over and len(game.log) < 100:
        seat = game.acting[0]
        game.play(chance.choice(game.legal_actions(seat)), seat)
    game.undo()
    stored = pickle.dumps(game)
    assert len(stored) <= len(game.record().to_json().encode())
    for again in (pickle.loads(stored), copy.deepcopy(game)):
        assert (again.log, again.events, again.seed, again.acting) == (game.log, game.events, game.seed, game.acting)
        assert again.redo() == game.copy().redo()
        again.undo()
        assert again.record().to_json() == game.record().to_json()
    branch = game.at(4)
    assert pickle.loads(pickle.dumps(branch)).view(0) == branch.view(0)


def test_what_is_shown_of_a_value_is_short_and_useful() -> None:
    game = Game("new-york", players=2, seed=3)
    assert repr(game.observe(0)) == "<Observation of seat 0: new-york, 2 players, choosing tickets, 3 legal actions>"
    assert repr(game.observe()) == "<Observation of a spectator: new-york, 2 players, choosing tickets, 0 legal actions>"
    assert repr(game.actions) == "<ActionSpace new-york: 238 actions>"
    position = Position("usa", players=2).claimed(1, "Denver–Omaha").turn(1)
    assert repr(position) == "<Position usa, 2 players: seat 1 to act, 1 route claimed>"
    assert pickle.loads(pickle.dumps(game.actions)) is game.actions


def test_a_bookmark_is_come_back_to_at_once() -> None:
    """With bookmarks or without, a game that goes on and back is the same; none is left behind."""
    chance, marked, plain = random.Random(5), begun("london"), begun("london")
    for _ in range(300):
        if chance.random() < 0.4 and len(plain.log) > 2:
            for game in (marked, plain):
                game.undo()
        elif not plain.over:
            seat = plain.acting[0]
            action = chance.choice(plain.legal_actions(seat))
            marked.bookmark()
            for game in (marked, plain):
                game.play(action, seat)
        assert marked.states.tobytes() == plain.states.tobytes()
        assert (marked.log, marked.events) == (plain.log, plain.events)
    moment = len(plain.log) // 2
    assert marked.at(moment).states.tobytes() == plain.at(moment).states.tobytes()
    assert pickle.loads(pickle.dumps(marked)).states.tobytes() == plain.states.tobytes()
