"""What the server answers is what the document says, to the field: all real answers fit it, and none does with any field amiss."""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest

from allaboard.editions.sample_boards import SAMPLES
from allaboard.server.app import create_app
from allaboard.server.settings import Settings
from serving import Guest, Serving, play_out

DOCUMENT: dict[str, Any] = create_app(Settings(database_url="sqlite:///nowhere.db")).openapi()
BOARDS = SAMPLES


Schema = dict[str, Any]
Told = list[tuple[str, Schema, Any]]
LINE: Schema = {"$ref": "#/components/schemas/LogLine"}
PROBLEM: Schema = {"$ref": "#/components/schemas/ProblemBody"}


def form(path: str, method: str = "get", status: str = "200") -> Schema:
    """The form of an operation's answer."""
    answer: Schema = DOCUMENT["paths"][f"/api/v1{path}"][method]["responses"][status]["content"]["application/json"]["schema"]
    return answer


def checker(schema: Schema) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**schema, "components": DOCUMENT["components"]})


def who_may(table: str, action: str, guests: tuple[Guest, ...], chance: random.Random) -> tuple[Guest, Any]:
    """Play on until somebody may do this; returns who, and what they see."""
    while True:
        for guest in guests:
            shown = guest.view(table)
            if shown["seat"] in shown["view"]["acting"] and action in shown["view"]["you"]["legal"]:
                return guest, shown
            guest.act_any(table, chance)


@pytest.fixture(scope="module")
def answers(server: Serving) -> Told:
    """Answers of all kinds, by name: before, in and after a game, with everything that can happen at a table."""
    ann, bob = server.guest(), server.guest()
    told: Told = []

    def note(guest: Guest, path: str, at: str | None = None, **query: Any) -> None:
        told.append((f"{path} {query}", form(path), guest.get(path if at is None else path.replace("{table_id}", at), **query)))

    harbour = {name: (BOARDS / f"harbour{end}").read_text("utf-8") for name, end in (("edition", ".toml"), ("board", ".board.toml"))}
    told.append(("upload", form("/editions", "post", "201"), ann.post("/editions", harbour)))
    clock = {"per": "player", "seconds": 3600, "increment": 5}
    table = ann.open("london", "you", "open", listed=True, clock=clock)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    ann.post(f"/tables/{table}/chat", {"text": "Good luck!"})
    chance = random.Random(4)
    for _ in range(12):
        for guest in (ann, bob):
            guest.act_any(table, chance)
    actor, shown = who_may(table, "draw deck", (ann, bob), chance)
    for path in ("", "/view", "/log", "/options", "/hints", "/fairness"):
        note(actor, f"/tables/{{table_id}}{path}", table)
    note(actor, "/tables/{table_id}/view", table, options=True)
    note(actor, "/tables/{table_id}/log", table, words=True)
    more = actor.post(f"/tables/{table}/more-time", {"seen": shown["n"]})
    told.append(("more time", form("/tables/{table_id}/more-time", "post"), more))
    acted = actor.ask("POST", f"/tables/{table}/actions", params={"now": True}, json={"action": "draw deck", "seen": shown["n"]})
    told.append(("acted", form("/tables/{table_id}/actions", "post"), acted))
    told.append(("heard", LINE, next(actor.events(table, shown["n"] - 1))))
    told.append(("stale", PROBLEM, actor.act(table, "draw deck", 1, status=409)))
    told.append(("illegal", PROBLEM, actor.act(table, "claim nothing with 1 red", acted["n"], status=422)))
    told.append(("invalid", PROBLEM, actor.post("/tables", {"edition": "usa"}, 422)))
    for path in ("/tables", "/me", "/me/export", "/editions", "/bots"):
        note(ann, path)
    told.append(("edition", form("/editions/{key}"), ann.get("/editions/london")))
    told.append(("geometry", form("/editions/{key}/geometry"), ann.get("/editions/london/geometry")))
    bob.post(f"/tables/{table}/leave")
    bob.post(f"/tables/{table}/return")
    play_out([ann, bob], table, chance)
    ann.post(f"/tables/{table}/rematch")
    for path in ("", "/view", "/log", "/result", "/fairness", "/record"):
        note(ann, f"/tables/{{table_id}}{path}", table)
    for seat in (None, 1, "all"):
        note(ann, "/tables/{table_id}/replay", table, **({} if seat is None else {"seat": seat}))
    note(ann, "/me")
    return told


def test_every_answer_fits_the_document(answers: Told) -> None:
    for name, schema, answer in answers:
        faults = [f"{error.instance_path}: {error.message}" for error in checker(schema).iter_errors(answer)]
        assert not faults, (name, faults[:3])
    kinds = {line["kind"] for name, _, answer in answers if "/log" in name for line in answer}
    assert kinds == {"start", "action", "more", "chat", "seat", "rematch"}


def objects(part: Any, schema: Schema, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Schema]]:
    """The objects with named fields in an answer, each with the place where it stands and its form; one of a list stands for all."""
    while "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        for choice in choices:
            if checker(choice).is_valid(part):
                yield from objects(part, choice, path)
                return
    elif isinstance(part, dict) and schema.get("properties"):
        yield path, schema
        for name, value in part.items():
            yield from objects(value, schema["properties"][name], (*path, name))
    elif isinstance(part, list) and "items" in schema:
        for index, value in list(enumerate(part))[:2]:
            yield from objects(value, schema["items"], (*path, index))


def at(answer: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        answer = answer[step]
    return answer


def test_no_answer_fits_with_a_field_amiss(answers: Told) -> None:
    """A field that is renamed or holds something else is found, whichever it is: so the test above can fail on any."""
    tried: set[tuple[str, str]] = set()
    for name, schema, whole in answers:
        validator = checker(schema)
        for path, found in objects(whole, schema):
            for field in at(whole, path):
                if (found.get("title", ""), field) in tried:
                    continue
                tried.add((found.get("title", ""), field))
                renamed = deepcopy(whole)
                there = at(renamed, path)
                there[f"{field}_"] = there.pop(field)
                assert not validator.is_valid(renamed), f"{name}: {path} may have {field}_ for {field}"
                wrong = deepcopy(whole)
                at(wrong, path)[field] = {"amiss": [None]}
                assert not validator.is_valid(wrong), f"{name}: {path}.{field} may be anything"
    assert len(tried) > 200
