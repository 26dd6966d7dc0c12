"""A match: one lineup of bots on one edition, played in blocks. How many blocks, and on which machine, is the runner's to say.

A block is one deal played in every cyclic seating, so that neither the deal nor the seat favours anybody. Block n of a match is the
same whoever plays it, with however many others, today and after a kill: its deal is game n of the match's seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from allaboard.actions import action_space
from allaboard.editions import Edition
from allaboard.engine.typed_records import joined_records
from allaboard.runner.compiled import planner_constants, planner_of, play_planners, totals_of
from allaboard.runner.play import GameSpec, seated, seats_of

__all__ = ["Blocks", "Match", "lineups", "play_blocks"]


@dataclass(frozen=True)
class Match:
    """Who meets whom: an edition, the bots in the order they sit, and the seed that every deal follows from."""

    edition: Edition
    lineup: tuple[str, ...]
    seed: int

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.lineup)

    @property
    def compiled(self) -> bool:
        """Whether compiled code plays whole games of this match: all its bots are the planner or characters of it."""
        return all(planner_of(spec) is not None for spec in self.lineup)

    def game(self, block: int, rotation: int = 0) -> GameSpec:
        """Return a game of a block: its deal is the block's, and the lineup has moved on by so many seats."""
        bots = tuple(self.lineup[place] for place in seated(self.players, rotation))
        return GameSpec(self.edition, bots, self.seed, deal=block, number=block * self.players + rotation)


@dataclass(frozen=True)
class Blocks:
    """What consecutive blocks came to: by block, rotation and seat; `starts` and `decisions` by block and by game."""

    first: int
    totals: NDArray[np.int64]
    won: NDArray[np.bool_]
    decisions: NDArray[np.int64]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def shares(self) -> NDArray[np.float64]:
        """The part of each block's games that each place of the lineup won; a shared victory counts in equal parts."""
        players = self.won.shape[2]
        parts = self.won / self.won.sum(axis=2, keepdims=True)
        rotations = np.arange(players)
        return np.asarray(parts[:, rotations[:, None], seats_of(players, rotations)].mean(axis=1))

    def upto(self, count: int) -> Blocks:
        """The first so many of them."""
        return Blocks(self.first, self.totals[:count], self.won[:count], self.decisions[:count], self.starts[:count])


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every choice of as many bots as there are seats; with fewer bots than seats, the last one fills the others.

    >>> lineups(["planner", "racer", "greedy"], 2)
    [('planner', 'racer'), ('planner', 'greedy'), ('racer', 'greedy')]
    >>> lineups(["search:200", "planner"], 4)
    [('search:200', 'planner', 'planner', 'planner')]
    """
    missing = players - len(bots)
    return list(combinations(bots, players)) if missing <= 0 else [(*bots, *[bots[-1]] * missing)]


def play_blocks(match: Match, blocks: range) -> Blocks:
    """Play blocks of a match, in compiled code where all bots allow it; figures do not depend on which way was taken."""
    return _play_compiled(match, blocks) if match.compiled else _play(match, blocks)


def _play(match: Match, blocks: range) -> Blocks:
    """Play games between bots of any kind."""
    players, shape = match.players, (len(blocks), match.players)
    totals, won = np.zeros((*shape, players), np.int64), np.zeros((*shape, players), np.bool_)
    decisions, starts = np.zeros(shape, np.int64), np.zeros(len(blocks), np.int64)
    for row, block in enumerate(blocks):
        for rotation in range(players):
            outcome, decisions[row, rotation] = match.game(block, rotation).play_out()
            totals[row, rotation], won[row, rotation], starts[row] = outcome.totals, outcome.won, outcome.start
    return Blocks(blocks.start, totals, won, decisions, starts)


def _play_compiled(match: Match, blocks: range) -> Blocks:
    """Play games between planners, which let other threads run."""
    actions, players, shape = action_space(match.edition), match.players, (len(blocks), match.players)
    by_place = joined_records([planner_constants(spec, actions, players) for spec in match.lineup])
    constants = by_place[np.tile(seated(players, np.arange(players)), (len(blocks), 1))]
    games = play_planners(actions, constants, match.seed, np.repeat(np.arange(blocks.start, blocks.stop), players))
    by_block, starts = (*shape, players), games.starts[::players]
    return Blocks(blocks.start, totals_of(games).reshape(by_block), games.won.reshape(by_block), games.decisions.reshape(shape), starts)
