"""What is sent in a body: read as strictly as a file, and nothing taken for something else. What nobody foresaw is answered cleanly."""

import asyncio
import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import structlog
from starlette.types import Message, Receive, Scope, Send

from allaboard.server.app import create_app
from allaboard.server.middleware import UnforeseenErrors
from allaboard.server.settings import Settings
from serving import Guest, Serving

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
