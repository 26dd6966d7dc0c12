"""The guard at the door, before any route: hosts, sizes, rates, origins, cookies, headers, and one line of log for every request.

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

from allaboard.server.hosts import Hosts
from allaboard.server.identity import clean_text, network_of, new_token
from allaboard.server.limits import Limits
from allaboard.server.metrics import REQUEST_SECONDS, REQUESTS
from allaboard.server.problems import Problem, problem_response
from allaboard.server.settings import Settings

__all__ = ["COOKIE", "Guard"]

COOKIE: Final = "allaboard_guest"
DAY: Final = 24 * 3600
COOKIE_AGE: Final = 400 * DAY
COOKIE_FORM: Final = re.compile(rf"(?:^|;)\s*{COOKIE}=([\w-]{{20,100}})(?:\.(\d{{1,6}}))?\s*(?:;|$)", re.ASCII)
"""The secret, and the day on which it was last given, so that it can be given again before it expires."""
UNSAFE: Final = frozenset(("POST", "PUT", "PATCH", "DELETE"))
METHODS: Final = UNSAFE | {"GET", "HEAD", "OPTIONS"}
LONGEST_PATH: Final = 2000
LARGEST_FORM: Final = 65536
"""In bytes. Only uploads are larger."""
UPLOADS: Final = frozenset(("/api/v1/editions", "/api/v1/records"))

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

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app, self._settings, self._limits = app, settings, limits
        self._hosts = Hosts(settings)
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
        largest = self._settings.max_body if scope["path"] in UPLOADS else min(self._settings.max_body, LARGEST_FORM)
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
                if read > largest:
                    raise HTTPException(413, _too_large(largest).detail)
            return message

        try:
            if (problem := self._refusal(scope, headers, largest)) is not None:
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
        """Where a request comes from. A trusted proxy adds the address that it saw last of all, behind whatever it was sent."""
        if not self._settings.trust_proxy:
            return
        if forwarded := headers.getlist("x-forwarded-for"):
            scope["client"] = (_address(forwarded[-1].rpartition(",")[2]), 0)
        if protocol := headers.getlist("x-forwarded-proto"):
            scope["scheme"] = "https" if protocol[-1].rpartition(",")[2].strip().lower() == "https" else "http"

    def _cookie(self, scope: Scope, headers: Headers) -> tuple[str, bool]:
        """The guest's secret, and whether a cookie is to be set.

        It is set on the first visit to the API and renewed once a day while it is used; never for the holder of a token.
        """
        found = COOKIE_FORM.search(headers.get("cookie", ""))
        secret = found[1] if found else new_token()
        renew = not found or not found[2] or int(found[2]) != _today()
        return secret, renew and scope["path"].startswith("/api/") and "authorization" not in headers

    def _refusal(self, scope: Scope, headers: Headers, largest: int) -> Problem | None:
        """Why a request goes no further, judged by its headers alone."""
        host = headers.get("host")
        if host is None and scope["http_version"] != "1.0":
            return Problem(400, "bad-request", "the request names no Host")
        if host is not None and not self._hosts.knows(host, scope):
            allowed = "the setting allowed_hosts lists the names and addresses by which people reach the server"
            return Problem(421, "misdirected", f"Host: this server does not answer to “{clean_text(host, 80)}”; {allowed}")
        if scope["path"] != "/healthz":
            try:
                self._limits.take_address("any", network_of(scope["client"][0]) if scope["client"] else "unknown")
            except Problem as problem:
                return problem
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_PATH:
            return Problem(414, "too-large", f"an address has at most {LONGEST_PATH} characters")
        if not scope["path"].isprintable():
            return Problem(404, "not-found", "no address here has control characters")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > largest:
            return _too_large(largest)
        if scope["method"] in UNSAFE and not self._same_site(headers):
            return Problem(403, "origin", "pages of other sites may not ask this server to do anything")
        return None

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
        # what caches may share with others carries nobody's cookie, and who was just erased gets none
        if cookie is not None and "set-cookie" not in headers and not headers.get("cache-control", "").startswith("public"):
            secure = "; Secure" if self._secure or scope.get("scheme") == "https" else ""
            value = f"{COOKIE}={cookie}.{_today()}"
            headers.append("Set-Cookie", f"{value}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax{secure}")


def _too_large(largest: int) -> Problem:
    return Problem(413, "too-large", f"the body of this request has at most {largest} bytes")


def _today() -> int:
    return int(time.time()) // DAY


def _address(told: str) -> str:
    """An address as a proxy tells it: some add the port."""
    told = told.strip()[:64]
    if told.startswith("["):
        return told[1:].partition("]")[0]
    return told.partition(":")[0] if told.count(":") == 1 else told


def _route(scope: Scope) -> str:
    """The route that was asked for, without the names in it."""
    route = scope.get("route")
    return getattr(route, "path", "") or "other"
