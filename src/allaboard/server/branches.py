"""Other ways from a moment of a game that is over, or from a position: tables with a person in one seat and bots in the others.

As it was: the log up to the moment is the new table's own. Dealt anew: a position in which all that the seat could not know is another.
The game that they come from is only read.
"""

from __future__ import annotations

import asyncio

from allaboard.game import Game
from allaboard.position import PositionError
from allaboard.review.branches import deal_anew
from allaboard.server.identity import Caller, IdempotencyKey, clean_name, new_id, new_token
from allaboard.server.lobby import Lobby, check_bot, named, need_guest
from allaboard.server.models import Header, Line, Seat, StartData, TableOptions
from allaboard.server.problems import Problem, invalid
from allaboard.server.schemas import Branch
from allaboard.server.store import Collision
from allaboard.server.tables import Tables

__all__ = ["Branches"]


class Branches:
    """Tables that begin in the middle of a game."""

    def __init__(self, tables: Tables, lobby: Lobby) -> None:
        self._tables, self._lobby, self._store, self._settings, self._time = tables, lobby, tables.store, tables.settings, tables.time

    async def open(self, caller: Caller, origin: Header, game: Game, wish: Branch, key: IdempotencyKey | None) -> str:
        """Open a table at a moment of a game; returns its id. The same key opens one table, however often it is asked."""
        stored = key and key.of(caller)
        if (known := await self._lobby.known(stored)) is not None:
            return known
        begun = await asyncio.to_thread(branch_of, game, wish)
        edition = origin.edition, origin.edition_hash, origin.edition_key
        return await self._begin(caller, edition, begun, wish.seat, wish.bot, stored)

    async def open_position(
        self, caller: Caller, edition: str, begun: Game, seat: int | None, bot: str | None, key: IdempotencyKey | None
    ) -> str:
        """Open a table at a position, with the caller in a seat, by default the one to act; returns its id."""
        stored = key and key.of(caller)
        if (known := await self._lobby.known(stored)) is not None:
            return known
        seat = begun.acting[0] if seat is None else seat
        if seat >= begun.players:
            raise Problem(422, "invalid", f"seat: seats run from 0 to {begun.players - 1}, not {seat}")
        kept = edition, begun.edition.hash, await self._tables.editions.keep(edition)
        return await self._begin(caller, kept, begun, seat, bot, stored)

    async def _begin(
        self, caller: Caller, edition: tuple[str, str, str], begun: Game, mine: int, bot: str | None, stored: IdempotencyKey | None
    ) -> str:
        """Write the table of a game that goes on from where it is."""
        host = need_guest(caller)
        await self._lobby.check_room(host)
        playing = check_bot(bot or self._settings.stand_in, begun.edition, begun.players)
        name = clean_name(await self._store.guest_name(host) or "", "")
        seats = [named(Seat(seat, "bot", bot=playing)) for seat in range(begun.players)]
        seats[mine] = Seat(mine, "person", host, name, author=host)
        moment = self._time.now()
        data: StartData = {"commitment": None, "seats": [seat.public for seat in seats], "start": begun.start}
        lines = [Line(1, "start", data=data, at=moment)]
        lines += [Line(n, "action", entry.seat, entry.action, entry.outcome, at=moment) for n, entry in enumerate(begun.log, start=2)]
        header = Header(
            id=new_id(),
            status="playing",
            edition=edition[0],
            edition_hash=edition[1],
            edition_key=edition[2],
            start=begun.start,
            options=self._options(begun.players),
            host=host,
            invite=new_token()[:32],
            deal=list(begun.deal) or None,
            position=begun.position,
            n=len(lines),
            acting=list(begun.acting),
            due=moment if set(begun.acting) - {mine} else None,
            created=moment,
            updated=moment,
            key=stored.value if stored else None,
            asked=stored.asked if stored else None,
        )
        try:
            await self._store.add_table(header, seats, lines)
        except Collision:  # the same request came twice
            if (known := await self._lobby.known(stored)) is not None:
                return known
            raise
        return header.id

    def _options(self, players: int) -> TableOptions:
        return {
            "players": players,
            "pace": self._settings.pace,
            "stand_in": self._settings.stand_in,
            "hints": True,
            "undo": True,
            "confirm_claims": False,
            "watch": True,
            "listed": False,
            "chat": False,
            "clock": None,
            "start_drawn": False,
        }


def branch_of(game: Game, wish: Branch) -> Game:
    """Return the game as it was at the moment, or dealt anew for the seat; a Problem says why there is none."""
    if wish.seat >= game.players:
        raise Problem(422, "invalid", f"seat: seats run from 0 to {game.players - 1}, not {wish.seat}")
    if wish.n > len(game.log) or (wish.n == len(game.log) and game.over):
        last = len(game.log) - int(game.over)
        raise Problem(422, "invalid", f"n: the game goes on after 0 to {last} actions, not after {wish.n}")
    begun = game.at(wish.n)
    if not wish.anew:
        return begun
    try:
        return deal_anew(begun, wish.seat)
    except PositionError as error:
        raise invalid("anew", error) from error
