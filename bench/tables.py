"""Measures the server with people and bots at its tables: how many it holds, how long bots are waited for, what an act costs.

    python bench/tables.py [hold] [waits] [crowd] [cost] [looks] [act]

Without names all are measured; `hold` takes ten minutes at most for its four levels. A person does what the page does: listens, is told
with every line what they see and may do, and acts some seconds after it is their turn. `BENCH_SECONDS` is the length of one step,
`BENCH_LEVELS` the bots (`easy,hard`) that `hold` plays with, `BENCH_TABLES` how many tables `cost` and `act` have. `PYTHONPATH` may name
the sources of an older version, to measure its server by the same command.
"""

from __future__ import annotations

import asyncio
import cProfile
import itertools
import os
import pstats
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from load import QUIET, SECONDS, Connection, cpu_of, free_port, lateness, open_table, process

from server import measure, percentile, show

LEVELS = os.environ.get("BENCH_LEVELS", "easy,normal,hard,expert").split(",")
MOST = 0.25
"""Seconds that a person's act may take, 99 times of a hundred."""
THINKING = (1.0, 5.0)
"""Seconds between somebody's turn and their act."""
TABLES = int(os.environ.get("BENCH_TABLES", "250"))
STEPS = (100, 200, 400, 600, 800, 1000, 1250, 1500)

Figures = dict[str, list[float]]


class Person:
    """Somebody at a table with bots, as the page is: everything it asks the server for, this asks too."""

    def __init__(self, port: int, seed: int, figures: Figures, thinking: tuple[float, float] = THINKING) -> None:
        self.port, self.figures, self.thinking = port, figures, thinking
        self.chance, self.tells = random.Random(seed), False
        # an address of its own for everybody: nobody's bots wait because of another's
        self.headers = f"X-Forwarded-For: 10.{seed >> 16 & 255}.{seed >> 8 & 255}.{seed & 255}\r\n"

    async def sit_down(self, bots: list[str], edition: str = "usa") -> None:
        self.asking = await Connection(self.port, self.headers).connect()
        self.hearing = await Connection(self.port, self.headers).connect()
        seats = [{"kind": "you"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        body = {"edition": edition, "seats": seats, "begin": True, "undo": False}
        status, told = await self.asking.ask("POST", "/api/v1/tables", body)
        assert status == 201, told
        self.path, self.hearing.cookie = f"/api/v1/tables/{told['id']}", self.asking.cookie
        self.looking = await Connection(self.port, self.headers).connect()
        self.looking.cookie = self.asking.cookie
        self.now = await self.ask()
        self.n = int(self.now["n"])
        self.task = asyncio.create_task(self.play())

    async def play(self) -> None:
        news: asyncio.Queue[int] = asyncio.Queue()
        hearing = asyncio.create_task(self.hear(news))
        try:
            while not await self.turn(news):
                pass
        finally:
            hearing.cancel()
            for connection in (self.asking, self.hearing, self.looking):
                connection.close()

    async def hear(self, news: asyncio.Queue[int]) -> None:
        async for told in self.hearing.events(f"{self.path}/events?after={self.n}&seat=0&now=true"):
            self.n = told["n"]
            if "now" not in told and not self.tells:
                told["now"] = await self.ask()
            self.look(told)
            news.put_nowait(told["n"])

    async def ask(self) -> Any:
        """What the seat sees and may do. Servers that did not tell it with every line were asked after every line, in two requests."""
        _, now = await self.looking.ask("GET", f"{self.path}/view?options=true")
        if "options" not in now:
            _, now["options"] = await self.looking.ask("GET", f"{self.path}/options")
        return now

    def look(self, told: Any) -> None:
        """Note what a line brought with it: what the seat sees and may do now."""
        if "now" in told and told["now"]["n"] >= self.now["n"]:
            self.now = told["now"]

    def acted(self, told: Any) -> None:
        """Called with what the server told of an act that it acknowledged."""

    async def turn(self, news: asyncio.Queue[int]) -> bool:
        """Look at the table; act, if it is time; wait for news. True when the game is over."""
        shown = self.now
        if shown["status"] != "playing":
            return True
        self.figures["hurried"].append(float(shown.get("hurried", False)))
        known, ended = shown["n"], None
        if 0 in shown["view"]["acting"]:
            moment = time.perf_counter() + self.chance.uniform(*self.thinking)
            await asyncio.sleep(moment - time.perf_counter())
            action = {"action": self.chance.choice(shown["options"]["legal"])["action"], "seen": known, "seat": 0}
            status, told = await self.asking.ask("POST", f"{self.path}/actions?now=true", action)
            done = time.perf_counter()
            self.figures["act"].append(done - moment)
            assert status in (200, 409), told
            if status == 409:
                return False  # others were faster, and the news of it are on their way
            self.acted(told)
            self.look(told)
            self.tells = "now" in told  # and so the stream need not say it again
            if told["over"] or 0 in told["acting"]:
                return bool(told["over"])
            known, ended = told["n"], done
        while await news.get() <= known:
            pass
        if ended is not None:
            self.figures["wait"].append(time.perf_counter() - ended)  # a bot has answered
        while not news.empty():
            news.get_nowait()
        return False


def new_figures() -> Figures:
    return {"act": [], "wait": [], "hurried": [], "late": []}


def serve_command(port: int, profile: Path | None = None) -> list[str]:
    if profile is None:
        return [sys.executable, "-m", "allaboard", "serve", "--no-browser", "--port", str(port)]
    return [sys.executable, __file__, "--serve", str(port), str(profile)]


def environment(folder: str) -> dict[str, str]:
    return {**QUIET, "ALLABOARD_DATA_DIR": folder, "ALLABOARD_TRUST_PROXY": "true"}


async def measured(figures: Figures, seconds: float) -> Figures:
    """What happens in the next seconds."""
    for values in figures.values():
        values.clear()
    late = asyncio.create_task(lateness(figures["late"]))
    await asyncio.sleep(seconds)
    late.cancel()
    return {name: list(values) for name, values in figures.items()}


async def hold() -> None:
    """How many tables of one person and three bots a process holds until one act in a hundred takes too long."""
    for level in LEVELS:
        with tempfile.TemporaryDirectory() as folder:
            port, figures, people = free_port(), new_figures(), list[Person]()
            async with process(serve_command(port), port, environment(folder)) as pid:
                held, seeds = 0, itertools.count()
                for count in STEPS:
                    for person in people:
                        if person.task.done():
                            person.task.result()  # whatever stopped somebody is told
                    people = [person for person in people if not person.task.done()]
                    while len(people) < count:  # whose game is over makes room for another
                        people.append(Person(port, next(seeds), figures))
                        await people[-1].sit_down([level] * 3)
                    await asyncio.sleep(THINKING[1])
                    cpu = cpu_of(pid)
                    found = await measured(figures, 2 * SECONDS)
                    slow = percentile(found["act"], 99)
                    tell(f"{count} tables, three {level} bots each", found, (cpu_of(pid) - cpu) / (2 * SECONDS))
                    if slow > MOST:
                        break
                    held = count
                for person in people:
                    person.task.cancel()
                await asyncio.gather(*(person.task for person in people), return_exceptions=True)
            show(f"tables with three {level} bots that one process holds (an act under {1000 * MOST:.0f} ms at 99 %)", f"{held}")


def tell(what: str, found: Figures, cores: float) -> None:
    acts, waits = found["act"], found["wait"] or [0.0, 0.0]
    hurried = sum(found["hurried"]) / max(1, len(found["hurried"]))
    show(f"{what}: act, median and 99 %", f"{1000 * percentile(acts, 50):.0f} and {1000 * percentile(acts, 99):.0f} ms")
    show("  until a bot answers, median and longest", f"{percentile(waits, 50):.2f} and {max(waits):.2f} s")
    show("  hurried; cores used; the load itself late, 99 %", f"{hurried:.0%}; {cores:.2f}; {1000 * percentile(found['late'], 99):.0f} ms")


async def waits() -> None:
    """Fifty tables with one expert each, whose people act at once."""
    with tempfile.TemporaryDirectory() as folder:
        port, figures = free_port(), new_figures()
        async with process(serve_command(port), port, environment(folder)) as pid:
            people = [Person(port, seed, figures, (0.0, 0.1)) for seed in range(50)]
            for person in people:
                await person.sit_down(["expert"])
            cpu = cpu_of(pid)
            found = await measured(figures, 5 * SECONDS)
            tell("50 tables with an expert each, people who act at once", found, (cpu_of(pid) - cpu) / (5 * SECONDS))
            for person in people:
                person.task.cancel()
            await asyncio.gather(*(person.task for person in people), return_exceptions=True)


async def crowd() -> None:
    """97 tables of five experts from one address beside a stranger with one expert."""
    with tempfile.TemporaryDirectory() as folder:
        port, figures = free_port(), new_figures()
        async with process(serve_command(port), port, environment(folder)) as pid:
            greedy = await Connection(port, "X-Forwarded-For: 192.0.2.1\r\n").connect()
            for _ in range(97):
                body = {"edition": "usa", "seats": [{"kind": "bot", "bot": "expert"}] * 5, "begin": True, "pace": 0}
                status, _told = await greedy.ask("POST", "/api/v1/tables", body)
                assert status == 201
            stranger = Person(port, 1, figures, (0.0, 0.1))
            await stranger.sit_down(["expert"])
            cpu = cpu_of(pid)
            found = await measured(figures, 5 * SECONDS)
            tell("a stranger beside 97 tables of five experts", found, (cpu_of(pid) - cpu) / (5 * SECONDS))
            stranger.task.cancel()
            await asyncio.gather(stranger.task, return_exceptions=True)


async def cost(tables: int = TABLES) -> None:
    """Processor time of the server for a line: made by a bot or a person, told, and looked at, with 250 tables of three hard bots."""
    await busy_tables(tables, None)


async def looks(count: int = 300) -> None:
    """Processor time of the server for one look at a table, as the page takes after every line: in two requests, and in one."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        async with process(serve_command(port), port, environment(folder)) as pid:
            asking = await Connection(port).connect()
            told = await open_table(asking)
            path, costs = f"/api/v1/tables/{told['table']}", {"?seat=0": 0.0, "?seat=0&options=true": 0.0}
            for _ in range(5):
                for query in costs:
                    before = cpu_of(pid)
                    for _ in range(count):
                        status, shown = await asking.ask("GET", f"{path}/view{query}")
                        assert status == 200, shown
                        if not shown.get("options"):
                            await asking.ask("GET", f"{path}/options?seat=0")
                    costs[query] += 1000 * (cpu_of(pid) - before) / (5 * count)
    two, one = costs.values()
    show("a look at a table, in two requests and in one: processor time of the server", f"{two:.2f} and {one:.2f} ms")


async def act(tables: int = TABLES) -> None:
    """What the event loop does meanwhile, by the processor time of its thread alone; profiling makes all of it slower."""
    await busy_tables(tables, Path("profile"))


async def busy_tables(tables: int, name: Path | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        port, figures = free_port(), new_figures()
        profile = None if name is None else Path(folder) / name
        async with process(serve_command(port, profile), port, environment(folder)) as pid:
            people = [Person(port, seed, figures) for seed in range(tables)]
            for person in people:
                await person.sit_down(["hard"] * 3)
            await asyncio.sleep(THINKING[1])
            if profile is not None:
                os.kill(pid, signal.SIGUSR1)
            cpu, lines = cpu_of(pid), sum(person.n for person in people)
            found = await measured(figures, 3 * SECONDS)
            cpu, lines = cpu_of(pid) - cpu, sum(person.n for person in people) - lines
            tell(f"{tables} tables with three hard bots each", found, cpu / (3 * SECONDS))
            show(
                "  acts; lines; processor time of the server for a line",
                f"{len(found['act'])}; {lines}; {1000 * cpu / max(1, lines):.2f} ms",
            )
            if profile is not None:
                os.kill(pid, signal.SIGUSR2)
                while not profile.exists():
                    await asyncio.sleep(0.1)
            for person in people:
                person.task.cancel()
            await asyncio.gather(*(person.task for person in people), return_exceptions=True)
        if profile is not None:
            stats = pstats.Stats(str(profile))
            stats.sort_stats("cumulative").print_stats(70)
            stats.sort_stats("tottime").print_stats(45)


def serve(port: int, profile: Path) -> None:
    """A server whose event loop is profiled between two signals, by the processor time of its thread."""
    import uvicorn

    from allaboard.server.app import from_environment

    found = cProfile.Profile(time.thread_time)

    async def run() -> None:
        server = uvicorn.Server(uvicorn.Config(from_environment(), port=port, log_config=None, access_log=False, timeout_keep_alive=60))
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, found.enable)

        def write() -> None:
            found.disable()
            found.dump_stats(profile.with_suffix(".part"))
            profile.with_suffix(".part").rename(profile)

        loop.add_signal_handler(signal.SIGUSR2, write)
        await server.serve()

    asyncio.run(run())


MEASURES = {"hold": hold, "waits": waits, "crowd": crowd, "cost": cost, "looks": looks, "act": act}


def main(names: list[str]) -> None:
    if names[:1] == ["--serve"]:
        serve(int(names[1]), Path(names[2]))
        return
    measure(MEASURES, names)


if __name__ == "__main__":
    main(sys.argv[1:])
