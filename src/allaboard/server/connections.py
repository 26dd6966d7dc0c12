"""Connections: how many one address may have, and how long the other side may take to say what it wants.

uvicorn waits for ever for the rest of a request. Here every connection has a deadline while it is the other side's turn, and where there
is no room for a new one, the one that has kept us waiting longest makes way. What is asked is for middleware and routes.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, Literal, TypedDict

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from allaboard.server.identity import network_of
from allaboard.server.settings import Settings

__all__ = ["Connections", "DeadlineProtocol", "open_files", "uvicorn_options"]

State = Literal["new", "headers", "body", "answered early", "answering", "stalled", "idle"]

KEEP_ALIVE: Final = 30
LINGER: Final = 5.0
"""Seconds in which the rest of a body is read and thrown away, so that a client that was refused hears why."""
STALLED: Final = 60.0
"""Seconds in which a client that reads nothing of its answer must go on reading."""
MOST_HEADER_BYTES: Final = 65536
RESERVED_FILES: Final = 200
"""Open files that are not connections: database, libraries, worker processes."""

FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class UvicornOptions(TypedDict):
    """What we tell uvicorn, as its Config takes it."""

    http: type[asyncio.Protocol]
    proxy_headers: bool
    ws: Literal["none"]
    log_config: None
    access_log: bool
    server_header: bool
    date_header: bool
    timeout_keep_alive: int
    workers: int
    backlog: int


def uvicorn_options(settings: Settings) -> UvicornOptions:
    """Return how uvicorn is to serve, whoever starts it: by our protocol, and believing no header about where a request comes from."""
    return {
        "http": DeadlineProtocol,
        "proxy_headers": False,  # it would trust every proxy on this machine; `ProxyHeaders` reads them where the operator says so
        "ws": "none",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "date_header": False,
        "timeout_keep_alive": KEEP_ALIVE,
        "workers": settings.workers,
        "backlog": 2048,
    }


def open_files(*, raise_limit: bool = False) -> int:
    """Return how many files this process may have open; on request, first raise that as far as the system lets us."""
    try:
        import resource
    except ImportError:  # Windows
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if raise_limit and soft != hard:
        with suppress(ValueError, OSError):  # some systems promise more than they give
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


class Connections:
    """The connections of this process: counted, and watched while the other side has its turn."""

    def __init__(self, settings: Settings) -> None:
        self.most = max(16, min(settings.max_connections, open_files() - RESERVED_FILES))
        # behind a proxy all connections are the proxy's own
        self._per_address = self.most if settings.trust_proxy else settings.connections_per_address
        self.seconds: dict[State, float] = {
            "new": settings.header_timeout,
            "headers": settings.header_timeout,
            "body": settings.body_timeout,
            "answered early": LINGER,
            "stalled": STALLED,
            "idle": KEEP_ALIVE,
        }
        self.count = 0
        self._addresses: dict[str, int] = {}
        self._waiting: dict[DeadlineProtocol, float] = {}
        self._swept = 0.0

    def admit(self, one: DeadlineProtocol) -> bool:
        """Count a new connection, if need be in the place of one that keeps us waiting; False when there is no room."""
        if self._addresses.get(one.address, 0) >= self._per_address and not self._make_way(one.address):
            return False
        if self.count >= self.most and not self._make_way():
            return False
        self.count += 1
        self._addresses[one.address] = self._addresses.get(one.address, 0) + 1
        if not self._swept:
            self._swept = one.loop.time()
            one.loop.call_later(1.0, self._sweep, one.loop)
        return True

    def _make_way(self, address: str | None = None) -> bool:
        oldest = next((one for one in self._waiting if address in (None, one.address)), None)
        if oldest is not None:
            oldest.end()
        return oldest is not None

    def wait(self, one: DeadlineProtocol, until: float) -> None:
        """Note that it is the other side's turn, for so long."""
        self._waiting.pop(one, None)  # who begins to wait stands last
        self._waiting[one] = until

    def proceed(self, one: DeadlineProtocol) -> None:
        """Note that it is our turn."""
        self._waiting.pop(one, None)

    def remove(self, one: DeadlineProtocol) -> None:
        """Forget a connection that was admitted and has ended."""
        self._waiting.pop(one, None)
        self.count -= 1
        self._addresses[one.address] -= 1
        if not self._addresses[one.address]:
            del self._addresses[one.address]

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        moment = loop.time()
        late, self._swept = moment - self._swept - 1.0, moment
        if late > 1.0:  # nobody was heard meanwhile, which is our fault
            self._waiting = {one: until + late for one, until in self._waiting.items()}
        for one in [one for one, until in self._waiting.items() if until <= moment]:
            one.end()
        if self.count:
            loop.call_later(1.0, self._sweep, loop)
        else:
            self._swept = 0.0


class DeadlineProtocol(HttpToolsProtocol):
    """uvicorn's protocol with a deadline for each of the other side's turns. The app's lifespan hands over the connections as its state."""

    address = ""
    _admitted = False
    _state: State = "new"
    _reading: Literal["headers", "body"] | None = None
    _header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._all: Connections = self.app_state["connections"]
        self.address = network_of(self.client[0]) if self.client else ""
        if not self._all.admit(self):
            transport.write(FULL)
            transport.close()
            return
        self._admitted = True
        self._all.wait(self, self.loop.time() + self._all.seconds["new"])

    def connection_lost(self, exc: Exception | None) -> None:
        if self._admitted:
            self._admitted = False
            self._all.remove(self)
        super().connection_lost(exc)

    def end(self) -> None:
        """Close at once, and make room at once."""
        if self._admitted:
            self._admitted = False
            self._all.remove(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._reading != "body":
            self._header_bytes += len(data)
        super().data_received(data)
        if self._reading == "headers" and self._header_bytes > MOST_HEADER_BYTES:
            self.transport.write(LARGE)
            self.transport.close()
        self._settle()

    def on_message_begin(self) -> None:
        if not getattr(self.cycle, "response_complete", True):
            # Nobody who means well sends requests ahead. Thousands in one packet would wait in memory behind a stream, for as long as it
            # lasts, and the stream would not be told when its listener leaves. uvicorn ends the connection.
            raise ConnectionAbortedError("a request was sent before the last one was answered")
        super().on_message_begin()
        self._reading = "headers"

    def on_headers_complete(self) -> None:
        self._reading, self._header_bytes = "body", 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._reading = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._settle()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._settle()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._settle()

    def _settle(self) -> None:
        """Note whose turn it is. A deadline stands from the moment the turn began: sending a byte now and then gains nothing."""
        answering = not getattr(self.cycle, "response_complete", True)  # there is none before the first request
        state: State
        if self._reading == "headers":
            state = "headers"
        elif self._reading == "body":
            state = "body" if answering else "answered early"
        elif answering:
            state = "stalled" if self.flow.write_paused else "answering"
        else:
            state = "new" if self._state == "new" else "idle"
        if state == self._state or not self._admitted:
            return
        self._state = state
        if state == "answering":
            self._all.proceed(self)
        else:
            self._all.wait(self, self.loop.time() + self._all.seconds[state])
