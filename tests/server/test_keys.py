"""Idempotency keys: one key, one request. Whatever else is asked with it is refused, and never answered as if it had been done."""

import itertools
import json
import random
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from allaboard.server.api import routes
from allaboard.server.limits import LimitedRoute
from allaboard.server.schemas.common import Form
from serving import Guest, Serving, served

WISH = {"edition": "new-york", "seats": [{"kind": "you"}, {"kind": "you"}], "begin": True}


def ask(guest: Guest, path: str, body: Any, key: str) -> httpx.Response:
    return guest.http.post(path, json=body, headers={"Idempotency-Key": key})


def legal(guest: Guest, table: str) -> tuple[list[dict[str, Any]], int]:
    """The legal actions of the seat that acts, as bodies of requests."""
    shown = guest.view(table)
    return [{"action": action, "seen": shown["n"], "seat": shown["seat"]} for action in shown["view"]["you"]["legal"]], shown["n"]


def test_a_key_used_for_another_action_is_refused(ann: Guest) -> None:
    """Both would be legal; the first is done once, the other is not, now or later."""
    table = ann.open("new-york", "you", "you", begin=True)
    bodies, n = legal(ann, table)
    first = ask(ann, f"/tables/{table}/actions", bodies[0], "k")
    assert first.status_code == 200
    others, now = legal(ann, table)
    for body in (*bodies[1:3], *others[:2]):
        refused = ask(ann, f"/tables/{table}/actions", body, "k")
        assert refused.status_code == 422, refused.text
        assert "Idempotency-Key" in refused.json()["detail"]
    assert ann.view(table)["n"] == now == n + 1
    assert ask(ann, f"/tables/{table}/actions", bodies[0], "k").json() == first.json()


def test_a_key_belongs_to_its_address_and_its_form(ann: Guest, bob: Guest) -> None:
    """Every pair of different requests at a table with one key: the first is done, the second refused with 422, whichever they are."""
    requests = [("actions", 0), ("actions", 1), ("undo", None), ("more-time", None), ("chat", {"text": "one"}), ("chat", {"text": "two"})]
    for (path, body), (other, another) in itertools.permutations(requests, 2):
        table = ann.open("new-york", "you", "you", begin=True, clock={"per": "move", "seconds": 600})
        bodies, n = legal(ann, table)
        if path == "undo":
            ann.act(table, bodies[0]["action"], n, seat=bodies[0]["seat"])
        before = ask(ann, f"/tables/{table}/{path}", _body(ann, table, path, body), "k")
        assert before.status_code == 200, (path, other, before.text)
        n = ann.view(table)["n"]
        after = ask(ann, f"/tables/{table}/{other}", _body(ann, table, other, another), "k")
        assert after.status_code == 422, (path, other, after.text)
        assert after.json()["detail"].startswith("Idempotency-Key")
        assert ann.view(table)["n"] == n


def _body(guest: Guest, table: str, path: str, body: Any) -> Any:
    if path == "actions":
        return legal(guest, table)[0][body]
    return {"seen": guest.view(table)["n"], "seat": 0} if path in ("undo", "more-time") else body


def test_a_table_is_opened_once_and_only_as_it_was_asked_for(ann: Guest, bob: Guest) -> None:
    first = ask(ann, "/tables", WISH, "open")
    again = ask(ann, "/tables", dict(reversed(WISH.items())), "open")  # the same form, written in another order
    assert first.json()["id"] == again.json()["id"]
    assert ask(ann, "/tables", {**WISH, "edition": "london"}, "open").status_code == 422
    position = {"edition": "new-york", "position": {"players": 2}, "unseen_cards": [2, 2], "unseen_tickets": [1, 1]}
    assert ask(ann, "/analysis/tables", position, "open").status_code == 422  # nor does another way to open one
    assert ask(bob, "/tables", {**WISH, "edition": "london"}, "open").status_code == 201  # somebody else's key is another one


def test_one_key_from_many_hands_at_once(ann: Guest, server: Serving) -> None:
    """Different requests race with one key: one of them is done, all others get 422, none gets 503, and each key is used once."""
    chance = random.Random(5)
    for number in range(5):
        table = ann.open("new-york", "you", "you", begin=True)
        bodies, n = legal(ann, table)
        guests = [server.guest(same_as=ann) for _ in range(6)]
        answers: list[httpx.Response] = []
        texts = [f"{number} {which}" for which in range(6)]
        what = [("chat", {"text": text}) for text in texts] if number % 2 else [("actions", chance.choice(bodies)) for _ in texts]

        def race(guest: Guest, path: str, body: Any, table: str = table, answers: list[httpx.Response] = answers) -> None:
            answers.append(ask(guest, f"/tables/{table}/{path}", body, "same"))

        threads = [threading.Thread(target=race, args=(guest, *asked)) for guest, asked in zip(guests, what, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        statuses = [answer.status_code for answer in answers]
        assert set(statuses) <= {200, 422}, statuses
        assert len({answer.json()["n"] for answer in answers if answer.is_success}) == 1
        assert ann.view(table)["n"] == n + 1


TEXTS = {
    "/tables": [{**WISH, "edition": "x{}"}, {**WISH, "name": "a{}"}, {**WISH, "seats": [{"kind": "you", "name": "{}"}, {"kind": "open"}]}],
    "/join": [{"invite": "AAAA{}A"}, {"invite": "AAAAAA", "name": "{}x"}],
    "/editions": [{"edition": "id = '{}'"}, {"edition": "board = 'usa.board.toml'", "board": "{}"}],
    "/records": [{"record": {"edition": "usa{}"}}, {"record": {"x": ["{}"]}}, {"record": {"{}": 1}}, {"record": {}, "edition": "{}"}],
    "/tables/TABLE/chat": [{"text": "a{}b"}, {"text": "{}"}],
    "/tables/TABLE/actions": [{"action": "draw {}", "seen": 1}],
}


@pytest.mark.parametrize("odd", ["\0", "\ud800", "a\udfff"], ids=["nul", "high surrogate", "low surrogate"])
def test_what_is_no_text_is_refused(ann: Guest, odd: str) -> None:
    """In any field of any form, however deep: 422 in good form, the same on every database."""
    check_odd_texts(ann, odd)


def test_every_form_looks_for_what_is_no_text() -> None:
    """The same holds for forms that nobody has thought of here: all come by the one route that looks, and know their fields."""
    asked = [route for route in routes if isinstance(route, APIRoute) and route.body_field]
    assert len(asked) > 15
    assert [route.path for route in asked if not isinstance(route, LimitedRoute)] == []
    forms = {route.path: route.body_field.field_info.annotation for route in asked if route.body_field}
    assert [path for path, form in forms.items() if not (isinstance(form, type) and issubclass(form, Form))] == []


@pytest.mark.slow
def test_on_postgresql_it_is_the_same(address: str, tmp_path: Path) -> None:
    """Which keeps no U+0000, and where any process may have answered before."""
    with served(tmp_path, database_url=address) as serving:
        ann, bob = serving.guest(), serving.guest()
        for odd in ("\0", "\ud800", "a\udfff"):
            check_odd_texts(ann, odd)
        test_a_key_used_for_another_action_is_refused(ann)
        test_a_table_is_opened_once_and_only_as_it_was_asked_for(ann, bob)
        test_one_key_from_many_hands_at_once(ann, serving)
        assert httpx.get(f"{serving.url}/readyz").text == "ready\n"


def check_odd_texts(guest: Guest, odd: str) -> None:
    table = guest.open("new-york", "you", "open")
    for path, bodies in TEXTS.items():
        for body in bodies:
            refused = guest.http.post(path.replace("TABLE", table), content=_json(body, odd), headers={"Content-Type": "application/json"})
            assert refused.status_code == 422, (path, body, refused.text)
            assert refused.headers["content-type"] == "application/problem+json"
    refused = guest.http.patch("/me", content=_json({"name": "a{}"}, odd), headers={"Content-Type": "application/json"})
    assert refused.status_code == 422


def _json(body: Any, odd: str) -> str:
    return json.dumps(body).replace("{}", json.dumps(odd)[1:-1])
