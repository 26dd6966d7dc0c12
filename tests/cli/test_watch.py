"""Watching bots, and what the search thinks at a moment of a saved game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from allaboard import Record
from allaboard.cli.page_replay import serving, uploaded
from allaboard.engine.jit import INTERPRETED
from serving import Guest


def test_a_game_is_told_as_it_is_played_and_saved(command: Any) -> None:
    words = ("watch", "greedy", "random", "--edition", "london", "--seed", 3, "--speed", 0, "--save", "game.json")
    result = command(*words)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("London, seed 3: greedy, random")
    assert "Total" in result.stdout
    game = Record.load("game.json").verify()
    assert f"{len(game.log):>4}  " in result.stdout
    assert command(*words).stdout == result.stdout


def test_the_last_bot_fills_the_seats_and_each_is_told_apart(command: Any) -> None:
    result = command("watch", "greedy", "random", "--edition", "london", "--players", 3, "--seed", 3, "--speed", 0)
    assert "greedy, random, random" in result.stdout
    assert "random (2)" in result.stdout and "random (3)" in result.stdout
    assert command("watch", *["random"] * 5, "--edition", "london").exit_code == 2


def test_step_by_step_waits_for_enter(command: Any) -> None:
    """The end of the input plays on without waiting."""
    result = command("watch", "greedy", "--edition", "london", "--seed", 3, "--step", "--speed", 0, answers="\n\n\n")
    assert result.exit_code == 0, result.output
    assert "Total" in result.stdout


def test_who_stops_watching_keeps_what_was_played(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after the second action."""
    waits = iter((None, KeyboardInterrupt))

    def wait(_: float) -> None:
        if (interrupt := next(waits)) is not None:
            raise interrupt

    monkeypatch.setattr("allaboard.cli.watch.time.sleep", wait)
    result = command("watch", "greedy", "--edition", "london", "--seed", 3, "--save", "game.json")
    assert "Stopped after 2 actions.\nSaved: game.json" in result.stdout
    assert len(Record.load("game.json").replay().log) == 2


def test_a_bot_that_fails_is_told_and_what_was_played_is_kept(command: Any) -> None:
    result = command("watch", "random", "odd_bots:Clumsy", "--edition", "london", "--speed", 0, "--save", "game.json")
    assert result.exit_code == 1
    assert "allaboard bot debug odd_bots:Clumsy" in result.stderr
    assert result.stdout.endswith("Saved: game.json\n")
    assert len(Record.load("game.json").replay().log) == 1


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="the search takes its time in plain Python")
def test_the_search_explains_a_moment(command: Any, figures: Any, saved_game: Path) -> None:
    told = figures("explain", f"{saved_game}@9", "--budget", 200)
    record = json.loads(saved_game.read_text("utf-8"))
    assert (told["n"], told["seat"], told["played"]) == (9, record["log"][9]["seat"], record["log"][9]["action"])
    assert told["action"] in [one["action"] for one in told["candidates"]]
    assert told == figures("explain", f"{saved_game}@9", "--budget", 200)
    shown = command("explain", f"{saved_game}@9", "--budget", 200).stdout
    assert "the search's choice" in shown
    assert "after 9 actions: seat" in shown


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("game.json",), "a moment is named RECORD@N, such as game.json@57, not 'game.json'"),
        (("game.json@100000",), "Invalid value for RECORD@N: the game has"),
        (("game.json@9", "--seat", 7), "the game has seats 1 to 2, not 7"),
        (("game.json@9", "--budget", "much"), "'much' is no budget"),
    ],
)
def test_what_cannot_be_explained_is_refused(command: Any, saved_game: Path, words: tuple[object, ...], complaint: str) -> None:
    result = command("explain", *words)
    assert result.exit_code == 2
    assert complaint in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="servers run compiled")
def test_a_server_of_its_own_is_given_the_game(saved_game: Path) -> None:
    """What `watch --page` opens the browser on."""
    record = Record.load(saved_game)
    with serving() as (address, process):
        table, guest = uploaded(address, record), Guest(address)
        with guest.http:
            assert len(guest.get(f"/tables/{table}/replay")["steps"]) == len(record.data["log"])
    assert process.poll() is not None


SERVE = """
from allaboard.cli.page_replay import serving
with serving() as (_, process):
    print(process.pid, flush=True)
    process.wait()
"""


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED or os.name == "nt", reason="servers run compiled; another system has other signals")
def test_that_server_ends_with_the_command() -> None:
    """SIGTERM to the command alone, as a service manager sends it."""
    with subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True) as command:
        assert command.stdout is not None
        server = int(command.stdout.readline())
        command.send_signal(signal.SIGTERM)
        command.wait(30)
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
