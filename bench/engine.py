"""Measure the engine: random games on every edition and number of players, and what a user of the package waits for.

    python bench/engine.py             a table
    python bench/engine.py --json      one object, for tools
    python bench/engine.py --rounds 9  more rounds, where the machine is busy

Times are processor times unless a clock is what counts. Each figure is the best of several rounds, and the yardstick (yardstick.c, one
native shuffle of 110 cards) is taken between them, so that what else the machine does cancels out.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from allaboard.actions import action_space
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.entry import longest_path_of, new_states
from allaboard.engine.jit import inlined
from allaboard.engine.playout import random_games
from allaboard.engine.records import STATE
from allaboard.engine.scoring import new_sheets
from allaboard.runner import GameSpec

Figures = dict[str, float]

SEED = np.array([1, 2, 3, 4], dtype=np.uint64)
WORST_NETWORKS = (
    (0, 2, 5, 16, 17, 18, 21, 25, 27, 28, 40, 56, 57, 59, 65, 66, 76, 78, 79, 84, 86),
    (0, 2, 5, 17, 18, 21, 25, 27, 28, 40, 54, 55, 57, 60, 64, 65, 76, 77, 79, 83, 86, 92),
    (0, 2, 6, 7, 10, 16, 20, 21, 23, 27, 29, 56, 58, 60, 65, 66, 71, 73, 76, 77, 85),
)
"""Routes of the edition usa that hold 45 pieces: the slowest of some hundred networks grown by hill climbing."""
COMPILE = """
from allaboard.actions import action_space
from allaboard.editions import get_edition
from allaboard.engine.entry import compile_rules
compile_rules(action_space(get_edition("usa")).boards, 2)
"""


class Yardstick:
    """The native shuffle, built once; without a C compiler there are no ratios."""

    def __init__(self, folder: Path) -> None:
        self.best: float | None = None
        self.program: Path | None = None
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if compiler is None:
            print("No C compiler (cc, gcc or clang) is on the path: figures come without ratios to the yardstick.", file=sys.stderr)
            return
        self.program = folder / "yardstick"
        subprocess.run([compiler, "-O2", "-o", self.program, Path(__file__).with_name("yardstick.c")], check=True)

    def take(self) -> None:
        """Measure once more."""
        if self.program is not None:
            taken = float(subprocess.run([self.program], check=True, capture_output=True, text=True).stdout)
            self.best = taken if self.best is None else min(self.best, taken)


def spent(work: Callable[[], object], clock: Callable[[], int] = time.process_time_ns) -> float:
    """Seconds that something takes."""
    begun = clock()
    work()
    return (clock() - begun) / 1e9


def best_of(rounds: int, work: Callable[[], object], clock: Callable[[], int] = time.process_time_ns) -> float:
    """Seconds that something takes when nothing disturbs it and all of it is compiled."""
    work()
    return min(spent(work, clock) for _ in range(rounds))


class Batch:
    """Random games of one edition and number of players, the same ones every round."""

    def __init__(self, name: str, players: int, games: int = 1500) -> None:
        self.boards, self.players, self.states = action_space(get_edition(name)).boards, players, new_states()
        self.sheets, self.decisions = new_sheets(players, games), np.zeros(games, dtype=np.int64)
        self.best = float("inf")
        self.play()

    def play(self, first: int = 0) -> None:
        """Play them all."""
        random_games(self.boards, self.states, self.players, SEED, first, self.sheets, self.decisions)

    def take(self) -> None:
        """Measure once more."""
        self.best = min(self.best, spent(self.play))

    def figures(self, yardstick: float | None) -> Figures:
        """Microseconds a decision, decisions a game, games a second."""
        each = self.best / int(self.decisions.sum())
        ratio = {} if yardstick is None else {"yardsticks": round(each * 1e9 / yardstick, 3)}
        return {
            "us": round(each * 1e6, 4),
            **ratio,
            "decisions": round(float(self.decisions.mean()), 1),
            "games_per_s": round(len(self.decisions) / self.best),
        }


@inlined
def copy_around(states: Any, copies: int) -> None:
    """Copy each state over the one before it, again and again."""
    for n in range(copies):
        states[n & 15] = states[(n + 1) & 15]


def measure_copy(rounds: int) -> Figures:
    """Copying a state within compiled code."""
    states, copies = new_states(16), 200_000
    return {"us": round(best_of(rounds, lambda: copy_around(states, copies)) / copies * 1e6, 4), "bytes": STATE.itemsize}


def measure_face(rounds: int) -> dict[str, Figures]:
    """Listing actions, viewing and replaying through the Python face, over the positions of one game."""
    game = GameSpec(get_edition("usa"), ("random", "random"), seed=1, deal=0, number=0).play()
    positions = [game.at(n) for n in range(0, len(game.log), 4)]
    record = game.record()
    listing = best_of(rounds, lambda: [position.legal_actions(position.acting[0]) for position in positions])
    viewing = best_of(rounds, lambda: [position.view(0) for position in positions])
    replaying = best_of(rounds, record.replay)
    return {
        "legal": {"us": round(listing / len(positions) * 1e6, 1)},
        "view": {"us": round(viewing / len(positions) * 1e6, 1)},
        "replay": {"us": round(replaying / len(game.log) * 1e6, 1), "ms_per_game": round(replaying * 1e3, 2)},
    }


@inlined
def measure_paths(boards: Any, networks: Any, times: int) -> int:
    """The longest paths of many networks, measured over and over and summed up."""
    spaces = 0
    for _ in range(times):
        for row in range(len(networks)):
            spaces += longest_path_of(boards, networks[row])
    return spaces


def measure_longest_path(rounds: int) -> Figures:
    """The longest path of networks at the end of random games, and of the worst ones known."""
    games, networks = Batch("usa", 2, games=1), []
    for game in range(500):
        games.play(first=game)
        networks += [games.states["claimed"][0, seat].copy() for seat in range(2)]
    together, worst = np.array(networks), np.array([as_words(routes) for routes in WORST_NETWORKS])
    typical = best_of(rounds, lambda: measure_paths(games.boards, together, 1)) / len(together)
    slowest = max(best_of(rounds, partial(measure_paths, games.boards, worst[row : row + 1], 50)) / 50 for row in range(len(worst)))
    return {"typical_us": round(typical * 1e6, 2), "worst_us": round(slowest * 1e6, 1)}


def as_words(routes: tuple[int, ...]) -> list[int]:
    """A set of routes as two words."""
    number = sum(1 << route for route in routes)
    return [number & (1 << 64) - 1, number >> 64]


def measure_threads(rounds: int) -> Figures:
    """How much more two threads do in the same time by the clock than one."""
    batches = [Batch("usa", 2, games=20_000) for _ in range(2)]  # long enough for starting threads not to count

    def together() -> None:
        threads = [threading.Thread(target=batch.play) for batch in batches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    alone = best_of(rounds, batches[0].play, time.perf_counter_ns)
    return {"ratio": round(2 * alone / best_of(rounds, together, time.perf_counter_ns), 2)}


def measure_python(source: str, rounds: int = 1, cache: str | None = None) -> Figures:
    """Seconds by the clock and of the processor that a fresh Python takes to run a few lines."""
    environment = os.environ if cache is None else {**os.environ, "ALLABOARD_CACHE_DIR": cache}
    seconds, processor = float("inf"), float("inf")
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        clock = spent(lambda: subprocess.run([sys.executable, "-c", source], check=True, env=environment), time.perf_counter_ns)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = min(seconds, clock)
        processor = min(processor, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return {"seconds": round(seconds, 2), "cpu_seconds": round(processor, 2)}


def measure(rounds: int) -> dict[str, Any]:
    """Every figure, by name."""
    with tempfile.TemporaryDirectory() as folder:
        yardstick = Yardstick(Path(folder))
        boxes = [get_edition(name) for name in edition_ids()]
        batches = {
            f"{box.id}/{players}": Batch(box.id, players) for box in boxes for players in range(box.min_players, box.max_players + 1)
        }
        for _ in range(rounds):
            yardstick.take()
            for batch in batches.values():
                batch.take()
        figures: dict[str, Any] = {name: batch.figures(yardstick.best) for name, batch in batches.items()}
        figures["copy"] = measure_copy(rounds)
        figures |= measure_face(rounds)
        figures["longest path"] = measure_longest_path(rounds)
        figures["two threads"] = measure_threads(rounds)
        figures["first compile"] = measure_python(COMPILE, cache=str(Path(folder) / "cache"))
        figures["warm start"] = measure_python("import allaboard", rounds)
        figures["yardstick_ns"] = yardstick.best
        return figures


def show(figures: dict[str, Any]) -> None:
    """Print two tables: random games, and the rest."""
    games = Table("random games", "µs a decision", "yardsticks", "decisions a game", "games a second")
    rest = Table("what", "figure", "value")
    for name, values in figures.items():
        if "/" in name:
            cells = [values["us"], values.get("yardsticks", "-"), values["decisions"], values["games_per_s"]]
            games.add_row(name, *map(str, cells))
        elif isinstance(values, dict):
            for figure, value in values.items():
                rest.add_row(name, figure.replace("_", " "), str(value))
    console = Console()
    console.print(games)
    console.print(rest)
    if figures["yardstick_ns"] is not None:
        console.print(f"A yardstick is {figures['yardstick_ns']} ns of processor time here and now.")


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=5, help="how often each figure is taken (default 5)")
    arguments = parser.parse_args()
    figures = measure(arguments.rounds)
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        show(figures)


if __name__ == "__main__":
    main()
