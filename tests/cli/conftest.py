"""The command as tests call it: in this process, with what it prints and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import allaboard
from allaboard.cli import app
from allaboard.runner import play_game, seat_bots

Command = Callable[..., Any]


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Wide and without colours, in a folder of its own."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("ALLABOARD_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def command() -> Command:
    """Run a command; the result has stdout, stderr and exit_code."""

    def run(*arguments: object, answers: str | bytes = "") -> Any:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=answers, prog_name="allaboard")

    return run


@pytest.fixture
def figures(command: Command) -> Command:
    """Run a command with --json and give what it printed, which must be one object and nothing else."""

    def run(*arguments: object) -> Any:
        result = command(*arguments, "--json")
        assert result.stderr == ""
        return json.loads(result.stdout)

    return run


@pytest.fixture
def saved_game(tmp_path: Path) -> Path:
    """A finished game of London, saved."""
    game = allaboard.Game("london", players=2, seed=12)
    play_game(game, seat_bots(game.edition, ["greedy", "greedy"], seed=1))
    return game.record().save(tmp_path / "game.json")


@pytest.fixture
def half_game(tmp_path: Path) -> Path:
    """The first actions of a game of New York, saved; its seed is not revealed."""
    game = allaboard.Game("new-york", players=3, seed=12)
    for _ in range(9):
        seat = game.acting[0]
        game.play(game.legal_actions(seat)[0], seat)
    return game.record().save(tmp_path / "half.json")
