"""The page in the browser, as built: plain files. Where it was not built, a few words say so; the API serves all the same."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles

__all__ = ["mount"]

FOLDER: Final = Path(__file__).parent.parent / "web"

WITHOUT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>All Aboard</title>
<h1>All Aboard</h1><p>The server runs, but this copy was installed without its page.</p>
<p>The interface for programs is described at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p></html>
"""


def mount(app: FastAPI) -> None:
    """Serve the page at the root."""
    if (FOLDER / "index.html").is_file():
        app.mount("/", StaticFiles(directory=FOLDER, html=True), name="page")
        return

    @app.get("/", include_in_schema=False)
    async def without() -> HTMLResponse:
        return HTMLResponse(WITHOUT)
