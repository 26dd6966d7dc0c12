"""The analysis board: any position looked at, tried, thought about and played on from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from allaboard.pictures import PositionCard
from allaboard.server import schemas
from allaboard.server.analysis_board import after_move, analysed, set_up
from allaboard.server.api.common import (
    PNG,
    PREFIX,
    REFUSALS,
    EventStream,
    KeyDep,
    TableId,
    event_stream,
    finished_game,
    json_answer,
    table_info,
)
from allaboard.server.hints import analyse
from allaboard.server.http_cache import json_bytes
from allaboard.server.identity import CallerDep
from allaboard.server.limits import GameRoute
from allaboard.server.problems import Problem
from allaboard.server.services import ServicesDep

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["analysis"], responses=REFUSALS, route_class=GameRoute)

Played = Annotated[int, Path(ge=0, le=2**31 - 1, description="so many actions have been played", examples=[57])]


@router.post("/analysis", response_model=schemas.Analysed, summary="A position as it lies, or the first thing that is wrong with it")
async def position(services: ServicesDep, form: schemas.Setup) -> Response:
    edition = await services.editions.get(form.edition, play=True)
    return json_answer(await asyncio.to_thread(lambda: analysed(form.edition, set_up(edition, form))))


@router.post("/analysis/moves", response_model=schemas.Analysed, summary="The position after an action; chance always gives the same")
async def move(services: ServicesDep, form: schemas.PositionMove) -> Response:
    edition = await services.editions.get(form.edition, play=True)
    return json_answer(await asyncio.to_thread(after_move, edition, form))


@router.post(
    "/analysis/advice",
    response_class=StreamingResponse,
    responses=event_stream("Advice"),
    summary="What to do in a position, for as long as you listen: the first line at once, then sharper ones",
)
async def advice(services: ServicesDep, caller: CallerDep, request: Request, form: schemas.PositionQuestion) -> EventStream:
    edition = await services.editions.get(form.edition, play=True)
    game = await asyncio.to_thread(set_up, edition, form)
    services.startup.need_bot("search")
    question = services.questions.ask(caller)

    async def told() -> AsyncIterator[bytes]:
        thinking = analyse(services, caller, game.observe(game.acting[0]), game.states if form.open_hands else None)
        async with aclosing(thinking):
            async for one in thinking:
                if await request.is_disconnected():  # nobody thinks for those who have gone on to another position
                    return
                yield b"event: hint\ndata: " + json_bytes(one) + b"\n\n"

    return EventStream(told(), lambda: services.questions.end(question))


@router.post(
    "/analysis/card",
    response_class=Response,
    responses=PNG,
    summary="A card to share of a position: a picture (1200 × 630) of the board with the best moves",
)
async def card(services: ServicesDep, caller: CallerDep, form: schemas.PositionPicture) -> Response:
    edition = await services.editions.get(form.edition, play=True)
    game = await asyncio.to_thread(set_up, edition, form)
    words = PositionCard(form.heading, form.caption, form.closing, [(move.words, move.chance) for move in form.moves])
    drawn = await services.drawings.position_card(edition, game.owners(), game.acting[0], words, caller.address)
    return Response(drawn, media_type="image/png", headers={"Cache-Control": "no-store"})


@router.post(
    "/analysis/tables",
    status_code=201,
    response_model=schemas.TableInfo,
    summary="Play on from a position: you in a seat, bots in the others",
)
async def table(services: ServicesDep, caller: CallerDep, request: Request, form: schemas.PositionTable, key: KeyDep) -> schemas.TableInfo:
    edition = await services.editions.get(form.edition, play=True)
    game = await asyncio.to_thread(set_up, edition, form)
    new = await services.branches.open_position(caller, form.edition, game, form.seat, form.bot, key)
    async with services.tables.at(new) as begun:
        services.tables.note_visit(begun, caller)
        return table_info(services, request, begun, caller)


@router.get("/tables/{table_id}/positions/{n}", response_model=schemas.Analysed, summary="A moment of a game that is over, to be analysed")
async def moment(services: ServicesDep, caller: CallerDep, table_id: TableId, n: Played) -> Response:
    async with services.tables.at(table_id) as live:
        game, edition = finished_game(live, caller), live.header.edition
    if n > len(game.log):
        raise Problem(404, "not-found", f"there is no moment after {n} actions: they run from 0 to {len(game.log)}")
    return json_answer(await asyncio.to_thread(lambda: analysed(edition, game.at(n))))
