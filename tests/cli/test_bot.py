"""Somebody's bot on the command line: a fault is repeated with its traceback, and what a bot prints is no answer."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

import allaboard
import allaboard.cli.bot as cli_bot
from allaboard.arena.bot_check import TableCheck, check_bot
from allaboard.cli.console import progress_bar

Command = Callable[..., Any]


def test_debug_repeats_a_fault_with_traceback_and_record(command: Command) -> None:
    result = command("bot", "debug", "odd_bots:Clumsy", "--edition", "london", "--bots", "random,odd_bots:Clumsy", "--seed", 5, "--game", 3)
    assert result.exit_code == 1
    assert result.stdout.startswith("Traceback (most recent call last):\n")
    assert 'raise KeyError("boots")' in result.stdout
    assert "play_action" not in result.stdout
    assert "the bot ‘odd_bots:Clumsy’ in seat 2 failed at action 2" in result.stdout
    assert "allaboard replay fault.json --seat 2" in result.stdout
    assert len(allaboard.Record.load(Path("fault.json")).replay().log) == 1


@pytest.mark.parametrize("bot", ["Clumsy", "Unready"])
def test_debug_opens_the_debugger_where_the_bot_failed(command: Command, bot: str) -> None:
    traced = sys.gettrace()
    try:
        result = command("bot", "debug", f"odd_bots:{bot}", "--edition", "london", "--pdb", answers="up\nq\n")
    finally:
        sys.settrace(traced)  # the debugger takes it away, and nothing after it would count as covered
    assert "odd_bots.py(" in result.stdout
    assert "(Pdb)" in result.stdout


def test_debug_repeats_what_fails_while_a_bot_is_made(command: Command) -> None:
    checked = command("bot", "check", "odd_bots:Unready", "--edition", "london", "--games", 1)
    repeat = re.search(r"to repeat it: allaboard (.*)", checked.stdout)
    assert checked.exit_code == 1
    assert repeat is not None
    result = command(*repeat[1].split())
    assert result.exit_code == 1
    assert result.stdout.startswith('Traceback (most recent call last):\n  File "')
    assert "self.share = 1 // 0" in result.stdout
    assert "make_bot" not in result.stdout
    assert allaboard.Record.load(Path("fault.json")).replay().log == []


@pytest.mark.parametrize(
    "line",
    [
        "arena london --bots odd_bots:Unready,random --seed 5",
        "simulate london --bots odd_bots:Unready,random --seed 5",
        "report london --bots odd_bots:Unready,random --seed 5",
        "watch odd_bots:Unready random --edition london --seed 5",
        "play london --bot odd_bots:Unready --seed 5",
    ],
)
def test_of_a_bot_that_cannot_be_made_every_command_tells_how_to_repeat_it(command: Command, line: str) -> None:
    result = command(*line.split())
    assert result.exit_code == 1
    [words] = result.stderr.splitlines()
    assert "'odd_bots:Unready' failed while it was made: ZeroDivisionError: " in words
    _, _, repeat = words.partition("; to repeat it: allaboard ")
    assert repeat == "bot debug odd_bots:Unready --edition london --players 2 --seed 5"
    again = command(*repeat.split())
    assert again.exit_code == 1
    assert "self.share = 1 // 0" in again.stdout


def test_of_a_module_that_cannot_be_imported_it_is_told_too(command: Command) -> None:
    Path("stumbling.py").write_text("HALF = 1 // 0\n", "utf-8")
    result = command("simulate", "london", "--bots", "stumbling:Stumbling", "--players", 3)
    assert result.exit_code == 1
    assert result.stderr.endswith("; to repeat it: allaboard bot debug stumbling:Stumbling --edition london --players 3\n")


def test_debug_shows_what_fails_while_a_module_is_imported(command: Command) -> None:
    Path("tumbling.py").write_text("ONE = 1\nTWO = ONE // 0\n", "utf-8")
    result = command("bot", "debug", "tumbling:Tumbling", "--edition", "london")
    assert result.exit_code == 1
    assert "TWO = ONE // 0" in result.stdout
    assert "importlib" not in result.stdout
    assert "the bot ‘tumbling:Tumbling’ in seat 1 failed while it was made: ZeroDivisionError" in result.stdout


UNREADY = "not ready for the game within 0.2 s"


@pytest.mark.parametrize(("bot", "fault"), [("Endless", "no decision within 0.05 s"), ("Dawdling", UNREADY), ("Stuck", UNREADY)])
def test_what_takes_too_long_is_repeated_within_its_time(command: Command, monkeypatch: pytest.MonkeyPatch, bot: str, fault: str) -> None:
    monkeypatch.setattr("allaboard.arena.bot_check.TIME_LIMIT", 0.2)
    checked = command("bot", "check", f"odd_bots:{bot}", "--edition", "london", "--games", 1, "--limit", 0.05)
    repeat = re.search(r"to repeat it: allaboard (.*)", checked.stdout)
    assert repeat and repeat[1].endswith("--limit 0.05")
    result = command(*repeat[1].split())
    assert result.exit_code == 1
    assert f"TooSlow: {fault}" in result.stdout


def test_debug_says_when_nothing_is_wrong(command: Command) -> None:
    result = command("bot", "debug", "odd_bots:Hasty", "--edition", "london", "--players", 2)
    assert result.exit_code == 0, result.output
    assert "No fault: the game ended after" in result.stdout
    assert not Path("fault.json").exists()


@pytest.mark.parametrize(
    "line",
    [
        "simulate london --bots odd_bots:Chatty,random --games 1 --seed 1",
        "arena london --bots odd_bots:Chatty,random --blocks 1 --seed 1",
        "bot check odd_bots:Chatty --edition london --games 1",
    ],
)
def test_what_a_bot_prints_is_not_part_of_an_answer(command: Command, line: str) -> None:
    result = command(*line.split(), "--json")
    assert result.exit_code == 0, result.output
    assert isinstance(json.loads(result.stdout), dict)
    assert "I choose keep" in result.stderr


def test_nor_is_what_it_prints_in_another_process(command: Command, capfd: pytest.CaptureFixture[str]) -> None:
    """Workers write where the command does: what they say must not stand before or within its answer."""
    result = command("simulate", "london", "--bots", "odd_bots:Chatty,random", "--games", 4, "--seed", 1, "--jobs", 2, "--json")
    assert json.loads(result.stdout)["games"] == 4
    workers = capfd.readouterr()
    assert "I choose keep" in workers.err
    assert "I choose" not in workers.out


def test_a_check_as_data_says_what_was_found_on_every_table(figures: Command) -> None:
    sound = figures("bot", "check", "odd_bots:Hasty", "--edition", "london", "--games", 2)
    assert (sound["bot"], sound["passed"], sound["faults"]) == ("odd_bots:Hasty", True, [])
    assert [(one["edition"], one["players"], one["games"], one["faults"]) for one in sound["tables"]] == [
        ("london", players, 2, 0) for players in (2, 3, 4)
    ]
    assert all(one["decisions"] > 0 and one["worst_ms"] >= one["mean_ms"] > 0 for one in sound["tables"])
    broken = figures("bot", "check", "odd_bots:Clumsy", "--edition", "london", "--games", 1)
    [fault] = broken["faults"]
    assert (broken["passed"], fault["bot"], fault["seat"], fault["action"], fault["times"]) == (False, "odd_bots:Clumsy", 0, 1, 3)
    assert fault["repeat"] == "allaboard bot debug odd_bots:Clumsy --edition london --bots odd_bots:Clumsy,random --seed 1 --game 0"
    assert [one["faults"] for one in broken["tables"]] == [1, 1, 1]


def test_games_that_were_never_played_leave_no_file(command: Command) -> None:
    result = command("simulate", "london", "--bots", "odd_bots:Clumsy,random", "--games", 3, "--out", "games.jsonl")
    assert result.exit_code == 1
    assert "KeyError: 'boots'" in result.stderr
    assert "to repeat it: allaboard bot debug odd_bots:Clumsy" in result.stderr
    assert not Path("games.jsonl").exists()


def test_of_a_bot_that_never_decided_no_steadiness_is_said(command: Command) -> None:
    """It was never asked twice, so nobody knows whether it decides the same; and no decision took any time."""
    result = command("bot", "check", "odd_bots:Clumsy", "--edition", "london", "--games", 1)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "odd_bots:Clumsy: 0 decisions, 3 games with a fault."
    assert "0.00" not in result.stdout
    sound = command("bot", "check", "odd_bots:Hasty", "--edition", "london", "--games", 1)
    assert sound.stdout.splitlines()[-1].endswith("decisions, no fault; it decides the same when it sees the same.")


def test_a_check_that_is_stopped_tells_what_it_found(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """One table was played when Ctrl-C came; a check that is not whole is not passed."""

    def stopped(*arguments: Any) -> Iterator[TableCheck]:
        yield next(check_bot(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_bot, "check_bot", stopped)
    words = ("bot", "check", "odd_bots:Hasty", "--edition", "london", "--games", 1)
    result = command(*words)
    assert (result.exit_code, result.stderr) == (130, "Stopped after 1 of 3 tables.\n")
    assert result.stdout.splitlines()[1].startswith("london ")
    assert '"passed": false' in command(*words, "--json").stdout


def test_the_bar_moves_with_every_game(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[Progress] = []

    def kept(*, quiet: bool) -> Progress:
        bars.append(progress_bar(quiet=quiet))
        return bars[0]

    monkeypatch.setattr(cli_bot, "progress_bar", kept)
    assert command("bot", "check", "odd_bots:Hasty", "--edition", "london", "--games", 2).exit_code == 0
    [task] = bars[0].tasks
    assert (task.completed, task.total) == (6, 6)


def test_a_check_takes_the_seeds_that_other_commands_take(command: Command) -> None:
    words = ("bot", "check", "odd_bots:Hasty", "--edition", "london", "--games", 1, "--seed")
    assert command(*words, (1 << 64) - 1).exit_code == 0
    assert command(*words, 1 << 64).exit_code == 2


def test_the_table_of_a_check_fits_eighty_columns(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = command("bot", "check", "odd_bots:Hasty", "--edition", "usa-anniversary", "--games", 1).stdout
    assert "…" not in shown


def test_a_file_in_place_of_a_class_is_answered_with_its_name(command: Command) -> None:
    Path("hurried.py").write_text("class Hurried:\n    def choose(self, observation):\n        return 0\n", "utf-8")
    result = command("bot", "check", "hurried.py")
    assert result.exit_code == 2
    assert "'hurried:Hurried'" in result.stderr
