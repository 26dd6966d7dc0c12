"""A mean with its standard error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from allaboard.engine.typed_records import Floats

__all__ = ["Mean", "mean_of"]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error."""

    value: float
    error: float


def mean_of(values: Floats) -> Mean:
    """The mean of some values; a single one tells nothing of its error."""
    count = len(values)
    return Mean(float(values.mean()), float(values.std(ddof=1) / np.sqrt(count)) if count > 1 else float("inf"))
