"""Train a player from nothing with PPO, against itself, its past selves and a sparring partner, and write it down as a bot.

Needs `pip install "allaboard[train]"`. Run as `python examples/train_ppo.py --edition new-york --players 2 --minutes 14`; the file it
writes plays wherever a bot plays: `allaboard arena new-york --bots ppo-new-york-2.npz,greedy`.
The network sees what a player sees, and beside it what a player would work out on the board: how far each ticket still is and which
routes lie on the way. In a quarter of the games it plays all seats, in half of them the others are the bot `greedy`, in the rest a
past self that still wins. Which choices are good it learns from the results alone.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from torch import nn
from training import Net, Plan, run, worth

from allaboard.env import BatchBot, League, Member, VectorGames

STEPS = 32  # a rollout: so many steps of every game for each two players
EPOCHS, BATCH = 2, 1024
RATE, CLIP, ENTROPY, TRACE = 5e-4, 0.2, 0.01, 0.99
SELVES = 14  # how many past selves join the league in the course of training


class Player(Net):
    """Two networks: which choice is good, and how the game will end."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        with torch.no_grad():
            self.head.bias[:] = torch.where(self.patience < 0, self.patience, self.head.bias)
        shown = self.features.size
        self.value = nn.Sequential(nn.Linear(shown, plan.width // 2), nn.ReLU(), nn.Linear(plan.width // 2, 1))

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the probabilities of all choices (illegal ones: none), and the value."""
        looked = self.look(seen)
        return self.judge(looked, masks).log_softmax(-1), self.value(looked).squeeze(-1)

    def draw(self, seen: Any, masks: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """A choice for each row by its chance, the logarithm of that, and the value."""
        with torch.no_grad():
            logs, values = self(torch.from_numpy(seen), torch.from_numpy(masks))
        chosen = (logs - torch.empty_like(logs).exponential_().log()).argmax(-1)
        return chosen, logs.gather(-1, chosen[:, None]).squeeze(-1), values


class Others:
    """Who sits with the learner: in a quarter of the games itself, in half of them the bot, in the rest a past self, one a rollout."""

    def __init__(self, plan: Plan, games: VectorGames, seed: int) -> None:
        self.games, number = games, np.arange(plan.tables)
        quarter = 4 * number // plan.tables
        self.own_seat = np.where(quarter == 0, -1, number % plan.players)  # -1: all seats are the learner's
        self.by_bot, self.by_past = (quarter == 1) | (quarter == 2), quarter == 3
        self.league: League[Player] = League(seed=seed)
        self.bot = BatchBot("greedy", games)

    def join(self, player: Player, name: str) -> None:
        """Let a copy of the player into the league."""
        self.league.add(name, copy.deepcopy(player))

    def learner_moves(self) -> Any:
        """In which games the learner is to move."""
        return (self.own_seat == -1) | (self.games.seats == self.own_seat)

    def moves(self, past: Member[Player]) -> list[tuple[Any, bool]]:
        """What the others do where they are to move: choices of a past self, and exact actions of the bot."""
        waiting = ~self.learner_moves()
        by_past = np.full(len(waiting), -1)
        if len(rows := np.flatnonzero(waiting & self.by_past)):
            seen = past.player.features(self.games.observations[rows])
            by_past[rows] = past.player.draw(seen, self.games.masks[rows])[0].numpy()
        return [(by_past, False), (self.bot(waiting & self.by_bot), True)]

    def met(self) -> Any:
        """How many of the games against the past self have just been lost, and how many have ended."""
        games = np.flatnonzero(self.games.dones & self.by_past)
        return np.array([(1 - self.games.shares[games, self.own_seat[games]]).sum(), len(games)])


def roll_out(player: Player, plan: Plan, games: VectorGames, others: Others) -> dict[str, torch.Tensor]:
    """Let the player play for a while; what it saw, did and got."""
    steps, tables = STEPS * plan.players // 2, plan.tables  # everybody is to decide about as often, however many there are
    seen = np.zeros((steps, tables, player.features.size), np.float32)
    masks = np.zeros((steps, tables, games.choices.size), np.int8)
    seats, chosen = np.zeros((steps, tables), np.int64), np.full((steps, tables), -1, np.int64)
    logs, values = np.zeros((steps, tables), np.float32), np.zeros((steps, tables), np.float32)
    rewards, dones = np.zeros((steps, tables, plan.players), np.float32), np.zeros((steps, tables), bool)
    past, met = others.league.draw(), np.zeros(2)
    for step in range(steps):
        rows = np.flatnonzero(others.learner_moves())
        shown, legal = player.features(games.observations[rows]), games.masks[rows]
        seen[step, rows], masks[step, rows], seats[step] = shown, legal, games.seats
        chosen[step, rows], logs[step, rows], values[step, rows] = (drawn.numpy() for drawn in player.draw(shown, legal))
        for choices, exact in ((chosen[step], False), *others.moves(past)):
            games.step(choices, exact=exact)
            rewards[step] += worth(games.rewards, games.dones[:, None], games.shares)
            dones[step] |= games.dones
            met += others.met()
    others.league.report(past, won=met[0], games=met[1])
    advantages, known = estimate(seats, chosen >= 0, values, rewards, dones)
    gains = (advantages - advantages[known].mean()) / advantages[known].std()
    arrays = (seen, masks, chosen, logs, gains, advantages + values)
    names = ("seen", "masks", "chosen", "logs", "gains", "targets")
    return {name: torch.from_numpy(array[known]) for name, array in zip(names, arrays, strict=True)}


def estimate(seats: Any, own: Any, values: Any, rewards: Any, dones: Any) -> tuple[Any, Any]:
    """Advantages by generalised estimation, for each seat along its own decisions, and of which decisions it is known what followed."""
    steps, tables, players = rewards.shape
    ahead, trace, earned = np.zeros((3, tables, players), np.float32)
    followed = np.zeros((tables, players), bool)  # by another decision of the seat, or by the end
    advantages, known = np.zeros_like(values), np.zeros_like(own)
    for step in reversed(range(steps)):
        ended = dones[step][:, None]
        ahead, trace, earned = ahead * ~ended, trace * ~ended, earned * ~ended + rewards[step]
        followed |= ended
        games = np.flatnonzero(own[step])
        at = games, seats[step, games]
        known[step, games] = followed[at]
        surprise = earned[at] + ahead[at] - values[step, games]
        advantages[step, games] = np.where(followed[at], surprise + TRACE * trace[at], 0)
        trace[at], ahead[at], earned[at], followed[at] = advantages[step, games], values[step, games], 0, True
    return advantages, known


def learn(player: Player, optimiser: torch.optim.Optimizer, rollout: dict[str, torch.Tensor], entropy_weight: float) -> None:
    """Make good choices likelier, within the clip."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(rollout["seen"])).split(BATCH):
            part = {name: tensor[rows] for name, tensor in rollout.items()}
            log_probabilities, values = player(part["seen"], part["masks"])
            ratio = (log_probabilities.gather(-1, part["chosen"][:, None]).squeeze(-1) - part["logs"]).exp()
            gain = torch.min(ratio * part["gains"], ratio.clamp(1 - CLIP, 1 + CLIP) * part["gains"]).mean()
            entropy = -(log_probabilities.exp() * log_probabilities).sum(-1).mean()
            loss = 0.5 * (values - part["targets"]).square().mean() - gain - entropy_weight * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


class Learner:
    """PPO: rollouts of the player among the others, and what is learned from each."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan, self.games = plan, plan.games(plan.tables, seed)
        self.net, self.others = Player(plan), Others(plan, self.games, seed)
        self.others.join(self.net, "at first")
        self.net.get_used_to(self.roll_out()["seen"])
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=RATE)
        self.next_self = 1.0

    def roll_out(self) -> dict[str, torch.Tensor]:
        return roll_out(self.net, self.plan, self.games, self.others)

    def learn(self, left: float) -> int:
        """A rollout, and two looks at it; the rate and the wish for variety go down with the time that is left."""
        self.optimiser.param_groups[0]["lr"] = RATE * max(0.05, left)
        rollout = self.roll_out()
        learn(self.net, self.optimiser, rollout, ENTROPY * left)
        if left <= self.next_self:
            self.others.join(self.net, f"with {left:.0%} of the time left")
            self.next_self = left - 1 / SELVES
        return len(rollout["seen"])


if __name__ == "__main__":
    run("PPO", 512, __doc__, Learner)
