"""The guest's cookie: read from every request, given on the first visit to the API and renewed once a day while it is used.

Who the guest is, `identity` derives from the secret in it; the server stores it nowhere.
"""

from __future__ import annotations

import re
import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allaboard.server.identity import COOKIE_SCOPE, new_token

__all__ = ["COOKIE", "GuestCookie"]

COOKIE: Final = "allaboard_guest"
DAY: Final = 24 * 3600
COOKIE_AGE: Final = 400 * DAY
COOKIE_FORM: Final = re.compile(rf"(?:^|;)\s*{COOKIE}=([\w-]{{20,100}})(?:\.(\d{{1,6}}))?\s*(?:;|$)", re.ASCII)
"""The secret, and the day on which it was last given, so that it can be given again before it expires."""


class GuestCookie:
    """Puts the guest's secret into the scope, a new one where the request brings none, and sets the cookie where it is due."""

    def __init__(self, app: ASGIApp, public_url: str) -> None:
        self._app, self._secure = app, public_url.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        found = COOKIE_FORM.search(headers.get("cookie", ""))
        scope[COOKIE_SCOPE] = secret = found[1] if found else new_token()
        renew = not found or not found[2] or int(found[2]) != _today()
        # the holder of a seat's token needs no cookie
        if not (renew and scope["path"].startswith("/api/") and "authorization" not in headers):
            await self._app(scope, receive, send)
            return

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._set(MutableHeaders(scope=message), secret, secure=self._secure or scope.get("scheme") == "https")
            await send(message)

        await self._app(scope, receive, send_with_cookie)

    def _set(self, headers: MutableHeaders, secret: str, *, secure: bool) -> None:
        # what caches may share with others carries nobody's cookie, and who was just erased gets none
        if "set-cookie" in headers or headers.get("cache-control", "").startswith("public"):
            return
        value = f"{COOKIE}={secret}.{_today()}; Max-Age={COOKIE_AGE}; Path=/; HttpOnly; SameSite=Lax"
        headers.append("Set-Cookie", f"{value}; Secure" if secure else value)


def _today() -> int:
    return int(time.time()) // DAY
