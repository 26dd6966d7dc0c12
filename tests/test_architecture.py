"""The laws of docs/architecture.md that source code can be held to: no code asks which edition it is in, all secrets leave by one door."""

from __future__ import annotations

import ast
from pathlib import Path

import allaboard

PACKAGE = Path(allaboard.__file__).parent
OURS = set(allaboard.edition_ids())

DOORS = {"redact", "redact_moment", "redacted"}
"""The functions that blank what a seat cannot know."""

OPENED_BY = {
    "bots/learned/lessons.py",
    "bots/planner/self_play.py",
    "bots/search/worlds.py",
    "engine/entry.py",
    "env/opponents.py",
    "env/stepping.py",
    "observation.py",
}
"""Who calls them: compiled games and environments, which hand each seat its own copy, and the observation that everybody else gets."""


def sources() -> dict[str, ast.Module]:
    """The modules of the package, by path."""
    files = sorted(PACKAGE.rglob("*.py"))
    return {file.relative_to(PACKAGE).as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def editions_asked_for(module: ast.Module) -> list[int]:
    """Lines that compare something with the id of one of our editions, or choose by it."""
    found = set()
    for node in ast.walk(module):
        match node:
            case ast.Compare():
                asked = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            case ast.MatchValue():
                asked = [node.value]
            case ast.Dict():
                asked = [key for key in node.keys if key is not None]
            case _:
                continue
        if any(isinstance(part, ast.Constant) and part.value in OURS for part in asked if not isinstance(part, ast.Dict)):
            found.add(node.lineno)
    return sorted(found)


def names_used(module: ast.Module) -> set[str]:
    """The functions that a module calls by name."""
    return {node.func.id for node in ast.walk(module) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def test_no_code_asks_which_edition_it_is_in() -> None:
    """Law 2: boxes differ by values and named mechanics, so that a new one needs no Python."""
    assert {file: lines for file, module in sources().items() if (lines := editions_asked_for(module))} == {}


def test_secrets_leave_by_one_door() -> None:
    """Law 4: few modules redact a state; a new one among them must say here why it does not take an observation."""
    assert {file for file, module in sources().items() if names_used(module) & DOORS} == OPENED_BY


def test_the_checks_find_what_they_look_for() -> None:
    asked = "edition.id == 'usa'\nname in ('london', 'oslo')\nmatch key:\n    case 'usa':\n        pass\nPOSTERS = {'new-york': 1}"
    assert editions_asked_for(ast.parse(asked)) == [1, 2, 4, 6]
    assert editions_asked_for(ast.parse("open('usa')\nDEFAULTS = {'edition': 'new-york'}")) == []
    assert names_used(ast.parse("redact(board, state, seat)")) == {"redact"}
