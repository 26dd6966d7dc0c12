"""How fast one person, or one address, may ask: buckets that fill with time. Nobody can slow the table of others down by asking."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from allaboard.server.problems import Problem

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many more a second; an address may ask as much as `guests` people: a family, a school."""

    burst: float
    per_second: float
    guests: int = 10


RATES: Final = {
    "act": Rate(60, 20),
    "read": Rate(200, 50),
    "chat": Rate(10, 1),
    "create": Rate(30, 0.5),
    "join": Rate(20, 0.3),  # also keeps short codes from being guessed
    "upload": Rate(20, 0.1),
    "replay": Rate(60, 4, 3),  # a whole game is replayed for it
    "think": Rate(10, 1, 3),
}
KEPT: Final = 50_000


class Limits:
    """The buckets of this process."""

    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, who: str, address: str) -> None:
        """Count one request; a Problem says when to try again."""
        if not self._enabled:
            return
        rate = RATES[kind]
        wait = max(self._wait(kind, f"who {who}", rate, 1.0), self._wait(kind, f"address {address}", rate, 1.0 / rate.guests))
        if wait > 0:
            seconds = max(1, round(wait + 0.5))
            raise Problem(429, "limit", f"too many requests; try again in {seconds} s", headers={"Retry-After": str(seconds)})

    def _wait(self, kind: str, key: str, rate: Rate, cost: float) -> float:
        moment = time.monotonic()
        level, then = self._buckets.pop((kind, key), (rate.burst, moment))
        level = min(rate.burst, level + (moment - then) * rate.per_second)
        enough = level >= cost
        self._buckets[kind, key] = (level - cost if enough else level, moment)
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return 0.0 if enough else (cost - level) / rate.per_second
