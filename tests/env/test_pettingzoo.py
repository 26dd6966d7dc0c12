"""PettingZoo's own suites, and what they do not look at."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from allaboard import IllegalAction
from allaboard.engine.jit import INTERPRETED
from allaboard.env import aec, parallel
from env_play import SOME_TABLES, TABLES

suites = pytest.importorskip("pettingzoo.test", reason="the extra rl is not installed")
parallel_to_aec = import_module("pettingzoo.utils.conversions").parallel_to_aec

# PettingZoo's suites warn of what its own classic games do: observations that hold a mask, agents that wait with an empty one.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Observation space .* is not"),
]
CYCLES = 5 if INTERPRETED else 60


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_api(edition: str, players: int) -> None:
    suites.api_test(aec(edition, players), num_cycles=10 * CYCLES)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_seed(edition: str, players: int) -> None:
    suites.seed_test(partial(aec, edition, players), num_cycles=CYCLES)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_parallel_api(edition: str, players: int) -> None:
    suites.parallel_api_test(parallel(edition, players), num_cycles=CYCLES)
    suites.parallel_seed_test(partial(parallel, edition, players, illegal="first"), num_cycles=CYCLES)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_max_cycles(edition: str, players: int) -> None:
    """The suite wants an environment of both kinds that takes any choice; ours does when illegal ones may be replaced."""
    made = partial(parallel, edition, players, illegal="first")
    suites.max_cycles_test(SimpleNamespace(parallel_env=made, env=lambda **options: parallel_to_aec(made(**options))))


@pytest.mark.skipif(INTERPRETED, reason="drawing does not depend on how the rules run")
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_render(edition: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PIL", reason="the extra rl is not installed")
    suites.render_test(partial(aec, edition, players))
    assert "market: " in capsys.readouterr().out


def play(env: Any, seed: int) -> dict[str, float]:
    """A random game; what every agent earned."""
    env.reset(seed=seed)
    random, earned = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        env.step(None if terminated or truncated else int(random.choice(np.flatnonzero(observation["action_mask"]))))
    return earned


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_agents_earn_what_the_game_pays(edition: str, players: int) -> None:
    env = aec(edition, players, reward="shaped")
    earned = play(env, 5)
    totals = env.episode.scores
    for seat, agent in enumerate(env.possible_agents):
        assert earned[agent] == pytest.approx(totals[seat] - (totals.sum() - totals[seat]) / (players - 1), abs=1e-3)


def test_without_a_seed_the_next_game_follows() -> None:
    env, again = aec("new-york"), aec("new-york")
    env.reset(seed=3)
    first = env.observe("seat_0")["observation"].tolist()
    env.reset()
    second = env.observe("seat_0")["observation"].tolist()
    again.reset(seed=3)
    assert again.observe("seat_0")["observation"].tolist() == first
    again.reset()
    assert again.observe("seat_0")["observation"].tolist() == second != first


def test_an_illegal_choice_leaves_the_game_as_it_was() -> None:
    env = aec("new-york")
    env.reset(seed=1)
    before = env.observe("seat_0")["observation"].tolist()
    with pytest.raises(IllegalAction, match=r"seat 0 cannot make choice 0 \(draw deck\): everybody chooses tickets before the first turn"):
        env.step(0)
    assert env.agent_selection == "seat_0"
    assert env.observe("seat_0")["observation"].tolist() == before


def test_an_agent_waits_with_an_empty_mask() -> None:
    env = aec("new-york", start=0)
    env.reset(seed=1)
    for agent in ("seat_0", "seat_1"):
        assert env.agent_selection == agent
        env.step(int(env.observe(agent)["action_mask"].argmax()))
    assert env.observe("seat_0")["action_mask"].any()
    assert not env.observe("seat_1")["action_mask"].any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"render_mode": "hologram"}, "'hologram' is no render_mode; allowed: ansi, rgb_array, human, None"),
        ({"max_cycles": 0}, "max_cycles is 0"),
        ({"illegal": "ignore"}, "cannot be treated as 'ignore'; allowed: raise, first"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel("new-york", **options)
