"""A board in the browser that is drawn anew whenever its files are saved; while they have faults, these are shown instead."""

from __future__ import annotations

import time
import webbrowser
from collections.abc import Callable
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from allaboard.drawing import ArtError, draw_board
from allaboard.editions import EditionError, load
from allaboard.editions.advice import advice_on

__all__ = ["BoardServer", "watch_board"]

PAGE: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>%s</title><style>
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f6f1e4;color:#2b2620}
svg{display:block;margin:0 auto;max-width:100%%;max-height:88vh}
ul{max-width:60rem;margin:1rem auto;padding:0 2rem}</style></head><body><main></main><script>
const main = document.querySelector("main")
for (let seen = ""; ; ) {
  try {
    const answer = await fetch("/board?seen=" + seen)
    main.innerHTML = await answer.text()
    seen = answer.headers.get("ETag")
  } catch { await new Promise((done) => setTimeout(done, 1000)) }
}
</script></body></html>""".replace("<script>", '<script type="module">')

LOOPBACK: Final = ("127.0.0.1", "localhost")
"""What a browser on this machine calls it: a page from elsewhere whose name leads here has another."""
LONGEST_WAIT: Final = 20.0
LOOK_EVERY: Final = 0.1


class BoardServer(ThreadingHTTPServer):
    """Serves the drawing of one edition file, on this machine alone."""

    def __init__(self, file: Path) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.file = file

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def version(self) -> str:
        """When the edition, or a board beside it, was last saved."""
        files = [self.file, *sorted(self.file.parent.glob("*.board.toml"))]
        return "-".join(str(path.stat().st_mtime_ns) for path in files if path.exists())

    def drawn(self) -> str:
        """The board as it is now with what to think about, or what is wrong with its files."""
        try:
            edition = load(self.file)
            picture = draw_board(edition)
        except EditionError as error:
            return _list([str(fault) for fault in error.faults])
        except ArtError as error:
            return _list([str(error)])
        return picture + _list(advice_on(edition))


def _list(lines: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


class Handler(BaseHTTPRequestHandler):
    """Answers with the page, or with the board once it is another than the one that was seen."""

    server: BoardServer

    def do_GET(self) -> None:
        """Answer a request."""
        path, _, seen = self.path.partition("?seen=")
        if self.headers.get("Host", "").partition(":")[0] not in LOOPBACK:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return
        if path == "/":
            self._answer(PAGE % escape(self.server.file.name), "")
            return
        if path != "/board":
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        deadline = time.monotonic() + LONGEST_WAIT
        while (version := self.server.version()) == seen and time.monotonic() < deadline:
            time.sleep(LOOK_EVERY)  # a saved file tells nobody on every system
        try:
            self._answer(self.server.drawn(), version)
        except ConnectionError:
            return  # the tab was closed meanwhile

    def _answer(self, text: str, version: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("ETag", version)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests."""


def watch_board(file: Path, told: Callable[[str], None]) -> None:
    """Open the browser on a board and draw it anew whenever it is saved, until Ctrl-C."""
    with BoardServer(file) as server:
        told(f"{file} at {server.address}, drawn anew whenever it is saved (stop with Ctrl+C)")
        webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
