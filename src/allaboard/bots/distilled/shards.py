"""Lessons on disk: shards, each with the decisions of some games of a seed at one table, made again by nobody once they are there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.distilled.decide import new_memory
from allaboard.bots.distilled.lessons import FIGURES, Lessons, describe_lessons, play_lessons
from allaboard.bots.distilled.net import OPTION_SIZE, SITUATION_SIZE
from allaboard.bots.distilled.training import School
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.search.evaluation import CANDIDATES
from allaboard.bots.search.workspace import new_workspace
from allaboard.editions import get_edition
from allaboard.engine.entry import new_states
from allaboard.engine.records import STATE
from allaboard.engine.seeding import seed_words
from allaboard.engine.typed_records import Array

__all__ = ["Shard", "school_of"]

GAMES: Final = 250
ROWS: Final = 64
"""Decisions of a game that are looked at, at most, on average over a shard."""


@dataclass(frozen=True)
class Shard:
    """Some games of a seed, by number: the same whoever plays them."""

    edition: str
    players: int
    seed: int
    number: int

    def path(self, folder: Path) -> Path:
        """Where it lies."""
        return folder / f"{self.edition}-{self.players}-{self.seed}-{self.number:04}.npz"

    def make(self, folder: Path) -> None:
        """Play the games and write the shard, unless it is there."""
        if not self.path(folder).exists():
            self.write(self.play(), folder)

    def write(self, lessons: Lessons, folder: Path) -> None:
        """Write the shard, whole or not at all."""
        path = self.path(folder)
        part = path.with_suffix(f".{os.getpid()}.part")
        with part.open("wb") as file:
            seen, figures = cast(Array, lessons.seen), lessons.figures.astype(np.float32)
            np.savez_compressed(file, seen=seen, facts=lessons.facts, actions=lessons.actions, figures=figures)
        part.replace(path)

    def play(self, games: int = GAMES) -> Lessons:
        """Play the games and look at their decisions."""
        actions, rows = action_space(get_edition(self.edition)), ROWS * games
        facts, tried = np.zeros((rows, 3), np.int64), np.zeros((rows, CANDIDATES), np.int64)
        lessons = Lessons(new_states(rows), facts, tried, np.zeros((rows, CANDIDATES, FIGURES)))
        constants = constants_of(actions.boards[0], self.players)
        numbers = np.arange(self.number * GAMES, self.number * GAMES + games)
        memory = new_states(2), new_workspace(), constants, new_scratch()
        filled = play_lessons(actions.boards, *memory, seed_words(self.seed), numbers, self.players, lessons)
        return Lessons(lessons.seen[:filled], facts[:filled], tried[:filled], lessons.figures[:filled])

    def read(self, folder: Path) -> Lessons:
        """Read what was written."""
        with np.load(self.path(folder), allow_pickle=False) as stored:
            seen = stored["seen"].view(STATE)
            return Lessons(seen, stored["facts"], stored["actions"], stored["figures"].astype(np.float64))


def school_of(shards: Sequence[Shard], folder: Path) -> School:
    """The decisions of all shards in numbers."""
    tables = sorted({(shard.edition, shard.players) for shard in shards})
    parts = [_described(shard, shard.read(folder), tables.index((shard.edition, shard.players))) for shard in shards]
    return School(*(np.concatenate(fields) for fields in zip(*parts, strict=True)))


def _described(shard: Shard, lessons: Lessons, table: int) -> tuple[Array, ...]:
    """Situations, options, which of these there are, figures, games and tables, by row."""
    boards, rows = action_space(get_edition(shard.edition)).boards, len(lessons.facts)
    situations, options = np.zeros((rows, SITUATION_SIZE), np.float32), np.zeros((rows, CANDIDATES, OPTION_SIZE), np.float32)
    memory, constants = new_memory(boards, lessons.seen), constants_of(boards[0], shard.players)
    describe_lessons(boards, lessons.seen, lessons.facts, constants, memory, situations, options)
    there = np.arange(CANDIDATES) < lessons.facts[:, 2:3]
    return situations, options, there, lessons.figures.astype(np.float32), lessons.facts[:, 0], np.full(rows, table)
