"""Where a request comes from: the connection, or what a reverse proxy adds where the operator trusts it (`trust_proxy`)."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["ProxyHeaders"]


class ProxyHeaders:
    """Takes client and scheme from `X-Forwarded-For` and `X-Forwarded-Proto` of a trusted proxy, and from nobody else.

    The proxy adds the address that it saw behind whatever it was sent, so that only the last one is its own word.
    """

    def __init__(self, app: ASGIApp, *, trusted: bool) -> None:
        self._app, self._trusted = app, trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._trusted and scope["type"] == "http":
            headers = Headers(scope=scope)
            if forwarded := headers.getlist("x-forwarded-for"):
                scope["client"] = (_address(forwarded[-1].rpartition(",")[2]), 0)
            if protocol := headers.getlist("x-forwarded-proto"):
                scope["scheme"] = "https" if protocol[-1].rpartition(",")[2].strip().lower() == "https" else "http"
        await self._app(scope, receive, send)


def _address(text: str) -> str:
    """Return an address without the port that some proxies add."""
    text = text.strip()[:64]
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
