"""The checks of the tests are checked: a state that was spoilt by hand is found out, by the right name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import checking
from allaboard import Game
from allaboard.engine.records import WILD
from games import game_at, states_of

Spoil = Callable[[Any], object]


def set_to(field: str, value: int, *index: int) -> Spoil:
    def spoil(state: Any) -> None:
        if index:
            state[field][index] = value
        else:
            state[field] = value

    return spoil


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda state: None, 0),
        (set_to("deck", 40, 1), 1),
        (set_to("deck_size", 1), 2),
        (set_to("hand_size", 99, 0), 2),
        (set_to("known", 90, 0, 1), 3),
        (set_to("pieces", 1, 0), 5),
        (set_to("points", 77, 1), 5),
        (set_to("free", 0, 0), 6),
        (set_to("barred", 3, 0, 1), 6),
        (set_to("ticket_count", 9, 0), 7),
        (set_to("queue_size", 30), 7),
        (set_to("tickets_in_deck", 2), 7),
        (set_to("final_turns", 9), 8),
        (set_to("acting", 7), 8),
        (lambda state: state["seen"].fill(0), 9),
        (lambda state: state["ticket_log"].__setitem__(4, int(state["queue"][0])), 9),
        (set_to("row_bounds", 1), 9),
    ],
)
def test_a_spoilt_state_is_found_out(spoil: Spoil, fault: int) -> None:
    """Every check finds what it is for."""
    game = game_at("london", 3, 12, 0.05)
    assert not game.over
    assert game.state.queue_size > 0
    states = states_of(game)
    spoil(states[0])
    assert checking.check_state(game.actions.boards[0], states[0]) == fault


def test_a_row_that_should_have_been_cleared_is_found_out() -> None:
    """R-MARKET-2 holds wherever a clean row can be laid: at the deal, with nearly all cards in the deck, it can."""
    game = Game("london", 3, 12)
    states = states_of(game)
    deck, market = states[0]["deck"], states[0]["market"]
    for slot in range(3):
        deck[market[slot]] += 1
        deck[WILD] -= 1
        market[slot] = WILD
    assert checking.check_state(game.actions.boards[0], states[0]) == 4
