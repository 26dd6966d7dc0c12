"""Uploads of strangers: what cannot be is refused by its field, and leaves nothing; what can be belongs to somebody, who can delete it."""

import asyncio
import gzip
import itertools
import json
import random
import re
import sqlite3
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from allaboard import Game
from allaboard.actions import ActionSpace, action_space
from allaboard.editions import Edition, load_text
from allaboard.editions.sample_boards import SAMPLES
from allaboard.server import edition_store, http_cache
from allaboard.server.body_data import faulty_text
from allaboard.server.byte_cache import ByteCache
from allaboard.server.edition_store import EditionStore
from allaboard.server.limits import Limits
from allaboard.server.models import now
from allaboard.server.settings import Settings
from allaboard.server.store import Store
from allaboard.server.upload_workers import UploadWorkers
from hostile_boards import hostile_boards, write
from mutants import records
from serving import Guest, Process, Serving, bystander, play_out, served, until

BOARDS = SAMPLES
EDITION = (BOARDS / "harbour.toml").read_text(encoding="utf-8")
BOARD = (BOARDS / "harbour.board.toml").read_text(encoding="utf-8")
HARBOUR = {"edition": EDITION, "board": BOARD}


def send(guest: Guest, path: str, body: Any, status: int) -> Any:
    """Post JSON with everything beyond ASCII escaped, half surrogate pairs included, which httpx would not send; the answer's JSON."""
    answer = guest.http.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"}, timeout=120)
    assert answer.status_code == status, f"{answer.status_code} {answer.text}"
    assert status < 400 or answer.headers["content-type"] == "application/problem+json"
    return answer.json()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("uploads")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Serving]:
    with served(folder, editions_per_guest=3) as serving:
        yield serving


def kept(folder: Path) -> tuple[int, ...]:
    """How many boards and tables the database holds."""
    connection = sqlite3.connect(folder / "allaboard.db")
    try:
        return tuple(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("editions", "tables", "log"))
    finally:
        connection.close()


def record() -> dict[str, Any]:
    chance = random.Random(3)
    game = Game("london", players=2, seed=11)
    while len(game.log) < 9:
        seat = chance.choice(game.acting)
        game.play(chance.choice(game.legal_actions(seat)), seat)
    return game.record().data


RECORD = record()
LINE = RECORD["log"][0]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"commitment": [[]]}, "commitment"),
        ({"commitment": "\x00" * 64}, "commitment"),
        ({"seed": {"a": 1}}, "seed"),
        ({"seed": 5}, "seed"),
        ({"seed": "0" * 100_000}, "seed"),
        ({"seed": "\ud800" * 64}, "seed"),
        ({"edition": ["london"]}, "edition"),
        ({"edition": None}, "edition"),
        ({"players": "2"}, "players"),
        ({"start": 10**30}, "start"),
        ({"start_drawn": "yes"}, "start_drawn"),
        ({"rules": 1.5}, "rules"),
        ({"deal": {"cards": ["\ud800"], "tickets": []}}, "deal"),
        ({"log": [{**LINE, "action": "keep \ud800"}]}, "log.0.action"),
        ({"log": [{**LINE, "action": "keep \x00"}]}, "log.0.action"),
        ({"log": [{**LINE, "outcome": [{}]}]}, "line 1"),
        ({"log": [[]]}, "line 1"),
        ({"log": {"0": LINE}}, "log"),
        ({"position": {"hands": 3}, "deal": None, "start_drawn": False, "commitment": None}, "position"),
        ({"result": {"totals": [], "winners": "all"}}, "result"),
        ({"\ud800": 1}, "a field"),
        ({"format": "\ud800"}, "format"),
    ],
)
def test_a_record_that_cannot_be_names_its_field(ann: Guest, folder: Path, changes: dict[str, Any], field: str) -> None:
    """422 with the field, never 5xx; nothing is stored."""
    before = kept(folder)
    problem = send(ann, "/records", {"record": {**RECORD, **changes}}, 422)
    assert problem["type"] == "urn:allaboard:problem:invalid"
    assert field in problem["detail"]
    assert len(problem["detail"]) < 2000
    assert kept(folder) == before


def test_an_edition_of_a_record_that_cannot_be_is_not_found(ann: Guest) -> None:
    """Whatever is written there is looked for nowhere but among the editions."""
    for name in ("own-" + "g" * 32, "own-" + "0" * 32, "../../usa.toml", "paris"):
        ann.post("/records", {"record": {**RECORD, "edition": name}}, 404)
        ann.post("/records", {"record": RECORD, "edition": name}, 404)
        ann.post("/tables", {"edition": name, "seats": [{"kind": "you"}, {"kind": "open"}]}, 404)
    for name in ("london\x00", "own-\x00", "\ud800"):
        send(ann, "/records", {"record": {**RECORD, "edition": name}}, 422)
        send(ann, "/records", {"record": RECORD, "edition": name}, 422)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('title = "Harbour"', 'title = "Har\\u0000bour"', "title"),
        ('title = "Harbour"', 'title = "Har\x00bour"', "edition: a text"),
        ('title = "Harbour"', 'title = "Har\\u001b[2Jbour"', "title"),
        ('title = "Harbour"', 'title = "' + "x" * 150_000 + '"', "title"),
        ('title = "Harbour"', 'title = "Har\ud800bour"', "edition: a text"),
        ("# Harbour", "# Har\ud800bour", "edition: a text"),
        ('name = "Old Mill"', 'name = "Old\\u0000Mill"', "name"),
        ('name = "Waterfront"', 'name = "Water\\u202efront"', "name"),
        ("wild_cards = 4", "wild_cards = 234", "wild_cards"),
        ('"harbour.board.toml"', '"../../harbour.board.toml"', "board"),
        ('"harbour.board.toml"', '"harbour.toml"', "cannot be the name of the board"),
        ("width = 400", "width = 0.001", "width"),
        ("pieces = 8\n", "pieces = 8\n" + "a." * 50_000 + "a = 1\n", "dots"),
    ],
)
def test_a_board_that_cannot_be_names_its_field(ann: Guest, folder: Path, old: str, new: str, field: str) -> None:
    """422 with the field, never 5xx; nothing is stored."""
    before = kept(folder)
    changed = {name: text.replace(old, new) for name, text in HARBOUR.items()}
    assert changed != HARBOUR
    problem = send(ann, "/editions", changed, 422)
    assert field in problem["detail"]
    assert len(problem["detail"]) < 5000
    assert kept(folder) == before


def test_refusals_are_short_whatever_was_sent(ann: Guest) -> None:
    """Thousands of unknown fields, half surrogate pairs in their names: one short problem."""
    for body in ({f"k{n}": 1 for n in range(100_000)}, {"\ud800": 1, **HARBOUR}, {"edition": 5, "board": []}, [[]] * 1000):
        problem = send(ann, "/editions", body, 422)
        assert len(json.dumps(problem)) < 10_000
        assert problem["faults"]


@pytest.mark.parametrize("value", ["\0", "\udfff", {"\udfff": "\0"}, ["\0"]])
def test_what_stands_under_a_name_that_is_no_text(ann: Guest, value: object) -> None:
    """The place of a fault is told by names, and one of them may be half a surrogate pair."""
    for body in ({"record": {"\ud800": value}}, {"format": "x", "\ud800": value}, {"record": {"log": [{"\ud800": value}]}}):
        assert "surrogate" in send(ann, "/records", body, 422)["detail"]


@pytest.mark.parametrize("depth", [33, 900, 949, 5000, 200_000])
def test_what_is_nested_deeply_is_refused(ann: Guest, depth: int) -> None:
    """However deep: below what a form may have, near what this machine can follow, and beyond."""
    nest = "[" * depth + "]" * depth
    for path, body in (
        ("/tables", f'{{"edition": {nest}}}'),
        ("/records", f'{{"record": {{"format": "x", "position": {nest}}}}}'),
        ("/analysis", f'{{"edition": "usa", "position": {nest}}}'),
    ):
        if len(body) < 60_000 or path == "/records":
            headers = {"Content-Type": "application/json", "Idempotency-Key": f"deep {depth} {path}"}
            answer = ann.http.post(path, content=body, headers=headers)
            assert answer.status_code in (400, 422), f"{path}: {answer.status_code} {answer.text[:300]}"
            assert len(answer.content) < 5000


@pytest.mark.parametrize("values", [["\0"], [["\0"]], [{"k": "\0"}]], ids=["texts", "lists", "fields"])
def test_a_long_name_costs_no_more_for_every_value_below_it(values: list[object]) -> None:
    """The place of a fault is told when there is one, and not kept in words for each value that has none."""
    given = {"A" * 1_000_000: [*values, *(["x"] * 30_000)], "B": [["x"] * 10] * 3000}
    tracemalloc.start()
    try:
        fault = faulty_text(given)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert fault is not None
    assert fault.startswith(f"{'A' * 40}.0")
    assert len(fault) < 200
    assert most < 20_000_000  # with a million letters for every value it would be 30 GB


def test_there_is_an_end_to_what_a_form_may_hold(ann: Guest) -> None:
    assert faulty_text({"log": [0] * 99_999}) is None
    assert "100,000 values" in send(ann, "/records", {"record": {"format": "x", "log": [0] * 300_000}}, 422)["detail"]


def test_there_is_an_end_to_what_one_person_uploads(tmp_path: Path) -> None:
    with served(tmp_path, max_records=2) as serving:
        guest, other = serving.guest(), serving.guest()
        for _ in range(2):
            guest.post("/records", {"record": record()})
        assert "2 records" in guest.post("/records", {"record": record()}, 429)["detail"]
        other.post("/records", {"record": record()})


def test_nobody_waits_at_a_table_whose_proof_is_looked_at(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is verified in a process that others may keep busy; meanwhile it is looked at as ever."""
    table, workers = ann.post("/records", {"record": record()})["id"], server.app.state.services.workers
    begun, go_on, run = threading.Event(), threading.Event(), workers.run

    async def wait(*arguments: Any, **options: Any) -> object:
        begun.set()
        while not go_on.is_set():
            await asyncio.sleep(0.05)
        return await run(*arguments, **options)

    monkeypatch.setattr(workers, "run", wait)
    proof = list[Any]()
    asking = threading.Thread(target=lambda: proof.append(server.guest(same_as=ann).get(f"/tables/{table}/fairness")))
    asking.start()
    try:
        assert begun.wait(30)
        assert ann.http.get(f"/tables/{table}", timeout=10).is_success
    finally:
        go_on.set()
        asking.join()
    assert proof[0]["verified"] is not None


def test_a_board_belongs_to_who_uploaded_it(ann: Guest, bob: Guest) -> None:
    """Two people with the same texts have a board each; only one's own can be deleted, and then it is gone."""
    mine, theirs = (guest.post("/editions", HARBOUR)["key"] for guest in (ann, bob))
    assert mine != theirs
    assert ann.post("/editions", HARBOUR)["key"] == mine
    assert "only who uploaded" in ann.ask("DELETE", f"/editions/{theirs}", 403)["detail"]
    ann.ask("DELETE", f"/editions/{mine}", 204)
    for path in ("", "/geometry", "/board.svg"):
        ann.get(f"/editions/{mine}{path}", 404)
    ann.ask("DELETE", f"/editions/{mine}", 404)
    ann.ask("DELETE", "/editions/usa", 404)
    assert bob.get(f"/editions/{theirs}")["title"] == "Harbour"
    assert ann.post("/editions", HARBOUR)["key"] == mine


def test_games_on_a_deleted_board_go_on(ann: Guest, bob: Guest, chance: random.Random) -> None:
    """The board stays for the tables that have it, with its picture, and takes no new ones, no records and no rematch."""
    key = ann.post("/editions", HARBOUR)["key"]
    table = ann.open(key, "you", "random", begin=True)
    ann.ask("DELETE", f"/editions/{key}", 204)
    assert ann.http.get(f"/editions/{key}/board.svg").status_code == 200
    bob.ask("POST", "/tables", 404, json={"edition": key, "seats": [{"kind": "you"}, {"kind": "open"}]})
    play_out([ann], table, chance)
    assert ann.get(f"/tables/{table}/fairness")["verified"]
    ann.post("/records", {"record": ann.get(f"/tables/{table}/record"), "edition": key}, 404)
    ann.ask("POST", f"/tables/{table}/rematch", 404)
    ann.ask("DELETE", f"/editions/{key}", 403)


def test_a_board_that_was_deleted_while_a_table_uses_it_can_come_back(server: Serving) -> None:
    """Uploaded again it is its owner's as before: listed, for new tables, to be deleted; and counted, so that no more come than may."""
    ann = server.guest()
    boards = [{**HARBOUR, "edition": EDITION.replace("Eight trams", f"{n} more trams")} for n in range(4)]
    key = ann.post("/editions", boards[0], 201)["key"]
    ann.open(key, "you", "open")
    ann.ask("DELETE", f"/editions/{key}", 204)
    assert key not in ann.get("/me")["boards"]
    assert ann.post("/editions", boards[0], 201)["key"] == key
    assert ann.get("/me")["boards"] == [key]
    ann.open(key, "you", "open")
    ann.ask("DELETE", f"/editions/{key}", 204)
    for board in boards[1:]:  # as many as one may have
        ann.post("/editions", board, 201)
    ann.post("/editions", boards[0], 429)


def test_nobody_fills_the_server_with_boards(server: Serving) -> None:
    """One person has so many boards and no more; another copy of the same board is none."""
    ann = server.guest()
    variants = [{**HARBOUR, "edition": EDITION.replace("Eight trams", f"{n} trams")} for n in range(4)]
    for variant in (*variants[:3], *variants[:3]):
        ann.post("/editions", variant, 201)
    assert "you have uploaded 3 boards; delete some first" in ann.post("/editions", variants[3], 429)["detail"]


def test_nobody_closes_the_server_to_the_boards_of_others(tmp_path: Path) -> None:
    """Where it is full, boards make way: of who has most, the one unused for longest. Games on it go on, and it may come back."""
    with served(tmp_path, max_own_editions=4, editions_per_guest=3) as serving:
        ann, bob, cleo, stranger, again = (serving.guest() for _ in range(5))
        variants = [{**HARBOUR, "edition": EDITION.replace("Eight trams", f"{n} trams")} for n in range(10)]
        first = variants[-1]

        def upload(guest: Guest) -> str:
            return str(guest.post("/editions", variants.pop(), 201)["key"])

        def boards(*guests: Guest) -> list[list[str]]:
            return [guest.get("/me")["boards"] for guest in guests]

        used, spare = upload(ann), upload(bob)
        table = ann.open(used, "you", "open")
        taken = [upload(stranger) for _ in range(3)]
        assert boards(ann, bob, stranger) == [[used], [spare], taken[1:]]
        tables = [stranger.open(key, "you", "you", begin=True) for key in taken[1:]]
        last = upload(cleo)  # a table on each of theirs does not help the stranger
        assert boards(ann, bob, cleo, stranger) == [[used], [spare], [last], taken[2:]]
        stranger.post("/tables", {"edition": taken[1], "seats": [{"kind": "you"}, {"kind": "open"}]}, 404)
        assert stranger.act_any(tables[0], random.Random(1)) is not None
        upload(again)
        assert boards(ann, bob, cleo, stranger) == [[used], [], [last], taken[2:]]
        upload(again)
        assert boards(ann, cleo) == [[], [last]]
        assert ann.post("/editions", first, 201)["key"] == used
        assert ann.get(f"/tables/{table}")["status"] == "open"


@pytest.mark.slow
def test_an_address_uploads_so_many_boards_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever it says it is; the same board again is none."""
    monkeypatch.setattr(edition_store, "NEW_A_DAY", 2)
    with served(tmp_path, rate_limits=True) as serving:
        variants = [{**HARBOUR, "edition": EDITION.replace("Eight trams", f"{n} trams")} for n in range(3)]
        guests = [serving.guest() for _ in variants]
        for guest, variant in zip(guests[:2], variants, strict=False):
            for _ in range(2):
                guest.post("/editions", variant, 201)
        answer = guests[2].http.post("/editions", json=variants[2])
        assert answer.status_code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= 86_401
        yesterday = edition_store.now() - edition_store.DAY
        serving.app.state.services.editions._day = yesterday // edition_store.DAY
        guests[2].post("/editions", variants[2], 201)


def test_uploads_can_be_switched_off(tmp_path: Path) -> None:
    """Then both kinds are refused in words, and nothing else changes."""
    with served(tmp_path, uploads=False) as serving:
        ann = serving.guest()
        for path, body in (("/editions", HARBOUR), ("/records", {"record": RECORD})):
            assert "switched uploads off" in ann.post(path, body, 403)["detail"]
        assert ann.get("/editions/usa/geometry")["routes"]


def test_what_takes_too_long_is_refused(tmp_path: Path) -> None:
    """A board or a record that cannot be checked in time is refused in words, and the server goes on."""
    with served(tmp_path, upload_seconds=0.001) as serving:
        ann = serving.guest()
        assert "took longer than 0.001 s" in ann.post("/editions", HARBOUR, 422)["detail"]
        assert "took longer than 0.001 s" in ann.post("/records", {"record": RECORD}, 422)["detail"]
        assert kept(tmp_path) == (0, 0, 0)
        assert ann.get("/editions/usa/geometry")["routes"]


def test_boards_of_an_owner_are_found_forgotten_and_expire(server: Serving, folder: Path) -> None:
    """What the export, erasing and retention ask of the store."""
    ann = server.guest()
    keys = [ann.post("/editions", {**HARBOUR, "edition": EDITION.replace("Eight trams", f"{n} trams")})["key"] for n in range(2)]
    ann.open(keys[0], "you", "open")
    connection = sqlite3.connect(folder / "allaboard.db")
    [owner] = connection.execute("SELECT owner FROM editions WHERE key = ?", (keys[0].removeprefix("own-"),)).fetchone()
    connection.close()

    async def look() -> None:
        store = Store(f"sqlite+aiosqlite:///{folder / 'allaboard.db'}")
        try:
            mine = await store.edition_keys_of(owner)
            assert {f"own-{key}" for key in mine} == set(keys)
            bare = [key.removeprefix("own-") for key in keys]
            assert bare[1] not in await store.expired_keys("keep_boards", now() - 60_000, 1000)
            unused = await store.expired_keys("keep_boards", now() + 1000, 1000)
            assert bare[1] in unused
            assert bare[0] not in unused, "a table uses it"
            await store.forget_editions(owner)
            assert await store.edition_keys_of(owner) == []
            assert (await store.has_edition(bare[0]), await store.has_edition(bare[1])) == (True, False)
            assert not await store.use_edition(bare[0], now())
        finally:
            await store.close()

    asyncio.run(look())


def test_a_board_is_read_once_for_all_who_ask_at_the_same_time(server: Serving, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start no board is in memory: one made to hurt takes half a second, and its actions a third. Who goes takes it from nobody."""
    key = server.guest().post("/editions", HARBOUR)["key"]
    reads: list[str] = []
    prepared: list[Edition] = []

    def load(text: str, find_board: Callable[[str], str]) -> Edition:
        reads.append(text)
        time.sleep(0.3)
        return load_text(text, find_board)

    def prepare(edition: Edition) -> ActionSpace:
        prepared.append(edition)
        time.sleep(0.3)
        return action_space(edition)

    monkeypatch.setattr("allaboard.server.edition_store.load_text", load)
    monkeypatch.setattr("allaboard.server.edition_store.action_space", prepare)

    async def look() -> None:
        settings = Settings(data_dir=folder)
        store, workers = Store(settings.database), UploadWorkers(1)
        editions = EditionStore(settings, store, workers, Limits(enabled=True))
        try:
            gone, *others = (asyncio.create_task(editions.get(key)) for _ in range(8))
            await asyncio.sleep(0.1)
            gone.cancel()
            found = await asyncio.gather(*others)
            assert all(one is found[0] for one in found)
            assert reads == [EDITION]
            header: Any = SimpleNamespace(edition=key, edition_key=key.removeprefix("own-"), edition_hash=found[0].hash)
            await asyncio.gather(*(editions.of(header) for _ in range(8)))
            assert prepared == found[:1]
        finally:
            await workers.close()
            await store.close()

    asyncio.run(look())


def test_uploads_leave_no_files(tmp_path: Path) -> None:
    """Neither a refused upload nor a kept one, nor a server that is killed, leaves anything in the folder for temporary files."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    server = Process("", tmp_path, TMPDIR=str(temporary))
    try:
        ann = server.guest()
        ann.post("/editions", {**HARBOUR, "edition": EDITION.replace("pieces", "peaces", 1)}, 422)
        key = ann.post("/editions", HARBOUR, 201)["key"]
        assert ann.get(f"/editions/{key}/geometry")["routes"]
    finally:
        server.kill()
        server.close()
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are read from /proc")
def test_a_server_that_stops_leaves_no_process(tmp_path: Path) -> None:
    """SIGTERM ends the process for uploads with the server, which exits as it should."""
    server = Process("", tmp_path)
    try:
        server.guest().post("/editions", HARBOUR, 201)
        threads = Path(f"/proc/{server.process.pid}/task").glob("*/children")
        children = [child for thread in threads for child in thread.read_text(encoding="ascii").split()]
        assert children, "an upload starts a process"
        assert server.stop() == 0
    finally:
        server.close()
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_a_board_is_made_ready_for_a_game_off_the_event_loop(server: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its action table takes a third of a second on a board made to hurt, in which the server would answer nobody."""
    on_the_loop: list[bool] = []
    make = ActionSpace.__init__

    def note(self: ActionSpace, edition: Edition) -> None:
        if edition.id == "ring-of-blocks":
            on_the_loop.append(asyncio._get_running_loop() is not None)
        make(self, edition)

    monkeypatch.setattr(ActionSpace, "__init__", note)
    [board] = [board for board in hostile_boards() if board.name == "ring-of-blocks"]
    path = write(board, tmp_path)
    unplayed = re.sub("^title = .*$", 'title = "Played nowhere else"', path.read_text("utf-8"), flags=re.MULTILINE)
    texts = {"edition": unplayed, "board": path.with_name(f"{path.stem}.board.toml").read_text("utf-8")}
    ann = server.guest()
    ann.open(ann.post("/editions", texts)["key"], "you", "you", begin=True)
    assert on_the_loop == [False]


def test_what_is_large_is_compressed_off_the_event_loop(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a megabyte, as boards of strangers can have, takes some milliseconds, and each board is another one."""
    on_the_loop: list[bool] = []
    compress = gzip.compress

    def note(plain: bytes, *more: Any, **options: Any) -> bytes:
        on_the_loop.append(asyncio._get_running_loop() is not None)
        return compress(plain, *more, **options)

    ann = server.guest()
    seen_once = re.sub("^title = .*$", 'title = "Seen once"', EDITION, flags=re.MULTILINE)
    key = ann.post("/editions", {"edition": seen_once, "board": BOARD})["key"]
    game = ann.post("/records", {"record": records()[0]})["id"]
    monkeypatch.setattr("allaboard.server.http_cache.gzip.compress", note)
    monkeypatch.setattr("allaboard.server.http_cache.SMALLEST", 1)
    monkeypatch.setattr(http_cache, "_kept", ByteCache[bytes, http_cache.Content](10_000_000, lambda content: content.size))  # nothing yet
    for path in (f"editions/{key}", f"editions/{key}/geometry", f"editions/{key}/board.svg", f"tables/{game}/review"):
        assert ann.http.get(f"/{path}").status_code == 200
    assert on_the_loop == [False] * 4


def hostile_bodies() -> list[tuple[str, dict[str, Any]]]:
    """Uploads that cost whoever reads them as much as they can."""
    chance = random.Random(5)
    names = ["".join(chance.choice("ab") for _ in range(40)) for _ in range(300)]
    rows = "\n".join(f'{{ a = "{a}", b = "{b}", length = 1, colour = "red" }},' for a, b in itertools.pairwise(names))
    places = "\n".join(f'{{ name = "{name}", x = {n}, y = {n * 7 % 290}, label = "n" }},' for n, name in enumerate(names[:58]))
    crowd = BOARD.replace("\nroutes = [", f"\nroutes = [\n{rows[:8500]}").replace("\nlocations = [", f"\nlocations = [\n{places}")
    lines = [{**LINE, "outcome": ["red"] * 500}] * 300
    return [
        ("/editions", {"edition": EDITION, "board": crowd}),
        ("/editions", {"edition": EDITION, "board": BOARD.replace("\nroutes = [", "\nroutes = [\n" + rows * 5)}),
        ("/editions", {"edition": "\n".join("a." * 900 + f"b{n} = 1" for n in range(90)), "board": BOARD}),
        ("/editions", {"edition": "a = " + "[" * 90_000, "board": BOARD}),
        ("/records", {"record": {**RECORD, "log": lines}}),
        ("/records", {"record": {**RECORD, "log": RECORD["log"] * 400}}),
    ]


def test_hostile_uploads_hold_nobody_up(server: Serving) -> None:
    """While somebody uploads what hurts, one request after the other, nobody else waits half a second."""
    with bystander(server) as before:
        time.sleep(2)
    stopping, answers = threading.Event(), []

    def attack() -> None:
        guest = server.guest()
        while not stopping.is_set():
            for path, body in hostile_bodies():
                answers.append(guest.http.post(path, json=body, timeout=120))

    attackers = [threading.Thread(target=attack) for _ in range(2)]
    for thread in attackers:
        thread.start()
    until(lambda: answers, 120)
    with bystander(server) as meanwhile:
        time.sleep(4)
    stopping.set()
    for thread in attackers:
        thread.join(300)
    assert {answer.status_code for answer in answers} <= {422, 429}
    assert all(len(answer.content) < 100_000 for answer in answers)
    # on a machine that is busy with other things a request may take long by itself
    assert meanwhile.slowest < (max(0.5, 3 * before.slowest[0]), "") or not meanwhile.slow
