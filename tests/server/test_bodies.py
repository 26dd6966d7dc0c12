"""What is sent in a body: read as strictly as a file, and nothing taken for something else. What nobody foresaw is answered cleanly."""

import asyncio
import gc
import json
import random
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from starlette.types import Message, Receive, Scope, Send

from allaboard import Game
from allaboard.editions.sample_boards import SAMPLES
from allaboard.server.app import create_app
from allaboard.server.body_data import marks_of
from allaboard.server.json_body import MOST_MARKS
from allaboard.server.limits import MOST_UPLOADS, UPLOADS_OF_ONE, Limits
from allaboard.server.middleware import UnforeseenErrors
from allaboard.server.problems import Problem
from allaboard.server.settings import Settings
from serving import Guest, Serving, busy, until

TABLE = {"edition": "usa", "seats": [{"kind": "you"}, {"kind": "open"}]}
SETUP = {"edition": "usa", "position": {"players": 3}}
CONCRETE = {"table_id": "0" * 20, "seat": "0", "n": "0", "puzzle_id": "abc"}


def sent(guest: Guest, body: str | bytes, path: str = "/analysis", method: str = "POST") -> Any:
    """The problem with a body that must be refused."""
    answer = guest.http.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["faults"]
    assert len(answer.content) < 3000
    return problem


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"edition": "usa", "position": {"players": 2, "turn": 1, "turn": 0}}', "an object has two fields 'turn'"),
        ('{"edition": "usa", "edition": "usa", "position": {"players": 2}}', "an object has two fields 'edition'"),
        ('{"edition": "usa", "position": {"players": NaN}}', "NaN is no number"),
        ('{"edition": "usa", "position": {"players": -Infinity}}', "-Infinity is no number"),
        ('{"edition": "usa", "position": {"players": 1e999}}', "'1e999' is too large for a number"),
        (f'{{"edition": "usa", "position": {{"players": {"9" * 5000}}}}}', "a whole number of more than 4300 digits"),
        (f'{{"edition": "usa", "position": {"[" * 900}{"]" * 900}}}', "nested"),
        (f'{{"edition": "usa", "position": {"[" * 20_000}{"]" * 20_000}}}', "more than 2,000 commas and brackets"),
        ('{"edition": "usa", "position": {"players": 2}', "this is not JSON"),
        (b'{"edition": "\xff", "position": {"players": 2}}', "no text in UTF-8"),
        ('{"edition": "usa", "position": {"players": 2}}'.encode("utf-16"), "no text in UTF-8"),
        ('{"edition": "\\ud800", "position": {"players": 2}}', "half of a surrogate pair"),
    ],
)
def test_a_body_is_read_as_strictly_as_a_file(ann: Guest, body: str | bytes, words: str) -> None:
    assert words in sent(ann, body)["detail"]


def test_no_form_has_a_field_twice(ann: Guest, tmp_path: Path) -> None:
    """Whatever is asked: all forms come through one door."""
    document = create_app(Settings(data_dir=tmp_path)).openapi()
    asked = [(path, method) for path, methods in document["paths"].items() for method, how in methods.items() if "requestBody" in how]
    assert len(asked) > 12
    for path, method in asked:
        problem = sent(ann, '{"name": "Ann", "name": "Bob"}', path.removeprefix("/api/v1").format(**CONCRETE), method.upper())
        assert "an object has two fields 'name'" in problem["detail"]


@pytest.mark.parametrize(
    ("path", "form", "field", "odd"),
    [
        ("/analysis", SETUP, "unseen_cards", [[True, False, False], ["1", "0", "0"], [1.0, 0, 0], "100", {"0": 1}]),
        ("/analysis/tables", SETUP, "seat", [True, "0", 0.0]),
        ("/analysis/advice", SETUP, "open_hands", [1, "yes", "true", 0.0]),
        ("/tables", TABLE, "start", [True, "1", 1.0]),
        ("/tables", TABLE, "begin", [1, "yes", "on", "true"]),
        ("/tables", TABLE, "hints", [0, "off", "false"]),
        ("/tables", TABLE, "pace", ["3", True, [3]]),
        ("/tables", TABLE, "watch", [1, "1", 1.0]),
        ("/tables", TABLE, "clock", [{"per": "move", "seconds": "90"}, {"per": "move", "seconds": True}]),
        ("/tables", TABLE, "name", [5, True, ["Ann"]]),
    ],
)
def test_nothing_is_taken_for_something_else(ann: Guest, path: str, form: dict[str, Any], field: str, odd: list[Any]) -> None:
    for value in odd:
        assert f"body.{field}" in sent(ann, json.dumps({**form, field: value}), path)["detail"]


def test_a_whole_number_of_seconds_is_a_number_of_seconds(ann: Guest) -> None:
    for pace, seconds in ((3, 90), (0.5, 90.5)):
        table = ann.post("/tables", {**TABLE, "pace": pace, "clock": {"per": "move", "seconds": seconds}})
        assert (table["options"]["pace"], table["options"]["clock"]["seconds"]) == (pace, seconds)


def test_an_error_that_nobody_foresaw_is_a_problem_and_is_logged(ann: Guest, server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing() -> None:
        raise LookupError("the seed is 4711")

    monkeypatch.setattr(server.app.state.services.durations, "told", failing)
    with structlog.testing.capture_logs() as logged:
        answer = ann.http.get("/durations")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["type"] == "urn:allaboard:problem:fault"
    assert answer.json()["title"] == "the server made a mistake"
    assert "4711" not in answer.text
    assert "LookupError" not in answer.text
    [line] = [line for line in logged if line["log_level"] == "error"]
    assert line["path"] == "/api/v1/durations"
    assert line["exc_info"]
    monkeypatch.undo()
    ann.get("/durations")


def test_an_error_of_the_middleware_is_a_problem_too(ann: Guest, server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allaboard.server.middleware.proxies.ProxyHeaders.__call__", None)
    answer = ann.http.get("/durations")
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert "NoneType" not in answer.text
    head = server.guest().http.head("/durations")  # the connection is cut after such an error
    assert (head.status_code, head.content) == (500, b"")


@pytest.mark.parametrize("begun", [False, True])
def test_what_has_begun_is_cut_off(begun: bool) -> None:
    """No second answer follows a first: the server sees the error, and the client that the stream did not end well."""

    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise LookupError

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    call = UnforeseenErrors(failing)({"type": "http", "method": "GET", "path": "/"}, receive, send)
    with pytest.raises(LookupError) if begun else nullcontext():
        asyncio.run(call)
    assert [message.get("status") for message in told] == ([200] if begun else [500, None])


def filled(item: str, size: int, begin: str = '{"record": {"format": "allaboard-record/1", "log": [', end: str = "]}}") -> bytes:
    """A body of at most so many bytes, full of one thing; as a form other than a record it has a field that nobody knows."""
    return (begin + ",".join([item] * ((size - len(begin) - len(end)) // (len(item) + 1))) + end).encode()


HEAVY = [filled(item, 500_000) for item in ("1", "1e1", "{}", '""', '{"a":1}', "[" * 20 + "]" * 20)]
FULL = [
    filled('{"seat":0,"action":"draw deck","outcome":[]}', 430_000),
    filled('"red"', 590_000),
    filled("[]", 55_000),
    json.dumps({"record": {"log": [{str(n): 0 for n in range(99)}] * 900}}).encode(),
    json.dumps({"edition": "é" * 190_000, "board": "a, [b], {c}\n" * 15_000}).encode(),
]
"""Nearly as much as a form may hold: it is read to its end."""


@pytest.fixture
def steps(server: Serving) -> Iterator[list[float]]:
    """What the server's event loop does until it comes round, each time, in seconds of its own processor time: so long everybody waits."""
    took, stopping = list[float](), threading.Event()

    async def tick() -> None:
        before = time.thread_time()
        while not stopping.is_set():
            await asyncio.sleep(0.001)
            before, last = time.thread_time(), before
            took.append(before - last)

    gc.collect()
    gc.disable()  # it would be counted to whatever it comes upon
    ticking = asyncio.run_coroutine_threadsafe(tick(), server.app.state.services._loop)
    try:
        yield took
    finally:
        gc.enable()
        stopping.set()
        ticking.result(20)


def test_no_body_holds_the_event_loop_up(ann: Guest, server: Serving, steps: list[float]) -> None:
    """Whatever it is full of, wherever it is sent, as large as it may be there."""
    document = server.app.openapi()
    asked = [(path, method) for path, methods in document["paths"].items() for method, how in methods.items() if "requestBody" in how]
    bodies = {"/records": HEAVY + FULL, "/editions": FULL[-1:]}
    sent(ann, FULL[0], "/records")  # starts the process
    took = {}
    for path, method in asked:
        short = path.removeprefix("/api/v1").format(**CONCRETE)
        for body in bodies.get(short, [filled("[]", 65_536), filled("1e1", 65_536)]):
            steps.clear()
            sent(ann, body, short, method.upper())
            took[f"{method} {short} {body[:80]!r}"] = max(steps, default=0.0)
    steps.clear()
    assert ann.http.post("/records", content=b"\0" * 1_900_000, headers={"Content-Type": "text/plain"}).status_code == 422
    took["no JSON"] = max(steps, default=0.0)
    assert {what: seconds for what, seconds in took.items() if seconds > 0.015} == {}


def test_bodies_that_end_in_the_same_moment_hold_nobody_up(ann: Guest, server: Serving, steps: list[float]) -> None:
    """Whoever sends forty of them is told to wait before they are read, but for a few; who asks meanwhile is answered."""
    body, host = filled("1e1", 1_000_000), httpx.URL(server.url)
    head = f"POST /api/v1/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    # the machine may be busy with other things; what takes long by itself takes long every time
    for _ in range(3):
        steps.clear()
        with ExitStack() as stack:
            senders = [stack.enter_context(socket.create_connection((host.host, host.port), 60)) for _ in range(40)]
            for sender in senders:
                sender.sendall(head.encode())
                with suppress(OSError):  # it is told already, and left
                    sender.sendall(body[:-1])
            until(lambda: len(select.select(senders, [], [], 0)[0]) == 40 - UPLOADS_OF_ONE)  # noqa: B023
            for sender in senders:
                with suppress(OSError):
                    sender.sendall(body[-1:])
            began = time.monotonic()
            ann.get("/durations")
            waited = time.monotonic() - began
            statuses = [sender.recv(12).decode()[-3:] for sender in senders]
        assert (statuses.count("422"), statuses.count("429")) == (UPLOADS_OF_ONE, 40 - UPLOADS_OF_ONE)
        until(lambda: not server.app.state.services.limits._uploads)
        if (longest := max(steps)) < 0.02 and waited < 1:
            break
    assert longest < 0.02
    assert waited < 1 or busy()
    assert "not JSON" in sent(ann, "{", "/records")["detail"]  # there is room again


def test_there_is_room_for_uploads_of_others() -> None:
    """Until those of many addresses fill the process; whoever is done makes room."""
    limits = Limits(enabled=False)
    with ExitStack() as stack:
        for n in range(MOST_UPLOADS):
            stack.enter_context(limits.uploading(f"192.0.2.{n // UPLOADS_OF_ONE}"))
        for address, status in (("192.0.2.0", 429), ("192.0.2.250", 503)):
            with pytest.raises(Problem) as refused, limits.uploading(address):
                pass
            assert refused.value.status == status
            assert refused.value.headers["Retry-After"]
    with limits.uploading("192.0.2.0"):
        assert limits._uploads == {"192.0.2.0": 1}
    assert not limits._uploads


def test_what_is_large_and_legal_is_taken(ann: Guest) -> None:
    """A long game of five, and a board with as long a comment as there is room for: both are read in the other process."""
    game, chance = Game("usa", players=5, seed=0), random.Random(0)
    while not game.over:
        seat = chance.choice(game.acting)
        legal = game.legal_actions(seat)
        game.play(chance.choice([action for action in legal if "claim" not in str(action)] or legal), seat)
    record = game.record().data
    assert marks_of(json.dumps(record).encode()) > MOST_MARKS
    assert ann.post("/records", record)["status"] == "record"
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    assert ann.post("/editions", {"edition": edition, "board": f"{board}\n#{'é,' * ((199_990 - len(board)) // 2)}"})["key"]
