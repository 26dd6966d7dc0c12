"""What the examples that train a network share: the table, the network that becomes a bot, the clock, and how good it is in the end.

How the network gets better is told by `train_ppo.py` and `train_dqn.py`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn

from allaboard import get_edition
from allaboard.actions import action_space
from allaboard.editions import EditionError
from allaboard.engine.records import CLAIM_ROUTE
from allaboard.env import BatchBot, Choices, Features, PolicyInfo, VectorGames, save_policy
from allaboard.validation import check_players

BOTS = ("random", "greedy")
PATIENCE = -3.0  # how much less likely than a card a claim is at first
LIMIT = 5.0  # how far from the usual, in deviations, an input may be
POINT = 1 / 25  # what a point of score is worth beside a win
ILLEGAL = -1e9


@dataclass(frozen=True)
class Plan:
    """What is trained for: a table, and how many of them are played at once."""

    edition: str
    players: int
    tables: int
    width: int

    def games(self, count: int, seed: int) -> VectorGames:
        """A batch of games at such a table."""
        return VectorGames(self.edition, self.players, count, seed=seed, actions="compact", reward="shaped", threads=1)


def worth(points: Any, over: Any, shares: Any) -> Any:
    """What a step brought: points on the way, and the win where the game is over."""
    return POINT * points + over * (2 * shares - 1)


class Net(nn.Module):
    """How good each choice is, from what a seat sees: what is trained, and what the bot's file holds."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        edition = get_edition(plan.edition)
        self.info = PolicyInfo.of(edition, plan.players, "compact", "survey")
        self.features = Features(edition, plan.players, "survey")
        shown, choices = self.info.sizes(edition)
        self.body = nn.Sequential(nn.Linear(shown, plan.width), nn.ReLU(), nn.Linear(plan.width, plan.width), nn.ReLU())
        self.head = nn.Linear(plan.width, choices)
        self.reflex = nn.Linear(shown, choices, bias=False)  # what needs no thought: a card for a space, a ticket for its end
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.reflex.weight)
        # who claims whatever it can never learns what a full hand is good for
        claims = torch.tensor([kind == CLAIM_ROUTE for kind in Choices(action_space(edition), "compact").kinds])
        self.register_buffer("patience", PATIENCE * claims)
        self.register_buffer("usual", torch.zeros(shown))
        self.register_buffer("scale", torch.ones(shown))

    def get_used_to(self, seen: torch.Tensor) -> None:
        """From now on look at what differs from the usual, in usual deviations: rare and small numbers count as much as large ones."""
        deviation = seen.std(0)
        self.usual = seen.mean(0)
        self.scale = torch.where(deviation > 1e-4, 1 / deviation.clamp(min=0.05), 1)

    def look(self, seen: torch.Tensor) -> torch.Tensor:
        """What reaches the layers of what is seen."""
        return ((seen - self.usual) * self.scale).clamp(-LIMIT, LIMIT)

    def judge(self, looked: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """How good each choice is, illegal ones not at all."""
        return (self.head(self.body(looked)) + self.reflex(looked)).masked_fill(masks == 0, ILLEGAL)

    def best(self, observations: Any, masks: Any) -> Any:
        """The best choice for each row."""
        with torch.no_grad():
            return self.judge(self.look(torch.from_numpy(self.features(observations))), torch.from_numpy(masks)).argmax(-1).numpy()

    def save(self, path: Path, note: str) -> None:
        """Write it down as a bot."""
        info, layers, reflex = replace(self.info, note=note), numbers_of([*self.body, self.head]), self.reflex.weight.detach().numpy()
        save_policy(path, info, layers, usual=self.usual.numpy(), scale=self.scale.numpy(), limit=LIMIT, reflex=reflex)


def numbers_of(modules: Iterable[nn.Module]) -> list[tuple[Any, Any]]:
    """Weights and biases of the linear layers, as a bot's file holds them."""
    linear = [layer for layer in modules if isinstance(layer, nn.Linear)]
    return [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in linear]


class Learner(Protocol):
    """A network, and a way to make it better."""

    net: Net

    def learn(self, left: float) -> int:
        """Play for a little while and learn from it, with such a share of the time left; how many steps were played."""
        ...


def arguments(described: str | None) -> argparse.ArgumentParser:
    """What every example can be told."""
    parser = argparse.ArgumentParser(description=described, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="new-york", help="an edition by its id, or a .toml file")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=14, help="how long to train, in minutes of one core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="where to write the bot (.npz)")
    return parser


def asked(parser: argparse.ArgumentParser, method: str) -> argparse.Namespace:
    """What was asked for; what cannot be is said before the training, not after it."""
    options = parser.parse_args()
    try:
        edition = get_edition(options.edition)
        check_players(edition, options.players, None)
    except (EditionError, ValueError) as error:
        parser.error(str(error))
    options.save = options.save or Path(f"{method}-{edition.id}-{options.players}.npz")
    if options.save.suffix != ".npz" or not options.save.absolute().parent.is_dir():
        parser.error(f"--save: {options.save} is no .npz file in a folder that is there")
    if not options.minutes > 0:
        parser.error(f"--minutes: {options.minutes:g} is no time to train; allowed: more than 0")
    return options


def run(method: str, tables: int, described: str | None, make: Callable[[Plan, int], Learner]) -> None:
    """Train as the command line says; then measure the player, write it down as a bot and draw how it learned."""
    parser = arguments(described)
    parser.add_argument("--tables", type=int, default=tables, help="games that are played at once")
    parser.add_argument("--width", type=int, default=128, help="width of the network's layers")
    parser.add_argument("--games", type=int, default=2000, help="how many games to measure with at the end, against each bot")
    options = asked(parser, method.lower())
    plan, path = Plan(options.edition, options.players, options.tables, options.width), options.save
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # layers this small lose more by waiting for each other than a second core brings
    learner = make(plan, options.seed)
    curve, played, minutes = train(learner, plan, options.minutes)
    results = []
    for bot in BOTS:
        share = measure(learner.net, plan, bot, options.games, seed=2_000_000)
        low, high = interval(share, options.games)
        results.append(f"{share:.1%} against {bot}")
        print(f"against {bot}: {share:.1%} of {options.games} games (95 %: {low:.1%} to {high:.1%})")
    made = f"{method}, {minutes:.1f} min of one core, {played / 1e6:.1f} M steps, seed {options.seed}"
    learner.net.save(path, f"{made}; wins {', '.join(results)}")
    if curve:
        path.with_suffix(".svg").write_text(picture(curve, minutes, plan), encoding="utf-8")
    print(f"try it: allaboard arena {plan.edition} --players {plan.players} --bots {path},greedy")


def train(learner: Learner, plan: Plan, limit: float) -> tuple[list[dict[str, float]], int, float]:
    """Let a network learn for so many minutes, looking once a minute how it does; what was seen, steps that were played, minutes."""
    curve: list[dict[str, float]] = []
    # the processor's time, so that what else the machine does neither helps nor harms
    played, next_look, began = 0, 0.0, time.process_time()
    try:
        while (minutes := (time.process_time() - began) / 60) < limit:
            played += learner.learn(1 - minutes / limit)
            if minutes >= next_look:
                curve.append({"minutes": minutes, **{bot: measure(learner.net, plan, bot, 200) for bot in BOTS}})
                next_look = minutes + 1
                wins = ", ".join(f"{curve[-1][bot]:.0%} against {bot}" for bot in BOTS)
                print(f"{minutes:4.1f} min, {played / 1e6:5.2f} M steps, wins: {wins}", flush=True)
    except KeyboardInterrupt:
        print("stopped; what has been learned so far is measured and written down", flush=True)
    return curve, played, (time.process_time() - began) / 60


def measure(net: Net, plan: Plan, opponent: str, games: int, seed: int = 1_000_000) -> float:
    """The network's share of the wins in so many games against a bot, as often in each seat, playing its best choice."""
    table = plan.games(games, seed)
    mine = np.arange(games) % plan.players
    bot = BatchBot(opponent, table, seed)
    won, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        for my_turn in (True, False):
            moving = playing & ((table.seats == mine) == my_turn)
            choices = np.full(games, -1)  # the others wait
            if my_turn and (rows := np.flatnonzero(moving)).size:
                choices[rows] = net.best(table.observations[rows], table.masks[rows])
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
