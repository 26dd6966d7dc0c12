"""How long games take at this server: medians of those that were finished here, so that nobody is promised an estimate."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from statistics import median

from allaboard.server.schemas import Durations
from allaboard.server.store import Store

__all__ = ["GameDurations"]

ENOUGH = 10
"""Fewer games tell nothing that one could promise."""
LATEST = 1000
FRESH_SECONDS = 600.0
MINUTE = 60_000


class GameDurations:
    """Medians over the latest finished games, counted again when they are ten minutes old."""

    def __init__(self, store: Store) -> None:
        self._store, self._told, self._counted = store, list[Durations](), float("-inf")
        self._counting = asyncio.Lock()

    async def told(self) -> list[Durations]:
        """Return the editions of which enough games were finished, with minutes against bots and with friends."""
        async with self._counting:
            if time.monotonic() - self._counted > FRESH_SECONDS:
                self._told, self._counted = medians(await self._store.game_lengths(LATEST)), time.monotonic()
        return self._told


def medians(games: list[tuple[str, int, int]]) -> list[Durations]:
    """Return minutes by edition, from edition, number of people and milliseconds of each game.

    >>> medians([("usa", 1, 60_000 * minutes) for minutes in range(10, 20)] + [("usa", 2, 60_000)])
    [Durations(edition='usa', bots=14, friends=None)]
    """
    lengths = defaultdict[tuple[str, bool], list[int]](list)
    for edition, people, milliseconds in games:
        if people > 0:
            lengths[edition, people > 1].append(milliseconds)
    minutes = {of: max(1, round(median(some) / MINUTE)) for of, some in lengths.items() if len(some) >= ENOUGH}
    editions = sorted({edition for edition, _ in minutes})
    return [Durations(edition=edition, bots=minutes.get((edition, False)), friends=minutes.get((edition, True))) for edition in editions]
