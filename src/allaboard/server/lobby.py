"""The life of a table around its game: opened, joined, started, left and come back to, played again. The game itself is for the tables."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import count

from allaboard.bots import Particular, make_bot
from allaboard.editions import Edition
from allaboard.game import commitment, seed_bytes
from allaboard.server.identity import Caller, IdempotencyKey, clean_name, hashed, new_code, new_id, new_token
from allaboard.server.live_table import LiveTable, begin_game, names_of
from allaboard.server.models import Header, Seat, SeatChange, SeatKind, SeatReason, StartData, Status, TableOptions
from allaboard.server.play import chosen_seat, not_playing
from allaboard.server.problems import Problem
from allaboard.server.schemas import NewTable, SeatWish
from allaboard.server.schemas.problems import RefusalCode
from allaboard.server.startup import available_bots, net_tables
from allaboard.server.store import Collision, Outdated
from allaboard.server.tables import ATTEMPTS, Tables, need_room, own_seats

__all__ = ["NOBODY", "Lobby", "check_bot", "named", "need_guest"]

CALLED = {"distilled": "Learner"}
"""Bots whose name would be no name for a player."""
ALIKE = 0.85
"""How like a bot's name a seat's name may be (difflib) where no bot is named: with a letter too few it is more like it."""
NOBODY = "somebody"
"""How a person is called who had their name erased."""


class Lobby:
    """Opening tables and seating people."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store, self._settings, self._time = tables, tables.store, tables.settings, tables.time

    async def open(self, caller: Caller, wish: NewTable, key: IdempotencyKey | None) -> str:
        """Open a table as wished; returns its id. The same key opens one table, however often it is asked."""
        host = need_guest(caller)
        stored = key and key.of(caller)
        if (known := await self.known(stored)) is not None:
            return known
        await self.check_room(host)
        edition = await self._tables.editions.get(wish.edition, play=True)
        players = len(wish.seats)
        if not edition.min_players <= players <= edition.max_players:
            least, most = edition.min_players, edition.max_players
            words = f"seats: {edition.title} is for {least} to {most} players, not {players}"
            raise Problem(422, "invalid", words, code="players", least=least, most=most)
        if wish.start is not None and wish.start >= players:
            raise Problem(422, "invalid", f"start: the starting seat is a number from 0 to {players - 1}, not {wish.start}")
        options: TableOptions = {
            "players": players,
            "pace": self._settings.pace if wish.pace is None else wish.pace,
            "stand_in": check_bot(wish.stand_in or self._settings.stand_in, edition, players),
            "hints": wish.hints,
            "undo": wish.undo,
            "confirm_claims": wish.confirm_claims,
            "watch": wish.watch,
            "listed": wish.listed,
            "chat": wish.chat,
            "training": wish.training,
            "clock": None if wish.clock is None else wish.clock.terms,
        }
        name = clean_name(wish.name or await self._store.guest_name(host) or "", "")
        seats: list[Seat] = []
        for number, asked in enumerate(wish.seats):
            seats.append(distinct(self._seat(number, asked, host, name, edition, players), seats))
        return await self._add(wish.edition, edition.hash, options, wish.start, host, seats, stored)

    async def known(self, key: IdempotencyKey | None) -> str | None:
        """Return the table that a request with this key has opened before; a Problem if it was another request."""
        if key is None or (header := await self._store.header_by(key=key.value)) is None:
            return None
        key.check(header.asked)
        return header.id

    async def check_room(self, host: str) -> None:
        """See that somebody may open one more table."""
        if await self._store.count_tables(host, "open", "playing") >= (most := self._settings.max_open_tables):
            words = f"you have {most} unfinished tables; finish or leave some first"
            raise Problem(429, "limit", words, code="your-tables-full", most=most)

    def _seat(self, number: int, wish: SeatWish, host: str, name: str, edition: Edition, players: int) -> Seat:
        if wish.bot is not None and wish.kind != "bot":
            raise Problem(422, "invalid", f"seats.{number}: only a seat of the kind “bot” has a bot, not one of the kind “{wish.kind}”")
        if wish.kind == "bot" and wish.bot is None and (bot := meant_bot(wish.name or "")) is not None:
            told = f'`name` is how a bot is called, and `bot` says which one plays: {{"kind": "bot", "bot": "{bot}"}}'
            raise Problem(422, "invalid", f"seats.{number}: {told}")
        match wish.kind:
            case "you":
                return Seat(number, "person", host, clean_name(wish.name or name, name), author=host)
            case "bot":
                bot = check_bot(wish.bot or self._settings.stand_in, edition, players)
                return named(Seat(number, "bot", bot=bot), wish.name, host)
            case "remote":
                return named(Seat(number, "remote"), wish.name, host)
        return Seat(number, "open")

    async def _add(
        self,
        edition: str,
        edition_hash: str,
        options: TableOptions,
        start: int | None,
        host: str,
        seats: list[Seat],
        key: IdempotencyKey | None,
        source: tuple[str, int] | None = None,
    ) -> str:
        edition_key = await self._tables.editions.keep(edition)
        for _ in range(ATTEMPTS):
            seed, moment = seed_bytes(None), self._time.now()
            header = Header(
                id=new_id(),
                status="open",
                edition=edition,
                edition_hash=edition_hash,
                edition_key=edition_key,
                start=start,
                options=options,
                host=host,
                invite=new_token()[:32],
                code=new_code(),
                seed=seed.hex(),
                commitment=commitment(seed),
                created=moment,
                updated=moment,
                key=key.value if key else None,
                asked=key.asked if key else None,
                listed=bool(options.get("listed") and options["watch"]),
            )
            try:
                await self._store.add_table(header, seats, source=source)
                return header.id
            except Outdated:
                raise
            except Collision:
                # another table has the code, or the same request came twice
                if key and (found := await self._store.header_by(key=key.value)) is not None:
                    key.check(found.asked)
                    return found.id
        raise Problem(503, "unavailable", "no free code was found for the table; try again", headers={"Retry-After": "1"})

    async def invited(self, invite: str) -> Header:
        """Return the table that a code or the long invitation of a link leads to."""
        code = invite.strip().upper()
        header = await (self._store.header_by(code=code) if len(code) == 6 else self._store.header_by(invite=invite.strip()))
        if header is None:
            raise Problem(404, "not-found", "no table can be joined with this; codes end when the game begins")
        return header

    async def join(self, caller: Caller, invite: str, seat: int | None, name: str | None) -> str:
        """Take an open seat by invitation or code; who sits there already is welcome too."""
        guest = need_guest(caller)
        header = await self.invited(invite)

        async def sit(live: LiveTable) -> None:
            own = own_seats(live, caller)
            if own and seat is None:
                return
            if live.header.status != "open":
                raise Problem(409, "not-now", "the game has begun: its seats are taken", code="game-begun")
            free = [place for place in live.seats if place.kind == "open" and seat in (None, place.seat)]
            if not free:
                if seat is None:
                    raise Problem(409, "not-now", "no seat is free", code="no-free-seat")
                raise Problem(409, "not-now", f"seat {seat} is not free", code="seat-taken")
            need_room(live)
            shown = clean_name(name or await self._store.guest_name(guest) or "", called_guest(free[0].seat))
            await self._change(live, replace(free[0], kind="person", guest=guest, name=shown, author=guest), "joined")

        await self._tables.change(header.id, sit)
        return header.id

    async def reseat(self, table_id: str, caller: Caller, seat: int, kind: SeatKind, bot: str | None, name: str | None) -> None:
        """Change who is to sit where, before the game begins: the host's to do."""

        async def change(live: LiveTable) -> None:
            need_host(live, caller)
            need_open(live)
            need_room(live)
            if not 0 <= seat < len(live.seats):
                raise Problem(404, "not-found", f"there is no seat {seat}: seats run from 0 to {len(live.seats) - 1}")
            wish = SeatWish(kind="you" if kind == "person" else kind, bot=bot, name=name)
            host = clean_name(await self._store.guest_name(need_guest(caller)) or "", "")
            edition = live.edition
            await self._change(live, self._seat(seat, wish, need_guest(caller), host, edition, len(live.seats)), "changed")

        await self._tables.change(table_id, change)

    async def token(self, table_id: str, caller: Caller, seat: int) -> str:
        """Return a new token that plays for a seat: one's own, or a remote bot's at a table one opened. An older token ends."""
        token = new_token()

        async def give(live: LiveTable) -> None:
            if not 0 <= seat < len(live.seats):
                raise Problem(404, "not-found", f"there is no seat {seat}: seats run from 0 to {len(live.seats) - 1}")
            place = live.seats[seat]
            hosts_it = place.kind == "remote" and live.header.host == caller.guest and caller.token is None
            if not hosts_it and not (place.guest and place.guest == caller.guest):
                raise Problem(403, "not-allowed", f"seat {seat} is neither yours nor a remote bot's at a table of yours")
            need_room(live)
            await self._change(live, replace(place, token=hashed(token)), "token")

        await self._tables.change(table_id, give)
        return token

    async def start(self, table_id: str, caller: Caller) -> None:
        """Begin the game; empty seats are filled by bots. Who asks again finds it begun."""

        async def begin(live: LiveTable) -> None:
            need_host(live, caller)
            if live.header.status == "playing":
                return
            need_open(live)
            bot = live.header.options["stand_in"]
            filled = [named(Seat(seat.seat, "bot", bot=bot)) for seat in live.seats if seat.kind == "open"]
            for seat in filled:
                live.seats[seat.seat] = seat
            with self._tables.quarantine.busy(table_id, live.n):
                live.game = begin_game(live.header, live.edition)
            events = tuple(live.game.events)
            live.game.events.clear()
            data: StartData = {
                "commitment": live.header.commitment,
                "seats": [seat.public for seat in live.seats],
                "start": live.game.start,
            }
            deal = list(live.game.deal)
            live.header.status = "playing"
            await self._tables.append(live, "start", data=data, events=events, seats=filled, status="playing", deal=deal, code=None)

        await self._tables.change(table_id, begin)

    async def leave(self, table_id: str, caller: Caller) -> None:
        """Leave: an open table loses the person, in a running game a bot takes their seats until they come back."""
        need_guest(caller)

        async def go(live: LiveTable) -> None:
            own = [live.seats[seat] for seat in own_seats(live, caller)]
            if live.header.status == "open":
                if not own and live.header.host != caller.guest:
                    raise Problem(403, "not-allowed", "you have no seat at this table", code="no-seat")
                for seat in own:
                    await self._change(live, Seat(seat.seat, "open"), "left")
                if not any(seat.kind == "person" for seat in live.seats):
                    await self._tables.append(live, "close", status="closed", code=None)
                elif live.header.host == caller.guest:
                    heir = next(seat.guest for seat in live.seats if seat.kind == "person")
                    await self._tables.append(live, "seat", data={"why": "host"}, host=heir)
                return
            if live.header.status != "playing":
                raise not_playing(live)
            if not own:
                raise Problem(403, "not-allowed", "you have no seat at this table", code="no-seat")
            if any(not seat.away for seat in own):
                need_room(live)  # in a log that is full nobody leaves, so that coming back need not be refused
            for seat in own:
                if not seat.away:
                    await self._change(live, replace(seat, away=True), "left")

        await self._tables.change(table_id, go)

    async def come_back(self, table_id: str, caller: Caller, seat: int | None) -> None:
        """Take one's seat back from the bot that played meanwhile. Who is too late for a turn has the next one."""

        async def sit(live: LiveTable) -> None:
            if live.header.status != "playing":
                raise not_playing(live)
            own = own_seats(live, caller) if seat is None else (chosen_seat(live, caller, seat),)
            if not own:
                raise Problem(403, "not-allowed", "you have no seat at this table", code="no-seat")
            away = [number for number in own if live.seats[number].away]
            ended = [number for number in away if live.clock.per == "player" and live.clock.run_out(number, self._time.now())]
            if len(ended) == len(own):
                raise Problem(409, "not-now", f"the time of seat {own[0]} has run out: the bot plays on", code="time-out")
            for number in own:
                place = live.seats[number]
                if number not in ended and (place.away or live.absences.missed[number]):
                    await self._change(live, replace(place, away=False), "came back")

        await self._tables.change(table_id, sit)

    async def time_out(self, table_id: str) -> None:
        """Let bots play the turns of those whose time has run out, or stay where that happens too often."""

        async def take_over(live: LiveTable) -> None:
            for seat in live.late(self._time.now()):
                await self._change(live, replace(seat, away=live.absences.stays(seat.seat)), "time")

        await self._tables.change(table_id, take_over)

    async def rematch(self, table_id: str, caller: Caller) -> str:
        """Open the same table again, once for all who were there."""

        async def again(live: LiveTable) -> str:
            header, host = live.header, need_guest(caller)
            if header.host != host and not own_seats(live, caller):
                raise Problem(403, "not-allowed", "you have no seat at this table", code="no-seat")
            if header.rematch is not None:
                return header.rematch
            if header.status != "over":
                raise Problem(409, "not-now", "the game is not over", code="game-not-over")
            key = IdempotencyKey(hashed(f"rematch {header.id}"), "rematch")
            if (new := await self.known(key)) is None:
                await self.check_room(host)
                # who had themselves erased comes no more
                gone = [seat.seat for seat in live.seats if seat.kind == "person" and seat.guest is None]
                # a token was given for one game
                # without a name one is the host at a table of one's own alone
                names = [seat.name or ("" if seat.guest == host else called_guest(seat.seat)) for seat in live.seats]
                same = [replace(seat, away=False, token=None, name=name) for seat, name in zip(live.seats, names, strict=True)]
                seats = [Seat(seat.seat, "open") if seat.seat in gone else seat for seat in same]
                source = table_id, live.n
                try:
                    new = await self._add(header.edition, live.edition.hash, header.options, header.start, host, seats, key, source)
                except Outdated:
                    self._tables.forget(table_id)
                    raise
            await self._tables.append(live, "rematch", data={"table": new}, rematch=new)
            return new

        return await self._tables.change(table_id, again)

    async def _change(self, live: LiveTable, seat: Seat, why: SeatReason) -> None:
        live.seats[seat.seat] = seat
        live.bots.pop(seat.seat, None)
        data: SeatChange = {**seat.public, "why": why}
        await self._tables.append(live, "seat", seat=seat.seat, data=data, author=seat.author, seats=[seat])


def called_guest(seat: int) -> str:
    """Return how somebody is called who sits at another's table and has no name."""
    return f"Guest {seat + 1}"


def named(seat: Seat, name: str | None = None, author: str | None = None) -> Seat:
    """Return a seat with a name that somebody chose for it, or with the one that nobody chose."""
    plain = {"person": NOBODY, "bot": CALLED.get(seat.bot or "", (seat.bot or "bot").capitalize()), "remote": "Remote bot", "open": ""}[
        seat.kind
    ]
    chosen = clean_name(name or "", "")
    return replace(seat, name=chosen or plain, author=author if chosen else None)


def distinct(seat: Seat, others: Sequence[Seat]) -> Seat:
    """Return a person's seat with a name that none of these has: whoever shares a device is told apart by names alone."""
    taken = {name.casefold() for name in names_of(others)}
    if seat.kind != "person" or seat.name.casefold() not in taken:
        return seat
    number = next(number for number in count(2) if f"{seat.name} {number}".casefold() not in taken)
    return replace(seat, name=f"{seat.name} {number}")


def meant_bot(name: str) -> str | None:
    """Return the bot that somebody meant who wrote this where a seat's name belongs: as it is called, nearly so, or with options."""
    close = get_close_matches(name.strip().casefold().partition(":")[0], available_bots(), n=1, cutoff=ALIKE)
    return close[0] if close else None


def check_bot(name: str, edition: Edition, players: int) -> str:
    """Return the name of a bot that may sit at a table: by name only, since what the registry takes beyond names would import modules."""
    if name not in available_bots():
        raise Problem(422, "invalid", f"there is no bot “{name[:60]}”; allowed: {', '.join(available_bots())}")
    if name in net_tables() and isinstance(bot := make_bot(name), Particular) and (why := bot.misfit(edition, players)) is not None:
        raise Problem(422, "invalid", f"the bot “{name}” cannot play here: {why}")
    return name


def need_guest(caller: Caller) -> str:
    """Return the guest who asks; a seat's token is not enough to open tables or take seats."""
    if caller.token is not None:
        raise Problem(403, "not-allowed", "a seat token plays for its seat and does nothing else")
    return caller.guest


def need_host(live: LiveTable, caller: Caller) -> None:
    if live.header.host is None or caller.token is not None or not secrets.compare_digest(live.header.host, caller.guest):
        raise Problem(403, "not-allowed", "only who opened the table may do this", code="not-host")


def need_open(live: LiveTable) -> None:
    status: Status = live.header.status
    if status != "open":
        words = "the game has begun" if status == "playing" else f"the table is {status}"
        codes: dict[Status, RefusalCode] = {"playing": "game-begun", "closed": "table-closed"}
        raise Problem(409, "not-now", words, code=codes.get(status, "game-over"))
