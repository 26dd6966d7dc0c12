"""Plain `allaboard`, as somebody types it who has just installed it: a server, and the browser on its page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import allaboard

BUILT = Path(allaboard.__file__).parent / "web" / "index.html"
SCRIPT = re.compile(r'<script[^>]* src="([^"]+)"')


@pytest.mark.skipif(os.name == "nt", reason="the browser is a script for a shell")
@pytest.mark.skipif(not BUILT.is_file(), reason="the page is not built: make page")
def test_plain_allaboard_serves_and_opens_the_browser(tmp_path: Path) -> None:
    """It opens once the server answers, with the page, and Ctrl-C ends it."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    environment = {**os.environ, "BROWSER": f"{browser} %s", "ALLABOARD_PORT": "0", "ALLABOARD_DATA_DIR": str(tmp_path / "data")}
    with subprocess.Popen([sys.executable, "-m", "allaboard"], env=environment, stderr=subprocess.PIPE, text=True) as command:
        try:
            end = time.monotonic() + 600
            while not opened.exists():
                assert command.poll() is None and time.monotonic() < end
                time.sleep(0.05)
            with urllib.request.urlopen(opened.read_text("utf-8").strip(), timeout=300) as answer:
                page = answer.read().decode()
            assert SCRIPT.findall(page) == SCRIPT.findall(BUILT.read_text("utf-8")) != []
            command.send_signal(signal.SIGINT)
            _, told = command.communicate(timeout=300)
        finally:
            command.kill()
    assert "All Aboard at http://" in told and "Traceback" not in told
