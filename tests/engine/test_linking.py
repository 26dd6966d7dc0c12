"""Parts are copied into their callers, units are called by name: compiled once, and found in whatever run they were made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from allaboard.engine.jit import INTERPRETED, compiled, inlined

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted code is not linked")

RULES = """
import numpy as np
from allaboard.engine.jit import compiled, inlined

@inlined
def doubled(values):
    room = np.empty(len(values), np.int64)
    for index in range(len(values)):
        room[index] = 2 * values[index]
    return room

@compiled
def total(records, values):
    found = records[0].more
    for value in doubled(values):
        found += value
    return found

@compiled
def total_twice(records, values):
    room = np.empty(len(values), np.float64)
    room[0] = 0.5
    return total(records, values) + total(records, doubled(values)) + room[0]
"""

RUN = """
import importlib.util, sys
import numpy as np, numba

spec = importlib.util.spec_from_file_location("allaboard.engine.sums", sys.argv[1])
sums = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sums)
for size in range(int(sys.argv[3])):  # Numba numbers types and functions as they come
    numba.typeof(np.zeros(1, np.dtype((np.record, [("values", np.int64, size + 50)]))))
values, records = np.arange(4), np.zeros(1, np.dtype((np.record, [("more", np.int64)])))
assert getattr(sums, sys.argv[2])(records, values) == {"total": 12, "total_twice": 36.5}[sys.argv[2]]
dispatchers = (sums.doubled, sums.total, sums.total_twice)
print(*(sum(each.stats.cache_misses.values()) for each in dispatchers))
"""


@inlined
def halved(number: int) -> int:
    return number // 2


@compiled
def quartered(number: int) -> int:
    return halved(halved(number))


@compiled
def of_all_widths(numbers: np.ndarray, small: np.ndarray) -> int:
    """Hands on numbers of 8, 32 and 64 bits, and one that stands in the source."""
    return quartered(small[0]) + quartered(numbers[0]) + quartered(np.int64(numbers[0])) + quartered(8)


def test_numba_counts_references_by_its_own_names() -> None:
    """It takes out counts that cancel out if it finds these functions by name; left in, a game at random takes a tenth longer."""
    of_all_widths(np.array([16], np.int32), np.array([12], np.int8))
    (made,) = of_all_widths.overloads.values()  # type: ignore[attr-defined]
    assert "define linkonce_odr void @NRT_decref(" in made.library.get_llvm_str()


def test_numbers_of_all_widths_are_handed_on_as_one() -> None:
    """A rule is compiled once and not for each width of its numbers."""
    assert of_all_widths(np.array([16], np.int32), np.array([12], np.int8)) == 3 + 4 + 4 + 2
    assert len(quartered.overloads) == len(halved.overloads) == 1  # type: ignore[attr-defined]


def test_a_part_can_be_called_from_python() -> None:
    """Tests and tools call what rules are made of; it is a unit for them, and fast from the second call on."""
    assert [halved(number) for number in (5, 6)] == [2, 3]
    assert halved(np.int32(9)) == 4  # type: ignore[arg-type]


def test_a_unit_is_not_copied_into_its_callers() -> None:
    """Whoever calls a unit knows its name; its code is optimised in one place alone."""
    of_all_widths(np.array([16], np.int32), np.array([12], np.int8))
    (caller,), (called,) = (function.overloads.values() for function in (of_all_widths, quartered))  # type: ignore[attr-defined]
    assert caller.library.units() == [called.library]
    assert not caller.library.parts()
    assert called.fndesc.llvm_func_name not in {function.name for function in caller.library.get_defined_functions()}


class Runs:
    """Processes of their own that share a cache folder."""

    def __init__(self, folder: Path) -> None:
        self.cache, self.rules, self.script = folder / "cache", folder / "sums.py", folder / "run.py"
        self.rules.write_text(RULES, encoding="utf-8")
        self.script.write_text(RUN, encoding="utf-8")

    def misses(self, door: str, types_before: int = 0) -> list[int]:
        """Call a function in a new process; how often part, unit and the function that calls both had to be compiled."""
        command = [sys.executable, str(self.script), str(self.rules), door, str(types_before)]
        environment = {**os.environ, "ALLABOARD_CACHE_DIR": str(self.cache)}
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        return [int(word) for word in done.stdout.split()]


def test_what_one_run_compiled_another_builds_upon(tmp_path: Path) -> None:
    """Names in machine code are the same in every run, whatever Numba has numbered before; nothing of two runs is mixed up."""
    runs = Runs(tmp_path)
    assert runs.misses("total", types_before=3) == [1, 1, 0]
    assert runs.misses("total_twice") == [0, 0, 1]
    assert runs.misses("total_twice", types_before=7) == [0, 0, 0]


@pytest.mark.parametrize("lost", ["total-*-unit", "doubled-*-part"])
def test_what_is_lost_is_compiled_again_where_others_call_it(lost: str, tmp_path: Path) -> None:
    """Code that is on disk calls what is no longer there: that comes first, under the same name."""
    runs = Runs(tmp_path)
    runs.misses("total_twice")
    (file,) = runs.cache.rglob(f"{lost}.*.nbc")
    file.unlink()
    assert sum(runs.misses("total_twice")) == (1 if "unit" in lost else 0)  # a part is in its callers already
    assert runs.misses("total_twice") == [0, 0, 0]
