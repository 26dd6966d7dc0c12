"""Tables: opened, joined, seated, started, left, returned to and played again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from allaboard.server import schemas
from allaboard.server.api.common import PREFIX, REFUSALS, KeyDep, SeatPath, SeatQuery, TableId, check_watcher, table_info
from allaboard.server.identity import Caller, CallerDep
from allaboard.server.limits import GameRoute
from allaboard.server.live_table import names_of
from allaboard.server.services import Services, ServicesDep
from allaboard.server.tables import own_seats

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["tables"], responses=REFUSALS, route_class=GameRoute)


@router.post("/tables", status_code=201, response_model=schemas.TableInfo, summary="Open a table")
async def open_table(services: ServicesDep, caller: CallerDep, request: Request, form: schemas.NewTable, key: KeyDep) -> schemas.TableInfo:
    table_id = await services.lobby.open(caller, form, key)
    if form.begin:
        await services.lobby.start(table_id, caller)
    return await _info(services, request, table_id, caller)


@router.get("/tables", response_model=list[schemas.LiveGame], summary="Games going on that are listed for everybody to watch")
async def live_games(services: ServicesDep, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> list[schemas.LiveGame]:
    return [
        {
            "id": header.id,
            "edition": header.edition,
            "names": names_of(seats, host=""),
            "bots": [seat.seat for seat in seats if seat.played_by_bot],
            "n": header.n,
            "acting": header.acting,
            "created": services.tables.time.shown(header.created),
            "updated": services.tables.time.shown(header.updated),
        }
        for header, seats in await services.store.live_tables(limit)
    ]


@router.get("/tables/{table_id}", response_model=schemas.TableInfo, summary="A table")
async def table(services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId) -> schemas.TableInfo:
    return await _info(services, request, table_id, caller)


@router.post("/invitations", response_model=schemas.Invited, summary="What an invitation is to: who sits there, the clock, the free seats")
async def invitation(services: ServicesDep, caller: CallerDep, form: schemas.Invite) -> schemas.Invited:
    header = await services.lobby.invited(form.invite)
    async with services.tables.at(header.id) as live:
        hosts = [seat.name for seat in live.seats if seat.guest is not None and seat.guest == live.header.host]
        return {
            "table": live.header.id,
            "status": live.header.status,
            "edition": live.header.edition,
            "edition_title": live.edition.title,
            "code": live.header.code,
            "host": hosts[0] if hosts else None,
            "seats": [seat.public for seat in live.seats],
            "free": [seat.seat for seat in live.seats if seat.kind == "open" and live.header.status == "open"],
            "you": list(own_seats(live, caller)),
            "clock": live.header.options["clock"],
            "watch": live.header.options["watch"],
        }


@router.post("/join", response_model=schemas.TableInfo, summary="Take an open seat by code or invitation")
async def join(services: ServicesDep, caller: CallerDep, request: Request, form: schemas.Join) -> schemas.TableInfo:
    table_id = await services.lobby.join(caller, form.invite, form.seat, form.name)
    return await _info(services, request, table_id, caller)


@router.patch("/tables/{table_id}/seats/{seat}", response_model=schemas.TableInfo, summary="Change who is to sit where, before the game")
async def reseat(
    services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId, seat: SeatPath, form: schemas.Reseat
) -> schemas.TableInfo:
    await services.lobby.reseat(table_id, caller, seat, form.kind, form.bot, form.name)
    return await _info(services, request, table_id, caller)


@router.post(
    "/tables/{table_id}/seats/{seat}/token", status_code=201, response_model=schemas.Token, summary="A token that plays for a seat"
)
async def token(services: ServicesDep, caller: CallerDep, table_id: TableId, seat: SeatPath) -> schemas.Token:
    return {"token": await services.lobby.token(table_id, caller, seat), "seat": seat}


@router.post("/tables/{table_id}/start", response_model=schemas.TableInfo, summary="Begin the game; bots take the empty seats")
async def start(services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId) -> schemas.TableInfo:
    await services.lobby.start(table_id, caller)
    return await _info(services, request, table_id, caller)


@router.post("/tables/{table_id}/leave", status_code=204, summary="Leave; in a running game a bot takes your seats")
async def leave(services: ServicesDep, caller: CallerDep, table_id: TableId) -> None:
    await services.lobby.leave(table_id, caller)


@router.post("/tables/{table_id}/return", response_model=schemas.TableInfo, summary="Take your seat back from the bot")
async def come_back(
    services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId, seat: SeatQuery = None
) -> schemas.TableInfo:
    await services.lobby.come_back(table_id, caller, seat)
    return await _info(services, request, table_id, caller)


@router.post("/tables/{table_id}/rematch", status_code=201, response_model=schemas.TableInfo, summary="The same table again")
async def rematch(services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId) -> schemas.TableInfo:
    return await _info(services, request, await services.lobby.rematch(table_id, caller), caller)


async def _info(services: Services, request: Request, table_id: str, caller: Caller) -> schemas.TableInfo:
    async with services.tables.at(table_id) as live:
        services.tables.note_visit(live, caller)
        check_watcher(live, caller)
        return table_info(services, request, live, caller)
