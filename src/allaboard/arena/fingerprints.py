"""What a bot of somebody else's is made of, as a few letters that change with it: results of two forms of a bot are never mixed.

Our own bots need none: the hash of our sources stands for them.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

from allaboard.bots import make_bot

__all__ = ["fingerprint"]

OURS: Final = "allaboard"
INSTALLED: Final = ("site-packages", "dist-packages")


def fingerprint(spec: str) -> str:
    """Return what stands for a bot's code: empty for ours, but for the files that one of ours was given, such as a net.

    It is made of the source of the bot's module and of what that imports from its own package or folder, of the version of the package
    that brings it, of the version that the bot declares (`version`), and of the files that it names (`files`, such as its weights).
    """
    bot = make_bot(spec)
    module = sys.modules[type(bot).__module__]
    top = module.__name__.partition(".")[0]
    if top == OURS and not getattr(bot, "files", ()):
        return ""
    digest = hashlib.sha256()
    for name in packages_distributions().get(top, ()):
        digest.update(f"{name} {version(name)}\n".encode())
    digest.update(f"{getattr(bot, 'version', '')}\n".encode())
    for source in sorted(_sources(module)) if top != OURS else ():
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    for file in getattr(bot, "files", ()):
        named = _folder(module) / file
        digest.update(f"{file}\n".encode())
        digest.update(named.read_bytes() if named.is_file() else b"")
    return digest.hexdigest()[:16]


def _sources(module: ModuleType) -> set[Path]:
    """The files of a module and of everything that it imports from its own package or, unless that is installed, from its own folder."""
    top, home = module.__name__.partition(".")[0], _folder(module).resolve()
    found: set[Path] = set()
    ahead = [(module.__name__, getattr(module, "__file__", None))]
    while ahead:
        name, file = ahead.pop()
        if file is None or not Path(file).is_file() or (path := Path(file).resolve()) in found:
            continue
        if name.partition(".")[0] == top or (not _installed(home) and path.is_relative_to(home) and not _installed(path)):
            found.add(path)
            ahead += [(other, _origin(other)) for other in _imported(path, name)]
    return found


def _installed(path: Path) -> bool:
    return any(name in path.parts for name in INSTALLED)


def _imported(path: Path, name: str) -> Iterator[str]:
    """Names of the modules that a source may import, wherever in it: of `from a import b`, both a and a.b."""
    if path.suffix != ".py":
        return
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _origin(name: str) -> str | None:
    """The file that a module would be loaded from; none for what is no module."""
    try:
        found = find_spec(name)
    except (ImportError, AttributeError, ValueError):
        return None
    return found.origin if found is not None else None


def _folder(module: ModuleType) -> Path:
    return Path(getattr(module, "__file__", None) or ".").parent
