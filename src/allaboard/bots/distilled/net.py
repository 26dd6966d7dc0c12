"""The net: how much each candidate would gain, by the seat's situation, which is read once, and by what is to be said of the candidate.

Inference is compiled and needs nothing but arrays; where the weights come from is `training`'s business.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from allaboard.bots.distilled.options import OPTION
from allaboard.bots.distilled.situation import SITUATION
from allaboard.engine.jit import compiled, inlined
from allaboard.engine.typed_records import Floats

__all__ = ["FIRST", "OPTION_SIZE", "SECOND", "SITUATION_SIZE", "WEIGHTS", "Layers", "Net", "load_net", "rate"]

FIRST: Final = 64
SECOND: Final = 32
SITUATION_SIZE: Final = SITUATION.itemsize // 8
OPTION_SIZE: Final = OPTION.itemsize // 8

WEIGHTS: Final = Path(__file__).with_name("weights.npz")


class Layers(NamedTuple):
    """Weights, and the least and the most of every number that was learned from: what lies beyond is read as the nearest of these."""

    situation: Floats
    option: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    situation_range: Floats
    option_range: Floats

    @classmethod
    def shapes(cls) -> tuple[tuple[int, ...], ...]:
        """The shapes of the fields, in their order."""
        weights = (SITUATION_SIZE, FIRST), (OPTION_SIZE, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,)
        return (*weights, (2, SITUATION_SIZE), (2, OPTION_SIZE))


@dataclass(frozen=True)
class Net:
    """Weights with how they were made, and how much a candidate must promise beyond the planner's choice to be taken."""

    layers: Layers
    threshold: float
    players: int  # at the largest of the tables that it learned from
    command: str

    def save(self, path: Path) -> None:
        """Write the weights in single precision."""
        fields = {name: field.astype(np.float32) for name, field in self.layers._asdict().items()}
        with path.open("wb") as file:
            np.savez_compressed(file, threshold=self.threshold, players=self.players, command=self.command, **fields)


@cache
def load_net(path: Path = WEIGHTS) -> Net:
    """Read weights, and refuse those of another shape."""
    with np.load(path, allow_pickle=False) as stored:
        if missing := sorted({*Layers._fields, "threshold", "players", "command"} - set(stored.files)):
            raise ValueError(f"{path}: there is no {', '.join(missing)} in it; weights are made by allaboard train")
        layers = Layers(*(np.ascontiguousarray(stored[name], dtype=np.float64) for name in Layers._fields))
        shapes = tuple(field.shape for field in layers)
        if shapes != Layers.shapes():
            raise ValueError(f"{path}: layers of the shapes {shapes}; this version reads {Layers.shapes()}: train again")
        return Net(layers, float(stored["threshold"]), int(stored["players"]), str(stored["command"]))


@compiled
def rate(layers: Layers, situation: Floats, options: Floats, ratings: Floats) -> None:
    """Fill a rating for each of the ratings' options; only differences between them mean anything."""
    base, low, high = np.empty(FIRST), np.empty(FIRST), np.empty(SECOND)
    for unit in range(FIRST):
        base[unit] = layers.first_bias[unit]
    add_inputs(situation, layers.situation_range, layers.situation, base)
    for place in range(len(ratings)):
        for unit in range(FIRST):
            low[unit] = base[unit]
        add_inputs(options[place], layers.option_range, layers.option, low)
        for unit in range(SECOND):
            high[unit] = layers.second_bias[unit]
        for below in range(FIRST):
            if low[below] > 0.0:
                for unit in range(SECOND):
                    high[unit] += low[below] * layers.second[below, unit]
        rating = 0.0
        for unit in range(SECOND):
            if high[unit] > 0.0:
                rating += high[unit] * layers.last[unit]
        ratings[place] = rating


@inlined
def add_inputs(inputs: Floats, limits: Floats, weights: Floats, sums: Floats) -> None:
    """Add what the inputs, within their limits, contribute to the units of the first layer."""
    for index in range(len(inputs)):
        value = min(limits[1, index], max(limits[0, index], inputs[index]))
        if value != 0.0:
            for unit in range(FIRST):
                sums[unit] += value * weights[index, unit]
