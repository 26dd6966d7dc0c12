"""Pages of other sites may not change anything here: the origin of every request that could is checked (CSRF). There is no CORS."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from allaboard.server.problems import Problem, problem_response
from allaboard.server.settings import Settings

__all__ = ["SameOrigin"]

UNSAFE_METHODS: Final = frozenset(("POST", "PUT", "PATCH", "DELETE"))


class SameOrigin:
    """Refuses (403) what a browser sends for a page of another site, unless `allowed_origins` lists it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._own = urlsplit(settings.public_url).netloc
        self._allowed = {origin.rstrip("/") for origin in settings.allowed_origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in UNSAFE_METHODS and not self._is_allowed(Headers(scope=scope)):
            problem = Problem(403, "origin", "pages of other sites may not ask this server to do anything")
            await problem_response(problem)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_allowed(self, headers: Headers) -> bool:
        """Return whether a request may change something. Browsers send its origin; what is no browser holds no stranger's cookie."""
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return headers.get("origin", "") in self._allowed
        origin = headers.get("origin")
        if origin is None or origin in self._allowed:
            return True
        try:
            return urlsplit(origin).netloc in {headers.get("host", ""), self._own} - {""}
        except ValueError:  # such as “http://[”, which is no address
            return False
