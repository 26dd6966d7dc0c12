"""What is one's own: name, tables, and all data to take along or to have erased."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Response
from fastapi.responses import StreamingResponse

from allaboard.server import schemas
from allaboard.server.api.common import PREFIX, REFUSALS
from allaboard.server.identity import CallerDep, clean_name
from allaboard.server.limits import LimitedRoute
from allaboard.server.live_table import names_of
from allaboard.server.lobby import need_guest
from allaboard.server.middleware.cookies import COOKIE
from allaboard.server.models import Header as RowHeader
from allaboard.server.models import Seat, now
from allaboard.server.services import Services, ServicesDep, need_rules

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["me"], responses=REFUSALS, route_class=LimitedRoute)


@router.get("/me", response_model=schemas.Me, summary="Your name and your tables, with whose turn it is")
async def me(services: ServicesDep, caller: CallerDep) -> schemas.Me:
    guest = need_guest(caller)
    await services.store.touch_guest(guest, now())
    return await _me(services, guest)


@router.patch("/me", response_model=schemas.Me, summary="Choose your name")
async def rename(services: ServicesDep, caller: CallerDep, form: schemas.Renaming) -> schemas.Me:
    guest = need_guest(caller)
    await services.store.name_guest(guest, clean_name(form.name, "Guest"), now())
    return await _me(services, guest)


@router.get("/me/export", response_model=schemas.Export, summary="Everything the server holds about you")
async def export(services: ServicesDep, caller: CallerDep) -> StreamingResponse:
    return StreamingResponse(await services.personal_data.export(need_guest(caller)), media_type="application/json")


@router.delete(
    "/me",
    status_code=204,
    summary="Erase your names, your words, your boards and your ties to tables; bots play on in your running games",
    dependencies=[Depends(need_rules)],
)
async def erase(services: ServicesDep, caller: CallerDep, response: Response) -> None:
    await services.personal_data.erase(caller)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


async def _me(services: Services, guest: str) -> schemas.Me:
    return {
        "name": await services.store.guest_name(guest) or "",
        "tables": [_mine(services, header, seats, guest) for header, seats in await services.store.tables_of(guest)],
        "boards": await services.editions.keys_of(guest),
        "uploads": services.settings.uploads,
    }


def _mine(services: Services, header: RowHeader, seats: list[Seat], guest: str) -> schemas.MyTable:
    own = [seat.seat for seat in seats if seat.guest == guest]
    return {
        "id": header.id,
        "status": header.status,
        "edition": header.edition,
        "you": own,
        "names": names_of(seats, host=""),
        "acting": header.acting,
        "your_turn": bool(set(own) & set(header.acting)) and header.status == "playing",
        "updated": services.time.shown(header.updated),
        "result": header.result,
    }
