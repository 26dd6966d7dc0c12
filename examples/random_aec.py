"""Random agents around a table of PettingZoo: `pip install "allaboard[rl]"`, then `python examples/random_aec.py`."""

from __future__ import annotations

from allaboard.env import aec


def main() -> None:
    env = aec("london", players=3, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            print(f"{agent}: {reward:+.1f}")
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
    print(env.render())


if __name__ == "__main__":
    main()
