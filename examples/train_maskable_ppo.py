"""Train with MaskablePPO of sb3-contrib, as it is, against a compiled bot, and write the player down as a bot.

Needs `pip install "allaboard[sb3]"`. Run as `python examples/train_maskable_ppo.py --edition new-york --minutes 14`; the file it writes
plays wherever a bot plays: `allaboard arena new-york --bots maskable-new-york-2.npz,greedy`.
"""

from __future__ import annotations

import time

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from training import arguments, asked, numbers_of

from allaboard.env import PolicyInfo, save_policy, sb3


class Clock(BaseCallback):
    """Ends the training when its time is over: the processor's, so that what else the machine does neither helps nor harms."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.began, self.minutes, self.next_word = time.process_time(), minutes, 0

    def _on_step(self) -> bool:
        spent = (time.process_time() - self.began) / 60
        if spent >= self.next_word:
            print(f"{spent:4.1f} of {self.minutes:g} min, {self.num_timesteps / 1e6:5.2f} M steps", flush=True)
            self.next_word += 1
        return spent < self.minutes


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--opponents", default="planner", help="a compiled bot: random, greedy, planner or a character of it; or the file of a net"
    )
    options = asked(parser, "maskable")
    torch.set_num_threads(1)
    envs = sb3(options.edition, options.players, 256, opponents=options.opponents, actions="compact", reward="shaped", threads=1)
    learner = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=2048,
        n_epochs=2,
        gamma=1.0,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
        seed=options.seed,
        device="cpu",
    )
    clock = Clock(options.minutes)
    try:
        learner.learn(1_000_000_000, callback=clock)
    except KeyboardInterrupt:
        print("stopped; what has been learned so far is written down", flush=True)
    minutes = (time.process_time() - clock.began) / 60
    path, games = options.save, envs.vector_env.games
    note = f"MaskablePPO against {options.opponents}, {minutes:.1f} min of one core, {learner.num_timesteps / 1e6:.1f} M steps"
    layers = numbers_of([*learner.policy.mlp_extractor.policy_net, learner.policy.action_net])
    # it was shown the counts themselves, so its file is to see the features so large again
    save_policy(path, PolicyInfo.of(games.edition, options.players, "compact", "plain", note), layers, scale=games.layout.high)
    print(f"{note}; try it: allaboard arena {options.edition} --players {options.players} --bots {path},greedy")


if __name__ == "__main__":
    main()
