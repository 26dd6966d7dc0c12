"""Errors that nobody foresaw: logged with their traceback, and answered without a word of them."""

from __future__ import annotations

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import FilteringBoundLogger

from allaboard.server.problems import fault, problem_response

__all__ = ["UnforeseenErrors"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.http")


class UnforeseenErrors:
    """Answers a request that ended in such an error by 500.

    What has begun, such as a stream, cannot be taken back: the error goes on to the server, which logs it and cuts the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_noting_start(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, send_noting_start)
        except Exception:
            if begun:
                raise
            logger.exception("an error that nobody foresaw", path=getattr(scope.get("route"), "path", "") or "other")
            await problem_response(fault())(scope, receive, send)
