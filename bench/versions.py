"""Which version of rules, bots and review the figures of a bench are of, so that lines of several are never mixed unnoticed."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["engine"]

SOURCES: Final = Path(__file__).parent.parent / "src" / "allaboard"


@cache
def engine() -> str:
    """Return a hash of the sources of rules, bots and review."""
    texts = [file.read_bytes() for part in ("engine", "bots", "review") for file in sorted((SOURCES / part).rglob("*.py"))]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:12]
