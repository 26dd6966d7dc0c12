"""The file of results: every game of every match, in SQLite. A block is written whole or not at all: a kill loses only what was under way.

Matches are told apart by what their games follow from: edition, lineup, seed, the rules' version, the code of engine and bots, and that of
bots of others.
What the figures mean is the ratings' to say.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from allaboard.arena.fingerprints import fingerprint
from allaboard.arena.match import Blocks, Match
from allaboard.engine.code_cache import sources_hash
from allaboard.game import RULES_VERSION

__all__ = ["Played", "Results", "ResultsError"]

FORMAT: Final = 1
"""Bumped when a file of an earlier format could no longer be read."""

APPLICATION: Final = 0x616C6162
"""What SQLite files of ours carry in their header."""

SCHEMA: Final = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    edition TEXT NOT NULL,
    edition_hash TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    code TEXT NOT NULL,
    seed TEXT NOT NULL,
    lineup TEXT NOT NULL,
    UNIQUE (edition_hash, rules_version, code, seed, lineup)
);
CREATE TABLE game (
    match INTEGER NOT NULL REFERENCES match (id),
    block INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    start INTEGER NOT NULL,
    winners INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    totals TEXT NOT NULL,
    PRIMARY KEY (match, block, rotation)
) WITHOUT ROWID;
"""


class ResultsError(Exception):
    """A file that cannot be used for results; it says which and why."""


@dataclass(frozen=True)
class Played:
    """A match as it was found in a file: where, who, by which code, and what its blocks came to, with their numbers."""

    edition: str
    edition_hash: str
    code: str
    seed: int
    lineup: tuple[str, ...]
    numbers: tuple[int, ...]
    blocks: Blocks

    @property
    def code_of(self) -> dict[str, str]:
        """The code of each bot, and under an empty name that of engine and bots of ours."""
        return _code_of(self.code, self.lineup)


def code_version() -> str:
    """What names the code of engine and bots: it changes with every change of their sources."""
    return sources_hash("bots")


def _code_of(code: str, lineup: Sequence[str]) -> dict[str, str]:
    ours, *others = code.split("/")
    return {"": ours, **dict(zip(lineup, others or [""] * len(lineup), strict=True))}


class Results:
    """An open file of results; made when there is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fingerprints: dict[str, str] = {}
        self._file = sqlite3.connect(path)
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self._file.close()
            raise ResultsError(f"{path} cannot be used for results: {error}") from error
        except ResultsError:
            self._file.close()
            raise

    def _prepare(self) -> None:
        application, version = (int(self._file.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("application_id", "user_version"))
        tables = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables == 0:
            with self._file:
                self._file.executescript(f"{SCHEMA}PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};")
        elif application != APPLICATION:
            raise ResultsError(f"{self.path} is a database of something else; name a new file or one that the arena has written")
        elif version != FORMAT:
            raise ResultsError(f"{self.path} has format {version}; this version reads format {FORMAT}")

    def close(self) -> None:
        """Leave the file; everything written is safe already."""
        self._file.close()

    def done(self, match: Match) -> set[int]:
        """Numbers of the blocks that the file has of a match."""
        rows = self._file.execute("SELECT DISTINCT block FROM game WHERE match = ?", (self._number(match),))
        return {block for (block,) in rows}

    def changed(self, match: Match) -> list[str]:
        """Who has changed since a match was last played, where it must be played anew: bots, and an empty name for all that is ours."""
        query = """SELECT code FROM match WHERE edition_hash = ? AND seed = ? AND lineup = ?
            AND EXISTS (SELECT 1 FROM game WHERE match = id) ORDER BY id DESC"""
        values = match.edition.hash, str(match.seed), _lineup(match)
        codes = [code for (code,) in self._file.execute(query, values)]
        if not codes or (now := self._code(match)) in codes:
            return []
        before, after = _code_of(codes[0], match.lineup), _code_of(now, match.lineup)
        return [name for name in after if after[name] != before[name]]

    def add(self, match: Match, blocks: Blocks) -> None:
        """Write blocks, all in one go; games that the file has already stay as they are."""
        number, players = self._number(match), match.players
        rows = [
            (
                number,
                blocks.first + row,
                rotation,
                int(blocks.starts[row]),
                sum(1 << seat for seat in range(players) if blocks.won[row, rotation, seat]),
                int(blocks.decisions[row, rotation]),
                json.dumps(blocks.totals[row, rotation].tolist()),
            )
            for row in range(len(blocks))
            for rotation in range(players)
        ]
        with self._file:
            self._file.executemany("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def read(self, match: Match, upto: int) -> Blocks:
        """The blocks of a match below a number, in order."""
        return self._blocks(self._number(match), match.players, "AND block < ?", (upto,))[1]

    def matches(self) -> list[Played]:
        """Everything in the file, oldest match first."""
        found = self._file.execute("SELECT id, edition, edition_hash, code, seed, lineup FROM match ORDER BY id").fetchall()
        played: list[Played] = []
        for number, edition, edition_hash, code, seed, names in found:
            lineup = tuple(json.loads(names))
            numbers, blocks = self._blocks(number, len(lineup))
            if numbers:
                played.append(Played(edition, edition_hash, code, int(seed), lineup, numbers, blocks))
        return played

    def _number(self, match: Match) -> int:
        """The id of a match, which is entered when it is new."""
        edition, seed = match.edition, str(match.seed)  # a seed may have more bits than SQLite's numbers
        values = (edition.id, edition.hash, RULES_VERSION, self._code(match), seed, _lineup(match))
        with self._file:
            self._file.execute(
                "INSERT OR IGNORE INTO match (edition, edition_hash, rules_version, code, seed, lineup) VALUES (?, ?, ?, ?, ?, ?)", values
            )
        query = "SELECT id FROM match WHERE edition_hash = ? AND rules_version = ? AND code = ? AND seed = ? AND lineup = ?"
        return int(self._file.execute(query, values[1:]).fetchone()[0])

    def _code(self, match: Match) -> str:
        """What names the code of a match: ours, and behind it that of each bot where one is somebody else's."""
        for spec in match.lineup:
            if spec not in self._fingerprints:  # it is loaded, so it will not change as long as this process plays
                self._fingerprints[spec] = fingerprint(spec)
        others = [self._fingerprints[spec] for spec in match.lineup]
        return "/".join([code_version(), *(others if any(others) else [])])

    def _blocks(self, match: int, players: int, condition: str = "", values: tuple[int, ...] = ()) -> tuple[tuple[int, ...], Blocks]:
        columns = "block, rotation, start, winners, decisions, totals"
        rows = self._file.execute(f"SELECT {columns} FROM game WHERE match = ? {condition} ORDER BY block, rotation", (match, *values))
        games = rows.fetchall()
        numbers = tuple(row[0] for row in games[::players])
        shape = (len(numbers), players)
        winners = np.array([row[3] for row in games], dtype=np.int64)
        blocks = Blocks(
            first=numbers[0] if numbers else 0,
            totals=np.array([json.loads(row[5]) for row in games], dtype=np.int64).reshape(*shape, players),
            won=((winners[:, None] >> np.arange(players)) & 1 == 1).reshape(*shape, players),
            decisions=np.array([row[4] for row in games], dtype=np.int64).reshape(shape),
            starts=np.array([row[2] for row in games[::players]], dtype=np.int64),
        )
        return numbers, blocks


def _lineup(match: Match) -> str:
    return json.dumps(match.lineup, ensure_ascii=False)


@contextmanager
def open_results(path: Path) -> Iterator[Results]:
    """Results for as long as they are needed."""
    results = Results(path)
    try:
        yield results
    finally:
        results.close()
