"""What a bot is made of beyond our own bots' code, as a few letters that change with it: results of two forms of a bot are never mixed.

Most bots of ours need none: the hash of our sources stands for them.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Final

from allaboard.bots import make_bot
from allaboard.bots.registry import bot_module
from allaboard.engine.code_cache import sources_hash

__all__ = ["fingerprint"]

OURS: Final = "allaboard"
ENVIRONMENTS: Final = f"{OURS}.env."
"""What nets are shown is worked out there, and the hash of our bots' sources knows nothing of it."""
INSTALLED: Final = ("site-packages", "dist-packages")


def fingerprint(spec: str) -> str:
    """Return what stands for a bot's code: empty for ours, but for those that play by files, such as nets.

    It is made of the sources of the module that the spec names, of that of the bot's class, which a function may have taken from elsewhere,
    and of what they import from their own package or folder; of the version of the packages that bring them, of the version that the bot
    declares (`version`), and of the files that it names (`files`, such as its weights).
    """
    bot = make_bot(spec)
    kind, files = type(bot), getattr(bot, "files", ())
    modules = [sys.modules[name] for name in dict.fromkeys((bot_module(spec), kind.__module__)) if not _given(name)]
    if not modules and not files:
        return ""
    digest = hashlib.sha256()
    for top in dict.fromkeys(_top(module.__name__) for module in modules):
        for name in packages_distributions().get(top, ()):
            digest.update(f"{name} {version(name)}\n".encode())
    digest.update(f"{getattr(bot, 'version', '')}\n".encode())
    if any(base.__module__.startswith(ENVIRONMENTS) for base in kind.__mro__):
        digest.update(sources_hash("env").encode())
    for source in sorted(set[Path]().union(*map(_sources, modules))):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    for file in files:
        named = _folder(sys.modules[kind.__module__]) / file
        digest.update(f"{named.name}\n".encode())
        digest.update(named.read_bytes() if named.is_file() else b"")
    return digest.hexdigest()[:16]


def _top(name: str) -> str:
    return name.partition(".")[0]


def _given(name: str) -> bool:
    """Whether a module is ours or Python's own: the author of a bot does not change it."""
    return _top(name) == OURS or _top(name) in sys.stdlib_module_names


def _sources(module: ModuleType) -> set[Path]:
    """The files of a module and of everything that it imports from its own package or, unless that is installed, from its own folder."""
    top, home = _top(module.__name__), _folder(module).resolve()
    found: set[Path] = set()
    ahead = [(module.__name__, getattr(module, "__file__", None)), *_origins(module.__name__)]
    while ahead:
        name, file = ahead.pop()
        if file is None or not Path(file).is_file() or (path := Path(file).resolve()) in found:
            continue
        if _top(name) == top or (not _installed(home) and path.is_relative_to(home) and not _installed(path)):
            found.add(path)
            ahead += [origin for other in _imported(path, name) for origin in _origins(other)]
    return found


def _installed(path: Path) -> bool:
    return any(name in path.parts for name in INSTALLED)


def _imported(path: Path, name: str) -> Iterator[str]:
    """Names of the modules that a source may import, wherever in it: of `from a import b`, both a and a.b."""
    if path.suffix != ".py":
        return
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):  # it is counted as it is, and nobody has imported it so far
        return
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _origins(name: str) -> Iterator[tuple[str, str | None]]:
    """The packages that importing a module runs, and the module, with their files, as far as there are any; nothing is run for it."""
    where: list[str] | None = None
    for part in accumulate(name.split("."), "{}.{}".format):
        try:
            spec = find_spec(part) if where is None else PathFinder.find_spec(part, where)
        except (ImportError, AttributeError, ValueError):
            return
        if spec is None:
            return
        yield part, spec.origin
        if (where := spec.submodule_search_locations) is None:
            return


def _folder(module: ModuleType) -> Path:
    return Path(getattr(module, "__file__", None) or ".").parent
