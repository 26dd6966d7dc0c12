"""The page in a real browser, against a real server: whole games, friends, lost connections, accessibility.

The plays are written for Node's own test runner and the page's Playwright; this file runs them where a browser and the built page are
at hand, with the Node that builds the page.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from repository import script

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BUILT = (ROOT / "src" / "allaboard" / "web" / "index.html").is_file() and (ROOT / "web" / "node_modules").is_dir()

BROWSERS = script("scripts/browser.py")
CHROMIUM = BROWSERS.find_browser()

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason=BROWSERS.ABSENT),
    pytest.mark.skipif(not BUILT, reason="the page is not built: make page"),
]


@cache
def node() -> str:
    """The Node that builds the page: the system's, or the one from PyPI."""
    return str(script("hatch_build.py").find_node()[0])


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
@pytest.mark.parametrize(
    "hands", ["mouse", "keyboard", "finger", "mouse@upright", "finger@upright", "finger@side", "keyboard@upright", "keyboard@side"]
)
def test_whole_games(edition: str, hands: str) -> None:
    """Every edition with mouse, keyboard and finger, and on a tablet upright and on its side."""
    run("games.test.mjs", EDITIONS=edition, HANDS=hands)


SHORT_PLAYS = {
    "home": "the guide and boards of one's own",
    "arriving": "home, invitations and the lobby",
    "dialogs": "dialogs",
    "wire": "what is asked of the server",
    "end": "the end as an event",
    "pace": "rivals' moves",
    "offer": "choosing tickets",
    "layout": "a few sizes of window",
}


@pytest.mark.parametrize("name", SHORT_PLAYS)
def test_short_plays(name: str) -> None:
    """Each file plays what SHORT_PLAYS says of it."""
    run(f"{name}.test.mjs")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["friends", "turns", "hints", "resilience", "access", "share", "zoom", "phone", "coach", "review", "puzzles", "nets"]
)
def test_long_plays(name: str) -> None:
    """Invitations, missed turns, hints, reloads, killed servers, access, sounds, a wheel, phones, coach, review, puzzles, a trained net."""
    run(f"{name}.test.mjs")


@pytest.mark.slow
def test_every_layout() -> None:
    """Nothing overlaps, is cut off or moves, at every size and on every board; and phones of two sizes."""
    run("layout.test.mjs", LAYOUTS="all")
    run("screens.test.mjs", LAYOUTS="all")
    run("phone.test.mjs", LAYOUTS="all")
