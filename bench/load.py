"""Load for the server: processes to be measured, a client that costs less than what it measures, and games to be stored."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

SECONDS = float(os.environ.get("BENCH_SECONDS", "6"))
QUIET = {
    "ALLABOARD_RATE_LIMITS": "false",
    "ALLABOARD_LOG_LEVEL": "warning",
    "ALLABOARD_MAX_OPEN_TABLES": "1000000",
    "ALLABOARD_STREAMS_PER_GUEST": "100000",
    "ALLABOARD_STREAMS_PER_ADDRESS": "100000",
    "ALLABOARD_CONNECTIONS_PER_ADDRESS": "100000",
    "ALLABOARD_CACHED_TABLES": "20000",
}


class Connection:
    """A small HTTP client: the load should cost less than what it measures."""

    def __init__(self, port: int, headers: str = "") -> None:
        self.port, self.cookie, self.headers = port, "", headers

    async def connect(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        content = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self.headers}{cookie}"
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
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self.headers}Cookie: {self.cookie}\r\n\r\n".encode())
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
    keep_priority(started.pid)
    try:
        while await is_down(port):
            if started.poll() is not None:
                sys.exit(f"the server ended with {started.returncode}: {' '.join(command)[:200]}")
            await asyncio.sleep(0.1)
        yield started.pid
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()


def keep_priority(pid: int) -> None:
    """Hand our priority on to another session: Linux weighs sessions against each other, and `nice` counts within one only."""
    with suppress(OSError):  # another system, or one that does not group by session
        Path(f"/proc/{pid}/autogroup").write_text(f"{os.nice(0)}", encoding="ascii")


async def is_down(port: int) -> bool:
    try:
        connection = await Connection(port).connect()
        status, _ = await connection.ask("GET", "/readyz")
        connection.close()
    except (OSError, asyncio.IncompleteReadError, ValueError):
        return True
    return status != 200


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def busy_cores(seconds: float = 1.0) -> float:
    """How many cores others keep busy while this process sleeps: figures hold for a quiet machine only if it was one."""

    def times() -> tuple[int, int]:
        fields = [int(field) for field in Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0].split()[1:9]]
        return sum(fields), fields[3] + fields[4]

    all_before, idle_before = times()
    time.sleep(seconds)
    all_after, idle_after = times()
    return (os.cpu_count() or 1) * (1 - (idle_after - idle_before) / (all_after - all_before))


async def lateness(into: list[float], tick: float = 0.005) -> None:
    """Note how late this process itself is: a slow client must not be blamed on the server."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(tick)
        into.append(time.perf_counter() - began - tick)


def cpu_of(pid: int) -> float:
    """Processor seconds that a process and its children have used, those that have ended included."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except FileNotFoundError:  # it has ended since, and its parent knows what it used
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(cpu_of(int(child)) for child in children)


@contextmanager
def capped(cores: float) -> Iterator[Callable[[int], None]]:
    """A control group that gets so many cores at most; gives what puts a process and its children there. Linux, as root; else OSError."""
    first, period = Path("/sys/fs/cgroup/cpu"), 10_000
    quota = int(cores * period)
    limits = {"cpu.cfs_period_us": f"{period}", "cpu.cfs_quota_us": f"{quota}"} if first.exists() else {"cpu.max": f"{quota} {period}"}
    group = (first if first.exists() else first.parent) / f"allaboard-bench-{os.getpid()}"
    group.mkdir()
    try:
        for name, limit in limits.items():
            (group / name).write_text(limit, encoding="ascii")

        def put(pid: int) -> None:
            (group / "cgroup.procs").write_text(str(pid), encoding="ascii")
            for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
                put(int(child))

        yield put
    finally:
        while (group / "cgroup.procs").read_text(encoding="ascii"):
            time.sleep(0.1)  # those that were killed leave it in their own time
        group.rmdir()


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


@asynccontextmanager
async def temporary_server(database: str = "", workers: int = 1) -> AsyncIterator[tuple[int, int]]:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), database, workers) as found:
            yield found


def longest_game(players: int = 5) -> Any:
    """A long game: everybody plays at random."""
    import random

    from allaboard.game import Game

    chance = random.Random(2)
    game = Game("usa", players=players, seed=8)
    while not game.over:
        seat = game.acting[0]
        game.play(chance.choice(game.observe(seat).legal_ids), seat)
    return game


def edition_of(header: Any) -> Any:
    from allaboard.editions import get_edition

    return get_edition(header.edition)


def made_rows(game: Any) -> tuple[Any, list[Any], list[Any]]:
    """A game as the rows of a table, without a database."""
    from allaboard.game import commitment
    from allaboard.server.models import Header, Line, Seat, now
    from allaboard.server.record_tables import no_options

    moment = now()
    lines = [Line(1, "start", at=moment)]
    lines += [Line(n, "action", entry.seat, entry.action, entry.outcome, None, moment) for n, entry in enumerate(game.log, start=2)]
    header = Header(
        id="2" * 20,
        status="playing",
        edition=game.edition.id,
        edition_hash=game.edition.hash,
        edition_key="",
        options=no_options(game.players, "random"),
        seed=game.seed.hex(),
        commitment=commitment(game.seed),
        deal=list(game.deal),
        n=len(lines),
        created=moment,
        updated=moment,
    )
    return header, [Seat(seat, "person", "g" * 32, f"Seat {seat + 1}") for seat in range(game.players)], lines
