"""Pressing Tab: answered from a table that says what the commands say, without importing rules or bots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from allaboard.cli.completion import TABLE, read_table
from allaboard.cli.document import completion_table, document, table_text

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
HEAVY = ("numba", "numpy", "pydantic", "rich", "allaboard.engine", "allaboard.bots", "allaboard.server")


def completed(words: str, more: dict[str, str] | None = None) -> list[str]:
    """What bash would be told for a line, of which the last word is not finished."""
    environment = {
        **os.environ,
        **(more or {}),
        "_ALLABOARD_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    command = [sys.executable, "-c", "import sys; sys.argv = ['allaboard']; from allaboard.cli import main; main()"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60).stdout.split()


def test_the_page_of_commands_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == document(), "run: python -m allaboard.cli.document > docs/commands.md"


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table_text(), "run: python -m allaboard.cli.document --table > src/allaboard/cli/completion.json"
    assert read_table() == json.loads(json.dumps(completion_table()))


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("allaboard si", ["simulate"]),
        ("allaboard play lo", ["london"]),
        ("allaboard play london --bot gre", ["greedy"]),
        ("allaboard arena usa --bots planner,gre", ["planner,greedy"]),
        ("allaboard edition ch", ["check"]),
        ("allaboard edition copy har", ["harbour"]),
        ("allaboard draw usa --po", ["--poster"]),
        ("allaboard simulate usa --games 5 --j", ["--jobs", "--json"]),
    ],
)
def test_the_shell_is_answered(words: str, answers: list[str]) -> None:
    assert completed(words) == answers


def test_completing_imports_nothing_heavy(tmp_path: Path) -> None:
    """What takes longest to import is what an answer does without: it comes within 300 ms on an ordinary machine."""
    told = tmp_path / "modules.json"
    (tmp_path / "sitecustomize.py").write_text(
        f"import atexit, json, sys\natexit.register(lambda: open({str(told)!r}, 'w').write(json.dumps(sorted(sys.modules))))\n", "utf-8"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    assert completed("allaboard play london --bot gre", {"PYTHONPATH": path}) == ["greedy"]
    imported = json.loads(told.read_text("utf-8"))
    assert "allaboard.cli.completion" in imported
    assert [name for name in imported if name.startswith(HEAVY)] == []
