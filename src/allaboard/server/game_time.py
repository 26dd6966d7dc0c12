"""The time by which games are played: it goes on evenly whatever happens to the machine's clock. What people read is the machine's time.

Lines, dues, leases and deadlines are in *game time*: milliseconds since 1970 as the clock told them at first, counted on by the
processor's own monotonic clock. When the machine's clock is set, game time is from then on ahead of it by so much, which the database
keeps for all processes and for the next start; what is shown is game time less that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import structlog
from structlog.typing import FilteringBoundLogger

__all__ = ["JUMP", "GameTime", "TimeStore"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.time")

JUMP = 2000
"""Milliseconds: what differs by less is a clock that was adjusted, and is followed."""
SLOW = 0.5
"""Seconds: a database that takes longer to answer cannot tell the time."""


class TimeStore(Protocol):
    """What all processes share: a clock, and by how much game time is ahead of it."""

    async def clock(self) -> tuple[int | None, int]:
        """Return the database's own time, or None where it has none; and by how many milliseconds game time is ahead."""
        ...

    async def set_ahead(self, known: int, ahead: int) -> bool:
        """Set by how much game time is ahead; False when another process has done so since `known`."""
        ...

    async def last_change(self) -> int | None:
        """Return the game time of the latest line of all tables."""
        ...


class GameTime:
    """Game time, and how it is shown. `wall` and `monotonic` return seconds, as those of the module `time` do."""

    def __init__(self, wall: Callable[[], float] | None = None, monotonic: Callable[[], float] = time.monotonic) -> None:
        # looked up at every call: a clock that tests set is set for the server too
        self._wall, self.monotonic = wall or (lambda: time.time()), monotonic  # noqa: PLW0108
        self._origin = 1000 * (self._wall() - monotonic())
        self._ahead = 0

    def now(self) -> int:
        """Return game time in milliseconds since 1970."""
        return int(self._origin + 1000 * self.monotonic())

    def until(self, at: int) -> float:
        """Return seconds from now to a moment of game time; negative when it has passed."""
        return (at - self.now()) / 1000

    def shown(self, at: int) -> int:
        """Return a moment of game time as the machine's clock shows it now."""
        return at - self._ahead

    async def start(self, store: TimeStore) -> None:
        """Go on where games stood: with the time that other processes have, and never before the last line that was written."""
        wall, self._ahead = await self._read(store)
        self._origin = wall + self._ahead - 1000 * self.monotonic()
        behind = (await store.last_change() or 0) - self.now()
        if behind > JUMP and await store.set_ahead(self._ahead, self._ahead + behind):
            logger.warning("the machine's clock went back while the server was down; games go on", seconds=behind // 1000)
            self._ahead += behind
            self._origin += behind

    async def keep(self, store: TimeStore) -> None:
        """Compare with the clock, now and then. If it was set, game time does not follow; if it was adjusted, it does."""
        began = self.monotonic()
        wall, ahead = await self._read(store)
        if self.monotonic() - began > SLOW:
            return
        off = int(wall + ahead - self.now())
        if abs(off) <= JUMP or ahead != self._ahead:  # another process has noticed a jump before, and says what game time is
            self._ahead = ahead
            self._origin += off
        elif await store.set_ahead(ahead, ahead - off):
            logger.warning("the machine's clock was set; games go on as if it had not been", seconds=off // 1000)
            self._ahead = ahead - off

    async def _read(self, store: TimeStore) -> tuple[float, int]:
        clock, ahead = await store.clock()
        return 1000 * self._wall() if clock is None else clock, ahead
