"""Refusals as problem+json (RFC 9457): what was tried, what is allowed, and the rule that says so where it is a rule of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from typing_extensions import Unpack

from allaboard.editions.faults import FaultCode
from allaboard.game import IllegalAction
from allaboard.placement import PositionFaultCode
from allaboard.record_schema import RecordFaultCode
from allaboard.server.http_cache import json_text
from allaboard.server.schemas.problems import Details, Fault, ProblemBody
from allaboard.server.store import Collision, StoreDown
from allaboard.validation import CodedError, brief

__all__ = ["Problem", "fault", "install", "invalid", "problem_response"]

MEDIA_TYPE = "application/problem+json"
MOST_FAULTS = 20
FORMS = {"bool", "float", "int", "none", "str"}

TITLES = {
    "bad-request": "the request cannot be understood",
    "fault": "the server made a mistake",
    "illegal": "the rules do not allow this",
    "invalid": "the request does not have the form it must have",
    "limit": "too much, or too fast",
    "misdirected": "the request is for another server",
    "not-allowed": "this is not yours to do",
    "not-found": "there is no such thing",
    "not-now": "the table is not at a moment for this",
    "origin": "the request comes from another site",
    "stale": "the game has moved on",
    "too-large": "the request is too large",
    "unavailable": "the server cannot do this now",
    "unplayable": "the game cannot be opened by this version",
    "warming": "the server is getting ready",
}


class Problem(HTTPException):
    """A refusal on its way to the client. FastAPI lets no other kind of exception through while it reads a body."""

    def __init__(self, status: int, kind: str, detail: str, *, headers: dict[str, str] | None = None, **more: Unpack[Details]) -> None:
        super().__init__(status, detail, headers)
        self.status, self.kind, self.more = status, kind, more

    def __str__(self) -> str:
        return self.detail


def problem_response(problem: Problem) -> Response:
    """Return the answer for a problem."""
    body: ProblemBody = {
        "type": f"urn:allaboard:problem:{problem.kind}",
        "title": TITLES[problem.kind],
        "status": problem.status,
        "detail": problem.detail,
        **problem.more,
    }
    # what was asked may hold half a surrogate pair, which the error repeats: JSON writes it as this escape
    content = json_text(body).encode(errors="backslashreplace")
    return Response(content, problem.status, headers=problem.headers, media_type=MEDIA_TYPE)


def refused(error: IllegalAction) -> Problem:
    """Return the refusal of an action that the rules forbid, with the rule."""
    return Problem(422, "illegal", str(error), rule=error.rule)


def invalid(where: str, error: CodedError[FaultCode | PositionFaultCode | RecordFaultCode]) -> Problem:
    """Return the refusal of a position or a record, with what is wrong with it."""
    fault: Fault = {"where": where, "what": str(error), "values": error.values}
    if error.code is not None:
        fault["code"] = error.code
    return Problem(422, "invalid", f"{where}: {error}", faults=[fault])


def unavailable(error: StoreDown | Collision) -> Problem:
    """Return a refusal while the database is away or others are first; what was not acknowledged did not happen, or is found by its key."""
    why = f"the database cannot be used now: {error}" if isinstance(error, StoreDown) else "somebody else wrote first; try again"
    return Problem(503, "unavailable", why, headers={"Retry-After": "1"})


def fault() -> Problem:
    """Return what is told of an error that nobody foresaw: nothing of it. The log has the rest."""
    return Problem(500, "fault", "this should not have happened; the server has written down what went wrong")


def _place(parts: Sequence[object]) -> str:
    """Return where a fault is, by fields and numbers; which of several forms was tried says nothing to a reader."""
    return ".".join(str(part) for part in parts if isinstance(part, int) or (str(part).isidentifier() and part not in FORMS))


def _reason(error: Mapping[str, object]) -> str:
    """Return what is wrong with a value, and the value."""
    words = str(error["msg"]).removeprefix("Value error, ")
    return words if error["type"] in ("missing", "value_error", "json_invalid") else f"{words}; it is {brief(error.get('input'))}"


def install(app: FastAPI) -> None:
    """Make every refusal of the app a problem+json."""

    @app.exception_handler(Exception)
    async def _fault(_: Request, __: Exception) -> Response:  # of the middleware around `UnforeseenErrors`; it is raised again and logged
        return problem_response(fault())

    @app.exception_handler(Problem)
    async def _problem(_: Request, error: Problem) -> Response:
        return problem_response(error)

    @app.exception_handler(Collision)
    @app.exception_handler(StoreDown)
    async def _down(_: Request, error: StoreDown | Collision) -> Response:
        return problem_response(unavailable(error))

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, error: RequestValidationError) -> Response:
        found = error.errors()
        shown = found[:MOST_FAULTS]
        faults: list[Fault] = [{"where": _place(one["loc"])[:200], "what": _reason(one)[:500]} for one in shown]
        more = f"; and {len(found) - MOST_FAULTS} more" if len(found) > MOST_FAULTS else ""
        detail = "; ".join(f"{fault['where']}: {fault['what']}" for fault in faults) + more
        return problem_response(Problem(422, "invalid", detail, faults=faults))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> Response:
        kind = {404: "not-found"}.get(error.status_code, "bad-request")
        headers = dict(error.headers) if error.headers else None
        return problem_response(Problem(error.status_code, kind, str(error.detail), headers=headers))
