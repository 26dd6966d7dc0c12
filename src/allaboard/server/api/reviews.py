"""Reviews of games that are over, and other ways from their moments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from allaboard.server import schemas
from allaboard.server.api.common import PREFIX, REFUSALS, EventStream, KeyDep, TableId, event_stream, finished_game, json_answer, table_info
from allaboard.server.exercises import AnswerTrial, exercise_at, my_exercises
from allaboard.server.http_cache import Content, cacheable_response, json_bytes
from allaboard.server.identity import CallerDep
from allaboard.server.limits import GameRoute
from allaboard.server.lobby import need_guest
from allaboard.server.problems import Problem
from allaboard.server.scheduler import WATCHED, Hung
from allaboard.server.services import ServicesDep

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["reviews"], responses=REFUSALS, route_class=GameRoute)

Result = TypeVar("Result")
ActionNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="counts the actions that stood, from 1", examples=[57])]
Brief = Annotated[bool, Query(description="only how far it is, and how long it takes yet: nothing of what was found")]


@router.get("/tables/{table_id}/review", response_model=schemas.ReviewStatus, summary="The review of a game that is over, as far as it is")
async def review(services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId, brief: Brief = False) -> Response:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller, whole=True)
    status = await services.reviews.status(table_id, game, brief=brief)
    content = await asyncio.to_thread(lambda: Content.of(json_bytes(status)))  # hundreds of kilobytes
    return cacheable_response(request, content, "application/json", "private, no-cache")


@router.get(
    "/tables/{table_id}/review/events",
    summary="Review a game that is over, for as long as you listen, and hear how far it is",
    response_class=StreamingResponse,
    responses=event_stream("ReviewNews; it ends when the review is done or has failed"),
)
async def review_events(services: ServicesDep, caller: CallerDep, table_id: TableId) -> EventStream:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller, whole=True)
    services.startup.need_search()
    listening = services.reviews.listen(table_id, game, caller)
    return EventStream(listening.events, listening.leave)


@router.post(
    "/tables/{table_id}/branches",
    status_code=201,
    response_model=schemas.TableInfo,
    summary="Play on from a moment of a game that is over: you in a seat, bots in the others",
)
async def branch(
    services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId, form: schemas.Branch, key: KeyDep
) -> schemas.TableInfo:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller)
    new = await services.branches.open(caller, live.header, game, form, key)
    async with services.tables.at(new) as begun:
        services.tables.note_visit(begun, caller)
        return table_info(services, request, begun, caller)


@router.get("/me/exercises", response_model=schemas.MyExercises, summary="Marks of your own reviewed games, to be tried again")
async def exercises(services: ServicesDep, caller: CallerDep) -> Response:
    return json_answer(await my_exercises(services.store, services.time, need_guest(caller)))


@router.get(
    "/tables/{table_id}/moments/{n}",
    response_model=schemas.Exercise,
    summary="The moment before an action of a game that is over, as the seat that acted knew it",
)
async def moment(services: ServicesDep, caller: CallerDep, table_id: TableId, n: ActionNumber) -> Response:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller, whole=True)
        lines = await services.tables.whole_log(live)
    passed = await services.store.passed_marks(caller.guest, table_id)
    return json_answer(await asyncio.to_thread(exercise_at, live, game, lines, n, passed.get(table_id, [])))


@router.post(
    "/tables/{table_id}/moments/{n}/answers",
    response_model=schemas.Answered,
    summary="How another action would have done at that moment",
)
async def answer(
    services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId, n: ActionNumber, form: schemas.Answer
) -> Response:
    async with services.tables.at(table_id) as live:
        game = finished_game(live, caller, whole=True)
    services.startup.need_search()
    path = WATCHED, caller.address, caller.who, table_id
    question = services.questions.ask(caller)

    async def on_thread(job: Callable[[], Result]) -> Result:
        async with services.scheduler.turn(path) as turn:
            return await turn.run(job, services.quarantine.busy(table_id, n))

    try:
        trial = await on_thread(lambda: AnswerTrial(game, n, form.action))
        while not trial.done and not await request.is_disconnected():
            await on_thread(trial.look)
        told = await on_thread(trial.told)
    except Hung as error:
        raise Problem(503, "unavailable", f"the coach does not come back: {error}", headers={"Retry-After": "60"}) from error
    finally:
        services.questions.end(question)
    if told["passed"] and caller.owns(live.seats[game.log[n - 1].seat]):
        await services.store.pass_mark(caller.guest, table_id, n)
    return json_answer(told)
