"""The page in a real browser, against a real server: whole games, friends, lost connections, accessibility.

The plays are written for Node's own test runner and the page's Playwright; this file runs them where Node, Chromium and a built
page are at hand.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
READY = shutil.which("node") and CHROMIUM and (ROOT / "web" / "node_modules").is_dir() and (ROOT / "src/allaboard/web/index.html").is_file()

pytestmark = pytest.mark.skipif(not READY, reason="needs Node, Chromium and the built page (make page)")


def run(name: str, **chosen: str) -> None:
    """Run a file of plays; what fails is told in its own words."""
    environment = {**os.environ, "PYTHON": sys.executable, "CHROMIUM": str(CHROMIUM), **chosen}
    command = ["node", "--test", "--test-reporter=spec", str(HERE / name)]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[-6000:] + told.stderr[-2000:]


def test_a_whole_game_with_the_mouse() -> None:
    """From Play to result and replay, on the smallest board."""
    run("games.test.mjs", EDITIONS="new-york", HANDS="mouse")


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["new-york", "london", "usa", "usa-anniversary"])
@pytest.mark.parametrize("hands", ["mouse", "keyboard", "finger"])
def test_whole_games(edition: str, hands: str) -> None:
    """Every edition with mouse, keyboard and finger."""
    run("games.test.mjs", EDITIONS=edition, HANDS=hands)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["friends", "resilience", "access"])
def test_plays(name: str) -> None:
    """Invitations and spectators, reloads and killed servers, accessibility and translations."""
    run(f"{name}.test.mjs")
