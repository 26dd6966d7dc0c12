"""Tables that no process can open, or fail over: they hold up no others, wait for nothing, and go in time."""

import asyncio
import math
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from allaboard.server import db_schema
from allaboard.server.lobby import Lobby
from allaboard.server.models import now
from allaboard.server.retention import DAY, prune
from allaboard.server.settings import Settings
from allaboard.server.store import Round
from serving import Serving, served, until

MANY = 130
"""More than two pages of a look."""
CLOCK = {"per": "move", "seconds": 60}
SPOILT = (
    "UPDATE tables SET rules = rules - 1 WHERE id LIKE 'spoilt%0'",
    "UPDATE tables SET edition_hash = 'x', edition_key = 'x' WHERE id LIKE 'spoilt%1'",
    """INSERT INTO log (table_id, n, kind, seat, action, outcome, data, at)
    SELECT id, 1, 'action', 0, 99999, '[]', '{}', 1 FROM tables WHERE id LIKE 'spoilt%' AND substr(id, -1) NOT IN ('0', '1')""",
)
"""Rules of another version, a board that is not there, and logs that cannot have happened."""


def copies(database: sqlite3.Connection, table: str, **values: object) -> None:
    """Many rows like that of a table, without its log, with other values; they wait longer than all others."""
    database.row_factory = sqlite3.Row
    [row] = database.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchall()
    for number in range(MANY):
        name = f"spoilt{number:014d}"
        made = {**dict(row), "id": name, "invite": name, "code": None, "key": None, "n": 0, **values}
        database.execute(f"INSERT INTO tables ({','.join(made)}) VALUES ({','.join('?' * len(made))})", list(made.values()))


def late(database: sqlite3.Connection, table: str) -> None:
    """Let the clock of a table have run out a minute ago."""
    database.execute("UPDATE log SET at = at - 120000 WHERE table_id = ?", (table,))
    database.execute("UPDATE tables SET deadline = deadline - 120000 WHERE id = ?", (table,))


def waiting(folder: Path) -> int:
    """How many spoilt tables wait for a bot or a clock."""
    with sqlite3.connect(folder / "allaboard.db") as database:
        count = database.execute("SELECT count(*) FROM tables WHERE id LIKE 'spoilt%' AND (due IS NOT NULL OR deadline IS NOT NULL)")
        [(found,)] = count.fetchall()
    database.close()
    return int(found)


def on_loop(serving: Serving, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, serving.app.state.services._loop).result(60)


@pytest.mark.slow
def test_tables_that_cannot_be_opened_keep_no_clock_and_no_bot_waiting(tmp_path: Path) -> None:
    """However many they are and however long they wait; they are looked at once, tell the reason, and go when nobody comes back."""
    with served(tmp_path) as serving:
        guest = serving.guest()
        timed = guest.open("usa", "you", "you", begin=True, clock=CLOCK)
        bots = guest.open("new-york", "random", "random", pace=10, begin=True)
    with sqlite3.connect(tmp_path / "allaboard.db") as database:
        copies(database, timed, deadline=1, due=1, updated=now() - 90 * DAY)
        for spoil in SPOILT:
            database.execute(spoil)
        late(database, timed)
        database.execute("UPDATE tables SET due = 2 WHERE id = ?", (bots,))
        [(n,), (m,)] = (database.execute("SELECT n FROM tables WHERE id = ?", (table,)).fetchone() for table in (timed, bots))
    database.close()
    with served(tmp_path, poll=0.05) as serving:
        guest, services = serving.guest(), serving.app.state.services
        until(lambda: on_loop(serving, services.store.position(timed)) > n, 20)
        until(lambda: on_loop(serving, services.store.position(bots)) > m, 20)
        until(lambda: waiting(tmp_path) == 0, 20)
        for number in range(3):
            assert guest.get(f"/tables/spoilt{number:014d}", status=409)["type"].endswith("unplayable")
        kept = Settings(keep_abandoned=30)  # type: ignore[call-arg]
        counts = {one.setting: one.count for one in on_loop(serving, prune(services.store, kept, dry_run=True))}
        assert counts["keep_abandoned"] == MANY


def test_a_clock_that_fails_keeps_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong over many tables, each time again: a round goes through all."""
    with served(tmp_path) as serving:
        timed = serving.guest().open("usa", "you", "you", begin=True, clock=CLOCK)
    with sqlite3.connect(tmp_path / "allaboard.db") as database:
        copies(database, timed, deadline=1)
        late(database, timed)
        [n] = database.execute("SELECT n FROM tables WHERE id = ?", (timed,)).fetchone()
    database.close()
    time_out = Lobby.time_out

    async def failing(lobby: Lobby, table_id: str) -> None:
        if table_id.startswith("spoilt"):
            raise ZeroDivisionError
        await time_out(lobby, table_id)

    monkeypatch.setattr(Lobby, "time_out", failing)
    with served(tmp_path) as serving:
        store = serving.app.state.services.store
        until(lambda: on_loop(serving, store.position(timed)) > n, 20)


@pytest.mark.slow
def test_a_table_that_can_be_opened_again_goes_on_when_somebody_looks(tmp_path: Path) -> None:
    """As after going back to an older version: nothing but the wish for bots and clocks was taken from its row."""
    with served(tmp_path) as serving:
        ann = serving.guest()
        table = ann.open("new-york", "you", "random", "random", pace=0.5, begin=True)
        cookies = ann.http.cookies
    change = "UPDATE tables SET rules = rules + ? WHERE id = ?"
    with sqlite3.connect(tmp_path / "allaboard.db") as database:
        database.execute(change, (1, table))
    with served(tmp_path):
        until(lambda: database.execute("SELECT due FROM tables WHERE id = ?", (table,)).fetchone() == (None,), 20)
    with database:
        database.execute(change, (-1, table))
    database.close()
    with served(tmp_path) as serving:
        ann = serving.guest()
        ann.http.cookies = cookies
        n = ann.get(f"/tables/{table}")["n"]
        until(lambda: ann.get(f"/tables/{table}")["n"] > n, 20)


def test_a_look_for_work_reads_a_page_and_a_round_finds_all(tmp_path: Path) -> None:
    """However many tables wait: a look costs the same."""
    with served(tmp_path) as serving:
        timed = serving.guest().open("usa", "you", "you", begin=True, clock=CLOCK)
    with sqlite3.connect(tmp_path / "allaboard.db") as database:
        copies(database, timed, due=7, deadline=7)
    database.close()
    with served(tmp_path, poll=60) as serving:
        store = serving.app.state.services.store
        for look in (lambda place: store.due(place, 10), store.overdue):
            place: Round | None = Round(10)
            found: list[str] = []
            for _ in range(3):
                assert place is not None
                page = on_loop(serving, look(place))
                assert len(page) <= 64
                found += [table for _, table, _ in page]
                place = place.behind(page)
            assert place is None
            assert len(set(found)) == len(found) == MANY


@pytest.mark.parametrize("waiting", ["due", "deadline"])
def test_a_round_ends_whatever_waits_again_meanwhile(tmp_path: Path, waiting: str) -> None:
    """Bots of many tables play between any two looks, or clocks run out again: one that waits longest is found all the same."""
    tables = db_schema.tables.c
    with served(tmp_path) as serving:
        guest = serving.guest()
        timed = guest.open("usa", "you", "you", begin=True, clock=CLOCK)
        bots = guest.open("new-york", "random", "random", pace=10, begin=True)
    old = {"due": bots, "deadline": timed}[waiting]
    with sqlite3.connect(tmp_path / "allaboard.db") as database:
        copies(database, timed)
        late(database, timed)
        database.execute("UPDATE log SET at = at - 120000 WHERE table_id = ?", (bots,))
        database.execute("UPDATE tables SET due = NULL, deadline = NULL")
    database.close()
    with served(tmp_path, poll=0.05) as serving:
        services, looks = serving.app.state.services, list[int]()
        store, runner = services.store, services.bot_runner
        name = {"due": "due", "deadline": "overdue"}[waiting]
        real = getattr(store, name)

        async def wait(since: int, which: Any) -> None:
            await store.execute(update(db_schema.tables).where(which).values(**{waiting: since}))

        async def look(*given: Any) -> Any:
            page = await real(*given)
            looks.append(len(page))
            await wait(services.time.now(), tables.id.in_([row[1] for row in page if row[1].startswith("spoilt")]))
            return page

        async def prepare() -> int:
            for number in range(MANY):  # they are attended to, and nobody opens them here
                for kind in ("", "clock "):
                    runner._resting[f"{kind}spoilt{number:014d}"] = math.inf
            setattr(store, name, look)
            await wait(7, tables.id.like("spoilt%"))
            return int(await store.position(old))

        n = on_loop(serving, prepare())
        until(lambda: looks.count(64) >= 2)
        on_loop(serving, wait(2, tables.id == old))
        until(lambda: on_loop(serving, store.position(old)) > n, 10)
