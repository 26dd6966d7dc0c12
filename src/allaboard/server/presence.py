"""Who is at which table: it decides on whose account its bots think, and whether they do while nobody looks. Nothing of it is stored.

Learned from requests to this process: another process knows those that came to it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from allaboard.server.fairqueue import Path
from allaboard.server.game_time import GameTime
from allaboard.server.identity import Caller
from allaboard.server.scheduler import UNWATCHED, WATCHED

__all__ = ["Presence", "UnwatchedTables"]

AWAY: Final = 60.0
"""Seconds after a request during which somebody is taken to look at the table."""
KEPT: Final = 50_000
MOST_UNWATCHED: Final = 64
"""Tables of one address, and of one person, at which nobody looks and whose bots play, or wait to play, at a time."""
MOST_UNKNOWN: Final = 512
"""The same, of all those at which nobody has been since the start: so many first ones of who opened them, and so many further ones.

No address is known there, and cookies cost nothing: whoever comes with many of them leaves others a first one.
"""
UNKNOWN: Final = ""
FURTHER: Final = "further"
"""These two stand for their address."""
ERASED: Final = "erased"
"""Stands for who opened a table and is nobody any more."""


class LastVisit(NamedTuple):
    """Who was last at a table, and when."""

    address: str
    who: str
    hosts: bool
    at: float


class Presence:
    """Those at tables. `has_stream` returns whether an event stream of a table is open."""

    def __init__(self, time: GameTime, has_stream: Callable[[str], bool]) -> None:
        self._time, self._has_stream = time, has_stream
        self._visits: OrderedDict[str, LastVisit] = OrderedDict()

    def note_visit(self, table_id: str, caller: Caller, *, hosts: bool) -> None:
        """Note that somebody who sits at a table, or has opened it, asks for it.

        Who opened it pays for its bots while they are there: nobody whom they invite can bring their own lot upon them.
        """
        moment = self._time.monotonic()
        last = self._visits.get(table_id)
        if last is None or hosts or not last.hosts or moment - last.at > AWAY:
            self._visits[table_id] = LastVisit(caller.address, caller.who, hosts, moment)
        self._visits.move_to_end(table_id)
        while len(self._visits) > KEPT:
            self._visits.popitem(last=False)

    def path(self, table_id: str, host: str | None) -> Path:
        """Return on whose account a table's bots think: of whoever was there; where nobody was since the start, of who opened it."""
        last = self._visits.get(table_id)
        looked_at = self._has_stream(table_id) or (last is not None and self._time.monotonic() - last.at <= AWAY)
        address, who = (last.address, last.who) if last is not None else (UNKNOWN, host or ERASED)
        return (WATCHED if looked_at else UNWATCHED, address, who, table_id)


class UnwatchedTables:
    """Places for the bots of tables at which nobody looks, which take turns: however many somebody opens, only so many wait in memory."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._places: dict[str, tuple[str, str]] = {}
        """The address and the person on whose account a table has its place."""
        self._taken: Counter[str] = Counter()
        self._crowded: set[str] = set()
        """Addresses and people of whom a table was refused since a place was free: the next that has played gives its own up."""

    def take_place(self, table_id: str, host: str | None) -> bool:
        """Return whether the bots of a table may play now, or go on: always where somebody looks."""
        kind, address, who, _ = self._presence.path(table_id, host)
        asked_for = not self._crowded.isdisjoint(self._places.get(table_id, ()))
        self.leave(table_id)
        if kind == WATCHED or asked_for:
            return kind == WATCHED
        most = MOST_UNKNOWN if address == UNKNOWN else MOST_UNWATCHED
        if address == UNKNOWN and (self._taken[who] or self._taken[UNKNOWN] >= MOST_UNKNOWN):
            address = FURTHER
        if full := [one for one, room in ((address, most), (who, MOST_UNWATCHED)) if self._taken[one] >= room]:
            self._crowded.update(full)
            return False
        self._places[table_id] = address, who
        self._taken.update((address, who))
        return True

    def leave(self, table_id: str) -> None:
        """Give the place of a table up, if it has one: it is free for the next that is found."""
        for one in self._places.pop(table_id, ()):
            self._crowded.discard(one)
            self._taken[one] -= 1
            if not self._taken[one]:
                del self._taken[one]
