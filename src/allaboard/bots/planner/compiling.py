"""How the planner's larger thoughts are compiled: once, to be called, and not copied into every caller as the engine's small rules are.

They hand on records, which a call passes as pointers, so that calling costs nothing; copying them made compiling take minutes.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numba
from numba.core import config as numba_config

from allaboard.engine.compiling import INTERPRETED, cache_folder

__all__ = ["part", "thought"]

config: Any = numba_config

Function = TypeVar("Function")


def thought(function: Function) -> Function:
    """Compile one thought: cached on disk with the bots, free of the interpreter's lock, with NumPy's division."""
    if INTERPRETED:
        return function
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder("bots"))
    try:
        return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
    finally:
        config.CACHE_DIR = before


def part(function: Function) -> Function:
    """Compile a thought as a part of its only caller: on its own it would be optimised twice."""
    if INTERPRETED:
        return function
    return cast(Function, numba.njit(inline="always", nogil=True, error_model="numpy")(function))
