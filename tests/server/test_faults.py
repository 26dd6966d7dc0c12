"""What can go wrong around a server: each time a clear message, a refusal or an exit, and nothing lost."""

import os
import socket
import sqlite3
import time
from itertools import takewhile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from sqlalchemy import event
from typer.testing import CliRunner

from allaboard.cli import app
from allaboard.server.command import lock_database
from allaboard.server.store import database
from serving import Guest, Process, Serving, served, until


def run(folder: Path, *arguments: str, **environment: str) -> Any:
    """The command, which is expected to give up at once; the result has stderr and exit_code."""
    with patch.dict(os.environ, {"ALLABOARD_DATA_DIR": str(folder), **environment}):
        return CliRunner().invoke(app, ["serve", "--no-browser", *arguments])


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        ((), {"ALLABOARD_PACE": "fast"}, "pace: 'fast' is not allowed; allowed: a number from 0 to 10"),
        ((), {"ALLABOARD_PORT": "70000"}, "port: '70000' is not allowed; allowed: a whole number from 0 to 65535"),
        ((), {"ALLABOARD_LEASE": "0"}, "allowed: a number above 0, up to 600"),
        ((), {"ALLABOARD_METRICS": "milk"}, "metrics: 'milk' is not allowed; allowed: true or false"),
        ((), {"ALLABOARD_LOG_LEVEL": "loud"}, "log_level: 'loud' is not allowed; allowed: debug, info, warning or error"),
        (("--database-url", "mysql://x:secret@y/z"), {}, "is no database address"),
        (("--workers", "2"), {}, "need PostgreSQL"),
        ((), {"ALLABOARD_SETTINGS": "nowhere.toml"}, "nowhere.toml"),
    ],
)
def test_broken_settings_are_named(tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str], words: str) -> None:
    ended = run(tmp_path, *arguments, **environment)
    assert ended.exit_code == 2
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "secret" not in ended.stderr


@pytest.mark.parametrize(
    ("text", "words"), [("pace = ", "server.toml"), ("paces = 1", "no such setting (did you mean 'pace'?)"), ("pace = -1", "pace")]
)
def test_a_broken_settings_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text, encoding="utf-8")
    ended = run(tmp_path, ALLABOARD_SETTINGS=str(file))
    assert ended.exit_code == 2
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = run(tmp_path, "--port", str(taken.getsockname()[1]))
    assert ended.exit_code == 1
    assert "cannot listen" in ended.stderr
    assert "--port" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "allaboard.db").write_bytes(b"this is a shopping list" * 100)
    ended = run(tmp_path)
    assert ended.exit_code == 1
    assert "not a database" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "allaboard.db")
    connection.executescript("CREATE TABLE alembic_version (version_num VARCHAR(32)); INSERT INTO alembic_version VALUES ('9999');")
    connection.close()
    ended = run(tmp_path)
    assert ended.exit_code == 1
    assert "another version" in ended.stderr


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = run(tmp_path / "file" / "folder")
    assert ended.exit_code == 1
    assert "data folder" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    with lock_database(tmp_path / "allaboard.db"):
        ended = run(tmp_path, "--port", "0")
    assert ended.exit_code == 1
    assert "another server is using" in ended.stderr


def pragma(serving: Serving, statement: str) -> None:
    """Change how the disk looks to SQLite, on every connection that the server uses from now on."""

    def prepare(connection: Any, *_: object) -> None:
        connection.execute(statement)

    for engine in serving.app.state.services.store.engines:
        event.listen(engine, "checkout", prepare)


@pytest.mark.parametrize(
    ("breaking", "mending"),
    [
        pytest.param("PRAGMA max_page_count=1", "PRAGMA max_page_count=1000000", id="the disk is full"),
        pytest.param("PRAGMA query_only=ON", "PRAGMA query_only=OFF", id="the database is read-only"),
    ],
)
def test_while_nothing_can_be_written_the_answer_is_503_and_nothing_is_lost(tmp_path: Path, breaking: str, mending: str) -> None:
    with served(tmp_path, poll=60) as serving:
        guest = serving.guest()
        table = guest.open("new-york", "you", "you", begin=True)
        pragma(serving, breaking)
        keys = [f"{number} {'x' * 190}" for number in range(2000)]  # a full disk may still have room in what it holds
        said = list(takewhile(lambda key: say(guest, table, key).status_code == 200, keys))
        n = guest.view(table)["n"]
        refused = say(guest, table, keys[len(said)])
        assert refused.status_code == 503
        assert refused.json()["type"].endswith("unavailable")
        assert refused.headers["retry-after"] == "1"
        assert guest.view(table)["n"] == n  # what was not acknowledged has not happened
        wish = {"edition": "usa", "seats": [{"kind": "you"}, {"kind": "open"}] * 2}
        assert guest.http.post("/tables", json=wish).status_code == 503
        pragma(serving, mending)
        for _ in range(2):  # sent again, it happens once
            assert say(guest, table, keys[len(said)]).json()["n"] == n + 1
        heard = [line["data"]["text"] for line in guest.get(f"/tables/{table}/log") if line["kind"] == "chat"]
        assert heard == keys[: len(said) + 1]


def say(guest: Guest, table: str, text: str) -> httpx.Response:
    return guest.http.post(f"/tables/{table}/chat", json={"text": text}, headers={"Idempotency-Key": text})


def test_a_database_that_breaks_while_it_is_used(tmp_path: Path) -> None:
    """Nothing but a refusal comes of it, and the server lives."""
    with served(tmp_path, cached_tables=1, poll=60) as serving:
        guest = serving.guest()
        tables = [guest.open("new-york", "you", "you", begin=True) for _ in range(3)]
        for name in ("allaboard.db", "allaboard.db-wal"):
            with (tmp_path / name).open("r+b") as file:
                size = file.seek(0, 2)
                file.seek(100)
                file.write(os.urandom(max(0, size - 100)))
        statuses = {guest.http.get(f"/tables/{table}/view").status_code for table in tables}
        assert statuses <= {200, 503}
        assert httpx.get(f"{serving.url}/healthz").status_code == 200


def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    server = Process("", tmp_path, ALLABOARD_LOG_LEVEL="debug", ALLABOARD_LOG_FORMAT="json")
    guest = server.guest()
    table = guest.open("new-york", "you", "remote", begin=True)
    token = guest.post(f"/tables/{table}/seats/1/token")["token"]
    robot = server.guest(Authorization=f"Bearer {token}")
    shown = robot.view(table)
    robot.act(table, shown["view"]["you"]["legal"][0], shown["n"])
    robot.act(table, "nonsense", shown["n"], status=409)
    guest.http.post("/join", json={"invite": "AAAAAA"})
    assert server.stop() == 0
    server.close()
    connection = sqlite3.connect(tmp_path / "allaboard.db")
    seed, invite, stored = connection.execute("SELECT seed, invite, (SELECT token FROM seats WHERE seat = 1) FROM tables").fetchone()
    connection.close()
    logged = "".join(server.lines)
    assert '"path": "/' in logged  # there is a log
    assert table not in logged
    for secret in (seed, invite, token, guest.http.cookies["allaboard_guest"], shown["view"]["you"]["offer"][0]):
        assert secret not in logged
    assert stored != token  # the database holds only hashes
    assert len(stored) == 64


def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    """A second server is kept out by whatever name it comes: a link to the file, to its folder, or another name of the file itself."""
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    data.mkdir()
    elsewhere.mkdir()
    sqlite3.connect(data / "allaboard.db").close()
    (elsewhere / "allaboard.db").symlink_to(data / "allaboard.db")
    (tmp_path / "folder").symlink_to(data)
    with lock_database(data / "allaboard.db"):
        for folder in (elsewhere, tmp_path / "folder", data / ".." / "data"):
            ended = run(folder, "--port", "0")
            assert ended.exit_code == 1
            assert "another server is using" in ended.stderr
    (data / "allaboard.db").write_bytes(b"x")
    os.link(data / "allaboard.db", tmp_path / "other.db")
    ended = run(tmp_path, "--port", "0", "--database-url", f"sqlite:///{tmp_path / 'other.db'}")
    assert ended.exit_code == 1
    assert "hard links" in ended.stderr


def test_an_emptied_database_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    """Nobody's games vanish without a word; the file is left as it is."""
    server = Process("", tmp_path)
    server.guest().open("new-york", "you", "open")
    server.kill()
    server.close()
    assert (tmp_path / "allaboard.db").stat().st_size > 0  # even after a power cut
    (tmp_path / "allaboard.db").write_bytes(b"")
    ended = run(tmp_path, "--port", "0")
    assert ended.exit_code == 1
    assert "is empty" in ended.stderr
    assert "backup" in ended.stderr
    assert (tmp_path / "allaboard.db").stat().st_size == 0


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "allaboard.db")
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()
    before = (tmp_path / "allaboard.db").read_bytes()
    ended = run(tmp_path, "--port", "0")
    assert ended.exit_code == 1
    assert "another program" in ended.stderr
    assert "recipes" in ended.stderr
    assert (tmp_path / "allaboard.db").read_bytes() == before


def readiness(serving: Serving) -> tuple[int, str]:
    answer = httpx.get(f"{serving.url}/readyz", timeout=20)
    return answer.status_code, answer.text


def test_readiness_is_told_by_writing(tmp_path: Path) -> None:
    """A server that can read but not write is not ready, and is again when it can."""
    with served(tmp_path, poll=60) as serving:
        pragma(serving, "PRAGMA query_only=ON")
        until(lambda: readiness(serving)[0] == 503, 5)
        assert "the database cannot be used now: attempt to write a readonly database" in readiness(serving)[1]
        pragma(serving, "PRAGMA query_only=OFF")
        until(lambda: readiness(serving)[0] == 200, 5)


def test_readiness_tells_of_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the last writes fail."""
    with served(tmp_path, poll=60) as serving:
        monkeypatch.setattr(database, "LEAST_ROOM", 1 << 62)
        until(lambda: readiness(serving)[0] == 503, 5)
        assert "the disk is full" in readiness(serving)[1]


def test_readiness_tells_of_a_damaged_database(tmp_path: Path) -> None:
    """Though the server still has much of it in memory."""
    with served(tmp_path, poll=60) as serving:
        guest = serving.guest()
        for _ in range(20):
            guest.open("new-york", "you", "you", begin=True)
        assert readiness(serving)[0] == 200
        for name in ("allaboard.db", "allaboard.db-wal"):
            with (tmp_path / name).open("r+b") as file:
                size = file.seek(0, 2)
                file.seek(100)
                file.write(os.urandom(max(0, size - 100)))
        until(lambda: readiness(serving)[0] == 503, 10)
        assert httpx.get(f"{serving.url}/healthz").status_code == 200


def test_asking_for_readiness_costs_one_write_a_second(tmp_path: Path) -> None:
    with served(tmp_path, poll=60) as serving:
        writes = []
        engine = serving.app.state.services.store.engines[-1]
        event.listen(
            engine, "before_cursor_execute", lambda _c, _k, statement, *_: writes.append(statement) if "pulse" in statement else None
        )
        began = time.monotonic()
        with httpx.Client(base_url=serving.url) as client:
            while time.monotonic() - began < 2:
                assert client.get("/readyz").status_code == 200
        assert 0 < len(writes) <= 2 + time.monotonic() - began
