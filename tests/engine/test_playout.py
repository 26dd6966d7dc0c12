"""Batches of random games: the same however they are cut, scored as the game scores them; and, slowly, a great many of them checked."""

from __future__ import annotations

import numpy as np
import pytest

import checking
from allaboard.actions import action_space
from allaboard.editions import get_edition as find_edition
from allaboard.engine.entry import new_states, scored
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.playout import next_seat, random_games
from allaboard.engine.records import OVER
from allaboard.engine.scoring import TOTAL, new_sheets
from games import every_table, game_at, states_of

GAMES = 2 if INTERPRETED else 30
MANY = 100_000
SEED = np.array([1, 2, 3, 4], dtype=np.uint64)


@every_table
def test_batches_do_not_change_games(edition: str, players: int) -> None:
    """Game n of a seed is the same in one batch, in two, or alone."""
    boards = action_space(find_edition(edition)).boards
    together, decisions = new_sheets(players, GAMES), np.zeros(GAMES, dtype=np.int64)
    random_games(boards, new_states(), players, SEED, 0, together, decisions)
    apart, other = new_sheets(players, GAMES), np.zeros(GAMES, dtype=np.int64)
    half = GAMES // 2
    random_games(boards, new_states(), players, SEED, half, apart[half:], other[half:])
    random_games(boards, new_states(), players, SEED, 0, apart[:half], other[:half])
    assert (together == apart).all()
    assert (decisions == other).all()
    assert decisions.min() > 10
    assert len({tuple(totals) for totals in together[:, :, TOTAL]}) > 1


@every_table
def test_the_last_game_of_a_batch_stays_to_be_looked_at(edition: str, players: int) -> None:
    """The state that a batch leaves is the end of its last game, with the sheets that scoring gives."""
    boards, states = action_space(find_edition(edition)).boards, new_states()
    sheets = new_sheets(players, 1)
    random_games(boards, states, players, SEED, 5, sheets, np.zeros(1, dtype=np.int64))
    assert states[0].phase == OVER
    again = new_sheets(players)
    scored(boards, states, again)
    assert (again == sheets[0]).all()


def test_the_next_seat_at_set_up_is_the_first_that_has_not_chosen() -> None:
    """R-SETUP-4: all choose at the same time, so a playout may ask them in any order."""
    game = game_at("london", 3, 1, 0.0)
    assert next_seat(game.state) == 0
    game.play(game.observe(1).legal_ids[0], 1)
    game.play(game.observe(0).legal_ids[0], 0)
    assert next_seat(game.state) == 2
    states = states_of(game)
    states[0].chosen[:] = 0
    assert next_seat(states[0]) == -1


@pytest.mark.slow
@every_table
def test_a_great_many_games_without_a_fault(edition: str, players: int) -> None:
    """100,000 random games of every edition and number of players, every state of them checked."""
    boards, report = action_space(find_edition(edition)).boards, np.zeros(2, dtype=np.int64)
    fault = checking.play_checked(boards, new_states(), players, SEED, MANY, 9_973, report)
    assert fault == checking.SOUND, f"game {report[0]}, decision {report[1]}: {checking.FAULTS[fault]}"
    assert report[0] == MANY
