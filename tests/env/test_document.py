"""docs/observations.md is what the code says."""

from __future__ import annotations

from pathlib import Path

from allaboard.env.document import document

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == document(), "run: python -m allaboard.env.document > docs/observations.md"
