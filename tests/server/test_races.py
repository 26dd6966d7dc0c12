"""What happens at the same time, on both databases: nobody sees half of it, nobody's part is lost, and nobody is told of a fault."""

import asyncio
import math
import secrets
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from sqlalchemy import Connection, delete, event, select, update

from allaboard.game import RULES_VERSION
from allaboard.puzzles import shipped_puzzles
from allaboard.server import db_schema
from allaboard.server.identity import Caller
from allaboard.server.models import Line
from allaboard.server.schemas import Branch
from allaboard.server.services import Services
from allaboard.server.store import Collision, Round, StoreDown
from serving import Guest, Serving, id_of, served, until

T = TypeVar("T")


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def serving(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    settings: dict[str, str] = {}
    if request.param == "postgresql":
        postgres = request.getfixturevalue("postgres")
        postgres.psql("CREATE DATABASE races")
        settings["database_url"] = str(postgres.get_uri(database="races"))
    with served(Path(tmp_path_factory.mktemp("races")), **settings) as made:
        yield made


@pytest.fixture
def guest() -> str:
    """Somebody whom the server does not know yet."""
    return secrets.token_hex(16)


@pytest.mark.parametrize("between", ["FROM seats", "FROM log"])
def test_a_table_is_opened_as_it_stood_at_one_moment(serving: Serving, between: str) -> None:
    """Another process opens a table while somebody sits down: seats and log are both from before or both from after."""
    ann, bob = serving.guest(), serving.guest()
    table = ann.open("new-york", "you", "open")
    joined: list[None] = []

    def join(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if between in statement and not joined:
            joined.append(bob.join(ann, table))

    async def look() -> None:
        other = Services(serving.app.state.settings)
        event.listen(other.store.engine.sync_engine, "before_cursor_execute", join)
        try:
            await other.time.start(other.store)
            for _ in range(2):
                async with other.tables.at(table) as live:
                    assert (live.n, live.seats[1].kind) in {(0, "open"), (1, "person")}
            assert joined
            if other.store.shared:  # one that others write to is looked at again each time
                assert live.seats[1].kind == "person"
        finally:
            await other.workers.close()
            await other.store.close()

    asyncio.run(look())


def on_loop(serving: Serving, work: Callable[[Services], Coroutine[Any, Any, T]]) -> T:
    """Do something in the event loop of the server, with its services."""
    services: Services = serving.app.state.services
    return asyncio.run_coroutine_threadsafe(work(services), services._loop).result(60)


def test_everybody_is_rated_who_tries_a_puzzle_at_the_same_time(serving: Serving, guest: str) -> None:
    """And is counted; so is somebody new who tries several at once, whose changes add up to the rating."""
    first, *others = shipped_puzzles()[:5]

    async def attempts(services: Services) -> None:
        results = await asyncio.gather(*(services.puzzles.attempt(secrets.token_hex(16), first.id, first.natural) for _ in range(8)))
        assert all(result["rated"] for result in results)
        known = (await services.store.levels())[first.id]
        assert (known.attempts, known.passed) == (8, 0)
        results = await asyncio.gather(*(services.puzzles.attempt(guest, puzzle.id, puzzle.natural) for puzzle in others))
        assert all(result["rated"] for result in results)
        moved = sum(row.change for row in await services.store.attempts(guest))
        assert (await services.store.solver(guest)).rating == pytest.approx(1500 + moved)

    on_loop(serving, attempts)


def test_a_puzzle_that_somebody_tries_twice_at_once_is_rated_once(serving: Serving, guest: str) -> None:
    puzzle = shipped_puzzles()[5]

    async def attempts(services: Services) -> None:
        results = await asyncio.gather(*(services.puzzles.attempt(guest, puzzle.id, puzzle.natural) for _ in range(6)))
        assert sorted(result["rated"] for result in results) == [False] * 5 + [True]
        assert sorted(result["mine"]["tries"] for result in results) == [1, 2, 3, 4, 5, 6]
        assert (await services.store.levels())[puzzle.id].attempts == 1

    on_loop(serving, attempts)


def test_who_is_erased_while_they_try_a_puzzle_is_answered(serving: Serving, guest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attempt stood when it was written, and is gone afterwards."""
    puzzle, gone = shipped_puzzles()[6], delete(db_schema.puzzle_solvers).where(db_schema.puzzle_solvers.c.guest == guest)

    async def attempt(services: Services) -> None:
        store, real = services.store, services.store.transaction

        async def transaction(job: Callable[[Connection], T]) -> T:
            done = await real(job)
            await real(lambda connection: connection.execute(gone))
            return done

        monkeypatch.setattr(store, "transaction", transaction)
        result = await services.puzzles.attempt(guest, puzzle.id, puzzle.natural)
        assert result["mine"]["tries"] == 1
        assert await store.attempts(guest) == []

    on_loop(serving, attempt)


def test_somebody_new_may_choose_several_names_at_once(serving: Serving, guest: str) -> None:
    """One of them stands."""
    names = [f"Ann {number}" for number in range(6)]

    async def choose(services: Services) -> None:
        await asyncio.gather(*(services.store.name_guest(guest, name, 1) for name in names))
        assert await services.store.guest_name(guest) in names

    on_loop(serving, choose)


def test_while_all_connections_to_the_database_are_taken_the_answer_is_503(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits too long for one is told to come again, and so is whoever asks whether the server is ready."""
    ann = serving.guest()
    ann.get("/me")
    taken = AsyncExitStack()

    async def take_all(services: Services) -> None:
        monkeypatch.setattr(services.store.engine.pool, "_timeout", 0.2)
        with pytest.raises(StoreDown):
            while True:
                await taken.enter_async_context(services.store.reading())

    async def give_back(_: Services) -> None:
        await taken.aclose()

    on_loop(serving, take_all)
    try:
        refused = ann.http.get("/me")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        if serving.app.state.settings.shared:  # on SQLite one connection of its own writes
            until(lambda: httpx.get(f"{serving.url}/readyz", timeout=20).status_code == 503)
    finally:
        on_loop(serving, give_back)
    ann.get("/me", 200)
    until(serving.ready)


def test_what_nobody_expected_to_collide_may_be_asked_again(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def name_guest(*_: object) -> None:
        raise Collision

    monkeypatch.setattr(serving.app.state.services.store, "name_guest", name_guest)
    refused = serving.guest().http.patch("/me", json={"name": "Ann"})
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert refused.json()["type"].endswith("unavailable")


async def again(services: Services, table: str, caller: Caller) -> None:
    await services.lobby.rematch(table, caller)


async def hand_on(services: Services, table: str, caller: Caller) -> None:
    await services.lobby.leave(table, caller)


async def begin(services: Services, table: str, caller: Caller) -> None:
    await services.lobby.start(table, caller)


async def play_on(services: Services, table: str, caller: Caller) -> None:
    async with services.tables.at(table) as live:
        assert live.game is not None
    await services.branches.open(caller, live.header, live.game, Branch(n=0, seat=0), None)


DEEDS = {again: "over", play_on: "over", hand_on: "open", begin: "open"}
"""What others do that may copy a name or an id, and the status of a table at which they can."""


def shared_table(serving: Serving, status: str, name: str) -> tuple[Guest, Caller, str]:
    """Somebody of this name, who is at a table with them, its host, and the table."""
    ann, bob = serving.guest(), serving.guest()
    table = bob.open("new-york", "you", "open", name="Bob")
    ann.join(bob, table, name=name)
    if status == "over":
        bob.post(f"/tables/{table}/start")
        over = (
            update(db_schema.tables).where(db_schema.tables.c.id == table).values(status="over", result={"totals": [1, 2], "winners": [1]})
        )
        on_loop(serving, lambda services: services.store.execute(over))
        serving.app.state.services.tables.forget(table)
    return ann, Caller(id_of(bob), None, "127.0.0.1"), table


def rows(serving: Serving) -> str:
    """All rows of all tables, as text."""

    async def read(services: Services) -> str:
        async with services.store.reading() as connection:
            found = [(await connection.execute(select(table))).all() for table in db_schema.metadata.sorted_tables]
        return repr(found)

    return on_loop(serving, read)


@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_of_who_is_erased_is_copied_by_another_process(serving: Serving, guest: str, deed: Callable[..., Any]) -> None:
    """One that has read the table before, and writes when the erasing is over."""
    name = f"Ann {guest[:12]}"
    ann, bob, table = shared_table(serving, DEEDS[deed], name)
    gone = id_of(ann)
    assert name in rows(serving)

    async def act() -> None:
        other = Services(serving.app.state.settings)
        erased: list[None] = []

        def after_erasing(write: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., Coroutine[Any, Any, None]]:
            async def later(*given: Any, **named: Any) -> None:
                if not erased:
                    erased.append(await asyncio.to_thread(ann.ask, "DELETE", "/me", 204))
                await write(*given, **named)

            return later

        for way in ("add_table", "append"):
            setattr(other.store, way, after_erasing(getattr(other.store, way)))
        try:
            await other.time.start(other.store)
            await deed(other, table, bob)
            assert erased
        finally:
            await other.workers.close()
            await other.store.close()

    asyncio.run(act())
    assert name not in rows(serving)
    assert gone not in rows(serving)


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_nothing_of_who_is_erased_is_copied_meanwhile(
    serving: Serving, guest: str, monkeypatch: pytest.MonkeyPatch, deed: Callable[..., Any], when: str
) -> None:
    """Before and after the erasing has come to a table, whose list was made before."""
    name = f"Ann {guest[:12]}"
    ann, bob, table = shared_table(serving, DEEDS[deed], name)
    services: Services = serving.app.state.services
    real, done = services.personal_data._erase_at, list[None]()

    async def erase_at(*given: Any) -> None:
        if when == "after":
            await real(*given)
        if not done:
            done.append(await deed(services, table, bob))
        if when == "before":
            await real(*given)

    monkeypatch.setattr(services.personal_data, "_erase_at", erase_at)
    gone = id_of(ann)
    ann.ask("DELETE", "/me", 204)
    assert done
    assert name not in rows(serving)
    assert gone not in rows(serving)


@pytest.mark.parametrize("what", ["actions", "undo", "more-time", "chat"])
def test_a_request_that_another_process_has_carried_out_just_now_is_answered(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Sent again, it is found by its key, in a line that this process has not read yet."""
    ann, store = serving.guest(), serving.app.state.services.store
    table = ann.open("new-york", "you", "open", chat=True, clock={"per": "move", "seconds": 600})
    bob = serving.guest()
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    shown = ann.view(table)
    body = {"text": "hello"} if what == "chat" else {"action": shown["view"]["you"]["legal"][0], "seen": shown["n"]}
    if what == "more-time":
        body = {"seen": shown["n"]}
    if what == "undo":
        body = {"seen": ann.post(f"/tables/{table}/actions", body)["n"]}
    first = ann.post(f"/tables/{table}/{what}", body, key="again")
    real, newer = store.line_by_key, list[Line]()

    async def line_by_key(*given: str) -> Line | None:
        line: Line | None = await real(*given)
        if line is None or newer:
            return line
        newer.append(replace(line, n=line.n + 1))
        return newer[0]

    monkeypatch.setattr(store, "line_by_key", line_by_key)
    assert ann.post(f"/tables/{table}/{what}", body, key="again") == first
    assert newer


@pytest.mark.parametrize("waiting", ["due", "deadline"])
def test_a_worker_of_other_rules_leaves_bots_and_clocks_to_those_who_can_play(serving: Serving, waiting: str) -> None:
    """As while one worker after the other is updated; a table that has waited for long can be opened by none of them."""
    tables = db_schema.tables.c
    services: Services = serving.app.state.services
    table = serving.guest().open("new-york", "you", "you", begin=True)

    async def look(seconds: int) -> bool:
        since = services.time.now() - 1000 * seconds
        other = {"rules": RULES_VERSION + 1, "due": None, "deadline": None, waiting: since}
        await services.store.execute(update(db_schema.tables).where(tables.id == table).values(**other))
        services.tables.forget(table)
        services.bot_runner._resting.clear()
        if waiting == "due":
            await services.bot_runner._play(table, None)
        else:
            await services.bot_runner._time_out(table)
        header = await services.store.header(table)
        assert header is not None
        return (header.due, header.deadline) == (None, None)

    async def attended(_: Services) -> None:
        services.bot_runner._dues[table] = 1
        assert await look(20) is not services.store.shared  # a process alone plays all that can be played
        services.bot_runner._dues[table] = 1
        assert await look(700)

    on_loop(serving, attended)


def test_one_process_attends_to_a_table_and_leaves_it_to_others_at_once(serving: Serving) -> None:
    """Alone a process attends to all. Only what has a place is taken from others, and what gave its own up is free for them."""
    tables = db_schema.tables.c
    table = serving.guest().open("new-york", "you", "you", begin=True)

    async def attend(services: Services) -> None:
        store, moment = services.store, services.time.now()
        services.bot_runner._resting[table] = math.inf  # it is for others
        waiting = {"due": moment - 3_600_000, "leased": moment - 1}
        await store.execute(update(db_schema.tables).where(tables.id == table).values(**waiting))
        look = Round(moment - 3_600_000, moment - 3_600_000)

        async def found() -> bool:
            return table in [one.table_id for one in await store.due(look, moment)]

        assert await found()
        assert await found(), "a look takes nothing"
        assert table in await store.lease([table], moment, moment + 60_000)
        assert (table in await store.lease([table], moment, moment + 60_000)) is not store.shared
        assert await found() is not store.shared
        await store.renew([table], None)
        assert await found()

    on_loop(serving, attend)
