"""How fast the environments are, as ratios to random playouts of the raw engine in the same run: `python bench/env.py`.

One core. A step is one decision; observations and masks are part of it. Time is what the processor spent on this thread, and the best
of several rounds counts, as whatever else the machine does can only make a round slower.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from allaboard.actions import action_space
from allaboard.editions import get_edition
from allaboard.engine.entry import new_states
from allaboard.engine.playout import random_games
from allaboard.engine.scoring import new_sheets
from allaboard.env import ActionEncoding, PolicyInfo, VectorGames, save_policy
from allaboard.env.episode import Episode

ROUNDS = 7
ENCODINGS: tuple[ActionEncoding, ...] = ("exact", "compact")


def best(measure: Callable[[], tuple[int, float]]) -> float:
    """Steps a second in the best round; a round says its steps and its seconds."""
    measure()
    return max(steps / seconds for steps, seconds in (measure() for _ in range(ROUNDS)))


def raw(name: str, players: int) -> Callable[[], tuple[int, float]]:
    """Whole random games in compiled code."""
    boards, states, seed = action_space(get_edition(name)).boards, new_states(), np.arange(4, dtype=np.uint64)
    sheets, decisions = new_sheets(players, 300), np.zeros(300, dtype=np.int64)

    def measure() -> tuple[int, float]:
        began = time.thread_time()
        random_games(boards, states, players, seed, 0, sheets, decisions)
        return int(decisions.sum()), time.thread_time() - began

    return measure


def batch(name: str, players: int, actions: ActionEncoding, count: int) -> Callable[[], tuple[int, float]]:
    """Random choices in a batch, on one thread."""
    games, random = VectorGames(name, players, count, seed=1, actions=actions, threads=1), np.random.default_rng(1)

    def measure() -> tuple[int, float]:
        spent = 0.0
        for _ in range(60):
            legal = games.masks.cumsum(axis=1, dtype=np.int32)
            choices = (legal > (random.random(count) * legal[:, -1]).astype(np.int64)[:, None]).argmax(axis=1)
            began = time.thread_time()
            games.step(choices)
            spent += time.thread_time() - began
        return 60 * count, spent

    return measure


def table(name: str, players: int, opponents: str, count: int) -> Callable[[], tuple[int, float]]:
    """Gymnasium's vector environment against compiled opponents, on one thread; a step is a decision of the agent."""
    import gymnasium

    from allaboard.env.gymnasium import env_id

    envs, random = gymnasium.make_vec(env_id(name, players), num_envs=count, opponents=opponents, threads=1), np.random.default_rng(1)
    _, info = envs.reset(seed=1)

    def measure() -> tuple[int, float]:
        nonlocal info
        spent = 0.0
        for _ in range(60):
            legal = info["action_mask"].cumsum(axis=1, dtype=np.int32)
            choices = (legal > (random.random(count) * legal[:, -1]).astype(np.int64)[:, None]).argmax(axis=1)
            began = time.thread_time()
            *_, info = envs.step(choices)
            spent += time.thread_time() - began
        return 60 * count, spent

    return measure


def untrained(name: str, players: int) -> str:
    """The file of a net of two layers of 128, for a table; how long it takes does not depend on what it has learned."""
    edition, random = get_edition(name), np.random.default_rng(1)
    info = PolicyInfo.of(edition, players, "compact", "plain")
    shown, choices = info.sizes(edition)
    layers = [(random.normal(size=size), random.normal(size=size[0])) for size in ((128, shown), (128, 128), (choices, 128))]
    path = Path(mkdtemp()) / "untrained.npz"
    save_policy(path, info, layers)
    return str(path)


def single(name: str, players: int) -> Callable[[], tuple[int, float]]:
    """PettingZoo's AEC loop where it is installed, otherwise the episode under it."""
    random = np.random.default_rng(1)
    try:
        from allaboard.env.pettingzoo import Seats
    except ImportError:
        episode, number = Episode(name, players), iter(range(1_000_000))

        def measure() -> tuple[int, float]:
            began = time.thread_time()
            episode.begin(1, next(number))
            while not episode.over:
                episode.step(int(random.choice(np.flatnonzero(episode.encode(episode.seat)[1]))))
            return episode.steps, time.thread_time() - began

        return measure
    env = Seats(name, players)

    def measure_aec() -> tuple[int, float]:
        env.reset(seed=1)
        began, steps = time.thread_time(), 0
        for _ in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if terminated else int(legal[random.integers(len(legal))]))
            steps += 1
        return steps, time.thread_time() - began

    return measure_aec


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="usa")
    parser.add_argument("--players", type=int, default=2)
    options = parser.parse_args()
    space = (options.edition, options.players)
    engine = best(raw(*space))
    print(f"{options.edition}, {options.players} players, one core")
    print(f"{'raw playouts':28} {engine:12,.0f} steps/s")
    batched = 0.0
    for label, measure in (
        # 256 games and their arrays fit in the processor's second cache, 1,024 do not
        *((f"VectorGames, {count:,} {actions}", batch(*space, actions, count)) for count in (256, 1024) for actions in ENCODINGS),
        *((f"make_vec, 256, {opponents}", table(*space, opponents, 256)) for opponents in ("random", "greedy", "planner")),
        ("make_vec, 256, a net", table(*space, untrained(*space), 256)),
        ("AEC, with the choosing", single(*space)),
    ):
        speed = best(measure)
        batched = batched or speed
        print(f"{label:28} {speed:12,.0f} steps/s  {speed / engine:6.3f} of raw playouts  {speed / batched:6.3f} of VectorGames")
    print(f"{'memory a game':28} {VectorGames(*space, 1024, seed=1, threads=1).bytes_per_game:12,} bytes beside the arrays for the caller")


if __name__ == "__main__":
    main()
