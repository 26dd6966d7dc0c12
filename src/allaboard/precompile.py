"""Compiling what playing needs: rules, planner, search, in this order, by one process of a machine and its helper, while others watch.

What is in each part is said by `engine.entry` and `bots.precompile`; where code is kept, by `engine.code_cache`. Who waits for a part reads
from the cache folder how far it is, whichever process compiles. What is marked as compiled is looked for: a file that is missing says no.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Final, Literal, get_args

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.precompile import SELDOM_ASKED, compile_bots, late_bots
from allaboard.bots.registry import bot_names
from allaboard.bots.search.workspace import new_workspace
from allaboard.bots.search.worlds import dealt
from allaboard.compile_notice import known_to_compile
from allaboard.editions import edition_ids, get_edition
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.code_cache import cache_folder, is_complete, mark_complete, shipped_folder
from allaboard.engine.entry import compile_rules
from allaboard.engine.jit import INTERPRETED
from allaboard.position import Position

__all__ = [
    "PARTS",
    "Part",
    "compile_part",
    "compiling",
    "helping",
    "is_compiled",
    "is_whole",
    "mark_whole",
    "missing_parts",
    "part_done",
    "try_lock",
]

Part = Literal["rules", "planner", "search"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
PACKAGES: Final[dict[Part, str]] = {"rules": "engine", "planner": "bots", "search": "bots"}

FILES: Final[dict[Part, tuple[int, int]]] = {"rules": (0, 245), "planner": (0, 58), "search": (58, 76)}
"""Part → how many files its package's folder holds when it begins and when it is done: only the figure that is shown depends on it."""

Announce = Callable[[str], None]


def is_compiled(part: Part) -> bool:
    """Whether an earlier run, or the package, left the code of a part on disk."""
    return is_whole(PACKAGES[part], part)


def is_whole(package: str, part: str) -> bool:
    """Whether a part of a package's code was compiled, and all that it was made of is still there."""
    if INTERPRETED:
        return True
    if not is_complete(package, part):
        return False
    folders = [folder for folder in (cache_folder(package), shipped_folder(package)) if folder is not None]
    markers = [folder / part for folder in folders if (folder / part).is_file()]
    needed = {name for marker in markers[:1] for name in marker.read_text(encoding="utf-8").split("\n") if name}
    return all(any((folder / name).is_file() for folder in folders) for name in needed)


def mark_whole(package: str, part: str) -> None:
    """Remember that a part of a package's code is compiled, and of which files it is made."""
    mark_complete(package, part)
    folder = cache_folder(package)
    if folder.is_dir():
        names = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.nbc"))
        (folder / part).write_text("\n".join(names), encoding="utf-8")


def missing_parts() -> tuple[Part, ...]:
    """The parts that are still to be compiled."""
    return tuple(part for part in PARTS if not is_compiled(part))


def compile_part(part: Part, announce: Announce = lambda _: None) -> dict[str, str]:
    """Compile a part by using it once, or fetch it from disk; returns which bots failed, and how. The parts before it come first."""
    failures: dict[str, str] = {}
    with known_to_compile():
        if part == "rules":
            smallest = get_edition(edition_ids()[0])
            compile_rules(action_space(smallest).boards, smallest.min_players, announce)
        else:
            late = late_bots()
            wanted = [name for name in bot_names() if name not in SELDOM_ASKED and (name in late) == (part == "search")]
            failures = compile_bots(wanted, announce)
        if part == PARTS[-1]:
            _deal_a_position()
    mark_whole(PACKAGES[part], part)
    return failures


def _deal_a_position() -> None:
    """Compile what it takes to play on from a moment with other cards: laying a position out, and dealing what a seat cannot know."""
    smallest = get_edition(edition_ids()[0])
    position = Position(smallest, smallest.min_players).claimed(0, action_space(smallest).route_names[0])
    observation = position.game(seed=0).observe(0)
    if not INTERPRETED:
        odds, words = np.zeros((MAX_PLAYERS, MAX_TICKETS)), np.arange(4, dtype=np.uint64)
        dealt(observation.actions.boards, observation.states, new_workspace().states, 0, odds, words)


@contextmanager
def helping(missing: Sequence[Part]) -> Iterator[Callable[[Part], None]]:
    """Let another process compile what bots are made of while the rules are compiled here, if there is a core for it.

    Gives a function to call before a part is compiled here: it waits where the other process is about to have done it. Who will wait for
    somebody who compiles already needs none: that one has its own.
    """
    helper = None
    if "rules" in missing and not INTERPRETED and _cores() > 1 and not _others_compile():
        helper = subprocess.Popen([sys.executable, "-m", "allaboard.bots.precompile"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def wait_for(part: Part) -> None:
        if helper is not None and part == PARTS[-1]:
            helper.wait()

    try:
        yield wait_for
    finally:
        if helper is not None:
            helper.terminate()
            helper.wait()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def part_done(part: Part) -> float:
    """Which share of a part is compiled, from 0 to 1, roughly: by the files that are there."""
    if is_compiled(part):
        return 1.0
    first, last = FILES[part]
    found = sum(1 for _ in cache_folder(PACKAGES[part]).rglob("*.nbc"))
    return min(0.99, max(0.0, (found - first) / (last - first)))


def _open_lock() -> IO[bytes]:
    """Open the file that whoever compiles has locked."""
    folder = cache_folder().parents[1]
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / "compiling.lock").open("a+b")


def _others_compile() -> bool:
    """Whether another process of this machine compiles just now."""
    try:
        handle = _open_lock()
    except OSError:
        return False
    with handle:
        return not try_lock(handle)


@contextmanager
def compiling() -> Iterator[None]:
    """Wait until no other process of this machine compiles; then be the one."""
    try:
        handle = _open_lock()
    except OSError:  # where nothing can be kept, each process compiles for itself
        yield
        return
    with handle:
        while not try_lock(handle):
            time.sleep(0.2)
        yield


def try_lock(handle: IO[bytes]) -> bool:
    """Lock a file for as long as it is open, or its process lives; False when another process has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
