"""A resampled world contradicts nothing that its observer saw.

Cards are counted anew from the observer's own account of the game, and the tickets' way is followed from hand to hand.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given

from allaboard.editions import Edition
from allaboard.engine.entry import new_states, resampled
from games import TASTES, every_table, examples, game_at, observers, redacted_states, seeds, stream_of, tastes
from properties.counting import Account, follow_tickets
from reference.boards import small_board


def check_worlds(edition: str | Edition, players: int, seed: int, taste: str, worlds: int = 2, share: float = 1.0) -> None:
    """Some moment in the first share of a random game, worlds of all observers, and whether each can be."""
    game = game_at(edition, players, seed, random.Random(seed).random() * share, taste)
    states, stream = new_states(), stream_of(seed)
    for observer in observers(game):
        account, redacted = Account(game, observer), redacted_states(game, observer)
        assert account.admits(game.state), "the account itself rules out the truth"
        for _ in range(worlds):
            began = time.thread_time()
            resampled(game.actions.boards, redacted, -1 if observer is None else observer, stream, states)
            assert time.thread_time() - began < 1.0
            assert account.admits(states[0]), f"seat {observer} can count that these cards lie elsewhere"
            follow_tickets(game, observer, states[0])


@every_table
@examples(compiled=3)
@given(seed=seeds, taste=tastes)
def test_a_resampled_world_contradicts_no_observation(edition: str, players: int, seed: int, taste: str) -> None:
    """R-SECRET: what the observer saw from the first card on could have led to the world that it is dealt."""
    check_worlds(edition, players, seed, taste)


def test_a_row_that_was_cleared_tells_the_least_of_coloured_cards_not_the_most() -> None:
    """R-MARKET-2: a coloured card drawn behind a row that was cleared may be paid later (North America, five seats, 46 reshuffles)."""
    check_worlds("usa", 5, 99, "tickets")


@pytest.mark.parametrize("shape", ["wild", "five"])
def test_worlds_of_small_boards_contradict_no_observation(shape: str, tmp_path: Path) -> None:
    """R-MARKET-2: few cards and many wilds, so that rows stay, are cleared and tell something most of the time."""
    for seed in range(60):
        edition = small_board(tmp_path, shape, seed)
        for taste in TASTES:
            check_worlds(edition, edition.min_players, seed, taste, share=0.2)


@pytest.mark.slow
@every_table
def test_thousands_of_worlds_contradict_no_observation(edition: str, players: int) -> None:
    """R-SECRET: the same over many games of every taste."""
    for seed in range(100):
        for taste in TASTES:
            check_worlds(edition, players, 1_000 + seed, taste, worlds=1)
