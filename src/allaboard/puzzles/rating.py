"""Glicko-2: how well somebody solves and how hard a puzzle is, on one scale, each attempt a game between the two.

After Mark Glickman, "Example of the Glicko-2 system"; an attempt is a rating period of one game. Why it stands here is said in
`docs/decisions/0010-glicko.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

__all__ = ["NEW_SOLVER", "Rating", "after", "meet", "puzzle_rating"]

SCALE: Final = 173.7178
MIDDLE: Final = 1500.0
TAU: Final = 0.5
"""How fast volatility may change."""
EXACT: Final = 1e-6
WIDEST: Final = 350.0
"""A deviation that says nothing: nobody is known less than somebody new."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, its standard deviation, and how erratic it is."""

    rating: float
    deviation: float
    volatility: float = 0.06


NEW_SOLVER: Final = Rating(MIDDLE, WIDEST)
PUZZLE_DEVIATION: Final = 200.0
"""Of a puzzle that nobody has tried: bots are not people."""


def puzzle_rating(found: float, asked: int) -> Rating:
    """How hard a puzzle is before anybody has tried it: quick searchers count as rated 1500, and a share of them has found the answer."""
    share = (found * asked + 1.0) / (asked + 2.0)
    return Rating(MIDDLE + SCALE * log((1.0 - share) / share), PUZZLE_DEVIATION)


def meet(one: Rating, other: Rating, score: float) -> tuple[Rating, Rating]:
    """Both ratings after a game that the first won (1), drew (0.5) or lost (0)."""
    return after(one, [(other, score)]), after(other, [(one, 1.0 - score)])


def after(own: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after a period of games: against whom, and with which score."""
    mu, phi = (own.rating - MIDDLE) / SCALE, own.deviation / SCALE
    certainty = surprise = 0.0
    for other, score in games:
        weight = 1.0 / sqrt(1.0 + 3.0 * (other.deviation / SCALE) ** 2 / pi**2)
        expected = 1.0 / (1.0 + exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)))
        certainty += weight**2 * expected * (1.0 - expected)
        surprise += weight * (score - expected)
    volatility = _volatility(own.volatility, phi, 1.0 / certainty, surprise / certainty)
    phi_after = 1.0 / sqrt(1.0 / (phi**2 + volatility**2) + certainty)
    return Rating(MIDDLE + SCALE * (mu + phi_after**2 * surprise), min(WIDEST, SCALE * phi_after), volatility)


def _volatility(sigma: float, phi: float, variance: float, change: float) -> float:
    """The new volatility, by the Illinois algorithm of the paper's step 5."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (change**2 - spread) / (2.0 * spread**2) - (x - start) / TAU**2

    low, high = start, log(change**2 - phi**2 - variance) if change**2 > phi**2 + variance else start - TAU
    while high < start and slope(high) < 0.0:
        high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return exp(low / 2.0)
