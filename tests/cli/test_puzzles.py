"""Puzzles on the command line: what was found is counted, put together, and never searched twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from allaboard.engine.jit import INTERPRETED
from allaboard.puzzles import Puzzle, shipped_puzzles

pytestmark = pytest.mark.skipif(INTERPRETED, reason="the search is compiled for it")


def searched(file: Path, *puzzles: Puzzle, game: int = 0) -> Path:
    """A file of one game that was searched."""
    line = {"edition": puzzles[0].edition, "seed": 1, "game": game, "puzzles": [puzzle.to_json() for puzzle in puzzles]}
    file.write_text(json.dumps(line) + "\n", "utf-8")
    return file


def test_who_has_enough_searches_no_more(figures: Any, tmp_path: Path) -> None:
    """Those in the file are counted, and nothing is played."""
    puzzle = shipped_puzzles()[0]
    file = searched(tmp_path / "found.jsonl", puzzle, game=6)
    before = file.read_bytes()
    told = figures("puzzles", "make", "--edition", puzzle.edition, "--count", 1, "-o", file)
    assert told["editions"] == {puzzle.edition: {"puzzles": 1, "games": 7}}
    assert file.read_bytes() == before


def test_it_is_said_where_is_written_before_it_begins(command: Any, tmp_path: Path) -> None:
    """And whether the file is new or gone on with."""
    puzzle = shipped_puzzles()[0]
    file = searched(tmp_path / "found.jsonl", puzzle)
    torn = file.read_text("utf-8") + '{"edition": "lon'
    file.write_text(torn, "utf-8")
    told = command("puzzles", "make", "--edition", puzzle.edition, "--count", 1, "-o", file)
    assert told.stderr.splitlines()[0] == f"Going on with {file}"
    assert file.read_text("utf-8") == torn


def test_searches_are_put_together(command: Any, tmp_path: Path) -> None:
    """One puzzle a line, in the form in which they are shipped, without near twins and what the planner has come to see."""
    one, other, solved = shipped_puzzles()[:3]
    another = next(option.action for option in solved.options[1:] if option.action != solved.natural)
    played_today = replace(solved, natural=another)  # so the planner does something else by now
    files = [searched(tmp_path / "a.jsonl", one), searched(tmp_path / "b.jsonl", other, one, played_today)]
    told = command("puzzles", "pack", *files, "-o", tmp_path / "all.jsonl")
    assert told.exit_code == 0, told.stderr
    packed = [Puzzle.from_json(json.loads(line)) for line in (tmp_path / "all.jsonl").read_text("utf-8").splitlines()]
    assert sorted(puzzle.id for puzzle in packed) == sorted([one.id, other.id])


def test_puzzles_are_tried_again(command: Any, figures: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some at random, the same ones for the same seed; one that fails is named, and the command fails."""
    tried: list[str] = []
    monkeypatch.setattr("allaboard.cli.puzzles.survives", lambda puzzle, _: tried.append(puzzle.id) or True)
    told = figures("puzzles", "verify", "--count", 3, "--seed", 5)
    assert (told["puzzles"], told["failed"]) == (tried, [])
    assert len(set(tried)) == 3
    monkeypatch.setattr("allaboard.cli.puzzles.survives", lambda puzzle, _: puzzle.id != tried[1])
    again = command("puzzles", "verify", "--count", 3, "--seed", 5)
    [bad] = [puzzle for puzzle in shipped_puzzles() if puzzle.id == tried[1]]
    assert again.exit_code == 1
    assert bad.answers[0] in again.stdout
    assert "2 of 3 puzzles stand clear again" in again.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["make", "--edition", "atlantis"], "atlantis"),
        (["make", "--edition", "london", "--budget", "5"], "budget"),
        (["make", "--edition", "london", "-o", "notes.jsonl"], "line 1"),
        (["make", "--edition", "london", "-o", "note.txt"], "the file stays as it is: name another by --output"),
        (["pack", "notes.jsonl", "-o", "./notes.jsonl"], "is one of the searches; name another file"),
        (["pack", "notes.jsonl", "-o", "all.jsonl"], "line 1"),
    ],
)
def test_mistakes_are_named(command: Any, words: list[str], complaint: str) -> None:
    """In one line, with nothing written."""
    texts = {"notes.jsonl": '{"text": "milk"}\n', "note.txt": "milk and bread"}
    for name, text in texts.items():
        Path(name).write_text(text, "utf-8")
    told = command("puzzles", *words)
    assert told.exit_code != 0
    assert complaint in told.stderr
    assert {name: Path(name).read_text("utf-8") for name in texts} == texts
    assert not Path("all.jsonl").exists()
