"""Databases of older versions: migrated step by step, and their games replayed faithfully or refused with the reason.

`stored/0001.sql` is a database as the first version left it, `0001.json` what its games looked like then. Neither is ever made anew.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import structlog
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from allaboard import get_edition
from allaboard.server import migrations
from allaboard.server.db_schema import metadata
from serving import Guest, Serving, served

STORED = Path(__file__).parent / "stored"
TOLD: dict[str, Any] = json.loads((STORED / "0001.json").read_text(encoding="utf-8"))


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The folder of a server of the first version."""
    connection = sqlite3.connect(tmp_path / "allaboard.db")
    connection.executescript((STORED / "0001.sql").read_text(encoding="utf-8"))
    connection.close()
    return tmp_path


def change(folder: Path, statement: str, *values: Any) -> None:
    connection = sqlite3.connect(folder / "allaboard.db")
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def people(serving: Serving) -> tuple[Guest, Guest]:
    """Those who played the stored games."""
    ann, bob = (serving.guest(Cookie=f"allaboard_guest={letter * 43}") for letter in "ab")
    return ann, bob


def test_an_older_database_is_migrated_and_its_games_go_on(older: Path) -> None:
    with served(older) as serving:
        guests = people(serving)
        for name in ("finished", "running"):
            for seat, guest in enumerate(guests):
                shown = guest.view(TOLD[name]["table"])
                assert (shown["n"], shown["seat"]) == (TOLD[name]["n"], seat)
                told = TOLD[name]["views"][seat]
                if name == "finished":  # what the game was worth is shown since, where there were the points of routes
                    for place, total in zip(told["seats"], TOLD[name]["totals"], strict=True):
                        place["points"] = total
                assert shown["view"] == told
        result = guests[0].get(f"/tables/{TOLD['finished']['table']}/result")
        assert result["winners"] == TOLD["finished"]["winners"]
        assert [sheet["total"] for sheet in result["sheets"]] == TOLD["finished"]["totals"]
        assert guests[0].get(f"/tables/{TOLD['finished']['table']}/fairness")["verified"]
        for guest in guests:
            shown = guest.view(TOLD["running"]["table"])
            if shown["seat"] in shown["view"]["acting"]:
                assert guest.act(TOLD["running"]["table"], shown["view"]["you"]["legal"][0], shown["n"])["n"] == TOLD["running"]["n"] + 1


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    engine = create_engine(f"sqlite:///{tmp_path / 'allaboard.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata) == []
    engine.dispose()


def led(folder: Path, *, up_to: str = "head", back_to: str | None = None) -> dict[str, list[Any]]:
    """Lead a database to a form, and what is asked for back to another; returns the rows of the tables that there are."""
    engine = create_engine(f"sqlite:///{folder / 'allaboard.db'}")
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, up_to)
        if back_to is not None:
            command.downgrade(config, back_to)
        elif up_to == "head":
            assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata) == []
        names = set(inspect(connection).get_table_names()) - {"alembic_version"}
        rows = {name: [row._asdict() for row in connection.execute(text(f"SELECT * FROM {name}"))] for name in names}
    engine.dispose()
    return rows


REVISIONS = sorted(file.name[:4] for file in (Path(migrations.__file__).parent / "versions").glob("0*.py"))


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_version_is_led_to_the_schema(older: Path, revision: str) -> None:
    """Stopped at each form that a version had, and led on from there: nothing is lost, and what is new has its value."""
    first = led(older, up_to="0001")
    assert set(led(older, up_to=revision)) >= set(first)
    rows = led(older)
    for name in first:
        assert len(rows[name]) == len(first[name])
    kept = {"guests", "editions", "tables"}
    for name in kept:
        for before, after in zip(first[name], rows[name], strict=True):
            assert {key: after[key] for key in before} == before
    assert all(guest["seen"] == guest["created"] for guest in rows["guests"])  # 0005
    assert all(edition["last_used"] == edition["created"] for edition in rows["editions"])  # 0006
    assert not any(table["listed"] or table["aside"] for table in rows["tables"])  # 0003, 0004
    assert (rows["game_time"], rows["pulse"]) == ([{"id": 1, "ahead": 0}], [{"id": 1, "at": 0}])  # 0004, 0005
    assert {seat["author"] for seat in rows["seats"]} == {seat["guest"] for seat in rows["seats"]}  # 0005
    assert rows["reviews"] == rows["puzzle_attempts"] == rows["puzzle_levels"] == rows["passed_marks"] == []  # 0007 to 0009


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_step_can_be_taken_back(older: Path, revision: str) -> None:
    """Who goes back to an older version finds the tables and columns of then, and can come again."""
    then = led(older, up_to=revision)
    back = led(older, back_to=revision)
    assert {name: [sorted(row) for row in rows] for name, rows in back.items()} == {
        name: [sorted(row) for row in rows] for name, rows in then.items()
    }
    led(older)


def test_a_game_of_other_rules_is_refused_with_the_reason(older: Path) -> None:
    """It is neither changed nor shown in a wrong way; other tables are not concerned."""
    change(older, "UPDATE tables SET rules = 0 WHERE id = ?", TOLD["finished"]["table"])
    with served(older) as serving:
        ann, _ = people(serving)
        for path in ("", "/view", "/log", "/result", "/record"):
            problem = ann.get(f"/tables/{TOLD['finished']['table']}{path}", 409)
            assert problem["type"].endswith("unplayable")
            assert "rules version 0" in problem["detail"]
        assert ann.view(TOLD["running"]["table"])["n"] == TOLD["running"]["n"]
        assert len(ann.get("/me")["tables"]) == 2


def test_a_game_of_an_older_edition_is_played_with_that_edition(older: Path) -> None:
    """The texts of an edition are kept with its games: a change of ours changes no game that has begun."""
    folder = older / "older-edition"
    folder.mkdir()
    path = get_edition("new-york").path
    text = path.read_text(encoding="utf-8").replace("pieces = 15", "pieces = 16")
    (folder / "new-york.toml").write_text(text, encoding="utf-8")
    board = path.with_name("new-york.board.toml").read_text(encoding="utf-8")
    (folder / "new-york.board.toml").write_text(board, encoding="utf-8")
    changed = get_edition(folder / "new-york.toml")
    assert changed.hash != get_edition("new-york").hash
    change(older, "UPDATE editions SET edition_text = ?, hash = ?", text, changed.hash)
    change(older, "UPDATE tables SET edition_hash = ?", changed.hash)
    with served(older) as serving:
        ann, _ = people(serving)
        view = ann.view(TOLD["running"]["table"])["view"]
        told = TOLD["running"]["views"][0]
        assert [seat["pieces"] for seat in view["seats"]] == [seat["pieces"] + 1 for seat in told["seats"]]
        assert view["edition_hash"] == changed.hash


def test_a_game_whose_edition_is_gone_is_refused(older: Path) -> None:
    change(older, "UPDATE tables SET edition_hash = '0123456789abcdef'")
    with served(older) as serving:
        ann, _ = people(serving)
        problem = ann.get(f"/tables/{TOLD['running']['table']}/view", 409)
        assert "0123456789abcdef" in problem["detail"]
        assert problem["type"].endswith("unplayable")


def test_a_log_that_cannot_have_happened_is_refused(older: Path) -> None:
    """A damaged line makes its own table unplayable, and nothing else. What the rules say of it, hidden cards perhaps, nobody is told."""
    change(older, "UPDATE log SET action = 9999 WHERE table_id = ? AND n = 9", TOLD["running"]["table"])
    with structlog.testing.capture_logs() as logged, served(older) as serving:
        ann, _ = people(serving)
        told = ann.get(f"/tables/{TOLD['running']['table']}/view", 409)
        assert told["type"].endswith("unplayable")
        assert told["detail"] == "the log of the game cannot be replayed"
        assert any("9999" in line.get("cause", "") for line in logged)  # for whoever runs the server
        assert ann.view(TOLD["finished"]["table"])["n"] == TOLD["finished"]["n"]
