"""Boards to begin with: invented towns that come with the package, and the files of any edition of ours to copy."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

__all__ = ["SAMPLES", "sample_ids", "template_files"]

HERE: Final = Path(__file__).parent
SAMPLES: Final = HERE / "samples"


def sample_ids() -> tuple[str, ...]:
    """The boards that are not listed among the editions: made to be changed."""
    return tuple(sorted(path.stem for path in SAMPLES.glob("*.toml") if not path.stem.endswith(".board")))


def template_files(name: str) -> tuple[Path, Path]:
    """Return the files of a sample, or of an edition of ours: the edition and its board."""
    edition = (SAMPLES if name in sample_ids() else HERE) / f"{name}.toml"
    return edition, edition.with_name(tomllib.loads(edition.read_text("utf-8"))["board"])
