"""Which version of rules, bots and review the figures of a bench are of, so that lines of several are never mixed unnoticed."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["code", "engine"]

SOURCES: Final = Path(__file__).parent.parent / "src" / "allaboard"
PRESENTATION: Final = ("graph.py", "narration.py", "page.py")
"""Of the review, what only shows or says what was found."""


@cache
def engine() -> str:
    """Return a hash of the code of rules, bots and review, and of the boards."""
    digest = hashlib.sha256()
    for source in sources(SOURCES):
        text = source.read_text("utf-8")
        digest.update(f"{source.relative_to(SOURCES)}\n{code(text) if source.suffix == '.py' else text}\n".encode())
    return digest.hexdigest()[:12]


def sources(folder: Path) -> Iterator[Path]:
    """List the files that figures depend on."""
    for part in ("bots", "engine", "review"):
        yield from (file for file in sorted((folder / part).rglob("*.py")) if part != "review" or file.name not in PRESENTATION)
    yield from sorted((folder / "editions").glob("*.toml"))


def code(text: str) -> str:
    """Return a program without what changes nothing: comments, layout, and texts that stand by themselves, docstrings among them."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [line for line in node.body if not is_text(line)]
    return ast.unparse(tree)


def is_text(line: ast.stmt) -> bool:
    """Tell whether a statement is a text and nothing else."""
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)
