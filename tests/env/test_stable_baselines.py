"""Stable-Baselines3 over the batch: the games of Gymnasium's vector environment, and sb3-contrib trains on it as it is."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner

from allaboard import Record
from allaboard.bots import make_bot
from allaboard.cli.app import app
from allaboard.env import MaskedSampler, PolicyInfo, save_policy, sb3
from serving import play_out, served_with_nets, until

sb3_contrib = pytest.importorskip("sb3_contrib", reason="the extra sb3 is not installed")
torch = import_module("torch")


def test_it_plays_the_games_of_the_vector_environment() -> None:
    """The same choices give the same observations and rewards; a game that ended is begun anew one step earlier."""
    envs, sampler = sb3("new-york", num_envs=6, actions="compact", reward="score"), MaskedSampler(1)
    twins = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=6, actions="compact", reward="score")
    envs.seed(5)
    observations = envs.reset()
    shown, told = twins.reset(seed=5)
    dones = np.zeros(6, np.bool_)
    while not dones.any():
        assert (observations == shown).all()
        assert (envs.action_masks() == told["action_mask"]).all()
        choices = sampler(envs.action_masks())
        observations, rewards, dones, infos = envs.step(choices)
        shown, earned, over, _, told = twins.step(choices)
        assert (dones == over).all()
        assert rewards == pytest.approx(earned)
    for game in np.flatnonzero(dones):
        assert (infos[game]["terminal_observation"] == shown[game]).all()
        assert infos[game]["episode"]["r"] == pytest.approx(rewards[game])
        assert infos[game]["scores"].tolist() == told["scores"][game].tolist()
    assert (observations[~dones] == shown[~dones]).all()
    shown, *_ = twins.step(np.where(dones, 0, sampler(envs.action_masks())))
    assert (observations[dones] == shown[dones]).all(), "the next games, which the twins begin with the next step"


def test_later_games_are_those_of_their_numbers() -> None:
    envs, sampler = sb3("new-york", num_envs=3, actions="compact"), MaskedSampler(2)
    envs.seed(1)
    envs.reset()
    ended = np.zeros(3, np.int64)
    while ended.sum() < 7:
        _, _, dones, _ = envs.step(sampler(envs.action_masks()))
        ended += dones
        assert envs.vector_env.games.numbers.tolist() == [place + 3 * count for place, count in enumerate(ended)]
        assert envs.action_masks().any(axis=1).all()
    assert not envs.vector_env.games.dones.any()


def test_maskable_ppo_trains_and_its_net_plays_as_a_bot(tmp_path: Path) -> None:
    """sb3-contrib as it is, a few steps; then its policy is written down and plays as the learner does, in the arena and at a table."""
    envs = sb3("new-york", num_envs=16, actions="compact", reward="score", opponents="random")
    shape: dict[str, Any] = {"net_arch": [32], "activation_fn": torch.nn.ReLU}
    learner = sb3_contrib.MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=64, seed=1, policy_kwargs=shape, device="cpu")
    learner.learn(512)
    policy, games = learner.policy, envs.vector_env.games
    layers = [
        (layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in (policy.mlp_extractor.policy_net[0], policy.action_net)
    ]
    info = PolicyInfo.of(games.edition, 2, "compact", "plain", "MaskablePPO")
    save_policy(tmp_path / "sb3.npz", info, layers, scale=games.layout.high)  # it was shown the counts themselves
    bot, observations = make_bot(str(tmp_path / "sb3.npz")), envs.reset()
    for game in range(16):
        chosen, _ = learner.predict(observations[game], action_masks=envs.action_masks()[game], deterministic=True)
        seen = games.observe(game)
        assert bot.choose(seen) == games.choices.action_id(int(chosen), seen)
    words = [
        "arena",
        "new-york",
        "--bots",
        f"{tmp_path / 'sb3.npz'},greedy",
        "--blocks",
        "2",
        "--out",
        str(tmp_path / "file.sqlite"),
        "--json",
    ]
    met = CliRunner().invoke(app, words)
    assert met.exit_code == 0, met.output
    assert json.loads(met.stdout)["played_now"] == 2
    sits_at_a_table(tmp_path / "sb3.npz", tmp_path)


def sits_at_a_table(file: Path, folder: Path) -> None:
    """A server offers the net by its name, and at one of its tables every decision is what the net chooses there."""
    with served_with_nets(folder, file.parent) as server:
        until(lambda: server.app.state.services.startup.is_warm(file.stem), 300)
        ann = server.guest()
        table = ann.open("new-york", "you", file.stem, begin=True, undo=False)
        play_out([ann], table, Random(1))
        record, net = Record.from_json(ann.http.get(f"/tables/{table}/record").text), make_bot(str(file))
    decisions = [(n, entry.action) for n, entry in enumerate(record.replay().log) if entry.seat == 1]
    assert len(decisions) > 10
    assert [action for _, action in decisions] == [net.choose(record.replay(until=n).observe(1)) for n, _ in decisions]


def test_a_loop_of_ones_own_trains_through_make_vec() -> None:
    """In the manner of CleanRL: one file's loop, policy gradients on masks, the parameters move and no mask is ever empty."""
    envs = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=16, opponents="random", actions="compact", reward="score")
    torch.manual_seed(1)
    actor = torch.nn.Linear(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    before, optimiser = actor.weight.detach().clone(), torch.optim.Adam(actor.parameters(), lr=1e-3)
    observations, info = envs.reset(seed=1)
    for _ in range(60):
        logits = actor(torch.from_numpy(observations).float() / 255)
        chances = torch.distributions.Categorical(logits=logits.masked_fill(torch.from_numpy(info["action_mask"]) == 0, -1e9))
        choices = chances.sample()
        observations, rewards, _, _, info = envs.step(choices.numpy())
        loss = -(chances.log_prob(choices) * torch.from_numpy(rewards).float()).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    assert torch.isfinite(actor.weight).all()
    assert (actor.weight != before).any()


def test_what_a_batch_cannot_do_is_said() -> None:
    envs = sb3("london", num_envs=2)
    with pytest.raises(AttributeError, match="allowed: action_masks"):
        envs.env_method("render")
    with pytest.raises(AttributeError, match="nothing of their own"):
        envs.set_attr("seat", 1)
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False, False]


@pytest.mark.parametrize(("option", "value"), [("illegal", "raise"), ("render_mode", "ansi")])
def test_what_a_batch_would_ignore_is_refused(option: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{option}='{value}'.*allowed:"):
        sb3("london", num_envs=2, **{option: value})
