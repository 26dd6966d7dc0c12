"""How long an address and how large a body may be; what is too large is refused before it is read, or as soon as it is."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allaboard.server.json_body import LARGEST_FORM, UPLOADS
from allaboard.server.problems import Problem, problem_response

__all__ = ["RequestSize"]

LONGEST_PATH: Final = 2000


class RequestSize:
    """Refuses addresses (414) and bodies (413) beyond their bounds, and addresses that no route can have (404)."""

    def __init__(self, app: ASGIApp, max_body: int) -> None:
        self._app, self._max_body = app, max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        largest = self._max_body if scope["path"] in UPLOADS else min(self._max_body, LARGEST_FORM)
        if (problem := _refusal(scope, largest)) is not None:
            await problem_response(problem)(scope, receive, send)
            return
        read = 0

        async def receive_counting() -> Message:
            nonlocal read
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > largest:
                    raise _too_large(largest)
            return message

        await self._app(scope, receive_counting, send)


def _refusal(scope: Scope, largest: int) -> Problem | None:
    """Return why a request goes no further, judged by its address and headers alone."""
    if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_PATH:
        return Problem(414, "too-large", f"an address has at most {LONGEST_PATH} characters")
    if not scope["path"].isprintable():
        return Problem(404, "not-found", "no address here has control characters")
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > largest:
        return _too_large(largest)
    return None


def _too_large(largest: int) -> Problem:
    return Problem(413, "too-large", f"the body of this request has at most {largest} bytes")
