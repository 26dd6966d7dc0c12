"""The check of a bot, and the bot that the documentation writes."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import allaboard
from allaboard.arena.bot_check import check_bot
from allaboard.arena.match import Match, play_blocks
from allaboard.engine.jit import INTERPRETED

GUIDE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"
LONDON = allaboard.get_edition("london")
compiled = pytest.mark.skipif(INTERPRETED, reason="many games take their time in plain Python")


@pytest.fixture
def hurried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The bot of the guide as a module of its own; gives the folder it lies in."""
    listing = re.search(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert listing is not None
    (tmp_path / "hurried.py").write_text(listing[1], "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("hurried", None)


def test_the_bot_of_the_guide_has_thirty_lines(hurried: Path) -> None:
    assert len((hurried / "hurried.py").read_text("utf-8").splitlines()) <= 30
    assert importlib.util.find_spec("hurried") is not None


@compiled
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "edition", ["new-york", "london", *(pytest.param(name, marks=pytest.mark.slow) for name in ("usa", "usa-anniversary"))]
)
def test_the_bot_of_the_guide_beats_random(edition: str) -> None:
    """At least 95 games of a hundred, in every edition."""
    shares = play_blocks(Match(allaboard.get_edition(edition), ("hurried:Hurried", "random"), 2026), range(100)).shares
    assert shares[:, 0].mean() >= 0.95


def test_a_sound_bot_passes_and_is_timed() -> None:
    reports = list(check_bot("greedy", [LONDON], games=4, seed=1))
    assert [(report.players, report.games, report.faults, report.moody) for report in reports] == [(n, 4, [], 0) for n in (2, 3, 4)]
    assert all(0 < report.mean_ms <= report.worst_ms for report in reports)
    assert all(report.wins > 2 for report in reports)


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("odd_bots:Cheating", "chose an illegal action: “"),
        ("odd_bots:Clumsy", "failed at action 1: KeyError: 'boots'"),
    ],
)
def test_what_no_player_may_do_is_reported_and_the_check_goes_on(spec: str, fault: str) -> None:
    reports = list(check_bot(spec, [LONDON], games=2, seed=1))
    assert len(reports) == 3
    assert fault in str(reports[0].faults[0])
    assert [len(report.faults) for report in reports] == [2, 2, 2]
    assert all(report.games == 0 for report in reports)


def test_a_bot_that_hangs_is_stopped_where_it_hangs() -> None:
    [report, *_] = check_bot("odd_bots:Endless", [LONDON], games=1, seed=1, limit=0.05)
    [fault] = report.faults
    assert "TooSlow: no decision within 0.05 s" in fault.what
    assert re.search(r"odd_bots\.py:\d+ in choose", fault.line)


@pytest.mark.parametrize(
    ("bot", "when", "where"), [("Dawdling", "when the game began", "begin"), ("Stuck", "while it was made", "__init__")]
)
def test_a_bot_that_is_never_ready_is_stopped_once(monkeypatch: pytest.MonkeyPatch, bot: str, when: str, where: str) -> None:
    """It would take as long before every other game."""
    monkeypatch.setattr("allaboard.arena.bot_check.TIME_LIMIT", 0.2)
    [report] = check_bot(f"odd_bots:{bot}", [LONDON], games=2, seed=1, limit=0.05)
    [fault] = report.faults
    assert fault.what == f"failed {when}: TooSlow: not ready for the game within 0.2 s"
    assert re.search(rf"odd_bots\.py:\d+ in {where}", fault.line)
    assert fault.repeat.endswith(" --limit 0.05")


def test_away_from_the_main_thread_the_time_is_looked_at_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allaboard.arena.bot_check.TIME_LIMIT", 0.0)
    with ThreadPoolExecutor(1) as thread:
        [report] = thread.submit(lambda: list(check_bot("odd_bots:Hasty", [LONDON], games=1, seed=1, limit=0.0))).result()
    assert [fault.what for fault in report.faults] == ["failed while it was made: TooSlow: not ready for the game within 0 s"]


def test_a_bot_that_cannot_be_made_any_more_does_not_end_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game takes two of it: the bot and its second copy."""
    monkeypatch.setattr("odd_bots.Brittle.left", 2)
    reports = list(check_bot("odd_bots:Brittle", [LONDON], games=2, seed=1))
    assert [(report.games, len(report.faults)) for report in reports] == [(1, 1), (0, 2), (0, 2)]
    assert "failed while it was made: OSError: no more of them (" in str(reports[0].faults[0])


def test_games_are_heard_of_as_they_are_played() -> None:
    heard: list[tuple[int, int]] = []
    reports = check_bot("odd_bots:Hasty", [LONDON], games=2, seed=1, played=lambda report: heard.append((report.players, report.games)))
    assert next(reports).players == 2
    assert heard == [(2, 1), (2, 2)]


def test_a_bot_that_returns_texts_is_not_accused(capsys: pytest.CaptureFixture[str]) -> None:
    [report, *_] = check_bot("odd_bots:Chatty", [LONDON], games=2, seed=1)
    assert (report.games, report.faults, report.moody) == (2, [], 0)
    [moody, *_] = check_bot("odd_bots:MoodyInWords", [LONDON], games=2, seed=1)
    assert moody.moody > 0


def test_one_mistake_is_told_once_with_all_that_finds_it(tmp_path: Path) -> None:
    """Bot, line, edition, seats, seed, action, and how to repeat it."""
    words = [sys.executable, "-m", "allaboard", "bot", "check", "odd_bots:Clumsy", "--edition", "london", "--games", "3"]
    found = subprocess.run(
        words, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "80"}
    )
    assert found.returncode == 1
    [told] = [line for line in found.stdout.splitlines() if "boots" in line]
    assert re.search(
        r"^9 games: the bot ‘odd_bots:Clumsy’ in seat 1 failed at action 1: KeyError: 'boots' \(odd_bots\.py:\d+ in choose\)", told
    )
    assert "; london with odd_bots:Clumsy, random, seed 1, game 0, action 1; " in told
    assert told.endswith("allaboard bot debug odd_bots:Clumsy --edition london --bots odd_bots:Clumsy,random --seed 1 --game 0")


def test_a_bot_that_does_not_decide_by_its_sight_is_noticed() -> None:
    [report, *_] = check_bot("odd_bots:Moody", [LONDON], games=2, seed=1)
    assert report.moody > 0
    assert not report.faults


def test_random_decides_by_its_seed_and_is_not_moody() -> None:
    assert sum(report.moody for report in check_bot("random", [LONDON], games=2, seed=1)) == 0


@pytest.mark.slow
@compiled
def test_the_command_reports_as_data_and_by_its_exit_code(hurried: Path) -> None:
    """A class in the folder one works in is found."""
    command = [sys.executable, "-m", "allaboard", "bot", "check", "hurried:Hurried", "--edition", "london", "--games", "2", "--json"]
    found = subprocess.run(command, cwd=hurried, capture_output=True, text=True, check=True)
    report = json.loads(found.stdout)
    assert report["passed"]
    assert [table["players"] for table in report["tables"]] == [2, 3, 4]
    (hurried / "broken.py").write_text("class Broken:\n    def choose(self, observation):\n        return 10**6\n", "utf-8")
    command[5] = "broken:Broken"
    found = subprocess.run(command, cwd=hurried, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert not json.loads(found.stdout)["passed"]
