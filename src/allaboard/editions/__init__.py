"""The editions: what differs between boxes, as data. This door gives editions by id or by file.

One TOML file an edition and one a board; `edition.py` says what they become, `loader.py` how.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from .edition import Edition
from .faults import EditionError, Fault, listed, nearest
from .loader import Unreadable, load, load_board, load_text
from .sample_boards import sample_ids, template_files
from .texts import shortened

__all__ = [
    "Edition",
    "EditionError",
    "Fault",
    "Unreadable",
    "edition_ids",
    "get_edition",
    "load",
    "load_board",
    "load_text",
    "sample_ids",
    "template_files",
]


def get_edition(name_or_path: str | Path) -> Edition:
    """A built-in edition by its id, or anybody's edition by the path of its .toml file."""
    if not isinstance(name_or_path, str) or name_or_path.endswith(".toml"):
        return load(name_or_path)
    if name_or_path in _files():
        return _built_in(name_or_path)
    known = edition_ids()
    unknown = f"'{shortened(name_or_path)}' is not a known edition{nearest(name_or_path, known)}"
    raise EditionError([Fault("", "", "edition", f"{unknown}; allowed: {listed(known)}, or the path of a .toml file")])


@cache
def edition_ids() -> tuple[str, ...]:
    """The built-in editions, shortest game first."""
    return tuple(sorted(_files(), key=lambda name: (_built_in(name).pieces, name)))


@cache
def _built_in(name: str) -> Edition:
    return load(_files()[name])


@cache
def _files() -> dict[str, Path]:
    """Edition id → file: every TOML of this folder that is not a board."""
    return {path.stem: path for path in Path(__file__).parent.glob("*.toml") if not path.stem.endswith(".board")}
