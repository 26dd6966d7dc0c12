"""The page in the browser, as built: plain files. Where it was not built, a few words say so; the API serves all the same."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from allaboard.server.http_cache import packed_answer
from allaboard.server.problems import Problem

__all__ = ["mount"]

FOLDER: Final = Path(__file__).resolve().parent.parent / "web"

FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
CHECKED: Final = "no-cache"

TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
"""Said here, since a machine's own table of types may say otherwise."""

WITHOUT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>All Aboard</title>
<h1>All Aboard</h1><p>The server runs, but this copy was installed without its page.</p>
<p>The interface for programs is described at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></html>
"""


def mount(app: FastAPI) -> None:
    """Serve the page at the root, behind all other routes."""

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        file = _found(path or "index.html")
        if file is not None:
            kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            return packed_answer(request, file.read_bytes(), kind, FOREVER if path.startswith("assets/") else CHECKED)
        if not path:
            return HTMLResponse(WITHOUT, headers={"Cache-Control": CHECKED})
        raise Problem(404, "not-found", "there is nothing at this address")


def _found(path: str) -> Path | None:
    """The file of the page at a path, if there is one."""
    try:
        file = (FOLDER / path).resolve()
        return file if file.is_relative_to(FOLDER) and file.is_file() else None
    except (OSError, ValueError):  # names that no file can have: too long, or with characters that none has
        return None
