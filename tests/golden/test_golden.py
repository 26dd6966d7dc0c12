"""Golden games: records of finished games that today's rules must lead to the same end, card by card.

`make.py` beside this file makes them; its docstring says when.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from allaboard import Record, edition_ids, get_edition

FOLDER: Final = Path(__file__).parent
EXPECTED: Final = {
    f"{name}-{players}" for name in edition_ids() for players in range(get_edition(name).min_players, get_edition(name).max_players + 1)
}
# Interpreted, the small tables stand for all.
CHOSEN: Final = {name for name in EXPECTED if name.endswith("-2")} if os.environ.get("NUMBA_DISABLE_JIT") == "1" else EXPECTED

golden = pytest.mark.parametrize("name", sorted(CHOSEN))


def test_every_table_has_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == EXPECTED
    assert len(EXPECTED) == 14


@golden
def test_replay(name: str) -> None:
    """Without random numbers the log leads to the recorded result, and the game writes the same file again."""
    path = FOLDER / f"{name}.json"
    record = Record.load(path)
    game = record.replay()
    assert game.over
    result = record.data["result"]
    assert ([sheet.total for sheet in game.result().sheets], list(game.result().winners)) == (result["totals"], result["winners"])
    assert game.record().to_json() == path.read_text(encoding="utf-8")


@golden
def test_verify(name: str) -> None:
    """From the seed alone chance gives every card and ticket that was recorded."""
    record = Record.load(FOLDER / f"{name}.json")
    assert record.verify().log == record.replay().log
