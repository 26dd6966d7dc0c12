"""Several processes on a real PostgreSQL: any of them serves any table, one may die, the database may restart, and nothing is lost."""

import asyncio
import os
import random
import signal
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from allaboard.editions.sample_boards import SAMPLES
from crash_players import play_through
from serving import Process, play_out, until

pytestmark = pytest.mark.slow


@pytest.fixture
def workers(address: str, tmp_path: Path) -> Iterator[Process]:
    """Two server processes behind one port."""
    server = Process(address, tmp_path, "--workers", "2", ALLABOARD_LEASE="2")
    yield server
    server.kill()
    server.close()


def worker_ids(server: Process) -> list[int]:
    """The processes that serve, without the one that watches over them."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text(encoding="ascii").split()
    return [int(child) for child in children if b"spawn_main" in command_of(child)]


def command_of(process: str) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:  # it has gone since
        return b""


def test_boards_are_uploaded_used_and_deleted(workers: Process) -> None:
    """At any of the processes, each with its own process for uploads; and what PostgreSQL cannot store is refused before."""
    boards = SAMPLES
    edition, board = ((boards / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    ann = workers.guest()
    key = ann.post("/editions", {"edition": edition, "board": board})["key"]
    for _ in range(6):
        other = workers.guest(same_as=ann)  # another connection, perhaps another process
        assert other.get(f"/editions/{key}/geometry")["routes"]
    table = ann.open(key, "you", "random", begin=True)
    ann.ask("DELETE", f"/editions/{key}", 204)
    play_out([ann], table, random.Random(2))
    assert ann.get(f"/tables/{table}/fairness")["verified"]
    ann.post("/tables", {"edition": key, "seats": [{"kind": "you"}, {"kind": "open"}]}, 404)
    for name in ("\x00", "own-\x00"):
        ann.post("/records", {"record": {"format": "allaboard-record/1", "edition": name}}, 422)
    again = ann.post("/editions", {"edition": edition.replace("Eight", "Nine"), "board": board})["key"]
    ann.ask("DELETE", f"/editions/{again}", 204)
    for _ in range(6):
        workers.guest().get(f"/editions/{again}", 404)
    ann.post("/editions", {"edition": edition.replace("Harbour", "Har\x00bour"), "board": board}, 422)


def test_two_servers_on_one_database_serve_the_same_tables(address: str, tmp_path: Path) -> None:
    """Two machines: a table opened at one is played at both, and everybody hears everything."""
    servers = [Process(address, tmp_path / name, ALLABOARD_LEASE="2") for name in ("one", "two")]
    try:
        ann, bob = servers[0].guest(), servers[1].guest()
        table = ann.open("new-york", "you", "open", "random", undo=False)
        bob.join(ann, table)
        ann.post(f"/tables/{table}/start")
        play_out([ann, bob], table, random.Random(3))
        logs = [guest.get(f"/tables/{table}/log") for guest in (ann, bob)]
        assert [line["n"] for line in logs[0]] == [line["n"] for line in logs[1]] == list(range(1, len(logs[0]) + 1))
        assert bob.get(f"/tables/{table}/fairness")["verified"]
    finally:
        for server in servers:
            server.kill()
            server.close()


def test_news_cross_from_one_server_to_the_other(address: str, tmp_path: Path) -> None:
    servers = [Process(address, tmp_path / name) for name in ("one", "two")]
    try:
        ann = servers[0].guest()
        table = ann.open("new-york", "you", "open")
        with servers[1].guest().http.stream("GET", f"/tables/{table}/events", timeout=20) as answer:
            lines = answer.iter_lines()
            began = time.monotonic()
            ann.post(f"/tables/{table}/chat", {"text": "hello over there"})
            assert any("hello over there" in line for line in lines if line.startswith("data:"))
            assert time.monotonic() - began < 2
    finally:
        for server in servers:
            server.kill()
            server.close()


def test_workers_that_are_asked_to_stop_end_streams_and_go(workers: Process) -> None:
    guest = workers.guest()
    table = guest.open("new-york", "you", "open")
    with guest.http.stream("GET", f"/tables/{table}/events", timeout=20) as answer:
        lines = answer.iter_lines()
        next(lines)
        began = time.monotonic()
        workers.process.terminate()
        list(lines)  # the stream ends by itself
        assert workers.process.wait(20) == 0
        assert time.monotonic() - began < 15


def test_the_figures_of_all_workers_are_told_as_one(workers: Process) -> None:
    """Whichever worker is asked, it counts the requests of all."""
    guest = workers.guest()
    for _ in range(40):
        with httpx.Client(base_url=workers.url) as stranger:  # a new connection may reach another worker
            assert stranger.get("/healthz").status_code == 200
    guest.get("/me")
    text = httpx.get(f"{workers.url}/metrics").text
    counted = sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith("allaboard_requests_total"))
    assert counted >= 41


def test_who_leaves_while_a_query_waits_costs_no_connection(address: str, tmp_path: Path) -> None:
    """The query comes to its end, its connection serves others, and nothing is logged."""
    import asyncpg

    server = Process(address, tmp_path, ALLABOARD_HEARTBEAT="0.2")
    try:
        guest, stranger = server.guest(), httpx.Client(base_url=server.url)
        table = guest.open("new-york", "you", "open")
        with asyncio.Runner() as runner:
            locking, looking = (runner.run(asyncpg.connect(address)) for _ in range(2))
            for _ in range(3):
                with guest.http.stream("GET", f"/tables/{table}/events", timeout=20) as answer:
                    lines = answer.iter_lines()
                    next(lines)
                    runner.run(locking.execute("BEGIN; LOCK TABLE tables"))
                    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT tables.n%'"
                    until(lambda asked=waiting: runner.run(looking.fetchval(asked)) == 1)
                    lines.close()
                until(lambda: "allaboard_event_streams 0.0" in stranger.get("/metrics").text)
                runner.run(locking.execute("COMMIT"))
            for connection in (locking, looking):
                runner.run(connection.close())
        assert guest.get(f"/tables/{table}")["status"] == "open"
        stranger.close()
        assert server.stop() == 0
        assert not [line for line in server.lines if "xception" in line or "rror" in line]
    finally:
        server.kill()
        server.close()


def kill_one_worker(server: Process, times: int) -> Iterator[None]:
    chance = random.Random(times)
    for _ in range(times):
        time.sleep(chance.uniform(0.2, 1.0))
        until(lambda: len(worker_ids(server)) >= 2, 60)
        os.kill(chance.choice(worker_ids(server)), signal.SIGKILL)
        yield


def test_a_worker_that_dies_while_it_starts_is_replaced_at_once(workers: Process) -> None:
    """Before it can answer whether it lives: who watches over it does not wait for that."""
    for _ in range(3):
        before = worker_ids(workers)
        os.kill(before[0], signal.SIGKILL)
        until(lambda before=before: len(set(worker_ids(workers)) - set(before)) == 1)
        [new] = set(worker_ids(workers)) - set(before)
        time.sleep(0.7)  # it is being asked by now
        os.kill(new, signal.SIGKILL)
        until(lambda new=new: new not in worker_ids(workers) and len(worker_ids(workers)) == 2, 20)


def serves_without(server: Process, worker: int) -> bool:
    """Whether somebody is served while this worker stands still."""
    with suppress(ProcessLookupError):  # it has gone since
        os.kill(worker, signal.SIGSTOP)
        served = server.ready()
        os.kill(worker, signal.SIGCONT)
        return served
    return False


def test_a_worker_that_dies_while_the_database_is_down_is_back_when_it_is(postgres: Any, workers: Process) -> None:
    """It cannot start for some seconds, which is told once; the other one and the server live on."""
    guest = workers.guest()
    table = guest.open("new-york", "you", "open")
    before = worker_ids(workers)
    with database_down(postgres):
        os.kill(before[0], signal.SIGKILL)
        until(lambda: sum("startup failed" in line for line in workers.lines) >= 2, 60)
    until(lambda: len(ids := worker_ids(workers)) == 2 and all(serves_without(workers, one) for one in ids), 60)
    assert before[0] not in worker_ids(workers)
    assert before[1] in worker_ids(workers)
    assert guest.get(f"/tables/{table}")["status"] == "open"
    assert sum("cannot start" in line for line in workers.lines) == 1
    assert workers.stop() == 0


def test_killing_a_worker_loses_and_doubles_nothing(workers: Process) -> None:
    assert play_through(workers, kill_one_worker(workers, 50)) > 20


@contextmanager
def database_down(postgres: Any) -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        postgres.stop()
        try:
            yield
        finally:
            postgres.start()


def restart_database(postgres: Any, times: int) -> Iterator[None]:
    for _ in range(times):
        time.sleep(1.0)
        with database_down(postgres):
            time.sleep(0.3)
        yield


def test_restarting_the_database_loses_and_doubles_nothing(postgres: Any, workers: Process) -> None:
    assert play_through(workers, restart_database(postgres, 50)) > 20
