"""OpenSpiel's own tests, tensors by name, and histories that keep secrets."""

from __future__ import annotations

import pickle
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from allaboard.engine.jit import INTERPRETED
from allaboard.env import openspiel_game
from env_play import SOME_TABLES, TABLES

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
openspiel = import_module("allaboard.env.openspiel")


def play(game: Any, deal: int, seed: int) -> Any:
    """A random game of a deal."""
    state, random = game.new_initial_state(), Random(seed)
    state.apply_action(deal)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    return state


@pytest.mark.skipif(INTERPRETED, reason="takes minutes, and the rules have tests of their own")
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_random_simulation(edition: str, players: int) -> None:
    pyspiel.random_sim_test(openspiel_game(edition, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_returns_sum_to_zero_and_games_end_in_time(edition: str, players: int) -> None:
    game = openspiel_game(edition, players, reward="score", actions="compact")
    state = play(game, 2, players)
    assert sum(state.returns()) == pytest.approx(0, abs=1e-3)
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())
    assert state.move_number() <= game.max_game_length() == openspiel.longest_game(state.episode.edition, players)


def test_tensors_are_named() -> None:
    game = openspiel_game("new-york")
    state = game.new_initial_state()
    state.apply_action(1)
    seen = game.make_py_observer()
    seen.set_from(state, 1)
    observation, _ = state.episode.encode(1)
    for name, part in state.episode.layout.split(observation / state.episode.layout.high).items():
        assert seen.dict[name].tolist() == np.float32(part).tolist()
    recalling = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert list(recalling.dict) == [*seen.dict, "history"]


def test_a_history_tells_others_only_how_many_tickets_were_kept() -> None:
    """R-SETUP-4, R-SECRET-2: whatever seat 0 keeps of its offer, seat 1 is told the same."""
    game, told = openspiel_game("new-york"), set()
    for choice in range(2):
        state = game.new_initial_state()
        state.apply_action(7)
        state.apply_action(state.legal_actions()[choice])
        row = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))._told(state.decisions[0], 1, 2)
        assert row[1] == openspiel.KEEP
        told.add((state.information_state_string(1), tuple(state.information_state_tensor(1))))
    assert len(told) == 1


def test_clones_part_and_serialised_states_return() -> None:
    game = openspiel_game("london", 3, seed=5)
    state = game.new_initial_state()
    state.apply_action(3)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert state.history() != twin.history()
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, twin))
    assert restored.information_state_string(1) == twin.information_state_string(1)
    assert pickle.loads(pickle.dumps(twin)).legal_actions() == twin.legal_actions()


def test_a_reward_that_is_not_terminal_is_refused() -> None:
    with pytest.raises(ValueError, match="the reward of a game is 'shaped'; allowed: win, score"):
        openspiel_game("london", reward="shaped")
