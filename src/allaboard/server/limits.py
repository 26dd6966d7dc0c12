"""How fast one person, or one address, may ask: buckets that fill with time. Nobody can slow the table of others down by asking.

A request is counted before its body is read: by the middleware, for all that is asked of the server, and by its route, for what it costs.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute

from allaboard.server.identity import ASKED, Asked, caller
from allaboard.server.json_body import JsonRequest
from allaboard.server.problems import Problem

__all__ = ["GameRoute", "LimitedRoute", "Limits"]


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many more a second; an address may ask as much as `guests` people: a family, a school."""

    burst: float
    per_second: float
    guests: int = 10


RATES: Final = {
    "any": Rate(200, 30, 5),  # every request of an address, whatever it asks for
    "act": Rate(60, 15, 4),
    "read": Rate(150, 20, 5),
    "list": Rate(40, 4, 5),  # several queries are made for it
    "chat": Rate(10, 1),
    "create": Rate(30, 0.5),
    "join": Rate(20, 0.3),  # also keeps short codes from being guessed
    "upload": Rate(20, 0.2, 1),  # megabytes are read, and checked for seconds
    "draw": Rate(30, 4, 5),  # a board is laid out and drawn for it
    "replay": Rate(60, 4, 3),  # a whole game is replayed for it
    "position": Rate(60, 3, 2),  # a position is set up, and all that can be done in it is listed
    "think": Rate(10, 1, 3),
    "review": Rate(10, 0.05, 5),  # minutes of thinking, unless it is there already
}
COSTS: Final = {
    "GET /me": "list",
    "GET /me/exercises": "list",
    "GET /tables": "list",
    "GET /puzzles": "list",
    "GET /puzzles/today": "list",
    "GET /puzzles/next": "list",
    "GET /puzzles/{puzzle_id}": "list",
    "GET /puzzles/{puzzle_id}/position": "replay",
    "GET /puzzles/{puzzle_id}/preview.png": "draw",
    "GET /editions/{key}/geometry": "draw",
    "GET /editions/{key}/board.svg": "draw",
    "GET /editions/{key}/preview.png": "draw",
    "GET /tables/{table_id}/pictures/{name}": "draw",
    "POST /editions": "upload",
    "POST /records": "upload",
    "POST /tables": "create",
    "POST /join": "join",
    "POST /invitations": "join",
    "PATCH /tables/{table_id}/seats/{seat}": "create",
    "POST /tables/{table_id}/seats/{seat}/token": "create",
    "POST /tables/{table_id}/rematch": "create",
    "POST /tables/{table_id}/chat": "chat",
    "GET /tables/{table_id}/hints": "think",
    "GET /tables/{table_id}/hints/events": "think",
    "GET /tables/{table_id}/training": "think",
    "GET /tables/{table_id}/result": "replay",
    "GET /tables/{table_id}/replay": "replay",
    "GET /tables/{table_id}/record": "replay",
    "GET /tables/{table_id}/fairness": "think",
    "GET /tables/{table_id}/review": "replay",
    "GET /tables/{table_id}/review/events": "review",
    "GET /tables/{table_id}/moments/{n}": "think",
    "POST /tables/{table_id}/moments/{n}/answers": "think",
    "POST /tables/{table_id}/branches": "create",
    "GET /tables/{table_id}/positions/{n}": "replay",
    "POST /analysis": "position",
    "POST /analysis/moves": "position",
    "POST /analysis/card": "draw",
    "POST /analysis/advice": "think",
    "POST /analysis/tables": "create",
    "POST /puzzles/{puzzle_id}/attempts": "think",
    "PATCH /me": "create",
    "GET /me/export": "upload",  # with all boards that somebody has
    "DELETE /me": "create",
}
"""What a request costs where it is more than a look (`GET`) or an act (all others); paths as the API has them behind its prefix."""
WHOLE_LOGS: Final = {
    "GET /tables/{table_id}/result",
    "GET /tables/{table_id}/replay",
    "GET /tables/{table_id}/pictures/{name}",
    "GET /tables/{table_id}/moments/{n}",
}
"""Routes that read the whole log of a table: where it is long, that is counted as further replays."""
UPLOADS_OF_ONE: Final = 4
MOST_UPLOADS: Final = 64
"""Boards and records that are read, wait or are checked at a time, for one address and in this process: each holds its body in memory."""
KEPT: Final = 50_000
FULL_AGAIN: Final = max(rate.burst / rate.per_second for rate in RATES.values())
"""Seconds after which any bucket is full again, and need not be remembered: one that nobody has taken from is full as well."""


class Limits:
    """The buckets of this process."""

    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._uploads: Counter[str] = Counter()

    def take(self, kind: str, who: str, address: str, times: int = 1) -> None:
        """Count one request, or one that costs as much as several; a Problem names when to try again."""
        self.take_address(kind, address, times)
        if self._enabled:
            _refuse(self._wait(kind, f"who {who}", RATES[kind], float(times)))

    def need_some(self, kind: str, who: str, address: str) -> None:
        """Refuse who has less left than one request takes, before something is done whose cost is known only afterwards."""
        if self._enabled:
            rate = RATES[kind]
            _refuse(self._wait(kind, f"address {address}", rate, 1 / rate.guests, spent=0.0))
            _refuse(self._wait(kind, f"who {who}", rate, 1.0, spent=0.0))

    def note_spent(self, kind: str, who: str, address: str, times: float) -> None:
        """Count what was done already, as so many requests: where less is left it is owed, and has to come back first."""
        if self._enabled:
            rate = RATES[kind]
            self._wait(kind, f"address {address}", rate, -math.inf, spent=times / rate.guests)
            self._wait(kind, f"who {who}", rate, -math.inf, spent=times)

    def take_address(self, kind: str, address: str, times: int = 1) -> None:
        """Count one request of an address alone, or one that costs as much as several; a Problem names when to try again."""
        if self._enabled:
            rate = RATES[kind]
            _refuse(self._wait(kind, f"address {address}", rate, times / rate.guests))

    @contextmanager
    def uploading(self, address: str) -> Iterator[None]:
        """Keep one of the places for uploads; a Problem where they are taken."""
        if self._uploads[address] >= UPLOADS_OF_ONE:
            words = f"{UPLOADS_OF_ONE} uploads from your address are under way; try again"
            raise Problem(429, "limit", words, headers={"Retry-After": "2"}, code="uploads-waiting")
        if self._uploads.total() >= MOST_UPLOADS:
            raise Problem(503, "unavailable", "too many uploads are under way; try again", headers={"Retry-After": "5"})
        self._uploads[address] += 1
        try:
            yield
        finally:
            self._uploads[address] -= 1
            self._uploads += Counter()  # forgets who has none

    def _wait(self, kind: str, key: str, rate: Rate, cost: float, *, spent: float | None = None) -> float:
        """Take a cost, or what was spent, from a bucket that has at least the cost; otherwise return in how many seconds it will."""
        moment = time.monotonic()
        level, then = self._buckets.pop((kind, key), (rate.burst, moment))
        level = min(rate.burst, level + (moment - then) * rate.per_second)
        enough = level >= cost
        self._buckets[kind, key] = (level - (cost if spent is None else spent) if enough else level, moment)
        while len(self._buckets) > KEPT or next(iter(self._buckets.values()))[1] < moment - FULL_AGAIN:
            self._buckets.popitem(last=False)
        return 0.0 if enough else (cost - level) / rate.per_second


def _refuse(wait: float) -> None:
    if wait > 0:
        seconds = max(1, round(wait + 0.5))
        raise Problem(
            429,
            "limit",
            f"too many requests; try again in {seconds} s",
            headers={"Retry-After": str(seconds)},
            code="requests",
            seconds=seconds,
        )


class LimitedRoute(APIRoute):
    """A route that counts each request before anything of it is read, and then strictly: who floods it costs no more than the refusal."""

    needs_rules = False

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        kind, whole_log = cost_of(self), _name(self) in WHOLE_LOGS

        async def limited(given: Request) -> Response:
            request = JsonRequest(given.scope, given.receive)
            asking, services = await caller(request), request.app.state.services
            services.limits.take(kind, asking.who, asking.address)
            table_id = request.path_params.get("table_id")
            asked = Asked(asking)
            ASKED.set(asked)
            if table_id is not None and not services.tables.knows(table_id, 0):
                # its log will be replayed; how long it is counts for who opens it, and not for all who ask at the same time
                services.limits.take("replay", asking.who, asking.address)
                asked.opening = table_id
            if whole_log and (more := await services.tables.replays_to_read(table_id) - 1):
                services.limits.take("replay", asking.who, asking.address, more)
            if self.needs_rules:
                await services.startup.need_rules()
            with services.limits.uploading(asking.address) if request.uploads else nullcontext():
                return await handle(request)

        return limited


class GameRoute(LimitedRoute):
    """A route that plays, or looks at a game: the rules must be there. As a dependency this took a fifteenth of what an act costs."""

    needs_rules = True


def cost_of(route: APIRoute) -> str:
    """Return the bucket that a route's requests are counted in."""
    name = _name(route)
    return COSTS.get(name, "read" if name.startswith("GET ") else "act")


def _name(route: APIRoute) -> str:
    """Return the method and the path of a route, as the API has it behind its prefix."""
    assert route.methods
    [method] = route.methods
    return f"{method} /{route.path.split('/', 3)[3]}"
