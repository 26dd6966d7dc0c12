"""What the routers share: the forms of paths and headers, refusals for the OpenAPI document, and a table as its reader may know it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from allaboard.game import Game
from allaboard.server.addresses import network_addresses
from allaboard.server.http_cache import json_bytes
from allaboard.server.identity import Caller, IdempotencyKey
from allaboard.server.live_table import LiveTable
from allaboard.server.problems import MEDIA_TYPE, Problem
from allaboard.server.schemas import Invitation, TableInfo
from allaboard.server.services import Services
from allaboard.server.tables import own_seats

__all__ = [
    "PNG",
    "PREFIX",
    "REFUSALS",
    "TABLE_ID",
    "EventStream",
    "KeyDep",
    "SeatPath",
    "SeatQuery",
    "TableId",
    "base_address",
    "check_watcher",
    "event_stream",
    "finished_game",
    "json_answer",
    "table_info",
    "viewing_seats",
]

PREFIX = "/api/v1"

TABLE_ID = "^[0-9a-z]{8,24}$"
TableId = Annotated[str, Path(pattern=TABLE_ID, examples=["k3v9m2x7q4w8r5t6y2z9"])]
SeatPath = Annotated[int, Path(ge=0, le=4)]
SeatQuery = Annotated[int | None, Query(ge=0, le=4, description="one of your seats, if you have several")]
KeyHeader = Annotated[
    str | None,
    Header(alias="Idempotency-Key", min_length=1, max_length=200, description="a request sent again with the same key is done once"),
]


class EventStream(StreamingResponse):
    """Server-Sent Events. `ended` is called when nobody hears them, also where the listener had gone before the first was made."""

    def __init__(self, events: AsyncIterator[bytes], ended: Callable[[], None] = lambda: None) -> None:
        super().__init__(events, media_type="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


def event_stream(data: str) -> dict[int | str, dict[str, Any]]:
    """Return how the document tells of Server-Sent Events whose data, as JSON, is what is named."""
    event = {
        "type": "object",
        "required": ["data"],
        "properties": {"event": {"type": "string"}, "id": {"type": "string"}, "data": {"type": "string", "description": f"JSON: a {data}"}},
    }
    return {200: {"content": {"text/event-stream": {"schema": event}}, "description": "Server-Sent Events"}}


PNG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}, "description": "a picture"}
}
"""How the document tells of a picture."""


async def request_key(request: Request, idempotency_key: KeyHeader = None) -> IdempotencyKey | None:
    """Return the key of a request, bound to what is asked: method, address and form, however the form is written."""
    if idempotency_key is None:
        return None
    body = await request.body()  # FastAPI has read it before
    with suppress(Problem, RecursionError):  # then it is refused, or told apart as it was written
        body = json.dumps(await request.json(), sort_keys=True).encode()
    return IdempotencyKey(idempotency_key, hashlib.sha256(f"{request.method} {request.url.path}\n".encode() + body).hexdigest()[:32])


KeyDep = Annotated[IdempotencyKey | None, Depends(request_key)]

DESCRIPTIONS = {
    400: "the request cannot be understood",
    401: "the token is none",
    403: "not yours to do, or from another site",
    404: "there is no such thing",
    405: "the method is not for this address",
    409: "stale, or not the moment for it",
    413: "the request is too large",
    414: "the address is too long",
    422: "the form of the request, or a rule of the game, forbids it",
    429: "too much, or too fast",
    500: "the server made a mistake",
    503: "the database is away; try again",
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": words, "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}}
    for status, words in DESCRIPTIONS.items()
}


def json_answer(body: object, status: int = 200) -> Response:
    """Return JSON without a second pass over what was made as plain data."""
    return Response(json_bytes(body), status, media_type="application/json")


def base_address(request: Request) -> str:
    """Return the address by which people reach the server, without a slash at its end."""
    services: Services = request.app.state.services
    return services.settings.public_url.rstrip("/") or f"{request.url.scheme}://{request.url.netloc}"


def check_watcher(live: LiveTable, caller: Caller) -> None:
    """Refuse those who neither sit at the table nor may watch it."""
    if not live.header.options["watch"] and not own_seats(live, caller) and live.header.host != caller.guest:
        raise Problem(403, "not-allowed", "this table is not for watching", code="not-watchable")


def finished_game(live: LiveTable, caller: Caller, *, whole: bool = False) -> Game:
    """Return the game of a table where it is over, or that of a record; `whole` refuses records that break off before the end."""
    check_watcher(live, caller)
    if live.game is None or live.header.status not in ("over", "record"):
        raise Problem(
            409, "not-now", "the game is not over: until then tickets and seed are secret", code="game-not-over", rule="R-TICKET-6"
        )
    if whole and not live.game.over:
        raise Problem(409, "not-now", "the game of this record is not over")
    return live.game


def viewing_seats(live: LiveTable, caller: Caller, seat: int | None) -> tuple[int, ...]:
    """Return the seats that a caller sees the table from: all of theirs, or the one named."""
    check_watcher(live, caller)
    own = own_seats(live, caller)
    if seat is None:
        return own
    if seat not in own:
        raise Problem(403, "not-allowed", f"seat {seat} is not yours", code="not-your-seat")
    return (seat,)


def table_info(services: Services, request: Request, live: LiveTable, caller: Caller) -> TableInfo:
    """Return a table as somebody may know it."""
    header, own, moment = live.header, own_seats(live, caller), services.tables.time.now()
    hosts = header.host is not None and header.host == caller.guest
    link = f"{base_address(request)}/#/join/{header.invite}"
    invitation: Invitation = {
        "code": header.code,
        "link": link,
        "invite": header.invite,
        "addresses": network_addresses(services.settings, request) if hosts else [],
    }
    return {
        "id": header.id,
        "status": header.status,
        "edition": header.edition,
        "edition_title": live.edition.title,
        "edition_hash": header.edition_hash,
        "rules": header.rules,
        "n": live.n,
        "seats": [{**seat.public, "you": seat.seat in own, "time_left": live.clock.left(seat.seat, moment)} for seat in live.seats],
        "you": list(own),
        "host": hosts,
        "acting": list(live.acting),
        "options": {**header.options, "start": header.start},
        "deadline": live.shown_deadline(),
        "commitment": header.commitment,
        "invitation": invitation if hosts or (own and caller.token is None) else None,
        "rematch": header.rematch,
        "created": live.shown(header.created),
        "updated": live.shown(header.updated),
    }
