"""What simulated games come to: a row of figures for each, and their sum by seat and by bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from allaboard.runner.play import seated_in_game

__all__ = ["Batch", "Figures", "Summary", "Tally", "joined", "wilson"]

FINAL_ROUND: Final = "final round"
STUCK: Final = "nobody can act"


@dataclass(frozen=True, slots=True)
class Batch:
    """Figures of consecutive games: scores and victories by game and seat, decisions, the kind of end and the first seat by game.

    Records and decisions are there where they were asked for.
    """

    first: int
    totals: NDArray[np.int64]
    won: NDArray[np.bool_]
    decisions: NDArray[np.int64]
    by_final_round: NDArray[np.bool_]
    sheets: NDArray[np.int32]
    starts: NDArray[np.int64] | None = None
    """None where nobody wrote them down: a game tells by itself who begins."""
    records: list[str] = field(default_factory=list)
    log: NDArray[np.int16] | None = None
    """A row for each decision, game after game: its seat, its action, and the tickets of its offer."""

    def __len__(self) -> int:
        return len(self.totals)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each game."""
        return np.arange(self.first, self.first + len(self))


def joined(batches: Sequence[Batch]) -> Batch:
    """Return one batch of the games of consecutive ones."""
    starts = [batch.starts for batch in batches if batch.starts is not None]
    logs = [batch.log for batch in batches if batch.log is not None]
    return Batch(
        batches[0].first,
        np.concatenate([batch.totals for batch in batches]),
        np.concatenate([batch.won for batch in batches]),
        np.concatenate([batch.decisions for batch in batches]),
        np.concatenate([batch.by_final_round for batch in batches]),
        np.concatenate([batch.sheets for batch in batches]),
        np.concatenate(starts) if starts else None,
        [record for batch in batches for record in batch.records],
        np.concatenate(logs) if logs else None,
    )


class Figures(TypedDict):
    """Scores and victories of some seats."""

    games: int
    mean: float
    deviation: float
    lowest: int
    highest: int
    wins: float
    win_share: float
    interval: list[float]


class SeatFigures(Figures):
    """Those of a seat."""

    seat: int


class BotFigures(Figures):
    """Those of a bot, wherever it sat."""

    bot: str


class Summary(TypedDict):
    """What games take, how they end, and scores and victories by seat and by bot."""

    games: int
    decisions_per_game: float | None
    endings: dict[str, int]
    shared: int
    seats: list[SeatFigures]
    bots: list[BotFigures]


class Tally:
    """The batches so far. Bot i of the list sits in seat 0 of game i and moves on by one seat a game."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = tuple(bots)
        self.batches: list[Batch] = []

    def add(self, batch: Batch) -> None:
        """Count some more games; what else is known of them is not kept."""
        self.batches.append(replace(batch, records=[], log=None))

    @property
    def games(self) -> int:
        """How many games are counted."""
        return sum(map(len, self.batches))

    def summary(self) -> Summary:
        """The figures as plain data."""
        if not self.batches:
            return {"games": 0, "decisions_per_game": None, "endings": {}, "shared": 0, "seats": [], "bots": []}
        games = joined(self.batches)
        totals, won = games.totals, games.won
        ends = Counter(FINAL_ROUND if ended else STUCK for ended in games.by_final_round)
        # a shared victory counts in equal parts
        shares = won / won.sum(axis=1, keepdims=True)
        players = len(self.bots)
        names = np.array(self.bots)[seated_in_game(players, games.numbers)]
        return {
            "games": len(totals),
            "decisions_per_game": float(games.decisions.mean()),
            "endings": dict(ends),
            "shared": int((won.sum(axis=1) > 1).sum()),
            "seats": [{"seat": seat, **_figures(totals[:, seat], shares[:, seat])} for seat in range(players)],
            "bots": [{"bot": name, **_figures(totals[names == name], shares[names == name])} for name in dict.fromkeys(self.bots)],
        }


def _figures(totals: NDArray[np.int64], shares: NDArray[np.float64]) -> Figures:
    wins = float(shares.sum())
    return {
        "games": len(totals),
        "mean": float(totals.mean()),
        "deviation": float(totals.std(ddof=1)) if len(totals) > 1 else 0.0,
        "lowest": int(totals.min()),
        "highest": int(totals.max()),
        "wins": wins,
        "win_share": wins / len(totals),
        "interval": list(wilson(wins, len(totals))),
    }


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Where the true share of wins lies, with 95 % confidence unless `z` says otherwise (Wilson's score interval).

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
