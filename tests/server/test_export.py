"""What a person takes along is whole, and made in small steps: nobody waits for somebody who has said much, nor for their erasing."""

import asyncio
import gc
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, insert, update

from allaboard.puzzles.puzzle import shipped_puzzles
from allaboard.server import db_schema
from serving import Guest, Serving, id_of

WORDS = "\N{STEAM LOCOMOTIVE}" * 500
LINES = 2_500


def on_loop(serving: Serving, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, serving.app.state.services._loop).result(60)


def talk(serving: Serving, guest: Guest, table: str) -> None:
    """Fill a log with long words, as somebody patient would."""
    store = serving.app.state.services.store
    start = on_loop(serving, store.position(table))
    line = {"table_id": table, "kind": "chat", "seat": 0, "outcome": None, "data": {"text": WORDS}, "at": 1, "author": id_of(guest)}

    def write(connection: Connection) -> None:
        connection.execute(insert(db_schema.log), [{**line, "n": start + n} for n in range(1, LINES + 1)])
        connection.execute(update(db_schema.tables).where(db_schema.tables.c.id == table).values(n=start + LINES))

    on_loop(serving, store.transaction(write))
    serving.app.state.services.tables.forget(table)


@contextmanager
def steps(serving: Serving) -> Iterator[list[float]]:
    """Processor seconds between two turns of something that wants one always: of each step of the event loop meanwhile."""
    taken, stopping = list[float](), threading.Event()

    async def tick() -> None:
        while not stopping.is_set():
            begun = time.thread_time()
            await asyncio.sleep(0)
            taken.append(time.thread_time() - begun)

    gc.collect()
    gc.disable()  # it would be counted to whatever step it comes upon
    ticking = asyncio.run_coroutine_threadsafe(tick(), serving.app.state.services._loop)
    try:
        yield taken
    finally:
        gc.enable()
        stopping.set()
        ticking.result(10)


def test_much_is_exported_and_erased_in_small_steps(server: Serving, ann: Guest) -> None:
    """Tables whose logs are full of words: no step of the event loop takes long, and no piece of the answer is large."""
    tables = [ann.open("new-york", {"kind": "you", "name": "Ann"}, "open") for _ in range(2)]
    for table in tables:
        talk(server, ann, table)
    sizes: list[int] = []
    longest: list[float] = []

    async def export() -> bytes:
        pieces = [piece async for piece in await server.app.state.services.personal_data.export(id_of(ann))]
        sizes.extend(map(len, pieces))
        return b"".join(pieces)

    # the machine may be busy with other things; what takes long by itself takes long every time
    for _ in range(3):
        with steps(server) as taken:
            whole = on_loop(server, export())
        longest.append(max(taken))
    told = json.loads(whole)
    assert [table["id"] for table in told["tables"]] == tables
    assert [line["text"] for table in told["tables"] for line in table["chat"]] == [WORDS] * LINES * len(tables)
    assert max(sizes) < 1_000_000
    assert min(longest) < 0.03, "exporting"
    with steps(server) as taken:
        ann.ask("DELETE", "/me", 204)
    assert max(taken) < 0.03, "erasing"
    [data] = {json.dumps(line.data) for line in on_loop(server, server.app.state.services.store.lines(tables[0])) if line.kind == "chat"}
    assert json.loads(data) == {"text": "", "erased": True}


def test_one_export_of_a_person_after_the_other(server: Serving, ann: Guest, bob: Guest) -> None:
    """Others wait for nobody; who goes away in the middle lets the next one come."""
    for guest in (ann, bob):
        guest.open("new-york", "you", "open")
    export = server.app.state.services.personal_data.export

    async def look() -> None:
        first, second, other = [await export(id_of(guest)) for guest in (ann, ann, bob)]
        for _ in range(2):
            await anext(first)
        await anext(second)
        waiting = asyncio.ensure_future(anext(second))
        assert b"".join([piece async for piece in other]).endswith(b"}")
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await first.aclose()
        assert await asyncio.wait_for(waiting, 10) == b',"tables":['
        await second.aclose()

    on_loop(server, look())
    for _ in range(3):
        with ann.http.stream("GET", "/me/export"):
            pass
    assert len(ann.get("/me/export")["tables"]) == 1


def test_everything_that_is_kept_of_a_person_is_exported(ann: Guest, bob: Guest) -> None:
    """By its columns, whichever are added later; and names as the log tells them to strangers."""
    ann.ask("PATCH", "/me", json={"name": "Ann"})
    puzzle = shipped_puzzles()[0]
    ann.post(f"/puzzles/{puzzle.id}/attempts", {"action": puzzle.natural})
    table = bob.open("usa", "you", "open")
    ann.join(bob, table, name="Left-again")
    ann.post(f"/tables/{table}/leave")
    told = ann.get("/me/export")

    def columns(name: str, *keys: str) -> set[str]:
        return {column.name for column in db_schema.metadata.tables[name].columns} - set(keys)

    assert columns("guests", "id") <= told.keys()
    assert columns("puzzle_solvers", "guest") == told["solver"].keys()
    [attempt] = told["puzzles"]
    assert columns("puzzle_attempts", "guest") == attempt.keys()
    assert (attempt["shown"], attempt["rating"]) == (False, round(told["solver"]["rating"], 1))
    [there] = told["tables"]
    assert (there["id"], there["seats"], [name["name"] for name in there["names"]]) == (table, [], ["Left-again"])
