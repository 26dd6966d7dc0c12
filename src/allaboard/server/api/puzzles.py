"""Puzzles: today's, those that suit you, attempts, and how you are doing."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from allaboard.puzzles.puzzle import Theme
from allaboard.server import schemas
from allaboard.server.api.common import PNG, PREFIX, REFUSALS, json_answer
from allaboard.server.http_cache import picture_response
from allaboard.server.identity import CallerDep
from allaboard.server.limits import GameRoute
from allaboard.server.lobby import need_guest
from allaboard.server.puzzles import found, position_of
from allaboard.server.services import ServicesDep

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["puzzles"], responses=REFUSALS, route_class=GameRoute)

CACHED = "public, max-age=3600"
PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{10}$", examples=["3f0c52a1be"])]


@router.get("/puzzles", response_model=schemas.MyTraining, summary="How you are doing with puzzles, and what there is")
async def training(services: ServicesDep, caller: CallerDep) -> Response:
    return json_answer(await services.puzzles.training(need_guest(caller)))


@router.get("/puzzles/today", response_model=schemas.PuzzleView, summary="The puzzle of the day, the same for everybody")
async def today(services: ServicesDep, caller: CallerDep) -> Response:
    return json_answer(await services.puzzles.today(need_guest(caller)))


@router.get(
    "/puzzles/next", response_model=schemas.NextPuzzle, summary="A puzzle that you have neither solved nor seen through, and that suits you"
)
async def next_puzzle(
    services: ServicesDep, caller: CallerDep, theme: Annotated[Theme | None, Query(description="only of this theme")] = None
) -> Response:
    return json_answer({"id": await services.puzzles.next(need_guest(caller), theme)})


@router.get("/puzzles/{puzzle_id}", response_model=schemas.PuzzleView, summary="A puzzle, as the seat to act sees it")
async def puzzle(services: ServicesDep, caller: CallerDep, puzzle_id: PuzzleId) -> Response:
    return json_answer(await services.puzzles.view(need_guest(caller), puzzle_id))


@router.get(
    "/puzzles/{puzzle_id}/position",
    response_model=schemas.Analysed,
    summary="A puzzle to be analysed: what its seat cannot know is dealt anew, for everybody alike",
)
async def position(puzzle_id: PuzzleId) -> Response:
    return json_answer(await asyncio.to_thread(position_of, found(puzzle_id)))


@router.get(
    "/puzzles/{puzzle_id}/preview.png",
    summary="The board of a puzzle, as links to it show it: 1200 × 630",
    response_class=Response,
    responses=PNG,
)
async def preview(services: ServicesDep, caller: CallerDep, request: Request, puzzle_id: PuzzleId) -> Response:
    drawn = await services.drawings.puzzle_preview(found(puzzle_id), caller.address)
    return picture_response(request, drawn, "image/png", CACHED)


@router.post(
    "/puzzles/{puzzle_id}/attempts",
    response_model=schemas.AttemptResult,
    summary="Try an answer, or ask for the solution; the first try counts",
)
async def attempt(services: ServicesDep, caller: CallerDep, puzzle_id: PuzzleId, form: schemas.Attempt) -> Response:
    return json_answer(await services.puzzles.attempt(need_guest(caller), puzzle_id, form.action))
