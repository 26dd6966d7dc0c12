"""The page on adding an edition explains every key, and shows what the loader really says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest

from allaboard.editions import bounds
from harbour_edition import BOARDS, Harbour

PAGE: Final = (Path(__file__).parents[2] / "docs" / "add-an-edition.md").read_text("utf-8")


@pytest.mark.parametrize("file", sorted(path.name for path in BOARDS.glob("*.toml")))
def test_every_key_is_explained(file: str) -> None:
    """Each key of the example stands in a table of the page; points and members of districts stand in the text."""
    values = tomllib.loads((BOARDS / file).read_text("utf-8"))
    rows = [row for value in values.values() if isinstance(value, list) for row in value if isinstance(row, dict)]
    assert [key for key in {*values, *(key for row in rows for key in row)} if f"`{key}`" not in PAGE] == []


def test_the_faults_shown_are_real(harbour: Harbour) -> None:
    """The example of faults is what the loader says."""
    harbour.edit('b = "Old Mill",   length', 'b = "Old Mil",   length').edit("setup_offer = 2", "setup_offer = 3")
    assert "\n".join(map(str, harbour.faults())) in PAGE


def test_the_bounds_shown_are_real() -> None:
    """The page gives the bounds of the engine."""
    sentences = (
        f"at most {bounds.MAX_PLAYERS} |",
        f"at most {bounds.MAX_PIECES} |",
        f"at most {bounds.MAX_LENGTH}, and",
        f"a list, at most {bounds.MAX_LOCATIONS} |",
        f"a list, at most {bounds.MAX_ROUTES} |",
        f"a list, at most {bounds.MAX_DISTRICTS};",
    )
    assert [sentence for sentence in sentences if sentence not in PAGE] == []
