"""The first hours, walked: every command of these pages that ends by itself, one after the other, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from allaboard.engine.jit import INTERPRETED
from serving import Process

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "first-hour").glob("*.md"))
# Servers and watchers go on until somebody stops them, and what a server left is needed for the last: the operators' hour is walked below.
ENDLESS = {"serve", "--watch", "prune"}


def commands_of(page: Path) -> Iterator[str]:
    """The commands of a page in order; installing and asking a running server is left out."""
    for body in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL):
        for line in body.splitlines():
            if line.startswith("allaboard ") and not ENDLESS & set(line.split()):
                yield line


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="bots take their time in plain Python")
@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "operators"], ids=lambda page: page.stem)
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


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="a server compiles what it serves")
def test_the_operators_hour_can_be_walked(tmp_path: Path) -> None:
    """The first server, on a free port, what it is asked, the setting that is refused, and what would go.

    The server for the internet is left out: it needs PostgreSQL, for which there are tests of their own (tests/server/test_postgres.py).
    """
    page = (DOCS / "first-hour" / "operators.md").read_text("utf-8")
    first, refused = re.findall(r"^(.*\ballaboard serve .*)$", page, flags=re.MULTILINE)[:2]
    words, asked = shlex.split(first), re.findall(r"^curl -s localhost:9000(/\S+)", page, flags=re.MULTILINE)
    assert words[:2] == ["allaboard", "serve"] and words[4:] == ["--port", "9000", "--no-browser"]
    server = Process("", tmp_path, *words[2:4])
    try:
        assert asked == ["/healthz", "/readyz", "/metrics"]
        for path in asked:
            assert httpx.get(f"{server.url}{path}", timeout=20).status_code == 200, path
        environment, serve = {**os.environ, "ALLABOARD_DATA_DIR": str(tmp_path)}, [sys.executable, "-m", "allaboard"]
        setting, *command = shlex.split(refused)
        wrong = environment | dict([setting.split("=")])
        told = subprocess.run([*serve, *command[1:]], env=wrong, capture_output=True, text=True, check=False)
        assert told.returncode != 0 and "pace" in told.stderr.lower() and "fast" in told.stderr and "Traceback" not in told.stderr
        pruned = subprocess.run([*serve, "prune", "--dry-run"], env=environment, capture_output=True, text=True, check=False)
        assert pruned.returncode == 0, pruned.stderr
        assert "allaboard prune --dry-run\n" in page
        assert server.stop() == 0
    finally:
        server.kill()
        server.close()
