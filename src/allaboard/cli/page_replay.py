"""A game in the page's replay: a server of its own for as long as somebody looks, which keeps nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from rich.console import Console

from allaboard.cli.console import Failure
from allaboard.record import Record
from allaboard.runner.workers import termination_interrupts

__all__ = ["replay_in_page", "serving", "uploaded"]

PATIENCE: Final = 300.0
"""Seconds that a server may take until it can replay: longer where it has to compile first."""


def replay_in_page(record: Record, screen: Console) -> None:
    """Open the browser on a record, and serve it until Ctrl-C."""
    with serving() as (address, process):
        link = f"{address}/replay/{uploaded(address, record)}"
        screen.print(f"The game at {link} (stop with Ctrl+C)", soft_wrap=True)
        webbrowser.open(link)
        try:
            process.wait()
        except KeyboardInterrupt:
            return


@contextmanager
def serving() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server on a free port with a database that goes with it; it does not outlive a command that is told to end."""
    with termination_interrupts(), tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "allaboard", "serve", "--no-browser", "--port", "0"]
        words += ["--database-url", f"sqlite+aiosqlite:///{Path(folder) / 'watch.sqlite'}"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stderr is not None
                lines: list[str] = []
                for line in process.stderr:
                    if found := re.search(r"All Aboard at (http://\S+)", line):
                        threading.Thread(
                            target=process.stderr.read, daemon=True
                        ).start()  # nobody reads its log, and it must not wait for it
                        yield found[1], process
                        return
                    lines.append(line)
                raise Failure(f"the page cannot be served: {' '.join(lines).strip()}")
            finally:
                process.terminate()


def uploaded(address: str, record: Record) -> str:
    """Give a record to a server as soon as it is ready, and return what it is called there."""
    request = Request(f"{address}/api/v1/records", record.to_json().encode(), {"Content-Type": "application/json"})
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(request) as answer:
                return str(json.load(answer)["id"])
        except HTTPError as error:
            if error.code != 503 or time.monotonic() > deadline:
                raise Failure(f"the page's server refuses the game: {error.read().decode(errors='replace')}") from error
        time.sleep(0.5)  # it compiles or fetches the rules, and says so by 503
