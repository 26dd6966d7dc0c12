"""A random agent against a bot, by Gymnasium: `pip install "allaboard[rl]"`, then `python examples/random_gym.py`."""

from __future__ import annotations

import gymnasium

import allaboard.env  # makes the ids known  # noqa: F401


def main() -> None:
    env = gymnasium.make("AllAboard/NewYork-2p-v0", opponents="greedy", actions="compact")
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
    print(f"reward {reward:+.0f}, scores {info['scores'].tolist()}")


if __name__ == "__main__":
    main()
