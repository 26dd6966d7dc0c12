"""Means with their standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from allaboard.engine.typed_records import Floats

__all__ = ["Mean", "differences", "mean_of", "sample_weights"]

SAMPLES: Final = 100
"""By which an error is told: it is known to about 7 % then."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error."""

    value: float
    error: float


def mean_of(values: Floats) -> Mean:
    """The mean of some values; a single one tells nothing of its error."""
    count = len(values)
    return Mean(float(values.mean()), float(values.std(ddof=1) / np.sqrt(count)) if count > 1 else float("inf"))


def differences(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """Seat by seat, the mean of what one is more than the other in the same worlds, and its standard error."""
    change = one - other
    return change.mean(axis=0), change.std(axis=0, ddof=1) / np.sqrt(len(change))


def sample_weights(worlds: int) -> Floats:
    """How much every world counts in every sample: a row a sample, for so many worlds always the same (a Bayesian bootstrap)."""
    return _drawn(1 << (worlds - 1).bit_length())[:, :worlds]


@cache
def _drawn(worlds: int) -> Floats:
    return np.random.default_rng(worlds).standard_exponential((SAMPLES, worlds))
