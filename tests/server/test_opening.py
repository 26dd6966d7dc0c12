"""Opening a table that is not in memory: as it was, in time that grows with its lines alone, and nobody waits for another's."""

import asyncio
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest

from allaboard import Game
from allaboard.editions import get_edition
from allaboard.editions.sample_boards import SAMPLES
from allaboard.server import edition_store, limits, tables
from allaboard.server.api import play as play_api
from allaboard.server.limits import RATES, Limits, Rate
from allaboard.server.live_table import LiveTable, replay_lines
from allaboard.server.models import ClockTerms, Header, Line, Seat, SeatKind, TableOptions
from allaboard.server.problems import Problem
from allaboard.server.record_tables import no_options
from allaboard.server.replay_queue import ReplayQueue
from allaboard.server.tables import LINES_AT_ONCE, MOST_LINES
from long_logs import act_and_undo, copies, played
from mutants import records
from serving import Guest, Serving, busy, id_of, process, served, until

USA = get_edition("usa")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other addresses of this machine, or the times of processes, are needed")


def header(players: int, **options: Any) -> Header:
    chosen: TableOptions = {**no_options(players, "greedy"), "undo": True, "pace": 0.6, **options}  # type: ignore[typeddict-item]
    return Header(
        id="opened", status="playing", edition=USA.id, edition_hash=USA.hash, edition_key="", start=0, options=chosen,
        seed="07" * 32, created=0, updated=0,
    )  # fmt: skip


def cost_of_a_line(kinds: Sequence[SeatKind], lines: list[Line]) -> float:
    """Seconds of processor time for a line, when a table is opened."""
    times = []
    for _ in range(3):
        begun = time.thread_time()
        LiveTable(header(len(kinds)), [Seat(seat, kind) for seat, kind in enumerate(kinds)], USA, lines)
        times.append(time.thread_time() - begun)
    return min(times) / len(lines)


def test_what_was_taken_back_costs_no_more_than_what_was_played() -> None:
    """A line of 3,000 acts and undos takes about as long as one of a game: going back plays nothing again."""
    plain = cost_of_a_line(["bot"] * 5, list(played(header(5), USA)))
    assert cost_of_a_line(["person"] * 2, act_and_undo(header(2), USA, MOST_LINES)) < 5 * plain


@pytest.mark.parametrize("kinds", [["person"] * 5, ["person", "bot", "bot", "bot", "bot"]])
def test_games_of_people_are_opened_as_fast_as_those_of_bots(kinds: list[SeatKind]) -> None:
    """Whether an action of long ago could have been taken back is asked by nobody."""
    lines = list(played(header(5), USA))
    assert cost_of_a_line(kinds, lines) < 3 * cost_of_a_line(["bot"] * 5, lines)


def test_a_long_log_is_told_in_time_that_grows_with_its_lines() -> None:
    def cost(players: int, lines: list[Line]) -> float:
        begun = time.thread_time()
        for _ in replay_lines(header(players), USA, lines):
            pass
        return (time.thread_time() - begun) / len(lines)

    plain = list(played(header(5), USA))
    cost(5, plain)
    assert cost(2, act_and_undo(header(2), USA, MOST_LINES)) < 5 * cost(5, plain)


def test_looks_at_a_table_play_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether an action can be taken back whose events are no longer at hand is found out once, however many look."""
    asked: list[int] = []
    real = Game.at

    def at(self: Game, n: int) -> Game:
        asked.append(n)
        return real(self, n)

    live = LiveTable(header(2), [Seat(0, "person"), Seat(1, "person")], USA, act_and_undo(header(2), USA, 300))
    monkeypatch.setattr(Game, "at", at)
    told = {live.cannot_undo(seat, 0) for _ in range(20) for seat in (0, 1)}
    assert len(told) == 2
    assert len(asked) == 1


@pytest.mark.parametrize("clock", [None, {"per": "move", "seconds": 60, "increment": 0}, {"per": "player", "seconds": 600, "increment": 9}])
@pytest.mark.parametrize("kinds", [("person", "person"), ("person", "bot"), ("person", "bot", "person")])
def test_a_table_is_read_as_it_was_left(kinds: tuple[SeatKind, ...], clock: ClockTerms | None) -> None:
    """Anything is done, taken back and said, in any order; at any moment a table that is opened is the one that was in memory."""
    chance, at, lines = random.Random(4), 0, [Line(1, "start")]
    seats = [Seat(seat, kind) for seat, kind in enumerate(kinds)]
    live = LiveTable(header(len(kinds), clock=clock), seats, USA, lines)
    undone = 0
    for step in range(400):
        assert live.game is not None
        at += chance.randrange(3000)
        back = [seat for seat in range(len(kinds)) if live.cannot_undo(seat, at) is None]
        if back and chance.random() < 0.7:
            actions = live.to_undo(back[0])
            live.take_back(actions)
            undone += 1
            live.follow(Line(live.n + 1, "undo", back[0], data={"actions": actions} if actions > 1 else None, at=at))
        elif (wanting := [seat for seat in range(len(kinds)) if live.cannot_have_more(seat, at) is None]) and chance.random() < 0.1:
            live.follow(Line(live.n + 1, "more", wanting[0], at=at))
        elif chance.random() < 0.1:
            live.follow(Line(live.n + 1, "chat", 0, data={"text": "hm"}, at=at))
        elif live.game.over:
            break
        else:
            seat = live.acting[0]
            entry, events = live.play(seat, chance.choice(live.game.observe(seat).legal_ids))
            live.follow(Line(live.n + 1, "action", seat, entry.action, entry.outcome, at=at), events)
        lines.append(live.tail[-1].line)
        if step % 7 == 0:
            read = LiveTable(header(len(kinds), clock=clock), seats, USA, lines)
            assert told(read) == told(live), step
            assert read.tail == live.tail
    assert undone > 10


def told(live: LiveTable) -> dict[str, Any]:
    """Everything that later lines depend on."""
    game = live.game
    assert game is not None
    names = ("n", "started", "changed", "acted", "busy_until", "undoable_until", "_undoer", "_at", "_acting", "_turn")
    times = ("spent", "since", "resting", "given", "_more", "_actions")
    return {
        **{name: getattr(live, name) for name in names},
        **{name: getattr(live.clock, name) for name in times},
        "longest_grace": live.undoable_until and live._longest_grace,
        "absences": (live.absences.missing, live.absences.missed),
        "game": (game.states.tobytes(), game.log, game.acting, game.over),
        "undo": [live.cannot_undo(seat.seat, live._at) for seat in live.seats],
        "header": (live.header.n, live.header.status, live.header.acting),
    }


@pytest.fixture
def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A server that counts, where three games are replayed for one person and hardly another one in an hour."""
    monkeypatch.setitem(limits.RATES, "replay", Rate(3, 0.001))
    with served(tmp_path, rate_limits=True) as serving:
        yield serving


def test_opening_is_counted_by_the_lines_of_the_log(counting: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of three pieces takes all three replays that there are; two short ones leave one."""
    guest, cached = counting.guest(), counting.app.state.services.tables
    table, chance, n = guest.open("usa", "you", "you", begin=True), random.Random(3), 0
    while n < 60:
        n = guest.act_any(table, chance)["n"]
    short = [guest.open("usa", "you", "you", begin=True) for _ in range(3)]
    monkeypatch.setattr(tables, "LINES_AT_ONCE", 1 + n // 3)
    for one in (table, *short):
        cached.forget(one)
    other = counting.guest()
    assert [other.http.get(f"/tables/{one}").status_code for one in short[:2]] == [200] * 2
    assert other.http.get(f"/tables/{table}").status_code == 429  # one is left, and it takes three
    assert guest.http.get(f"/tables/{table}").status_code == 200
    assert guest.http.get(f"/tables/{short[2]}").status_code == 429


def test_many_requests_open_a_table_once(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks for several things at once. How long the log is, and that its board must be read, is counted once for all of them."""
    services, taken = server.app.state.services, list[int]()
    guest = server.guest()
    table = guest.open("usa", "you", "you", begin=True)
    monkeypatch.setattr(tables, "replays_of", lambda lines: 11)
    monkeypatch.setattr(services.limits, "take", lambda kind, who, address, times=1: taken.append(times) if kind == "replay" else None)
    guests = [server.guest(same_as=guest) for _ in range(6)]
    services.tables.forget(table)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda one: one.get(f"/tables/{table}"), guests))
    assert taken.count(10) == 1
    taken.clear()
    services.tables.forget(table)
    until(lambda: server.guest().get(f"/tables/{table}"))
    assert sorted(taken) == [1, 10]


def test_what_a_table_is_read_anew_for_counts_for_nobody_who_listens(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others' writing makes the server read a table anew, those who were there before are not charged for it."""
    services, taken = server.app.state.services, list[int]()
    guest, chance = server.guest(), random.Random(1)
    table = guest.open("usa", "you", "you", begin=True)
    monkeypatch.setattr(tables, "replays_of", lambda lines: 11)
    monkeypatch.setattr(services.limits, "take", lambda kind, who, address, times=1: taken.append(times) if kind == "replay" else None)
    heard = guest.events(table, after=0)
    next(heard)
    for _ in range(3):
        services.tables.forget(table)
        services.streams.notify_all()
        until(lambda: services.tables.knows(table, 1))
        server.guest(same_as=guest).act_any(table, chance)
    heard.close()
    assert taken == []


def test_whole_logs_of_finished_games_are_counted_by_their_lines(counting: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = counting.guest()
    table = guest.post("/records", {"record": records()[0]})["id"]
    n = guest.get(f"/tables/{table}")["n"]
    assert guest.http.get(f"/tables/{table}/result").status_code == 200
    monkeypatch.setattr(tables, "LINES_AT_ONCE", 1 + n // 3)
    for look in ("result", "replay", "pictures/poster.svg", "moments/1"):
        assert guest.http.get(f"/tables/{table}/{look}").status_code == 429, look


def test_a_board_that_is_not_at_hand_is_counted_with_the_table(counting: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a board of a stranger's and making it ready costs far more than a short log."""
    guest, services = counting.guest(), counting.app.state.services
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    key = guest.post("/editions", {"edition": edition, "board": board})["key"]
    table = guest.open(key, "you", "you", begin=True)
    services.tables.forget(table)
    assert guest.http.get(f"/tables/{table}").status_code == 200
    services.tables.forget(table)
    services.editions._read.clear()
    services.limits._buckets.clear()
    monkeypatch.setattr(edition_store, "REPLAY_SECONDS", 1e-9)
    assert guest.http.get(f"/tables/{table}").status_code == 200  # its cost is known afterwards
    services.tables.forget(table)
    assert guest.http.get(f"/tables/{table}").status_code == 429


def test_small_boards_are_all_served_after_a_restart(tmp_path: Path) -> None:
    """Home lists a dozen own boards and draws them; each is counted by what it took to read, a few thousandths of a second."""
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    with served(tmp_path, rate_limits=True) as serving:
        guest, services = serving.guest(), serving.app.state.services
        keys = [guest.post("/editions", {"edition": f"{edition}# {number}\n", "board": board})["key"] for number in range(12)]
        tables_on = [guest.open(key, "you", "you", begin=True) for key in keys[:6]]
        services.editions._read.clear()
        for table in tables_on:
            services.tables.forget(table)
        for key in keys:
            for look in ("", "/geometry"):
                assert guest.http.get(f"/editions/{key}{look}").status_code == 200
        assert [guest.http.get(f"/tables/{table}").status_code for table in tables_on] == [200] * 6


@pytest.mark.parametrize("seconds", [0.05, 0.5, 0.8])
def test_no_address_has_boards_read_with_a_whole_core(seconds: float) -> None:
    """What a board made to hurt takes, times how many of them an address may have read in a second."""
    rate = RATES["replay"]
    replays = min(edition_store.BOARD_REPLAYS, seconds / edition_store.REPLAY_SECONDS)
    assert seconds * rate.per_second * rate.guests / replays < 0.5


def test_what_was_spent_is_owed_and_paid_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has some left may spend more than that; then nothing goes until it has come back, for the whole address."""
    clock = [100.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    buckets, rate = Limits(enabled=True), RATES["replay"]
    for who in ("ann", "bob"):
        buckets.need_some("replay", who, "here")
        buckets.note_spent("replay", who, "here", 2 * rate.burst)
    for who in ("ann", "carl"):
        with pytest.raises(Problem):
            buckets.need_some("replay", who, "here")
        with pytest.raises(Problem):
            buckets.take("replay", who, "here")
    buckets.need_some("replay", "carl", "there")
    clock[0] += 3 * rate.burst / rate.per_second
    buckets.need_some("replay", "ann", "here")


def test_a_board_that_is_not_at_hand_is_counted_at_every_door(counting: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a board is read for; a link's preview, which refuses nothing, tells less then."""
    monkeypatch.setattr(edition_store, "REPLAY_SECONDS", 1e-9)  # as if it were made to hurt
    guest, services = counting.guest(), counting.app.state.services
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    made = guest.post("/editions", {"edition": edition, "board": board})
    key = made["key"]
    table = guest.open(key, "you", "you", begin=True)
    position = {"edition": key, "position": {"players": 2}}
    doors = [
        ("GET", f"/editions/{key}", None),
        ("GET", f"/editions/{key}/geometry", None),
        ("GET", f"/editions/{key}/preview.png", None),
        ("POST", "/analysis", position),
        ("POST", "/analysis/moves", {**position, "action": "draw"}),
        ("POST", "/tables", {"edition": key, "seats": [{"kind": "you"}, {"kind": "you"}]}),
    ]
    for method, path, body in doors:
        services.limits._buckets.clear()
        services.editions._read.clear()
        assert guest.http.request(method, path, json=body).status_code in (200, 201, 422), path
        services.editions._read.clear()
        assert guest.http.request(method, path, json=body).status_code == 429, path
    services.limits._buckets.clear()
    for shown in (True, False):
        services.editions._read.clear()
        assert (made["title"] in guest.http.get(f"{counting.url}/table/{table}").text) == shown
    guest.get("/editions/usa")


def test_erasing_is_not_broken_off_for_a_board_that_must_be_read(counting: Serving) -> None:
    """With the last replay a table is opened; what its board takes is owed."""
    guest, services = counting.guest(), counting.app.state.services
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    key = guest.post("/editions", {"edition": edition, "board": board})["key"]
    table = guest.open(key, "you", "you", begin=True)
    services.tables.forget(table)
    services.editions._read.clear()
    services.limits._buckets.clear()
    me = id_of(guest)
    services.limits.take("replay", me, "127.0.0.1", 2)
    guest.ask("DELETE", "/me", 204)
    with pytest.raises(Problem):
        services.limits.need_some("replay", me, "127.0.0.1")


@LINUX
def test_no_table_waits_behind_boards_that_are_read(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address goes through tables on boards that are not in memory; somebody opens one on a board of ours meanwhile."""
    evil, ann = server.guest(), Guest(server.url, "127.0.0.2")
    server.guests.append(ann)
    services, free, asked = server.app.state.services, threading.Event(), list[str]()
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    keys = [evil.post("/editions", {"edition": f"{edition}# {number}\n", "board": board})["key"] for number in range(4)]
    many, mine = [evil.open(key, "you", "you", begin=True) for key in keys], ann.open("usa", "you", "you", begin=True)
    for table in (*many, mine):
        services.tables.forget(table)
    services.editions._read.clear()
    real = services.store.edition

    async def slow(key: str) -> Any:
        asked.append(key)
        await asyncio.to_thread(free.wait, 60)
        return await real(key)

    monkeypatch.setattr(services.store, "edition", slow)
    guests = [server.guest(same_as=evil) for _ in many]
    with ThreadPoolExecutor(len(guests)) as pool:
        asking = [pool.submit(guest.get, f"/tables/{one}") for guest, one in zip(guests, many, strict=True)]
        try:
            until(lambda: bool(asked) and all(services.tables._cache[one].opening for one in many))
            assert ann.http.get(f"/tables/{mine}", timeout=20).status_code == 200
            assert len(asked) == 1
        finally:
            free.set()
        assert [one.result()["edition"] for one in asking] == keys


@pytest.mark.parametrize("lines", [LINES_AT_ONCE - 1, MOST_LINES])
def test_no_address_opens_tables_with_a_whole_core(lines: int) -> None:
    """What opening the dearest log of a length costs, times how many of them an address may open in a second."""
    log, rate = act_and_undo(header(2), USA, lines), RATES["replay"]
    assert len(log) >= lines - 1
    seconds = len(log) * cost_of_a_line(["person"] * 2, log)
    assert seconds * rate.per_second * rate.guests / tables.replays_of(len(log)) < 0.5


@LINUX
@pytest.mark.slow
def test_no_address_opens_tables_with_a_whole_core_over_http(tmp_path: Path) -> None:
    """The same by the server's processor time, the reading of the log included, where only one table stays in memory."""
    with process(tmp_path, ALLABOARD_CACHED_TABLES="1") as serving:
        guest, rate = serving.guest(), RATES["replay"]
        long = asyncio.run(copies(tmp_path, guest.open("usa", "you", "you", begin=True), USA, MOST_LINES, 2))
        guest.get(f"/tables/{long[0]}")
        before = processor_time(serving.process.pid)
        for number in range(20):
            guest.get(f"/tables/{long[number % 2]}")
        seconds = (processor_time(serving.process.pid) - before) / 20
    assert seconds > 0.05  # they were opened
    assert seconds * rate.per_second * rate.guests / tables.replays_of(MOST_LINES) < 0.5


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Slow:
    """Reading of tables that takes until all have asked, and which of them were read, in order."""

    def __init__(self, serving: Serving, monkeypatch: pytest.MonkeyPatch, slow: Sequence[str]) -> None:
        self.order: list[str] = []
        self.queue, self.all_have_asked = serving.app.state.services.tables._replays._queue, threading.Event()
        real = serving.app.state.services.store.table

        async def table(table_id: str) -> Any:
            self.order.append(table_id)
            while table_id in slow and not self.all_have_asked.is_set():
                await asyncio.sleep(0.01)
            return await real(table_id)

        monkeypatch.setattr(serving.app.state.services.store, "table", table)
        for one in list(serving.app.state.services.tables._cache):
            serving.app.state.services.tables.forget(one)

    @property
    def asked(self) -> int:
        """How many were asked for so far."""
        return len(self.order) + len(self.queue)


@LINUX
@pytest.mark.parametrize("asked_by_both", [False, True])
def test_a_stranger_opens_a_table_before_the_many_of_another_address(
    server: Serving, monkeypatch: pytest.MonkeyPatch, asked_by_both: bool
) -> None:
    """Also where the other has asked for this very table, behind many of its own."""
    evil, ann = server.guest(), Guest(server.url, "127.0.0.2")
    server.guests.append(ann)
    many, mine = [evil.open("new-york", "you", "you") for _ in range(12)], ann.open("new-york", "you", "you")
    guests = [server.guest(same_as=evil) for _ in range(len(many) + 1)]
    slow = Slow(server, monkeypatch, many)
    with ThreadPoolExecutor(len(guests) + 1) as pool:
        try:
            asking = [pool.submit(guest.get, f"/tables/{one}") for guest, one in zip(guests, many, strict=False)]
            until(lambda: slow.asked == len(many))
            if asked_by_both:
                asking.append(pool.submit(guests[-1].get, f"/tables/{mine}"))
                until(lambda: slow.asked == len(many) + 1)
            before, asked = len(slow.order), slow.asked
            asking.append(pool.submit(ann.get, f"/tables/{mine}"))
            until(lambda: slow.asked == asked + 1)
        finally:
            slow.all_have_asked.set()
        for one in asking:
            one.result()
    assert slow.order.index(mine) <= before + 2
    assert slow.order.index(mine) < slow.order.index(many[-1])
    assert slow.order.count(mine) == 1


def test_a_job_of_several_addresses_is_done_once_in_the_first_turn() -> None:
    done: list[str] = []

    async def main() -> None:
        queue = ReplayQueue(1)

        async def do(name: str) -> str:
            done.append(name)
            await asyncio.sleep(0)
            return name

        async def fail() -> str:
            raise ValueError("damaged")

        many = [asyncio.create_task(queue.run("a", partial(do, f"a{number}"))) for number in range(9)]
        await asyncio.sleep(0)
        job = queue.job(partial(do, "both"))
        for address in ("a", "b"):
            queue.push(address, job)
        gone = asyncio.create_task(queue.run("a", partial(do, "gone")))
        await asyncio.sleep(0)
        gone.cancel()
        assert await job.answer == "both"
        with pytest.raises(ValueError, match="damaged"):
            await queue.run("c", fail)
        assert await asyncio.gather(*many) == [f"a{number}" for number in range(9)]
        assert await queue.run("a", partial(do, "last")) == "last"

    asyncio.run(main())
    assert done.index("both") <= 3
    assert sorted(done) == sorted([*(f"a{number}" for number in range(9)), "both", "last"])


class SlowLogs:
    """Logs that take five thousandths of a second a line to be told, on threads that do nothing meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = threading.Event()
        self.first: Callable[[], None] = lambda: None
        real = play_api.json_bytes

        def slowly(line: Any) -> bytes:
            if isinstance(line, dict) and "events" in line and threading.current_thread() is not threading.main_thread():
                if not self.began.is_set():
                    self.began.set()
                    self.first()
                time.sleep(0.005)
            return real(line)

        monkeypatch.setattr(play_api, "json_bytes", slowly)


def talk(guest: Guest, table: str, lines: int) -> None:
    while guest.post(f"/tables/{table}/chat", {"text": "well"})["n"] < lines:
        pass


@LINUX
def test_who_plays_does_not_wait_for_readers_of_the_log(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for those at the same table, nor for a partner whose log waits behind long ones of other tables."""
    ann, evil, chance = Guest(server.url, "127.0.0.2"), server.guest(), random.Random(2)
    server.guests.append(ann)
    mine, other = (guest.open("usa", "you", "you", begin=True, chat=True) for guest in (ann, evil))
    talk(ann, mine, 150)
    talk(evil, other, 300)
    ann.act_any(mine, chance)
    slow, acts = SlowLogs(monkeypatch), list[float]()
    for read, partner in ((mine, False), (other, True)):
        slow.began.clear()
        with ThreadPoolExecutor(9) as pool:
            logs = [pool.submit(server.guest().get, f"/tables/{read}/log", words=True) for _ in range(8)]
            assert slow.began.wait(20)
            if partner:
                logs.append(pool.submit(server.guest(same_as=ann).get, f"/tables/{mine}/log"))
                time.sleep(0.2)
            for _ in range(3):
                begun = time.monotonic()
                assert ann.act_any(mine, chance)
                acts.append(time.monotonic() - begun)
            assert not all(log.done() for log in logs)
            assert all(len(log.result()) >= 150 for log in logs)
    assert median(acts) < 0.4 or busy()
    assert max(acts) < 1.0 or busy()


@LINUX
def test_logs_take_turns_by_address(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's log of 60 lines is told while another address waits for twelve of 200, each of another table."""
    ann, evil = Guest(server.url, "127.0.0.2"), server.guest()
    server.guests.append(ann)
    mine = ann.open("usa", "you", "you", begin=True, chat=True)
    talk(ann, mine, 60)
    begun = evil.open("usa", "you", "you", begin=True)
    others = asyncio.run(copies(server.app.state.settings.data_dir, begun, USA, 200, 12))
    guests = [server.guest(same_as=evil) for _ in others]
    for other in others:
        evil.get(f"/tables/{other}")
    slow = SlowLogs(monkeypatch)
    with ThreadPoolExecutor(len(others)) as pool:
        logs = [pool.submit(guest.get, f"/tables/{other}/log") for guest, other in zip(guests, others, strict=True)]
        assert slow.began.wait(20)
        time.sleep(0.5)  # all of them have asked
        ann.get(f"/tables/{mine}/log")
        assert sum(log.done() for log in logs) <= 4


def test_a_log_is_told_for_the_seats_that_its_reader_has_at_the_end(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who loses a seat while the log is told is told it as others are."""
    ann, chance = server.guest(), random.Random(2)
    table = ann.open("usa", "you", "you", begin=True)
    while ann.act_any(table, chance)["n"] < 60:
        pass
    cached = server.app.state.services.tables._cache[table]
    secret, plain = ann.get(f"/tables/{table}/log"), server.guest().get(f"/tables/{table}/log")
    assert secret != plain
    slow = SlowLogs(monkeypatch)

    def lose() -> None:
        cached.live.seats = [replace(seat, guest=None) for seat in cached.live.seats]

    slow.first = lose
    assert ann.get(f"/tables/{table}/log") == plain


def test_what_is_erased_while_a_log_is_told_is_not_told(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, reader = (server.guest() for _ in range(3))
    table = ann.open("usa", "you", "open", chat=True)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    bob.post(f"/tables/{table}/chat", {"text": "unforgettable"})
    talk(ann, table, 80)
    assert "unforgettable" in str(reader.get(f"/tables/{table}/log"))
    slow = SlowLogs(monkeypatch)
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(reader.get, f"/tables/{table}/log")
        assert slow.began.wait(20)
        bob.ask("DELETE", "/me")
        assert not reading.done()
        assert "unforgettable" not in str(reading.result())


def test_clocks_do_not_wait_for_one_another(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that does not let its clock be looked at keeps no other's from being found, nor bots."""
    guest, services = server.guest(), server.app.state.services
    held, free = (guest.open("new-york", "you", "you", begin=True, clock={"per": "move", "seconds": 3, "increment": 0}) for _ in "ab")
    real, asked = services.lobby.time_out, list[str]()

    async def time_out(table_id: str) -> None:
        asked.append(table_id)
        if table_id == held:
            await asyncio.sleep(60)
        await real(table_id)

    monkeypatch.setattr(services.lobby, "time_out", time_out)
    for table in (held, free):  # as after a start: only a look for work finds them
        services.bot_runner._alarms.pop(table).cancel()
    n = services.tables._cache[free].live.n
    until(lambda: held in asked and services.tables._cache[free].live.n > n)
    assert asked.count(held) == 1


def test_bots_do_not_wait_for_tables_that_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes long to read, with its board, keeps no turn from the bots of others."""
    with served(tmp_path) as serving:
        guest = serving.guest()
        held = guest.open("usa", "random", "random", pace=0.2, begin=True)
        until(lambda: guest.get(f"/tables/{held}")["n"] > 2)
    asked, free, read = list[str](), threading.Event(), tables.Tables._read

    async def slow(opening: tables.Tables, table_id: str, *given: Any) -> LiveTable:
        if table_id == held:
            asked.append(table_id)
            await asyncio.to_thread(free.wait, 60)
        return await read(opening, table_id, *given)

    monkeypatch.setattr(tables.Tables, "_read", slow)
    with served(tmp_path, bot_threads=1) as serving:
        try:
            until(lambda: bool(asked))
            guest = serving.guest()
            other = guest.open("new-york", "random", "random", begin=True)
            until(lambda: guest.get(f"/tables/{other}")["n"] > 5)
        finally:
            free.set()
        n = guest.get(f"/tables/{held}")["n"]
        until(lambda: guest.get(f"/tables/{held}")["n"] > n)


@pytest.mark.parametrize("name", ["%ED%A0%80", "a b", "x" * 500, "%C3%A9t%C3%A9", "a'b"])
def test_what_is_no_id_is_no_question_for_the_database(server: Serving, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async def asked(*_: object) -> None:
        raise AssertionError("the database was asked")

    for query in ("header", "position", "table"):
        monkeypatch.setattr(server.app.state.services.store, query, asked)
    assert server.guest().http.get(f"/tables/{name}/result").status_code in (404, 414, 422)
