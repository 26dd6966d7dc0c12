"""What is one's own: name, tables, and all data to take along or to have erased."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Response

from allaboard.server import shapes
from allaboard.server.api.common import PREFIX, REFUSALS
from allaboard.server.guards import COOKIE
from allaboard.server.hosting import need_guest
from allaboard.server.house import House, HouseDep, need_rules
from allaboard.server.identity import CallerDep, clean_name
from allaboard.server.limits import LimitedRoute
from allaboard.server.rows import Header as RowHeader
from allaboard.server.rows import Seat, now
from allaboard.server.table import names_of

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["me"], responses=REFUSALS, route_class=LimitedRoute)


@router.get("/me", response_model=shapes.Me, summary="Your name and your tables, with whose turn it is")
async def me(house: HouseDep, caller: CallerDep) -> dict[str, Any]:
    guest = need_guest(caller)
    await house.store.see_guest(guest, now())
    return {"name": await house.store.guest_name(guest) or "", "tables": await _tables(house, guest)}


@router.patch("/me", response_model=shapes.Me, summary="Choose your name")
async def rename(house: HouseDep, caller: CallerDep, form: shapes.Renaming) -> dict[str, Any]:
    guest = need_guest(caller)
    await house.store.name_guest(guest, clean_name(form.name, "Guest"), now())
    return {"name": await house.store.guest_name(guest) or "", "tables": await _tables(house, guest)}


@router.get("/me/export", summary="Everything the server holds about you")
async def export(house: HouseDep, caller: CallerDep) -> dict[str, Any]:
    return await house.people.export(need_guest(caller))


@router.delete(
    "/me",
    status_code=204,
    summary="Erase your names, your words, your boards and your ties to tables; bots play on in your running games",
    dependencies=[Depends(need_rules)],
)
async def erase(house: HouseDep, caller: CallerDep, response: Response) -> None:
    await house.people.erase(caller)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


async def _tables(house: House, guest: str) -> list[dict[str, Any]]:
    return [_mine(house, header, seats, guest) for header, seats in await house.store.tables_of(guest)]


def _mine(house: House, header: RowHeader, seats: list[Seat], guest: str) -> dict[str, Any]:
    own = [seat.seat for seat in seats if seat.guest == guest]
    return {
        "id": header.id,
        "status": header.status,
        "edition": header.edition,
        "you": own,
        "names": names_of(seats),
        "acting": header.acting,
        "your_turn": bool(set(own) & set(header.acting)) and header.status == "playing",
        "updated": house.time.shown(header.updated),
        "result": header.result,
    }
