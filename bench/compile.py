"""Measure compiling: how much processor time every function takes, from nothing, in one process.

    python bench/compile.py            a table: functions, for how many choices of types each is compiled, seconds
    python bench/compile.py --rows 20  the dearest only
    python bench/compile.py --json     one object, for tools

A function's seconds are its own: those of the functions that it calls are theirs. Numba's own functions, which rules pull in, are listed as
what they are: fewer of them is less to compile.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from typing import Any

from numba.core import event
from rich.console import Console
from rich.table import Table

from allaboard.precompile import PARTS, compile_part

MEASURED = "ALLABOARD_MEASURED"


class Watch(event.Listener):
    """Hears when Numba begins and ends to compile a function, within another one or not."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.times: Counter[str] = Counter()
        self._begun: list[tuple[float, float]] = []

    def on_start(self, heard: Any) -> None:
        """A function begins."""
        self._begun.append((time.process_time(), 0.0))

    def on_end(self, heard: Any) -> None:
        """It has ended: what it took is not the caller's."""
        begun, within = self._begun.pop()
        taken = time.process_time() - begun
        function = heard.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__qualname__}"
        self.seconds[name] += taken - within
        self.times[name] += 1
        if self._begun:
            above, inside = self._begun.pop()
            self._begun.append((above, inside + taken))


def measure() -> dict[str, Any]:
    """Compile every part; figures of each, and of each function."""
    watch, parts = Watch(), {}
    with event.install_listener("numba:compile", watch):
        for part in PARTS:
            begun, clock = time.process_time(), time.perf_counter()
            compile_part(part)
            parts[part] = {"cpu_seconds": round(time.process_time() - begun, 2), "seconds": round(time.perf_counter() - clock, 2)}
    functions = [
        {"function": name, "types": watch.times[name], "cpu_seconds": round(seconds, 3)} for name, seconds in watch.seconds.most_common()
    ]
    return {"parts": parts, "functions": functions}


def measured_apart() -> dict[str, Any]:
    """The figures of a new process with nothing on disk."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ALLABOARD_CACHE_DIR": folder, MEASURED: "1"}
        done = subprocess.run([sys.executable, __file__], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def show(figures: dict[str, Any], rows: int | None) -> None:
    """Print two tables: parts, and functions."""
    parts, functions = Table("part", "processor seconds", "seconds"), Table("function", "types", "processor seconds")
    for part, values in figures["parts"].items():
        parts.add_row(part, str(values["cpu_seconds"]), str(values["seconds"]))
    for each in figures["functions"][:rows]:
        functions.add_row(each["function"], str(each["types"]), str(each["cpu_seconds"]))
    count, times = len(figures["functions"]), sum(each["types"] for each in figures["functions"])
    total = sum(values["cpu_seconds"] for values in figures["parts"].values())
    console = Console()
    console.print(functions)
    console.print(parts)
    console.print(f"{count} functions for {times} choices of types, {total:.1f} s of processor time.")


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rows", type=int, default=None, help="how many functions to list (default: all)")
    arguments = parser.parse_args()
    if MEASURED in os.environ:
        print(json.dumps(measure()))
        return
    figures = measured_apart()
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        show(figures, arguments.rows)


if __name__ == "__main__":
    main()
