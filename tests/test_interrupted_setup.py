"""Ctrl-C in the middle of each stage of set-up: nothing is left running, and the next start goes on where the last one ended."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pytest

from processes import free_port, members_of
from repository import copy_repository

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("make") is None, reason="needs make, and Linux to look processes up"
)

LONGEST = 1800.0
"""Seconds until a stage must have come: a busy machine needs minutes for what a quiet one does in one."""

SAID_UNLESS_DONE = {
    "Making .venv": ".venv/.made",
    "Installing what playing needs": ".venv/.playable",
    "Fetching what the page is built with": "web/node_modules/.package-lock.json",
}
"""What set-up says when it begins something → what is there once it is done."""


class Make:
    """A verb in a session of its own, like one that somebody typed into a terminal."""

    def __init__(self, folder: Path, *verb: str) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "VIRTUAL_ENV"}}
        caches = ("XDG_CACHE_HOME", "PIP_CACHE_DIR", "UV_CACHE_DIR", "npm_config_cache", "ALLABOARD_CACHE_DIR", "ALLABOARD_DATA_DIR")
        self.folder = folder
        self.process = subprocess.Popen(
            ["make", f"PYTHON={sys.executable}", *verb],
            cwd=folder,
            env={**kept, **{name: str(folder.parent / name.lower()) for name in caches}},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            # Tests that run in the background of a shell ignore Ctrl-C, and so would make.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - nothing else is done between
        )
        self.said: list[str] = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def __enter__(self) -> Make:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for process in members_of(self.process.pid):
            os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.reader.join()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as told:
            self.said.extend(told)

    def until(self, reached: Callable[[], bool]) -> None:
        """Wait for something, which must come before the verb ends."""
        end = time.monotonic() + LONGEST
        while not reached():
            assert self.process.poll() is None and time.monotonic() < end, "".join(self.said)
            time.sleep(0.02)

    def says(self, words: str) -> Callable[[], bool]:
        """Return a question: whether these words were said."""
        return lambda: any(words in line for line in self.said)

    def has(self, pattern: str) -> Callable[[], bool]:
        """Return a question: whether there is such a file."""
        return lambda: any(self.folder.glob(pattern))

    def interrupt(self) -> None:
        """Press Ctrl-C: everything ends."""
        os.killpg(self.process.pid, signal.SIGINT)
        assert self.process.wait(60) != 0
        end = time.monotonic() + 30
        while members_of(self.process.pid):
            assert time.monotonic() < end, [Path(f"/proc/{one}/cmdline").read_text() for one in members_of(self.process.pid)]
            time.sleep(0.05)
        self.reader.join()

    def repeats(self, done: set[str]) -> set[str]:
        """Return what it did again of what was done."""
        return {words for words in done if self.says(words)()}


def done_in(folder: Path) -> set[str]:
    """What set-up need not begin any more."""
    return {words for words, mark in SAID_UNLESS_DONE.items() if (folder / mark).is_file()}


def page_at(port: int) -> str | None:
    """The page, once it is served."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
            text: str = answer.read().decode()
            return text
    except OSError:
        return None


def compiled_in(folder: Path) -> dict[Path, int]:
    """The files of compiled code, and when each was written."""
    return {file: file.stat().st_mtime_ns for file in (folder.parent / "allaboard_cache_dir").rglob("*.nbc")}


@pytest.mark.slow
def test_ctrl_c_in_every_stage_and_the_next_start_goes_on(tmp_path: Path) -> None:
    """While .venv is made, packages come, the page's tools come, it is built, rules are compiled and the server runs."""
    folder, port = copy_repository(tmp_path / "clone"), free_port()
    play = ("play", f"ARGS=--no-browser --port {port}")
    stages: list[tuple[tuple[str, ...], Callable[[Make], Callable[[], bool]]]] = [
        (play, lambda make: make.has(".venv/bin/python")),
        (play, lambda make: make.has(".venv/.installing")),
        (("page",), lambda make: make.has("web/node_modules/*")),
        (("page",), lambda make: make.says("Building the page.")),
        (("compile",), lambda make: lambda: bool(compiled_in(folder))),
        (play, lambda make: lambda: page_at(port) is not None),
    ]
    done: set[str] = set()
    for verb, reached in stages:
        with Make(folder, *verb) as make:
            make.until(reached(make))
            time.sleep(0.5)  # somewhere in it, not at its first step
            make.interrupt()
            assert make.repeats(done) == set()
            done = done_in(folder)
            if verb != play:  # there a Python may just be starting, which says so itself when it is stopped
                assert not make.says("Traceback")(), "".join(make.said)
    assert done == set(SAID_UNLESS_DONE)
    kept = compiled_in(folder)
    with Make(folder, *play) as make:
        make.until(lambda: page_at(port) is not None)
        for asset in re.findall(r'(?:src|href)="/?(assets/[^"]+)"', page_at(port) or ""):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/{asset}", timeout=30) as answer:
                assert answer.read()
        make.until(lambda: len(compiled_in(folder)) > len(kept))
        assert make.repeats({*done, "Building the page"}) == set()
        make.interrupt()
    assert kept.items() <= compiled_in(folder).items()
