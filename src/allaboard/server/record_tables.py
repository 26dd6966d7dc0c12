"""Records that people upload, kept as tables that can be replayed like any other."""

from __future__ import annotations

from allaboard.record import RecordError
from allaboard.server.identity import Caller, new_id, new_token
from allaboard.server.lobby import need_guest
from allaboard.server.models import Header, Line, Seat, TableOptions
from allaboard.server.problems import Problem
from allaboard.server.tables import Tables, totals_of
from allaboard.server.upload_jobs import replay_record
from allaboard.server.upload_workers import JobFailed, UploadWorkers

__all__ = ["RecordTables"]


class RecordTables:
    """Tables made of records."""

    def __init__(self, tables: Tables, workers: UploadWorkers) -> None:
        self._tables, self._store, self._settings, self._time = tables, tables.store, tables.settings, tables.time
        self._workers = workers

    async def keep(self, caller: Caller, record: dict[str, object], edition: str) -> str:
        """Keep an uploaded record, played with the edition of this name or key, as a table that can be replayed."""
        owner, made = need_guest(caller), await self._tables.editions.get(edition)
        try:
            game = await self._workers.run(caller.address, self._settings.upload_seconds, replay_record, record, made, rules=True)
        except RecordError as error:
            raise Problem(422, "invalid", f"record: {error}") from error
        except JobFailed as error:
            raise Problem(422, "invalid", f"record: it cannot be replayed: {error}") from error
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
            options={**no_options(game.players, self._settings.stand_in), "start_drawn": game.start_drawn},
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
        await self._store.add_table(header, [Seat(seat, "open", name=f"Seat {seat + 1}") for seat in range(game.players)], lines)
        return header.id


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
