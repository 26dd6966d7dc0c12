"""Reviews on the command line, and playing on from a moment of a saved game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from allaboard import Record
from allaboard.engine.jit import INTERPRETED

compiled_only = pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")


@compiled_only
def test_a_review_is_told_and_written(command: Any, saved_game: Path) -> None:
    """In words on the terminal, and as a page."""
    result = command("review", saved_game, "--seat", 2, "--budget", 1, "-o", "review.html")
    assert result.exit_code == 0, result.stderr
    assert "With even luck you would have had" in result.stdout
    assert re.findall(r"\b\d+ (dead|detour|delay|clear)", result.stdout) == ["dead", "detour", "delay", "clear"]
    assert not re.search(r"\b1 (dead ends|detours|delays|clear runs)", result.stdout)
    assert "Written: review.html" in result.stdout
    assert Path("review.html").read_text("utf-8").startswith("<!doctype html>")


@compiled_only
def test_a_review_names_who_played(command: Any, saved_game: Path) -> None:
    """As the record does; the seat of the reader is spoken to."""
    record = Record.load(saved_game)
    record.data["seats"] = [{"name": "Ann", "kind": "person"}, {"name": "Marlene", "kind": "person"}]
    record.save(saved_game)
    for told, seat in ((("Ann", "Marlene"), ()), (("you", "Marlene"), ("--seat", 1))):
        result = command("review", saved_game, "--budget", 1, "-o", "review.html", *seat)
        assert result.exit_code == 0, result.stderr
        assert f"With even luck {told[0]} would have had" in result.stdout
        page = Path("review.html").read_text("utf-8")
        assert all(name.capitalize() in page for name in told)
        assert "Seat 1" not in page


@compiled_only
def test_a_review_is_told_as_data(figures: Any, saved_game: Path) -> None:
    """One object, and the same again for the same seed."""
    one, other = (figures("review", saved_game, "--budget", 1, "--seed", 2, "-j", jobs) for jobs in (1, 2))
    assert one == other
    assert [seat["seat"] for seat in one["seats"]] == [0, 1]
    assert json.dumps(one, allow_nan=False)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("review half.json", "half.json: the game is not over: a review would tell what is still hidden"),
        ("review game.json --seat 3", "the game has seats 1 to 2, not 3"),
        ("review game.json -o nowhere/review.html", "nowhere/review.html: there is no folder nowhere"),
        ("review nothing.json", "nothing.json: the file cannot be read"),
        ("review broken.json", "broken.json: this is not JSON"),
        ("play --from game.json", "a moment is named RECORD@N, such as game.json@57, not 'game.json'"),
        ("play --from game.json@9999", "Invalid value for --from: the game has"),
        ("play --from half.json@5 --seat 4", "the game has seats 1 to 3, not 4"),
        ("play --from game.json@0 --anew", "the cards cannot be dealt anew after 0 actions: the game is still choosing"),
        ("play --anew", "only a game that was played can be dealt anew"),
    ],
)
def test_what_cannot_be_reviewed_or_played_on_is_said(command: Any, saved_game: Path, half_game: Path, words: str, complaint: str) -> None:
    Path("broken.json").write_text("{", "utf-8")
    result = command(*words.split())
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert complaint in result.stderr


def test_a_saved_game_is_played_on(command: Any, saved_game: Path) -> None:
    """From any moment, in the seat to act or another; the record itself stays as it is."""
    before = saved_game.read_bytes()
    result = command("play", "--from", f"{saved_game}@6", "--save", "branch.json", answers="1\n" * 300)
    assert result.exit_code == 0, result.stderr
    branch, origin = Record.load("branch.json"), Record.load(saved_game)
    assert branch.data["log"][:6] == origin.data["log"][:6]
    assert branch.verify().over
    assert saved_game.read_bytes() == before


def test_a_game_that_is_over_cannot_be_played_on(command: Any, saved_game: Path) -> None:
    actions = len(Record.load(saved_game).data["log"])
    result = command("play", "--from", f"{saved_game}@{actions}")
    assert "the game is over after" in result.stderr


@compiled_only
def test_a_saved_game_is_dealt_anew(command: Any, saved_game: Path) -> None:
    """What the seat could not know then is dealt anew; the branch is saved as a game from a position."""
    result = command("play", "--from", f"{saved_game}@8", "--anew", "--seed", 3, "--save", "branch.json", answers="1\n" * 300)
    assert result.exit_code == 0, result.stderr
    branch = Record.load("branch.json")
    assert branch.data["position"] is not None
    assert branch.replay().over
