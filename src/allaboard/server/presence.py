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
"""Tables of one address at which nobody looks and whose bots play, or wait to play, at a time."""


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

    def path(self, table_id: str) -> Path:
        """Return on whose account a table's bots think."""
        last = self._visits.get(table_id)
        looked_at = self._has_stream(table_id) or (last is not None and self._time.monotonic() - last.at <= AWAY)
        address, who = (last.address, last.who) if last is not None else ("", "")
        return (WATCHED if looked_at else UNWATCHED, address, who, table_id)


class UnwatchedTables:
    """Places for the bots of tables at which nobody looks, which take turns: however many an address opens, only so many wait in memory."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._places: dict[str, str] = {}
        """The address on whose account a table has its place."""
        self._taken: Counter[str] = Counter()
        self._crowded: set[str] = set()
        """Addresses of which a table was refused a place: the next that has played gives its own up."""

    def take_place(self, table_id: str) -> bool:
        """Return whether the bots of a table may play now, or go on: always where somebody looks."""
        had = self._places.get(table_id)
        self.leave(table_id)
        kind, address, *_ = self._presence.path(table_id)
        if kind == WATCHED:
            return True
        if had == address and address in self._crowded:
            self._crowded.remove(address)
            return False
        if self._taken[address] >= MOST_UNWATCHED:
            self._crowded.add(address)
            return False
        self._places[table_id] = address
        self._taken[address] += 1
        return True

    def leave(self, table_id: str) -> None:
        """Give the place of a table up, if it has one."""
        if (address := self._places.pop(table_id, None)) is not None:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]
                self._crowded.discard(address)
