"""What every request passes before its route, one concern each, as plain ASGI middleware; `app.py` states their order."""

from __future__ import annotations

from allaboard.server.middleware.access_log import AccessLog
from allaboard.server.middleware.cookies import GuestCookie
from allaboard.server.middleware.headers import SecurityHeaders
from allaboard.server.middleware.hosts import AllowedHosts
from allaboard.server.middleware.origins import SameOrigin
from allaboard.server.middleware.proxies import ProxyHeaders
from allaboard.server.middleware.rates import RateLimit
from allaboard.server.middleware.sizes import RequestSize
from allaboard.server.middleware.unforeseen import UnforeseenErrors

__all__ = [
    "AccessLog",
    "AllowedHosts",
    "GuestCookie",
    "ProxyHeaders",
    "RateLimit",
    "RequestSize",
    "SameOrigin",
    "SecurityHeaders",
    "UnforeseenErrors",
]
