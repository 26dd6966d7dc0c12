"""Training the net: a straight line first as the bar to clear, then the net by gradient descent, both graded by what their choices gain.

NumPy alone does it, in minutes on one core. Everything follows from lessons and seed, so that the same command gives the same weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from allaboard.bots.distilled.lessons import BY_MARGIN, GAIN_ERROR, WON, Singles
from allaboard.bots.distilled.net import FIRST, OPTION_SIZE, SECOND, SITUATION_SIZE, Layers
from allaboard.bots.search.evaluation import WIN_WEIGHT
from allaboard.engine.typed_records import Flags, Floats, Int64s

__all__ = ["Grade", "School", "best_threshold", "grade", "learn", "ratings_of", "straight_line"]

Weights: TypeAlias = list[Singles]
Scale: TypeAlias = tuple[Singles, Singles]
"""What is taken from numbers, and what they are then divided by."""

HELD_OUT: Final = 5
"""Of so many games one is not learned from."""
BATCH: Final = 256
RATE: Final = 2e-3
SHRINKING: Final = 1e-2
"""Weights shrink by so much of a step's rate."""
DECAY: Final = (0.9, 0.999)  # of the mean and of the square of slopes (Adam)
NOISE: Final = 0.01
"""Variance of a gain that is there even where the worlds agree."""
RIDGE: Final = 1000.0
THRESHOLDS: Final = tuple(step / 400 for step in range(13))
FLAT: Final = 1e-4
"""A number that varies less says nothing."""


@dataclass(frozen=True)
class School:
    """Decisions in numbers, by row: situation, candidates, which of these there are, and what each came to."""

    situations: Singles
    options: Singles  # row, candidate, number
    there: Flags
    figures: Singles
    games: Int64s
    table: Int64s  # which of the tables they come from

    @property
    def values(self) -> Floats:
        """What every candidate is worth, from 0 to 1."""
        return WIN_WEIGHT * self.figures[..., WON].astype(np.float64) + (1.0 - WIN_WEIGHT) * self.figures[..., BY_MARGIN]

    @property
    def weights(self) -> Singles:
        """How much a row teaches: less where chance is great, and less where a table has many."""
        others = np.maximum(1, self.there.sum(axis=1) - 1)
        noise = np.where(self.there, self.figures[..., GAIN_ERROR] ** 2, 0.0).sum(axis=1) / others
        rows = np.bincount(self.table)[self.table]
        weights = np.sqrt(len(self.table) / rows) / (noise + NOISE)
        weighed: Singles = (weights / weights.mean()).astype(np.float32)
        return weighed

    def part(self, rows: Flags) -> School:
        """Some of the rows."""
        described = self.situations[rows], self.options[rows], self.there[rows]
        return School(*described, self.figures[rows], self.games[rows], self.table[rows])

    def split(self) -> tuple[School, School]:
        """The rows to learn from, and those of the games that are held out."""
        held_out = self.games % HELD_OUT == HELD_OUT - 1
        return self.part(~held_out), self.part(held_out)


@dataclass(frozen=True)
class Grade:
    """What choices gain over the planner's in games that were not learned from, a decision: in value, with its error, and in victories."""

    changed: float
    gain: float
    error: float
    won: float


def grade(school: School, ratings: Floats, threshold: float) -> Grade:
    """Compare what the ratings would choose with the planner's choice; worlds that were not learned from say what that gains."""
    rows = np.arange(len(ratings))
    choice = _chosen(school, ratings, threshold)
    values, won = school.values, school.figures[..., WON].astype(np.float64)
    gains = values[rows, choice] - values[:, 0]
    error = float(gains.std() / np.sqrt(len(gains)))
    return Grade(float((choice > 0).mean()), float(gains.mean()), error, float((won[rows, choice] - won[:, 0]).mean()))


def best_threshold(school: School, ratings: Floats) -> float:
    """The threshold with which the ratings gain most."""
    return max(THRESHOLDS, key=lambda threshold: grade(school, ratings, threshold).gain)


def _chosen(school: School, ratings: Floats, threshold: float) -> Int64s:
    ahead = np.where(school.there, ratings - ratings[:, :1], -np.inf)
    ahead[:, 0] = threshold
    chosen: Int64s = ahead.argmax(axis=1)
    return chosen


def straight_line(school: School) -> Callable[[School], Floats]:
    """Ratings by least squares, from what is to be said of the candidates alone: what a net must beat to be worth having."""
    centred, targets = _centred(school.options, school.there), _centred(school.values[..., None], school.there)
    inputs = centred[school.there].astype(np.float64)
    scale = inputs.std(axis=0) + FLAT
    inputs /= scale
    square = inputs.T @ inputs + RIDGE * np.eye(inputs.shape[1])
    line = np.linalg.solve(square, inputs.T @ targets[school.there][:, 0]) / scale
    return lambda other: other.options @ line


def _centred(numbers: npt.NDArray[np.floating], there: Flags) -> npt.NDArray[np.floating]:
    """Numbers of candidates, less what they are on average in the same decision."""
    mean = (numbers * there[..., None]).sum(axis=1, keepdims=True) / there.sum(axis=1)[:, None, None]
    centred: npt.NDArray[np.floating] = numbers - mean
    return centred


def ratings_of(layers: Layers, school: School) -> Floats:
    """What the net says of every candidate of every row."""
    situations = np.clip(school.situations, *layers.situation_range)
    options = np.clip(school.options, *layers.option_range)
    low = np.maximum((situations @ layers.situation + layers.first_bias)[:, None] + options @ layers.option, 0.0)
    ratings: Floats = np.maximum(low @ layers.second + layers.second_bias, 0.0) @ layers.last
    return ratings


def learn(school: School, seed: int, epochs: int, announce: Callable[[int, float], None] = lambda *_: None) -> Layers:
    """Fit the net to what candidates are worth beside the others of the same decision; `announce` hears the squared error of an epoch."""
    random = np.random.default_rng(seed)
    scales = _scale_of(school.situations), _scale_of(school.options[school.there])
    situations, options = _scaled(school.situations, scales[0]), _scaled(school.options, scales[1])
    options[~school.there] = 0.0
    there = school.there.astype(np.float32)
    targets = (_centred(school.values[..., None], school.there)[..., 0] * there).astype(np.float32)
    teaching = school.weights
    weights = _first_weights(random)
    means, squares = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    steps, step = epochs * (len(targets) // BATCH), 0
    for epoch in range(epochs):
        order, total = random.permutation(len(targets)), 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            error, slopes = _slopes(weights, situations[rows], options[rows], there[rows], targets[rows], teaching[rows])
            total += error
            step += 1
            rate = RATE * 0.5 * (1.0 + np.cos(np.pi * step / steps))
            for index, slope in enumerate(slopes):
                means[index] += (1.0 - DECAY[0]) * (slope - means[index])
                squares[index] += (1.0 - DECAY[1]) * (slope**2 - squares[index])
                size = np.sqrt(squares[index] / (1.0 - DECAY[1] ** step)) + 1e-8
                shrinking = SHRINKING * weights[index] if weights[index].ndim > 1 else 0.0
                weights[index] -= rate * (means[index] / (1.0 - DECAY[0] ** step) / size + shrinking)
        announce(epoch + 1, total / max(1, len(order) // BATCH))
    return _layers(weights, school, scales)


def _layers(weights: Weights, school: School, scales: tuple[Scale, Scale]) -> Layers:
    """The net's layers, which read numbers as they are: what these were scaled by goes into the first layer."""
    by_situation, by_option, first_bias, second, second_bias, last = (weight.astype(np.float64) for weight in weights)
    (shift, scale), (option_shift, option_scale) = scales
    first_bias = first_bias - (shift / scale) @ by_situation - (option_shift / option_scale) @ by_option
    limits = [np.stack([numbers.min(axis=0), numbers.max(axis=0)]) for numbers in (school.situations, school.options[school.there])]
    layers = by_situation / scale[:, None], by_option / option_scale[:, None], first_bias, second, second_bias, last[:, 0]
    return Layers(*layers, *(limit.astype(np.float64) for limit in limits))


def _scale_of(numbers: Singles) -> Scale:
    """The mean of numbers and their spread; without limit where they do not vary, so that nothing is learned from them."""
    spread = numbers.std(axis=0)
    return numbers.mean(axis=0), np.where(spread > FLAT, spread, np.inf).astype(np.float32)


def _scaled(numbers: Singles, scale: Scale) -> Singles:
    scaled: Singles = (numbers - scale[0]) / scale[1]
    return scaled


def _first_weights(random: np.random.Generator) -> Weights:
    sizes = (SITUATION_SIZE, FIRST), (OPTION_SIZE, FIRST), (FIRST, SECOND), (SECOND, 1)
    inputs = SITUATION_SIZE + OPTION_SIZE
    variances = 1.0 / inputs, 2.0 / inputs, 2.0 / FIRST, 1.0 / SECOND
    situation, option, second, last = (
        (random.standard_normal(size) * np.sqrt(variance)).astype(np.float32) for size, variance in zip(sizes, variances, strict=True)
    )
    return [situation, option, np.zeros(FIRST, np.float32), second, np.zeros(SECOND, np.float32), last]


def _slopes(
    weights: Weights, situations: Singles, options: Singles, there: Singles, targets: Singles, teaching: Singles
) -> tuple[float, Weights]:
    """The squared error of a batch, of ratings beside the mean of their decision, and its slope by every weight."""
    by_situation, by_option, first_bias, second, second_bias, last = weights
    flat = options.reshape(-1, OPTION_SIZE)
    low = np.maximum((flat @ by_option).reshape(*there.shape, FIRST) + (situations @ by_situation + first_bias)[:, None], 0.0)
    low = low.reshape(-1, FIRST)
    high = np.maximum(low @ second + second_bias, 0.0)
    ratings = (high @ last).reshape(there.shape)
    beside = ratings - (ratings * there).sum(axis=1, keepdims=True) / there.sum(axis=1, keepdims=True)
    errors = (beside - targets) * there
    weighed = teaching[:, None] * errors / there.sum()
    back = 2.0 * weighed.reshape(-1, 1)
    back_high = (back @ last.T) * (high > 0.0)
    back_low = (back_high @ second.T) * (low > 0.0)
    of_situations = back_low.reshape(*there.shape, FIRST).sum(axis=1)
    slopes = [
        situations.T @ of_situations,
        flat.T @ back_low,
        of_situations.sum(axis=0),
        low.T @ back_high,
        back_high.sum(axis=0),
        high.T @ back,
    ]
    return float((weighed * errors).sum()), slopes
