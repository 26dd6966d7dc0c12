"""How many requests one address may send, whatever they ask for; what each route costs besides is counted by `limits.LimitedRoute`."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from allaboard.server.identity import network_of
from allaboard.server.limits import Limits
from allaboard.server.problems import Problem, problem_response

__all__ = ["RateLimit"]


class RateLimit:
    """Refuses a request (429) before anything of it is read, where its address has sent too many."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] != "/healthz":
            try:
                self._limits.take_address("any", network_of(scope["client"][0]) if scope["client"] else "unknown")
            except Problem as problem:
                await problem_response(problem)(scope, receive, send)
                return
        await self._app(scope, receive, send)
