"""What belongs to a person: names, words, seats, boards, attempts at puzzles. All of it can be taken along, and all of it can be erased.

Words belong to who said them and names to who chose them, whoever sits in the seat by now. Games stay, played by somebody.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from typing import Final, Literal, cast
from weakref import WeakValueDictionary

from allaboard.server.http_cache import json_bytes
from allaboard.server.identity import ASKED, Caller
from allaboard.server.limits import Limits
from allaboard.server.live_table import LiveTable
from allaboard.server.lobby import NOBODY, Lobby, named, need_guest
from allaboard.server.models import (
    ChatData,
    Header,
    HeaderChanges,
    Line,
    PublicSeat,
    Seat,
    SeatChange,
    SeatNotice,
    StartData,
    TableOptions,
    TableState,
)
from allaboard.server.problems import Problem
from allaboard.server.schemas import ExportedEdition, ExportedPuzzle, ExportedSeat, ExportedSolver
from allaboard.server.store import Collision
from allaboard.server.tables import ATTEMPTS, Tables, busy, replays_of

__all__ = ["PersonalData"]

ROUNDS: Final = 5
"""So often it is looked for what others have copied of somebody who is being erased: what is copied has its source erased, so two do."""
ERASED: Final[SeatNotice] = {"why": "erased"}


class PersonalData:
    """Exporting and erasing."""

    def __init__(self, tables: Tables, lobby: Lobby, limits: Limits) -> None:
        self._tables, self._lobby, self._limits, self._store = tables, lobby, limits, tables.store
        self._exporting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._erasing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def export(self, guest: str) -> AsyncIterator[bytes]:
        """Return everything the server holds about a guest as JSON, an `Export`, in small pieces: words and boards may be very many."""
        return self._pieces(guest, await self._person(guest))

    async def _pieces(self, guest: str, person: bytes) -> AsyncIterator[bytes]:
        yield person
        async with self._exporting.setdefault(guest, asyncio.Lock()):  # one export of a person after the other
            async for piece in _listed("tables", self._each_table(guest)):
                yield piece
            async for piece in _listed("editions", self._each_edition(guest)):
                yield piece
            yield b"}"

    async def _person(self, guest: str) -> bytes:
        """Return the beginning: what belongs to somebody wherever they play."""
        created, seen = await self._store.guest_times(guest)
        attempts = await self._store.attempts(guest)
        puzzles: list[ExportedPuzzle] = [
            {
                "puzzle": row.puzzle,
                "choice": row.choice,
                "passed": row.passed,
                "solved": row.solved,
                "shown": row.shown,
                "tries": row.tries,
                "day": row.day,
                "rating": round(row.rating, 1),
                "change": round(row.change, 1),
                "at": row.at,
            }
            for row in attempts
        ]
        solver: ExportedSolver | None = None
        if (tried := await self._store.last_tried(guest)) is not None:
            rating = await self._store.solver(guest)
            solver = {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility, "updated": tried}
        name = await self._store.guest_name(guest)
        return json_bytes({"name": name, "created": created, "seen": seen, "puzzles": puzzles, "solver": solver})[:-1]

    # Who leaves in the middle breaks no query off: that would cost the connection to the database. Hence the shields.

    async def _each_table(self, guest: str) -> AsyncIterator[bytes]:
        """Tell what is somebody's at one table after the other, an `ExportedTable` each."""
        separator = b""
        for table_id in await asyncio.shield(self._store.tables_with(guest)):
            if (told := await asyncio.shield(self._table(guest, table_id))) is not None:
                yield separator + told
                async for piece in _listed("names", self._each_line(guest, table_id, "seat")):
                    yield piece
                async for piece in _listed("chat", self._each_line(guest, table_id, "chat")):
                    yield piece
                yield b"}"
                separator = b","

    async def _table(self, guest: str, table_id: str) -> bytes | None:
        if (header := await self._store.header(table_id)) is None:
            return None
        seats, passed = await self._store.seats(table_id), await self._store.passed_marks(guest, table_id)
        versions = header.options.get("bot_versions", [None] * len(seats))
        told = {
            "id": header.id,
            "edition": header.edition,
            "status": header.status,
            "host": header.host == guest,
            "created": self._tables.time.shown(header.created),
            "updated": self._tables.time.shown(header.updated),
            "seats": [
                _exported_seat(seat, version) for seat, version in zip(seats, versions, strict=True) if guest in (seat.guest, seat.author)
            ],
            "passed_marks": passed.get(table_id, []),
        }
        return json_bytes(told)[:-1]

    async def _each_line(self, guest: str, table_id: str, kind: Literal["seat", "chat"]) -> AsyncIterator[bytes]:
        after, shown = 0, self._tables.time.shown
        while lines := await asyncio.shield(self._store.lines_of(guest, table_id, kind, after)):
            told: list[dict[str, object]] = [
                {"at": shown(line.at), "seat": line.seat, "name": cast(SeatChange, line.data)["name"]}
                if kind == "seat"
                else {"at": shown(line.at), "text": cast(ChatData, line.data)["text"]}
                for line in lines
            ]
            yield (b"," if after else b"") + json_bytes(told)[1:-1]
            after = lines[-1].n

    async def _each_edition(self, guest: str) -> AsyncIterator[bytes]:
        separator = b""
        for key in await asyncio.shield(self._store.edition_keys_of(guest)):
            if (row := await asyncio.shield(self._store.edition(key))) is not None and row["owner"] == guest:
                one: ExportedEdition = {
                    "key": row["key"],
                    "created": row["created"],
                    "edition": row["edition_text"],
                    "board": row["board_text"],
                }
                yield separator + json_bytes(one)
                separator = b","

    async def erase(self, caller: Caller) -> None:
        """Erase a guest, table by table; asked again after a failure, it goes on where it was."""
        guest = need_guest(caller)
        ASKED.set(replace(ASKED.get(), completes=True))
        # one after the other, of a person and of an address: tables are read and opened for it
        person = self._erasing.setdefault(f"who {guest}", asyncio.Lock())
        address = self._erasing.setdefault(f"address {caller.address}", asyncio.Lock())
        async with person, address:
            for _ in range(ROUNDS):
                await self._erase_all(caller, guest)
                # others may have copied a name from a table that was not reached yet, as for a rematch
                if not await self._store.knows(guest):
                    break
            else:
                raise Problem(503, "unavailable", "not all of it is erased yet; try again", headers={"Retry-After": "1"})
            await self._store.clean_up()

    async def _erase_all(self, caller: Caller, guest: str) -> None:
        opened: list[str] = []
        for table_id in await self._store.tables_with(guest):
            if (header := await self._store.header(table_id)) is None:
                continue
            opened += [table_id] if header.host == guest else []
            await self._erase_at(header, caller, guest)
        await self._store.forget_editions(guest)
        await self._store.forget_puzzles(guest)
        await self._store.forget_passed_marks(guest)
        await self._store.forget_guest(guest, opened)

    async def _erase_at(self, header: Header, caller: Caller, guest: str) -> None:
        """Erase a guest at a table. It is opened only where a game may go on, and counted as other requests for it would be."""
        if header.status in ("open", "playing"):
            try:
                await self._count(header, caller)
                await self._leave(header.id, caller)
                await self._erase_live(header, guest)
            except Problem as problem:
                if problem.kind not in ("unplayable", "not-found"):
                    raise
            else:
                return
        await self._erase_stored(header.id, guest)

    async def _count(self, header: Header, caller: Caller) -> None:
        """Count that a table is opened which is not in memory, and wait where that is too much at once: nothing is left half erased."""
        replays = 0 if self._tables.knows(header.id, 0) else replays_of(header.n)
        while replays:
            try:
                self._limits.take("replay", caller.who, caller.address)
                replays -= 1
            except Problem as problem:
                await asyncio.sleep(problem.more.get("seconds", 1))

    async def _leave(self, table_id: str, caller: Caller) -> None:
        try:
            await self._lobby.leave(table_id, caller)
        except Problem as problem:
            if problem.kind not in ("not-allowed", "not-now"):  # they had left before
                raise

    async def _erase_live(self, header: Header, guest: str) -> None:
        async def erase(live: LiveTable) -> None:
            # who opened the table may have handed it on when they left, just now
            seats, lines = (
                seats_without(live.header, live.seats, guest, header.host),
                await self._lines_without(await self._store.lines(header.id), live.seats, guest),
            )
            hosts = live.header.host == guest
            if not (seats or lines or hosts):
                return
            for seat in seats:
                live.seats[seat.seat] = seat
            # A line of its own: a process that still holds the old names can write nothing before it has read this.
            host, options = None if hosts else live.header.host, options_without(live.header, guest)
            await self._tables.append(live, "seat", data=ERASED, seats=seats, erased=lines, host=host, options=options)

        await self._tables.change(header.id, erase)
        self._tables.forget(header.id)

    async def _erase_stored(self, table_id: str, guest: str) -> None:
        """Erase a guest at a table without opening it: nobody plays there any more, or nobody can."""
        for _ in range(ATTEMPTS):
            async with self._tables.closed(table_id):
                if (found := await self._store.table(table_id)) is None:
                    return
                header, before, log = found
                seats = seats_without(header, before, guest, header.host)
                lines = await self._lines_without(log, before, guest)
                if not (seats or lines or header.host == guest):
                    return
                # of a damaged log the header may not know the end
                n = max([header.n, *(line.n for line in log[-1:])]) + 1
                changes: HeaderChanges = {"options": options_without(header, guest)}
                if header.host == guest:
                    changes["host"] = None
                try:
                    line = Line(n, "seat", data=ERASED, at=self._tables.time.now())
                    await self._store.append(table_id, line, _state(header), changes, seats, lines)
                except Collision:  # somebody else wrote first
                    continue
            self._tables.streams.notify(table_id)
            return
        raise busy()

    async def _lines_without(self, lines: Sequence[Line], seats: Sequence[Seat], guest: str) -> list[Line]:
        # a log may have thousands of lines
        return await asyncio.to_thread(lines_without, lines, list(seats), guest)


async def _listed(name: str, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Tell pieces as a list that is a further value of a JSON object."""
    yield f',"{name}":['.encode()
    async for piece in pieces:
        yield piece
    yield b"]"


def _exported_seat(seat: Seat, version: str | None) -> ExportedSeat:
    has_token = seat.token is not None
    return {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "bot": seat.bot, "version": version, "has_token": has_token}


def _state(header: Header) -> TableState:
    return {
        "status": header.status,
        "acting": header.acting,
        "due": header.due,
        "leased": header.leased,
        "deadline": header.deadline,
    }


def seats_without(header: Header, seats: Sequence[Seat], guest: str, host: str | None) -> list[Seat]:
    """Return the seats that name a guest, as they are to be without them: the person's own, bots that they named, bots that they let in.

    In an uploaded record the bots are their words too. A bot from elsewhere has its token from the `host`: without it one of ours plays on.
    """
    without: list[Seat] = []
    for seat in seats:
        after = seat
        if seat.guest == guest:
            # a table that could not be opened to leave it may be played on by another version
            after = replace(seat, guest=None, token=None, name=NOBODY, author=None, away=seat.away or header.status == "playing")
        elif seat.author == guest:
            after = named(replace(seat, bot=None) if header.status == "record" else seat)
        if seat.kind == "remote" and host == guest:
            after = replace(after, token=None, away=seat.away or header.status == "playing")
        if after != seat:
            without.append(after)
    return without


def options_without(header: Header, guest: str) -> TableOptions:
    """Return the options of a table without what a guest said in them: in a record of theirs, the versions of the bots."""
    options = header.options.copy()
    if header.host == guest:
        options.pop("bot_versions", None)
    return options


def lines_without(lines: Sequence[Line], seats: Sequence[Seat], guest: str) -> list[Line]:
    """Return the lines that name a guest, as they are to be without their words, their names, and the keys of their requests."""
    names = {seat.seat: NOBODY if seat.guest == guest else named(seat).name for seat in seats if guest in (seat.guest, seat.author)}
    own = {seat.seat for seat in seats if seat.guest == guest}
    without = ((line, _without(line, names, own, guest)) for line in lines)
    return [after for line, after in without if after != line]


def _without(line: Line, names: dict[int, str], own: Collection[int], guest: str) -> Line:
    # a line of each kind was written with the data of that kind
    if line.kind == "start" and line.data:
        start = cast(StartData, line.data)
        seats: list[PublicSeat] = [{**seat, "name": names.get(seat["seat"], seat["name"])} for seat in start["seats"]]
        line = replace(line, data=StartData({**start, "seats": seats}))
    if line.author == guest:
        erased: ChatData | SeatChange = {"text": "", "erased": True}
        if line.kind == "seat":
            change = cast(SeatChange, line.data)
            erased = {**change, "name": NOBODY if change["kind"] == "person" else ""}
        return replace(line, data=erased, author=None, key=None, asked=None)
    return replace(line, key=None, asked=None) if line.seat in own else line
