"""The page in a real browser, against a real server: whole games, friends, lost connections, accessibility.

The plays are written for Node's own test runner and the page's Playwright; this file runs them where a browser and the built page are
at hand, with the Node that builds the page.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NAMED = os.environ.get("CHROMIUM")
BROWSERS = (NAMED,) if NAMED else ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
BUILT = (ROOT / "src" / "allaboard" / "web" / "index.html").is_file() and (ROOT / "web" / "node_modules").is_dir()

pytestmark = [
    pytest.mark.skipif(
        CHROMIUM is None,
        reason=f"no browser among {', '.join(BROWSERS)}: install Chromium (Debian: apt install chromium) or name one in CHROMIUM",
    ),
    pytest.mark.skipif(not BUILT, reason="the page is not built: make page"),
]


@cache
def node() -> str:
    """The Node that builds the page: the system's, or the one from PyPI."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    return str(builder.find_node()[0])


def run(name: str, **chosen: str) -> None:
    """Run a file of plays; what fails is told in its own words."""
    environment = {**os.environ, "PYTHON": sys.executable, "CHROMIUM": str(CHROMIUM), **chosen}
    command = [node(), "--test", "--test-reporter=spec", str(HERE / name)]
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
@pytest.mark.parametrize("name", ["home", "friends", "resilience", "access", "dialogs", "wire", "share"])
def test_plays(name: str) -> None:
    """Guide and own boards, invitations, spectators, reloads and killed servers, accessibility, translations, dialogs, requests, sounds."""
    run(f"{name}.test.mjs")
