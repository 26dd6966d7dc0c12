"""Connections that hold on to the server: half requests, slow bodies, readers that do not read, floods. An honest request is answered."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median

import httpx
import pytest
from fastapi.routing import APIRoute

from allaboard.server import connections
from allaboard.server.limits import GameRoute, LimitedRoute
from serving import API, Serving, process, served, until

HONEST = 0.5
"""Seconds that an honest request may take while others attack: half of them, since a busy machine makes anybody wait now and then."""


def dial(serving: Serving) -> socket.socket:
    port = int(serving.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def head(method: str, path: str, *more: str) -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", "Host: localhost", *more, "", "")).encode()


def honest(serving: Serving) -> float:
    """How long one honest request takes, on a connection of its own."""
    began = time.perf_counter()
    with dial(serving) as one:
        one.sendall(head("GET", f"{API}/me", "Connection: close"))
        assert one.recv(1000).startswith(b"HTTP/1.1 200")
    return time.perf_counter() - began


@contextmanager
def watched(serving: Serving) -> Iterator[list[float]]:
    """How long an honest visitor waits for each answer, meanwhile."""
    waits: list[float] = []
    stopping = threading.Event()

    def visit() -> None:
        while not stopping.wait(0.02):
            waits.append(honest(serving))

    thread = threading.Thread(target=visit)
    thread.start()
    try:
        yield waits
    finally:
        stopping.set()
        thread.join()


def attack(serving: Serving, stack: ExitStack, halves: list[bytes], count: int) -> None:
    """Open connections and say only half of something on each."""
    for number in range(count):
        with suppress(ConnectionError):
            stack.enter_context(dial(serving)).sendall(halves[number % len(halves)])


HALVES = {
    "nothing at all": b"",
    "a line": b"GET / HT",
    "headers without an end": head("GET", "/")[:-2],
    "empty lines": b"\r\n\r\n",
    "a body that does not come": head("POST", f"{API}/join", "Content-Length: 100", "Content-Type: application/json") + b"{",
    "chunks that do not come": head("POST", f"{API}/join", "Transfer-Encoding: chunked") + b"5\r\n{",
    "a refused body that does not come": head("POST", f"{API}/join", "Content-Length: 999999999") + b"{",
    "an upgrade": head("GET", f"{API}/me", "Connection: Upgrade", "Upgrade: websocket")[:-2],
}


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that waits a second for anything."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LINGER", "STALLED", "KEEP_ALIVE"):
            patch.setattr(connections, name, 1)
        with served(Path(tmp_path_factory.mktemp("brisk")), header_timeout=1, body_timeout=1) as serving:
            yield serving


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES.keys())
def test_a_half_request_ends(brisk: Serving, half: bytes) -> None:
    """Whatever part of it is missing, and however slowly the rest comes: a byte now and then gains no time."""
    with dial(brisk) as one:
        one.sendall(half)
        began = time.monotonic()
        trickle = b"\r\n" if half == HALVES["empty lines"] else b"x"
        one.settimeout(0.2)
        while time.monotonic() - began < 8:
            try:
                if half:
                    one.sendall(trickle)
                while one.recv(1000):
                    pass
                break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        assert time.monotonic() - began < 6


def test_silence_after_an_answer_ends_even_with_empty_lines(brisk: Serving) -> None:
    """Between two requests a connection may rest for a while; lines that are no request do not prolong it."""
    with dial(brisk) as one:
        one.sendall(head("GET", "/healthz"))
        assert one.recv(1000).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        while time.monotonic() - began < 8:
            try:
                one.sendall(b"\r\n")
                time.sleep(0.2)
            except ConnectionError:
                break
        assert time.monotonic() - began < 6


def test_many_half_requests_shut_nobody_out(tmp_path: Path) -> None:
    """With all connections taken by those who do not say what they want, who does is served at once."""
    few = {"ALLABOARD_MAX_CONNECTIONS": "200", "ALLABOARD_CONNECTIONS_PER_ADDRESS": "150", "ALLABOARD_HEADER_TIMEOUT": "60"}
    with process(tmp_path, **few) as serving:
        for half in (HALVES["nothing at all"], HALVES["a line"], HALVES["a body that does not come"]):
            with ExitStack() as stack:
                attack(serving, stack, [half], 400)
                assert median(honest(serving) for _ in range(10)) < HONEST
                assert len(list(Path(f"/proc/{serving.process.pid}/fd").iterdir())) < 250


def test_the_connections_of_one_address_leave_room_for_others(tmp_path: Path) -> None:
    """Each address has its share, whatever the others hold."""
    with served(tmp_path, connections_per_address=5) as serving, ExitStack() as stack:
        ones = [stack.enter_context(dial(serving)) for _ in range(12)]
        until(lambda: serving.state["connections"].count <= 5)
        assert [one for one in ones[:7] if one.recv(10)] == []  # the oldest made way
        assert honest(serving) < 5


def test_streams_and_answers_are_not_ended_for_newcomers(tmp_path: Path) -> None:
    """Only those make way who keep us waiting: an address full of event streams is refused, and its streams go on."""
    with served(tmp_path, connections_per_address=8, header_timeout=1, heartbeat=0.2) as serving, ExitStack() as stack:
        guest = serving.guest()
        table = guest.open("usa", "you", "open")
        cookie = f"Cookie: allaboard_guest={guest.http.cookies['allaboard_guest']}"
        guest.http.close()
        streams = [stack.enter_context(dial(serving)) for _ in range(8)]
        for one in streams:
            one.sendall(head("GET", f"{API}/tables/{table}/events", cookie))
        until(lambda: serving.app.state.services.streams.count == 8)
        with dial(serving) as one:
            assert one.recv(1000).startswith(b"HTTP/1.1 503")
        time.sleep(2.5)  # longer than any deadline
        for one in streams:
            assert b"still here" in one.recv(100_000)
        assert serving.app.state.services.streams.count == 8


def test_headers_have_a_size(brisk: Serving) -> None:
    with dial(brisk) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        answer = b""
        for number in range(100):
            try:
                one.sendall(f"X-{number}: {'x' * 8000}\r\n".encode())
            except ConnectionError:
                break
            time.sleep(0.001)
        try:
            answer = one.recv(1000)
        except ConnectionError:
            answer = b"HTTP/1.1 431"  # it was sent, and went down with the rest
        assert answer.startswith(b"HTTP/1.1 431")
        assert median(honest(brisk) for _ in range(5)) < HONEST


def test_who_does_not_read_is_left(brisk: Serving) -> None:
    """Answers that nobody takes hold neither memory nor a place for ever."""
    all_of_them = brisk.state["connections"]
    until(lambda: all_of_them.count == 0)
    with dial(brisk) as one:
        until(lambda: len(all_of_them._waiting) == 1)
        [here] = all_of_them._waiting
        while here._state != "stalled":
            answered = here.server_state.total_requests
            one.sendall(head("GET", f"{API}/openapi.json"))
            until(lambda answered=answered: here._state == "stalled" or here.server_state.total_requests > answered)
        until(lambda: all_of_them.count == 0, 10)


def test_who_asks_before_the_last_answer_is_left(brisk: Serving) -> None:
    """Requests that are sent ahead, thousands in one packet, do not wait behind a stream, nor does the stream outlive the connection."""
    guest, streams = brisk.guest(), brisk.app.state.services.streams
    table = guest.open("usa", "you", "open")
    cookie = f"Cookie: allaboard_guest={guest.http.cookies['allaboard_guest']}"
    for ahead in (1, 2000):
        with dial(brisk) as one:
            one.sendall(head("GET", f"{API}/tables/{table}/events", cookie))
            until(lambda: streams.count == 1)
            one.sendall(head("GET", "/healthz") * ahead)
            with suppress(ConnectionError):
                while one.recv(65536):
                    pass
            until(lambda: streams.count == 0, 5)
    with dial(brisk) as one:  # and who asks after it is served
        for _ in range(3):
            one.sendall(head("GET", "/healthz"))
            assert one.recv(1000).startswith(b"HTTP/1.1 200")


def test_streams_are_counted_by_address(tmp_path: Path) -> None:
    """New cookies bring no new streams."""
    with served(tmp_path, streams_per_address=3) as serving, ExitStack() as stack:
        host = serving.guest()
        table = host.open("usa", "you", "open")
        for _ in range(3):
            answer = stack.enter_context(serving.guest().http.stream("GET", f"/tables/{table}/events"))
            assert answer.status_code == 200
        serving.guest().get(f"/tables/{table}/events", 429)


def test_every_route_of_the_api_is_limited_before_it_reads(server: Serving) -> None:
    """No address of the API is without a cost, and none is counted only after its body was read."""
    routes = [route for route in server.app.routes if isinstance(route, APIRoute) and route.path.startswith(API)]
    assert len(routes) > 25
    assert [route.path for route in routes if not isinstance(route, LimitedRoute)] == []
    # nor is any game looked at before the rules are there
    assert [route.path for route in routes if "{table_id}" in route.path and not isinstance(route, GameRoute)] == []


def test_a_flood_is_refused_before_bodies_are_read(tmp_path: Path) -> None:
    """Two megabytes each, from one address: after the burst nothing of them is parsed, and others hardly notice."""
    board = json.dumps({"edition": "x" * 100_000, "board": "[" * 1_800_000}).encode()
    with process(tmp_path, ALLABOARD_RATE_LIMITS="true") as serving, ExitStack() as stack:
        flooders = [stack.enter_context(httpx.Client(base_url=f"{serving.url}{API}", timeout=30)) for _ in range(4)]
        json_body = {"Content-Type": "application/json"}
        for _ in range(25):  # the burst of an address; a new cookie each time does not help
            flooders[0].cookies.clear()
            refused = flooders[0].post("/editions", content=b"{", headers=json_body).status_code == 429
        assert refused
        began = time.monotonic()
        with watched(serving) as waits:
            statuses = [flooder.post("/editions", content=board, headers=json_body).status_code for flooder in flooders * 15]
        assert len(statuses) - statuses.count(429) <= 3 + (time.monotonic() - began) / 5  # the bucket fills by one in five seconds
        assert statuses.count(429) > 20
        assert median(waits) < HONEST


def test_forms_are_small(server: Serving) -> None:
    """Only uploads are large: nobody has two megabytes of JSON parsed to be told that a code has six letters."""
    guest = server.guest()
    assert guest.post("/join", {"invite": "x" * 70_000}, 413)["type"].endswith("too-large")
    assert guest.post("/editions", {"edition": "x" * 70_000}, 422)["type"].endswith("invalid")
    chunked = guest.http.post("/join", content=iter([b"x" * 30_000] * 4), headers={"Content-Type": "application/json"})
    assert chunked.status_code == 413


@pytest.mark.slow
def test_a_thousand_half_requests_of_many_kinds_again_and_again(tmp_path: Path) -> None:
    """For half a minute: honest requests are answered in half a second throughout, and nothing is left behind."""
    few = {"ALLABOARD_MAX_CONNECTIONS": "800", "ALLABOARD_CONNECTIONS_PER_ADDRESS": "500"}
    with process(tmp_path, **few, ALLABOARD_HEADER_TIMEOUT="2", ALLABOARD_BODY_TIMEOUT="2") as serving:
        files = Path(f"/proc/{serving.process.pid}/fd")
        before = len(list(files.iterdir()))
        with watched(serving) as waits:
            end = time.monotonic() + 30
            while time.monotonic() < end:
                with ExitStack() as stack:
                    for _ in range(10):
                        attack(serving, stack, list(HALVES.values()), 100)
                        time.sleep(0.3)
        assert len(waits) > 50
        assert median(waits) < HONEST
        until(lambda: len(list(files.iterdir())) <= before + 5, 60)
