"""The examples that play at random: each runs as somebody types it, where what it needs is installed, and tells how the game ended."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from allaboard.engine.jit import INTERPRETED

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.skipif(INTERPRETED, reason="thousands of steps take their time in plain Python")
@pytest.mark.parametrize(
    ("example", "needed", "told"),
    [
        ("random_aec", "pettingzoo", "seat_2: "),
        ("random_gym", "gymnasium", "scores ["),
        ("random_openspiel", "pyspiel", "returns ["),
        ("random_vector", "numpy", " games, mean scores ["),
    ],
)
def test_it_runs(example: str, needed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip(needed, reason="its extra is not installed")
    runpy.run_path(str(EXAMPLES / f"{example}.py"), run_name="__main__")
    assert told in capsys.readouterr().out
