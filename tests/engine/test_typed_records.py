"""Records are typed: a dtype follows from the declared fields, and the type check finds a field that is not among them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest

import allaboard
from allaboard.bots.planner.scratch import SCRATCH
from allaboard.engine.card_payments import PAYMENTS
from allaboard.engine.network import NETWORK
from allaboard.engine.records import BOARD, STATE
from allaboard.engine.ticket_worlds import PLAN
from allaboard.engine.typed_records import Bytes, Int16s, Record, blank_records, dtype_of, notes_of

PACKAGE = Path(allaboard.__file__).parent
CONFIG = Path(__file__).parents[2] / "pyproject.toml"

MISSPELT = [
    ("engine/claiming.py", "state.pieces", "peices", "State"),
    ("engine/claiming.py", "board.twin", "twins", "Board"),
    ("engine/path_sweep.py", "network.deepest", "deepst", "Network"),
    ("bots/planner/survey.py", "constants.contest", "contests", "Constants"),
    ("bots/planner/survey.py", "scratch.usable", "useable", "Scratch"),
    ("env/observation_encoding.py", "at.pieces", "piece", "Starts"),
]
"""File of the package, a field that it uses, a misspelling of it, and the record that has no such field."""


class Shelf(Record):
    """A record of our own."""

    boxes: Annotated[int, np.int32, "how many there are"]
    labels: Annotated[Bytes, 4]
    heights: Annotated[Int16s, (2, 3)]


def test_a_dtype_has_the_declared_fields_in_their_order() -> None:
    fields = [("boxes", np.int32), ("labels", np.uint8, (4,)), ("heights", np.int16, (2, 3))]
    assert dtype_of(Shelf) == np.dtype(fields)
    shelf = blank_records(2, dtype_of(Shelf))[1]
    shelf.heights[1, 2] = 7
    assert (shelf.boxes, shelf.labels.tolist(), shelf.heights.tolist()) == (0, [0, 0, 0, 0], [[0, 0, 0], [0, 0, 7]])


@pytest.mark.parametrize("dtype", [BOARD, STATE, SCRATCH, NETWORK, PLAN, PAYMENTS], ids=lambda dtype: dtype.type.__name__)
def test_every_field_lies_where_a_processor_reads_it_at_once(dtype: np.dtype[np.void]) -> None:
    """At a multiple of its elements' size: Numba takes that for granted of arrays in records, and two cache lines take longer than one."""
    assert dtype.fields is not None
    odd = {name: offset for name, (kind, offset, *_) in dtype.fields.items() if offset % kind.base.itemsize}
    assert not odd
    assert dtype.itemsize % dtype.alignment == 0


def test_a_field_is_set_by_its_name_and_nothing_else_is() -> None:
    """A misspelt name is an error at run time as well, where it is read and where it is written."""
    shelves = blank_records(1, dtype_of(Shelf))
    shelves[0].boxes = 3
    assert shelves[0].boxes == 3
    with pytest.raises(ValueError, match="boxs"):
        shelves[0].boxs = 4  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="boxs"):
        _ = shelves[0].boxs  # type: ignore[attr-defined]


def test_notes_on_fields_are_found_by_name() -> None:
    assert notes_of(Shelf, str) == {"boxes": "how many there are"}


@pytest.mark.slow
def test_a_misspelt_field_fails_the_type_check(tmp_path: Path) -> None:
    """Copies of engine, bots and environments, each with one field misspelt: mypy names every one of them, and nothing in true copies."""
    wanted = []
    for number, (file, field, misspelt, record) in enumerate(MISSPELT):
        source, owner = (PACKAGE / file).read_text(encoding="utf-8"), field.partition(".")[0]
        (tmp_path / f"true_{number}.py").write_text(source, encoding="utf-8")
        (tmp_path / f"misspelt_{number}.py").write_text(re.sub(rf"\b{field}\b", f"{owner}.{misspelt}", source, count=1), encoding="utf-8")
        wanted.append((f"misspelt_{number}.py", f'"{record}" has no attribute "{misspelt}"'))
    options = ["--config-file", str(CONFIG), "--cache-dir", str(tmp_path / "cache"), "--no-warn-return-any", "--no-error-summary"]
    files = [path.name for path in sorted(tmp_path.glob("*.py"))]
    check = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *files],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"MYPYPATH": str(PACKAGE.parent), "PATH": ""},
    )
    faults = check.stdout.splitlines()
    assert check.returncode == 1, check.stdout + check.stderr
    assert len(faults) == len(wanted), check.stdout
    for file, words in wanted:
        assert any(fault.startswith(f"{file}:") and words in fault for fault in faults), (file, words, faults)
