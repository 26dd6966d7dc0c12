"""Compiling with Numba: three decorators, and a cache that notices every change of a compiled source.

Numba's own cache looks only at the file of the function itself, so a change in a callee would go unseen. Ours lives in a folder for
each package, named by a hash of all sources that its code is made of; Numba itself tells processors apart. Where the sources lie does not
matter: two checkouts of the same code share what was compiled.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.caching import UserProvidedCacheLocator
from platformdirs import user_cache_path

__all__ = ["INTERPRETED", "SourcesLocator", "cache_folder", "compiled", "inlined", "merged"]

config: Any = numba_config  # a module whose values are set while it is loaded: type checkers find none of them

Function = TypeVar("Function", bound=Callable[..., object])

INTERPRETED = bool(config.DISABLE_JIT)
"""True with NUMBA_DISABLE_JIT=1: the same source runs as plain Python, for debugging and coverage."""

if INTERPRETED:
    np.seterr(over="ignore")  # words wrap around in compiled code without a word

SOURCES = {
    "engine": ("editions/bounds.py", "engine/*.py"),
    "bots": ("editions/bounds.py", "engine/*.py", "bots/**/*.py"),
    "arena": ("editions/bounds.py", "engine/*.py", "bots/**/*.py", "arena/**/*.py"),
    "env": ("editions/bounds.py", "engine/*.py", "bots/**/*.py", "env/**/*.py"),
}
"""Package → the sources that its compiled code is made of: its own, and those of the packages below it."""


@cache
def cache_folder(package: str = "engine") -> Path:
    """The folder that holds the compiled code of a package, made from exactly these sources."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for pattern in SOURCES[package]:
        for source in sorted(root.glob(pattern)):
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    base = os.environ.get("ALLABOARD_CACHE_DIR")
    return (Path(base) if base else user_cache_path("allaboard", appauthor=False)) / "compiled" / f"{package}-{digest.hexdigest()[:16]}"


class SourcesLocator(UserProvidedCacheLocator):
    """Tells Numba where compiled code lies: below the folder of its sources, in one named by the module and not by its path."""

    def __init__(self, py_func: Callable[..., object], py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]  # Numba states no types there
        self._cache_path = str(Path(config.CACHE_DIR, py_func.__module__.rpartition(".")[0]))


def inlined(function: Function) -> Function:
    """Compile a small function that is copied into all its callers: cached on disk, free of the interpreter's lock, NumPy's division."""
    # Rules are small and hand on arrays, which a call passes in seven parts: inlined, a decision takes a quarter less time.
    return _compile(function, inline=True)


def compiled(function: Function) -> Function:
    """Compile a function that is called: too large or too rare to be copied into its callers."""
    return _compile(function, inline=False)


def merged(function: Function) -> Function:
    """Make a large function part of its only caller's source: compiled on its own it would be optimised twice."""
    return function if INTERPRETED else cast(Function, numba.njit(inline="always", nogil=True, error_model="numpy")(function))


def _compile(function: Function, *, inline: bool) -> Function:
    if INTERPRETED:
        return function
    package = next((name for name in SOURCES if function.__module__.startswith(f"allaboard.{name}.")), None)
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    if package:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(cache_folder(package)), f"{__name__}.{SourcesLocator.__name__}"
    try:
        # Code of others, such as a test's own rule, is compiled anew each time: we cannot tell what it is made of.
        dispatcher = numba.njit(cache=package is not None, nogil=True, error_model="numpy", forceinline=inline)(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    return cast(Function, dispatcher)
