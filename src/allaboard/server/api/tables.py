"""Tables: opened, joined, seated, started, left, returned to and played again."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from allaboard.server import shapes
from allaboard.server.api.common import PREFIX, REFUSALS, KeyDep, SeatPath, SeatQuery, TableId, check_watcher, table_info
from allaboard.server.house import House, HouseDep, need_rules
from allaboard.server.identity import Caller, CallerDep
from allaboard.server.limits import LimitedRoute
from allaboard.server.table import names_of

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["tables"], responses=REFUSALS, route_class=LimitedRoute, dependencies=[Depends(need_rules)])


@router.post("/tables", status_code=201, response_model=shapes.TableInfo, summary="Open a table")
async def open_table(house: HouseDep, caller: CallerDep, request: Request, form: shapes.NewTable, key: KeyDep) -> dict[str, Any]:
    wish = form.model_dump()
    begin = wish.pop("begin")
    table_id = await house.hosting.open(caller, wish, key)
    if begin:
        await house.hosting.start(table_id, caller)
    return await _info(house, request, table_id, caller)


@router.get("/tables", response_model=list[shapes.LiveGame], summary="Games going on that are listed for everybody to watch")
async def live_games(house: HouseDep, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> list[dict[str, Any]]:
    return [
        {
            "id": header.id,
            "edition": header.edition,
            "names": names_of(seats),
            "bots": [seat.seat for seat in seats if seat.played_by_bot],
            "n": header.n,
            "acting": header.acting,
            "created": house.tables.time.shown(header.created),
            "updated": house.tables.time.shown(header.updated),
        }
        for header, seats in await house.store.live_tables(limit)
    ]


@router.get("/tables/{table_id}", response_model=shapes.TableInfo, summary="A table")
async def table(house: HouseDep, caller: CallerDep, request: Request, table_id: TableId) -> dict[str, Any]:
    return await _info(house, request, table_id, caller)


@router.post("/join", response_model=shapes.TableInfo, summary="Take an open seat by code or invitation")
async def join(house: HouseDep, caller: CallerDep, request: Request, form: shapes.Join) -> dict[str, Any]:
    table_id = await house.hosting.join(caller, form.invite, form.seat, form.name)
    return await _info(house, request, table_id, caller)


@router.patch("/tables/{table_id}/seats/{seat}", response_model=shapes.TableInfo, summary="Change who is to sit where, before the game")
async def reseat(
    house: HouseDep, caller: CallerDep, request: Request, table_id: TableId, seat: SeatPath, form: shapes.Reseat
) -> dict[str, Any]:
    await house.hosting.reseat(table_id, caller, seat, form.kind, form.bot, form.name)
    return await _info(house, request, table_id, caller)


@router.post("/tables/{table_id}/seats/{seat}/token", status_code=201, response_model=shapes.Token, summary="A token that plays for a seat")
async def token(house: HouseDep, caller: CallerDep, table_id: TableId, seat: SeatPath) -> dict[str, Any]:
    return {"token": await house.hosting.token(table_id, caller, seat), "seat": seat}


@router.post("/tables/{table_id}/start", response_model=shapes.TableInfo, summary="Begin the game; bots take the empty seats")
async def start(house: HouseDep, caller: CallerDep, request: Request, table_id: TableId) -> dict[str, Any]:
    await house.hosting.start(table_id, caller)
    return await _info(house, request, table_id, caller)


@router.post("/tables/{table_id}/leave", status_code=204, summary="Leave; in a running game a bot takes your seats")
async def leave(house: HouseDep, caller: CallerDep, table_id: TableId) -> None:
    await house.hosting.leave(table_id, caller)


@router.post("/tables/{table_id}/return", response_model=shapes.TableInfo, summary="Take your seat back from the bot")
async def come_back(house: HouseDep, caller: CallerDep, request: Request, table_id: TableId, seat: SeatQuery = None) -> dict[str, Any]:
    await house.hosting.come_back(table_id, caller, seat)
    return await _info(house, request, table_id, caller)


@router.post("/tables/{table_id}/rematch", status_code=201, response_model=shapes.TableInfo, summary="The same table again")
async def rematch(house: HouseDep, caller: CallerDep, request: Request, table_id: TableId) -> dict[str, Any]:
    return await _info(house, request, await house.hosting.rematch(table_id, caller), caller)


async def _info(house: House, request: Request, table_id: str, caller: Caller) -> dict[str, Any]:
    async with house.tables.at(table_id) as live:
        house.tables.see(live, caller)
        check_watcher(live, caller)
        return table_info(house, request, live, caller)
