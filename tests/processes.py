"""Processes that tests start, looked up where Linux tells of them, and ports for them."""

from __future__ import annotations

import atexit
import random
import socket
from contextlib import suppress
from pathlib import Path

__all__ = ["free_port", "members_of"]


def free_port() -> int:
    """A port for a server that may take its time to start, or start again: nothing else takes it meanwhile.

    It lies below those that systems hand out by themselves. To the end of this process a socket of another kind holds it, so that no other
    test is given it.
    """
    while True:
        port = random.SystemRandom().randrange(10_000, 30_000)
        held = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            held.bind(("127.0.0.1", port))
            atexit.register(held.close)
            return port
        held.close()


def members_of(session: int) -> set[int]:
    """Return the ids of all processes of a session that still run; whoever ended and was not yet asked why does not count."""
    members: set[int] = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, _, _, its_session = (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:4]
        except OSError:
            continue  # it ended meanwhile
        if int(its_session) == session and state != "Z":
            members.add(int(entry.name))
    return members
