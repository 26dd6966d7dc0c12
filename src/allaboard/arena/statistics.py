"""What blocks prove: intervals of a win share, and the sequential test that stops a match when it is decided.

The unit is the block, never the game: games of one block share their deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from allaboard.simulation.figures import wilson

__all__ = ["Share", "Sprt", "share_of"]

FEWEST_BLOCKS: Final = 20
"""So many blocks a sequential test sees before it decides: the spread of fewer is not known."""

LEAST_SPREAD: Final = 0.05
"""The least standard deviation of a block's share that is believed; near-twins can show none at all for a while."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games won, with the standard error and the 95 % interval that its blocks give."""

    blocks: int
    share: float
    error: float
    low: float
    high: float


def share_of(shares: NDArray[np.float64]) -> Share:
    """The mean of blocks' shares. The interval is Wilson's for as many independent games as would spread like these blocks.

    >>> share_of(np.array([1.0, 0.5, 0.5, 1.0] * 25))
    Share(blocks=100, share=0.75, error=0.025..., low=0.697..., high=0.795...)
    """
    blocks, share = len(shares), float(shares.mean())
    error = float(shares.std(ddof=1) / np.sqrt(blocks)) if blocks > 1 else 0.0
    # where all blocks agree, each counts as one game
    games = share * (1.0 - share) / error**2 if error > 0.0 else float(blocks)
    low, high = wilson(share * games, max(1, round(games))) if games >= 1.0 else (0.0, 1.0)
    return Share(blocks, share, error, low, high)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two opinions on the share of games that the first of a lineup wins: at most `low`, or at least `high`.

    It is the generalised sequential probability ratio test on blocks' shares; either opinion is wrongly accepted
    with probability `risk`.
    """

    low: float
    high: float
    risk: float = 0.05

    def __post_init__(self) -> None:
        if not 0.0 < self.low < self.high < 1.0:
            raise ValueError(f"the two shares of a test are ordered and between 0 and 1, unlike {self.low:g} and {self.high:g}")
        if not 0.0 < self.risk < 0.5:
            raise ValueError(f"the risk of a test is between 0 and 0.5, not {self.risk:g}")

    @property
    def bound(self) -> float:
        """How large the evidence must be, either way."""
        return log((1.0 - self.risk) / self.risk)

    def evidence(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """After each block, the logarithm of how much better the higher share explains the blocks so far than the lower does."""
        count = np.arange(1, len(shares) + 1)
        mean = np.cumsum(shares) / count
        variance = np.maximum(np.cumsum(shares**2) / count - mean**2, LEAST_SPREAD**2)
        return np.asarray(count * (self.high - self.low) * (2.0 * mean - self.low - self.high) / (2.0 * variance))

    def decided_at(self, shares: NDArray[np.float64]) -> int | None:
        """How many blocks decide the test; None while they don't."""
        beyond = np.abs(self.evidence(shares)) >= self.bound
        beyond[: FEWEST_BLOCKS - 1] = False
        return int(np.argmax(beyond)) + 1 if beyond.any() else None

    def verdict(self, shares: NDArray[np.float64]) -> str:
        """What the blocks so far say, in words."""
        last = float(self.evidence(shares)[-1]) if len(shares) else 0.0
        if len(shares) < FEWEST_BLOCKS or abs(last) < self.bound:
            return f"undecided (evidence {last:+.2f}, bounds ±{self.bound:.2f})"
        return f"at least {self.high:.1%}" if last > 0 else f"at most {self.low:.1%}"
