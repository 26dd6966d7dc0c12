"""The tables: live games over the database. Whatever happens at a table is one line, on disk under the key (table, n) before it is sent.

Live tables are only a cache, each behind a lock of its own. A write that fails drops the live table: the database alone says what happened.
Who may do what is decided here; what the rules allow, by the game.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Never, TypeVar

import structlog

from allaboard.events import Event
from allaboard.game import RULES_VERSION, IllegalAction
from allaboard.server.bot_decisions import Decision
from allaboard.server.edition_store import EditionStore
from allaboard.server.game_time import GameTime
from allaboard.server.identity import Caller, IdempotencyKey
from allaboard.server.live_table import LiveTable, LoggedLine, replay_lines
from allaboard.server.metrics import MOVES, TABLES_IN_MEMORY
from allaboard.server.models import Line, LineKind, Seat
from allaboard.server.presence import Presence
from allaboard.server.problems import Problem, refused
from allaboard.server.quarantine import Quarantine
from allaboard.server.scheduler import Hung, Threads
from allaboard.server.settings import Settings
from allaboard.server.store import Collision, Store
from allaboard.server.streams import Streams

__all__ = ["Tables"]

Result = TypeVar("Result")

logger: Any = structlog.get_logger("allaboard.tables")

ATTEMPTS = 8
"""So often a line is offered again when others wrote first; every loser saw somebody win."""


@dataclass(slots=True)
class CachedTable:
    """Where a live table is kept: its lock, and how many are waiting or reading."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    live: LiveTable | None = None
    users: int = 0


class Tables:
    """Opening, reading and changing tables."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        editions: EditionStore,
        streams: Streams,
        time: GameTime,
        threads: Threads,
        quarantine: Quarantine,
    ) -> None:
        self.settings, self.store, self.editions, self.streams, self.time = settings, store, editions, streams, time
        self._threads, self._quarantine = threads, quarantine
        self.presence = Presence(time, streams.is_open)
        self._cache: OrderedDict[str, CachedTable] = OrderedDict()
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        """Called after every change, with the table: bots and clocks listen."""

    @asynccontextmanager
    async def at(self, table_id: str, *, fresh: bool = True) -> AsyncIterator[LiveTable]:
        """Open the live table, as new as the database, for the length of the block; or, not `fresh`, as this process knows it."""
        entry = self._cache.get(table_id)
        if entry is None:
            entry = self._cache[table_id] = CachedTable()
        self._cache.move_to_end(table_id)
        entry.users += 1
        try:
            async with entry.lock:
                if entry.live is None:
                    entry.live = await self._open(table_id)
                elif self.store.shared and fresh:
                    await self._refresh(entry)
                assert entry.live is not None
                yield entry.live
        finally:
            entry.users -= 1
            if entry.live is None and entry.users == 0:
                self._cache.pop(table_id, None)
            self._evict()

    async def change(self, table_id: str, do: Callable[[LiveTable], Awaitable[Result]]) -> Result:
        """Do something at a table, again when somebody else wrote first."""
        for _ in range(ATTEMPTS):
            try:
                async with self.at(table_id) as live:
                    return await do(live)
            except Collision:
                continue
        raise busy()

    def knows(self, table_id: str, n: int) -> bool:
        """Return whether this process has the table in memory, with line n of its log."""
        entry = self._cache.get(table_id)
        return entry is not None and entry.live is not None and entry.live.n >= n

    def announced(self, table_id: str, n: int | None) -> None:
        """Follow what another process announced: line n of a table, or None where it changed earlier lines."""
        if n is None:
            self.forget(table_id)
        if n is None or not self.knows(table_id, n):
            self.streams.notify(table_id)

    def note_visit(self, live: LiveTable, caller: Caller) -> None:
        """Note that somebody asks for a table. If they sit there its bots think on their account, and are looked after."""
        hosts = caller.token is None and live.header.host is not None and live.header.host == caller.guest
        if hosts or own_seats(live, caller):
            self.presence.note_visit(live.header.id, caller, hosts=hosts)
            if live.due() is not None:
                self.on_change(live)

    async def set_aside(self, table_id: str, reason: str) -> None:
        """Let nobody go on at a table that the server came to grief over."""
        logger.error("a table is set aside", table=table_id, cause=reason)
        self.forget(table_id)
        await self.store.set_aside(table_id, reason)

    def forget(self, table_id: str) -> None:
        """Drop a live table: it will be read anew."""
        if (entry := self._cache.get(table_id)) is not None:
            entry.live = None

    def _evict(self) -> None:
        while len(self._cache) > self.settings.cached_tables:
            oldest = next((key for key, entry in self._cache.items() if entry.users == 0), None)
            if oldest is None:
                break
            del self._cache[oldest]
        TABLES_IN_MEMORY.set(len(self._cache))

    async def _open(self, table_id: str) -> LiveTable:
        header = await self.store.header(table_id)
        if header is None:
            raise Problem(404, "not-found", "there is no such table")
        if header.rules != RULES_VERSION:
            raise Problem(
                409, "unplayable", f"the game was played by rules version {header.rules}; this server plays version {RULES_VERSION}"
            )
        if header.aside is not None:
            raise Problem(409, "unplayable", f"this table was set aside: {header.aside}")
        edition = await self.editions.of(header)
        seats, lines = await self.store.seats(table_id), await self.store.lines(table_id)
        try:
            with self._quarantine.busy(table_id, header.n):
                return LiveTable(header, seats, edition, lines, self.time.shown)
        except (IllegalAction, ValueError) as error:
            # a line that cannot have happened: the game is not guessed, and all other tables go on
            raise Problem(409, "unplayable", f"the log of the game cannot be replayed: {error}") from error

    async def _refresh(self, entry: CachedTable) -> None:
        """Follow what other processes wrote."""
        live = entry.live
        assert live is not None
        n = await self.store.position(live.header.id)
        if n == live.n:
            return
        lines = await self.store.lines(live.header.id, live.n)
        if n is None or not live.catch_up(lines):
            entry.live = None  # seats or header have changed as well, or the table has gone
            entry.live = await self._open(live.header.id)

    async def append(
        self,
        live: LiveTable,
        kind: LineKind,
        *,
        seat: int | None = None,
        action: int | None = None,
        outcome: tuple[int, ...] = (),
        data: dict[str, Any] | None = None,
        key: IdempotencyKey | None = None,
        author: str | None = None,
        events: tuple[Event, ...] = (),
        seats: Sequence[Seat] = (),
        erased: Sequence[Line] = (),
        **columns: Any,
    ) -> LoggedLine:
        """Write one line and what follows from it; on any failure the live table is dropped and the error goes on."""
        table_id = live.header.id
        stored = (None, None) if key is None else (key.value, key.asked)
        line = Line(live.n + 1, kind, seat, action, outcome, data, self.time.now(), stored[0], author, stored[1])
        logged = live.follow(line, events)
        for name, value in columns.items():
            setattr(live.header, name, value)
        due, header = live.due(), live.header
        try:
            if header.status == "over" and header.result is None:
                header.result = columns["result"] = await self._result(live)
            changes = {
                "status": header.status,
                "acting": header.acting,
                "due": due,
                # whoever writes a line looks after the bots that come next
                "leased": None if due is None else due + int(1000 * self.settings.lease),
                "deadline": live.deadline(),
                **columns,
            }
            await self.store.append(table_id, line, changes, seats, erased)
        except BaseException:
            self.forget(table_id)
            self.streams.notify(table_id)  # somebody else may have written line n, and their announcement was passed over
            raise
        self.streams.notify(table_id)
        self.on_change(live)
        return logged

    async def _result(self, live: LiveTable) -> dict[str, Any]:
        """Return how a game ended, in short. It is worked out beside the event loop, and a table where that does not end is set aside."""
        game, table_id = live.game, live.header.id
        assert game is not None
        try:
            with self._quarantine.busy(table_id, live.n):
                result = await self._threads.run(game.result)
        except Hung as error:
            reason = f"the result of the game could not be worked out: {error}"
            await self.set_aside(table_id, reason)
            raise Problem(409, "unplayable", f"this table was set aside: {reason}") from error
        return {"totals": [sheet.total for sheet in result.sheets], "winners": list(result.winners)}

    # play

    async def act(
        self, table_id: str, caller: Caller, seat: int | None, action: str, seen: int, key: IdempotencyKey | None
    ) -> dict[str, Any]:
        """Carry out an action for a seat of the caller's; returns what happened as the caller may know it."""
        stored = key and key.of(caller)
        for attempt in range(ATTEMPTS):
            # The first time nobody asks the database for news: it would not take an action on an old game, for line n is there.
            # A refusal is another matter, and is decided on the newest game.
            fresh = attempt > 0 or not self.store.shared
            try:
                async with self.at(table_id, fresh=fresh) as live:
                    self.note_visit(live, caller)
                    # somebody wrote first: it may have been this very request
                    if attempt and (before := await self._earlier(live, stored, "action")) is not None:
                        return live.log_line(before, own_seats(live, caller))
                    try:
                        chosen = chosen_seat(live, caller, seat)
                        self._check_moment(live, chosen, seen)
                        entry, events = live.play(chosen, action)
                    except (Problem, IllegalAction) as error:
                        if not fresh:
                            continue
                        if (before := await self._earlier(live, stored, "action")) is not None:
                            return live.log_line(before, own_seats(live, caller))
                        return await self._refused(live, caller, error, seen)
                    logged = await self.append(
                        live,
                        "action",
                        seat=chosen,
                        action=entry.action,
                        outcome=entry.outcome,
                        key=stored,
                        events=events,
                    )
                    MOVES.labels("person").inc()
                    return live.log_line(logged, own_seats(live, caller))
            except Collision:
                continue
        raise busy()

    async def undo(self, table_id: str, caller: Caller, seat: int | None, seen: int, key: IdempotencyKey | None) -> dict[str, Any]:
        """Take back the caller's last action, while nothing secret was shown since."""
        stored = key and key.of(caller)

        async def take_back(live: LiveTable) -> dict[str, Any]:
            chosen = chosen_seat(live, caller, seat)
            if (before := await self._earlier(live, stored, "undo")) is not None:
                return live.log_line(before, own_seats(live, caller))
            try:
                self._check_moment(live, chosen, seen)
                if (reason := live.cannot_undo(chosen, self.time.now())) is not None:
                    raise Problem(409, "not-now", f"seat {chosen} cannot take back: {reason}")
            except Problem as error:
                return await self._refused(live, caller, error, seen)
            live.take_back()
            logged = await self.append(live, "undo", seat=chosen, key=stored)
            return live.log_line(logged, own_seats(live, caller))

        return await self.change(table_id, take_back)

    async def act_for_bot(self, table_id: str, seat: int, decision: Decision, seen: int) -> bool:
        """Carry out what a bot chose at log position `seen`; False when the table has moved on."""
        data = {"hurried": round(decision.part, 2)} if decision.hurried else None
        try:
            async with self.at(table_id) as live:
                if live.changed > seen or seat not in live.acting or not live.seats[seat].played_by_bot:
                    return False
                entry, events = live.play(seat, decision.action)
                await self.append(live, "action", seat=seat, action=entry.action, outcome=entry.outcome, data=data, events=events)
                MOVES.labels("bot").inc()
                return True
        except Collision:
            return False

    async def chat(self, table_id: str, caller: Caller, seat: int | None, text: str, key: IdempotencyKey | None) -> dict[str, Any]:
        """Say something at the table."""
        stored = key and key.of(caller)

        async def say(live: LiveTable) -> dict[str, Any]:
            if not live.header.options["chat"]:
                raise Problem(409, "not-now", "there is no chat at this table")
            chosen = chosen_seat(live, caller, seat, acting=False)
            logged = await self._earlier(live, stored, "chat")
            if logged is None:
                logged = await self.append(live, "chat", seat=chosen, data={"text": text}, key=stored, author=caller.guest)
            return live.log_line(logged, ())

        return await self.change(table_id, say)

    def _check_moment(self, live: LiveTable, seat: int, seen: int) -> None:
        if live.header.status != "playing":
            raise not_playing(live)
        if seen > live.n:
            raise Problem(422, "invalid", f"seen: the log has {live.n} lines, so nobody can have seen line {seen}")
        if live.stale(seat, seen):
            raise Problem(409, "stale", f"the game has changed since line {seen} of the log; it has {live.n} lines now")

    async def _earlier(self, live: LiveTable, key: IdempotencyKey | None, kind: LineKind) -> LoggedLine | None:
        """Return what a request with this key has written before, to be answered the same; a Problem if it was another request."""
        if key is None or (line := await self.store.line_by_key(live.header.id, key.value)) is None:
            return None
        key.check(line.asked, same=line.kind == kind)
        [logged] = [logged for logged in await self.lines_after(live, line.n - 1) if logged.line.n == line.n]
        return logged

    async def _refused(self, live: LiveTable, caller: Caller, error: Problem | IllegalAction, seen: int) -> Never:
        """Raise why not, with the news for whose game is an old one."""
        if isinstance(error, IllegalAction):
            raise refused(error)
        if error.kind == "stale":
            viewing = own_seats(live, caller)
            error.more["news"] = [live.log_line(logged, viewing) for logged in await self.lines_after(live, max(0, seen))]
            error.more["n"] = live.n
        raise error

    async def lines_after(self, live: LiveTable, after: int) -> list[LoggedLine]:
        """Return lines behind a position with their events: from memory, or from the log where it goes further back."""
        recent = live.recent(after)
        if recent is not None:
            return recent
        lines = await self.store.lines(live.header.id)
        whole = await asyncio.to_thread(lambda: [logged for logged, _ in replay_lines(live.header, live.edition, lines)])
        return [logged for logged in whole if logged.line.n > after]


def own_seats(live: LiveTable, caller: Caller) -> tuple[int, ...]:
    """Return the seats that are a caller's."""
    return tuple(seat.seat for seat in live.seats if caller.owns(seat))


def chosen_seat(live: LiveTable, caller: Caller, seat: int | None, *, acting: bool = True) -> int:
    """Return the seat that a caller means: the one named, or the only one possible."""
    own = own_seats(live, caller)
    if not own:
        raise Problem(403, "not-allowed", "you have no seat at this table")
    if seat is not None:
        if seat not in own:
            raise Problem(403, "not-allowed", f"seat {seat} is not yours; yours: {', '.join(map(str, own))}")
        return seat
    ready = [mine for mine in own if mine in live.acting]
    if len(own) == 1 or not acting:
        return own[0]
    if len(ready) == 1:
        return ready[0]
    raise Problem(422, "invalid", f"seat: you have seats {', '.join(map(str, own))}; say which is meant")


def busy() -> Problem:
    """Return a refusal: others wrote first, again and again."""
    return Problem(503, "unavailable", "the table is too busy; try again", headers={"Retry-After": "1"})


def not_playing(live: LiveTable) -> Problem:
    """Return why nobody can act."""
    reasons = {"open": "the game has not begun", "over": "the game is over", "closed": "the table is closed", "record": "this is a record"}
    return Problem(409, "not-now", reasons[live.header.status], rule="R-END-1" if live.header.status == "over" else None)
