"""Shares and savings with intervals of 95 %, by drawing games anew: what happens in one game is not independent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from allaboard.engine.typed_records import Floats

__all__ = ["interval", "saved", "share", "share_by_games"]

SEED: Final = 17_001
"""Of the samples: the same games always have the same interval."""
DRAWN: Final = 1001
"""Samples of a bootstrap; 25 of them lie beyond either end of an interval of 95 %."""
BEYOND: Final = 25


def saved(pairs: Sequence[Floats]) -> float:
    """How many games plain results need for one without luck, until the stronger level is known, whichever pair has met.

    Without limit where plain results say the opposite; 0 where those without luck do.
    """
    means = np.mean([rows.mean(axis=0) for rows in pairs], axis=0)
    variances = np.mean([rows.var(axis=0, ddof=1) for rows in pairs], axis=0)
    plain, adjusted = means / np.sqrt(np.maximum(variances, 1e-9))
    if adjusted <= 0.0:
        return 0.0
    return float((adjusted / plain) ** 2) if plain > 0.0 else float("inf")


def interval(pairs: Sequence[Floats]) -> str:
    """What is saved, with its interval."""
    chance = np.random.default_rng(SEED)
    drawn = sorted(saved([rows[chance.integers(len(rows), size=len(rows))] for rows in pairs]) for _ in range(DRAWN))
    return f"{saved(pairs):.1f} ({drawn[BEYOND]:.1f} to {drawn[-1 - BEYOND]:.1f})"


def share(held: Sequence[bool]) -> str:
    """How many of how many, in per cent, with Wilson's interval: for what happens once a game."""
    if not held:
        return "none of none"
    count, mean, square = len(held), float(np.mean(held)), 1.96**2
    middle, reach = mean + square / (2 * count), np.sqrt(square * mean * (1 - mean) / count + (square / (2 * count)) ** 2)
    low, high = ((middle + side * reach) / (1 + square / count) for side in (-1, 1))
    return f"{sum(held)} of {count}, {mean:.1%} ({low:.1%} to {high:.1%})"


def share_by_games(games: Sequence[Sequence[bool]]) -> str:
    """How many of how many, for what happens several times a game; where it happens always or never, as if it were independent."""
    held = [one for game in games for one in game]
    if not 0 < sum(held) < len(held):
        return share(held)
    chance, sums = np.random.default_rng(SEED), np.array([(sum(game), len(game)) for game in games if game])
    drawn = [sums[chance.integers(len(sums), size=len(sums))].sum(axis=0) for _ in range(DRAWN)]
    shares = sorted(float(some / whole) for some, whole in drawn)
    return f"{sum(held)} of {len(held)} in {len(sums)} games, {np.mean(held):.1%} ({shares[BEYOND]:.1%} to {shares[-1 - BEYOND]:.1%})"
