"""Names and words belong to people: over the whole life of a table each takes along and erases their own, and nothing of anybody else's."""

import asyncio
import itertools
import json
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from allaboard import get_edition
from allaboard.puzzles.puzzle import shipped_puzzles
from allaboard.server import db_schema
from mutants import records
from serving import Guest, Serving, id_of, play_out, served, until

STORED = Path(__file__).parent / "stored"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def serving(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Serving]:
    """A server on each kind of database."""
    settings = {"database_url": request.getfixturevalue("address")} if request.param == "postgresql" else {}
    with served(tmp_path, **settings) as made:
        yield made


class Person:
    """Somebody whose names and words are like nobody else's, so that they can be looked for."""

    def __init__(self, serving: Serving, name: str) -> None:
        self.guest, self.name = serving.guest(), name
        self.count = 0
        self.words: list[str] = []

    def new_name(self) -> str:
        self.count += 1
        return f"{self.name}-n{self.count}"

    def say(self, table: str) -> None:
        self.words.append(f"{self.name}-word{len(self.words)}")
        self.guest.post(f"/tables/{table}/chat", {"text": self.words[-1]}, key=self.words[-1])


def everything(guest: Guest, tables: list[str]) -> str:
    """All that somebody can read about tables, old lines and streams included."""
    read: list[Any] = [guest.get("/me"), guest.get("/tables"), guest.get("/me/export")]
    for table in tables:
        paths = ("", "/view", "/log", "/result", "/replay?seat=all", "/replay", "/record")
        read += [guest.http.get(f"/tables/{table}{path}").text for path in paths]
        log = guest.http.get(f"/tables/{table}/log")
        if log.is_success:
            lines = len(log.json())
            read += list(itertools.islice(guest.events(table), lines))
            assert [line["n"] for line in log.json()] == list(range(1, lines + 1))
    return json.dumps(read, ensure_ascii=False)


def upload(person: Person) -> str:
    own = get_edition("london").path.read_text(encoding="utf-8").replace('id = "london"', f'id = "{person.name}-board"')
    return str(person.guest.post("/editions", {"edition": own})["key"])


def test_over_the_whole_life_of_a_table(serving: Serving) -> None:
    """Joined, named, said something, left; another takes the seat and speaks; played to the end; then one goes after the other."""
    ann, bob, cleo = (Person(serving, name) for name in ("ann4711", "bob4711", "cleo4711"))
    stranger = serving.guest()
    for person in (ann, bob, cleo):
        person.guest.ask("PATCH", "/me", json={"name": person.new_name()})
    board, spare = upload(ann), upload(cleo)

    seats = [{"kind": "you", "name": ann.new_name()}, {"kind": "open"}, {"kind": "bot", "bot": "random", "name": ann.new_name()}]
    table = ann.guest.open(board, *seats, listed=True, undo=False)  # so that the bot waits for nobody who might
    bob.guest.join(ann.guest, table, name=bob.new_name())
    bob.say(table)
    ann.say(table)
    bob.guest.post(f"/tables/{table}/leave")
    cleo.guest.join(ann.guest, table, name=cleo.new_name())
    cleo.say(table)
    ann.guest.post(f"/tables/{table}/start")
    token = cleo.guest.post(f"/tables/{table}/seats/1/token")["token"]
    play_out([ann.guest, cleo.guest], table, random.Random(4))
    for person in (ann, cleo):
        person.say(table)
    rematch = cleo.guest.post(f"/tables/{table}/rematch")["id"]
    cleo.say(rematch)
    closed = bob.guest.open("usa", {"kind": "you", "name": bob.new_name()}, "open")
    bob.say(closed)
    bob.guest.post(f"/tables/{closed}/leave")
    tables = [table, rematch, closed]

    people = [ann, bob, cleo]
    for person in people:  # to each their own
        export = json.dumps(person.guest.get("/me/export"))
        assert all(word in export for word in person.words), person.name
        assert f"{person.name}-n1" in export
        for other in people:
            assert other is person or f"{other.name}-word" not in export, (person.name, other.name)
    assert f"{ann.name}-board" in json.dumps(ann.guest.get("/me/export")["editions"])
    before = everything(stranger, tables)
    assert all(person.name in before for person in people)

    gone: list[Person] = []
    for person in (bob, cleo, ann):
        moves = [line for line in stranger.get(f"/tables/{table}/log") if line["kind"] == "action"]
        person.guest.ask("DELETE", "/me", 204)
        gone.append(person)
        left = [other for other in people if other not in gone]
        for reader in (stranger, *(other.guest for other in people)):
            read = everything(reader, tables)
            for erased in gone:
                assert erased.name not in read.replace(f"{erased.name}-board", ""), (reader, erased.name)
        read = everything(stranger, tables)
        for other in left:
            assert all(word in read for word in other.words), other.name
        # the game stays, played by somebody
        after = [line for line in stranger.get(f"/tables/{table}/log") if line["kind"] == "action"]
        assert [[event | {"words": ""} for event in line["events"]] for line in moves] == [
            [event | {"words": ""} for event in line["events"]] for line in after
        ]
        assert stranger.get(f"/tables/{table}/fairness")["verified"]
        assert person.guest.get("/me") == {"name": "", "tables": [], "boards": [], "uploads": True}
        assert not any(person.guest.get("/me/export").values())
    assert serving.guest(Authorization=f"Bearer {token}").view(table)["seat"] is None
    assert stranger.get(f"/tables/{table}/result")["names"][:2] == ["somebody", "somebody"]
    rows = stored(serving)
    assert spare.removeprefix("own-") not in rows  # nobody played on it
    assert board.removeprefix("own-") in rows
    for person in people:
        assert person.name not in rows.replace(f"{person.name}-board", ""), f"{person.name} is still in the database"


def stored(serving: Serving) -> str:
    """All rows of all tables, as text."""

    async def read() -> str:
        store = serving.app.state.services.store
        found: list[str] = []
        async with store.reading() as connection:
            for table in db_schema.metadata.sorted_tables:
                found += [f"{table.name} {row}\n" for row in await connection.execute(select(table))]
        return "".join(found)

    return asyncio.run_coroutine_threadsafe(read(), serving.app.state.services._loop).result(30)


def test_no_row_tells_of_who_has_gone(serving: Serving) -> None:
    """Everything that a person can leave behind is erased: nothing bears their id, and what they uploaded no words of theirs."""
    ann, bob = Person(serving, "ann0815"), serving.guest()
    ann.guest.ask("PATCH", "/me", json={"name": ann.new_name()})
    upload(ann)
    table = ann.guest.open("new-york", {"kind": "you", "name": ann.new_name()}, {"kind": "remote", "name": ann.new_name()}, begin=True)
    ann.say(table)
    record = {**records()[0], "seats": [{"kind": kind, **words(ann)} for kind in ("bot", "remote")]}
    kept = [ann.guest.post("/records", {"record": record})["id"] for _ in range(2)]
    puzzle = shipped_puzzles()[0]
    ann.guest.post(f"/puzzles/{puzzle.id}/attempts", {"action": puzzle.natural})
    gone, services = id_of(ann.guest), serving.app.state.services
    on_loop(serving, services.store.pass_mark(gone, table, 1))
    on_loop(serving, services.store.lease_review(table, "engine", 0, 1, 1))
    on_loop(serving, services.tables.set_aside(kept[1], "tried"))

    rows, export = stored(serving), json.dumps(ann.guest.get("/me/export"))
    for name in ("guests", "editions", "tables", "seats", "log", "passed_marks", "puzzle_solvers", "puzzle_attempts"):
        assert any(line.startswith(f"{name} ") and gone in line for line in rows.splitlines()), name
    assert all(word in export for word in ann.words)
    ann.guest.ask("DELETE", "/me", 204)
    rows = stored(serving)
    assert gone not in rows
    assert ann.name not in rows
    told = bob.get(f"/tables/{kept[0]}/record")
    assert told["seats"] == [{"kind": "bot", "name": "Bot"}, {"kind": "remote", "name": "Remote bot"}]
    bob.post("/records", {"record": told}, 201)


def words(person: Person) -> dict[str, str]:
    """What a record may say of a player."""
    person.words += [f"{person.name}-said{len(person.words) + n}" for n in range(3)]
    return dict(zip(("name", "bot", "version"), person.words[-3:], strict=True))


def test_a_token_ends_with_who_gave_it(serving: Serving) -> None:
    """A bot from elsewhere that the host let in plays no more; one of ours plays on, so that nobody waits."""
    ann, bob = serving.guest(), serving.guest()
    table = ann.open("new-york", "you", "open", "remote")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    given = ann.open("new-york", "you", "open", "remote")
    bob.join(ann, given)
    tokens = {one: ann.post(f"/tables/{one}/seats/2/token")["token"] for one in (table, given)}
    robots = {one: serving.guest(Authorization=f"Bearer {token}") for one, token in tokens.items()}
    assert [robots[one].view(one)["seat"] for one in (table, given)] == [2, 2]
    ann.ask("DELETE", "/me", 204)
    assert [robots[one].view(one)["seat"] for one in (table, given)] == [None, None]
    until(lambda: any(line["kind"] == "action" and line["seat"] == 2 for line in bob.get(f"/tables/{table}/log")))
    # who was handed the other table may let the bot in again
    assert [seat["away"] for seat in bob.get(f"/tables/{given}")["seats"]] == [False] * 3
    token = bob.post(f"/tables/{given}/seats/2/token")["token"]
    assert serving.guest(Authorization=f"Bearer {token}").view(given)["seat"] == 2


def on_loop(serving: Serving, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, serving.app.state.services._loop).result(60)


def test_nothing_lingers_in_the_files(tmp_path: Path) -> None:
    """After erasing, the bytes of names and words are in no file of the database: neither in free pages nor in the journal."""
    with served(tmp_path) as serving:
        ann = Person(serving, "lingering4711")
        ann.guest.ask("PATCH", "/me", json={"name": ann.new_name()})
        table = ann.guest.open("new-york", {"kind": "you", "name": ann.new_name()}, "open", "random", begin=True)
        for _ in range(40):
            ann.say(table)
        upload(ann)
        ann.guest.ask("DELETE", "/me", 204)
        for file in tmp_path.glob("allaboard.db*"):
            assert b"lingering4711" not in file.read_bytes(), file.name


def test_who_sits_down_next_is_not_who_sat_there(serving: Serving) -> None:
    """Erasing by the second leaves the words of the first, and the first can still erase theirs."""
    host, first, second = (Person(serving, name) for name in ("host815", "first815", "second815"))
    table = host.guest.open("new-york", "you", "open")
    for person in (first, second):
        person.guest.join(host.guest, table, name=person.new_name())
        person.say(table)
        person.guest.post(f"/tables/{table}/leave")
    assert first.words[0] in json.dumps(first.guest.get("/me/export"))
    second.guest.ask("DELETE", "/me", 204)
    read = everything(host.guest, [table])
    assert first.words[0] in read
    assert second.name not in read
    first.guest.ask("DELETE", "/me", 204)
    assert first.name not in everything(host.guest, [table])


def test_a_table_that_was_set_aside_forgets_as_well(serving: Serving) -> None:
    """Nobody can go on there, yet what is somebody's own can be taken along and erased; should it go on one day, nobody waits for them."""
    ann = Person(serving, "aside4712")
    table = ann.guest.open("new-york", {"kind": "you", "name": ann.new_name()}, "open", begin=True)
    ann.say(table)
    services = serving.app.state.services
    asyncio.run_coroutine_threadsafe(services.tables.set_aside(table, "tried"), services._loop).result(60)
    assert ann.words[0] in json.dumps(ann.guest.get("/me/export"))
    ann.guest.ask("DELETE", "/me", 204)
    rows = asyncio.run_coroutine_threadsafe(services.store.lines(table), services._loop).result(60)
    seats = asyncio.run_coroutine_threadsafe(services.store.seats(table), services._loop).result(60)
    assert ann.name not in repr((rows, seats))
    assert seats[0].played_by_bot


def test_running_games_go_on_without_the_name(serving: Serving) -> None:
    """A bot plays on; a listener hears of it; the clock that runs out does not bring the name back."""
    ann, bob = Person(serving, "ann99"), Person(serving, "bob99")
    table = ann.guest.open("new-york", {"kind": "you", "name": ann.new_name()}, "open", listed=True, clock={"per": "move", "seconds": 1})
    bob.guest.join(ann.guest, table, name=bob.new_name())
    ann.guest.post(f"/tables/{table}/start")
    ann.guest.ask("DELETE", "/me", 204)
    heard = json.dumps(list(itertools.islice(bob.guest.events(table), 3)))
    assert ann.name not in heard
    assert ann.name not in json.dumps(bob.guest.get("/tables"))
    bob.guest.post(f"/tables/{table}/leave")
    for _ in range(600):
        if bob.guest.get(f"/tables/{table}")["status"] == "over":
            break
        time.sleep(0.05)
    assert ann.name not in everything(bob.guest, [table])
    assert bob.guest.get(f"/tables/{table}")["status"] == "over"
    rematch = bob.guest.post(f"/tables/{table}/rematch")
    assert rematch["seats"][0]["kind"] == "open"  # who has gone is not waited for


def test_old_lines_are_given_to_people_as_far_as_the_log_tells(tmp_path: Path) -> None:
    """A database of the first version, in which one person was erased and one seat changed hands."""
    connection = sqlite3.connect(tmp_path / "allaboard.db")
    connection.executescript((STORED / "0001.sql").read_text(encoding="utf-8"))
    [(table,)] = connection.execute("SELECT id FROM tables WHERE status = 'over'").fetchall()
    [(kind, data)] = connection.execute("SELECT kind, data FROM log WHERE table_id = ? AND n = 1", (table,)).fetchall()
    [(told,)] = connection.execute("SELECT data FROM log WHERE table_id = ? AND kind = 'start'", (table,)).fetchall()
    names = [seat["name"] for seat in json.loads(told)["seats"]]
    assert (kind, json.loads(data)["name"]) == ("seat", names[1])
    # before it all, somebody sat at seat 1, spoke and left; seat 0 was erased by the version of then
    connection.execute("UPDATE log SET n = -n WHERE table_id = ?", (table,))
    connection.execute("UPDATE log SET n = 3 - n WHERE table_id = ?", (table,))
    earlier = [
        (1, "seat", json.dumps({**json.loads(data), "name": "Gone with the name"})),
        (2, "chat", json.dumps({"text": "of somebody who left"})),
        (3, "seat", json.dumps({"seat": 1, "kind": "open", "name": "", "bot": None, "away": False, "why": "left"})),
    ]
    for n, kind, words in earlier:
        connection.execute(
            "INSERT INTO log (table_id, n, kind, seat, outcome, data, at) VALUES (?, ?, ?, 1, 'null', ?, 1)", (table, n, kind, words)
        )
    connection.execute("UPDATE tables SET n = n + 3 WHERE id = ?", (table,))
    connection.execute("UPDATE seats SET guest = NULL, name = 'somebody' WHERE table_id = ? AND seat = 0", (table,))
    connection.commit()
    connection.close()
    with served(tmp_path) as serving:
        bob = serving.guest(Cookie=f"allaboard_guest={'b' * 43}")
        log = serving.guest().http.get(f"/tables/{table}/log").text
        assert names[0] not in log  # erased, at last
        assert names[1] in log
        assert "Gone with the name" not in log
        assert "of somebody who left" in log  # nobody's, and therefore nobody else's
        assert "of somebody who left" not in json.dumps(bob.get("/me/export"))
        bob.ask("DELETE", "/me", 204)
        log = serving.guest().http.get(f"/tables/{table}/log").text
        assert names[1] not in log
        assert "of somebody who left" in log
