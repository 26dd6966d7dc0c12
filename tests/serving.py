"""Servers and guests for tests: a real server over real HTTP, in a thread of this process or as a process of its own."""

from __future__ import annotations

import gc
import json
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
import uvicorn

from allaboard.server.app import create_app
from allaboard.server.connections import uvicorn_options
from allaboard.server.identity import hashed
from allaboard.server.middleware.cookies import COOKIE
from allaboard.server.settings import Settings
from allaboard.server.startup import available_bots, net_tables
from processes import free_port

API = "/api/v1"

# a line for every request would cost more than many a request
structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


@contextmanager
def served(folder: Path, listen: str = "127.0.0.1", **settings: Any) -> Iterator[Serving]:
    """A server in a thread, on a free port, of this machine alone unless said otherwise."""
    chosen = {
        "data_dir": folder,
        "pace": 0.0,
        "poll": 0.2,
        "rate_limits": False,
        "stand_in": "random",
        "heartbeat": 1.0,
        "hint_patience": 0.5,
        "analysis_patience": 0.5,
        **settings,
    }
    app = create_app(Settings(**chosen))
    server = uvicorn.Server(uvicorn.Config(app, host=listen, port=0, timeout_graceful_shutdown=3, **uvicorn_options(app.state.settings)))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    serving = Serving("", app)
    try:
        until(lambda: server.started or not thread.is_alive())
        assert server.started, "the server did not start"
        serving.state = server.lifespan.state
        port = server.servers[0].sockets[0].getsockname()[1]
        serving.url = f"http://127.0.0.1:{port}"
        until(serving.ready, 300)  # where nothing was compiled before
        yield serving
        app.state.services.end_streams()
        until(lambda: not app.state.services.streams.count)
    finally:
        serving.close()
        server.should_exit = True
        thread.join(20)
        gc.unfreeze()  # a server keeps its process to itself; this one holds other things as well


@contextmanager
def served_with_nets(folder: Path, nets: Path) -> Iterator[Serving]:
    """The same with the nets of a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ALLABOARD_NETS", str(nets))
        for known in (available_bots, net_tables):
            known.cache_clear()
        with served(folder) as serving:
            yield serving
    for known in (available_bots, net_tables):
        known.cache_clear()


class Serving:
    """A running server and those who visit it."""

    def __init__(self, url: str, app: Any = None) -> None:
        self.url, self.app = url, app
        self.state: dict[str, Any] = {}
        self.guests: list[Guest] = []

    def guest(self, same_as: Guest | None = None, **headers: str) -> Guest:
        """Somebody new, or somebody known on another connection."""
        guest = Guest(self.url, **headers)
        if same_as is not None:
            guest.http.cookies = same_as.http.cookies
        self.guests.append(guest)
        return guest

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    def close(self) -> None:
        for guest in self.guests:
            guest.http.close()


class Process(Serving):
    """A server in a process of its own, which can be killed."""

    def __init__(self, database_url: str, folder: Path, *arguments: str, **environment: str) -> None:
        super().__init__("")
        self.database_url, self.folder, self.arguments = database_url, folder, arguments
        self.environment = {
            **os.environ,
            "ALLABOARD_DATA_DIR": str(folder),
            "ALLABOARD_RATE_LIMITS": "false",
            "ALLABOARD_PACE": "0",
            "ALLABOARD_POLL": "0.2",
            "ALLABOARD_STAND_IN": "random",
            "ALLABOARD_LOG_LEVEL": "warning",
            **environment,
        }
        self.port = free_port()
        self.start()

    def start(self) -> None:
        """Start, or start again on the same port."""
        command = [sys.executable, "-m", "allaboard", "serve", "--no-browser", "--port", str(self.port), *self.arguments]
        if self.database_url:
            command += ["--database-url", self.database_url]
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.afterwards = afterwards(f"kill -s KILL -- -{self.process.pid}")
        assert self.process.stderr is not None
        self.lines: list[str] = []
        for line in self.process.stderr:
            self.lines.append(line)
            if "http://localhost:" in line:
                break
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.url = f"http://127.0.0.1:{self.port}"
        until(lambda: self.ready() or self.process.poll() is not None, 300)

    def read(self) -> None:
        """Collect what the server logs, to its end."""
        assert self.process.stderr is not None
        with self.process.stderr as stderr:
            self.lines.extend(stderr)

    def kill(self) -> None:
        """As a power cut would: at once, workers included."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.ended(20)

    def stop(self) -> int:
        """Ask it to stop, and wait; its exit code."""
        self.process.terminate()
        return self.ended(30)

    def ended(self, seconds: float) -> int:
        """Wait for its end; its exit code. What it logged last is told with a test that fails."""
        code = self.process.wait(seconds)
        self.reader.join(20)
        print(*self.lines[-50:], sep="", end="")
        self.afterwards.communicate()
        return code


@contextmanager
def process(folder: Path, **environment: str) -> Iterator[Process]:
    """A server in a process of its own: attackers and honest visitors should not hold each other up here."""
    running = Process("", folder, **environment)
    try:
        yield running
    finally:
        running.kill()
        running.close()


class Guest:
    """Somebody with a cookie (or a token) and an HTTP library."""

    def __init__(self, url: str, address: str | None = None, **headers: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=f"{url}{API}", headers=headers, timeout=30, transport=httpx.HTTPTransport(local_address=address))

    def ask(self, method: str, path: str, status: int | None = None, **more: Any) -> Any:
        """A request; its JSON, after its status was as expected (any 2xx without one)."""
        answer = self.http.request(method, path, **more)
        if status is None:
            assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        else:
            assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def get(self, path: str, status: int | None = None, **query: Any) -> Any:
        return self.ask("GET", path, status, params=query)

    def post(self, path: str, body: Any = None, status: int | None = None, key: str | None = None) -> Any:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self.ask("POST", path, status, json=body, headers=headers)

    def open(self, edition: str = "new-york", *seats: str | dict[str, Any], **options: Any) -> str:
        """Open a table; seats are `you`, `open`, `remote` or the name of a bot. Returns its id."""
        kinds = ("you", "open", "remote")
        wishes = [seat if isinstance(seat, dict) else {"kind": seat} if seat in kinds else {"kind": "bot", "bot": seat} for seat in seats]
        return str(self.post("/tables", {"edition": edition, "seats": wishes, **options})["id"])

    def join(self, host: Guest, table: str, **wish: Any) -> None:
        """Take a seat at somebody's table by its code."""
        code = host.get(f"/tables/{table}")["invitation"]["code"]
        self.post("/join", {"invite": code, **wish})

    def view(self, table: str, **query: Any) -> Any:
        return self.get(f"/tables/{table}/view", **query)

    def act(self, table: str, action: str, seen: int, status: int | None = None, key: str | None = None, seat: int | None = None) -> Any:
        body = {"action": action, "seen": seen} if seat is None else {"action": action, "seen": seen, "seat": seat}
        return self.post(f"/tables/{table}/actions", body, status, key)

    def act_any(self, table: str, chance: random.Random, seat: int | None = None) -> Any:
        """Do anything legal, if it is this guest's turn; returns the telling, or None."""
        shown = self.view(table) if seat is None else self.view(table, seat=seat)
        if shown["seat"] is None or not shown["view"] or shown["seat"] not in shown["view"]["acting"]:
            return None
        return self.act(table, chance.choice(shown["view"]["you"]["legal"]), shown["n"], seat=shown["seat"])

    def events(self, table: str, after: int = 0, **query: Any) -> Iterator[dict[str, Any]]:
        """The event stream, as the data of each event, until it ends or nothing comes for long."""
        with self.http.stream("GET", f"/tables/{table}/events", params={"after": after, **query}, timeout=20) as answer:
            assert answer.status_code == 200, answer.read()
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))


def id_of(guest: Guest) -> str:
    """How the database calls somebody with a cookie."""
    return hashed(guest.http.cookies[COOKIE].partition(".")[0])[:32]


class Bystander(Guest):
    """Somebody honest, from another address where the machine has one, who looks and acts at a table every tenth of a second."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "127.0.0.2" if sys.platform == "linux" else None)
        self.forget()
        self.table = self.open("usa", "you", "you", begin=True)
        self.forget()  # the first table of a process takes a quarter of a second

    def forget(self) -> None:
        """Begin anew to time; `slow` is what took long on a machine that was not busy with other things."""
        self.slowest, self.slow = (0.0, ""), list[str]()

    def ask(self, method: str, path: str, status: int | None = None, **more: Any) -> Any:
        """A request, timed."""
        begun = time.monotonic()
        told = super().ask(method, path, status, **more)
        took = time.monotonic() - begun
        self.slowest = max(self.slowest, (took, f"{method} {path}"))
        if took >= 0.5 and not busy():
            self.slow.append(f"{method} {path} took {took:.2f} s")
        return told

    def play(self, stopping: threading.Event) -> None:
        """Go on until told to stop."""
        chance = random.Random(1)
        while not stopping.wait(0.1):
            self.get("/editions/usa")
            if self.act_any(self.table, chance) is None:  # it is over
                self.table = self.open("usa", "you", "you", begin=True)


@contextmanager
def bystander(server: Serving) -> Iterator[Bystander]:
    """Somebody who plays at the same server meanwhile, over a connection of their own."""
    somebody, stopping = Bystander(server.url), threading.Event()
    server.guests.append(somebody)
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(somebody.play, stopping)
        try:
            yield somebody
        finally:
            stopping.set()
    playing.result()


@contextmanager
def holding_nobody_up(server: Serving) -> Iterator[None]:
    """Whatever is done to the server meanwhile: no request of anybody else takes half a second."""
    with bystander(server) as somebody:
        yield
    assert not somebody.slow, ", ".join(somebody.slow)


def busy() -> bool:
    """Whether this machine has more to do than it can, so that a time says nothing; the tests themselves are two processes."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1) + 2


def moments(replay: dict[str, Any]) -> list[dict[str, Any]]:
    """The views of a replay, from before the first action to the end."""
    views = [replay["view"]]
    for step in replay["steps"]:
        views.append({**views[-1], **step["changes"]})
    return views


def without_legal(view: Any) -> dict[str, Any]:
    """A view as a replay tells it: without what its seat might do."""
    you = view["you"]
    return {**view, "you": you and {name: value for name, value in you.items() if name != "legal"}}


def afterwards(command: str) -> subprocess.Popen[bytes]:
    """Run a shell command when this process closes the other's input, or has gone, however it went: nothing is left behind."""
    return subprocess.Popen(["sh", "-c", f"cat; {command}"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)


def until(true: Any, seconds: float = 20, pause: float = 0.02) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"not true within {seconds} s: {true}")
        time.sleep(pause)


def play_out(guests: list[Guest], table: str, chance: random.Random, most: int = 3000) -> None:
    """Let guests act at random until the game is over; bots of the server act for themselves."""
    for _ in range(most):
        acted = [guest.act_any(table, chance) for guest in guests]
        status = guests[0].get(f"/tables/{table}")["status"]
        if status == "over":
            return
        if not any(acted):
            time.sleep(0.005)
    raise AssertionError("the game did not end")
