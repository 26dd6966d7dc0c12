"""Ratings: strengths that explain who beat whom, on the scale of chess, with a frozen anchor and intervals from resampled blocks.

A game is a row of choices: who came first of all, who came first of the others, and so on; each is made with a probability in proportion to
strength (Plackett and Luce; with two players, Bradley and Terry). Where results come from is the results' to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from allaboard.arena.results import Played
from allaboard.arena.statistics import Share, share_of
from allaboard.runner.play import seated, seats_of

__all__ = ["Rating", "Ratings", "Standings", "rate"]

SCALE: Final = 400.0 / np.log(10.0)
"""Points of a rating for each unit of log strength: 400 points are odds of ten to one."""

PRIOR: Final = 0.5
"""Drawn games that every bot is thought to have played against every other, so that who never won has a rating too."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One bot: its rating with the 95 % interval, the games it played and the share of them that it won."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    share: float


@dataclass(frozen=True)
class Ratings:
    """The bots of one table, strongest first; who beat whom; what a place in the order of turns is worth."""

    ratings: tuple[Rating, ...]
    anchor: str
    matrix: dict[tuple[str, str], Share]
    turns: tuple[Share, ...]
    cycles: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Standings:
    """Blocks as the fit needs them: a row a block, with the choices that were open in its games and who was chosen.

    `choices` are the sets of places that were chosen from, as counts by bot; `open` says how often each occurred in a block, `chosen` how
    often each bot was the choice.
    """

    bots: tuple[str, ...]
    choices: NDArray[np.float64]
    open: NDArray[np.float64]
    chosen: NDArray[np.float64]

    @classmethod
    def of(cls, played: Iterable[Played]) -> Standings:
        """All blocks of some matches."""
        matches = list(played)
        bots = tuple(dict.fromkeys(bot for match in matches for bot in match.lineup))
        index = {bot: number for number, bot in enumerate(bots)}
        kinds: dict[tuple[int, ...], int] = {}
        rows: list[tuple[dict[int, float], NDArray[np.float64]]] = []
        for match in matches:
            places = np.array([index[bot] for bot in match.lineup])
            for block in range(len(match.blocks)):
                opened: dict[int, float] = {}
                chosen = np.zeros(len(bots))
                for rotation in range(len(places)):
                    sitting = places[seated(len(places), rotation)]
                    order = ranks(match.blocks.totals[block, rotation], match.blocks.won[block, rotation])
                    for among, first, weight in choices_of(order):
                        kind = tuple(np.bincount(sitting[among], minlength=len(bots)).tolist())
                        number = kinds.setdefault(kind, len(kinds))
                        opened[number] = opened.get(number, 0.0) + weight
                        chosen[sitting[first]] += weight
                rows.append((opened, chosen))
        open_ = np.zeros((len(rows), len(kinds)))
        for row, (opened, _) in enumerate(rows):
            for number, count in opened.items():
                open_[row, number] = count
        return cls(bots, np.array(list(kinds), dtype=float), open_, np.array([chosen for _, chosen in rows]))

    def strengths(self, weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """The log strengths, with a mean of zero, that make the choices most likely; `weights` count blocks several times or not at all."""
        weights = np.ones(len(self.open)) if weights is None else weights
        return fit(self.choices, weights @ self.open, weights @ self.chosen)


def ranks(totals: NDArray[np.int64], won: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
    """The seats in order of their places, those that share one together: the winners, then the others by their points."""
    others = sorted(set(totals[~won].tolist()), reverse=True)
    return [np.flatnonzero(won), *(np.flatnonzero(~won & (totals == total)) for total in others)]


def choices_of(order: Sequence[NDArray[np.int64]]) -> Iterable[tuple[NDArray[np.int64], int, float]]:
    """The choices that an order of places consists of: among whom, who came first, and how much it counts.

    A shared place is every order of those who share it, in equal parts.
    """
    left = np.concatenate(list(order))
    for group in order:
        ways = list(permutations(group.tolist()))
        for way in ways:
            among = left
            for first in way:
                if len(among) > 1:
                    yield among, first, 1.0 / len(ways)
                among = among[among != first]
        left = left[len(group) :]


def fit(choices: NDArray[np.float64], opened: NDArray[np.float64], chosen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's method on the likelihood, which has a single peak."""
    count = choices.shape[1]
    pairs = np.array([np.eye(count)[list(pair)].sum(axis=0) for pair in combinations(range(count), 2)]).reshape(-1, count)
    sets = np.concatenate([choices, pairs])
    times = np.concatenate([opened, np.full(len(pairs), PRIOR)])
    wanted = chosen + 0.5 * PRIOR * (count - 1)
    strengths = np.zeros(count)
    for _ in range(100):
        weights = sets * np.exp(strengths)
        shares = weights / weights.sum(axis=1, keepdims=True)
        slope = wanted - times @ shares
        curve = np.diag(times @ shares) - (shares * times[:, None]).T @ shares
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]
        strengths += np.clip(step, -2.0, 2.0)
        strengths -= strengths.mean()
        if np.abs(step).max() < 1e-9:
            break
    return strengths


def rate(played: Sequence[Played], anchor: str, anchored_at: float = 1500.0, resamples: int = 400, seed: int = 1) -> Ratings:
    """Rate the bots of matches on one table. The anchor's rating is frozen; the others' intervals come from resampling blocks."""
    standings = Standings.of(played)
    if anchor not in standings.bots:
        raise ValueError(f"the anchor {anchor!r} has not played; these have: {', '.join(standings.bots)}")
    fixed, chance = standings.bots.index(anchor), np.random.default_rng(seed)

    def scaled(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
        ratings: NDArray[np.float64] = anchored_at + SCALE * (strengths - strengths[fixed])
        return ratings

    best = scaled(standings.strengths())
    # blocks are drawn match by match, so that every resample has each match as often as the whole
    sizes = np.cumsum([0, *(len(match.blocks) for match in played)])
    spread = np.empty((resamples, len(standings.bots)))
    for resample in range(resamples):
        drawn = np.concatenate([chance.integers(low, high, size=high - low) for low, high in pairwise(sizes)])
        spread[resample] = scaled(standings.strengths(np.bincount(drawn, minlength=sizes[-1]).astype(float)))
    low, high = np.quantile(spread, (0.025, 0.975), axis=0)
    games, wins = _victories(played, standings.bots)
    ratings = [
        Rating(bot, float(best[number]), float(low[number]), float(high[number]), int(games[number]), float(wins[number] / games[number]))
        for number, bot in enumerate(standings.bots)
    ]
    ordered = tuple(sorted(ratings, key=lambda one: -one.rating))
    matrix = win_matrix(played)
    return Ratings(ordered, anchor, matrix, turn_effects(played), cyclic_triples([one.bot for one in ordered], matrix))


def _victories(played: Sequence[Played], bots: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    games, wins = np.zeros(len(bots)), np.zeros(len(bots))
    for match in played:
        shares = match.blocks.shares.sum(axis=0) * len(match.lineup)
        for place, bot in enumerate(match.lineup):
            games[bots.index(bot)] += len(match.blocks) * len(match.lineup)
            wins[bots.index(bot)] += shares[place]
    return games, wins


def win_matrix(played: Sequence[Played]) -> dict[tuple[str, str], Share]:
    """For each pair that met, the share of games in which the one came before the other; who shares a place shares the game."""
    found: dict[tuple[str, str], list[NDArray[np.float64]]] = {}
    for match in played:
        before = _before(match)
        for one, other in permutations(range(len(match.lineup)), 2):
            if match.lineup[one] != match.lineup[other]:
                found.setdefault((match.lineup[one], match.lineup[other]), []).append(before[:, one, other])
    return {pair: share_of(np.concatenate(rows)) for pair, rows in found.items()}


def _before(match: Played) -> NDArray[np.float64]:
    """By block, the share of its games in which each place of the lineup came before each other."""
    blocks, players = match.blocks, len(match.lineup)
    # winners count above everybody with the same points: the tie breaks have spoken
    worth = blocks.totals + np.where(blocks.won, 0.5, 0.0)
    rotations = np.arange(players)
    by_place = worth[:, rotations[:, None], seats_of(players, rotations)]
    better = by_place[:, :, :, None] - by_place[:, :, None, :]
    return np.asarray((0.5 + 0.5 * np.sign(better)).mean(axis=1))


def turn_effects(played: Sequence[Played]) -> tuple[Share, ...]:
    """What those win who have the first turn, the second, and so on. In a block everybody has sat everywhere, so bots cancel out."""
    players = len(played[0].lineup)
    rows: list[NDArray[np.float64]] = []
    for match in played:
        parts = (match.blocks.won / match.blocks.won.sum(axis=2, keepdims=True)).mean(axis=1)
        turns = (match.blocks.starts[:, None] + np.arange(players)) % players
        rows.append(np.take_along_axis(parts, turns, axis=1))
    shares = np.concatenate(rows)
    return tuple(share_of(shares[:, turn]) for turn in range(players))


def cyclic_triples(bots: Sequence[str], matrix: dict[tuple[str, str], Share]) -> tuple[tuple[str, str, str], ...]:
    """Bots of which each surely beats the next in a circle: there a single scale tells only part of the truth."""

    def beats(one: str, other: str) -> bool:
        return (one, other) in matrix and matrix[one, other].low > 0.5

    found = [triple for a, b, c in combinations(bots, 3) for triple in ((a, b, c), (a, c, b))]
    return tuple((a, b, c) for a, b, c in found if beats(a, b) and beats(b, c) and beats(c, a))
