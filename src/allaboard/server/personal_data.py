"""What belongs to a person: names, words, seats, boards, attempts at puzzles. All of it can be taken along, and all of it can be erased.

Words belong to who said them and names to who chose them, whoever sits in the seat by now. Games stay, played by somebody.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from typing import cast

from allaboard.server.http_cache import json_bytes
from allaboard.server.identity import Caller
from allaboard.server.live_table import LiveTable
from allaboard.server.lobby import NOBODY, Lobby, named, need_guest
from allaboard.server.models import ChatData, Header, Line, PublicSeat, Seat, SeatChange, StartData
from allaboard.server.problems import Problem
from allaboard.server.schemas import ExportedEdition, ExportedPuzzle, ExportedTable
from allaboard.server.tables import Tables

__all__ = ["PersonalData"]


class PersonalData:
    """Exporting and erasing."""

    def __init__(self, tables: Tables, lobby: Lobby) -> None:
        self._tables, self._lobby, self._store = tables, lobby, tables.store

    async def export(self, guest: str) -> AsyncIterator[bytes]:
        """Return everything the server holds about a guest as JSON, an `Export`; boards one by one: they are large, and may be many."""
        return self._with_boards(guest, await self._without_boards(guest), await self._store.edition_keys_of(guest))

    async def _with_boards(self, guest: str, told: dict[str, object], keys: list[str]) -> AsyncIterator[bytes]:
        yield json_bytes(told)[:-1] + b',"editions":['
        separator = b""
        for key in keys:
            # who leaves in the middle breaks no query off: that would cost the connection to the database
            if (row := await asyncio.shield(self._store.edition(key))) is not None and row["owner"] == guest:
                one: ExportedEdition = {
                    "key": row["key"],
                    "created": row["created"],
                    "edition": row["edition_text"],
                    "board": row["board_text"],
                }
                yield separator + json_bytes(one)
                separator = b","
        yield b"]}"

    async def _without_boards(self, guest: str) -> dict[str, object]:
        said, passed, shown = await self._store.chat_of(guest), await self._store.passed_marks(guest), self._tables.time.shown
        tables: list[ExportedTable] = []
        for header in await self._store.tables_with(guest):
            seats = [seat for seat in await self._store.seats(header.id) if guest in (seat.guest, seat.author)]
            tables.append(
                {
                    "id": header.id,
                    "edition": header.edition,
                    "status": header.status,
                    "host": header.host == guest,
                    "created": shown(header.created),
                    "updated": shown(header.updated),
                    "seats": [
                        {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "has_token": seat.token is not None} for seat in seats
                    ],
                    "chat": [{"at": shown(line.at), "text": cast(ChatData, line.data)["text"]} for line in said.get(header.id, ())],
                    "passed_marks": passed.get(header.id, []),
                }
            )
        puzzles: list[ExportedPuzzle] = [
            {
                "puzzle": row.puzzle,
                "choice": row.choice,
                "passed": row.passed,
                "solved": row.solved,
                "tries": row.tries,
                "rating": round(row.rating, 1),
                "at": row.at,
            }
            for row in await self._store.attempts(guest)
        ]
        return {"name": await self._store.guest_name(guest), "tables": tables, "puzzles": puzzles}

    async def erase(self, caller: Caller) -> None:
        """Erase a guest, table by table; asked again after a failure, it goes on where it was."""
        guest = need_guest(caller)
        tables = await self._store.tables_with(guest)
        for header in tables:
            try:
                if header.status in ("open", "playing"):
                    await self._lobby.leave(header.id, caller)
            except Problem:
                pass  # they had left before, or the table cannot be opened
            await self._erase_at(header, guest)
        await self._store.forget_editions(guest)
        await self._store.forget_puzzles(guest)
        await self._store.forget_passed_marks(guest)
        await self._store.forget_guest(guest, [header.id for header in tables if header.host == guest])
        await self._store.clean_up()

    async def _erase_at(self, header: Header, guest: str) -> None:
        async def erase(live: LiveTable) -> None:
            seats, lines = seats_without(live.seats, guest), lines_without(await self._store.lines(header.id), live.seats, guest)
            hosts = live.header.host == guest
            if not (seats or lines or hosts):
                return
            for seat in seats:
                live.seats[seat.seat] = seat
            # A line of its own: a process that still holds the old names can write nothing before it has read this.
            host = None if hosts else live.header.host
            await self._tables.append(live, "seat", data={"why": "erased"}, seats=seats, erased=lines, host=host)

        try:
            await self._tables.change(header.id, erase)
        except Problem as problem:
            if problem.kind not in ("unplayable", "not-found"):
                raise
            seats = await self._store.seats(header.id)
            await self._store.rewrite(
                header.id, seats_without(seats, guest), lines_without(await self._store.lines(header.id), seats, guest)
            )
        self._tables.forget(header.id)


def seats_without(seats: Sequence[Seat], guest: str) -> list[Seat]:
    """Return the seats that name a guest, as they are to be without them: the person's own, and bots that they named."""
    own = [replace(seat, guest=None, token=None, name=NOBODY, author=None) for seat in seats if seat.guest == guest]
    return own + [named(seat) for seat in seats if seat.author == guest and seat.guest != guest]


def lines_without(lines: Sequence[Line], seats: Sequence[Seat], guest: str) -> list[Line]:
    """Return the lines that name a guest, as they are to be without their words, their names, and the keys of their requests."""
    names = {seat.seat: seat.name for seat in seats_without(seats, guest)}
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
