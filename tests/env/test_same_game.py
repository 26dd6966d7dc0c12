"""One seed, one game: every API, every process and the plain Game tell the same story for the same choices."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

import allaboard
from allaboard.env import VectorGames, aec, game_seed, gym, openspiel_game
from allaboard.env.episode import Episode
from env_play import SOME_TABLES, random_choice

Story = list[tuple[int, bytes, bytes]]


def choices_of(edition: str, players: int, seed: int) -> tuple[list[int], Story, list[int]]:
    """A random game of an episode: its choices, what the seats to move saw, and the scores."""
    episode, random = Episode(edition, players), Random(seed)
    episode.begin(seed)
    choices: list[int] = []
    story: Story = []
    while not episode.over:
        observation, mask = episode.encode(episode.seat)
        story.append((episode.seat, observation.tobytes(), mask.tobytes()))
        choices.append(random_choice(mask, random))
        episode.step(choices[-1])
    return choices, story, episode.scores.tolist()


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_the_plain_game(edition: str, players: int) -> None:
    choices, story, scores = choices_of(edition, players, 31)
    game = allaboard.Game(edition, players, game_seed(31, 0))
    for choice, (seat, _, _) in zip(choices, story, strict=True):
        assert seat == game.acting[0]
        game.play(choice, seat)
    assert [sheet.total for sheet in game.result().sheets] == scores


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_vector(edition: str, players: int) -> None:
    choices, story, scores = choices_of(edition, players, 31)
    games = VectorGames(edition, players, 1, seed=31)
    for choice, told in zip(choices, story, strict=True):
        assert (int(games.seats[0]), games.observations[0].tobytes(), games.masks[0].tobytes()) == told
        games.step(np.array([choice]))
    assert games.dones[0]
    assert games.scores[0].tolist() == scores


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_aec(edition: str, players: int) -> None:
    pytest.importorskip("pettingzoo", reason="the extra rl is not installed")
    choices, story, scores = choices_of(edition, players, 31)
    env = aec(edition, players)
    env.reset(seed=31)
    for choice, (seat, observation, mask) in zip(choices, story, strict=True):
        seen = env.last()[0]
        assert (env.agent_selection, seen["observation"].tobytes(), seen["action_mask"].tobytes()) == (f"seat_{seat}", observation, mask)
        env.step(choice)
    assert all(env.terminations.values())
    assert env.episode.scores.tolist() == scores


class Prompted:
    """A bot that plays what it is told."""

    def __init__(self, lines: list[int]) -> None:
        self.lines = iter(lines)

    def choose(self, seen: allaboard.Observation) -> int:
        return next(self.lines)


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_gymnasium(edition: str, players: int) -> None:
    pytest.importorskip("gymnasium", reason="the extra rl is not installed")
    choices, story, scores = choices_of(edition, players, 31)
    env: Any = gym(edition, players)
    for seat in range(1, players):
        env._bots[seat] = Prompted([choice for choice, told in zip(choices, story, strict=True) if told[0] == seat])
    seen, info = env.reset(seed=31)
    for choice, (seat, observation, mask) in zip(choices, story, strict=True):
        if seat == 0:
            assert (seen.tobytes(), info["action_mask"].tobytes()) == (observation, mask)
            seen, _, _, _, info = env.step(choice)
    assert info["scores"].tolist() == scores


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_openspiel(edition: str, players: int) -> None:
    pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    choices, story, scores = choices_of(edition, players, 31)
    state = openspiel_game(edition, players, seed=31, reward="score").new_initial_state()
    state.apply_action(0)
    high = state.episode.layout.high
    for choice, (seat, observation, mask) in zip(choices, story, strict=True):
        assert state.current_player() == seat
        assert np.array(state.observation_tensor(seat)) == pytest.approx(np.frombuffer(observation, np.uint8) / high)
        assert state.legal_actions() == np.flatnonzero(np.frombuffer(mask, np.int8)).tolist()
        state.apply_action(choice)
    assert state.episode.scores.tolist() == scores


PROGRAM = """
import hashlib, numpy as np
from allaboard.env import VectorGames
games, digest = VectorGames("london", 3, 4, seed=12, reward="shaped"), hashlib.sha256()
for _ in range(60):
    games.step(games.masks.argmax(axis=1))
    for array in (games.observations, games.masks, games.rewards, games.seats):
        digest.update(array.tobytes())
print(digest.hexdigest())
"""


def test_processes() -> None:
    runs = [subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    games, digest = VectorGames("london", 3, 4, seed=12, reward="shaped"), hashlib.sha256()
    for _ in range(60):
        games.step(games.masks.argmax(axis=1))
        for array in (games.observations, games.masks, games.rewards, games.seats):
            digest.update(array.tobytes())
    assert [run.strip() for run in runs] == [digest.hexdigest()] * 2
