"""The notebooks of docs/ run from top to bottom, as they are, and show what their cells give."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from allaboard.engine.jit import INTERPRETED
from repository import script

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.fixture
def notebooks() -> ModuleType:
    return script("scripts/notebooks.py")


@pytest.mark.skipif(INTERPRETED, reason="thousands of steps take their time in plain Python")
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(notebooks: ModuleType, file: Path) -> None:
    cells = [cell for cell in notebooks.run_notebook(file) if cell.kind == "code"]
    assert len(cells) > 2
    assert any(cell.text for cell in cells)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_kept_without_outputs(file: Path) -> None:
    """What it gives is made anew whenever the site is built."""
    cells = [cell for cell in json.loads(file.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [(cell["outputs"], cell["execution_count"]) for cell in cells] == [([], None)] * len(cells)


def test_what_a_cell_prints_and_its_last_value_are_shown(notebooks: ModuleType, tmp_path: Path) -> None:
    """Prose as it is, prints before values, pictures as pictures, and a failing cell by its number."""
    cells = [("markdown", "# Sums"), ("code", "one = 1\nprint('adding')\none + 1"), ("code", "one = 2"), ("code", "one / 0")]
    file = tmp_path / "sums.ipynb"
    file.write_text(json.dumps({"cells": [{"cell_type": kind, "source": [text]} for kind, text in cells[:3]]}), "utf-8")
    page = notebooks.as_markdown(file)
    assert page.startswith(
        "# Sums\n\n```python\none = 1\nprint('adding')\none + 1\n```\n\n```text\nadding\n2\n```\n\n```python\none = 2\n```\n\n<a href="
    )
    file.write_text(json.dumps({"cells": [{"cell_type": kind, "source": [text]} for kind, text in cells]}), "utf-8")
    with pytest.raises(ZeroDivisionError) as caught:
        notebooks.run_notebook(file)
    assert caught.value.__notes__ == ["in sums.ipynb, cell 4"]
