"""Playing: the view, what may be done, doing it, taking it back, talking, and the stream of news."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from functools import partial
from typing import Annotated, TypeVar

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from allaboard.server import schemas
from allaboard.server.api.common import PREFIX, REFUSALS, EventStream, KeyDep, SeatQuery, TableId, event_stream, json_answer, viewing_seats
from allaboard.server.hints import advise, train_seat
from allaboard.server.http_cache import json_bytes
from allaboard.server.identity import ASKED, Caller, CallerDep, clean_text
from allaboard.server.limits import GameRoute
from allaboard.server.live_table import LineTeller, LiveTable, LoggedLine
from allaboard.server.lobby import need_guest
from allaboard.server.models import Line
from allaboard.server.play import READINGS, chosen_seat, not_playing
from allaboard.server.problems import Problem
from allaboard.server.services import Services, ServicesDep
from allaboard.server.tables import busy

__all__ = ["router"]

router = APIRouter(prefix=PREFIX, tags=["play"], responses=REFUSALS, route_class=GameRoute)

Told = TypeVar("Told")

After = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="a position of the log: only what came after it")]
WithOptions = Annotated[bool, Query(description="tell the seat's options as well, as `/options` does: one request instead of two")]
WithNow = Annotated[bool, Query(description="tell what the seat sees and may do after it as well, with the newest line: no request more")]
HoldQuery = Annotated[int, Query(ge=1, le=8, description="for so many seconds from now; half a minute after the action nobody waits")]
InWords = Annotated[bool, Query(description="tell each event as an English sentence as well")]


@router.get(
    "/tables/{table_id}/view", response_model=schemas.ViewOf, summary="What your seat may know; without a seat, what a spectator may"
)
async def view(
    services: ServicesDep, caller: CallerDep, table_id: TableId, seat: SeatQuery = None, options: WithOptions = False
) -> Response:
    async with services.tables.at(table_id) as live:
        services.tables.note_visit(live, caller)
        return json_answer(_view_of(services, live, viewing_seats(live, caller, seat), options=options))


def _view_of(services: Services, live: LiveTable, viewing: tuple[int, ...], *, options: bool) -> schemas.ViewOf:
    # of several own seats the one that is to act
    chosen = next((mine for mine in viewing if mine in live.acting), viewing[0] if viewing else None)
    view: schemas.GameView | None = None
    told: schemas.Options | None = None
    if live.game is not None:
        observation = live.game.observe(chosen)
        view = schemas.game_view(observation.view, legal=not options)
        if options and chosen is not None and live.header.status == "playing":
            told = live.options(observation)
    moment = services.tables.time.now()
    can_undo = chosen is not None and live.cannot_undo(chosen, moment) is None
    waiting = can_undo and live.undoable_until is not None and live.bot_to_act() is not None
    return {
        "table": live.header.id,
        "n": live.n,
        "status": live.header.status,
        "seat": chosen,
        "can_undo": can_undo,
        "undo_until": live.shown(live.undoable_until or 0) if waiting else None,
        "deadline": live.shown_deadline(chosen),
        "more_time": chosen is not None and live.cannot_have_more(chosen, moment) is None,
        "hurried": bool(live.hurried),
        "view": view,
        "options": told,
    }


async def _with_now(services: Services, caller: Caller, table_id: str, seat: int | None, line: schemas.LogLine) -> schemas.LogLine:
    """Return a line together with what its reader sees and may do now, which this process knows: it has written the line, or read it."""
    async with services.tables.at(table_id, fresh=not services.tables.knows(table_id, line["n"])) as live:
        line["now"] = _view_of(services, live, viewing_seats(live, caller, seat), options=True)
    return line


@router.get("/tables/{table_id}/options", response_model=schemas.OptionsOf, summary="What your seat may do, and why not the rest")
async def options(services: ServicesDep, caller: CallerDep, table_id: TableId, seat: SeatQuery = None) -> Response:
    async with services.tables.at(table_id) as live:
        services.tables.note_visit(live, caller)
        chosen = chosen_seat(live, caller, seat)
        if live.game is None:
            raise not_playing(live)
        return json_answer({"n": live.n, "seat": chosen, **live.options(live.game.observe(chosen))})


@router.post("/tables/{table_id}/actions", response_model=schemas.LogLine, summary="Act")
async def act(
    services: ServicesDep, caller: CallerDep, table_id: TableId, form: schemas.Act, key: KeyDep, now: WithNow = False
) -> Response:
    line = await services.play.act(table_id, caller, form, key)
    return json_answer(await _with_now(services, caller, table_id, form.seat, line) if now else line)


@router.post(
    "/tables/{table_id}/undo",
    response_model=schemas.LogLine,
    summary="Take your last action back, and bots' answers, while nothing secret was shown",
)
async def undo(
    services: ServicesDep, caller: CallerDep, table_id: TableId, form: schemas.Undo, key: KeyDep, now: WithNow = False
) -> Response:
    line = await services.play.undo(table_id, caller, form.seat, form.seen, key)
    return json_answer(await _with_now(services, caller, table_id, form.seat, line) if now else line)


@router.post("/tables/{table_id}/more-time", response_model=schemas.LogLine, summary="Have 30 seconds more in your turn, once a game")
async def more_time(
    services: ServicesDep, caller: CallerDep, table_id: TableId, form: schemas.MoreTime, key: KeyDep, now: WithNow = False
) -> Response:
    line = await services.play.give_more(table_id, caller, form.seat, form.seen, key)
    return json_answer(await _with_now(services, caller, table_id, form.seat, line) if now else line)


@router.post("/tables/{table_id}/go-on", status_code=204, summary="Let bots move at once: you do not want to take your action back")
async def go_on(services: ServicesDep, caller: CallerDep, table_id: TableId, seat: SeatQuery = None) -> None:
    await services.play.go_on(table_id, caller, seat)


@router.post(
    "/tables/{table_id}/hold",
    response_model=schemas.Held,
    summary="Let bots wait a little longer: you think about taking your action back",
)
async def hold(services: ServicesDep, caller: CallerDep, table_id: TableId, seat: SeatQuery = None, seconds: HoldQuery = 4) -> Response:
    return json_answer({"undo_until": await services.play.hold(table_id, caller, seat, seconds)})


@router.post("/tables/{table_id}/chat", response_model=schemas.LogLine, summary="Say something")
async def chat(services: ServicesDep, caller: CallerDep, table_id: TableId, form: schemas.Chat, key: KeyDep) -> Response:
    need_guest(caller)
    if not (said := clean_text(form.text)):
        raise Problem(422, "invalid", "text: nothing is left of it without control characters")
    return json_answer(await services.play.chat(table_id, caller, form.seat, said, key))


@router.get(
    "/tables/{table_id}/log",
    response_model=list[schemas.LogLine],
    summary="The log as your seats may know it, as data and, if asked for, in words",
)
async def log(
    services: ServicesDep, caller: CallerDep, table_id: TableId, after: After = None, seat: SeatQuery = None, words: InWords = False
) -> Response:
    for _ in range(READINGS):
        async with services.tables.at(table_id) as live:
            services.play.count_lines(live, caller, after or 0)
            tell = partial(_line_bytes, live.teller(viewing_seats(live, caller, seat), words=words))
            recent = live.recent(after or 0)
        told = [tell(logged) for logged in recent] if recent is not None else await _told(services, live, caller, seat, after or 0, tell)
        if told is not None:
            return Response(b"[" + b",".join(told) + b"]", media_type="application/json")
    raise busy()


def _line_bytes(teller: LineTeller, logged: LoggedLine) -> bytes:
    return json_bytes(teller.tell(logged))


async def _told(
    services: Services, live: LiveTable, caller: Caller, seat: int | None, after: int, tell: Callable[[LoggedLine], Told]
) -> list[Told] | None:
    """Return what is told of old lines, or None where that may not be sent any more."""
    return await services.tables.told_of(live, lambda table: viewing_seats(table, caller, seat), after, tell)


@router.get("/tables/{table_id}/events", summary="News as it happens", response_class=StreamingResponse, responses=event_stream("LogLine"))
async def events(
    services: ServicesDep,
    caller: CallerDep,
    table_id: TableId,
    after: After = None,
    seat: SeatQuery = None,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
    now: WithNow = False,
) -> EventStream:
    async with services.tables.at(table_id) as live:
        services.tables.note_visit(live, caller)
        viewing_seats(live, caller, seat)
        position = live.n if after is None else after
        if last_event_id is not None:
            if not last_event_id.isdecimal():
                raise Problem(422, "invalid", "Last-Event-ID: a position of the log is a number")
            position = int(last_event_id)
        services.play.count_lines(live, caller, position)
    ASKED.get().listens = True

    async def lines_after(position: int) -> list[schemas.LogLine]:
        # the database is asked only where this process does not know of any news itself
        for _ in range(READINGS):
            async with services.tables.at(table_id, fresh=not services.tables.knows(table_id, position + 1)) as live:
                # asked anew each time: who gets or loses a seat sees more or less from then on
                tell, recent = live.teller(viewing_seats(live, caller, seat)).tell, live.recent(position)
                if recent is not None:
                    return with_now(live, [tell(logged) for logged in recent])
            if (lines := await _told(services, live, caller, seat, position, tell)) is not None:
                async with services.tables.at(table_id, fresh=False) as live:
                    return with_now(live, lines)
        raise busy()

    def with_now(live: LiveTable, lines: list[schemas.LogLine]) -> list[schemas.LogLine]:
        """Return lines, the last of them with what its reader sees and may do after it, if nothing has happened since."""
        if now and lines and lines[-1]["n"] == live.n:
            viewing = viewing_seats(live, caller, seat)
            if not _answered(live, live.tail[-1].line, viewing):
                lines[-1]["now"] = _view_of(services, live, viewing, options=True)
        return lines

    listening = services.streams.open(table_id, caller, lines_after, position)
    services.tables.on_change(live)  # whoever looks: bots that waited where nobody did go on
    return EventStream(listening.events, listening.leave)


def _answered(live: LiveTable, line: Line, viewing: tuple[int, ...]) -> bool:
    """Return whether a reader's own act wrote a line, so that its answer has told already what it led to."""
    by_bot = line.kind == "action" and line.data is not None and "stand_in" in line.data
    return line.kind in ("action", "undo", "more") and line.seat in viewing and not by_bot


@router.get(
    "/tables/{table_id}/hints", response_model=schemas.Hints, summary="What to do and why, where the table allows hints: thought to the end"
)
async def hints(services: ServicesDep, caller: CallerDep, request: Request, table_id: TableId, seat: SeatQuery = None) -> Response:
    asked = await _hinted(services, caller, table_id, seat)
    async with aclosing(asked):
        async for hint in asked:
            told = hint
            if await request.is_disconnected():  # nobody thinks to the end for those who have gone
                break
    return json_answer(told)


@router.get(
    "/tables/{table_id}/hints/events",
    response_class=StreamingResponse,
    responses=event_stream("Hints"),
    summary="The same while it is thought about: the first line at once, then sharper ones",
)
async def hint_events(services: ServicesDep, caller: CallerDep, table_id: TableId, seat: SeatQuery = None) -> EventStream:
    asked = await _hinted(services, caller, table_id, seat)

    async def told() -> AsyncIterator[bytes]:
        async for hint in asked:
            yield b"event: hint\ndata: " + json_bytes(hint) + b"\n\n"

    return EventStream(told())


async def _hinted(services: Services, caller: Caller, table_id: str, seat: int | None) -> AsyncGenerator[schemas.Hints, None]:
    """Return the hints for one's own turn, as they become sharper; a Problem where there are none."""
    async with services.tables.at(table_id) as live:
        services.tables.note_visit(live, caller)
        chosen = chosen_seat(live, caller, seat)
        if live.header.status != "playing" or live.game is None:
            raise not_playing(live)
        if not live.header.options["hints"]:
            raise Problem(403, "not-allowed", "at this table nobody is given hints", code="no-hints")
        if chosen not in live.acting:
            raise Problem(409, "not-now", f"it is not the turn of seat {chosen}", rule="R-TURN-1")
        services.startup.need_bot("search")
        n, played, observation = live.n, len(live.game.log), live.game.observe(chosen)

    async def told() -> AsyncGenerator[schemas.Hints, None]:
        thinking = advise(services, caller, table_id, observation, played)
        async with aclosing(thinking):
            async for advice in thinking:
                yield {"n": n, "seat": chosen, **advice}

    return told()


@router.get(
    "/tables/{table_id}/training",
    response_model=schemas.TrainingOf,
    summary="What your seat can count and guess of cards and rivals, at a table for training",
)
async def training(services: ServicesDep, caller: CallerDep, table_id: TableId, seat: SeatQuery = None) -> Response:
    async with services.tables.at(table_id) as live:
        services.tables.note_visit(live, caller)
        chosen = chosen_seat(live, caller, seat)
        if live.header.status != "playing" or live.game is None:
            raise not_playing(live)
        if not live.header.options.get("training", False):
            raise Problem(403, "not-allowed", "this table is not for training", code="no-training")
        services.startup.need_bot("search")
        n, played, observation = live.n, len(live.game.log), live.game.observe(chosen)
    told = await train_seat(services, caller, table_id, observation, played)
    return json_answer({"n": n, "seat": chosen, **told})
