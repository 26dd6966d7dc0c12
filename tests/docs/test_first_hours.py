"""The first hours, walked: every command of these pages that ends by itself, one after the other, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from allaboard.engine.jit import INTERPRETED

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "first-hour").glob("*.md"))
# Servers and watchers go on until somebody stops them; other tests start them.
ENDLESS = {"serve", "--watch"}


def commands_of(page: Path) -> Iterator[str]:
    """The commands of a page in order; installing and asking a running server is left out."""
    for body in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL):
        for line in body.splitlines():
            if line.startswith("allaboard ") and not ENDLESS & set(line.split()):
                yield line


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="bots take their time in plain Python")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_first_hour_can_be_walked(page: Path, tmp_path: Path) -> None:
    """In order, with what earlier commands left; nobody types anything, so a game in the terminal is quit at once."""
    if page.stem == "bot-authors":
        guide = (DOCS / "write-a-bot.md").read_text("utf-8")
        (tmp_path / "hurried.py").write_text(guide.split("```python\n")[1].partition("```")[0], "utf-8")
    source = str(Path(__file__).parents[2] / "src")
    environment = {**os.environ, "ALLABOARD_DATA_DIR": str(tmp_path / "data"), "PYTHONPATH": source}
    commands = list(commands_of(page))
    assert commands
    for line in commands:
        words = [sys.executable, "-m", "allaboard", *shlex.split(line)[1:]]
        done = subprocess.run(words, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
