"""Seeds: game n of a seed is one game, whoever deals it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from allaboard import Game
from allaboard.actions import action_space
from allaboard.engine.entry import new_states
from allaboard.engine.playout import random_games
from allaboard.engine.scoring import new_sheets
from allaboard.engine.seeding import game_seed, seed_words, set_game_seed

WORD = 1 << 64
seeds = st.integers(0, (1 << 256) - 1)
numbers = st.integers(0, (1 << 63) - 1)


@given(seed=seeds, number=numbers)
def test_the_last_word_counts_and_the_others_stay(seed: int, number: int) -> None:
    """A seed of 256 bits has all its games, also where the last word begins again at 0."""
    first, last = seed % (1 << 192), seed >> 192
    assert int.from_bytes(game_seed(seed, number), "little") == first + ((last + number) % WORD << 192)
    assert game_seed(seed.to_bytes(32, "little"), number) == game_seed(seed, number)


@given(seed=seeds, number=numbers, further=st.integers(0, 1000))
def test_games_are_counted_on_from_any_of_them(seed: int, number: int, further: int) -> None:
    """Game n of the seed of game m is game m + n."""
    if number + further < 1 << 63:
        assert game_seed(game_seed(seed, number), further) == game_seed(seed, number + further)


def test_a_seed_may_be_its_own_result() -> None:
    words = seed_words(5)
    set_game_seed(words, words, 3)
    assert words.tolist() == [5, 0, 0, 3]


@pytest.mark.parametrize("number", [-1, 1 << 63, 1.0, None, True, "1"])
def test_a_number_that_no_game_has_is_refused(number: object) -> None:
    with pytest.raises(ValueError, match=r"numbered from 0 to 2\*\*63 - 1: there is no game"):
        game_seed(1, number)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [7, (1 << 256) - 2])
def test_compiled_games_deal_what_a_game_of_the_same_seed_deals(seed: int) -> None:
    """The state at the end remembers the first turn; who has it follows from the seed."""
    actions, states, starts = action_space(Game("new-york").edition), new_states(), set()
    for number in range(12):
        random_games(actions.boards, states, 2, seed_words(seed), number, new_sheets(2, 1), np.zeros(1, dtype=np.int64))
        game = Game("new-york", 2, game_seed(seed, number))
        assert states[0].start == game.start
        starts.add(game.start)
    assert starts == {0, 1}
