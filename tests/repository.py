"""The repository as tests use it: its scripts as modules, which are found by their path, and a copy of it in a fresh folder."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


def script(path: str) -> ModuleType:
    """Import a script by its path in the repository; its dataclasses look their module up, so it is known while it runs."""
    file = ROOT / path
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[file.stem]
    return module


def copy_repository(folder: Path) -> Path:
    """Copy every file that git knows, as it is now, into a new folder: a clone of what is about to be committed."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder
