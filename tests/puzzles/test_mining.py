"""Looking for puzzles in bots' games: resumable, the same for the same seed, nothing unverified, no near twins."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from allaboard import get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.puzzles import shipped_puzzles
from allaboard.puzzles.mining import Budget, Mine, MiningError, lineup, mend, read_lines
from allaboard.puzzles.puzzle import Puzzle, are_twins, without_twins

SMALL = Budget(find=120, verify=1)


def test_every_kind_of_player_meets_every_other() -> None:
    """Games have two or three players, and in a few dozen of them all kinds have met."""
    lineups = [lineup(get_edition("london"), number) for number in range(60)]
    assert {len(bots) for bots in lineups} == {2, 3}
    assert len({frozenset(bots[:2]) for bots in lineups}) == 10


@pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")
def test_who_is_stopped_goes_on_behind_the_last_game(tmp_path: Path) -> None:
    """A line for every game that was searched; another search with the same file begins with the next, and finds the same again."""
    file = tmp_path / "found.jsonl"
    edition = get_edition("new-york")
    first = Mine(edition, 3, file, SMALL)
    found = first.search_game()
    with file.open("a") as out:
        out.write('{"edition": "new-york", "se')  # killed while it wrote
    again = Mine(edition, 3, file, SMALL)
    assert again.searched == 1
    assert next(read_lines(file))["seconds"] > 0
    assert [puzzle.id for puzzle in again.known] == [puzzle.id for puzzle in found]
    again.search_game()
    assert [line["game"] for line in read_lines(file)] == [0, 1]
    other = Mine(edition, 3, tmp_path / "other.jsonl", SMALL)
    assert [puzzle.to_json() for puzzle in other.search_game()] == [puzzle.to_json() for puzzle in found]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    """It says where."""
    file = tmp_path / "notes.jsonl"
    file.write_text('{"edition": "usa", "seed": 1, "game": 0, "puzzles": []}\n{"text": "milk"}\n')
    with pytest.raises(MiningError, match="line 2"):
        Mine(get_edition("usa"), 1, file)


def test_only_a_torn_line_is_taken_away(tmp_path: Path) -> None:
    """What ends with a line break stays as it is."""
    file = tmp_path / "found.jsonl"
    file.write_text("one\ntwo\n")
    mend(file)
    assert file.read_text() == "one\ntwo\n"
    file.write_text("one\ntw")
    mend(file)
    assert file.read_text() == "one\n"


def test_near_twins_are_dropped() -> None:
    """A moment later in the same game, or the same answer with nearly the same routes and tickets; another answer is another puzzle."""
    puzzle = shipped_puzzles()[0]
    later = replace(puzzle, origin=replace(puzzle.origin, n=puzzle.origin.n + 3))
    elsewhere = replace(puzzle, origin=replace(puzzle.origin, game=puzzle.origin.game + 1))
    different = replace(elsewhere, answers=("draw tickets",) if puzzle.answers[0] != "draw tickets" else ("draw deck",))
    assert are_twins(puzzle, later)
    assert are_twins(puzzle, elsewhere)
    assert not are_twins(puzzle, different)
    assert without_twins([puzzle, later, different, elsewhere]) == [puzzle, different]


def test_a_puzzle_is_the_same_after_it_was_written_down() -> None:
    """Plain data and back."""
    puzzle = shipped_puzzles()[0]
    assert Puzzle.from_json(json.loads(json.dumps(puzzle.to_json()))) == puzzle
