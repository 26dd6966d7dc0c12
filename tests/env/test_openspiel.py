"""OpenSpiel's own tests and its IS-MCTS, tensors and observers by name, and histories that keep secrets."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

import allaboard
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


def test_every_edition_is_registered_under_a_name_of_its_own() -> None:
    for edition in allaboard.edition_ids():
        game = pyspiel.load_game(openspiel.game_name(edition))
        assert game.template.edition.id == edition
        assert game.get_type().max_num_players == allaboard.get_edition(edition).max_players
    named = pyspiel.load_game("python_allaboard_london(players=3,actions=compact,seed=4)")
    by_parameter = pyspiel.load_game("python_allaboard(edition=london,players=3,actions=compact,seed=4)")
    assert str(play(named, 2, 1)) == str(play(by_parameter, 2, 1))
    with pytest.raises(RuntimeError, match="edition"):
        pyspiel.load_game("python_allaboard_london(edition=usa)")


def test_observers_are_asked_for_by_name() -> None:
    """What is public is the same for everybody, and no card of a hand is in it; the private rest is what a player sees besides."""
    game = openspiel_game("new-york", players=3, actions="compact")
    state = game.new_initial_state()
    state.apply_action(5)
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])

    def seen(name: str, player: int) -> Any:
        observer = game.make_py_observer(params={"name": name})
        observer.set_from(state, player)
        return observer.tensor.copy()

    assert seen("observation", 1).tolist() == state.observation_tensor(1)
    assert seen("information_state", 1).tolist() == state.information_state_tensor(1)
    for name in ("public", "public_history"):
        assert (seen(name, 0) == seen(name, 1)).all()
        assert seen(name, 0).any()
    split = game.template.layout.split
    public, private, whole = (split(seen(name, 0)) for name in ("public", "private", "observation"))
    for name, part in whole.items():
        if name == "known":
            assert (public[name] <= part).all()
        else:
            assert (public[name] + private[name] == part).all()
            assert not (public[name].any() and private[name].any())
    assert private["hand"].any()
    assert (seen("private", 0) != seen("private", 1)).any()
    with pytest.raises(ValueError, match="allowed: name, one of observation, information_state, public, public_history, private"):
        game.make_py_observer(params={"name": "everything"})


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_a_resampled_state_looks_the_same_to_its_player(edition: str, players: int) -> None:
    """Whatever the player could tell apart is as it was, whatever others hold is dealt anew, and the game goes on from there."""
    game, random = openspiel_game(edition, players, actions="compact"), Random(3)
    state, differing = game.new_initial_state(), 0
    state.apply_action(4)
    while not state.is_terminal() and state.move_number() < 120:
        if state.move_number() % 5 == 1:
            player = state.current_player()
            other = (player + 1) % players
            twin = state.resample_from_infostate(player, random.random)
            assert twin.current_player() == player
            assert twin.legal_actions() == state.legal_actions()
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            differing += twin.observation_string(other) != state.observation_string(other)
            for decision in twin.decisions:
                assert decision.seat == player or not (decision.offer or decision.drawn)
            twin.clone().apply_action(random.choice(twin.legal_actions()))
        state.apply_action(random.choice(state.legal_actions()))
    assert differing > 5


def test_worlds_differ_and_a_sampler_decides_them() -> None:
    game = openspiel_game("usa", players=2)
    state = game.new_initial_state()
    state.apply_action(4)
    worlds = [state.resample_from_infostate(0, lambda chance=chance: chance).observation_string(1) for chance in (0.1, 0.1, 0.2)]
    assert worlds[0] == worlds[1] != worlds[2]


@pytest.mark.skipif(INTERPRETED, reason="a search takes its time in plain Python")
def test_is_mcts_plays_a_game() -> None:
    """OpenSpiel's own search, as it is, against random play: it never asks for what is illegal, and the game ends."""
    ismcts, mcts = (import_module(f"open_spiel.python.algorithms.{name}") for name in ("ismcts", "mcts"))
    numbers, random = np.random.RandomState(1), Random(1)
    game = openspiel_game("new-york", players=2, actions="compact")
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=numbers)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=3, random_state=numbers)
    state, searched = game.new_initial_state(), 0
    state.apply_action(1)
    while not state.is_terminal():
        mine = state.current_player() == 0
        state.apply_action(bot.step(state) if mine else random.choice(state.legal_actions()))
        searched += mine
    assert searched > 10
    assert sum(state.returns()) == 0


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


def test_python_ends_in_peace() -> None:
    """OpenSpiel holds on to the games that it was told of until after Python has ended."""
    run = subprocess.run([sys.executable, "-c", "import allaboard.env.openspiel"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
