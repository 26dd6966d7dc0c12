"""Train a player from nothing with DQN, against a compiled bot at many tables at once, and write it down as a bot.

Needs `pip install "allaboard[rl,train]"`. Run as `python examples/train_dqn.py --edition new-york --players 2 --minutes 14`; the file it
writes plays wherever a bot plays: `allaboard arena new-york --bots dqn-new-york-2.npz,greedy`.
The network learns what each choice is still worth, points and the win, and plays the legal one that is worth most. It is double: the
network says which choice is best later on, a copy of it that follows slowly says what that one is worth.
"""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn
from training import Net, Plan, run, worth

from allaboard.env import MaskedSampler

OPPONENTS = "greedy"
MEMORY = 150_000  # decisions that are remembered
BATCH, STEPS = 512, 32  # decisions of an update; updates, and steps of every table, until the clock is looked at
REACH = 5  # so many decisions are counted as they came, before a later one is judged
RATE, FOLLOWING = 5e-4, 0.005
EXPLORING, LEAST = 0.4, 0.03  # the share of the time in which chance goes from everything to its least share of the choices


class Memory:
    """The last decisions at all tables, a row for each step: what came after one stands in the next rows."""

    def __init__(self, plan: Plan, shown: int, choices: int) -> None:
        self.rows, self.stored, self.shape = MEMORY // plan.tables, 0, (MEMORY // plan.tables, plan.tables)
        self.seen = np.zeros((*self.shape, shown), np.float16)
        self.masks = np.zeros((*self.shape, choices), np.int8)
        self.chosen, self.rewards = np.zeros(self.shape, np.int64), np.zeros(self.shape, np.float32)
        self.over, self.idle = np.zeros(self.shape, bool), np.zeros(self.shape, bool)

    def add(self, **step: Any) -> None:
        """Remember a step of every table, in place of the oldest."""
        for name, values in step.items():
            getattr(self, name)[self.stored % self.rows] = values
        self.stored += 1

    def draw(self, count: int, chance: np.random.Generator) -> dict[str, torch.Tensor]:
        """Some decisions, what they brought within the reach, and what was seen then where the game went on."""
        oldest = max(0, self.stored - self.rows)
        steps, tables = chance.integers(oldest, self.stored - REACH, count), chance.integers(0, self.shape[1], count)
        decided = ~self.idle[steps % self.rows, tables]  # where a game had just ended, nothing was chosen
        steps, tables = steps[decided], tables[decided]
        gains, going_on = np.zeros(len(steps), np.float32), np.ones(len(steps), bool)
        for ahead in range(REACH):
            at = (steps + ahead) % self.rows, tables
            gains += going_on * self.rewards[at]
            going_on &= ~self.over[at]
        now, later = (steps % self.rows, tables), ((steps + REACH) % self.rows, tables)
        drawn = {"seen": self.seen[now].astype(np.float32), "chosen": self.chosen[now], "gains": gains, "going_on": going_on}
        drawn |= {"later": self.seen[later].astype(np.float32), "later_masks": self.masks[later]}
        return {name: torch.from_numpy(values) for name, values in drawn.items()}


class Learner:
    """DQN: at every step of the tables a batch of remembered decisions is judged anew."""

    def __init__(self, plan: Plan, seed: int) -> None:
        made = {"opponents": OPPONENTS, "actions": "compact", "reward": "shaped", "threads": 1, "copy": False}
        made |= {"edition": plan.edition, "players": plan.players}  # in place of the id's, so that a board of one's own does as well
        self.envs = gymnasium.make_vec("AllAboard/NewYork-2p-v0", num_envs=plan.tables, **made)
        self.net, self.tables = Net(plan), plan.tables
        self.slow = copy.deepcopy(self.net)
        self.memory = Memory(plan, self.net.features.size, len(self.net.patience))
        self.sampler, self.chance = MaskedSampler(seed), np.random.default_rng(seed)
        self.calm = np.tile(self.net.patience.numpy().astype(np.float32), (plan.tables, 1))
        self.observations, info = self.envs.reset(seed=seed)
        self.masks, self.ended = info["action_mask"], np.zeros(plan.tables, bool)
        for _ in range(STEPS):
            self.play(exploring=1)
        for net in (self.net, self.slow):
            net.get_used_to(torch.from_numpy(self.memory.seen[:STEPS].reshape(-1, net.features.size).astype(np.float32)))
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=RATE)

    def play(self, exploring: float) -> None:
        """A step of every table: the best choice, or with some chance any, claims more seldom than cards."""
        seen, masks = self.net.features(self.observations), self.masks.copy()
        with torch.no_grad():
            chosen = self.net.judge(self.net.look(torch.from_numpy(seen)), torch.from_numpy(masks)).argmax(-1).numpy()
        chosen = np.where(self.chance.random(self.tables) < exploring, self.sampler(masks, self.calm), chosen)
        self.observations, points, over, _, info = self.envs.step(chosen)
        rewards = worth(points, over, info.get("win", 0))
        self.memory.add(seen=seen, masks=masks, chosen=chosen, rewards=rewards, over=over, idle=self.ended)
        self.masks, self.ended = info["action_mask"], over

    def learn(self, left: float) -> int:
        """Some steps and as many updates; chance and the rate go down with the time that is left."""
        exploring = max(LEAST, 1 - (1 - left) / EXPLORING)
        self.optimiser.param_groups[0]["lr"] = RATE * max(0.05, left)
        for _ in range(STEPS):
            self.play(exploring)
            self.improve(self.memory.draw(BATCH, self.chance))
        return STEPS * self.tables

    def improve(self, drawn: dict[str, torch.Tensor]) -> None:
        """Move the worth of what was chosen towards what it brought, and the copy towards the network."""
        with torch.no_grad():
            later = self.net.look(drawn["later"])
            best = self.net.judge(later, drawn["later_masks"]).argmax(-1, keepdim=True)
            ahead = self.slow.judge(later, drawn["later_masks"]).gather(-1, best).squeeze(-1)
            targets = drawn["gains"] + drawn["going_on"] * ahead
        judged = self.net.judge(self.net.look(drawn["seen"]), torch.tensor(1)).gather(-1, drawn["chosen"][:, None]).squeeze(-1)
        loss = nn.functional.smooth_l1_loss(judged, targets)
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 10)
        self.optimiser.step()
        with torch.no_grad():
            for slow, own in zip(self.slow.parameters(), self.net.parameters(), strict=True):
                slow.lerp_(own, FOLLOWING)


if __name__ == "__main__":
    run("DQN", 128, __doc__, Learner)
