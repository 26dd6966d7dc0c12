"""Editions and bots: what can be played, with whom, how soon, and the figures from which a page draws the board."""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import cache, lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from allaboard.drawing import ThemeName
from allaboard.editions import Edition, edition_ids
from allaboard.editions import get_edition as find_edition
from allaboard.server import schemas
from allaboard.server.api.common import PNG, PREFIX, REFUSALS
from allaboard.server.http_cache import Content, cacheable_response, json_bytes, picture_response, prepared
from allaboard.server.identity import CallerDep
from allaboard.server.limits import LimitedRoute
from allaboard.server.lobby import need_guest
from allaboard.server.services import ServicesDep
from allaboard.server.startup import available_bots, net_tables

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["editions"], responses=REFUSALS, route_class=LimitedRoute)

EditionKey = Annotated[str, Path(pattern=r"^[0-9a-z-]{1,64}$", examples=["usa"])]
CACHED = "public, max-age=3600"
PLAIN_FIELDS = [
    field.name for field in fields(Edition) if field.name not in ("source", "path", "colours", "route_points", "board", "tickets")
]


@router.get(
    "/bots", response_model=list[schemas.BotInfo], summary="The bots that can sit at a table: levels first, then characters, weakest first"
)
async def bots(services: ServicesDep) -> list[schemas.BotInfo]:
    levels = [name for name in services.settings.levels if name in available_bots()]
    ranks = {name: rank for rank, name in enumerate(levels, start=1)}
    names = [*levels, *(name for name in available_bots() if name not in ranks)]
    made_for = dict.fromkeys(names, (None, None)) | net_tables()
    return [
        schemas.BotInfo(name=name, summary=available_bots()[name], level=ranks.get(name), edition=edition, players=players)
        for name, (edition, players) in made_for.items()
    ]


@router.get("/startup", response_model=schemas.StartupStatus, summary="What can be played already, and how far the rest is")
async def startup(services: ServicesDep, response: Response) -> schemas.StartupStatus:
    response.headers["Cache-Control"] = "no-store"
    return services.startup.status()


@router.get(
    "/durations", response_model=list[schemas.Durations], summary="How long finished games took here, once there are enough of them"
)
async def durations(services: ServicesDep) -> list[schemas.Durations]:
    return await services.durations.told()


@router.get("/editions", response_model=list[schemas.EditionInfo], summary="The editions that can be played")
async def editions(request: Request) -> Response:
    return cacheable_response(request, _our_editions(), "application/json", CACHED)


@cache
def _our_editions() -> Content:
    return Content.of(json_bytes([edition_info(key, find_edition(key)) for key in edition_ids()]))


@router.post("/editions", status_code=201, response_model=schemas.EditionInfo, summary="Upload a board of your own")
async def upload(services: ServicesDep, caller: CallerDep, form: schemas.NewEdition) -> schemas.EditionInfo:
    owner = need_guest(caller)
    key, read = await services.editions.upload(form.edition, form.board, owner, caller.address)
    services.drawings.keep_geometry(key, read.geometry)
    return edition_info(key, read.edition)


@router.get("/editions/{key}", response_model=schemas.EditionInfo, summary="One edition")
async def edition(services: ServicesDep, request: Request, key: EditionKey) -> Response:
    told = edition_info(key, await services.editions.get(key))
    return cacheable_response(request, await prepared(json_bytes(told)), "application/json", CACHED)


@router.delete("/editions/{key}", status_code=204, summary="Delete a board of your own; games that were opened on it go on")
async def delete(services: ServicesDep, caller: CallerDep, key: EditionKey) -> None:
    await services.editions.delete(key, need_guest(caller))
    services.drawings.forget(key)


@router.get("/editions/{key}/geometry", response_model=schemas.GeometryData, summary="Where everything on the board stands")
async def board_geometry(services: ServicesDep, caller: CallerDep, request: Request, key: EditionKey) -> Response:
    plan = await services.drawings.geometry(key, caller.address)
    return cacheable_response(request, await prepared(plan), "application/json", CACHED)


@router.get(
    "/editions/{key}/board.svg",
    summary="The map under the routes, or the whole board, as SVG",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "a drawing"}},
)
async def background(
    services: ServicesDep,
    caller: CallerDep,
    request: Request,
    key: EditionKey,
    theme: Annotated[ThemeName, Query()] = "light",
    routes: Annotated[bool, Query(description="with routes, locations and names")] = False,
) -> Response:
    drawn = await services.drawings.picture(key, theme, routes, caller.address)
    return cacheable_response(request, await prepared(drawn), "image/svg+xml", CACHED)


@router.get(
    "/editions/{key}/preview.png",
    summary="The board with its title, as links to its tables show it: 1200 × 630",
    response_class=Response,
    responses=PNG,
)
async def preview(services: ServicesDep, caller: CallerDep, request: Request, key: EditionKey) -> Response:
    drawn = await services.drawings.edition_preview(key, caller.address)
    return picture_response(request, drawn, "image/png", CACHED)


@lru_cache(maxsize=64)
def edition_info(key: str, made: Edition) -> schemas.EditionInfo:
    """Return an edition as a page and a bot need it: all its facts, with routes and tickets by name."""
    board = made.board
    return {
        "key": key,
        "hash": made.hash,
        **{name: getattr(made, name) for name in PLAIN_FIELDS},
        "colours": [asdict(colour) for colour in made.colours],
        "board": board.id,
        "routes": [
            {"name": board.route_name(index), "points": made.points_of(route), **asdict(route)} for index, route in enumerate(board.routes)
        ],
        "tickets": [{"name": ticket.name, **asdict(ticket)} for ticket in made.tickets],
        "districts": [asdict(district) for district in board.districts],
    }
