"""The net: two hidden layers that turn a seat's features into the points it will end with, as a share of the board's par.

Inference is compiled and needs nothing but arrays; where the weights come from is `training`'s business.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from allaboard.bots.learned.features import FEATURES
from allaboard.engine.jit import compiled
from allaboard.engine.typed_records import Floats

__all__ = ["HIDDEN", "WEIGHTS", "Layers", "Net", "foresee", "load_net"]

HIDDEN: Final = 32
Layers: TypeAlias = tuple[Floats, Floats, Floats]
"""One matrix a layer, whose last row is the bias."""

WEIGHTS: Final = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True)
class Net:
    """Weights with how they were made, and the spread of what they foresee."""

    layers: Layers
    spread: float  # standard deviation of a margin about the one foreseen, as a share of par
    command: str
    seed: int

    def save(self, path: Path) -> None:
        """Write the weights in single precision: a few kilobytes."""
        first, second, third = (layer.astype(np.float32) for layer in self.layers)
        np.savez_compressed(path, first=first, second=second, third=third, spread=self.spread, command=self.command, seed=self.seed)


@cache
def load_net(path: Path = WEIGHTS) -> Net:
    """Read weights, and refuse those of another shape."""
    with np.load(path, allow_pickle=False) as stored:
        first, second, third = (np.ascontiguousarray(stored[name], dtype=np.float64) for name in ("first", "second", "third"))
        layers = first, second, third
        shapes = [layer.shape for layer in layers]
        wanted = [(FEATURES + 1, HIDDEN), (HIDDEN + 1, HIDDEN), (HIDDEN + 1, 1)]
        if shapes != wanted:
            raise ValueError(f"{path}: layers of the shapes {shapes}; this version reads {wanted}: train again")
        return Net(layers, float(stored["spread"]), str(stored["command"]), int(stored["seed"]))


@compiled
def foresee(layers: Layers, features: Floats) -> float:
    """The points that a seat will end with, as a share of par."""
    first, second, third = layers
    low, high = np.empty(HIDDEN), np.empty(HIDDEN)
    for unit in range(HIDDEN):
        low[unit] = first[FEATURES, unit]
    for feature in range(FEATURES):
        for unit in range(HIDDEN):
            low[unit] += features[feature] * first[feature, unit]
    for unit in range(HIDDEN):
        high[unit] = second[HIDDEN, unit]
    for below in range(HIDDEN):
        if low[below] > 0.0:
            for unit in range(HIDDEN):
                high[unit] += low[below] * second[below, unit]
    points = third[HIDDEN, 0]
    for unit in range(HIDDEN):
        if high[unit] > 0.0:
            points += high[unit] * third[unit, 0]
    return float(points)
