"""Batches: the same games whatever the batch and the threads, arrays that are written in place, saved and restored states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from allaboard import IllegalAction
from allaboard.engine.jit import INTERPRETED
from allaboard.env import VectorGames, game_seed
from allaboard.env.episode import Episode
from env_play import SOME_TABLES

STEPS = 60 if INTERPRETED else 400


def policy(games: VectorGames) -> Any:
    """A choice that depends on nothing but what is observed: two games that are alike go on alike."""
    weights = np.arange(1, games.layout.size + 1)
    wanted = (games.observations * weights).sum(axis=1) % games.masks.sum(axis=1)
    return (games.masks.cumsum(axis=1, dtype=np.int32) > wanted[:, None]).argmax(axis=1)


def trajectories(games: VectorGames, steps: int) -> dict[int, list[Any]]:
    """What happened in every game of the seed, by its number."""
    told: dict[int, list[Any]] = {}
    for _ in range(steps):
        numbers, chosen = games.numbers.copy(), policy(games)
        seen = [(games.seats[game], games.observations[game].tobytes(), games.masks[game].tobytes()) for game in range(games.games)]
        games.step(chosen)
        for game, number in enumerate(numbers):
            ending = (games.scores[game].tolist(), games.shares[game].tolist()) if games.dones[game] else None
            told.setdefault(int(number), []).append((seen[game], chosen[game], games.rewards[game].tolist(), ending))
    return told


@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_game_n_is_the_same_whatever_the_batch(edition: str, players: int) -> None:
    small = trajectories(VectorGames(edition, players, 2, seed=9), STEPS)
    large = trajectories(VectorGames(edition, players, 5, seed=9, threads=2), STEPS)
    for number in small.keys() & large.keys():
        length = min(len(small[number]), len(large[number]))
        assert small[number][:length] == large[number][:length]
    assert max(small.keys() & large.keys()) >= (1 if INTERPRETED else 3)


def test_game_n_is_the_game_of_its_seed() -> None:
    games, episode = VectorGames("london", 3, 4, seed=21), Episode("london", 3)
    for game in range(4):
        episode.begin(game_seed(21, game))
        assert episode.encode(0)[0].tolist() == games.observations[game].tolist()


def test_ended_games_leave_scores_and_make_room() -> None:
    games = VectorGames("new-york", 2, 3, seed=4)
    while not games.dones.any():
        games.step(policy(games))
    ended = int(games.dones.argmax())
    assert games.numbers[ended] == ended + 3
    assert games.shares[ended].sum() == 1
    assert games.shares[ended].argmax() == games.scores[ended].argmax()
    assert games.layout.split(games.observations[ended])["phase"].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("reward", ["win", "score", "shaped"])
def test_a_saved_state_goes_on_the_same(reward: Any) -> None:
    games = VectorGames("london", 2, 3, seed=8, reward=reward)
    trajectories(games, 50)
    saved = games.get_state()
    twin = VectorGames("london", 2, 3, seed=99, reward=reward)
    twin.set_state(saved)
    assert twin.get_state() == saved
    assert trajectories(twin, 60) == trajectories(games, 60)


def test_a_state_of_other_games_is_refused() -> None:
    saved = VectorGames("london", 2, 3).get_state()
    with pytest.raises(ValueError, match="the saved state has games 3, these games have 4"):
        VectorGames("london", 2, 4).set_state(saved)
    with pytest.raises(ValueError, match="no saved state"):
        VectorGames("london", 2, 3).set_state(b"something else")


def test_an_illegal_choice_moves_no_game() -> None:
    games = VectorGames("new-york", 2, 3, seed=1, actions="compact")
    before, choices = games.get_state(), policy(games)
    choices[1] = 0
    with pytest.raises(IllegalAction, match=r"in game 1, seat 0 cannot make choice 0 \(draw deck\): everybody chooses tickets"):
        games.step(choices)
    assert games.get_state() == before


def test_choices_are_one_for_each_game() -> None:
    games = VectorGames("new-york", 2, 3)
    with pytest.raises(ValueError, match=r"3 choices are needed, one for each game, not an array of shape \(2,\)"):
        games.step(np.zeros(2, dtype=np.int64))


def test_a_waiting_game_stays_as_it_is() -> None:
    games = VectorGames("new-york", 2, 2, seed=1)
    seen, choices = games.observations[1].copy(), policy(games)
    choices[1] = -1
    games.step(choices)
    assert games.seats.tolist() == [1, 0]
    assert games.observations[1].tolist() == seen.tolist()


def test_exact_ids_are_taken_beside_compact_choices() -> None:
    games, twin = (VectorGames("usa", 2, 2, seed=3, actions="compact") for _ in range(2))
    for _ in range(30):
        chosen = policy(games)
        ids = [games.choices.action_id(int(choice), games.observe(game)) for game, choice in enumerate(chosen)]
        games.step(chosen)
        twin.step(np.array(ids), exact=True)
        assert games.get_state() == twin.get_state()


def test_arrays_are_made_once() -> None:
    games = VectorGames("new-york", 2, 2, seed=1)
    arrays = [games.observations, games.masks, games.rewards, games.dones, games.seats]
    games.step(policy(games))
    games.reset(seed=5)
    assert all(
        now is then for now, then in zip([games.observations, games.masks, games.rewards, games.dones, games.seats], arrays, strict=True)
    )


def test_arrays_are_looked_at_without_a_copy() -> None:
    """By DLPack, which all frameworks take; what a step writes is seen at once."""
    games = VectorGames("new-york", 2, 2, seed=1)
    observations, masks = np.from_dlpack(games.observations), np.from_dlpack(games.masks)
    assert np.shares_memory(observations, games.observations)
    games.step(policy(games))
    assert (masks == games.masks).all()


def test_torch_looks_at_the_arrays_without_a_copy() -> None:
    torch = pytest.importorskip("torch", reason="the extra train is not installed")
    games = VectorGames("new-york", 2, 2, seed=1)
    views = [(torch.from_numpy(array), torch.from_dlpack(array)) for array in (games.observations, games.masks, games.rewards)]
    games.step(policy(games))
    for array, seen in zip((games.observations, games.masks, games.rewards), views, strict=True):
        for tensor in seen:
            assert tensor.data_ptr() == array.ctypes.data
            assert (tensor.numpy() == array).all()


def test_a_game_takes_little_memory() -> None:
    assert VectorGames("usa", 5, 100, threads=2).bytes_per_game < 4096


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "a batch of 0 games"),
        ({"threads": 0}, "0 threads"),
        ({"reward": "money"}, "'money' is no kind of reward; allowed: win, score, shaped"),
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"start": 2}, "starting seat is a number from 0 to 1"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VectorGames("usa", **options)


def test_a_batch_shows_what_it_is() -> None:
    games = VectorGames("london", players=3, games=2, seed=1, actions="compact", reward="score")
    assert repr(games) == "<VectorGames london, 3 players: 2 games, compact choices, reward score>"


@pytest.mark.parametrize("seed", [-1, 1.5, "seven", b"short", 1 << 256])
def test_a_wrong_seed_is_refused_in_our_words(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"a seed is a number from 0 to 2\*\*256 - 1|a seed in bytes has 32 of them"):
        VectorGames("london", games=1, seed=seed)
