"""The arena's commands: what they print as data, what they refuse, and that one goes on where another left off."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from allaboard.arena import results
from allaboard.cli.app import app
from allaboard.engine.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="dozens of games take their time in plain Python")

Command = Callable[..., Any]


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)


def run(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words], prog_name="allaboard")


def figures(*words: object) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_match_is_played_once_and_then_remembered() -> None:
    words = ("arena", "new-york", "--bots", "greedy,random", "--blocks", 6, "--out", "file.sqlite")
    first, again, more = figures(*words), figures(*words), figures(*words[:5], 8, *words[6:])
    assert [facts["played_now"] for facts in (first, again, more)] == [6, 0, 2]
    assert first["matches"] == again["matches"]
    [match] = more["matches"]
    assert match["lineup"] == ["greedy", "random"]
    assert match["places"][0]["share"] > 0.9
    assert match["places"][0]["blocks"] == 8


def test_every_choice_of_bots_meets_and_is_rated() -> None:
    figures("arena", "london", "--bots", "random,greedy,planner", "--blocks", 8, "--out", "file.sqlite")
    figures("arena", "london", "--bots", "greedy,random", "--players", 3, "--blocks", 4, "--out", "file.sqlite")
    two, three = figures("ratings", "file.sqlite", "--anchor", "greedy=1000")["tables"]
    assert {row["bot"] for row in two["ratings"]} == {"random", "greedy", "planner"}
    assert next(row["rating"] for row in two["ratings"] if row["bot"] == "greedy") == 1000
    assert len(two["matrix"]) == 6
    assert (three["players"], len(three["turns"])) == (3, 3)
    shown = run("ratings", "file.sqlite", "--players", 2)
    assert "planner is the anchor" in shown.stdout
    assert "victories by order of turns" in shown.stdout


def test_a_long_name_is_folded_and_no_figure_is_cut(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A net by its file, a class in a package of packages: names are long, and terminals have eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")
    module = "a_bot_whose_author_likes_names_that_say_all_there_is_to_say_of_it"
    (tmp_path / f"{module}.py").write_text("from odd_bots import Hasty\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    bots = ("--bots", f"{module}:Hasty,random")
    arena = run("arena", "new-york", *bots, "--blocks", 2, "--seed", 1, "--out", "file.sqlite").stdout
    for shown in (arena, run("ratings", "file.sqlite").stdout, run("simulate", "new-york", *bots, "--games", 2, "--seed", 1).stdout):
        assert "Hasty" in shown and "random" in shown and "%" in shown
        assert "…" not in shown


def test_results_of_other_code_are_not_mixed_with_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("arena", "new-york", "--bots", "greedy,random", "--blocks", 3, "--out", "file.sqlite")
    figures(*words)
    monkeypatch.setattr(results, "code_version", lambda: "newer")
    assert figures(*words)["played_now"] == 3
    rated = run("ratings", "file.sqlite")
    assert "3 blocks by older code left out." in rated.stderr


def test_a_sequential_test_says_what_it_decided() -> None:
    facts = figures("arena", "new-york", "--bots", "greedy,random", "--blocks", 100, "--sprt", "0.5,0.7", "--out", "file.sqlite")
    assert facts["sprt"]["decided"]
    assert facts["sprt"]["verdict"] == "at least 70.0%"
    assert facts["played_now"] < 100
    shown = run("arena", "new-york", "--bots", "greedy,random", "--blocks", 100, "--sprt", "0.5,0.7", "--out", "file.sqlite")
    assert "test of greedy: at least 70.0%" in shown.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("arena", "london", "--bots", "greedy,random", "--sprt", "0.6,0.5"), "are ordered and between 0 and 1"),
        (("arena", "london", "--bots", "greedy,random", "--sprt", "half"), "'half' is not of the form 0.5,0.55"),
        (("arena", "london", "--bots", "greedy,random,easy", "--sprt", "0.5,0.6"), "decides one match, not the 3"),
        (("arena", "london", "--bots", "gready,random"), "did you mean 'greedy'?"),
        (("arena", "london", "--bots", "greedy,random", "--players", 9), "is for 2 to 4 players"),
        (("ratings", "nowhere.sqlite"), "there is no such file"),
        (("report", "london", "--bots", "greedy,random,easy", "--players", 2), "3 bots are too many for 2 players"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: tuple[object, ...], complaint: str) -> None:
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_unknown_anchor_is_refused() -> None:
    figures("arena", "new-york", "--bots", "greedy,random", "--blocks", 2, "--out", "file.sqlite")
    result = run("ratings", "file.sqlite", "--anchor", "nobody")
    assert result.exit_code == 2
    assert "has not played; these have: greedy, random" in result.stderr


def test_a_bot_that_cheats_ends_the_match_with_its_name_and_keeps_the_file() -> None:
    result = run("arena", "new-york", "--bots", "odd_bots:Cheating,random", "--blocks", 2, "--out", "file.sqlite")
    assert result.exit_code == 1
    assert "odd_bots:Cheating" in result.stderr
    with sqlite3.connect("file.sqlite") as file:
        assert file.execute("SELECT count(*) FROM game").fetchone() == (0,)
    file.close()


def test_a_report_is_written_and_its_findings_told() -> None:
    facts = figures("report", "new-york", "--bots", "greedy,random", "--blocks", 4, "--output", "page.html")
    assert facts["games"] == 8
    assert {"weight", "subject", "words"} == set(facts["findings"][0])
    assert Path("page.html").read_text("utf-8").startswith("<!doctype html>")
    assert "Written: page.html" in run("report", "new-york", "--bots", "greedy", "--blocks", 2, "--output", "page.html").stdout
