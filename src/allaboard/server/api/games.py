"""Games that are over, and records of others: result, replay, record file, proof of fairness."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from allaboard.game import Game
from allaboard.pictures import Picture
from allaboard.record import Record, RecordError
from allaboard.server import schemas
from allaboard.server.api.common import PREFIX, REFUSALS, TableId, check_watcher, finished_game, json_answer, table_info
from allaboard.server.edition_store import UPLOADED_PREFIX
from allaboard.server.http_cache import cacheable_response, picture_response
from allaboard.server.identity import CallerDep
from allaboard.server.json_body import need_uploads
from allaboard.server.limits import GameRoute
from allaboard.server.live_table import LiveTable, names_of
from allaboard.server.models import Line
from allaboard.server.problems import Problem
from allaboard.server.record_tables import players_of
from allaboard.server.services import ServicesDep
from allaboard.server.upload_jobs import PictureFacts, verify_record
from allaboard.server.upload_workers import JobFailed
from allaboard.verdict import verdict_of

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["games"], responses=REFUSALS, route_class=GameRoute)

AnySeat = Annotated[
    Annotated[int, Field(ge=0, le=4)] | Literal["all"] | None,
    Query(description="whose observation; `all`: every hand open; without it, a spectator's"),
]


@router.get("/tables/{table_id}/result", response_model=schemas.FinishedGame, summary="Score sheets and winners, when the game is over")
async def result(services: ServicesDep, caller: CallerDep, table_id: TableId) -> Response:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller)
        times, names = _times(live, await services.tables.whole_log(live)), names_of(live.seats, host="")
    facts = await asyncio.to_thread(lambda: (game.result().to_json(), verdict_of(game) if game.over else None))
    answer: schemas.FinishedGame = {
        "table": table_id,
        "names": names,
        "began": times[0],
        "ended": times[1],
        "verdict": facts[1],
        **facts[0],
    }
    return json_answer(answer)


@router.get(
    "/tables/{table_id}/replay", response_model=schemas.Replay, summary="A whole game that is over, as a seat or a spectator saw it"
)
async def replay(services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId, seat: AnySeat = None) -> Response:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller)
        if isinstance(seat, int) and seat >= game.players:
            raise Problem(422, "invalid", f"seat: seats run from 0 to {game.players - 1}, not {seat}")
    made = await services.replays.get(live, seat)
    return cacheable_response(request, made, "application/json", "private, no-cache")


@router.get("/tables/{table_id}/record", response_model=schemas.SavedGame, summary="The record of a game that is over, with its seed")
async def record(services: ServicesDep, caller: CallerDep, table_id: TableId) -> Response:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller)
        seats = players_of(live.header, live.seats)
        text = await asyncio.to_thread(lambda: Record.of(game, reveal=True, seats=seats).to_json())
    headers = {"Content-Disposition": f'attachment; filename="{table_id}.json"'}
    return Response(text.encode(), media_type="application/json", headers=headers)


@router.get(
    "/tables/{table_id}/pictures/{name}",
    summary="A picture to share of a game that is over: its poster (1600 × 1420), or what a link to it shows (1200 × 630)",
    response_class=Response,
    responses={
        200: {
            "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in ("image/png", "image/svg+xml")},
            "description": "a picture",
        }
    },
)
async def picture(
    services: ServicesDep,
    caller: CallerDep,
    request: Request,
    table_id: TableId,
    name: Literal["poster.png", "poster.svg", "preview.png"],
) -> Response:
    async with services.tables.at(table_id) as live:
        game, made = finished_game(live, caller, whole=True), live.edition
        states, facts = game.states.copy(), _picture_facts(live, game, await services.tables.whole_log(live))
    wanted: Picture = "preview" if name == "preview.png" else "poster"
    png = name.endswith(".png")
    drawn = await services.drawings.game_picture(table_id, made, states, facts, wanted, png, caller.address)
    # asked for again each time: a player may have had their name erased
    return picture_response(request, drawn, "image/png" if png else "image/svg+xml", "no-cache")


@router.get("/tables/{table_id}/fairness", response_model=schemas.Fairness, summary="Commitment at the start, seed and proof at the end")
async def fairness(services: ServicesDep, caller: CallerDep, table_id: TableId) -> schemas.Fairness:
    async with services.tables.at(table_id) as live:
        check_watcher(live, caller)
        header = live.header
        shown: schemas.Fairness = {
            "algorithm": "SHA-256",
            "commitment": header.commitment,
            "seed": None,
            "verified": None,
            "detail": "the seed is shown when the game is over; its hash is fixed since the table was opened",
        }
        if header.status not in ("over", "record") or live.game is None:
            return shown
        record, edition = await asyncio.to_thread(lambda game: Record.of(game, reveal=True), live.game), live.edition
    # the game is over and stays as it is: nobody at the table waits until it is verified
    shown["seed"] = header.seed
    try:
        if header.status == "record" or header.edition.startswith(UPLOADED_PREFIX):
            await services.workers.run(caller.address, services.settings.upload_seconds, verify_record, record.data, edition, rules=True)
        else:
            await asyncio.to_thread(record.verify)
    except (RecordError, JobFailed) as error:
        return {**shown, "verified": False, "detail": str(error)}
    return {**shown, "verified": True, "detail": "the seed gives exactly the cards and tickets of this game"}


@router.post(
    "/records", status_code=201, response_model=schemas.TableInfo, summary="Upload a record, to be replayed like a table of this server"
)
async def upload(services: ServicesDep, caller: CallerDep, request: Request, form: schemas.UploadedRecord) -> schemas.TableInfo:
    need_uploads(services.settings)
    table_id = await services.record_tables.keep(caller, form.record, form.edition or form.record.get("edition"))
    async with services.tables.at(table_id) as live:
        return table_info(services, request, live, caller)


def _times(live: LiveTable, lines: list[Line]) -> tuple[int, int] | tuple[None, None]:
    """Return when a game began and ended, in milliseconds since 1970. A record does not know when it was played."""
    if live.header.status == "record":
        return None, None
    began = next(line.at for line in lines if line.kind == "start")
    ended = next(line.at for line in reversed(lines) if line.kind == "action")
    return live.shown(began), live.shown(ended)


def _picture_facts(live: LiveTable, game: Game, lines: list[Line]) -> PictureFacts:
    """Return what a picture of a game tells."""
    owners, names, (began, ended) = game.owners(), tuple(live.names), _times(live, lines)
    if began is None or ended is None:
        return PictureFacts(owners, names, None, None)
    return PictureFacts(owners, names, datetime.fromtimestamp(ended / 1000, UTC).date(), max(1, round((ended - began) / 60_000)))
