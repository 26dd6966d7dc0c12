"""Positions to analyse: what they leave open is dealt from what is left, always alike; faults name their field."""

from __future__ import annotations

import pytest

from allaboard import Position, PositionError, get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.review.advice import ANALYSIS, HINT, SHOWN_FROM, Advising
from allaboard.review.analysis_board import laid_out, tried

USA = get_edition("usa")
SETUP = {"players": 3, "hands": [{"yellow": 5, "wild": 1}, {"red": 2}, {}], "shown": [{}, {"red": 2}, {}], "turn": 0}


def test_what_nobody_named_is_dealt_from_what_is_left() -> None:
    """As many cards and tickets as were said, beside those that were named; the same every time."""
    game = laid_out(USA, SETUP, [0, 3, 4], [2, 3, 1])
    assert [int(size) for size in game.state.hand_size[:3]] == [6, 5, 4]
    assert [seat["tickets"] for seat in game.view(0)["seats"]] == [2, 3, 1]
    assert game.view(0)["you"]["hand"] == {"wild": 1, "yellow": 5}
    assert game.view(0)["seats"][1]["known_cards"] == {"red": 2}
    assert laid_out(USA, SETUP, [0, 3, 4], [2, 3, 1]).state.tobytes() == game.state.tobytes()


def test_a_deck_that_was_said_gives_what_is_dealt() -> None:
    """From it, and from nowhere else: what lies there is less by as much."""
    deck = {"red": 2, "blue": 10}
    game = laid_out(USA, {"players": 2, "deck": deck, "market": ["green"] * 5, "turn": 0}, [0, 5])
    hand = Position.of(game).to_json()["hands"][1]
    assert set(hand) <= {"red", "blue"}
    assert int(game.state.deck_size) == 12 - 5


@pytest.mark.parametrize(
    ("data", "cards", "tickets", "words", "code"),
    [
        (SETUP, [0, 200], [], r"unseen_cards\[1\] is 200; allowed: 0 to 102, as many as are left", "position-unseen-cards"),
        (SETUP, [], [0, 0, 99], r"unseen_tickets\[2\] is 99; allowed: 0 to", "position-unseen-tickets"),
        (SETUP, [0, 0, 0, 1], [], r"unseen_cards has 4 values", "position-by-seat"),
        ({**SETUP, "hands": [{"yellow": 13}, {}, {}]}, [], [], r"yellow is 13; allowed: a whole number from 0 to 12", "position-cards"),
        ({**SETUP, "claimed": [["Denver–Omaha"], ["Denver–Omaha"], []]}, [], [], "cannot have claimed Denver–Omaha", "position-claimed"),
    ],
)
def test_faults_name_their_field(data: object, cards: list[int], tickets: list[int], words: str, code: str) -> None:
    with pytest.raises(PositionError, match=words) as fault:
        laid_out(USA, data, cards, tickets)
    assert fault.value.code == code


def test_a_line_is_the_same_whoever_tries_it() -> None:
    """What a blind draw gives depends on the position alone, so that a shared line can be followed; another action leaves it as it was."""
    game = laid_out(USA, SETUP, [0, 3, 4], [2, 3, 1])
    before = game.state.tobytes()
    first, second = (Position.of(tried(game, "draw deck")).to_json() for _ in range(2))
    assert first == second
    assert game.state.tobytes() == before


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_an_analysis_goes_on_when_the_best_is_known() -> None:
    """More options are told than in a hint, and they are tried for longer."""
    game = laid_out(get_edition("new-york"), {"players": 2, "turn": 0}, [4, 4], [2, 2])
    short, long = (Advising(game.observe(0), 0, 0, effort) for effort in (HINT, ANALYSIS))
    for advising in (short, long):
        while advising.worlds < SHOWN_FROM:
            advising.add(advising.played(advising.worlds, advising.wave(50)))
    told = [sum(map(advising.shown, range(len(advising.options)))) for advising in (short, long)]
    assert told[0] < told[1]
    assert not long.done
    assert (HINT.most, ANALYSIS.most) == (5, 6)


def test_with_open_hands_the_truth_counts() -> None:
    """Worlds are then not dealt: the rival's cards are those of the position."""
    game = laid_out(get_edition("new-york"), {"players": 2, "turn": 0}, [4, 4], [2, 2])
    known, opened = Advising(game.observe(0), 0, 0), Advising(game.observe(0), 0, 0, HINT, game.states)
    assert not known.futures.decision.open_hands
    assert opened.futures.decision.open_hands
    assert opened.futures.decision.states[0].hands[1].sum() == 4
