"""What goes after a time and what stays, over the life of tables; and a dry run that says so beforehand and touches nothing."""

import asyncio
import os
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from allaboard import Record, get_edition
from allaboard.cli import app
from allaboard.editions.sample_boards import SAMPLES
from allaboard.server.models import now
from allaboard.server.retention import DAY, KINDS, Pruned, prune
from allaboard.server.settings import Settings
from mutants import records
from serving import Guest, Process, Serving, play_out, served, until

NEVER = dict.fromkeys(KINDS, 0)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def serving(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Serving]:
    settings = {"database_url": request.getfixturevalue("address")} if request.param == "postgresql" else {}
    with served(tmp_path, prune_every=100, **settings) as made:
        yield made


def tables_of_all_kinds(serving: Serving, guest: Guest) -> dict[str, str]:
    """One table in every state that a table can be left in."""
    chance = random.Random(2)
    tables = {
        "open": guest.open("new-york", "you", "open"),
        "closed": guest.open("new-york", "you", "open"),
        "waiting": guest.open("new-york", "you", "you", begin=True),
        "with a bot": guest.open("new-york", "you", "expert", begin=True, pace=10, start=1),
        "with a clock": guest.open("new-york", "you", "you", begin=True, clock={"per": "move", "seconds": 86400}),
        "of people": guest.open("new-york", "you", "you", begin=True),
        "of bots": guest.open("new-york", "random", "random", begin=True),
    }
    guest.post(f"/tables/{tables['closed']}/leave")
    play_out([guest], tables["of people"], chance)
    until(lambda: guest.get(f"/tables/{tables['of bots']}")["status"] == "over", 60)
    game = Record.from_json(guest.http.get(f"/tables/{tables['of people']}/record").text)
    tables["record"] = guest.post("/records", {"record": game.data})["id"]
    shown = guest.view(tables["with a bot"])
    guest.act(tables["with a bot"], shown["view"]["you"]["legal"][0], shown["n"])
    return tables


def on_loop(serving: Serving, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, serving.app.state.services._loop).result(60)


def look(serving: Serving, moment: int, *, dry_run: bool = False, **days: int) -> dict[str, int]:
    """Prune as if it were another day; how many of each kind went."""
    services = serving.app.state.services
    settings = Settings(**{**NEVER, **days})  # type: ignore[arg-type]
    pruned = on_loop(serving, prune(services.store, settings, dry_run=dry_run, moment=moment, dropped=services.retention._forget))
    return {one.setting: one.count for one in pruned if one.count}


def there(guest: Guest, tables: dict[str, str]) -> set[str]:
    return {name for name, table in tables.items() if guest.http.get(f"/tables/{table}").status_code == 200}


def test_each_kind_goes_after_its_own_time(serving: Serving) -> None:
    """And only then; what the dry run counts is what goes, and no other table is concerned."""
    guest = serving.guest()
    tables = tables_of_all_kinds(serving, guest)
    later = now() + 100 * DAY
    left = set(tables)
    assert look(serving, later) == {}
    for setting, gone in (
        ("keep_unbegun", {"open", "closed"}),
        ("keep_abandoned", {"waiting"}),
        ("keep_bot_games", {"of bots"}),
        ("keep_records", {"record"}),
        ("keep_finished", {"of people"}),
    ):
        assert look(serving, later, **{setting: 101}) == {}
        assert look(serving, later, dry_run=True, **{setting: 99}) == {setting: len(gone)}
        assert there(guest, tables) == left
        assert look(serving, later, **{setting: 99}) == {setting: len(gone)}
        left -= gone
        assert there(guest, tables) == left
        assert look(serving, later, **{setting: 99}) == {}
    assert left == {"with a bot", "with a clock"}  # they go on by themselves


def test_a_dry_run_counts_what_the_deed_sets_free(serving: Serving) -> None:
    """Guests and boards that only tables keep go with these, and a review goes with its table and is not counted twice."""
    guest = serving.guest()
    guest.ask("PATCH", "/me", json={"name": "Ann"})
    texts = {"edition": "harbour.toml", "board": "harbour.board.toml"}
    key = guest.post("/editions", {name: (SAMPLES / file).read_text(encoding="utf-8") for name, file in texts.items()})["key"]
    guest.open(key, "you", "open")
    bots = guest.open("new-york", "random", "random", begin=True, pace=0)
    until(lambda: guest.get(f"/tables/{bots}")["status"] == "over", 60)
    store = serving.app.state.services.store
    for table in (bots, serving.guest().post("/records", {"record": records()[0]})["id"]):
        on_loop(serving, store.lease_review(table, "1", 0, 0, now()))
    days, later = {"keep_unbegun": 9, "keep_bot_games": 9, "keep_reviews": 9, "keep_guests": 9, "keep_boards": 9}, now() + 10 * DAY
    told = look(serving, later, dry_run=True, **days)
    assert look(serving, later, **days) == told
    assert told == {"keep_unbegun": 1, "keep_bot_games": 1, "keep_reviews": 1, "keep_boards": 1, "keep_guests": 1}


def test_a_running_game_never_goes(serving: Serving) -> None:
    """Whatever the times: as long as somebody acts within them, or a bot or a clock will."""
    guest = serving.guest()
    table = guest.open("new-york", "you", "you", begin=True)
    strict = dict.fromkeys(KINDS, 1)
    assert look(serving, now() + DAY - 60_000, **strict) == {}
    guest.act_any(table, random.Random(1))
    assert look(serving, now() + DAY - 60_000, **strict) == {}
    assert guest.view(table)["status"] == "playing"
    tables = {name: table for name, table in tables_of_all_kinds(serving, guest).items() if name.startswith("with")}
    look(serving, now() + 1000 * DAY, **strict)
    assert there(guest, tables) == set(tables)


def test_games_of_bots_alone_that_come_to_no_turn_go_as_well(serving: Serving) -> None:
    """However many somebody opens, so that they never end; a game in which somebody has a seat waits for them."""
    guest = serving.guest()
    waiting, mine = (guest.open("new-york", who, "expert", pace=10, begin=True, start=1) for who in ("expert", "you"))
    assert look(serving, now() + 100 * DAY, keep_bot_games=101) == {}
    assert look(serving, now() + 100 * DAY, dry_run=True, keep_bot_games=99) == {"keep_bot_games": 1}
    assert look(serving, now() + 100 * DAY, keep_bot_games=99) == {"keep_bot_games": 1}
    assert there(guest, {"waiting": waiting, "mine": mine}) == {"mine"}


def test_a_game_that_another_process_has_removed_is_not_there(serving: Serving) -> None:
    """Whatever is asked of it first, though this process has it in memory."""
    guest, asked = serving.guest(), ("moments/1", "result", "replay", "pictures/poster.svg", "log")
    # a log that is longer than what is at hand
    tables = {path: guest.open("usa" if path == "log" else "new-york", "random", "random", begin=True) for path in asked}
    for table in tables.values():
        until(lambda table=table: guest.get(f"/tables/{table}")["status"] == "over", 60)
    settings = Settings(**{**NEVER, "keep_bot_games": 1})  # type: ignore[arg-type]
    on_loop(serving, prune(serving.app.state.services.store, settings, dry_run=False, moment=now() + 2 * DAY))
    for path, table in tables.items():
        assert guest.get(f"/tables/{table}/{path}", 404)["detail"] == "there is no such table"


def test_who_looks_at_a_table_that_goes_is_told(serving: Serving) -> None:
    """The stream ends, and the table is not there: nothing is answered from memory, and nothing can be said."""
    guest = serving.guest()
    table = guest.open("new-york", "you", "open")
    with guest.http.stream("GET", f"/tables/{table}/events", timeout=20) as answer:
        lines = answer.iter_lines()
        next(lines)
        look(serving, now() + 40 * DAY, keep_unbegun=30)
        list(lines)
    for path in ("", "/view", "/log", "/events"):
        guest.get(f"/tables/{table}{path}", 404)
    guest.post(f"/tables/{table}/chat", {"text": "anybody?"}, 404)
    assert guest.get("/me")["tables"] == []


def test_guests_and_boards_go_when_nothing_holds_them(serving: Serving) -> None:
    """First a table must go, then what only it has held; who was here lately keeps their name."""
    guest, idle = serving.guest(), serving.guest()
    for somebody in (guest, idle):
        somebody.ask("PATCH", "/me", json={"name": "Somebody"})
    own = get_edition("london").path.read_text(encoding="utf-8").replace('id = "london"', 'id = "mine"')
    board = guest.post("/editions", {"edition": own})["key"]
    guest.open(board, "you", "open")
    later = now() + 50 * DAY
    assert look(serving, later, keep_guests=40, keep_boards=40) == {"keep_guests": 1}  # the idle one
    assert idle.get("/me")["name"] == ""
    assert guest.get("/me")["name"] == "Somebody"
    assert look(serving, later, dry_run=True, keep_unbegun=40) == {"keep_unbegun": 1}
    assert look(serving, later, keep_unbegun=40, keep_guests=60, keep_boards=60) == {"keep_unbegun": 1}
    assert look(serving, later, keep_guests=40, keep_boards=40) == {"keep_guests": 1, "keep_boards": 1}


def test_being_here_is_noted_once_a_day(serving: Serving) -> None:
    guest = serving.guest()
    guest.ask("PATCH", "/me", json={"name": "Ann"})
    store = serving.app.state.services.store

    async def long_ago() -> None:
        await store.execute(text("UPDATE guests SET seen = 1"))

    on_loop(serving, long_ago())
    guest.get("/me")
    assert look(serving, now() + DAY, keep_guests=3) == {}
    assert guest.get("/me")["name"] == "Ann"


def test_days_are_those_of_the_games_whatever_the_clock_was_set_to(serving: Serving) -> None:
    """Game time is a year behind the clock or ahead of it, since it was set: a table of today stays, one of last month goes."""
    guest = serving.guest()
    store = serving.app.state.services.store
    for ahead in (-365 * DAY, 365 * DAY):
        table = guest.open("new-york", "you", "open")

        async def set_by(ahead: int, age: int, table: str) -> None:
            dated = text("UPDATE tables SET updated = :at WHERE id = :id").bindparams(at=now() + ahead - age, id=table)
            await store.execute(text("UPDATE game_time SET ahead = :ahead").bindparams(ahead=ahead), dated)

        on_loop(serving, set_by(ahead, 0, table))
        assert look(serving, now(), keep_unbegun=30) == {}
        on_loop(serving, set_by(ahead, 31 * DAY, table))
        assert look(serving, now(), keep_unbegun=30) == {"keep_unbegun": 1}


def command(folder: Path, *arguments: str, **environment: str) -> Any:
    with patch.dict(os.environ, {"ALLABOARD_DATA_DIR": str(folder), **environment}):
        return CliRunner().invoke(app, ["prune", *arguments])


def test_the_command_tells_and_does(tmp_path: Path) -> None:
    """A dry run beside a running server, and the deed when it has stopped."""
    server = Process("", tmp_path)
    guest = server.guest()
    table = guest.open("new-york", "you", "open")
    kept = guest.open("new-york", "you", "you", begin=True)
    told = command(tmp_path, "--dry-run")
    assert told.exit_code == 0, told.stderr
    assert "0  would go" in told.stdout
    refused = command(tmp_path)
    assert refused.exit_code == 1
    assert "another server is using" in refused.stderr
    assert server.stop() == 0
    server.close()
    connection = sqlite3.connect(tmp_path / "allaboard.db")
    connection.execute("UPDATE tables SET updated = updated - ?", (40 * DAY,))
    connection.commit()
    told = command(tmp_path, "--dry-run")
    assert "1  tables at which no game began (keep_unbegun: older than 30 days, the oldest of " in told.stdout
    assert "1  would go" in told.stdout
    assert "0  would go" in command(tmp_path, "--dry-run", ALLABOARD_KEEP_UNBEGUN="0").stdout
    done = command(tmp_path)
    assert "1  gone" in done.stdout
    left = [row[0] for row in connection.execute("SELECT id FROM tables")]
    connection.close()
    assert left == [kept]
    assert table not in left
    assert command(tmp_path / "nowhere").exit_code == 1


def test_the_server_prunes_by_itself(tmp_path: Path) -> None:
    with served(tmp_path) as serving:
        table = serving.guest().open("new-york", "you", "open")
    connection = sqlite3.connect(tmp_path / "allaboard.db")
    connection.execute("UPDATE tables SET updated = updated - ?", (40 * DAY,))
    connection.commit()
    connection.close()
    with served(tmp_path, prune_every=0.001) as serving:
        until(lambda: serving.guest().http.get(f"/tables/{table}").status_code == 404, 20)


def test_pruning_goes_on_after_whatever_went_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody starts a server anew because one look for what goes has failed."""
    looks: list[int] = []

    async def failing(*_: object, **__: object) -> list[Pruned]:
        looks.append(1)
        raise RuntimeError("nobody has thought of this")

    monkeypatch.setattr("allaboard.server.retention.prune", failing)
    with served(tmp_path, prune_every=0.0001):
        until(lambda: len(looks) >= 3)


def test_a_clock_that_was_set_is_not_believed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine wakes up in another year: nobody's tables go for it before somebody could notice."""
    with served(tmp_path, prune_every=0.002) as serving:
        guest = serving.guest()
        table = guest.open("new-york", "you", "open")
        until(lambda: serving.app.state.services.retention._task is not None)
        jumped: list[int] = []

        def shown() -> int:
            jumped.append(1)
            return now() + 400 * DAY

        monkeypatch.setattr("allaboard.server.retention.now", shown)
        until(lambda: len(jumped) >= 2, 30)  # looked, and waits again
        assert guest.get(f"/tables/{table}")["status"] == "open"
