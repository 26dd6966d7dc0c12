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
from allaboard.server.problems import Problem
from allaboard.server.rows import Header as RowHeader
from allaboard.server.rows import Seat, now
from allaboard.server.table import names_of

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["me"], responses=REFUSALS, route_class=LimitedRoute)


@router.get("/me", response_model=shapes.Me, summary="Your name and your tables, with whose turn it is")
async def me(house: HouseDep, caller: CallerDep) -> dict[str, Any]:
    guest = need_guest(caller)
    return {"name": await house.store.guest_name(guest) or "", "tables": await _tables(house, guest)}


@router.patch("/me", response_model=shapes.Me, summary="Choose your name")
async def rename(house: HouseDep, caller: CallerDep, form: shapes.Renaming) -> dict[str, Any]:
    guest = need_guest(caller)
    await house.store.name_guest(guest, clean_name(form.name, "Guest"), now())
    return {"name": await house.store.guest_name(guest) or "", "tables": await _tables(house, guest)}


@router.get("/me/export", summary="Everything the server holds about you")
async def export(house: HouseDep, caller: CallerDep) -> dict[str, Any]:
    guest = need_guest(caller)
    tables = []
    for header, places in await house.store.tables_of(guest, limit=10_000):
        seats = [seat for seat in places if seat.guest == guest]
        said = await house.store.chat_of(header.id, [seat.seat for seat in seats])
        tables.append(
            {
                "id": header.id,
                "edition": header.edition,
                "status": header.status,
                "host": header.host == guest,
                "created": header.created,
                "updated": header.updated,
                "seats": [{"seat": seat.seat, "name": seat.name, "has_token": seat.token is not None} for seat in seats],
                "chat": [{"at": line.at, "text": (line.data or {}).get("text", "")} for line in said],
            }
        )
    return {"name": await house.store.guest_name(guest), "tables": tables}


@router.delete(
    "/me",
    status_code=204,
    summary="Erase your name, your chat and your ties to tables; bots play on in your running games",
    dependencies=[Depends(need_rules)],
)
async def erase(house: HouseDep, caller: CallerDep, response: Response) -> None:
    guest = need_guest(caller)
    chat: list[tuple[str, int]] = []
    mine = await house.store.tables_of(guest, limit=10_000)
    for header, seats in mine:
        try:
            if header.status in ("open", "playing"):
                await house.hosting.leave(header.id, caller)
        except Problem:
            pass  # a table that cannot be opened, or was left before, holds nobody
        own = [seat.seat for seat in seats if seat.guest == guest]
        chat += [(header.id, line.n) for line in await house.store.chat_of(header.id, own)]
    await house.store.forget_guest(guest, [header.id for header, _ in mine], chat)
    for header, _ in mine:
        house.tables.forget(header.id)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


async def _tables(house: House, guest: str) -> list[dict[str, Any]]:
    return [_mine(header, seats, guest) for header, seats in await house.store.tables_of(guest)]


def _mine(header: RowHeader, seats: list[Seat], guest: str) -> dict[str, Any]:
    own = [seat.seat for seat in seats if seat.guest == guest]
    return {
        "id": header.id,
        "status": header.status,
        "edition": header.edition,
        "you": own,
        "names": names_of(seats),
        "acting": header.acting,
        "your_turn": bool(set(own) & set(header.acting)) and header.status == "playing",
        "updated": header.updated,
        "result": header.result,
    }
