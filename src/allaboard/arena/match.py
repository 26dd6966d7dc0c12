"""A match: one lineup of bots on one edition, played in blocks. How many blocks, and on which machine, is the runner's to say.

A block is one deal played in every cyclic seating, so that neither the deal nor the seat favours anybody. Block n of a match is the
same whoever plays it, with however many others, today and after a kill: everything follows from the match's seed and n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from allaboard.actions import ActionSpace, action_space
from allaboard.arena.playing import play_out
from allaboard.bots import make_bot
from allaboard.bots.planner.bot import Planner
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.planner.self_play import planner_games
from allaboard.editions import Edition
from allaboard.engine.entry import begin, new_states, scored
from allaboard.engine.journal import no_journal
from allaboard.engine.scoring import TOTAL, new_sheets
from allaboard.game import Game, seed_bytes
from allaboard.simulation.match import seat_bots

__all__ = ["Blocks", "Match", "lineups", "planner_constants", "play_blocks"]


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
        return all(_planner(spec) is not None for spec in self.lineup)

    def seating(self, rotation: int) -> tuple[str, ...]:
        """The bots by seat in one game of a block: the lineup, moved on by so many seats."""
        return tuple(self.lineup[(seat - rotation) % self.players] for seat in range(self.players))

    def deal(self, block: int) -> bytes:
        """The seed of a block's games."""
        *words, last = np.frombuffer(seed_bytes(self.seed), dtype="<u8").tolist()
        return b"".join(word.to_bytes(8, "little") for word in (*words, (last + block) % (1 << 64)))


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
        rotations, places = np.arange(players)[:, None], np.arange(players)[None, :]
        return np.asarray(parts[:, rotations, (places + rotations) % players].mean(axis=1))

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
    """Games between bots of any kind."""
    players, shape = match.players, (len(blocks), match.players)
    totals, won = np.zeros((*shape, players), np.int64), np.zeros((*shape, players), np.bool_)
    decisions, starts = np.zeros(shape, np.int64), np.zeros(len(blocks), np.int64)
    for row, block in enumerate(blocks):
        for rotation in range(players):
            game, names = Game(match.edition, players, match.deal(block)), match.seating(rotation)
            bots = seat_bots(game, names, match.seed, block * players + rotation)
            states = game.states.copy()
            decisions[row, rotation] = play_out(game.actions, states, bots, names)
            sheets = new_sheets(players)
            winning, _ = scored(game.actions.boards, states, sheets)
            totals[row, rotation] = sheets[:, TOTAL]
            won[row, rotation] = (winning >> np.arange(players)) & 1 == 1
            starts[row] = game.start
    return Blocks(blocks.start, totals, won, decisions, starts)


def _play_compiled(match: Match, blocks: range) -> Blocks:
    """Games between planners, which let other threads run."""
    actions, players = action_space(match.edition), match.players
    games, shape = len(blocks) * players, (len(blocks), players)
    by_place = np.concatenate([planner_constants(spec, actions) for spec in match.lineup])
    rotations, seats = np.arange(players)[:, None], np.arange(players)[None, :]
    constants = np.tile(by_place[(seats - rotations) % players], (len(blocks), 1))
    sheets, won, decisions = new_sheets(players, games), np.zeros(games, np.int64), np.zeros(games, np.int64)
    kept = np.zeros((games, players), np.int64)
    words = np.frombuffer(match.deal(0), dtype="<u8").astype(np.uint64)
    numbers = np.repeat(np.arange(blocks.start, blocks.stop), players)
    planner_games(actions.boards, new_states(2), constants, new_scratch(), words, numbers, sheets, won, decisions, kept)
    winners = (won[:, None] >> np.arange(players)) & 1 == 1
    totals = sheets[:, :, TOTAL].astype(np.int64)
    starts = np.array([_start(match, actions, block) for block in blocks], dtype=np.int64)
    return Blocks(blocks.start, totals.reshape(*shape, players), winners.reshape(*shape, players), decisions.reshape(shape), starts)


def _start(match: Match, actions: ActionSpace, block: int) -> int:
    """The seat that has the first turn in a block."""
    states = new_states()
    begin(actions.boards, states, match.players, -1, np.frombuffer(match.deal(block), dtype="<u8").astype(np.uint64), no_journal())
    return int(states[0].start)


def _planner(spec: str) -> Planner | None:
    """The bot, if it is a planner that decides as planners do."""
    bot = make_bot(spec)
    return bot if isinstance(bot, Planner) and type(bot).choose is Planner.choose else None


def planner_constants(spec: str, actions: ActionSpace) -> Any:
    """The constants by which a planner, or a character of it, plays on a board."""
    bot = _planner(spec)
    if bot is None:
        raise ValueError(f"{spec!r} does not play by the planner's constants; the planner and its characters do")
    return bot.constants_on(actions.boards[0])
