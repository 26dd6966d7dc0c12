"""Which names this server answers to. A page of another site can give its own name our address (DNS rebinding), and is refused."""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from allaboard.server.addresses import is_loopback
from allaboard.server.identity import clean_text
from allaboard.server.problems import Problem, problem_response
from allaboard.server.settings import Settings

__all__ = ["AllowedHosts", "Hosts", "host_name"]

LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
HOST_FORM = re.compile(r"(\[[^\[\]/?#@\\\s]*\]|[^:\[\]/?#@\\\s]*)(:\d*)?")
HOME_DOMAINS = ("local", "lan", "home", "home.arpa", "internal")
"""What networks at home put behind a machine's name; none of these can be had on the internet."""


class AllowedHosts:
    """Refuses a request without a Host (400), or by a name that is not this server's (421)."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._hosts = app, Hosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (problem := self._refusal(scope)) is not None:
            await problem_response(problem)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Problem | None:
        host = Headers(scope=scope).get("host")
        if host is None:  # HTTP/1.0 knows none
            return None if scope["http_version"] == "1.0" else Problem(400, "bad-request", "the request names no Host")
        if self._hosts.knows(host, scope):
            return None
        allowed = "the setting allowed_hosts lists the names and addresses by which people reach the server"
        return Problem(421, "misdirected", f"Host: this server does not answer to “{clean_text(host[:200], 80)}”; {allowed}")


class Hosts:
    """Loopback always, what the operator lists, and where the server listens to more than loopback, the machine's names and addresses."""

    def __init__(self, settings: Settings) -> None:
        listed = {host_name(host) for host in settings.allowed_hosts}
        self._any = "*" in listed
        self._known = LOOPBACK | listed | {urlsplit(settings.public_url).hostname or "localhost"}
        self._beyond_loopback = not is_loopback(settings.host)
        if self._beyond_loopback:
            machine = socket.gethostname().lower()
            first = machine.partition(".")[0]
            self._known |= {machine, first, *(f"{first}.{end}" for end in HOME_DOMAINS)}
        if settings.host not in ("0.0.0.0", "::"):
            self._known |= {host_name(settings.host)}

    def knows(self, host: str, scope: Scope) -> bool:
        """Return whether a request by this Host is for us. The address that the connection came in by is one of the machine's own."""
        if HOST_FORM.fullmatch(host) is None:  # “localhost:80@evil.example” would lead there, where a link is made of it
            return False
        name = host_name(host)
        if self._any or name in self._known:
            return True
        came_in_by = scope.get("server") or ("",)
        return self._beyond_loopback and name == host_name(str(came_in_by[0]))


def host_name(host: str) -> str:
    """Return a Host header, or an address as a socket has it, without port and brackets.

    >>> [host_name(host) for host in ("LocalHost:8000", "[::1]:80", "::1", "fe80::1%eth0", "trains.example.")]
    ['localhost', '::1', '::1', 'fe80::1', 'trains.example']
    """
    name = host.strip().lower()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    name = name.partition("%")[0].rstrip(".")
    try:
        found = ip_address(name)
    except ValueError:
        return name
    return str(getattr(found, "ipv4_mapped", None) or found)
