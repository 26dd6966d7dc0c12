"""Train a player of New York for two from nothing with PPO, against itself and a sparring partner, and measure it against the bots.

Needs `pip install "allaboard[train]"`. Run as `python examples/train_ppo.py`: 14 minutes of one core, then the evaluation.
The network sees what a player sees, and beside it what a player would work out on the board: how far each ticket still is and which
routes lie on the way. In a quarter of the games it plays both seats, in the others one seat is the bot `greedy`, so that it meets a
style that is not its own. Which choices are good it learns from the results alone.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import torch
from torch import nn

from allaboard.bots import bot_seed, make_bot, prepare
from allaboard.engine.records import CLAIM_ROUTE
from allaboard.env import VectorGames

EDITION, PLAYERS = "new-york", 2
GAMES, STEPS = 512, 32  # a rollout: so many games for so many steps
EPOCHS, BATCH = 2, 1024
RATE, CLIP, ENTROPY, TRACE = 5e-4, 0.2, 0.01, 0.99
PATIENCE = -3.0  # how much less likely than a card a claim is at first
SPARRING = 3 * GAMES // 4  # the first so many games have the bot in one seat
BOTS = ("random", "greedy")
POINT = 1 / 25  # what a point of score is worth beside a win


class Eyes:
    """What the network is shown: the observation, counts of cards also as steps, and what can be worked out with the map in hand."""

    def __init__(self, games: VectorGames) -> None:
        board, layout = games.actions.boards[0], games.layout
        routes, tickets, kinds = int(board.routes), int(board.tickets), int(board.kinds)
        names = ("claimed", "open", "tickets", "offer", "hand")
        self.map = (board.ends[:routes].copy(), board.length[:routes].copy(), board.colour[:routes].copy())
        self.tickets = (board.ticket_ends[:tickets].copy(), board.ticket_points[:tickets].copy())
        self.starts = np.array([layout[name].start for name in names])
        self.steps = [(slice(layout[name].start, layout[name].start + kinds), most) for name, most in (("hand", 4), ("market", 2))]
        self.scale = 1 / layout.high.astype(np.float32)
        self.own = layout.size
        self.worked_out = 2 * routes + 2 * tickets + 2 * kinds + 4
        self.size = self.own + self.worked_out + sum(most * kinds for _, most in self.steps)

    def __call__(self, observations: Any) -> Any:
        shown = np.zeros((len(observations), self.size), np.float32)
        np.multiply(observations, self.scale, out=shown[:, : self.own])
        cursor = self.own + self.worked_out
        survey(observations, self.starts, *self.map, *self.tickets, shown[:, self.own : cursor])
        for cards, most in self.steps:
            for count in range(most):
                counted = observations[:, cards] > count
                shown[:, cursor : cursor + counted.shape[1]] = counted
                cursor += counted.shape[1]
        return shown


@numba.njit(cache=True)
def survey(observations: Any, starts: Any, ends: Any, lengths: Any, colours: Any, ticket_ends: Any, ticket_points: Any, out: Any) -> None:
    """The cards that each route lacks, what the tickets would pay for it, how far each ticket is, and the colours that its ways ask for.

    A way costs two for each claim and one for each card that is missing: half turns.
    """
    routes, tickets, places = len(ends), len(ticket_ends), ends.max() + 1
    kinds = (out.shape[1] - 2 * routes - 2 * tickets - 4) // 2
    claimed, unclaimed, held, offered, hand = starts
    ways, costs, asked = np.empty((places, places), np.int64), np.empty(routes, np.int64), np.empty(kinds, np.int64)
    far = 99
    for game in range(len(observations)):
        seen, told = observations[game], out[game]
        lacking, paid, distance = told[:routes], told[routes : 2 * routes], told[2 * routes : 2 * routes + tickets]
        done, need = told[2 * routes + tickets : 2 * routes + 2 * tickets], told[2 * routes + 2 * tickets :]
        most = 0
        for kind in range(1, kinds):
            most = max(most, seen[hand + kind])
        ways[:], asked[:] = far, 0
        for place in range(places):
            ways[place, place] = 0
        for route in range(routes):
            a, b = ends[route]
            if seen[claimed + route]:
                ways[a, b] = ways[b, a] = 0
            elif seen[unclaimed + route]:
                usable = most if colours[route] == 0 else seen[hand + colours[route]]
                missing = max(0, lengths[route] - usable - seen[hand])
                lacking[route], costs[route] = missing / 2, 2 + missing
                ways[a, b] = ways[b, a] = min(ways[a, b], costs[route])
        for via in range(places):
            for a in range(places):
                for b in range(places):
                    ways[a, b] = min(ways[a, b], ways[a, via] + ways[via, b])
        for ticket in range(tickets):
            if not (seen[held + ticket] or seen[offered + ticket] or seen[offered + tickets + ticket]):
                continue
            a, b = ticket_ends[ticket]
            way, points = ways[a, b], ticket_points[ticket]
            distance[ticket], done[ticket] = min(way, 20) / 8, way == 0
            if seen[held + ticket]:
                need[2 * kinds + (1 if way == 0 else 2)] += points / 10
                need[2 * kinds] += min(way, 30) / 10
            if way == 0 or way >= far:
                continue
            for route in range(routes):
                u, v = ends[route]
                if seen[unclaimed + route] and min(ways[a, u] + ways[v, b], ways[a, v] + ways[u, b]) + costs[route] == way:
                    paid[route] += points / 5
                    asked[colours[route]] = max(asked[colours[route]], lengths[route])
        for kind in range(kinds):
            need[kind] = asked[kind] / 2
            need[kinds + kind] = max(0, asked[kind] - seen[hand + kind]) / 2
        need[2 * kinds + 3] = most / 3


class Player(nn.Module):
    """Two networks: which choice is good, and how the game will end."""

    def __init__(self, games: VectorGames, width: int = 256) -> None:
        super().__init__()
        self.eyes = Eyes(games)
        self.body = nn.Sequential(nn.Linear(self.eyes.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, games.choices.size)
        self.reflex = nn.Linear(self.eyes.size, games.choices.size)  # what needs no thought: a card for a space, a ticket for its end
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.reflex.weight)
        with torch.no_grad():  # who claims whatever it can never learns what a full hand is good for
            self.policy.bias[[kind == CLAIM_ROUTE for kind in games.choices.kinds]] = PATIENCE
        self.value = nn.Sequential(nn.Linear(self.eyes.size, width // 2), nn.ReLU(), nn.Linear(width // 2, 1))
        self.register_buffer("usual", torch.zeros(self.eyes.size))
        self.register_buffer("scale", torch.ones(self.eyes.size))

    def get_used_to(self, seen: torch.Tensor) -> None:
        """From now on look at what differs from the usual, in usual deviations: rare and small numbers count as much as large ones."""
        deviation = seen.std(0)
        self.usual = seen.mean(0)
        self.scale = torch.where(deviation > 1e-4, 1 / deviation.clamp(min=0.05), 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the probabilities of all choices (illegal ones: none), and the value."""
        seen = ((seen - self.usual) * self.scale).clamp(-5, 5)
        logits = (self.policy(self.body(seen)) + self.reflex(seen)).masked_fill(masks == 0, -1e9)
        return logits.log_softmax(-1), self.value(seen).squeeze(-1)


class Sparring:
    """The bot that sits in one seat of the first games, in turns the first seat and the second."""

    def __init__(self, games: VectorGames, seed: int) -> None:
        self.games = games
        self.seats = np.where(np.arange(GAMES) < SPARRING, np.arange(GAMES) % PLAYERS, -1)
        self.bot = make_bot("greedy")
        prepare(self.bot, games.edition, PLAYERS, 0, bot_seed(seed, 0, 0))

    def choices(self) -> Any:
        """What the bot does where it is to move, as exact actions; -1 elsewhere."""
        choices = np.full(GAMES, -1)
        for game in np.flatnonzero(self.games.seats == self.seats):
            choices[game] = self.bot.choose(self.games.observe(int(game)))
        return choices


def roll_out(player: Player, games: VectorGames, sparring: Sparring) -> dict[str, torch.Tensor]:
    """Let the player play for a while; what it saw, did and got."""
    seen = np.empty((STEPS, GAMES, player.eyes.size), np.float32)
    masks = np.empty((STEPS, GAMES, games.choices.size), np.int8)
    seats, chosen = np.empty((STEPS, GAMES), np.int64), np.empty((STEPS, GAMES), np.int64)
    logs, values = np.empty((STEPS, GAMES), np.float32), np.empty((STEPS + 1, GAMES), np.float32)
    rewards, dones = np.zeros((STEPS, GAMES, PLAYERS), np.float32), np.zeros((STEPS, GAMES), bool)
    own = np.empty((STEPS, GAMES), bool)
    for step in range(STEPS + 1):
        shown = player.eyes(games.observations)
        with torch.no_grad():
            log_probabilities, value = player(torch.from_numpy(shown), torch.from_numpy(games.masks))
        values[step] = value.numpy()
        if step == STEPS:
            break
        noise = -torch.empty_like(log_probabilities).exponential_().log()
        choice = (log_probabilities + noise).argmax(-1)
        seen[step], masks[step], seats[step], chosen[step] = shown, games.masks, games.seats, choice.numpy()
        logs[step] = log_probabilities.gather(-1, choice[:, None]).squeeze(-1).numpy()
        bots_choice = sparring.choices()
        own[step] = bots_choice == -1
        for choices, exact in ((np.where(own[step], chosen[step], -1), False), (bots_choice, True)):
            games.step(choices, exact=exact)
            rewards[step] += POINT * games.rewards + games.dones[:, None] * (2 * games.shares - 1)
            dones[step] |= games.dones
    advantages = estimate(seats, values, rewards, dones, games.seats)
    gains = (advantages - advantages[own].mean()) / advantages[own].std()
    arrays = (seen, masks, chosen, logs, gains, advantages + values[:-1])
    names = ("seen", "masks", "chosen", "logs", "gains", "targets")
    return {name: torch.from_numpy(array[own]) for name, array in zip(names, arrays, strict=True)}


def estimate(seats: Any, values: Any, rewards: Any, dones: Any, last_seats: Any) -> Any:
    """Advantages by generalised estimation, for each seat along its own decisions: others may act in between."""
    every = np.arange(GAMES)
    # what one wins the other loses, so the value of the seat to move is known for the other seat too
    ahead = np.where(np.arange(PLAYERS) == last_seats[:, None], values[-1][:, None], -values[-1][:, None])
    trace, earned = np.zeros((GAMES, PLAYERS), np.float32), np.zeros((GAMES, PLAYERS), np.float32)
    advantages = np.empty_like(values[:-1])
    for step in reversed(range(STEPS)):
        going_on = ~dones[step][:, None]
        ahead, trace, earned = ahead * going_on, trace * going_on, earned * going_on + rewards[step]
        seat = seats[step]
        surprise = earned[every, seat] + ahead[every, seat] - values[step]
        advantages[step] = surprise + TRACE * trace[every, seat]
        trace[every, seat], ahead[every, seat], earned[every, seat] = advantages[step], values[step], 0
    return advantages


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


def measure(player: Player, opponent: str, games: int, seed: int = 1_000_000) -> float:
    """The player's share of the wins in so many games against a bot, half of them in each seat, playing its best choice."""
    table = VectorGames(EDITION, PLAYERS, games, seed=seed, actions="compact")
    mine = np.arange(games) % PLAYERS
    bots = [make_bot(opponent) for _ in range(games)]
    for game, bot in enumerate(bots):
        prepare(bot, table.edition, PLAYERS, int(1 - mine[game]), bot_seed(seed, game, int(1 - mine[game])))
    won, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        for my_turn in (True, False):
            turn = playing & ((table.seats == mine) == my_turn)
            choices = np.full(games, -1)  # the others wait
            if my_turn:
                with torch.no_grad():
                    best = player(torch.from_numpy(player.eyes(table.observations)), torch.from_numpy(table.masks))[0].argmax(-1).numpy()
                choices[turn] = best[turn]
            else:
                choices[turn] = [bots[game].choose(table.observe(game)) for game in np.flatnonzero(turn)]
            table.step(choices, exact=not my_turn)
            won[table.dones] = table.shares[table.dones, mine[table.dones]]
            playing &= ~table.dones
    return float(won.mean())


def interval(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies with 95 %, by Wilson's formula: it holds when all games were won, too."""
    square = 1.96**2
    middle, half = share + square / (2 * games), 1.96 * (share * (1 - share) / games + square / (4 * games**2)) ** 0.5
    return (middle - half) / (1 + square / games), (middle + half) / (1 + square / games)


def picture(curve: list[dict[str, float]], minutes: float) -> str:
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
    title = "Share of games won in New York for two, by minutes of training on one core"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 320" font-family="sans-serif" font-size="13" role="img" '
        f'aria-label="{title}">'
        f'<rect width="630" height="320" fill="#fdfbf5"/>{"".join(lines)}<text x="330" y="305" text-anchor="middle">{title}</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=14, help="how long to train, in minutes of one core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000, help="how many games to measure with at the end, against each bot")
    parser.add_argument("--save", type=Path, default=Path("ppo-new-york"), help="where to write the player (.pt) and its curve (.svg)")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # layers this small lose more by waiting for each other than a second core brings
    games = VectorGames(EDITION, PLAYERS, GAMES, seed=options.seed, actions="compact", reward="shaped")
    player, sparring = Player(games), Sparring(games, options.seed)
    player.get_used_to(roll_out(player, games, sparring)["seen"])
    optimiser = torch.optim.Adam(player.parameters(), lr=RATE)
    curve: list[dict[str, float]] = []
    played, next_look, began = 0, 0.0, time.process_time()
    # the processor's time, so that what else the machine does neither helps nor harms
    while (minutes := (time.process_time() - began) / 60) < options.minutes:
        left = 1 - minutes / options.minutes
        optimiser.param_groups[0]["lr"] = RATE * max(0.05, left)
        learn(player, optimiser, roll_out(player, games, sparring), ENTROPY * left)
        played += GAMES * STEPS
        if minutes >= next_look:
            curve.append({"minutes": minutes, "steps": played, **{bot: measure(player, bot, 200) for bot in BOTS}})
            next_look = minutes + 1
            print(
                f"{minutes:4.1f} min, {played / 1e6:5.2f} M steps, wins: "
                + ", ".join(f"{curve[-1][bot]:.0%} against {bot}" for bot in BOTS),
                flush=True,
            )
    for bot in BOTS:
        share = measure(player, bot, options.games, seed=2_000_000)
        low, high = interval(share, options.games)
        print(f"against {bot}: {share:.1%} of {options.games} games (95 %: {low:.1%} to {high:.1%})")
    torch.save(player.state_dict(), options.save.with_suffix(".pt"))
    options.save.with_suffix(".svg").write_text(picture(curve, options.minutes), encoding="utf-8")


if __name__ == "__main__":
    main()
