"""Train a player from nothing with PPO, against itself, its past selves and a sparring partner, and write it down as a bot.

Needs `pip install "allaboard[train]"`. Run as `python examples/train_ppo.py --edition new-york --players 2 --minutes 14`; the file it
writes plays wherever a bot plays: `allaboard arena new-york --bots ppo-new-york-2.npz,greedy`.
The network sees what a player sees, and beside it what a player would work out on the board: how far each ticket still is and which
routes lie on the way. In a quarter of the games it plays all seats, in half of them the others are the bot `greedy`, in the rest a
past self that still wins. Which choices are good it learns from the results alone.
"""

from __future__ import annotations

import argparse
import copy
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from allaboard.engine.records import CLAIM_ROUTE
from allaboard.env import BatchBot, Features, League, Member, PolicyInfo, VectorGames, save_policy

STEPS = 32  # a rollout: so many steps of every game for each two players
EPOCHS, BATCH = 2, 1024
RATE, CLIP, ENTROPY, TRACE = 5e-4, 0.2, 0.01, 0.99
PATIENCE = -3.0  # how much less likely than a card a claim is at first
BOTS = ("random", "greedy")
LIMIT = 5.0  # how far from the usual, in deviations, an input may be
POINT = 1 / 25  # what a point of score is worth beside a win


@dataclass(frozen=True)
class Plan:
    """What is trained for: a table, and how many of them are played at once."""

    edition: str
    players: int
    games: int
    width: int

    @property
    def steps(self) -> int:
        """Steps of a rollout: everybody is to decide about as often, however many there are."""
        return STEPS * self.players // 2

    def table(self, games: int, seed: int, reward: Any = "shaped") -> VectorGames:
        """A batch of games."""
        return VectorGames(self.edition, self.players, games, seed=seed, actions="compact", reward=reward, threads=1)


class Player(nn.Module):
    """Two networks: which choice is good, and how the game will end."""

    def __init__(self, plan: Plan, games: VectorGames) -> None:
        super().__init__()
        self.features = Features(games.edition, plan.players, "survey")
        shown, choices, width = self.features.size, games.choices.size, plan.width
        self.body = nn.Sequential(nn.Linear(shown, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, choices)
        self.reflex = nn.Linear(shown, choices, bias=False)  # what needs no thought: a card for a space, a ticket for its end
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.reflex.weight)
        with torch.no_grad():  # who claims whatever it can never learns what a full hand is good for
            self.policy.bias[[kind == CLAIM_ROUTE for kind in games.choices.kinds]] = PATIENCE
        self.value = nn.Sequential(nn.Linear(shown, width // 2), nn.ReLU(), nn.Linear(width // 2, 1))
        self.register_buffer("usual", torch.zeros(shown))
        self.register_buffer("scale", torch.ones(shown))

    def get_used_to(self, seen: torch.Tensor) -> None:
        """From now on look at what differs from the usual, in usual deviations: rare and small numbers count as much as large ones."""
        deviation = seen.std(0)
        self.usual = seen.mean(0)
        self.scale = torch.where(deviation > 1e-4, 1 / deviation.clamp(min=0.05), 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the probabilities of all choices (illegal ones: none), and the value."""
        seen = ((seen - self.usual) * self.scale).clamp(-LIMIT, LIMIT)
        logits = (self.policy(self.body(seen)) + self.reflex(seen)).masked_fill(masks == 0, -1e9)
        return logits.log_softmax(-1), self.value(seen).squeeze(-1)

    def choose(self, observations: Any, masks: Any, *, best: bool = False) -> Any:
        """A choice for each row: the best, or one by its chance."""
        with torch.no_grad():
            logs, _ = self(torch.from_numpy(self.features(observations)), torch.from_numpy(masks))
        return (logs if best else logs - torch.empty_like(logs).exponential_().log()).argmax(-1).numpy()

    def save(self, path: Path, plan: Plan, games: VectorGames, note: str) -> None:
        """Write the policy down as a bot."""
        layers = [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in (self.body[0], self.body[2], self.policy)]
        info = PolicyInfo.of(games.edition, plan.players, "compact", "survey", note)
        reflex = self.reflex.weight.detach().numpy()
        save_policy(path, info, layers, usual=self.usual.numpy(), scale=self.scale.numpy(), limit=LIMIT, reflex=reflex)


class Others:
    """Who sits with the learner: in a quarter of the games itself, in half of them the bot, in the rest a past self, one a rollout."""

    def __init__(self, plan: Plan, games: VectorGames, seed: int) -> None:
        self.games, number = games, np.arange(plan.games)
        quarter = 4 * number // plan.games
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
            by_past[rows] = past.player.choose(self.games.observations[rows], self.games.masks[rows])
        return [(by_past, False), (self.bot(waiting & self.by_bot), True)]

    def met(self) -> Any:
        """How many of the games against the past self have just been lost, and how many have ended."""
        games = np.flatnonzero(self.games.dones & self.by_past)
        return np.array([(1 - self.games.shares[games, self.own_seat[games]]).sum(), len(games)])


def roll_out(player: Player, plan: Plan, games: VectorGames, others: Others) -> dict[str, torch.Tensor]:
    """Let the player play for a while; what it saw, did and got."""
    steps, tables = plan.steps, plan.games
    seen = np.zeros((steps, tables, player.features.size), np.float32)
    masks = np.zeros((steps, tables, games.choices.size), np.int8)
    seats, chosen = np.zeros((steps, tables), np.int64), np.full((steps, tables), -1, np.int64)
    logs, values = np.zeros((steps, tables), np.float32), np.zeros((steps, tables), np.float32)
    rewards, dones = np.zeros((steps, tables, plan.players), np.float32), np.zeros((steps, tables), bool)
    past, met = others.league.draw(), np.zeros(2)
    for step in range(steps):
        rows = np.flatnonzero(others.learner_moves())
        shown, legal = player.features(games.observations[rows]), games.masks[rows]
        with torch.no_grad():
            log_probabilities, value = player(torch.from_numpy(shown), torch.from_numpy(legal))
        choice = (log_probabilities - torch.empty_like(log_probabilities).exponential_().log()).argmax(-1)
        seen[step, rows], masks[step, rows], values[step, rows] = shown, legal, value.numpy()
        seats[step], chosen[step, rows] = games.seats, choice.numpy()
        logs[step, rows] = log_probabilities.gather(-1, choice[:, None]).squeeze(-1).numpy()
        for choices, exact in ((chosen[step], False), *others.moves(past)):
            games.step(choices, exact=exact)
            rewards[step] += POINT * games.rewards + games.dones[:, None] * (2 * games.shares - 1)
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


def measure(player: Player, plan: Plan, opponent: str, games: int, seed: int = 1_000_000) -> float:
    """The player's share of the wins in so many games against a bot, as often in each seat, playing its best choice."""
    table = plan.table(games, seed)
    mine = np.arange(games) % plan.players
    bot = BatchBot(opponent, table, seed)
    won, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        for my_turn in (True, False):
            moving = playing & ((table.seats == mine) == my_turn)
            choices = np.full(games, -1)  # the others wait
            if my_turn and (rows := np.flatnonzero(moving)).size:
                choices[rows] = player.choose(table.observations[rows], table.masks[rows], best=True)
            table.step(choices if my_turn else bot(moving), exact=not my_turn)
            won[table.dones] = table.shares[table.dones, mine[table.dones]]
            playing &= ~table.dones
    return float(won.mean())


def interval(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies with 95 %, by Wilson's formula: it holds when all games were won, too."""
    square = 1.96**2
    middle, half = share + square / (2 * games), 1.96 * (share * (1 - share) / games + square / (4 * games**2)) ** 0.5
    return (middle - half) / (1 + square / games), (middle + half) / (1 + square / games)


def picture(curve: list[dict[str, float]], minutes: float, plan: Plan) -> str:
    """The share of wins over time as SVG."""
    across, down, paints = 560 / minutes, 240, {"random": "#8a8f98", "greedy": "#c8502d"}
    lines = [
        f'<line x1="50" x2="610" y1="{20 + down * (1 - share)}" y2="{20 + down * (1 - share)}" stroke="#d8d4c8"/>'
        f'<text x="42" y="{24 + down * (1 - share)}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    lines += [f'<text x="{50 + across * minute}" y="280" text-anchor="middle">{minute}</text>' for minute in range(0, int(minutes) + 1, 2)]
    for bot in BOTS:
        points = " ".join(f"{50 + across * point['minutes']:.1f},{20 + down * (1 - point[bot]):.1f}" for point in curve)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{paints[bot]}" stroke-width="2.5"/>')
        height = 20 + down * (1 - curve[-1][bot])
        lines.append(f'<text x="604" y="{height + 16:.1f}" text-anchor="end" fill="{paints[bot]}">against {bot}</text>')
    title = f"Share of games won, {plan.edition} with {plan.players} players, by minutes of training on one core"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 320" font-family="sans-serif" font-size="13" role="img" '
        f'aria-label="{title}">'
        f'<rect width="630" height="320" fill="#fdfbf5"/>{"".join(lines)}<text x="330" y="305" text-anchor="middle">{title}</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="new-york")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=14, help="how long to train, in minutes of one core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=512, help="games that are played at once")
    parser.add_argument("--width", type=int, default=128, help="width of the network's layers")
    parser.add_argument("--games", type=int, default=2000, help="how many games to measure with at the end, against each bot")
    parser.add_argument("--save", type=Path, help="where to write the bot (.npz) and its curve (.svg)")
    options = parser.parse_args()
    plan = Plan(options.edition, options.players, options.tables, options.width)
    path = options.save or Path(f"ppo-{plan.edition}-{plan.players}.npz")
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # layers this small lose more by waiting for each other than a second core brings
    games = plan.table(plan.games, options.seed)
    player, others = Player(plan, games), Others(plan, games, options.seed)
    others.join(player, "at first")
    player.get_used_to(roll_out(player, plan, games, others)["seen"])
    optimiser = torch.optim.Adam(player.parameters(), lr=RATE)
    curve: list[dict[str, float]] = []
    played, next_look, began = 0, 0.0, time.process_time()
    try:
        # the processor's time, so that what else the machine does neither helps nor harms
        while (minutes := (time.process_time() - began) / 60) < options.minutes:
            left = 1 - minutes / options.minutes
            optimiser.param_groups[0]["lr"] = RATE * max(0.05, left)
            learn(player, optimiser, roll_out(player, plan, games, others), ENTROPY * left)
            played += plan.games * plan.steps
            if minutes >= next_look:
                others.join(player, f"after {minutes:.1f} min")
                curve.append({"minutes": minutes, "steps": played, **{bot: measure(player, plan, bot, 200) for bot in BOTS}})
                next_look = minutes + 1
                wins = ", ".join(f"{curve[-1][bot]:.0%} against {bot}" for bot in BOTS)
                print(f"{minutes:4.1f} min, {played / 1e6:5.2f} M steps, wins: {wins}", flush=True)
    except KeyboardInterrupt:
        print("stopped; what has been learned so far is measured and written down", flush=True)
    minutes = (time.process_time() - began) / 60
    results = []
    for bot in BOTS:
        share = measure(player, plan, bot, options.games, seed=2_000_000)
        low, high = interval(share, options.games)
        results.append(f"{share:.1%} against {bot}")
        print(f"against {bot}: {share:.1%} of {options.games} games (95 %: {low:.1%} to {high:.1%})")
    player.save(
        path, plan, games, f"PPO, {minutes:.1f} min of one core, {played / 1e6:.1f} M steps, seed {options.seed}; wins {', '.join(results)}"
    )
    path.with_suffix(".svg").write_text(picture(curve, options.minutes, plan), encoding="utf-8")
    print(f"try it: allaboard arena {plan.edition} --players {plan.players} --bots {path},greedy")


if __name__ == "__main__":
    main()
