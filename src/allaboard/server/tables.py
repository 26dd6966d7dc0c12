"""The tables: live games over the database. Whatever happens at a table is one line, on disk under the key (table, n) before it is sent.

Live tables are only a cache, each behind a lock of its own. A write that fails drops the live table: the database alone says what happened.
What is done at them: `play`, `lobby`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, TypeVar

import structlog
from structlog.typing import FilteringBoundLogger
from typing_extensions import Unpack

from allaboard.events import Event
from allaboard.game import RULES_VERSION
from allaboard.result import Result
from allaboard.server.edition_store import UPLOADED_PREFIX, EditionStore, ReadBoard
from allaboard.server.game_time import GameTime
from allaboard.server.identity import ASKED, Asked, Caller, IdempotencyKey
from allaboard.server.limits import Limits
from allaboard.server.live_table import LiveTable, LoggedLine, replay_lines
from allaboard.server.metrics import TABLES_IN_MEMORY
from allaboard.server.models import Header, HeaderChanges, Line, LineData, LineKind, Seat, TableState, Totals
from allaboard.server.presence import Presence
from allaboard.server.problems import Problem
from allaboard.server.quarantine import Quarantine
from allaboard.server.replay_queue import ReplayJob, ReplayQueue
from allaboard.server.scheduler import Hung, Threads
from allaboard.server.settings import Settings
from allaboard.server.store import Collision, Store
from allaboard.server.streams import Streams

__all__ = ["ATTEMPTS", "MOST_LINES", "Tables", "busy", "need_room", "own_seats", "replays_of", "totals_of"]

Answer = TypeVar("Answer")

logger: FilteringBoundLogger = structlog.get_logger("allaboard.tables")

ATTEMPTS = 8
"""So often a line is offered again when others wrote first; every loser saw somebody win."""
MOST_LINES: Final = 3_000
"""So many lines a log has before only actions are written to it: a long game of five with much talk has a third of that."""
UNREADABLE: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a damaged log raises; a want of memory or threads is no fault of the log's."""
LINES_AT_ONCE: Final = 300
"""Lines of a log that are read and told as one replay is counted; a longer log is counted as several."""
AT_A_TIME: Final = 2
"""So many logs are read and replayed at a time, so that threads are left for others."""
PIECE: Final = 100
"""Lines of a long log that are replayed, or told, in one turn: some hundredths of a second."""
REST: Final = 300.0
"""Seconds after which a table that nobody has looked at leaves memory: opening it again takes some hundredths of a second."""
BOARDS: Final = 100
"""Boards of strangers that tables in memory are played on. One takes up to 5 MB, and could be another one at every table."""


@dataclass(slots=True)
class CachedTable:
    """Where a live table is kept: its lock, how many are waiting or reading, and when somebody last did."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    live: LiveTable | None = None
    opening: ReplayJob[Any] | None = None
    """What reads its board, and then the table, while that waits for its turn or is done."""
    addresses: set[str] = field(default_factory=set)
    """Who asks for a table that is not there yet: it is opened in the turn of whoever's comes first."""
    users: int = 0
    used: float = 0.0
    board: str = ""
    """The key of its board, if that was uploaded."""
    board_read: ReadBoard | None = None


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
        limits: Limits,
    ) -> None:
        self.settings, self.store, self.editions, self.streams, self.time = settings, store, editions, streams, time
        self._threads, self.quarantine, self._limits = threads, quarantine, limits
        self.presence = Presence(time, streams.is_open)
        self._cache: OrderedDict[str, CachedTable] = OrderedDict()
        self._boards: OrderedDict[str, set[str]] = OrderedDict()
        """Of boards that were uploaded: the tables in memory on each, the board that was used last at the end."""
        self._replays = ReplayQueue(AT_A_TIME)
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
        entry.used = self.time.monotonic()
        if entry.live is None and (address := ASKED.get().address) not in entry.addresses:
            entry.addresses.add(address)
            if entry.opening is not None:
                entry.opening.wait_as(address)
        try:
            async with entry.lock:
                if entry.live is None:
                    entry.live = await self._open(entry, table_id)
                elif self.store.shared and fresh:
                    await self._refresh(entry)
                assert entry.live is not None
                self._note_board(entry, entry.live)
                yield entry.live
        finally:
            entry.users -= 1
            if entry.live is None and entry.users == 0:
                self._drop(table_id)
            self._evict()

    async def change(self, table_id: str, do: Callable[[LiveTable], Awaitable[Answer]]) -> Answer:
        """Do something at a table, again when somebody else wrote first."""
        for _ in range(ATTEMPTS):
            try:
                async with self.at(table_id) as live:
                    return await do(live)
            except Collision:
                continue
        raise busy()

    @asynccontextmanager
    async def closed(self, table_id: str) -> AsyncIterator[None]:
        """Keep a table from being opened in this process for the length of the block; afterwards it is read anew."""
        entry = self._cache.setdefault(table_id, CachedTable())
        entry.users += 1
        try:
            async with entry.lock:
                try:
                    yield
                finally:
                    entry.live = None
        finally:
            entry.users -= 1
            if entry.users == 0:
                self._drop(table_id)

    def knows(self, table_id: str, n: int) -> bool:
        """Return whether this process has the table in memory, with line n of its log."""
        entry = self._cache.get(table_id)
        return entry is not None and entry.live is not None and entry.live.n >= n

    def at_hand(self, table_id: str) -> LiveTable | None:
        """Return the live table as this process knows it, if nobody changes it or reads it anew just now."""
        entry = self._cache.get(table_id)
        return None if entry is None or entry.lock.locked() else entry.live

    async def replays_to_read(self, table_id: str) -> int:
        """Return how many replays are counted for reading the whole log of a table."""
        entry = self._cache.get(table_id)
        live = None if entry is None else entry.live
        if live is not None:
            return replays_of(live.n)
        return replays_of((await self.store.position(table_id) or 0) if _could_be(table_id) else 0)

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
            if live.due() is not None or live.deadline() is not None:
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
        """Let go of tables that rest, and of those that rest longest where there are too many."""
        resting = self.time.monotonic() - REST
        while (oldest := next((key for key, entry in self._cache.items() if entry.users == 0), None)) is not None:
            if len(self._cache) <= self.settings.cached_tables and self._cache[oldest].used > resting:
                break
            self._drop(oldest)
        while len(self._boards) > BOARDS and (board := self._board_to_drop()) is not None:
            for table_id in list(self._boards[board]):
                self._drop(table_id)
        TABLES_IN_MEMORY.set(len(self._cache))

    def _note_board(self, entry: CachedTable, live: LiveTable) -> None:
        """Count a table in memory that is played on a board of a stranger."""
        if live.header.edition.startswith(UPLOADED_PREFIX):
            entry.board = live.header.edition_key
            self._boards.setdefault(entry.board, set()).add(live.header.id)
            self._boards.move_to_end(entry.board)

    def _board_to_drop(self) -> str | None:
        """Return the board that was used longest ago and nobody uses now, better one whose tables nobody listens to."""
        free = [
            board
            for board, table_ids in self._boards.items()
            if not any((entry := self._cache.get(table_id)) is not None and entry.users for table_id in table_ids)
        ]
        unheard = (board for board in free if not any(map(self.streams.is_open, self._boards[board])))
        return next(unheard, free[0] if free else None)

    def _drop(self, table_id: str) -> None:
        """Let go of a table in memory, and with the last one on a board of that."""
        entry = self._cache.pop(table_id, None)
        if entry is not None and (on_it := self._boards.get(entry.board)) is not None:
            on_it.discard(table_id)
            if not on_it:
                del self._boards[entry.board]

    async def _open(self, entry: CachedTable, table_id: str) -> LiveTable:
        """Read a table when its turn has come: the turn of any address that waits for it, so that nobody waits behind another's tables.

        Its board is made ready before, since boards take turns of their own: no table on another waits behind that.
        """

        def begin(job: ReplayJob[Any]) -> None:
            entry.opening = job
            for address in {ASKED.get().address, *entry.addresses}:
                job.wait_as(address)

        try:
            if (header := await self.store.header(table_id)) is None:
                raise no_table()
            _check_playable(header)
            self._count_opening(header, ASKED.get())
            # kept with the table: a game that begins would make its actions on the event loop
            entry.board_read = board = await self.editions.of(header, begin)
            job = self._replays.job(lambda: self._read(table_id, board))
            begin(job)
            return await job.answer
        finally:
            entry.opening = None
            entry.addresses.clear()

    def _count_opening(self, header: Header, asked: Asked) -> None:
        """Count that a table is opened for a request, by its lines."""
        if asked.caller is None or asked.opening != header.id:
            return
        asked.opening = None
        if more := replays_of(header.n) - 1:  # one is counted already
            self._limits.take("replay", asked.caller.who, asked.caller.address, more)

    async def _read(self, table_id: str, board: ReadBoard) -> LiveTable:
        # at one moment: seats older than the log would stay so, since the log tells whether there is news
        found = await self.store.table(table_id)
        if found is None:
            raise no_table()
        header, seats, lines = found
        _check_playable(header)
        try:
            with self.quarantine.busy(table_id, header.n):
                # a long game takes some hundredths of a second, in which others would wait
                return await asyncio.to_thread(LiveTable, header, seats, board.edition, lines, self.time.shown)
        except UNREADABLE as error:
            # A line that cannot have happened: the game is not guessed, and all other tables go on. Why may name a card that nobody
            # should know, and is for whoever runs the server.
            logger.error("a log cannot be replayed", table=table_id, cause=f"{type(error).__name__}: {error}")
            raise Problem(409, "unplayable", "the log of the game cannot be replayed") from error

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
            entry.live = await self._open(entry, live.header.id)

    async def append(
        self,
        live: LiveTable,
        kind: LineKind,
        *,
        seat: int | None = None,
        action: int | None = None,
        outcome: tuple[int, ...] = (),
        data: LineData | None = None,
        key: IdempotencyKey | None = None,
        author: str | None = None,
        events: tuple[Event, ...] = (),
        seats: Sequence[Seat] = (),
        erased: Sequence[Line] = (),
        **columns: Unpack[HeaderChanges],
    ) -> LoggedLine:
        """Write one line and what follows from it; on any failure the live table is dropped and the error goes on."""
        table_id = live.header.id
        stored = (None, None) if key is None else (key.value, key.asked)
        line = Line(live.n + 1, kind, seat, action, outcome, data, self.time.now(), stored[0], author, stored[1])
        logged = live.follow(line, events)
        for name, value in columns.items():
            setattr(live.header, name, value)
        columns.pop("status", None)  # it is part of where the table stands
        due, header = live.due(), live.header
        try:
            if header.status == "over" and header.result is None:
                header.result = columns["result"] = await self._result(live)
            state: TableState = {
                "status": header.status,
                "acting": header.acting,
                "due": due,
                # whoever writes a line looks after the bots that come next
                "leased": None if due is None else due + int(1000 * self.settings.lease),
                "deadline": live.deadline(),
            }
            await self.store.append(table_id, line, state, columns, seats, erased)
        except BaseException:
            self.forget(table_id)
            self.streams.notify(table_id)  # somebody else may have written line n, and their announcement was passed over
            raise
        self.streams.notify(table_id)
        self.on_change(live)
        return logged

    async def _result(self, live: LiveTable) -> Totals:
        """Return how a game ended, in short. It is worked out beside the event loop, and a table where that does not end is set aside."""
        game, table_id = live.game, live.header.id
        assert game is not None
        try:
            result = await self._threads.run(game.result, self.quarantine.busy(table_id, live.n))
        except Hung as error:
            reason = f"the result of the game could not be worked out: {error}"
            await self.set_aside(table_id, reason)
            raise Problem(409, "unplayable", f"this table was set aside: {reason}") from error
        return totals_of(result)

    async def replayed(self, live: LiveTable, after: int, tell: Callable[[LoggedLine], Answer]) -> list[Answer]:
        """Return what is told of each line behind a position, from the log alone. The table need not be held meanwhile.

        It is done in pieces, so that the logs of others come to their turn.
        """
        lines = await self._replays.run(ASKED.get().address, lambda: self.whole_log(live))
        replaying = replay_lines(live.header, live.edition, lines)
        told: list[Answer] = []
        for _ in range(0, len(lines), PIECE):
            told += await self.beside(lambda: [tell(logged) for logged, _ in islice(replaying, PIECE) if logged.line.n > after])
        return told

    async def told_of(
        self, live: LiveTable, viewing_of: Callable[[LiveTable], tuple[int, ...]], after: int, tell: Callable[[LoggedLine], Answer]
    ) -> list[Answer] | None:
        """Return what is told of the lines behind a position that are no longer at hand, while the table goes on.

        None where that may not be sent any more: meanwhile the reader has got or lost a seat, or words and names were erased.
        """
        viewing, n = viewing_of(live), live.n
        told = await self.replayed(live, after, tell)
        async with self.at(live.header.id) as newest:
            return None if viewing_of(newest) != viewing or newest.erased_since(n) else told

    async def beside(self, do: Callable[[], Answer]) -> Answer:
        """Do something with a long log beside the event loop, when the turn of who asks has come."""
        return await self._replays.run(ASKED.get().address, lambda: asyncio.to_thread(do))

    async def whole_log(self, live: LiveTable) -> list[Line]:
        """Return all lines of a table's log, from the database; a Problem where the table has gone since it was opened."""
        lines = await self.store.lines(live.header.id)
        if not lines and live.n:  # a log only grows; its last line may be on its way to the disk
            self.forget(live.header.id)
            raise no_table()
        return lines


def _check_playable(header: Header) -> None:
    if header.rules != RULES_VERSION:
        raise Problem(409, "unplayable", f"the game was played by rules version {header.rules}; this server plays version {RULES_VERSION}")
    if header.aside is not None:
        raise Problem(409, "unplayable", f"this table was set aside: {header.aside}")


def _could_be(table_id: str) -> bool:
    """Return whether that may be the id of a table: what else stands in an address is no question for the database."""
    return len(table_id) <= 24 and table_id.isascii() and table_id.isalnum()


def own_seats(live: LiveTable, caller: Caller) -> tuple[int, ...]:
    """Return the seats that are a caller's."""
    return tuple(seat.seat for seat in live.seats if caller.owns(seat))


def totals_of(result: Result) -> Totals:
    """Return how a game ended, in short."""
    return {"totals": [sheet.total for sheet in result.sheets], "winners": list(result.winners)}


def no_table() -> Problem:
    """Return a refusal: nobody has opened such a table, or it has gone."""
    return Problem(404, "not-found", "there is no such table")


def replays_of(lines: int) -> int:
    """Return how many replays are counted for one of a whole log: what it costs grows with its lines."""
    return 1 + lines // LINES_AT_ONCE


def need_room(live: LiveTable) -> None:
    """Refuse what makes a log longer without bringing the game on, once it is long: every line is read when a table is opened."""
    if live.n >= MOST_LINES:
        raise Problem(409, "not-now", f"the log of this table has {live.n} lines: it takes only what brings the game on", code="log-full")


def busy() -> Problem:
    """Return a refusal: others wrote first, again and again."""
    return Problem(503, "unavailable", "the table is too busy; try again", headers={"Retry-After": "1"})
