"""Games that are over: result, replay from every seat's observation, record, proof of fairness; and uploads."""

import random
from pathlib import Path
from typing import Any

import pytest

from allaboard import Game, Record
from serving import Guest, Serving, play_out

BOARDS = Path(__file__).parents[1] / "editions" / "boards"


@pytest.fixture(scope="module")
def finished(server: Serving) -> tuple[Guest, Guest, str]:
    """A game of two people, played to its end."""
    ann, bob = server.guest(), server.guest()
    table = ann.open("new-york", "you", "open")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    play_out([ann, bob], table, random.Random(5))
    return ann, bob, table


def test_the_result_has_a_sheet_for_every_seat(finished: tuple[Guest, Guest, str]) -> None:
    ann, bob, table = finished
    result = ann.get(f"/tables/{table}/result")
    assert result["final"]
    assert len(result["sheets"]) == 2
    assert bob.get(f"/tables/{table}/result") == result
    best = max(sheet["total"] for sheet in result["sheets"])
    assert all(result["sheets"][seat]["total"] == best for seat in result["winners"])


def test_the_record_replays_and_verifies(finished: tuple[Guest, Guest, str]) -> None:
    ann, _, table = finished
    record = Record.from_json(ann.http.get(f"/tables/{table}/record").text)
    game = record.verify()
    assert game.over
    fairness = ann.get(f"/tables/{table}/fairness")
    assert fairness["verified"]
    assert fairness["seed"] == record.data["seed"]
    assert fairness["commitment"] == record.data["commitment"] == ann.get(f"/tables/{table}")["commitment"]


def test_a_replay_shows_each_moment_from_each_sight(finished: tuple[Guest, Guest, str], server: Serving) -> None:
    ann, _, table = finished
    game = Record.from_json(ann.http.get(f"/tables/{table}/record").text).replay()
    stranger = server.guest()
    for at in (0, 1, len(game.log) // 2, len(game.log)):
        for seat in (None, 0, 1):
            query = {"at": at} if seat is None else {"at": at, "seat": seat}
            replay = stranger.get(f"/tables/{table}/replay", **query)
            assert replay["view"] == game.at(at).view(seat)
            assert replay["length"] == len(game.log)
        everything = stranger.get(f"/tables/{table}/replay", at=at, seat="all")
        for seat, shown in enumerate(everything["view"]["seats"]):
            own = game.at(at).view(seat)["you"]
            assert (shown["hand"], shown["held"], shown["offered"]) == (own["hand"], own["tickets"], own["offer"])
    drew = next(
        at for at in range(3, len(game.log)) if stranger.get(f"/tables/{table}/replay", at=at)["telling"]["events"][0]["kind"] == "drew"
    )
    observations = {seat: stranger.get(f"/tables/{table}/replay", at=drew, seat=seat)["telling"]["events"][0] for seat in (0, 1, "all")}
    assert "card" in observations["all"]
    assert sum("card" in observations[seat] for seat in (0, 1)) == 1
    stranger.get(f"/tables/{table}/replay", 422, seat="everybody")
    stranger.get(f"/tables/{table}/replay", 422, at=len(game.log) + 1)
    stranger.get(f"/tables/{table}/replay", 422, seat=3)


def test_before_the_end_nothing_of_it_is_shown(ann: Guest) -> None:
    table = ann.open("new-york", "you", "open", begin=True)
    for path in ("result", "replay", "record"):
        assert ann.get(f"/tables/{table}/{path}", 409)["rule"] == "R-TICKET-6"
    fairness = ann.get(f"/tables/{table}/fairness")
    assert (fairness["seed"], fairness["verified"]) == (None, None)
    assert len(fairness["commitment"]) == 64


def test_nobody_acts_after_the_end(finished: tuple[Guest, Guest, str]) -> None:
    ann, _, table = finished
    n = ann.view(table)["n"]
    assert ann.act(table, "draw deck", n, status=409)["rule"] == "R-END-1"
    ann.post(f"/tables/{table}/undo", {"seen": n}, 409)


def played(edition: str, chance: random.Random, actions: int | None = None) -> Game:
    game = Game(edition, players=2, seed=11)
    while not game.over and (actions is None or len(game.log) < actions):
        seat = chance.choice(game.acting)
        game.play(chance.choice(game.legal_actions(seat)), seat)
    return game


@pytest.mark.parametrize("actions", [None, 9])
def test_a_record_is_uploaded_and_replayed_like_any_game(ann: Guest, chance: random.Random, actions: int | None) -> None:
    game = played("london", chance, actions)
    table = ann.post("/records", {"record": game.record().data})
    assert table["status"] == "record"
    for seat in (0, 1):
        assert ann.get(f"/tables/{table['id']}/replay", at=5, seat=seat)["view"] == game.at(5).view(seat)
    fairness = ann.get(f"/tables/{table['id']}/fairness")
    assert fairness["verified"] is (actions is None)


def broken(game: Game, **changes: Any) -> dict[str, Any]:
    return {**game.record().data, **changes}


def test_a_record_that_cannot_be_is_refused_with_the_reason(ann: Guest, chance: random.Random) -> None:
    game = played("london", chance, 9)
    for changes, word in (
        ({"edition_hash": "0" * 16}, "another version"),
        ({"rules": 99}, "rules version 99"),
        ({"log": [{"seat": 7, "action": "draw deck", "outcome": []}]}, "line 1"),
        ({"format": "x"}, "no record"),
        ({"deal": {"cards": [], "tickets": []}}, "set-up"),
    ):
        assert word in ann.post("/records", {"record": broken(game, **changes)}, 422)["detail"]
    ann.post("/records", {"record": broken(game, edition="paris")}, 404)
    assert "this is no record" in ann.post("/records", {"record": {"hello": 1}}, 422)["detail"]


def test_a_board_of_ones_own_is_uploaded_and_played(ann: Guest, chance: random.Random) -> None:
    edition = (BOARDS / "harbour.toml").read_text(encoding="utf-8")
    board = (BOARDS / "harbour.board.toml").read_text(encoding="utf-8")
    made = ann.post("/editions", {"edition": edition, "board": board})
    assert made["key"].startswith("own-")
    assert ann.post("/editions", {"edition": edition, "board": board})["key"] == made["key"]
    assert ann.get(f"/editions/{made['key']}/geometry")["routes"]
    assert "<svg" in ann.http.get(f"/editions/{made['key']}/board.svg", params={"theme": "night"}).text
    table = ann.open(made["key"], "you", "random", begin=True)
    play_out([ann], table, chance)
    assert ann.get(f"/tables/{table}/fairness")["verified"]
    record = ann.get(f"/tables/{table}/record")
    assert ann.post("/records", {"record": record, "edition": made["key"]})["status"] == "record"


def test_a_board_that_cannot_be_played_is_refused_fault_by_fault(ann: Guest) -> None:
    edition = (BOARDS / "harbour.toml").read_text(encoding="utf-8")
    board = (BOARDS / "harbour.board.toml").read_text(encoding="utf-8")
    problem = ann.post("/editions", {"edition": edition.replace("pieces", "peaces", 1), "board": board}, 422)
    assert any("peaces" in fault["what"] or "peaces" in fault["where"] for fault in problem["faults"])
    assert "not sent along" in ann.post("/editions", {"edition": edition}, 422)["detail"]
    for text in ("board = '../../secrets.board.toml'", "board = 7", "= ="):
        ann.post("/editions", {"edition": text, "board": board}, 422)


def test_editions_and_bots_are_listed(ann: Guest) -> None:
    assert {edition["key"] for edition in ann.get("/editions")} >= {"new-york", "london", "usa", "usa-anniversary"}
    assert "random" in {bot["name"] for bot in ann.get("/bots")}
    assert ann.get("/editions/usa/geometry")["board"]
    ann.get("/editions/own-0000", 404)
