"""Training from the command line: weights with the command that made them, grades on games not learned from, and refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from allaboard.bots.learned.net import load_net
from allaboard.engine.jit import INTERPRETED


@pytest.mark.skipif(INTERPRETED, reason="takes long interpreted")
def test_training_writes_weights_that_name_their_command(command: Any, tmp_path: Path) -> None:
    """The same seed gives the same weights, and the file says how to make it again."""
    result = command("train", "--tables", "new-york:2", "--rows", 1000, "--epochs", 2, "--seed", 3, "--out", tmp_path / "one.npz")
    assert result.exit_code == 0, result.stderr
    assert "straight line" in result.stdout
    one = load_net(tmp_path / "one.npz")
    assert one.command == "allaboard train --tables new-york:2 --rows 1000 --epochs 2 --seed 3"
    command("train", "--tables", "new-york:2", "--rows", 1000, "--epochs", 2, "--seed", 3, "--out", tmp_path / "two.npz")
    two = load_net(tmp_path / "two.npz")
    assert all((a == b).all() for a, b in zip(one.layers, two.layers, strict=True))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--tables", "usa:9"), "'usa:9' is no table; allowed: usa:2 to usa:5"),
        (("--tables", "usa"), "'usa' is no table"),
        (("--out", "weights.txt"), "weights.txt does not end in .npz"),
    ],
)
def test_what_makes_no_sense_is_refused(command: Any, arguments: tuple[str, ...], message: str) -> None:
    """Wrong tables and wrong files are refused before anything is played."""
    result = command("train", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
