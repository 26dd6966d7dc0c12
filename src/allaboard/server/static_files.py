"""The page in the browser, as built: plain files, each with its gzip beside it, served by Starlette off the event loop.

The page itself says in its head what a link to it shows elsewhere (`link_previews`). Where it was not built, a few words say so; the API
serves all the same. The build (`hatch_build.py`) compresses.
"""

from __future__ import annotations

import gzip
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

from allaboard.server.api.common import base_address
from allaboard.server.http_cache import accepts_gzip, content_etag
from allaboard.server.link_previews import PREVIEWS, LinkPreview, home_preview, shared_preview
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

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def home(request: Request) -> Response:
        return await files.page(request, home_preview())

    # Links that people send each other. Who fetches the preview of one runs no script, and is not told what stands behind a #.
    def share(screen: str) -> None:
        @app.api_route(f"/{screen}/{{shared_id}}", methods=["GET", "HEAD"], include_in_schema=False)
        async def shared(request: Request, shared_id: str) -> Response:
            found = await shared_preview(request, screen, shared_id)
            return await files.page(request, found or home_preview(), 200 if found else 404)

    for screen in PREVIEWS:
        share(screen)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def file(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            raise nothing_here()
        try:
            return await files.get_response(path, request.scope)
        except Problem:
            # whoever sits before a browser is shown the page, which knows the way home
            if "text/html" not in request.headers.get("accept", ""):
                raise
            return await files.page(request, home_preview(), 404)


def nothing_here() -> Problem:
    """Return the refusal of an address that leads nowhere."""
    return Problem(404, "not-found", "there is nothing at this address")


class File(NamedTuple):
    """A file to send."""

    path: str
    status: os.stat_result
    etag: str
    encoding: str | None


class PageFiles(StaticFiles):
    """Static files that are compressed already, known by their content, and kept for ever where their names change with it."""

    async def page(self, request: Request, preview: LinkPreview, status: int = 200) -> Response:
        """Return the page, with what a link to it shows elsewhere written into its head; or that the client has it already (304)."""
        file = await anyio.to_thread.run_sync(self._find, "index.html", False)
        if file is None:
            return HTMLResponse(NOT_BUILT, status, {"Cache-Control": REVALIDATED})
        text = await anyio.to_thread.run_sync(_text, file.path, file.status.st_mtime_ns, file.status.st_size)
        tags = preview.tags(base_address(request), request.url.path)
        content, own = text.replace("</head>", f"{tags}</head>", 1).encode(), {"Cache-Control": REVALIDATED, "Vary": "Accept-Encoding"}
        if accepts_gzip(request.headers):
            content, own["Content-Encoding"] = gzip.compress(content, 6, mtime=0), "gzip"
        own["ETag"] = content_etag(content)
        response = HTMLResponse(content, status, own)
        known = status == 200 and self.is_not_modified(response.headers, request.headers)
        return NotModifiedResponse(response.headers) if known else response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file at a path, or that the client has it already (304); a Problem where there is none."""
        headers, name = Headers(scope=scope), path
        file = await anyio.to_thread.run_sync(self._find, name, accepts_gzip(headers))
        if file is None:
            raise nothing_here()
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


@lru_cache(maxsize=4)
def _text(path: str, _changed: int, _size: int) -> str:
    """Return a file's text, read again when the file has changed."""
    return Path(path).read_text(encoding="utf-8")


@lru_cache(maxsize=1024)
def _etag(path: str, _changed: int, _size: int) -> str:
    """Return a mark of a file's content. Its date is none: a build gives all files the same one, and index.html often the same size."""
    return content_etag(Path(path).read_bytes())
