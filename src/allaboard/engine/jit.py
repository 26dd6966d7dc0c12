"""Compiling with Numba: three decorators. What was compiled is kept by `code_cache`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config

from allaboard.engine.code_cache import SOURCES, CodeCache

__all__ = ["INTERPRETED", "compiled", "inlined", "merged"]

config: Any = numba_config  # a module whose values are set while it is loaded: type checkers find none of them

Function = TypeVar("Function", bound=Callable[..., object])

INTERPRETED = bool(config.DISABLE_JIT)
"""True with NUMBA_DISABLE_JIT=1: the same source runs as plain Python, for debugging and coverage."""

if INTERPRETED:
    np.seterr(over="ignore")  # words wrap around in compiled code without a word


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
    dispatcher = numba.njit(nogil=True, error_model="numpy", forceinline=inline)(function)
    # Code of others, such as a test's own rule, is compiled anew each time: we cannot tell what it is made of.
    if package := next((name for name in SOURCES if function.__module__.startswith(f"allaboard.{name}.")), None):
        cast(Any, dispatcher)._cache = CodeCache(function, package)
    return cast(Function, dispatcher)
