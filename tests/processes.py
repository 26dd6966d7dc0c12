"""Processes that tests start, looked up where Linux tells of them."""

from __future__ import annotations

from pathlib import Path

__all__ = ["members_of"]


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
