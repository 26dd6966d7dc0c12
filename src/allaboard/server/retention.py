"""What goes after a time, and what stays: tables that nobody began or came back to, guests without games, boards that nobody uses.

The operator sets the times in days; 0 keeps for ever. The server does it by itself, little by little; `allaboard prune` tells or does it
at once. Games that people finished stay unless a time is set, and a game that is going on never goes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.server.models import now
from allaboard.server.settings import Settings
from allaboard.server.store import Store, StoreDown, Tally
from allaboard.server.tables import Tables

__all__ = ["KINDS", "Pruned", "Retention", "prune"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.retention")

DAY: Final = 24 * 3600 * 1000
BATCH: Final = 50
"""So many go in one transaction: nobody's move waits for more."""
PAUSE: Final = 0.05
HOUR: Final = 3600.0

KINDS: Final = {
    "keep_unbegun": "tables at which no game began",
    "keep_abandoned": "games that wait for somebody who does not come",
    "keep_bot_games": "games in which no person plays, finished or at a standstill",
    "keep_finished": "finished games of people",
    "keep_records": "uploaded records",
    "keep_reviews": "reviews, which can be made again while their game is there",
    "keep_guests": "names of guests without a table",
    "keep_boards": "uploaded boards that no table uses",
    "keep_puzzles": "what people who come no more have made of puzzles",
}
"""The settings, and what each is about. Tables go first: guests and boards may be free after them."""
BY_CLOCK: Final = ("keep_reviews", "keep_guests", "keep_boards", "keep_puzzles")
"""What is dated by the machine's clock; tables are in game time (`GameTime`)."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """What went, or would go: how many of a kind, and when the oldest was last touched, in milliseconds since 1970."""

    setting: str
    days: int
    count: int
    oldest: int | None

    @property
    def what(self) -> str:
        return KINDS[self.setting]


async def prune(
    store: Store,
    settings: Settings,
    *,
    dry_run: bool,
    moment: int | None = None,
    dropped: Callable[[str], None] = lambda key: None,
) -> list[Pruned]:
    """Remove what is older than the settings allow, in small steps, calling `dropped` with each key; or only count it."""
    clock, ahead = await store.clock()
    if clock is not None:  # the database's clock is the one that counts
        ahead += clock - now()
    pruned, earlier = [], dict[str, int]()
    for setting in KINDS:
        days = int(getattr(settings, setting))
        tally = Tally(0, None)
        if days:
            shift = 0 if setting in BY_CLOCK else ahead
            before = (now() if moment is None else moment) + shift - days * DAY
            found = await store.expired(setting, before, earlier)
            tally = Tally(found.count, None if found.oldest is None else found.oldest - shift)
            if dry_run and setting not in BY_CLOCK:
                earlier[setting] = before
            while not dry_run and (keys := await store.drop_expired(setting, before, BATCH)):
                for key in keys:
                    dropped(key)
                await asyncio.sleep(PAUSE)
        pruned.append(Pruned(setting, days, tally.count, tally.oldest))
    return pruned


class Retention:
    """The server's own pruning, once an hour."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        self._settings, self._tables = settings, tables
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; the first time a little later, so that a start is quick."""
        self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_on(self) -> None:
        wait = self._settings.prune_every * HOUR / 10
        while True:
            shown, real = now(), time.monotonic()
            await asyncio.sleep(wait)
            wait = self._settings.prune_every * HOUR
            if abs((now() - shown) / 1000 - (time.monotonic() - real)) > HOUR:
                logger.warning("not pruned", cause="the clock of this machine was set; next time it will be believed")
                continue
            try:
                pruned = await prune(self._tables.store, self._settings, dry_run=False, dropped=self._forget)
            except StoreDown as error:
                logger.warning("not pruned", cause=str(error))
            except Exception as error:  # whatever it was: next time it is tried again
                logger.exception("not pruned", cause=type(error).__name__)
            else:
                for one in pruned:
                    if one.count:
                        logger.info("pruned", what=one.what, count=one.count)

    def _forget(self, key: str) -> None:
        self._tables.forget(key)
        self._tables.streams.notify(key)
