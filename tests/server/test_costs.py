"""What requests cost: what is dear is counted as such, whoever comes and goes holds nothing, and no address can keep the server busy."""

import asyncio
import json
import os
import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from allaboard import get_edition
from allaboard.editions.sample_boards import SAMPLES
from allaboard.engine.typed_records import Floats
from allaboard.review import review_game
from allaboard.review.advice import Advising
from allaboard.runner import GameSpec
from allaboard.server import db_schema, exercises, hints, limits, streams, tables
from allaboard.server.identity import Caller
from allaboard.server.limits import COSTS, RATES, Rate
from allaboard.server.models import now
from allaboard.server.review_findings import finished
from allaboard.server.reviews import engine_version
from allaboard.server.settings import Settings
from allaboard.server.store import ReviewRow, Store
from allaboard.server.streams import Streams
from allaboard.server.tables import LINES_AT_ONCE, MOST_LINES
from hostile_boards import hostile_boards, write
from mutants import records
from serving import API, Guest, Serving, id_of, play_out, process, served, until

LONG = 60
"""Lines of a log: more than a table keeps at hand."""


@pytest.fixture
def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A server that counts, where three games are replayed for one person and hardly another one in an hour."""
    monkeypatch.setitem(limits.RATES, "replay", Rate(3, 0.001))
    with served(tmp_path, rate_limits=True) as serving:
        yield serving


def long_table(guest: Guest) -> tuple[str, int]:
    """A table of one device whose log goes further back than what is at hand; its id and how long the log is."""
    table, chance, n = guest.open("usa", "you", "you", begin=True, chat=True), random.Random(3), 0
    while n < LONG:
        n = guest.act_any(table, chance)["n"]
    return table, n


def on_loop(serving: Serving, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, serving.app.state.services._loop).result(60)


def statuses(ask: Callable[[], Any], count: int = 5) -> list[int]:
    return [ask().status_code for _ in range(count)]


def test_a_stale_act_is_not_told_the_whole_log(counting: Serving) -> None:
    """Who has missed more than is at hand is told how long the log is; who has missed less, what happened."""
    guest = counting.guest()
    table, n = long_table(guest)
    for path, more in (("actions", {"action": "draw deck"}), ("undo", {})):
        told = guest.post(f"/tables/{table}/{path}", {"seen": 0, "seat": 0, **more}, 409)
        assert told["n"] == n and "news" not in told
    late = guest.post(f"/tables/{table}/actions", {"seen": n - 3, "seat": 0, "action": "draw deck"}, 409)
    assert [line["n"] for line in late["news"]] == [n - 2, n - 1, n]


def test_a_log_is_counted_by_its_lines(counting: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log three times as long as what counts once takes all three replays that there are; what is at hand takes none."""
    guest = counting.guest()
    table, n = long_table(guest)
    monkeypatch.setattr(tables, "LINES_AT_ONCE", 1 + n // 3)
    assert statuses(lambda: guest.http.get(f"/tables/{table}/log?after={n - 9}")) == [200] * 5
    assert statuses(lambda: guest.http.get(f"/tables/{table}/log")) == [200] + [429] * 4


def test_a_long_log_is_told_the_same_beside_the_loop(server: Serving) -> None:
    """In pieces from memory, as a whole from the database, and by a stream; in words as well."""
    guest = server.guest()
    table, n = long_table(guest)
    whole = guest.get(f"/tables/{table}/log")
    assert [line["n"] for line in whole] == list(range(1, n + 1))
    assert guest.get(f"/tables/{table}/log", after=n - 40) == whole[-40:]
    assert list(islice(guest.events(table), n)) == whole
    told = guest.get(f"/tables/{table}/log", words=True)
    assert all(event.pop("words") for line in told for event in line["events"])
    assert told == whole


def test_a_stream_of_a_long_log_lets_others_have_their_turn() -> None:
    """Also where its listener takes every line at once, and so never waits."""

    async def lines_after(after: int) -> list[Any]:
        return [{"n": n, "kind": "chat"} for n in range(after + 1, 1001)]

    async def listen() -> int:
        turns = 0
        listening = Streams(Settings()).open("table", Caller("guest", None, "address"), lines_after, 0)

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(others())
        heard = 0
        async for _ in listening.events:
            heard += 1
            if heard > 1000:
                break
        task.cancel()
        listening.leave()
        return turns

    assert asyncio.run(listen()) >= 1000 // streams.AT_ONCE


def test_a_request_that_is_sent_again_after_a_long_time_is_counted(counting: Serving) -> None:
    guest = counting.guest()
    table = guest.open("usa", "you", "you", begin=True)
    shown = guest.view(table, seat=0)
    body = {"action": shown["view"]["you"]["legal"][0], "seen": shown["n"], "seat": 0}
    first = guest.post(f"/tables/{table}/actions", body, key="once")
    chance = random.Random(3)
    while guest.act_any(table, chance)["n"] < LONG:
        pass
    again = [guest.http.post(f"/tables/{table}/actions", json=body, headers={"Idempotency-Key": "once"}) for _ in range(5)]
    assert again[0].json() == first
    assert again[-1].status_code == 429


def test_nobody_waits_while_a_request_of_long_ago_is_answered_again(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    guest, services = server.guest(), server.app.state.services
    table = guest.open("usa", "you", "you", begin=True, chat=True)
    first = guest.post(f"/tables/{table}/chat", {"text": "hello"}, key="once")
    chance = random.Random(3)
    while guest.act_any(table, chance)["n"] < LONG:
        pass
    real, reading, read = services.tables.replayed, threading.Event(), threading.Event()

    async def replayed(*wanted: Any) -> Any:
        reading.set()
        await asyncio.to_thread(read.wait, 20)
        return await real(*wanted)

    monkeypatch.setattr(services.tables, "replayed", replayed)
    other = server.guest(same_as=guest)
    with ThreadPoolExecutor(1) as pool:
        again = pool.submit(other.post, f"/tables/{table}/chat", {"text": "hello"}, None, "once")
        assert reading.wait(20)
        try:
            assert guest.act_any(table, chance)["n"] > LONG
            assert not again.done()
        finally:
            read.set()
        assert again.result() == first


def test_hints_are_put_into_words_on_the_threads_of_bots(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan behind an option is looked for meanwhile, which takes long on a board made to hurt."""
    real, threads = hints.told, set[str]()

    def told(*given: Any, **more: Any) -> Any:
        threads.add(threading.current_thread().name)
        return real(*given, **more)

    monkeypatch.setattr(hints, "told", told)
    guest = server.guest()
    table = guest.open("usa", "you", "you", begin=True, hints=True)
    guest.get(f"/tables/{table}/hints", seat=0)
    assert threads == {"bot"}


def test_who_has_lost_the_seat_is_not_told_an_old_answer(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens while the log is read: the seat is looked at again before it is answered."""
    guest, services = server.guest(), server.app.state.services
    table = guest.open("usa", "you", "you", begin=True, chat=True)
    guest.post(f"/tables/{table}/chat", {"text": "hello"}, key="once")
    chance = random.Random(3)
    while guest.act_any(table, chance)["n"] < LONG:
        pass
    real = services.tables.replayed

    async def replayed(*wanted: Any) -> Any:
        told = await real(*wanted)
        live = services.tables._cache[table].live
        live.seats = [replace(seat, guest=None) for seat in live.seats]
        return told

    monkeypatch.setattr(services.tables, "replayed", replayed)
    assert guest.post(f"/tables/{table}/chat", {"text": "hello"}, 403, "once")["code"] == "no-seat"


def test_a_log_has_an_end_for_all_that_does_not_bring_the_game_on(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Talking, taking back, leaving and asking for tokens are refused when it is long; the game goes on, with all who want to play."""
    monkeypatch.setattr(tables, "MOST_LINES", 30)
    ann, bob = server.guest(), server.guest()
    table = ann.open("new-york", "you", "open", chat=True, undo=True)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    chance, n = random.Random(2), 0
    while n < 28:
        n = ann.post(f"/tables/{table}/chat", {"text": "well"})["n"]
    bob.post(f"/tables/{table}/leave")
    n = ann.act_any(table, chance)["n"]
    assert n >= 30
    refused = ((ann, "chat", {"text": "well"}), (ann, "undo", {"seen": n}), (ann, "leave", None), (ann, "seats/0/token", None))
    for guest, path, body in refused:
        assert "lines" in guest.post(f"/tables/{table}/{path}", body, 409)["detail"], path
    bob.post(f"/tables/{table}/return")
    assert not ann.get(f"/tables/{table}")["seats"][1]["away"]
    play_out([ann, bob], table, chance)


def test_a_stream_from_the_beginning_is_counted(counting: Serving) -> None:
    """And one that goes on where it was is not."""
    guest = counting.guest()
    table, n = long_table(guest)

    def listen(after: int) -> int:
        with guest.http.stream("GET", f"/tables/{table}/events", params={"after": after}) as answer:
            return answer.status_code

    assert [listen(0) for _ in range(5)] == [200, 200, 200, 429, 429]
    assert [listen(n - 5) for _ in range(5)] == [200] * 5


def test_a_table_that_must_be_read_anew_is_counted(counting: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at one game after the other has each of them replayed; one that is at hand costs a look."""
    guest = counting.guest()
    opened = [guest.open("new-york", "you", "you", begin=True) for _ in range(6)]
    assert statuses(lambda: guest.http.get(f"/tables/{opened[0]}")) == [200] * 5
    monkeypatch.setattr(tables, "REST", 0.0)
    guest.get(f"/tables/{opened[0]}")  # with it all go that rest
    assert [guest.http.get(f"/tables/{table}").status_code for table in opened[1:]] == [200, 200, 200, 429, 429]


def test_erasing_opens_only_games_that_go_on_and_counts_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who has more of them than may be opened at once waits a little, and nothing of theirs is left."""
    monkeypatch.setitem(limits.RATES, "replay", Rate(2, 2))
    counted, opened = list[str](), list[str]()
    with served(tmp_path, rate_limits=True) as serving:
        ann, services = serving.guest(), serving.app.state.services
        going_on = [ann.open("new-york", "you", "you", begin=True) for _ in range(4)]
        over, closed = (ann.open("new-york", "you", "you", begin=True) for _ in range(2))
        kept = ann.post("/records", {"record": records()[0]})["id"]
        for table, status in ((over, "over"), (closed, "closed")):
            on_loop(serving, services.store.execute(update(db_schema.tables).where(db_schema.tables.c.id == table).values(status=status)))
        for table in (*going_on, over, closed, kept):
            services.tables._drop(table)
        gone, take, read = id_of(ann), services.limits.take, services.tables._open

        def noted(kind: str, who: str, *given: Any) -> None:
            take(kind, who, *given)
            counted.extend([kind] if who == gone else [])

        async def noted_too(*given: Any) -> Any:
            opened.append(given[-1])
            return await read(*given)

        monkeypatch.setattr(services.limits, "take", noted)
        monkeypatch.setattr(services.tables, "_open", noted_too)
        before = time.monotonic()
        ann.ask("DELETE", "/me", 204)
        assert time.monotonic() - before > 0.9
        assert set(opened) == set(going_on)
        assert counted.count("replay") == len(going_on)
        assert not on_loop(serving, services.store.knows(gone))
        stranger = serving.guest()
        assert stranger.get(f"/tables/{over}/log")[-1]["data"] == {"why": "erased"}


def test_one_erasing_after_the_other_of_a_person_and_of_an_address(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody elsewhere waits for neither."""
    services, under_way, together = server.app.state.services, list[str](), list[set[str]]()

    async def tables_with(guest: str) -> list[str]:
        assert guest not in under_way
        under_way.append(guest)
        together.append(set(under_way))
        await asyncio.sleep(0.1)
        under_way.remove(guest)
        return []

    async def erase(*callers: tuple[str, str]) -> None:
        await asyncio.gather(*(services.personal_data.erase(Caller(guest, None, address)) for guest, address in callers))

    monkeypatch.setattr(services.store, "tables_with", tables_with)
    on_loop(server, erase(("ann", "192.0.2.1"), ("ann", "192.0.2.2"), ("cleo", "192.0.2.3")))
    assert {"ann", "cleo"} in together
    together.clear()
    on_loop(server, erase(("ann", "192.0.2.1"), ("bob", "192.0.2.1"), ("cleo", "192.0.2.3")))
    assert any("cleo" in one and len(one) == 2 for one in together)
    assert all({"ann", "bob"} - one for one in together)


def test_who_leaves_at_once_holds_no_place(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams whose listeners close the connection as soon as they have asked are not counted for ever."""
    guest, services, opened = server.guest(), server.app.state.services, list[str]()
    real = Streams.open

    def opening(self: Streams, table_id: str, *more: Any) -> Any:
        opened.append(table_id)
        return real(self, table_id, *more)

    monkeypatch.setattr(Streams, "open", opening)
    table = guest.open("usa", "you", "open", begin=True)
    cookie = f"Cookie: allaboard_guest={guest.http.cookies['allaboard_guest']}"
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as one:
            one.sendall(f"GET {API}/tables/{table}/events HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n\r\n".encode())
    time.sleep(0.5)
    until(lambda: table in opened and services.streams.count == 0)
    assert not services.streams.is_open(table)


def test_who_leaves_before_a_position_is_thought_about_holds_no_place(server: Serving) -> None:
    guest = server.guest()
    guest.get("/me")
    body = json.dumps({"edition": "new-york", "position": {"players": 2}, "unseen_cards": [2, 2], "unseen_tickets": [1, 1]})
    address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
    head = (
        f"POST {API}/analysis/advice HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    for _ in range(30):
        with socket.create_connection(address) as one:
            one.sendall((head + body).encode())
    time.sleep(0.5)
    until(lambda: len(server.app.state.services.questions) == 0)


def test_an_answer_is_judged_in_turns_and_for_nobody_who_has_gone(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exercise takes a thread for a moment at a time, and ends with the connection of who asked."""
    looks: list[float] = []
    real = exercises.AnswerTrial.look

    def look(self: exercises.AnswerTrial) -> None:
        looks.append(time.monotonic())
        real(self)

    monkeypatch.setattr(exercises.AnswerTrial, "look", look)
    monkeypatch.setattr(exercises, "WAVES", 10**6)
    monkeypatch.setattr(exercises, "SETTLED", 0.0)
    guest = server.guest()
    table = guest.post("/records", {"record": records()[0]})["id"]
    with pytest.raises(httpx.ReadTimeout):
        guest.http.post(f"/tables/{table}/moments/20/answers", json={"action": "draw deck"}, timeout=2)
    until(lambda: len(looks) > 0 and time.monotonic() - looks[-1] > 2, 60)


def test_a_hint_is_thought_to_the_end_for_nobody_who_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for the last line of a hint and closes the connection is thought for no longer."""
    waves: list[float] = []
    real = Advising.played

    def played(self: Advising, first: int, count: int) -> Floats:
        waves.append(time.monotonic())
        return real(self, first, count)

    monkeypatch.setattr(Advising, "played", played)
    monkeypatch.setattr(Advising, "done", False)
    with served(tmp_path, hint_patience=60.0) as serving:
        guest = serving.guest()
        table = guest.open("usa", "you", "normal", begin=True)
        with pytest.raises(httpx.ReadTimeout):
            guest.http.get(f"/tables/{table}/hints", timeout=2)
        until(lambda: len(waves) > 0 and time.monotonic() - waves[-1] > 2, 20)


class Flood:
    """Connections of one address that ask for the same again as soon as they are answered, whatever the answer is."""

    def __init__(self, serving: Serving, requests: list[bytes], connections: int) -> None:
        self.address, self.requests = ("127.0.0.1", int(serving.url.rpartition(":")[2])), requests
        self.stopping, self.answers = threading.Event(), 0
        self.statuses = [Counter[int]() for _ in requests]
        self.threads = [threading.Thread(target=self.ask, args=(number,)) for number in range(connections)]

    def ask(self, number: int) -> None:
        which = number % len(self.requests)
        request, statuses = self.requests[which], self.statuses[which]
        while not self.stopping.is_set():
            try:
                with socket.create_connection(self.address, timeout=20) as one:
                    while not self.stopping.is_set():
                        one.sendall(request)
                        answer = one.recv(1 << 20)
                        if not answer:
                            break
                        self.answers += 1
                        if answer.startswith(b"HTTP/1.1 "):  # and is not the rest of a large one
                            statuses[int(answer[9:12])] += 1
            except OSError:
                continue

    def __enter__(self) -> "Flood":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join()


@pytest.mark.slow
def test_one_address_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    """Whatever is dear is asked for without a pause; who comes from elsewhere acts in a quarter of a second."""
    with process(tmp_path, ALLABOARD_RATE_LIMITS="true", ALLABOARD_TRUST_PROXY="true") as serving:
        greedy, ann = serving.guest(**{"X-Forwarded-For": "192.0.2.1"}), serving.guest(**{"X-Forwarded-For": "192.0.2.2"})
        table = greedy.post("/records", {"record": records()[0]})["id"]
        own, _ = long_table(greedy)
        cookie = f"Cookie: allaboard_guest={greedy.http.cookies['allaboard_guest']}"
        paths = (
            "me",
            "tables",
            "puzzles/today",
            f"tables/{table}/result",
            f"tables/{own}/log",
            f"tables/{own}/view?seat=0",
            "openapi.json",
        )
        requests = [f"GET {API}/{path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n{cookie}\r\n\r\n" for path in paths]
        mine, chance, waits = ann.open("usa", "you", "you", begin=True), random.Random(5), list[float]()
        with Flood(serving, [request.encode() for request in requests], 28) as flood:
            time.sleep(3)  # its bursts are spent
            while len(waits) < 25:
                began = time.monotonic()
                assert ann.act_any(mine, chance)
                waits.append(time.monotonic() - began)
                time.sleep(0.1)
            assert flood.answers > 1000
        assert [path for path, statuses in zip(paths, flood.statuses, strict=True) if not statuses[200]] == []
        assert sum(flood.statuses, Counter[int]())[429] > 0
    assert median(waits) < 0.5


@pytest.mark.slow
def test_no_address_may_ask_for_a_whole_core(tmp_path: Path) -> None:
    """What each kind of request costs, by the server's processor time, times what an address may ask for in a second."""
    with process(tmp_path) as serving:
        guest = serving.guest()
        table = guest.open("usa", *["random"] * 5, begin=True, pace=0)
        until(lambda: guest.get(f"/tables/{table}")["status"] == "over", 120)
        own, _ = long_table(guest)
        full, crowd = full_table(guest), crowded_table(guest, tmp_path)
        played = [guest.open("new-york", "you", "random", begin=True) for _ in range(exercises.LATEST)]
        for one in played:
            play_out([guest], one, random.Random(6))
        asyncio.run(keep_reviews(tmp_path, table, *played))
        position = {"edition": "usa", "position": {"players": 5}, "unseen_cards": [9] * 5, "unseen_tickets": [3] * 5}
        crowded = {"edition": hostile_key(guest, tmp_path), "position": {"players": 5}, "unseen_cards": [9] * 5, "unseen_tickets": [9] * 5}
        asked: list[tuple[str, str, Any]] = [
            ("GET", "/me", None),
            ("GET", "/tables", None),
            ("GET", "/editions/usa", None),
            ("GET", f"/tables/{own}", None),
            ("GET", f"/tables/{own}/view?seat=0&options=true", None),
            ("GET", f"/tables/{crowd}/view?seat=0&options=true", None),
            ("GET", f"/tables/{full}/log?after=0", None),
            ("GET", f"/tables/{full}/log?after=0&words=true", None),
            ("POST", f"/tables/{full}/actions", {"action": "draw deck", "seen": 1, "seat": 0}),
            ("POST", f"/tables/{own}/actions", {"action": "nothing", "seen": 10**6, "seat": 0}),
            ("GET", f"/tables/{table}/result", None),
            ("GET", f"/tables/{table}/record", None),
            ("GET", f"/tables/{table}/replay", None),
            ("GET", f"/tables/{table}/review", None),
            ("GET", "/me/exercises", None),
            ("GET", f"/tables/{table}/fairness", None),
            ("GET", f"/tables/{table}/moments/100", None),
            ("GET", f"/tables/{table}/positions/100", None),
            ("POST", f"/tables/{table}/branches", {"n": 100, "seat": 0, "anew": True}),
            ("POST", "/analysis", position),
            ("POST", "/analysis", crowded),
            ("POST", "/analysis/moves", {**position, "action": "draw deck"}),
            ("POST", "/analysis/tables", position),
            ("GET", "/puzzles", None),
            ("GET", "/puzzles/today", None),
            ("GET", "/puzzles/next", None),
            ("GET", "/me/export", None),
        ]
        cores = {}
        for method, path, body in asked:
            before = processor_time(serving.process.pid)
            for _ in range(20):
                answer = guest.http.request(method, path, json=body)
                assert answer.status_code < 300 or path.endswith("actions"), answer.text
            seconds = (processor_time(serving.process.pid) - before) / 20
            kind = kind_of(method, path, table, own, full, crowd)
            rate = RATES["replay" if "/log" in path else kind]
            if "/log" in path:
                seconds /= 1 + MOST_LINES // LINES_AT_ONCE  # it is counted as so many
            used = seconds * min(rate.per_second * rate.guests, RATES["any"].per_second * RATES["any"].guests)
            cores[f"{method} {path}"] = max(used, cores.get(f"{method} {path}", 0.0))
        assert len(guest.get("/me/exercises")["games"]) == exercises.MOST_GAMES
        assert {request: used for request, used in cores.items() if used >= 1.0} == {}


def full_table(guest: Guest) -> str:
    """A table whose log takes no more words, all of them as long as they may be."""
    table, _ = long_table(guest)
    while guest.http.post(f"/tables/{table}/chat", json={"text": "\N{STEAM LOCOMOTIVE}" * 500}).status_code == 200:
        pass
    return table


def crowded_table(guest: Guest, folder: Path) -> str:
    """A table on a board made to hurt whose first seat holds dozens of tickets and is offered five more."""
    table = guest.open(hostile_key(guest, folder, "long-routes", offer=5), "you", "you", begin=True)
    for _ in range(60):
        told = guest.get(f"/tables/{table}/options", seat=0)
        if not told["legal"]:
            guest.act_any(table, random.Random(1), seat=1)
            continue
        keeps = [one for one in told["legal"] if one["kind"] == "keep"]
        if len(told["ways"]) > 40 and keeps:
            break
        drawing = next((one for one in told["legal"] if one["kind"] == "draw tickets"), told["legal"][0])
        guest.act(table, (max(keeps, key=lambda one: len(one["keep"])) if keeps else drawing)["action"], told["n"], seat=0)
    assert len(told["ways"]) > 40 and told["costs"]
    return table


async def keep_reviews(folder: Path, *tables: str) -> None:
    """Keep reviews as long as those of five players in the largest box, full of marks, without the minutes that they take."""
    game = GameSpec(get_edition("new-york"), ("random", "hard"), 6, 0, 0).play()
    found: Any = finished(game, review_game(game, 1))
    found["review"]["judgements"] = [{**one, "mark": "detour"} for one in found["review"]["judgements"] * 10]
    assert 350_000 < len(json.dumps(found)) < 450_000
    store = Store(Settings(data_dir=folder).database)
    for table in tables:
        await store.lease_review(table, engine_version(), 0, 1, now())
        await store.save_review(table, engine_version(), ReviewRow(1.0, None, None, found), None, now())
    await store.close()


def hostile_key(guest: Guest, folder: Path, name: str = "ring-of-blocks", offer: int = 3) -> str:
    """A board that was made to hurt, uploaded."""
    [board] = [board for board in hostile_boards() if board.name == name]
    path = write(replace(board, offer=offer), folder)
    texts = {"edition": path.read_text("utf-8"), "board": path.with_name(f"{path.stem}.board.toml").read_text("utf-8")}
    return str(guest.post("/editions", texts)["key"])


def kind_of(method: str, path: str, *tables: str) -> str:
    route = path.partition("?")[0].replace("100", "{n}")
    for table in tables:
        route = route.replace(table, "{table_id}")
    return COSTS.get(f"{method} {route}", "read" if method == "GET" else "act")


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_boards_are_exported_one_by_one(tmp_path: Path) -> None:
    """25 boards of 400 KB, mostly remarks: nobody waits for all of it, nor is it held in memory for who does not read."""
    edition, board = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("harbour.toml", "harbour.board.toml"))
    with process(tmp_path, ALLABOARD_MAX_OWN_EDITIONS="100") as serving, ExitStack() as stack:
        guest = serving.guest()
        for number in range(25):
            remarks = f"# {number} " + "x" * (200_000 - len(edition) - 20)
            guest.post("/editions", {"edition": f"{remarks}\n{edition}", "board": f"{'#' * (200_000 - len(board) - 5)}\n{board}"})
        assert len(guest.get("/me/export")["editions"]) == 25
        before = memory_of(serving.process.pid)
        for _ in range(20):
            stack.enter_context(serving.guest(same_as=guest).http.stream("GET", "/me/export"))
        assert memory_of(serving.process.pid) - before < 80_000_000  # it would be 200 MB


def memory_of(pid: int) -> int:
    [line] = re.findall(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    return 1000 * int(line)
