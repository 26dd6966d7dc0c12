"""Training from the command line: weights with the command that made them, grades on games not learned from, and refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from allaboard.bots.distilled.net import load_net
from allaboard.bots.distilled.shards import Shard
from allaboard.engine.jit import INTERPRETED


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes long interpreted")
def test_training_writes_weights_that_name_their_command(command: Any, tmp_path: Path) -> None:
    """The same seed gives the same weights, and the file says how to make it again; lessons that are there are not played again."""
    shard, folder = Shard("new-york", 2, 3, 0), tmp_path / "lessons"
    folder.mkdir()
    shard.write(shard.play(20), folder)
    arguments = ("train", "--tables", "new-york:2:1", "--lessons", folder, "--epochs", 2, "--seed", 3, "--out")
    result = command(*arguments, tmp_path / "one.npz")
    assert result.exit_code == 0, result.stderr
    assert "straight line" in result.stdout
    one = load_net(tmp_path / "one.npz")
    assert (one.command, one.players) == ("allaboard train --tables new-york:2:1 --epochs 2 --seed 3", 2)
    command(*arguments, tmp_path / "two.npz")
    two = load_net(tmp_path / "two.npz")
    assert all((a == b).all() for a, b in zip(one.layers, two.layers, strict=True))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--tables", "usa:9:1"), "'usa:9:1' is no table with shards; allowed: usa:2:1 to usa:5:1"),
        (("--tables", "usa:2"), "'usa:2' is no table with shards"),
        (("--tables", "usa:2:0"), "'usa:2:0' is no table with shards"),
        (("--out", "weights.txt"), "weights.txt does not end in .npz"),
    ],
)
def test_what_makes_no_sense_is_refused(command: Any, arguments: tuple[str, ...], message: str) -> None:
    """Wrong tables and wrong files are refused before anything is played."""
    result = command("train", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
