"""Compiling with Numba: three decorators. What was compiled is kept by `code_cache`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config

from allaboard.engine.code_cache import SOURCES, CodeCache
from allaboard.engine.linking import PartDispatcher, UnitDispatcher

__all__ = ["INTERPRETED", "compile_for", "compiled", "inlined", "merged"]

typeof: Callable[[object], object] = numba.typeof
config: Any = numba_config  # a module whose values are set while it is loaded: type checkers find none of them

Function = TypeVar("Function", bound=Callable[..., object])

OPTIONS: Final = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}

INTERPRETED = bool(config.DISABLE_JIT)
"""True with NUMBA_DISABLE_JIT=1: the same source runs as plain Python, for debugging and coverage."""

if INTERPRETED:
    np.seterr(over="ignore")  # words wrap around in compiled code without a word


def inlined(function: Function) -> Function:
    """Compile a small function that is copied into all its callers: cached on disk, free of the interpreter's lock, NumPy's division."""
    # Rules are small and hand on arrays, which a call passes in seven parts: inlined, a decision takes a third less time.
    return _compile(function, inline=True)


def compiled(function: Function) -> Function:
    """Compile a function that is called, from Python or because it is too large to be copied: it is optimised once, whoever calls it."""
    return _compile(function, inline=False)


def compile_for(function: Callable[..., object], *arguments: object) -> None:
    """Compile a function for arguments like these, or fetch what was compiled, without calling it."""
    if not INTERPRETED:
        cast(Any, function).compile(tuple(map(typeof, arguments)))


def merged(function: Function) -> Function:
    """Make a large function part of its only caller's source: compiled on its own it would be optimised twice."""
    return function if INTERPRETED else cast(Function, UnitDispatcher(function, targetoptions={**OPTIONS, "inline": "always"}))


def _compile(function: Function, *, inline: bool) -> Function:
    if INTERPRETED:
        return function
    # Code of others, such as a test's own rule, is compiled anew each time: we cannot tell what it is made of.
    package = next((name for name in SOURCES if function.__module__.startswith(f"allaboard.{name}.")), None)
    unit: Any = UnitDispatcher(function, targetoptions=OPTIONS)
    dispatcher: Any = PartDispatcher(function, OPTIONS, unit) if inline else unit
    if package:
        unit._cache = CodeCache(function, package, "unit")
        if inline:
            dispatcher._cache = CodeCache(function, package, "part")
    return cast(Function, dispatcher)
