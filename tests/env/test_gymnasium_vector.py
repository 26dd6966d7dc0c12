"""Gymnasium's vector environment: the same games as one environment at a time, in one call, with masks that always have a choice."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from allaboard.bots import BotError
from allaboard.editions import get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.env import PolicyInfo, save_policy
from env_play import SOME_TABLES

gymnasium = pytest.importorskip("gymnasium", reason="the extra rl is not installed")
env_id = import_module("allaboard.env.gymnasium").env_id
vector = import_module("allaboard.env.gymnasium_vector")
compiled = pytest.mark.skipif(INTERPRETED, reason="planners take their time in plain Python")


def chosen(masks: Any, random: np.random.Generator) -> Any:
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.fixture
def untrained(tmp_path: Path) -> Callable[[str, int], str]:
    """Makes the file of a net that nobody has trained, for a table."""

    def make(edition: str, players: int) -> str:
        info = PolicyInfo.of(get_edition(edition), players, "compact", "plain", "untrained")
        (shown, choices), random = info.sizes(get_edition(edition)), np.random.default_rng(3)
        save_policy(tmp_path / "net.npz", info, [(random.normal(size=(choices, shown)), random.normal(size=choices))])
        return str(tmp_path / "net.npz")

    return make


@compiled
@pytest.mark.parametrize("opponent", ["planner", "greedy", "a net"])
@pytest.mark.parametrize("reward", ["win", "shaped"])
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_it_plays_the_games_of_single_environments(
    edition: str, players: int, reward: str, opponent: str, untrained: Callable[[str, int], str]
) -> None:
    """Against bots that throw no dice: observation, mask, reward and end are the same, step by step, over several games."""
    bots = [untrained(edition, players) if opponent == "a net" else opponent, *["greedy"] * (players - 2)]
    options: dict[str, Any] = {"opponents": bots, "seat": players - 1, "reward": reward, "actions": "compact"}
    one = gymnasium.make(env_id(edition, players), **options)
    many = gymnasium.make_vec(env_id(edition, players), num_envs=1, **options)
    assert isinstance(many.unwrapped, vector.AllAboardVectorEnv)
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


@compiled
def test_nets_at_many_tables_and_in_several_seats(untrained: Callable[[str, int], str]) -> None:
    """Nets are asked for many tables at once, by the encoding that each was made for; table 0 plays as it does alone."""
    net = untrained("new-york", 4)
    options: dict[str, Any] = {"opponents": [net, "greedy", net], "actions": "exact", "reward": "score", "seat": 1}
    one, many = (gymnasium.make_vec("AllAboard/NewYork-4p-v0", num_envs=count, **options) for count in (1, 150))
    (alone, _), (batch, infos) = one.reset(seed=9), many.reset(seed=9)
    ended = 0
    for _ in range(60):
        assert (many.unwrapped.games.seats == 1).all()
        assert ended or (alone[0] == batch[0]).all()
        choices = infos["action_mask"].argmax(axis=1)
        batch, rewards, dones, _, infos = many.step(choices)
        if not ended:
            alone, earned, done, _, _ = one.step(choices[:1])
            assert (done[0], earned[0]) == (dones[0], rewards[0])
        ended += int(dones.sum())
    assert ended > 150


def test_a_net_of_another_table_is_refused(untrained: Callable[[str, int], str]) -> None:
    with pytest.raises(BotError, match="made for new-york with 2 players, not for new-york with 3"):
        gymnasium.make_vec("AllAboard/NewYork-3p-v0", num_envs=2, opponents=untrained("new-york", 2))


def test_bots_that_are_not_compiled_play_one_table_after_the_other() -> None:
    env = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=2, opponents="search:1")
    observations, _ = env.reset(seed=1)
    assert observations.shape[0] == 2
    with pytest.raises(ValueError, match="'search:1' is not compiled; allowed here: random, greedy, planner and its characters, a net's"):
        vector.AllAboardVectorEnv(2, edition="new-york", opponents="search:1")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"illegal": "raise"}, "illegal='raise' is not for tables in one call; allowed: 'first'"),
        ({"illegal": "last"}, "an illegal choice cannot be treated as 'last'; allowed: raise, first"),
        ({"render_mode": "ansi"}, "tables in one call are not shown, so not by render_mode='ansi'; allowed: None"),
    ],
)
def test_what_compiled_tables_would_ignore_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        vector.AllAboardVectorEnv(2, edition="new-york", **options)


@pytest.mark.parametrize("stepped", [{"opponents": "search:1"}, {"illegal": "raise"}, {"render_mode": "ansi"}])
def test_what_only_compiled_tables_take_is_refused_elsewhere(stepped: dict[str, Any]) -> None:
    """In words, and not by the environment that is stepped in their place; without it that one does what was asked."""
    with pytest.raises(ValueError, match=r"threads and copy cannot be chosen where tables are stepped one after the other.*allowed with"):
        gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=2, threads=1, copy=False, **stepped)
    env = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=2, **stepped)
    assert isinstance(env.unwrapped, gymnasium.vector.SyncVectorEnv)
    env.reset(seed=1)
    if "render_mode" in stepped:
        assert all("New York" in shown for shown in env.render())
