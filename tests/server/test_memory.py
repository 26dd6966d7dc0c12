"""What the server keeps in memory has a bound, and what is let go is gone at once: no table, bucket or drawing stays for ever."""

import asyncio
import sqlite3
import time
import weakref
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import Request

from allaboard.editions.sample_boards import SAMPLES
from allaboard.server import http_cache, limits, presence, tables
from allaboard.server.game_time import GameTime
from allaboard.server.http_cache import cacheable_response, prepared
from allaboard.server.identity import Caller
from allaboard.server.limits import FULL_AGAIN, RATES, Limits
from allaboard.server.presence import Presence, UnwatchedTables
from allaboard.server.problems import Problem
from serving import Guest, Serving, served, until


def on_loop(serving: Serving, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, serving.app.state.services._loop).result(60)


async def live_of(serving: Serving, table: str) -> Any:
    async with serving.app.state.services.tables.at(table) as live:
        return weakref.ref(live)


def test_a_table_that_rests_leaves_memory_at_once(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a garbage collection, which comes seldom; and it goes on where it was."""
    table, other = (ann.open("new-york", "you", "you", begin=True) for _ in range(2))
    before, live = ann.get(f"/tables/{table}/log"), on_loop(server, live_of(server, table))
    assert live() is not None
    monkeypatch.setattr(tables, "REST", 0.0)
    ann.get(f"/tables/{other}")
    until(lambda: live() is None, 2)
    assert ann.get(f"/tables/{table}/log") == before


def test_no_more_tables_are_kept_than_were_asked_for(tmp_path: Path) -> None:
    with served(tmp_path, cached_tables=3) as serving:
        guest = serving.guest()
        opened = [guest.open("new-york", "you", "you", begin=True) for _ in range(6)]
        kept = serving.app.state.services.tables._cache
        assert len(kept) <= 3
        assert all(guest.get(f"/tables/{table}")["status"] == "playing" for table in opened)
        assert len(kept) <= 3


def test_bots_go_when_their_game_is_over(server: Serving, ann: Guest) -> None:
    table = ann.open("new-york", "random", "random", begin=True)
    until(lambda: ann.get(f"/tables/{table}")["status"] == "over", 60)
    assert on_loop(server, live_of(server, table))().bots == {}


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest) -> dict[str, str]:
    return {"database_url": request.getfixturevalue("address")} if request.param == "postgresql" else {}


def test_tables_that_nobody_looks_at_wait_in_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: dict[str, str]
) -> None:
    """However many somebody opens, only a few wait in memory; they take turns, so that each goes on, and who looks waits for none."""
    monkeypatch.setattr(presence, "MOST_UNWATCHED", 3)
    monkeypatch.setattr(presence, "AWAY", -1.0)  # only who listens looks
    with served(tmp_path, pace=0.02, poll=0.05, lease=60, **database) as serving:
        guest, somebody = serving.guest(), serving.guest()
        runner = serving.app.state.services.bot_runner
        tables = [guest.open("usa", "random", "random", begin=True) for _ in range(12)]
        most, first = 0, {table: somebody.get(f"/tables/{table}")["n"] for table in tables}

        def all_go_on() -> bool:
            nonlocal most
            most = max(most, sum(name in tables for name in list(runner._tasks)))
            return all(somebody.get(f"/tables/{table}")["n"] > first[table] + 5 for table in tables)

        until(all_go_on, 30)
        assert 0 < most <= 3
        news = guest.events(tables[0])
        heard = [next(news)["n"] for _ in range(40)]
        assert heard == [*range(1, 41)]
        news.close()
    assert not runner._dues
    assert not runner._unwatched._taken


def test_whoever_looks_wakes_bots_that_wait_in_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also who only watches, and at once: however long it takes until the table would be found."""
    monkeypatch.setattr(presence, "MOST_UNWATCHED", 0)
    monkeypatch.setattr(presence, "AWAY", -1.0)
    with served(tmp_path, poll=60) as serving:
        somebody = serving.guest()
        table = serving.guest().open("new-york", "random", "random", begin=True)
        time.sleep(0.5)
        assert somebody.get(f"/tables/{table}")["n"] == 1
        with somebody.http.stream("GET", f"/tables/{table}/events"):
            until(lambda: somebody.get(f"/tables/{table}")["n"] > 5, 10)


def test_after_a_restart_the_many_tables_of_somebody_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's address is known then: each has places as who opened a table."""
    monkeypatch.setattr(presence, "MOST_UNWATCHED", 2)
    with served(tmp_path, pace=0.3) as serving:
        greedy, ann = serving.guest(), serving.guest()
        for _ in range(12):
            greedy.open("usa", "random", "random", begin=True)
        mine = ann.open("usa", "random", "random", begin=True)
    with sqlite3.connect(tmp_path / "allaboard.db") as database:
        database.execute("UPDATE tables SET due = CASE id WHEN ? THEN 2 ELSE 1 END", (mine,))
    database.close()
    with served(tmp_path, pace=0.3, poll=1) as serving:
        somebody = serving.guest()
        n = somebody.get(f"/tables/{mine}")["n"]
        until(lambda: somebody.get(f"/tables/{mine}")["n"] > n + 4, 5)


def unwatched_tables(monkeypatch: pytest.MonkeyPatch, most: int) -> tuple[Presence, UnwatchedTables]:
    monkeypatch.setattr(presence, "MOST_UNWATCHED", most)
    monkeypatch.setattr(presence, "AWAY", -1.0)
    here = Presence(GameTime(), lambda table: False)
    return here, UnwatchedTables(here)


def test_where_no_address_is_known_many_cookies_leave_others_a_first_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_UNKNOWN", 4)
    _, places = unwatched_tables(monkeypatch, 3)
    asked = {"ann": 4, "bob": 4, "carl": 2, "dora": 1, "eve": 1}
    had = {who: [places.take_place(f"{who} {number}", who) for number in range(count)].count(True) for who, count in asked.items()}
    assert had == {"ann": 3, "bob": 3, "carl": 1, "dora": 1, "eve": 0}
    assert not places.take_place("ann 1", "ann"), "who has several gives one up"
    assert places.take_place("eve 0", "eve")
    assert places.take_place("carl 0", "carl"), "nobody asks for another"
    assert not places.take_place("bob 1", "bob"), "another of his own asks"
    for table in list(places._places):
        places.leave(table)
    assert not places._taken
    assert not places._crowded


def test_places_are_those_of_the_address_that_was_there_last(monkeypatch: pytest.MonkeyPatch) -> None:
    here, places = unwatched_tables(monkeypatch, 1)
    for number, address in enumerate(("192.0.2.1", "192.0.2.1", "192.0.2.2")):
        here.note_visit(f"{number}", Caller(f"guest {number}", None, address), hosts=True)
    assert [places.take_place(f"{number}", None) for number in range(3)] == [True, False, True]
    here.note_visit("0", Caller("guest 0", None, "192.0.2.3"), hosts=True)
    assert [places.take_place("0", None) for _ in range(2)] == [False, True], "it was asked for its place, and has one elsewhere"
    assert places.take_place("1", None)


def test_a_lease_ends_with_its_game(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where bots have played while it was being renewed."""
    services, renewed = server.app.state.services, list[list[str]]()

    async def renew(table_ids: Collection[str], until: int | None) -> None:
        renewed.append([*table_ids])
        services.bot_runner._leases.pop("over", None)

    services.bot_runner._leases["over"] = 0
    monkeypatch.setattr(services.store, "renew", renew)
    until(lambda: ["over"] in renewed)
    at = len(renewed)
    until(lambda: len(renewed) > at + 1)
    assert "over" not in services.bot_runner._leases
    assert ["over"] not in renewed[at:]


def test_strangers_are_forgotten_when_their_buckets_are_full_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=0.0)
    monkeypatch.setattr(limits, "time", clock)
    buckets = Limits(enabled=True)
    for number in range(500):
        buckets.take("chat", f"stranger {number}", f"192.0.2.{number % 256}")
    clock.now = FULL_AGAIN + 1
    for _ in range(int(RATES["chat"].burst)):
        buckets.take("chat", "stranger 7", "192.0.2.7")
    assert len(buckets._buckets) == 2
    with pytest.raises(Problem, match="too many requests"):
        buckets.take("chat", "stranger 7", "192.0.2.7")


def test_answers_are_kept_by_their_bytes() -> None:
    """However large strangers make their boards."""
    request = Request({"type": "http", "headers": [(b"accept-encoding", b"gzip")]})
    for number in range(5):
        content = asyncio.run(prepared(bytes(str(number), "ascii") * (http_cache.MOST // 3)))
        answer = cacheable_response(request, content, "text/plain", "no-cache")
        assert answer.headers["content-encoding"] == "gzip"
    assert 0 < http_cache._kept.bytes <= http_cache.MOST


def test_tables_on_many_boards_of_strangers_take_turns_in_memory(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table may have a board of its own: the boards used last stay, better those that somebody listens to; none loses its game."""
    monkeypatch.setattr(tables, "BOARDS", 3)
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    opened = []
    with ExitStack() as stack:
        for number in range(6):
            text = edition.replace("\ntitle", f"\n# {number}\ntitle", 1)
            key = ann.post("/editions", {"edition": text, "board": board})["key"]
            opened.append(ann.open(key, "you", "you", begin=True))
            if number == 0:
                stack.enter_context(ann.http.stream("GET", f"/tables/{opened[0]}/events"))
        kept = server.app.state.services.tables
        assert len(kept._boards) == 3
        assert opened[0] in kept._cache
        assert opened[1] not in kept._cache
        assert opened[5] in kept._cache
    for table in opened:
        assert ann.get(f"/tables/{table}")["status"] == "playing"
        assert len(kept._boards) <= 3
    assert {table for on_it in kept._boards.values() for table in on_it} <= set(kept._cache)
