"""The analysis board: positions in, faults by field, moves tried, the coach asked within bounds, tables begun from there."""

from __future__ import annotations

import json
import random
import struct
from pathlib import Path
from typing import Any

import pytest

from allaboard.server.analysis_board import MOST, MOST_OF_PERSON, Questions
from allaboard.server.identity import Caller
from allaboard.server.problems import Problem
from serving import Guest, play_out, served, until

SETUP: dict[str, Any] = {
    "edition": "new-york",
    "position": {"players": 2, "hands": [{"green": 3, "wild": 1}, {}], "tickets": [["Central Park–Gramercy Park"], []], "turn": 0},
    "unseen_cards": [0, 4],
    "unseen_tickets": [0, 2],
}


def test_a_position_is_answered_as_it_lies(ann: Guest) -> None:
    """Whole, so that it can be sent again; seen by the seat to act, with its options."""
    told = ann.post("/analysis", SETUP)
    assert told["view"]["seat"] == told["position"]["turn"] == 0
    assert told["view"]["you"]["hand"] == {"green": 3, "wild": 1}
    assert told["view"]["seats"][1]["cards"] == sum(told["position"]["hands"][1].values()) == 4
    assert len(told["position"]["tickets"][1]) == 2
    assert any(option["kind"] == "claim" for option in told["options"]["legal"])
    again = ann.post("/analysis", {"edition": "new-york", "position": told["position"]})
    assert again["position"] == told["position"]


@pytest.mark.parametrize(
    ("changes", "words", "code", "values"),
    [
        ({"hands": [{"green": 99}, {}]}, "hands[0].green is 99; allowed: a whole number from 0 to", "position-cards", {"card": "green"}),
        ({"claimed": [["Nowhere–Else"], []]}, "claimed[0]: 'Nowhere–Else' is no route", "position-name", {"field": "claimed[0]"}),
        ({"players": 9}, "players", "whole", {"field": "players", "least": 2, "most": 4}),
        ({"turns": 3}, "a position has no 'turns'; allowed:", "key", {"field": "turns"}),
        ({"market": ["wild"] * 5}, "R-MARKET-2", "position-wilds", {}),
        ({"second_card": 1}, "true or false", "flag", {"value": "1"}),
    ],
)
def test_what_is_wrong_is_named(ann: Guest, changes: dict[str, Any], words: str, code: str, values: dict[str, object]) -> None:
    """In words, and as a code with values for other languages."""
    problem = ann.post("/analysis", {**SETUP, "position": {**SETUP["position"], **changes}, "unseen_cards": []}, 422)
    [fault] = problem["faults"]
    assert words in problem["detail"]
    assert (fault["code"], problem["detail"]) == (code, f"position: {fault['what']}")
    assert fault["values"].items() >= values.items()


def test_a_card_of_a_position_shows_its_best_moves(ann: Guest) -> None:
    """A picture of a preview's size, in whatever words; a position that cannot be is refused as everywhere."""
    words: dict[str, Any] = {
        "heading": "Was zuerst?",
        "caption": "New York, 2 Spieler",
        "closing": "<b>&",
        "moves": [{"words": "Nimm Grün", "chance": "52 ± 1"}],
    }
    answer = ann.http.post("/analysis/card", json={**SETUP, **words}, timeout=90)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    size = struct.unpack(">II", answer.content[16:24])
    assert size == (1200, 630)
    more = ann.http.post("/analysis/card", json={**SETUP, **words, "moves": []}, timeout=90)
    assert more.content != answer.content
    ann.post("/analysis/card", {**SETUP, **words, "moves": words["moves"] * 4}, 422)
    ann.post("/analysis/card", {**SETUP, **words, "position": {"players": 9}}, 422)


def test_moves_lead_on_and_are_refused_by_the_rules(ann: Guest) -> None:
    """Each position is a new one to ask about; chance gives the same to everybody who follows the line."""
    claimed = ann.post("/analysis/moves", {**SETUP, "action": "draw deck"})
    assert claimed["done"] == {"action": "draw deck", "kind": "draw deck"}
    assert claimed["view"]["phase"] == "second card"
    assert claimed == ann.post("/analysis/moves", {**SETUP, "action": "draw deck"})
    onwards = ann.post("/analysis/moves", {"edition": "new-york", "position": claimed["position"], "action": "draw deck"})
    assert onwards["position"]["turn"] == 1
    refused = ann.post("/analysis/moves", {**SETUP, "action": "claim Lincoln Center–Times Square with 2 red"}, 422)
    assert refused["type"].endswith(":illegal")


def test_the_coach_is_asked_about_a_position(ann: Guest) -> None:
    """Sharper and sharper, until its time is up; from what the seat can know, or with all cards open."""
    for open_hands in (False, True):
        with ann.http.stream("POST", "/analysis/advice", json={**SETUP, "open_hands": open_hands}) as stream:
            assert stream.status_code == 200
            told = [json.loads(line.removeprefix("data: ")) for line in stream.iter_lines() if line.startswith("data: ")]
        assert [one["thinking"] for one in told] == [True] * (len(told) - 1) + [False]
        assert told[-1]["worlds"] == max(one["worlds"] for one in told) > 0
        assert told[-1]["candidates"]


def test_only_so_many_positions_are_thought_about_at_a_time() -> None:
    """Of one person; who stops listening makes room at once."""
    questions, caller = Questions(), Caller("ann", None, "192.0.2.1")
    held = [questions.ask(caller) for _ in range(MOST_OF_PERSON)]
    with pytest.raises(Problem, match="too many positions"):
        questions.ask(caller)
    assert questions.ask(Caller("bob", None, "192.0.2.2"))
    questions.end(held.pop())
    assert questions.ask(caller)


def test_a_few_addresses_shut_nobody_else_out() -> None:
    """However many of theirs are thought about, every other address has a first one."""
    questions = Questions()
    for number in range(MOST):
        questions.ask(Caller(f"crowd {number}", None, f"192.0.2.{number // 8}"))
    with pytest.raises(Problem, match="too many positions"):
        questions.ask(Caller("another", None, "192.0.2.0"))
    assert questions.ask(Caller("ann", None, "198.51.100.1"))
    with pytest.raises(Problem, match="too many positions"):
        questions.ask(Caller("bob", None, "198.51.100.1"))


def test_who_goes_on_to_another_position_makes_room(tmp_path: Path) -> None:
    """A question ends when nobody listens to its answer any more, long before its time is up."""
    with served(tmp_path, analysis_patience=120.0) as server:
        ann = server.guest()
        setup = {"edition": "usa", "position": {"players": 4}, "unseen_cards": [4] * 4, "unseen_tickets": [3] * 4}
        for _ in range(MOST_OF_PERSON):
            with ann.http.stream("POST", "/analysis/advice", json=setup) as stream:
                assert next(stream.iter_lines()) == "event: hint"
        until(lambda: len(server.app.state.services.questions) == 0)


def test_a_table_is_begun_at_a_position(ann: Guest) -> None:
    """In the seat to act, or in another; a request that is sent twice opens one."""
    table = ann.post("/analysis/tables", SETUP, 201, key="once")
    assert ann.post("/analysis/tables", SETUP, 201, key="once")["id"] == table["id"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert ann.view(table["id"])["view"]["you"]["hand"] == {"green": 3, "wild": 1}
    other = ann.post("/analysis/tables", {**SETUP, "seat": 1, "bot": "random"}, 201)
    assert other["you"] == [1]
    assert "seat" in ann.post("/analysis/tables", {**SETUP, "seat": 3}, 422)["detail"]


def test_a_moment_of_a_finished_game_is_a_position(ann: Guest) -> None:
    """Of a game that goes on none is told: it would hold what is secret."""
    table = ann.open("new-york", "you", "random", begin=True)
    ann.get(f"/tables/{table}/positions/0", 409)
    play_out([ann], table, random.Random(2))
    steps = len(ann.get(f"/tables/{table}/replay", seat="all")["steps"])
    assert ann.get(f"/tables/{table}/positions/0")["position"] is None
    told = ann.get(f"/tables/{table}/positions/{steps // 2}")
    assert told["edition"] == "new-york"
    assert ann.post("/analysis", {"edition": "new-york", "position": told["position"]})["position"] == told["position"]
    ann.get(f"/tables/{table}/positions/{steps + 1}", 404)
