"""Compiled code on disk: one file for every function and its types, brought by the package or kept in the user's cache folder.

Folders are named by a hash of all sources that a package's code is made of, and by the machine that the code is for: Python, libraries
and processor. Numba's own cache looks only at the file of the function itself, so a change in a callee would go unseen. A file says what it
is: one that is damaged, cut off, or of another function or machine is noticed before anything in it is run, and compiled again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import pickle
import platform
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba.core import config as numba_config
from numba.core.caching import _Cache
from numba.core.codegen import get_host_cpu_features as _get_host_cpu_features
from numba.core.serialize import dumps as _dumps
from platformdirs import user_cache_path

from allaboard.engine.linking import rebuilt, reduced

__all__ = [
    "BASELINE",
    "ROOT",
    "SOURCES",
    "CodeCache",
    "Machine",
    "cache_folder",
    "here",
    "is_complete",
    "mark_complete",
    "misfit",
    "shipped_folder",
    "sources_hash",
]

# Numba states no types.
config: Any = numba_config
dumps: Callable[[object], bytes] = _dumps
get_host_cpu_features: Callable[[], str] = _get_host_cpu_features
logger = logging.getLogger("allaboard.engine")

ROOT: Final = Path(__file__).parent.parent
SHIPPED: Final = ROOT / "compiled"
"""Where a wheel brings compiled code; a checkout has none."""
BASELINE: Final = "x86-64-v3"
BASELINE_FEATURES: Final = (
    *("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt"),
    *("movbe", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3", "xsave"),
)
"""What the name of that level stands for."""

SOURCES: Final = {
    "engine": ("editions/bounds.py", "engine/*.py"),
    "bots": ("editions/bounds.py", "engine/*.py", "bots/**/*.py"),
    "arena": ("editions/bounds.py", "engine/*.py", "bots/**/*.py", "arena/**/*.py"),
    "env": ("editions/bounds.py", "engine/*.py", "bots/**/*.py", "env/**/*.py"),
}
"""Package → the sources that its compiled code is made of: its own, and those of the packages below it."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What compiled code depends on besides its sources."""

    python: str
    numba: str
    llvmlite: str
    numpy: str
    system: str
    processor: str
    features: str

    @property
    def name(self) -> str:
        """A short name that no other machine has."""
        return f"{self.python}-{hashlib.sha256(repr(self).encode()).hexdigest()[:12]}"


def _machine(processor: str, features: str) -> Machine:
    python = sys.implementation.cache_tag or platform.python_version()
    return Machine(python, numba.__version__, llvmlite.__version__, np.__version__, binding.get_process_triple(), processor, features)


@cache
def here() -> Machine:
    """The machine that this process compiles for: the one it runs on, unless Numba's settings name another."""
    features = config.CPU_FEATURES if config.CPU_FEATURES is not None else get_host_cpu_features()
    return _machine(config.CPU_NAME or binding.get_host_cpu_name(), features)


@cache
def sources_hash(package: str) -> str:
    """What names exactly these sources of a package."""
    digest = hashlib.sha256()
    for pattern in SOURCES[package]:
        for source in sorted(ROOT.glob(pattern)):
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(package: str = "engine") -> Path:
    """The folder of the user that holds the compiled code of a package, made from exactly these sources for this machine."""
    base = os.environ.get("ALLABOARD_CACHE_DIR")
    above = Path(base) if base else user_cache_path("allaboard", appauthor=False)
    return above / "compiled" / f"{package}-{sources_hash(package)}" / here().name


@cache
def shipped_folder(package: str) -> Path | None:
    """The folder of compiled code that came with the package, if it is of these sources, for this Python and for this processor."""
    baseline = _machine(BASELINE, "")
    folder = SHIPPED / f"{package}-{sources_hash(package)}" / baseline.name
    return folder if folder.is_dir() and _runs_baseline() else None


def _runs_baseline() -> bool:
    try:
        features = binding.get_host_cpu_features()
    except RuntimeError:
        return False
    return all(features.get(feature, False) for feature in BASELINE_FEATURES)


def misfit() -> str | None:
    """Why compiled code that came with the package is not used here, in a sentence; None where it is, or where none came."""
    made_for = SHIPPED / "machine.json"
    if not made_for.is_file() or shipped_folder("engine") is not None:
        return None
    made, mine = json.loads(made_for.read_text(encoding="utf-8")), asdict(_machine(BASELINE, ""))
    other = [f"{name} {made.get(name)} instead of {mine[name]}" for name in mine if made.get(name) != mine[name]]
    reason = ", ".join(other) or ("its sources were changed" if _runs_baseline() else f"a processor of level {BASELINE}")
    return f"The compiled code that came with this package is not for here ({reason}), so it is compiled anew, once."


def is_complete(package: str, part: str = "complete") -> bool:
    """Whether a part of a package's code was compiled, by an earlier run or before it was shipped."""
    return any(folder is not None and (folder / part).exists() for folder in (cache_folder(package), shipped_folder(package)))


def mark_complete(package: str, part: str = "complete") -> None:
    """Remember that a part of a package's code is compiled, if anything was."""
    if cache_folder(package).is_dir():
        (cache_folder(package) / part).touch()


class CodeCache(_Cache):
    """The compiled forms of one function."""

    def __init__(self, function: Callable[..., object], package: str, kind: str = "unit") -> None:
        code = function.__code__
        self._inside = Path(function.__module__)
        self._stem = f"{function.__qualname__.replace('<', '').replace('>', '')}-{code.co_firstlineno}-{kind}"
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self._content = hashlib.sha256(code.co_code + (dumps(cells) if cells else b"")).hexdigest()
        self._package, self._enabled = package, True

    @property
    def cache_path(self) -> str:
        """Where new code is kept."""
        return str(cache_folder(self._package) / self._inside)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for these types, ready to run; None where there is none that can be trusted."""
        if not self._enabled:
            return None
        target_context.refresh()
        shipped = shipped_folder(self._package)
        for folder in [cache_folder(self._package), *([shipped] if shipped else [])]:
            file = folder / self._inside / self._file_name(sig)
            try:
                found = file.read_bytes()
            except OSError:
                continue
            if found[:32] == _seal(file, found[32:]):
                return rebuilt(target_context, pickle.loads(found[32:]))
            logger.warning("%s is damaged, or not for here: it is compiled anew", file)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep code on disk, whole or not at all."""
        if not self._enabled or data.library.has_dynamic_globals:
            return
        file = cache_folder(self._package) / self._inside / self._file_name(sig)
        content = dumps(reduced(data))
        beside = file.with_name(f"{file.name}.{uuid.uuid4().hex[:12]}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(_seal(file, content) + content)
            beside.replace(file)
        except OSError as error:  # a full or read-only disk: the code runs, and is compiled again next time
            logger.warning("compiled code cannot be kept: %s", error)
            with suppress(OSError):
                beside.unlink()

    def _file_name(self, types: Any) -> str:
        return f"{self._stem}.{hashlib.sha256(f'{types!r} {self._content}'.encode()).hexdigest()[:24]}.nbc"

    def enable(self) -> None:
        """Look for code on disk, and keep it there."""
        self._enabled = True

    def disable(self) -> None:
        """Compile what is needed, and forget it with the process."""
        self._enabled = False

    def flush(self) -> None:
        """Forget what is kept of this function."""
        for file in Path(self.cache_path).glob(f"{self._stem}.*"):
            file.unlink(missing_ok=True)


def _seal(file: Path, content: bytes) -> bytes:
    """What a file begins with: a hash of its content, its name, and the sources and the machine that its folders are named by."""
    return hashlib.sha256("/".join(file.parts[-4:]).encode() + content).digest()
