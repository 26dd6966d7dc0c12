"""The guard at the door, before any route: sizes, origins, cookies, headers, and one line of log for every request.

No body, cookie, token or query is ever logged.
"""

from __future__ import annotations

import re
import time
from typing import Any, Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allaboard.server.identity import new_token
from allaboard.server.measures import REQUEST_SECONDS, REQUESTS
from allaboard.server.problems import Problem, problem_response
from allaboard.server.settings import Settings

__all__ = ["COOKIE", "Guard"]

COOKIE: Final = "allaboard_guest"
COOKIE_AGE: Final = 400 * 24 * 3600
COOKIE_FORM: Final = re.compile(rf"(?:^|;)\s*{COOKIE}=([\w-]{{20,100}})\s*(?:;|$)", re.ASCII)
UNSAFE: Final = frozenset(("POST", "PUT", "PATCH", "DELETE"))
METHODS: Final = UNSAFE | {"GET", "HEAD", "OPTIONS"}

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # drawings carry their style sheet
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

DRESS: Final = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

logger: Any = structlog.get_logger("allaboard.http")


class Guard:
    """ASGI middleware around the whole app."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._secure = settings.public_url.startswith("https:")
        self._origins = {origin.rstrip("/") for origin in settings.allowed_origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._locate(scope, headers)
        cookie, fresh = self._cookie(scope, headers)
        scope["allaboard.cookie"] = cookie
        began, status, read = time.perf_counter(), 500, 0

        async def guarded_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._dress(scope, MutableHeaders(scope=message), cookie if fresh else None)
            await send(message)

        async def guarded_receive() -> Message:
            nonlocal read
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > self._settings.max_body:
                    raise HTTPException(413, self._too_large().detail)
            return message

        try:
            if (problem := self._refusal(scope, headers)) is not None:
                await problem_response(problem)(scope, receive, guarded_send)
            else:
                await self._app(scope, guarded_receive, guarded_send)
        finally:
            seconds = time.perf_counter() - began
            method = scope["method"] if scope["method"] in METHODS else "other"
            REQUESTS.labels(method, status).inc()
            if not scope["path"].endswith("/events"):
                REQUEST_SECONDS.labels(method).observe(seconds)
            logger.debug("request", method=method, path=_route(scope), status=status, ms=round(1000 * seconds, 1))

    def _locate(self, scope: Scope, headers: Headers) -> None:
        """Behind a proxy that is trusted, the address is the last one that the proxy itself has seen."""
        if self._settings.trust_proxy and (forwarded := headers.get("x-forwarded-for")):
            scope["client"] = (forwarded.rsplit(",", 1)[-1].strip()[:64], 0)

    def _cookie(self, scope: Scope, headers: Headers) -> tuple[str, bool]:
        """The guest's cookie, and whether it is new: given on the first visit to the API, never to the holder of a token."""
        if found := COOKIE_FORM.search(headers.get("cookie", "")):
            return found[1], False
        return new_token(), scope["path"].startswith("/api/") and "authorization" not in headers

    def _refusal(self, scope: Scope, headers: Headers) -> Problem | None:
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.max_body:
            return self._too_large()
        if scope["method"] in UNSAFE and not self._same_site(headers):
            return Problem(403, "origin", "pages of other sites may not ask this server to do anything")
        return None

    def _too_large(self) -> Problem:
        return Problem(413, "too-large", f"a request has at most {self._settings.max_body} bytes")

    def _same_site(self, headers: Headers) -> bool:
        """Browsers tell where a request comes from; what is no browser holds no stranger's cookie."""
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return headers.get("origin", "") in self._origins
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        own = {headers.get("host", ""), urlsplit(self._settings.public_url).netloc}
        return urlsplit(origin).netloc in own - {""}

    def _dress(self, scope: Scope, headers: MutableHeaders, cookie: str | None) -> None:
        headers.raw.extend(DRESS)
        if scope["path"].startswith("/api/") and "cache-control" not in headers:
            headers["Cache-Control"] = "no-store"
        # what caches may share with others carries nobody's cookie
        if cookie is not None and not headers.get("cache-control", "").startswith("public"):
            secure = "; Secure" if self._secure or scope.get("scheme") == "https" else ""
            headers.append("Set-Cookie", f"{COOKIE}={cookie}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax{secure}")


def _route(scope: Scope) -> str:
    """The route that was asked for, without the names in it."""
    route = scope.get("route")
    return getattr(route, "path", "") or "other"
