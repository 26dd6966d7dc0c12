"""Records that people upload, kept as tables that can be replayed like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar, TypeVarTuple, cast

from allaboard.bots.registry import bot_player
from allaboard.editions.texts import printable, shortened
from allaboard.record import PlayerData, RecordError
from allaboard.record_schema import check_form
from allaboard.server.identity import Caller, new_id, new_token
from allaboard.server.live_table import names_of
from allaboard.server.lobby import need_guest
from allaboard.server.models import Header, Line, Seat, TableOptions
from allaboard.server.problems import Problem, invalid
from allaboard.server.tables import Tables, totals_of
from allaboard.server.upload_jobs import replay_record
from allaboard.server.upload_workers import JobFailed, UploadWorkers
from allaboard.validation import brief

__all__ = ["RecordTables", "players_of"]

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

LONGEST_KEPT: Final = 64
"""Letters of a name, as the database has room for them."""


class RecordTables:
    """Tables made of records."""

    def __init__(self, tables: Tables, workers: UploadWorkers) -> None:
        self._tables, self._store, self._settings, self._time = tables, tables.store, tables.settings, tables.time
        self._workers = workers

    async def keep(self, caller: Caller, record: dict[str, object], edition: object) -> str:
        """Keep an uploaded record, played with the edition of this name or key, as a table that can be replayed."""
        owner = need_guest(caller)
        if not isinstance(edition, str):
            await self._job(caller, check_form, record)  # what else is wrong with it comes first
            raise AssertionError("a record without the id of an edition has not the form of one")
        made = await self._tables.editions.get(edition, play=True)
        if await self._store.count_tables(owner, "record") >= (most := self._settings.max_records):
            words = f"you have uploaded {most} records, the most that are kept for one person"
            raise Problem(429, "limit", words, code="your-records-full", most=most)
        game = await self._job(caller, replay_record, record, made, rules=True)
        players = cast(Sequence[PlayerData], record.get("seats") or ())  # its form was checked when it was replayed
        check_names(players)
        options: TableOptions = {**no_options(game.players, self._settings.stand_in), "start_drawn": game.start_drawn}
        versions = [player.get("version") for player in players]
        if any(version is not None for version in versions):
            options["bot_versions"] = versions
        moment = self._time.now()
        lines = [Line(1, "start", at=moment)]
        lines += [Line(n, "action", entry.seat, entry.action, entry.outcome, at=moment) for n, entry in enumerate(game.log, start=2)]
        header = Header(
            id=new_id(),
            status="record",
            edition=edition,
            edition_hash=made.hash,
            edition_key=await self._tables.editions.keep(edition),
            start=None if game.start_drawn and game.seed else game.start,
            options=options,
            host=owner,
            invite=new_token()[:32],
            seed=game.seed,
            commitment=game.commitment,
            deal=list(game.deal) or None,
            position=game.position,
            result=None if game.result is None else totals_of(game.result),
            n=len(lines),
            created=moment,
            updated=moment,
        )
        await self._store.add_table(header, [_seat(seat, players[seat : seat + 1], owner) for seat in range(game.players)], lines)
        return header.id

    async def _job(self, caller: Caller, do: Callable[[*Arguments], Result], *arguments: *Arguments, rules: bool = False) -> Result:
        """Do something with a record in the process for uploads; a Problem says what is wrong with it."""
        try:
            return await self._workers.run(caller.address, self._settings.upload_seconds, do, *arguments, rules=rules)
        except RecordError as error:
            raise invalid("record", error) from error
        except JobFailed as error:
            raise Problem(422, "invalid", f"record: it cannot be replayed: {error}", code="upload-heavy") from error


def check_names(players: Sequence[PlayerData]) -> None:
    """Refuse names that cannot be kept whole: who played is told as the record told it, or not at all."""
    for seat, player in enumerate(players):
        kept = {"name": player["name"], "bot": player.get("bot", "-"), "version": player.get("version", "-")}
        for field, text in kept.items():
            where = f"seats[{seat}].{field}"
            told = f"{where} is {brief(text)}; allowed: 1 to {LONGEST_KEPT} letters, not all of them blank"
            if not text.strip():
                raise invalid("record", RecordError(told, "text", field=where, value=brief(text)))
            if len(text) > LONGEST_KEPT:
                raise invalid("record", RecordError(told, "long", field=where, value=shortened(text), n=len(text), most=LONGEST_KEPT))


def _seat(seat: int, told: Sequence[PlayerData], owner: str) -> Seat:
    """Return a seat as a record tells of it. The names are the word of who uploads it."""
    for player in told:
        return Seat(seat, player["kind"], name=player["name"], bot=player.get("bot"), author=owner)
    return Seat(seat, "open", name=f"Seat {seat + 1}")


def players_of(header: Header, seats: Sequence[Seat]) -> list[PlayerData]:
    """Return who played, as records tell it; nobody where that is not known."""
    if any(seat.kind == "open" for seat in seats):
        return []
    if header.status == "record":
        versions = header.options.get("bot_versions", [None] * len(seats))
        return [_told_player(seat, version) for seat, version in zip(seats, versions, strict=True)]
    return [_player(seat, name) for seat, name in zip(seats, names_of(seats), strict=True)]


def _told_player(seat: Seat, version: str | None) -> PlayerData:
    """Return who played a seat by the word of the record that was uploaded."""
    assert seat.kind != "open"
    player: PlayerData = {"kind": seat.kind, "name": seat.name}
    if seat.bot is not None:
        player["bot"] = printable(seat.bot)  # tables of earlier versions hold what is refused now
    if version is not None:
        player["version"] = version
    return player


def _player(seat: Seat, name: str) -> PlayerData:
    if seat.kind == "bot" and seat.bot:
        return bot_player(seat.bot, name)
    return {"kind": "person" if seat.kind == "person" else "remote", "name": name}


def no_options(players: int, stand_in: str) -> TableOptions:
    """Return the options of a table at which nobody plays."""
    return {
        "players": players,
        "pace": 0.0,
        "stand_in": stand_in,
        "hints": False,
        "undo": False,
        "confirm_claims": False,
        "watch": True,
        "listed": False,
        "chat": False,
        "clock": None,
    }
