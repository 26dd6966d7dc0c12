"""Games that are over: result, replay from every seat's observation, record, proof of fairness; and uploads."""

import random
from pathlib import Path
from typing import Any

import httpx
import pytest

import allaboard
from allaboard import Game, Position, Record
from allaboard.editions.sample_boards import SAMPLES
from allaboard.game import commitment
from serving import Guest, Serving, moments, play_out, without_legal

BOARDS = SAMPLES


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
    replays = {seat: stranger.get(f"/tables/{table}/replay", **({} if seat is None else {"seat": seat})) for seat in (None, 0, 1, "all")}
    for seat in (None, 0, 1):
        assert replays[seat]["seat"] == seat
        assert moments(replays[seat]) == [without_legal(game.at(at).view(seat)) for at in range(len(game.log) + 1)]
    for at, view in enumerate(moments(replays["all"])):
        assert view["hands"] == [without_legal(game.at(at).view(seat))["you"] for seat in (0, 1)]
    told = {seat: [event for step in replay["steps"] for event in step["line"]["events"]] for seat, replay in replays.items()}
    drew = next(index for index, event in enumerate(told["all"]) if event["kind"] == "drew")
    assert "card" in told["all"][drew]
    assert "card" not in told[None][drew]
    assert sum("card" in told[seat][drew] for seat in (0, 1)) == 1
    stranger.get(f"/tables/{table}/replay", 422, seat="everybody")
    stranger.get(f"/tables/{table}/replay", 422, seat=3)


def test_a_replay_is_one_small_download_that_is_sent_once(finished: tuple[Guest, Guest, str], server: Serving) -> None:
    _, _, table = finished
    with httpx.Client(base_url=f"{server.url}/api/v1") as http:
        first = http.get(f"/tables/{table}/replay")
        assert first.headers["content-encoding"] == "gzip"
        assert int(first.headers["content-length"]) < 40_000
        again = http.get(f"/tables/{table}/replay", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = http.get(f"/tables/{table}/replay", params={"seat": 0}, headers={"If-None-Match": first.headers["etag"]})
        assert other.status_code == 200


def test_what_was_taken_back_is_not_in_the_replay(ann: Guest, chance: random.Random) -> None:
    """Only actions that stood are steps of a replay."""
    table, undone = ann.open("new-york", "you", "you", begin=True), 0
    while (shown := ann.view(table))["status"] == "playing":
        told = ann.act(table, chance.choice(shown["view"]["you"]["legal"]), shown["n"], seat=shown["seat"])
        if undone < 5 and not told["over"] and ann.view(table, seat=shown["seat"])["can_undo"]:
            ann.post(f"/tables/{table}/undo", {"seen": told["n"], "seat": shown["seat"]})
            undone += 1
    game = Record.from_json(ann.http.get(f"/tables/{table}/record").text).replay()
    replay = ann.get(f"/tables/{table}/replay")
    assert undone == 5
    assert len(replay["steps"]) == len(game.log)
    assert moments(replay)[-1] == without_legal(game.view())


def test_tables_are_dealt_alike_in_every_run(ann: Guest, request: pytest.FixtureRequest) -> None:
    """So no test of this folder fails in a rare deal alone; a second table at a test is dealt otherwise."""
    drawn = random.Random(request.node.name)
    for _ in range(2):
        table = ann.open("new-york", "you", "open")
        assert ann.get(f"/tables/{table}")["commitment"] == commitment(drawn.randbytes(32))


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
        assert moments(ann.get(f"/tables/{table['id']}/replay", seat=seat))[5] == without_legal(game.at(5).view(seat))
    fairness = ann.get(f"/tables/{table['id']}/fairness")
    assert fairness["verified"] is (actions is None)


def test_a_record_file_is_taken_as_it_is(ann: Guest, chance: random.Random, tmp_path: Path) -> None:
    file = played("london", chance, 9).record().save(tmp_path / "game.json")
    answer = ann.http.post("/records", content=file.read_bytes(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 201
    assert answer.json()["status"] == "record"


UNSEEDED = {"seed": None, "commitment": None, "start_drawn": False}
"""What a game that begins from a position has not."""
LAID = {"players": 2, "market": [], "deck": {"blue": 1}}
"""What a position of a record must say."""


def broken(game: Game, **changes: Any) -> dict[str, Any]:
    return {**game.record().data, **changes}


def test_a_record_that_cannot_be_is_refused_with_the_reason(ann: Guest, chance: random.Random) -> None:
    game = played("london", chance, 9)
    for changes, word, code in (
        ({"edition_hash": "0" * 16}, "another version", "record-edition"),
        ({"rules": 99}, "rules version 99", "record-rules"),
        ({"log": [{"seat": 7, "action": "draw deck", "outcome": []}]}, "line 1", "whole"),
        ({"log": [{"seat": 0, "action": "draw deck", "outcome": []}]}, "line 1", "record-unplayable"),
        ({"log": [{"seat": 0, "action": "milk", "outcome": []}]}, "line 1", "record-action"),
        ({"log": 5}, "log is 5", "record-list"),
        ({"seed": 5}, "seed is 5", "record-secret"),
        ({"seed": "0" * 64}, "the one that was committed to", "record-commitment"),
        ({"edition": 5}, "edition is 5", "id"),
        ({"format": "x"}, "no record", "record-format"),
        ({"deal": {"cards": [], "tickets": []}}, "set-up", "record-setup"),
        ({"deal": None, "position": {**LAID, "hands": [[], {}]}, **UNSEEDED}, "hands[0] is []", "position-counts"),
        ({"deal": None, "position": {**LAID, "market": ["wild"] * 5}, **UNSEEDED}, "R-MARKET-2", "position-wilds"),
        ({"deal": None, "position": Position("london", 3).game(1).position, **UNSEEDED}, "its position of 3", "record-start"),
        ({"deal": None, "position": {"players": 2}, **UNSEEDED}, "lacks market, deck", "record-position-open"),
        ({"milk": 1}, '"milk" is not known', "key"),
        ({"seats": [{"kind": "person", "name": "Ada"}, {"kind": "person"}]}, 'seats[1] is {"kind": "person"}; allowed: ', "record-played"),
        ({"seats": [{"kind": "person", "name": " "}, {"kind": "person", "name": "Bob"}]}, "seats[0].name", "text"),
    ):
        problem = ann.post("/records", {"record": broken(game, **changes)}, 422)
        [fault] = problem["faults"]
        assert word in problem["detail"]
        assert (fault["code"], problem["detail"]) == (code, f"record: {fault['what']}")
    ann.post("/records", {"record": broken(game, edition="paris")}, 404)
    [fault] = ann.post("/records", {"record": {"hello": 1}}, 422)["faults"]
    assert (fault["code"], fault["values"]) == ("record-format", {"format": "allaboard-record/1"})


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
    [unknown] = [fault for fault in problem["faults"] if fault["where"].endswith("peaces")]
    assert (unknown["code"], unknown["values"]["near"]) == ("key", "pieces")
    [missing] = ann.post("/editions", {"edition": edition}, 422)["faults"]
    assert missing["what"].startswith("the board “harbour.board.toml” was not sent along")
    for text in ("board = '../../secrets.board.toml'", "board = 7", "= ="):
        ann.post("/editions", {"edition": text, "board": board}, 422)


def test_editions_and_bots_are_listed(ann: Guest) -> None:
    assert {edition["key"] for edition in ann.get("/editions")} >= {"new-york", "london", "usa", "usa-anniversary"}
    assert "random" in {bot["name"] for bot in ann.get("/bots")}
    assert ann.get("/editions/usa/geometry")["board"]
    ann.get("/editions/own-0000", 404)


def test_a_saved_record_keeps_the_names_and_brings_them_back(ann: Guest, bob: Guest, chance: random.Random) -> None:
    """People's and bots': from the table to the file, and from the file to whoever uploads it."""
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "bot", "bot": "greedy", "name": "Ticket Clerk"}]
    table = ann.post("/tables", {"edition": "new-york", "seats": seats, "begin": True, "pace": 0, "undo": False})["id"]
    play_out([ann], table, chance)
    saved = ann.get(f"/tables/{table}/record")
    assert [(seat["kind"], seat["name"]) for seat in saved["seats"]] == [("person", "Ada"), ("bot", "Ticket Clerk")]
    assert saved["seats"][1]["version"] == allaboard.__version__
    kept = bob.post("/records", {"record": saved})
    assert [seat["name"] for seat in kept["seats"]] == ["Ada", "Ticket Clerk"]
    assert bob.get(f"/tables/{kept['id']}/record") == saved


@pytest.mark.parametrize(
    "seats",
    [
        [{"kind": "person", "name": "Wilhelmina von und zu Hohenstein-Langenburg"}, {"kind": "person", "name": "  Ada   Lovelace "}],
        [{"kind": "bot", "name": "Ada", "bot": "somebody:Else", "version": "7.1"}, {"kind": "bot", "name": "Nameless"}],
        [{"kind": "remote", "name": "Far", "bot": "faraway", "version": "2"}, {"kind": "bot", "name": "x" * 64, "bot": "y" * 64}],
        [{"kind": "person", "name": "e\u0301", "version": "z" * 64}, {"kind": "person", "name": "<b>"}],
    ],
)
def test_who_played_is_kept_as_the_record_tells_it(ann: Guest, seats: list[dict[str, str]]) -> None:
    """Names, bots and versions, whole and of any kind."""
    saved = {**Game("london", 2, 1).record().data, "seats": seats}
    kept = ann.post("/records", {"record": saved})
    assert [seat["name"] for seat in kept["seats"]] == [seat["name"] for seat in seats]
    assert ann.get(f"/tables/{kept['id']}/record")["seats"] == seats


@pytest.mark.parametrize("field", ["name", "bot", "version"])
@pytest.mark.parametrize("odd", ["\u0007", "A\u001b[2J", "\u202eAnn", "x" * 65, " ", ""])
def test_who_played_is_refused_where_it_cannot_be_kept(ann: Guest, field: str, odd: str) -> None:
    seats = [{"kind": "bot", "name": "Ada", "bot": "greedy", "version": "1", field: odd}, {"kind": "person", "name": "Bob"}]
    problem = ann.post("/records", {"record": {**Game("london", 2, 1).record().data, "seats": seats}}, 422)
    assert "seats" in problem["detail"]
    assert len(problem["detail"]) < 1000


def test_a_bot_that_was_trained_is_called_a_learner(ann: Guest) -> None:
    table = ann.open("new-york", "you", "distilled")
    assert ann.get(f"/tables/{table}")["seats"][1]["name"] == "Learner"
