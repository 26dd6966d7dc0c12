"""Files of simulated games: Parquet tables, a CSV of results, or a record a line. What is half done goes on where it was.

Games come in parts, each whole or not there, in a folder beside the file; the file is put together when the last game is in it, or when the
play ends early. Parts of Parquet files are Arrow files, written as they lie in memory: the slower encoding is done once. The folder says
which games they are, so that others are never mixed with them.
"""

from __future__ import annotations

import csv
import json
import shutil
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from allaboard.game import RULES_VERSION
from allaboard.sentences import count_of
from allaboard.simulation.batch import Kept, Simulation
from allaboard.simulation.dataset import Column, Named, NamedLists, decision_columns, game_columns, values
from allaboard.simulation.figures import Batch, joined

__all__ = ["DatasetError", "DatasetFile", "decisions_file", "kept_for", "seed_left"]

KEPT: Final[dict[str, Kept]] = {".parquet": "decisions", ".csv": "figures", ".jsonl": "records"}
"""Ending of a file → what a simulation has to keep for it."""

PART: Final = 500
EVERY: Final = 5.0
"""Games in a part, or seconds of play: what a kill loses at most."""

ABOUT: Final = "games.json"
NO_CODE: Final[Mapping[str, str]] = {}


class DatasetError(Exception):
    """A file that games cannot be written to; it says which and why."""


def kept_for(path: Path) -> Kept:
    """Return what a simulation has to keep for a file; DatasetError for a kind of file that is none of ours."""
    if path.suffix.lower() not in KEPT:
        raise DatasetError(f"'{path.name}' names no kind of file for games; allowed: {', '.join(KEPT)}")
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise DatasetError('a Parquet file needs pyarrow, which is not installed: pip install "allaboard[data]"')
    return KEPT[path.suffix.lower()]


def decisions_file(path: Path) -> Path:
    """Return where the decisions stand beside a Parquet file of games: `games.parquet` has `games.decisions.parquet`."""
    return path.with_name(f"{path.stem}.decisions{path.suffix}")


def seed_left(path: Path) -> int | None:
    """Return the seed of the games that an earlier run has left unfinished; None where there are none."""
    left = _left(parts_of(path))
    return None if left is None else int(left["seed"])


def parts_of(path: Path) -> Path:
    """Return the folder for the parts of a file in the making."""
    return path.with_name(f"{path.name}.parts")


def _left(parts: Path) -> dict[str, Any] | None:
    """What the games are that an earlier run has left in a folder; None where there are none."""
    try:
        left = json.loads((parts / ABOUT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        left = None
    if not isinstance(left, dict) or not str(left.get("seed")).isdecimal():
        raise DatasetError(f"{parts} does not tell which games it holds parts of: remove it, or name another file")
    return left


class DatasetFile:
    """A file of games in the making. `done` says how many an earlier run has left."""

    def __init__(self, path: Path, simulation: Simulation, code: Mapping[str, str] = NO_CODE) -> None:
        """Make a file of a simulation's games; `code` stands for the code of bots that are not ours: a changed one is told apart."""
        if not path.parent.is_dir():
            raise DatasetError(f"there is no folder '{path.parent}' for {path.name}")
        self.path, self.simulation = path, simulation
        self.kind = path.suffix.lower()
        self.part_kind = ".arrow" if self.kind == ".parquet" else self.kind
        self.parts = parts_of(path)
        self._waiting: list[Batch] = []
        self._written = time.monotonic()
        self._about: dict[str, object] = {
            "edition": simulation.edition.id,
            "edition_hash": simulation.edition.hash,
            "rules_version": RULES_VERSION,
            "bots": list(simulation.bots),
            "seed": str(simulation.seed),
        }
        self._about |= {"code": dict(code)} if code else {}
        self.done = self._found()
        if self.done > simulation.games:
            asked = f"more than the {simulation.games} that are asked for"
            allowed = f"{self.done} or more, or another file"
            raise DatasetError(f"{self.parts} holds {count_of(self.done, 'game')} already, {asked}; allowed: {allowed}")
        counted = {*self._files(), *self._decisions()} if self.done else set[Path]()
        for orphan in set(self.parts.glob(f"*-*.*{self.part_kind}")) - counted:
            orphan.unlink()  # decisions whose games a kill has prevented, or what one has left of a folder that was being removed

    def _found(self) -> int:
        """How many games there are already, if they are these games."""
        left = _left(self.parts)
        if left is None:
            return 0
        if left != self._about:
            changed = "games of a bot that has changed since" if {**left, "code": 0} == {**self._about, "code": 0} else "other games"
            raise DatasetError(f"{self.parts} holds parts of {changed}: remove it, or name another file")
        return max((int(part.name.split(".")[0].split("-")[1]) for part in self._files()), default=0)

    def _files(self) -> list[Path]:
        """The parts in order, by their games: a part counts once these are there, which are written after its decisions."""
        return sorted(self.parts.glob(f"*.games{self.part_kind}"))

    def _decisions(self) -> list[Path]:
        """The decisions of these parts."""
        return [self.parts / games.name.replace(".games.", ".decisions.") for games in self._files()]

    def add(self, batch: Batch) -> None:
        """Take some more games; they are written once there are enough for a part."""
        self._waiting.append(batch)
        if sum(map(len, self._waiting)) >= PART or time.monotonic() - self._written >= EVERY:
            self._write()

    def finish(self) -> None:
        """Put the file together of what there is; its parts go when all games are in it."""
        if self._waiting:
            self._write()
        files = self._files()
        if not files:
            shutil.rmtree(self.parts, ignore_errors=True)
            return
        self._join(files, self.path)
        if self.kind == ".parquet":
            self._join(self._decisions(), decisions_file(self.path))
        if self._found() >= self.simulation.games:
            (self.parts / ABOUT).unlink()  # before the others: what a kill leaves is not gone on with
            shutil.rmtree(self.parts)

    def _write(self) -> None:
        self.parts.mkdir(exist_ok=True)
        if not (self.parts / ABOUT).is_file():
            _whole(self.parts / ABOUT, lambda file: file.write_text(json.dumps(self._about), encoding="utf-8"))
        batch = joined(self._waiting)
        stem = f"{batch.first:012}-{batch.first + len(batch):012}"
        if self.kind == ".parquet":
            for name, make in (("decisions", decision_columns), ("games", game_columns)):
                table = _table(make(self.simulation, batch), self._about)
                _whole(self.parts / f"{stem}.{name}.arrow", lambda file, table=table: _save_part(table, file))
        elif self.kind == ".csv":
            _whole(self.parts / f"{stem}.games.csv", lambda file: self._save_rows(batch, file))
        else:
            lines = "".join(f"{record}\n" for record in batch.records)
            _whole(self.parts / f"{stem}.games.jsonl", lambda file: file.write_text(lines, encoding="utf-8"))
        self._waiting, self._written = [], time.monotonic()

    def _save_rows(self, batch: Batch, file: Path) -> None:
        with file.open("w", encoding="utf-8", newline="") as text:
            rows = csv.writer(text, lineterminator="\n")
            columns = game_columns(self.simulation, batch)
            if batch.first == 0:
                rows.writerow(columns)
            rows.writerows(zip(*map(values, columns.values()), strict=True))

    def _join(self, files: Sequence[Path], path: Path) -> None:
        if self.kind == ".parquet":
            _whole(path, lambda file: _save(files, file))
            return

        def join(file: Path) -> None:
            with file.open("wb") as out:
                for part in files:
                    out.write(part.read_bytes())

        _whole(path, join)


def _whole(path: Path, write: Any) -> None:
    """Write a file that is there whole or not at all; `write` is given where."""
    beside = path.with_name(f"{path.name}.new")
    write(beside)
    beside.replace(path)


def _table(columns: dict[str, Column], about: dict[str, object]) -> Any:
    """An Arrow table; what it is about stands in its schema."""
    arrow: Any = import_module("pyarrow")
    arrays = {}
    for name, column in columns.items():
        if isinstance(column, Named):
            indices = arrow.array(column.indices, mask=column.indices < 0)
            arrays[name] = arrow.DictionaryArray.from_arrays(indices, arrow.array(list(column.names), arrow.string()))
        elif isinstance(column, NamedLists):
            arrays[name] = arrow.ListArray.from_arrays(column.offsets, arrow.array(list(column.names), arrow.string()).take(column.indices))
        else:
            arrays[name] = arrow.array(np.ascontiguousarray(column))
    return arrow.table(arrays).replace_schema_metadata({"allaboard": json.dumps(about)})


def _save_part(table: Any, file: Path) -> None:
    arrow: Any = import_module("pyarrow")
    with arrow.OSFile(str(file), "wb") as out, arrow.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)


def _read_part(file: Path) -> Any:
    arrow: Any = import_module("pyarrow")
    with arrow.OSFile(str(file)) as part:
        return arrow.ipc.open_file(part).read_all()


def _save(parts: Sequence[Path], file: Path) -> None:
    """Write parts into one Parquet file, one after the other."""
    parquet: Any = import_module("pyarrow.parquet")
    writer = None
    for part in parts:
        table = _read_part(part)
        if writer is None:
            writer = parquet.ParquetWriter(file, table.schema, compression="zstd")
        writer.write_table(table)
    assert writer is not None
    writer.close()
