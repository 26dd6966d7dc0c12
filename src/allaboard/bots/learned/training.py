"""Training the net from nothing: games between planners, a straight line first as the bar to clear, then the net by gradient descent.

NumPy alone does it, in minutes on one core. Everything follows from the seed, so that the same command gives the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.learned.features import FEATURES
from allaboard.bots.learned.lessons import play_lessons
from allaboard.bots.learned.net import HIDDEN, Layers, Net
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.editions import Edition
from allaboard.engine.entry import new_states
from allaboard.engine.seeding import seed_words
from allaboard.engine.typed_records import Floats

__all__ = ["Grade", "Lessons", "forecast", "grade", "learn", "make_net", "play", "straight_line"]

EVERY: Final = 8
"""Of so many turns one is looked at: neighbours say nearly the same."""
BATCH: Final = 512
RATE: Final = 2e-3
DECAY: Final = (0.9, 0.999)  # of the mean and of the square of slopes (Adam)

Forecast: TypeAlias = Callable[[Floats], Floats]
"""Final points by rows of features."""


@dataclass(frozen=True)
class Lessons:
    """Looks at games of one table: features and final points by look and seat, and how many games they come from."""

    edition: str
    features: Floats
    ends: Floats
    games: int

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.ends.shape[1])


@dataclass(frozen=True)
class Grade:
    """How well margins are foreseen on games that were not learned from."""

    edition: str
    players: int
    error: float  # standard deviation of the margin about the one foreseen, as a share of par
    explained: float  # share of the margins' variance
    area: float  # chance that of a game won and one lost the first was rated higher (AUC)


def play(box: Edition, players: int, rows: int, seed: int) -> Lessons:
    """Let planners play until there are so many rows."""
    boards, looks = action_space(box).boards, max(1, rows // players)
    features, ends = np.zeros((looks * players, FEATURES)), np.zeros(looks * players)
    words = seed_words(seed + (players << 64))  # tables of a seed have deals of their own
    games = play_lessons(boards, new_states(2), constants_of(boards[0], players), new_scratch(), words, players, EVERY, features, ends)
    return Lessons(box.id, features.reshape(looks, players, FEATURES), ends.reshape(looks, players), games)


def straight_line(lessons: Sequence[Lessons]) -> Forecast:
    """The best linear forecast: what a net must beat to be worth having."""
    inputs, targets = _rows(lessons)
    weights = np.linalg.lstsq(_with_bias(inputs), targets, rcond=None)[0]
    return lambda features: _with_bias(features) @ weights


def learn(lessons: Sequence[Lessons], seed: int, epochs: int, announce: Callable[[int, float], None] = lambda *_: None) -> Layers:
    """Fit the net's layers to the lessons; `announce` hears the squared error after every epoch."""
    random = np.random.default_rng(seed)
    inputs, targets = _rows(lessons)
    shift, scale = inputs.mean(axis=0), inputs.std(axis=0) + 1e-6
    inputs = (inputs - shift) / scale
    sizes = [(FEATURES + 1, HIDDEN), (HIDDEN + 1, HIDDEN), (HIDDEN + 1, 1)]
    layers = [random.standard_normal(size) * np.sqrt(2.0 / size[0]) for size in sizes]
    for layer in layers:
        layer[-1] = 0.0
    means, squares = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    steps = epochs * (len(inputs) // BATCH)
    step = 0
    for epoch in range(epochs):
        order, total = random.permutation(len(inputs)), 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            error, slopes = _slopes(layers, inputs[chosen], targets[chosen])
            total += error
            step += 1
            rate = RATE * 0.5 * (1.0 + np.cos(np.pi * step / steps))
            for index, slope in enumerate(slopes):
                means[index] += (1.0 - DECAY[0]) * (slope - means[index])
                squares[index] += (1.0 - DECAY[1]) * (slope**2 - squares[index])
                size = np.sqrt(squares[index] / (1.0 - DECAY[1] ** step)) + 1e-8
                layers[index] -= rate * means[index] / (1.0 - DECAY[0] ** step) / size
        announce(epoch + 1, total / max(1, len(order) // BATCH))
    # what the inputs were scaled by goes into the first layer, so that the net reads features as they are
    layers[0][-1] -= (shift / scale) @ layers[0][:-1]
    layers[0][:-1] /= scale[:, None]
    first, second, third = layers
    return first, second, third


def forecast(layers: Layers) -> Forecast:
    """The net as a function of many rows at once."""
    return lambda features: _forward(layers, features)[-1]


def grade(lessons: Lessons, foresee: Forecast) -> Grade:
    """Compare margins with those foreseen, from the first seat's side; a tie is nobody's victory."""
    foreseen = foresee(lessons.features.reshape(-1, FEATURES)).reshape(lessons.ends.shape)
    margins, guesses = (ends[:, 0] - ends[:, 1:].max(axis=1) for ends in (lessons.ends, foreseen))
    won, lost = np.sort(guesses[margins > 0]), guesses[margins < 0]
    above = len(won) - np.searchsorted(won, lost, side="right")
    area = float(above.mean() / len(won)) if len(won) and len(lost) else 0.5
    errors = margins - guesses
    return Grade(lessons.edition, lessons.players, float(errors.std()), float(1.0 - errors.var() / margins.var()), area)


def make_net(layers: Layers, grades: Sequence[Grade], command: str, seed: int) -> Net:
    """The net with the spread of its forecasts and how it was made."""
    return Net(layers, float(np.mean([one.error for one in grades])), command, seed)


def _rows(lessons: Sequence[Lessons]) -> tuple[Floats, Floats]:
    inputs = np.concatenate([one.features.reshape(-1, FEATURES) for one in lessons])
    return inputs, np.concatenate([one.ends.reshape(-1) for one in lessons])


def _with_bias(inputs: Floats) -> Floats:
    return np.concatenate([inputs, np.ones((len(inputs), 1))], axis=1)


def _forward(layers: Sequence[Floats], inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Inputs with bias, both hidden layers with bias, and the forecast."""
    first = _with_bias(inputs)
    second = _with_bias(np.maximum(first @ layers[0], 0.0))
    third = _with_bias(np.maximum(second @ layers[1], 0.0))
    return first, second, third, (third @ layers[2])[:, 0]


def _slopes(layers: Sequence[Floats], inputs: Floats, targets: Floats) -> tuple[float, list[Floats]]:
    """The squared error of a batch and its slope by every weight."""
    first, second, third, outputs = _forward(layers, inputs)
    errors = outputs - targets
    back = (2.0 / len(errors)) * errors[:, None]
    slopes = [third.T @ back]
    for layer, below, above in ((layers[2], second, third), (layers[1], first, second)):
        back = (back @ layer.T)[:, :-1] * (above[:, :-1] > 0.0)
        slopes.append(below.T @ back)
    return float(np.mean(errors**2)), slopes[::-1]
