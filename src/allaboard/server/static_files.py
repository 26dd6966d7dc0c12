"""The page in the browser, as built: plain files, each with its gzip beside it, served by Starlette off the event loop.

Where the page was not built, a few words say so; the API serves all the same. The build (`hatch_build.py`) compresses.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import anyio.to_thread
from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from allaboard.server.http_cache import accepts_gzip
from allaboard.server.problems import Problem

__all__ = ["mount"]

FOLDER: Final = Path(__file__).resolve().parent.parent / "web"

FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
REVALIDATED: Final = "no-cache"

TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
"""Named here, since a machine's own table of types may differ."""

NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>All Aboard</title>
<h1>All Aboard</h1><p>The server runs, but this copy was installed without its page.</p>
<p>The interface for programs is described at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></html>
"""


def mount(app: FastAPI) -> None:
    """Serve the page at the root, behind all other routes."""
    files = PageFiles(directory=FOLDER, check_dir=False)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        return await files.get_response(path, request.scope)


class File(NamedTuple):
    """A file to send."""

    path: str
    status: os.stat_result
    etag: str
    encoding: str | None


class PageFiles(StaticFiles):
    """Static files that are compressed already, known by their content, and kept for ever where their names change with it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file at a path, or that the client has it already (304); a Problem where there is none."""
        headers, name = Headers(scope=scope), path or "index.html"
        file = await anyio.to_thread.run_sync(self._find, name, accepts_gzip(headers))
        if file is None and not path:
            return HTMLResponse(NOT_BUILT, headers={"Cache-Control": REVALIDATED})
        if file is None:
            raise Problem(404, "not-found", "there is nothing at this address")
        plain = Path(file.path.removesuffix(".gz"))
        kind = TYPES.get(plain.suffix) or mimetypes.guess_type(plain.name)[0]
        caching = FOREVER if name.startswith("assets/") else REVALIDATED
        own = {"ETag": file.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if file.encoding is not None:
            own["Content-Encoding"] = file.encoding
        response = FileResponse(file.path, headers=own, media_type=kind or "application/octet-stream", stat_result=file.status)
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, headers) else response

    def _find(self, name: str, gzipped: bool) -> File | None:
        """Return the file of a name, the gzip beside it where the client takes that and it is there."""
        if name.endswith(".gz"):
            return None  # sent in the place of what it was made from, not by itself
        for variant, encoding in ((f"{name}.gz", "gzip"), (name, None)) if gzipped else ((name, None),):
            try:
                path, status = self.lookup_path(variant)
                if status is not None and stat.S_ISREG(status.st_mode):
                    return File(path, status, _etag(path, status.st_mtime_ns, status.st_size), encoding)
            except (OSError, ValueError):  # names that no file can have: too long, or with characters that none has
                continue
        return None


@lru_cache(maxsize=1024)
def _etag(path: str, _changed: int, _size: int) -> str:
    """Return a mark of a file's content. Its date is none: a build gives all files the same one, and index.html often the same size."""
    return f'"{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:24]}"'
