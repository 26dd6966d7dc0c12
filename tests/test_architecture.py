"""The laws of docs/architecture.md that source code can be held to: no code asks which edition it is in, all secrets leave by one door.

And the page itself: what it names is there.
"""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from pathlib import Path

import allaboard

PACKAGE = Path(allaboard.__file__).parent
ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
OURS = set(allaboard.edition_ids())

DOORS = {"redact", "redact_moment", "redacted"}
"""The functions that blank what a seat cannot know."""

OPENED_BY = {
    "bots/distilled/lessons.py",
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


def values_compared(module: ast.Module) -> set[str]:
    """The fields that a module compares with something."""
    compared = [node for node in ast.walk(module) if isinstance(node, ast.Compare)]
    return {part.attr for node in compared for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def test_one_place_says_when_the_final_round_starts() -> None:
    """Law 1, R-END-1: whoever wants to know whether so many pieces start the final round asks `engine/turn.py`; files have their checks."""
    compared = {file for file, module in sources().items() if "final_round_at" in values_compared(module)}
    assert {file for file in compared if not file.startswith("editions/")} == {"engine/turn.py"}


def moments_of_wilds(module: ast.Module) -> list[int]:
    """Lines that ask about wilds and about the moment of a turn at once."""
    asked = [node for node in ast.walk(module) if isinstance(node, ast.BoolOp)]
    names = {node.lineno: {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} for node in asked}
    return [line for line, used in names.items() if "WILD" in used and used & {"TURN", "SECOND_CARD"}]


def test_one_place_says_that_a_wild_is_no_second_card() -> None:
    """Law 1, R-DRAW-3: whoever wants to know whether a card may be taken now asks `engine/card_draws.py`."""
    assert {file for file, module in sources().items() if moments_of_wilds(module)} == {"engine/card_draws.py"}


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
    assert values_compared(ast.parse("a.pieces - b.length <= c.final_round_at\nd.points")) == {"pieces", "length", "final_round_at"}
    assert names_used(ast.parse("redact(board, state, seat)")) == {"redact"}
    assert is_there("engine.entry.step") and is_there("search.worlds")
    assert not is_there("engine.entry.leap") and not is_there("search.dreams")


def is_there(name: str) -> bool:
    """Whether a dotted name leads to a module of the package or to something in one; bots may be named without their package."""
    parts = name.split(".")
    for package in ("allaboard", "allaboard.bots"):
        for length in range(len(parts), 0, -1):
            try:
                found: object = importlib.import_module(".".join([package, *parts[:length]]))
            except ModuleNotFoundError:
                continue
            for part in parts[length:]:
                found = getattr(found, part, None)
            if found is not None:
                return True
    return False


def test_every_file_that_the_page_names_is_there() -> None:
    """Tests that hold us to a law, and where to find what."""
    named = set(re.findall(r"`([\w*.-]+/[\w*/.-]*)`", PAGE))
    assert len(named) > 50
    folders = (ROOT, PACKAGE, PACKAGE / "bots")
    assert [path for path in sorted(named) if not any(any(folder.glob(path.rstrip("/"))) for folder in folders)] == []


def test_every_step_that_the_page_draws_is_there() -> None:
    """The ways of a move, of a decision and of a block, by the names of modules, classes and functions."""
    drawn = "\n".join(line for line in PAGE.split("\n## Laws\n")[1].splitlines() if line.startswith("    "))
    named = set(re.findall(r"\b[a-z_]+(?:\.\w+)+\b", drawn))
    assert len(named) > 20
    assert sorted(name for name in named if not is_there(name)) == []


def test_the_layers_on_the_page_are_those_that_imports_are_held_to() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    held = {name for layer in contracts[0]["layers"] for name in re.findall(r"\w+", layer)} - {"__main__", "__about__"}
    block = PAGE.split("## Layers\n")[1].split("## Laws\n")[0]
    listed = {name for line in block.splitlines() if line.startswith("    ") for name in re.split(r"\s+", line[4:34].strip())}
    beside = {name for name in re.findall(r"`(\w+)`", block) if name not in listed}
    assert listed | beside == held


def test_every_file_that_adding_a_mechanic_names_is_there() -> None:
    """The other page that sends people to places in the tree: files by their names, functions and codes by theirs."""
    page = (ROOT / "docs" / "add-a-mechanic.md").read_text(encoding="utf-8")
    files = [file for folder in ("src", "tests", "web/src") for file in (ROOT / folder).rglob("*") if file.suffix in (".py", ".ts")]
    paths, code = [f"/{file.relative_to(ROOT).as_posix()}" for file in files], "".join(file.read_text(encoding="utf-8") for file in files)
    named = set(re.findall(r"`([\w/]+\.(?:py|ts))`", page))
    words = set(re.findall(r"`([\w.]+)`", page)) - named
    assert len(named) > 30 and len(words) > 15
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in paths)) == []
    assert sorted(word for word in words if word.removeprefix("Route.") not in code and not (ROOT / word).exists()) == []
