"""By which addresses other machines reach this server: for a host who opened the page by loopback and wants to invite somebody."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

from fastapi import Request

from allaboard.server.settings import Settings

__all__ = ["is_loopback", "network_addresses"]

ELSEWHERE = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}
"""Addresses of nobody (RFC 5737, RFC 3849): the machine is asked by which of its own it would go there, and sends nothing."""


def is_loopback(host: str) -> bool:
    """Return whether only this machine can open an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def network_addresses(settings: Settings, request: Request) -> list[str]:
    """Return where others can open the page, such as `http://192.168.1.20:8000`, likeliest first.

    Told only to somebody at this very machine who uses its loopback name, and only where the server listens to more than that: whoever
    came by another name has an address that works, and a stranger learns nothing about the network behind a proxy.
    """
    came_from = request.client.host if request.client else ""
    if settings.public_url or is_loopback(settings.host) or not is_loopback(request.url.hostname or "") or not is_loopback(came_from):
        return []
    port = (request.scope.get("server") or ("", settings.port))[1]
    address = _own_address(*ELSEWHERE[settings.host]) if settings.host in ELSEWHERE else settings.host
    return [f"{request.url.scheme}://{f'[{address}]' if ':' in address else address}:{port}"] if address else []


def _own_address(family: socket.AddressFamily, nobody: str) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((nobody, 9))
        found = str(probe.getsockname()[0])
        return None if is_loopback(found) else found
    return None
