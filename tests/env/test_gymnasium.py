"""Gymnasium's own checks, masks, opponents and batches."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from allaboard import IllegalAction
from allaboard.engine.jit import INTERPRETED
from env_play import SOME_TABLES, TABLES

gymnasium = pytest.importorskip("gymnasium", reason="the extra rl is not installed")
check_env = import_module("gymnasium.utils.env_checker").check_env
env_id = import_module("allaboard.env.gymnasium").env_id


@pytest.mark.skipif(INTERPRETED, reason="drawing does not depend on how the rules run")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_check_env(edition: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with_pictures = players == 2
    check_env(gymnasium.make(env_id(edition, players)).unwrapped, skip_render_check=not with_pictures)


def play(env: Any, seed: int) -> list[Any]:
    """A random game: what was seen, chosen and earned."""
    random, told = np.random.default_rng(seed), []
    observation, info = env.reset(seed=seed)
    done = False
    while not done:
        assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
        choice = int(random.choice(np.flatnonzero(info["action_mask"])))
        told.append((observation.tobytes(), choice))
        observation, reward, done, truncated, info = env.step(choice)
        assert not truncated
        told.append(reward)
    told.append((info["scores"].tolist(), info["win"]))
    return told


@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_the_same_seed_gives_the_same_game(edition: str, players: int, opponents: str) -> None:
    first, second = (gymnasium.make(env_id(edition, players), opponents=opponents, actions="compact") for _ in range(2))
    assert play(first, 4) == play(second, 4) == play(first, 4)


def test_opponents_sit_clockwise_from_the_agent() -> None:
    env = gymnasium.make("AllAboard/London-3p-v0", seat=1, opponents=["greedy", "random"]).unwrapped
    assert {seat: type(bot).__name__ for seat, bot in env._bots.items()} == {2: "GreedyBot", 0: "RandomBot"}


def test_the_reward_covers_the_turns_of_others() -> None:
    env = gymnasium.make("AllAboard/NewYork-2p-v0", reward="shaped").unwrapped
    rewards = [value for value in play(env, 6) if isinstance(value, float)]
    assert sum(rewards) == pytest.approx(float(env.episode.scores[0] - env.episode.scores[1]), abs=1e-3)


def test_an_illegal_choice_is_replaced_or_refused() -> None:
    env = gymnasium.make("AllAboard/NewYork-2p-v0")
    env.reset(seed=1)
    assert env.step(0)[4]["illegal"]
    strict = gymnasium.make("AllAboard/NewYork-2p-v0", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="everybody chooses tickets"):
        strict.step(0)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_make_vec(mode: str) -> None:
    if mode == "async" and INTERPRETED:
        pytest.skip("processes are the same with compiled rules")
    envs = gymnasium.make_vec("AllAboard/London-3p-v0", num_envs=3, vectorization_mode=mode)
    observations, info = envs.reset(seed=1)
    assert observations.shape == (3, *envs.single_observation_space.shape)
    for _ in range(5):
        observations, *_, info = envs.step(info["action_mask"].argmax(axis=1))
    assert envs.observation_space.contains(observations)
    envs.close()


def test_a_mask_always_has_a_choice() -> None:
    """By default a batch gives out the last observation of a game before it begins the next: its mask is sampled from like any other."""
    envs, random, ended = gymnasium.make_vec("AllAboard/London-2p-v0", num_envs=2, vectorization_mode="sync"), np.random.default_rng(1), 0
    _, info = envs.reset(seed=1)
    while ended < 3:
        masks = info["action_mask"]
        assert masks.any(axis=1).all()
        choices = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        _, _, done, _, info = envs.step(choices)
        ended += int(done.sum())
    assert all(env.unwrapped.action_masks().any() for env in envs.envs)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"opponents": ["random"]}, "1 opponents were named for 2 seats"), ({"seat": 3}, "no seat 3: seats run from 0 to 2")],
)
def test_wrong_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gymnasium.make("AllAboard/London-3p-v0", **options)


@pytest.mark.parametrize("seed", [-1, "seven", 1 << 256])
def test_a_wrong_seed_is_refused_in_our_words(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a number from 0 to 2"):
        gymnasium.make("AllAboard/London-2p-v0").unwrapped.reset(seed=seed)
