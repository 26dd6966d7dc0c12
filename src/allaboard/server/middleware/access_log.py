"""One line of log and the metrics of every request. No body, cookie, token or query is ever logged, and of the path only its route."""

from __future__ import annotations

import time
from typing import Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import FilteringBoundLogger

from allaboard.server.metrics import REQUEST_SECONDS, REQUESTS

__all__ = ["AccessLog"]

METHODS: Final = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))

logger: FilteringBoundLogger = structlog.get_logger("allaboard.http")


class AccessLog:
    """Logs and counts a request when it has been answered, or has failed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noting_status)
        finally:
            seconds = time.perf_counter() - began
            method = scope["method"] if scope["method"] in METHODS else "other"
            REQUESTS.labels(method, status).inc()
            if not scope["path"].endswith("/events"):  # a stream lasts as long as its client likes
                REQUEST_SECONDS.labels(method).observe(seconds)
            logger.debug("request", method=method, path=_route(scope), status=status, ms=round(1000 * seconds, 1))


def _route(scope: Scope) -> str:
    """Return the route that was asked for, without the names in it."""
    return getattr(scope.get("route"), "path", "") or "other"
