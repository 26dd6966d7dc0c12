"""Gymnasium's vector environment: the same games as one environment at a time, in one call, with masks that always have a choice."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from allaboard.engine.jit import INTERPRETED
from env_play import SOME_TABLES

gymnasium = pytest.importorskip("gymnasium", reason="the extra rl is not installed")
env_id = import_module("allaboard.env.gymnasium").env_id
vector = import_module("allaboard.env.gymnasium_vector")
compiled = pytest.mark.skipif(INTERPRETED, reason="planners take their time in plain Python")


def chosen(masks: Any, random: np.random.Generator) -> Any:
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


@compiled
@pytest.mark.parametrize("reward", ["win", "shaped"])
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_it_plays_the_games_of_single_environments(edition: str, players: int, reward: str) -> None:
    """Against planners, which throw no dice: observation, mask, reward and end are the same, step by step, over several games."""
    options: dict[str, Any] = {"opponents": "planner", "seat": players - 1, "reward": reward, "actions": "compact"}
    one = gymnasium.make(env_id(edition, players), **options)
    many = gymnasium.make_vec(env_id(edition, players), num_envs=1, **options)
    assert isinstance(many.unwrapped, vector.Chairs)
    random = np.random.default_rng(4)
    (alone, info), (batch, infos) = one.reset(seed=7), many.reset(seed=7)
    done, ended = False, 0
    while ended < 3:
        assert (batch[0] == alone).all()
        assert (infos["action_mask"][0] == info["action_mask"]).all()
        choice = chosen(infos["action_mask"], random)
        batch, rewards, dones, truncated, infos = many.step(choice)
        if done:
            alone, info = one.reset()
            done = False
            continue
        alone, earned, done, _, info = one.step(choice[0])
        assert rewards[0] == pytest.approx(earned, abs=1e-3)
        assert (bool(dones[0]), bool(truncated[0])) == (done, False)
        if done:
            ended += 1
            assert infos["scores"][0].tolist() == info["scores"].tolist()
            assert infos["win"][0] == pytest.approx(info["win"])


def test_a_batch_is_reproducible_and_its_masks_always_have_a_choice() -> None:
    envs = [gymnasium.make_vec("AllAboard/London-3p-v0", num_envs=4, actions="compact") for _ in range(2)]
    told = []
    for env in envs:
        random, seen = np.random.default_rng(2), []
        observations, info = env.reset(seed=3)
        for _ in range(60 if INTERPRETED else 400):
            assert info["action_mask"].any(axis=1).all()
            assert env.observation_space.contains(observations)
            observations, rewards, dones, _, info = env.step(chosen(info["action_mask"], random))
            seen.append((observations.tobytes(), rewards.tolist(), dones.tolist()))
        told.append(seen)
    assert told[0] == told[1]
    if not INTERPRETED:
        assert sum(sum(dones) for _, _, dones in told[0]) > 4


def test_tables_do_not_depend_on_each_other() -> None:
    """Table 0 of many plays as table 0 of one as long as its first game lasts."""
    one, many = (gymnasium.make_vec("AllAboard/London-2p-v0", num_envs=count) for count in (1, 5))
    (alone, info), (batch, infos) = one.reset(seed=9), many.reset(seed=9)
    for _ in range(30):
        assert (alone[0] == batch[0]).all()
        choices = infos["action_mask"].argmax(axis=1)
        alone, _, done, _, info = one.step(choices[:1])
        batch, _, dones, _, infos = many.step(choices)
        assert done[0] == dones[0]
    assert (info["action_mask"][0] == infos["action_mask"][0]).all()


def test_an_illegal_choice_is_replaced_and_told() -> None:
    env = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=2)
    _, info = env.reset(seed=1)
    legal = info["action_mask"].argmax(axis=1)
    *_, info = env.step(np.array([legal[0], 0]))
    assert info["illegal"].tolist() == [False, True]


def test_without_a_seed_the_next_games_are_played() -> None:
    env = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=2)
    first, _ = env.reset(seed=1)
    assert env.unwrapped.games.numbers.tolist() == [0, 1]
    env.reset()
    assert env.unwrapped.games.numbers.tolist() == [2, 3]
    again, _ = env.reset(seed=1)
    assert (first == again).all()


def test_arrays_are_handed_out_as_they_are_where_wanted() -> None:
    env = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=2, copy=False).unwrapped
    observations, info = env.reset(seed=1)
    assert np.shares_memory(observations, env.games.observations)
    assert np.shares_memory(np.from_dlpack(info["action_mask"]), env.games.masks)


def test_bots_that_are_not_compiled_play_one_table_after_the_other() -> None:
    env = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=2, opponents="greedy")
    observations, _ = env.reset(seed=1)
    assert observations.shape[0] == 2
    with pytest.raises(ValueError, match="the bot 'greedy' is not compiled; allowed here: random, planner and its characters"):
        vector.Chairs(2, edition="new-york", opponents="greedy")
