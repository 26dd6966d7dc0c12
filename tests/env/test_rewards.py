"""Rewards: sums over a game, ties shared, and nothing that a seat could not have known before the end."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from allaboard.engine.chance import seed_stream
from allaboard.engine.entry import new_states, redacted, resampled
from allaboard.env.episode import Episode
from env_play import SOME_TABLES, TABLES, random_choice


def play(edition: str, players: int, reward: Any, seed: int) -> tuple[Episode, Any]:
    """A random game, and what every seat earned in it."""
    episode, random = Episode(edition, players, reward=reward), Random(seed)
    episode.begin(seed)
    earned = np.zeros(players)
    while not episode.over:
        episode.step(random_choice(episode.encode(episode.seat)[1], random))
        earned += episode.rewards
    return episode, earned


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_winner_takes_from_the_others(edition: str, players: int) -> None:
    episode, earned = play(edition, players, "win", 2)
    winners = episode.game().result().winners
    assert earned.sum() == pytest.approx(0, abs=1e-5)
    for seat in range(players):
        share = (seat in winners) / len(winners)
        assert episode.shares[seat] == pytest.approx(share)
        assert earned[seat] == pytest.approx(share - (1 - share) / (players - 1))


@pytest.mark.parametrize("reward", ["score", "shaped"])
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_points_are_counted_against_the_mean_of_the_others(edition: str, players: int, reward: str) -> None:
    """However it is paid out, the sum is the lead at the end."""
    episode, earned = play(edition, players, reward, 3)
    totals = [sheet.total for sheet in episode.game().result().sheets]
    assert episode.scores.tolist() == totals
    for seat, total in enumerate(totals):
        assert earned[seat] == pytest.approx(total - (sum(totals) - total) / (players - 1), abs=1e-3)


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_shaped_rewards_tell_nothing_hidden(edition: str, players: int) -> None:
    """Deal out again what a seat cannot tell: its own rewards on the way are the same."""
    random, stream = Random(1), np.zeros(4, dtype=np.uint64)
    seed_stream(stream, np.arange(4, dtype=np.uint64), 7)
    episode, hidden = Episode(edition, players, reward="shaped"), new_states()
    episode.begin(1)
    while not episode.over:
        seat = episode.seat
        other = episode.copy()
        redacted(episode.actions.boards, episode._states, seat, hidden)
        resampled(episode.actions.boards, hidden, seat, stream, other._states)
        choice = random_choice(episode.encode(seat)[1], random)
        episode.step(choice)
        other.step(choice)
        if not (episode.over or other.over):
            assert episode.rewards[seat] == other.rewards[seat]
