"""The app: middleware, routes, page and the services behind them. Starting a process around it is the command's work."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from types import FrameType
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import TypeAdapter
from starlette.middleware import Middleware

from allaboard.__about__ import __version__
from allaboard.server import api, metrics, problems, static_files
from allaboard.server.api.common import PREFIX
from allaboard.server.connections import Connections
from allaboard.server.http_cache import Content, cacheable_response, json_bytes
from allaboard.server.identity import network_of
from allaboard.server.limits import LimitedRoute, Limits
from allaboard.server.log_config import configure_logs
from allaboard.server.middleware import (
    AccessLog,
    AllowedHosts,
    GuestCookie,
    ProxyHeaders,
    RateLimit,
    RequestSize,
    SameOrigin,
    SecurityHeaders,
    UnforeseenErrors,
)
from allaboard.server.migrations import migrate
from allaboard.server.schemas import ProblemBody
from allaboard.server.services import Services
from allaboard.server.settings import Settings, read_settings

__all__ = ["create_app", "from_environment"]

DESCRIPTION = """Tables for train-route games. Act by `POST`, each time with the log position that you saw; hear news by Server-Sent Events.
Guests are known by a cookie that the first answer brings, bots by a seat's token (`Authorization: Bearer …`)."""

SWITCH: Final = 0.001
"""Seconds after which a thread that computes in Python lets the event loop go on. With the usual 5 ms an act, which goes to and fro
between threads, would wait for a tenth of a second in all."""


def from_environment() -> FastAPI:
    """Return the app as environment and settings file ask for it: what a server process runs."""
    settings = read_settings()
    configure_logs(settings)
    return create_app(settings)


def create_app(settings: Settings) -> FastAPI:
    """Return an app with services of its own."""
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Connections]]:
        sys.setswitchinterval(SWITCH)
        await migrate(services.store)
        await services.open()
        restore = _end_streams_on_signal(services.end_streams)
        try:
            yield {"connections": Connections(settings)}
        finally:
            restore()
            await services.close()
            metrics.mark_process_ended()

    app = FastAPI(
        title="All Aboard",
        version=__version__,
        description=DESCRIPTION,
        routes=list(api.routes),
        middleware=_middleware(settings, services.limits),
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.router.redirect_slashes = False
    app.state.services = services
    app.state.settings = settings
    problems.install(app)
    _add_probes(app, settings)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    static_files.mount(app)
    return app


def _middleware(settings: Settings, limits: Limits) -> list[Middleware]:
    """Return what a request passes before its route, in this order; an answer, refusals included, passes it the other way."""
    return [
        Middleware(AccessLog),
        Middleware(ProxyHeaders, trusted=settings.trust_proxy),
        Middleware(SecurityHeaders),
        Middleware(RateLimit, limits=limits),
        Middleware(GuestCookie, public_url=settings.public_url),
        Middleware(UnforeseenErrors),
        Middleware(AllowedHosts, settings=settings),
        Middleware(RequestSize, max_body=settings.max_body),
        Middleware(SameOrigin, settings=settings),
    ]


def _add_probes(app: FastAPI, settings: Settings) -> None:
    """Add what describes the interface for programs, and what watches the server: alive, ready, metrics."""

    @cache
    def content() -> Content:  # a third of a megabyte, made once
        return Content.of(json_bytes(app.openapi()))

    async def document(request: Request) -> Response:
        return cacheable_response(request, content(), "application/json", "no-cache")

    app.router.add_api_route(f"{PREFIX}/openapi.json", document, include_in_schema=False, route_class_override=LimitedRoute)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("alive\n")

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> PlainTextResponse:
        services: Services = app.state.services
        reason = await services.unready()
        return PlainTextResponse("ready\n") if reason is None else PlainTextResponse(f"{reason}\n", 503)

    if settings.metrics:

        @app.get("/metrics", include_in_schema=False)
        async def prometheus(request: Request) -> Response:
            services: Services = app.state.services
            services.limits.take_address("list", network_of(request.client.host) if request.client else "unknown")
            return Response(metrics.exposition(), media_type=CONTENT_TYPE_LATEST)


def _openapi(app: FastAPI) -> dict[str, Any]:
    if not app.openapi_schema:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        body = TypeAdapter(ProblemBody).json_schema(ref_template="#/components/schemas/{model}")
        schemas |= body.pop("$defs", {})
        schemas["ProblemBody"] = body
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        for form in schemas.values():  # exactly these fields, so that one that nobody has stated is found by tests
            if "properties" in form:
                form["additionalProperties"] = False
        document["components"]["securitySchemes"] = {
            "guest": {"type": "apiKey", "in": "cookie", "name": "allaboard_guest", "description": "given by the first answer"},
            "seat": {"type": "http", "scheme": "bearer", "description": "a seat's token"},
        }
        app.openapi_schema = document
    return app.openapi_schema


def _end_streams_on_signal(end_streams: Callable[[], None]) -> Callable[[], None]:
    """Event streams never end by themselves, and a server waits for open answers: so the first signal to stop ends them."""
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def chain(number: int, frame: FrameType | None) -> None:
        end_streams()
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in before:
        signal.signal(number, chain)

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    return restore
