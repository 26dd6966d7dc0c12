"""Tuning the planner's constants for winning: a gradient from many slightly different players, and a fresh-seed test of every step.

A block is one deal played in every cyclic seating, so that neither the deal nor the seat favours anybody. Each block tries another random
change of all constants at once; what goes with winning over some hundred blocks is the direction to go. Nothing is accepted
before it has beaten the reigning constants on deals that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from allaboard.actions import ActionSpace, action_space
from allaboard.bots.planner.constants import CONSTANTS, TABLE, Constants
from allaboard.editions import Edition
from allaboard.engine.typed_records import Floats, Records, blank_records, joined_records
from allaboard.runner.compiled import play_planners, totals_of
from allaboard.runner.workers import ALONE, Workers

__all__ = ["Duel", "Tuner", "play_blocks"]

LOW = np.array([constant.low for constant in TABLE.values()])
SPAN = np.array([constant.high - constant.low for constant in TABLE.values()])


@dataclass(frozen=True, slots=True)
class Duel:
    """Blocks of one challenger among rivals: the share of games it won in each, and its mean margin over the best rival."""

    shares: Floats
    margins: Floats

    @property
    def share(self) -> float:
        """The share of all games that the challenger won."""
        return float(self.shares.mean())

    @property
    def error(self) -> float:
        """The standard error of the share, by blocks."""
        return float(self.shares.std(ddof=1) / np.sqrt(len(self.shares)))


def play_blocks(
    actions: ActionSpace,
    players: int,
    challengers: Records[Constants],
    rivals: Records[Constants],
    seed: int,
    first: int = 0,
    workers: Workers = ALONE,
) -> Duel:
    """Play block b with challenger b against rival b in all other seats; block b is game `first` + b of the seed.

    However many workers share the blocks, the result is the same. They should be threads: compiled code lets others run.
    """
    edges = np.linspace(0, len(challengers), workers.count + 1).astype(int)

    def play(part: tuple[int, int]) -> Duel:
        return _play_some(actions, players, challengers[slice(*part)], rivals[slice(*part)], seed, first + part[0])

    parts = list(workers.map(play, pairwise(edges.tolist())))
    return Duel(np.concatenate([part.shares for part in parts]), np.concatenate([part.margins for part in parts]))


def _play_some(
    actions: ActionSpace, players: int, challengers: Records[Constants], rivals: Records[Constants], seed: int, first: int
) -> Duel:
    """Play blocks, one after the other."""
    blocks = len(challengers)
    seats = rivals[:, None].repeat(players * players, axis=1).reshape(blocks, players, players)
    for seat in range(players):
        seats[:, seat, seat] = challengers
    numbers = np.repeat(np.arange(first, first + blocks), players)
    games = play_planners(actions, seats.reshape(blocks * players, players), seed, numbers)
    totals, winners = (figures.reshape(blocks, players, players) for figures in (totals_of(games), games.won))
    own = np.arange(players)
    rival_totals = totals.astype(float)
    rival_totals[:, own, own] = -np.inf
    shares = winners[:, own, own] / winners.sum(axis=2)
    return Duel(shares.mean(axis=1), (totals[:, own, own] - rival_totals.max(axis=2)).mean(axis=1))


class Tuner:
    """Moves one set of constants uphill on one or more tables, and keeps what a fresh test has proved.

    A table is an edition and a number of players. Rivals are the running constants themselves and a fixed population.
    """

    def __init__(
        self,
        tables: Sequence[tuple[Edition, int]],
        start: Records[Constants],
        population: Sequence[Records[Constants]] = (),
        *,
        seed: int,
        spread: float = 0.09,
        pace: float = 0.5,
        workers: Workers = ALONE,
    ) -> None:
        self.tables = [(action_space(edition), players) for edition, players in tables]
        self.champion = start.copy()
        self.population = list(population)
        self.spread, self.pace = spread, pace
        self.seed, self.workers = seed, workers
        self._random = np.random.default_rng(seed)
        self._deals = 0
        self._place = _places(start)
        self._slope = np.zeros(len(TABLE))

    @property
    def running(self) -> Records[Constants]:
        """The constants on their way, tested or not."""
        return _records(self._place)

    def step(self, blocks: int) -> None:
        """Move by what went with winning in so many blocks on each table, every block with another random change."""
        slope = np.zeros(len(TABLE))
        for actions, players in self.tables:
            noise = self._random.standard_normal((blocks, len(TABLE)))
            duel = self._play(actions, players, _records(self._place + self.spread * noise), [self.running, *self.population])
            scores = duel.shares
            if players == 2:
                # The margin of a duel says more than who won it, and agrees with it where it matters; among more players it does
                # not: who dares more wins more often and loses by more.
                scores = scores + 0.5 * np.tanh(duel.margins * 2.0 / float(actions.boards[0].pieces))
            slope += ((scores - scores.mean())[:, None] * noise).mean(axis=0)
        self._slope = 0.7 * self._slope + 0.3 * slope
        self._place = np.clip(self._place + self.pace * self.spread * self._slope / np.sqrt(np.mean(self._slope**2)), 0.0, 1.0)

    def test(self, blocks: int) -> list[Duel]:
        """Let the running constants play the champion on fresh deals of each table, and crown them if they are surely better."""
        candidate = self.running
        duels = [self._play(actions, players, candidate.repeat(blocks), [self.champion]) for actions, players in self.tables]
        gain = sum(duel.share - 1.0 / players for duel, (_, players) in zip(duels, self.tables, strict=True))
        if gain > 1.5 * np.sqrt(sum(duel.error**2 for duel in duels)):
            self.champion = candidate
        return duels

    def go_back(self) -> None:
        """Start again from the champion, with smaller steps."""
        self._place = _places(self.champion)
        self._slope[:] = 0.0
        self.pace *= 0.6

    def _play(self, actions: ActionSpace, players: int, challengers: Records[Constants], rivals: Sequence[Records[Constants]]) -> Duel:
        blocks = len(challengers)
        picks = self._random.integers(len(rivals), size=blocks)
        first = self._deals
        self._deals += blocks
        return play_blocks(actions, players, challengers, joined_records(rivals)[picks], self.seed, first, self.workers)


def _places(constants: Records[Constants]) -> Floats:
    """Constants as shares of their ranges."""
    places: Floats = (constants.view(np.float64).reshape(-1) - LOW) / SPAN
    return places


def _records(places: Floats) -> Records[Constants]:
    """The constants at these shares of their ranges."""
    rows = LOW + SPAN * np.clip(np.atleast_2d(places), 0.0, 1.0)
    constants = blank_records(len(rows), CONSTANTS)
    constants.view(np.float64).reshape(rows.shape)[:] = rows
    return constants
