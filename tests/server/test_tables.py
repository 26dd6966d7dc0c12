"""Tables around their games: opened, joined, started, left, returned to, played again, watched, listed."""

import random
from pathlib import Path

import pytest

from allaboard.server.live_table import names_of
from allaboard.server.models import Seat
from serving import Guest, Serving, play_out, served, until


@pytest.mark.parametrize(("name", "bot"), [("Greedy ", "greedy"), ("exprt", "expert"), ("search:200", "search"), ("Planer", "planner")])
def test_a_bot_that_is_only_called_so_is_not_silently_another(ann: Guest, name: str, bot: str) -> None:
    """Its name says what it is called; which bot plays is said by `bot`."""
    wish = {"edition": "new-york", "seats": [{"kind": "you"}, {"kind": "bot", "name": name}]}
    problem = ann.post("/tables", wish, 422)
    assert problem["detail"].startswith("seats.1: `name` is how a bot is called")
    assert f'{{"kind": "bot", "bot": "{bot}"}}' in problem["detail"]
    wish["seats"] = [{"kind": "you"}, {"kind": "bot", "bot": "greedy", "name": name}]
    assert ann.post("/tables", wish)["seats"][1]["bot"] == "greedy"


def test_a_bot_may_be_called_anything_else(ann: Guest) -> None:
    seats = [{"kind": "you"}, {"kind": "bot", "name": "Casey"}]
    assert ann.post("/tables", {"edition": "new-york", "seats": seats})["seats"][1]["name"] == "Casey"


def test_a_table_is_opened_with_people_bots_and_open_seats(ann: Guest) -> None:
    table = ann.open("usa", "you", "open", "greedy", name="Ann", start=2)
    info = ann.get(f"/tables/{table}")
    assert [(seat["kind"], seat["you"]) for seat in info["seats"]] == [("person", True), ("open", False), ("bot", False)]
    assert info["status"] == "open"
    assert info["seats"][0]["name"] == "Ann"
    assert info["options"]["start"] == 2
    assert len(info["commitment"]) == 64
    assert info["host"]


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"edition": "paris", "seats": [{"kind": "you"}, {"kind": "open"}]}, "paris"),
        ({"edition": "usa", "seats": [{"kind": "you"}]}, "2 to 5"),
        ({"edition": "new-york", "seats": [{"kind": "you"}] * 5}, "2 to 4"),
        ({"edition": "usa", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "os:system"}]}, "no bot"),
        ({"edition": "usa", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "greedy:9"}]}, "no bot"),
        ({"edition": "usa", "seats": [{"kind": "you"}, {"kind": "open"}], "start": 2}, "starting seat"),
        ({"edition": "usa", "seats": [{"kind": "you"}, {"kind": "open"}], "colour": "red"}, "colour"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(ann: Guest, wish: dict[str, object], word: str) -> None:
    answer = ann.http.post("/tables", json=wish)
    assert answer.status_code in (404, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert word in answer.json()["detail"]


def test_a_guest_joins_by_code_or_by_link_once(ann: Guest, bob: Guest, server: Serving) -> None:
    table = ann.open("new-york", "you", "open", "open")
    invitation = ann.get(f"/tables/{table}")["invitation"]
    assert bob.post("/join", {"invite": invitation["code"].lower(), "name": "Bob"})["you"] == [1]
    assert bob.post("/join", {"invite": invitation["invite"]})["you"] == [1]
    assert server.guest().post("/join", {"invite": invitation["invite"], "seat": 2})["you"] == [2]
    assert "free" in server.guest().post("/join", {"invite": invitation["code"]}, 409)["detail"]
    assert invitation["link"].endswith(f"/#/join/{invitation['invite']}")


def test_a_code_ends_when_the_game_begins(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open")
    code = ann.get(f"/tables/{table}")["invitation"]["code"]
    ann.post(f"/tables/{table}/start")
    bob.post("/join", {"invite": code}, 404)


def test_strangers_are_not_shown_the_invitation(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open")
    assert bob.get(f"/tables/{table}")["invitation"] is None


def test_only_the_host_begins_and_empty_seats_go_to_bots(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open", "open")
    bob.join(ann, table)
    bob.post(f"/tables/{table}/start", status=403)
    info = ann.post(f"/tables/{table}/start")
    assert [seat["kind"] for seat in info["seats"]] == ["person", "person", "bot"]
    assert ann.post(f"/tables/{table}/start")["status"] == "playing"  # asked again, it has begun


def test_the_host_may_change_seats_before_the_game(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open")
    bob.ask("PATCH", f"/tables/{table}/seats/1", 403, json={"kind": "bot"})
    info = ann.ask("PATCH", f"/tables/{table}/seats/1", json={"kind": "bot", "bot": "greedy", "name": "Gus"})
    assert (info["seats"][1]["kind"], info["seats"][1]["name"]) == ("bot", "Gus")
    ann.post(f"/tables/{table}/start")
    ann.ask("PATCH", f"/tables/{table}/seats/1", 409, json={"kind": "open"})


def test_several_people_share_one_device(ann: Guest, chance: random.Random) -> None:
    """One guest has several seats, and sees for each of them."""
    table = ann.open("new-york", {"kind": "you", "name": "Ann"}, {"kind": "you", "name": "Bea"}, begin=True)
    assert ann.get(f"/tables/{table}")["you"] == [0, 1]
    hands = [ann.view(table, seat=seat)["view"]["you"]["hand"] for seat in (0, 1)]
    assert all(sum(hand.values()) == 2 for hand in hands)
    play_out([ann], table, chance)


def test_who_leaves_is_played_by_a_bot_and_may_come_back(ann: Guest, bob: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", "you", "open")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    bob.post(f"/tables/{table}/leave")
    assert ann.get(f"/tables/{table}")["seats"][1]["away"]
    for _ in range(6):
        until(lambda: 0 in ann.get(f"/tables/{table}")["acting"])
        ann.act_any(table, chance)
    info = bob.post(f"/tables/{table}/return")
    assert not info["seats"][1]["away"]
    assert info["you"] == [1]
    play_out([ann, bob], table, chance)


def test_leaving_an_open_table_frees_the_seat_and_hands_the_table_on(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/leave")
    info = bob.get(f"/tables/{table}")
    assert info["host"]
    assert info["seats"][0]["kind"] == "open"
    bob.post(f"/tables/{table}/leave")
    assert bob.get(f"/tables/{table}")["status"] == "closed"


def test_a_rematch_is_one_table_for_all(ann: Guest, bob: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", "you", "open")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/rematch", status=409)
    ann.post(f"/tables/{table}/start")
    play_out([ann, bob], table, chance)
    again = bob.post(f"/tables/{table}/rematch")
    assert ann.post(f"/tables/{table}/rematch")["id"] == again["id"]
    assert ann.get(f"/tables/{again['id']}")["you"] == [0]
    assert again["you"] == [1]
    assert again["commitment"] != ann.get(f"/tables/{table}")["commitment"]
    assert ann.get(f"/tables/{table}")["rematch"] == again["id"]
    play_out([bob, ann], bob.post(f"/tables/{again['id']}/start")["id"], chance)


def test_a_token_plays_no_rematch(ann: Guest, server: Serving, chance: random.Random) -> None:
    """It was given for one game, to a remote bot or for a person's own seat; a new one is asked for."""
    table = ann.open("new-york", "you", "remote", begin=True)
    tokens = [ann.post(f"/tables/{table}/seats/{seat}/token")["token"] for seat in range(2)]
    robots = [server.guest(Authorization=f"Bearer {token}") for token in tokens]
    play_out(robots, table, chance)
    again = ann.post(f"/tables/{table}/rematch")["id"]
    assert [robot.view(table)["seat"] for robot in robots] == [0, 1]
    assert [robot.get(f"/tables/{again}")["you"] for robot in robots] == [[], []]
    new = ann.post(f"/tables/{again}/seats/1/token")["token"]
    assert server.guest(Authorization=f"Bearer {new}").get(f"/tables/{again}")["you"] == [1]


def test_rematches_are_tables_like_others(tmp_path: Path) -> None:
    """Who has as many unfinished tables as they may opens none by a rematch; one that was opened is found by whoever asks."""
    with served(tmp_path, max_open_tables=2) as serving:
        ann, bob = serving.guest(), serving.guest()
        table = ann.open("new-york", "you", "open")
        bob.join(ann, table)
        ann.post(f"/tables/{table}/start")
        play_out([ann, bob], table, random.Random(3))
        others = [ann.open("new-york", "you", "open") for _ in range(2)]
        assert ann.post(f"/tables/{table}/rematch", status=429)["code"] == "your-tables-full"
        again = bob.post(f"/tables/{table}/rematch")["id"]
        assert ann.post(f"/tables/{table}/rematch")["id"] == again
        ann.post(f"/tables/{others[0]}/leave")
        assert ann.open("new-york", "you", "open")


def test_my_tables_say_whose_turn_it_is(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open")
    assert [(mine["id"], mine["your_turn"]) for mine in ann.get("/me")["tables"]] == [(table, False)]
    assert bob.get("/me")["tables"] == []
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    [mine] = bob.get("/me")["tables"]
    assert (mine["you"], mine["your_turn"], mine["acting"]) == ([1], True, [0, 1])


def test_watching_can_be_refused(ann: Guest, bob: Guest) -> None:
    shown = ann.open("new-york", "you", "greedy", begin=True)
    assert bob.view(shown)["view"]["you"] is None
    hidden = ann.open("new-york", "you", "greedy", begin=True, watch=False)
    for path in ("", "/view", "/log", "/events", "/fairness", "/result", "/record"):
        bob.get(f"/tables/{hidden}{path}", 403)
    assert ann.view(hidden)["seat"] == 0


def test_games_are_listed_for_watching_where_their_host_says_so(ann: Guest, bob: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", {"kind": "you", "name": "Ann"}, "open", listed=True)
    hidden = [ann.open("new-york", "you", "you", begin=True), ann.open("new-york", "you", "you", begin=True, listed=True, watch=False)]
    assert table not in {game["id"] for game in bob.get("/tables")}  # it has not begun
    ann.post(f"/tables/{table}/start")
    games = {game["id"]: game for game in bob.get("/tables")}
    assert not set(hidden) & set(games)
    assert (games[table]["edition"], games[table]["names"], games[table]["bots"]) == ("new-york", ["Ann", "Random"], [1])
    assert bob.view(table)["seat"] is None
    play_out([ann], table, chance)
    assert table not in {game["id"] for game in bob.get("/tables")}


def test_my_tables_tell_how_games_ended(ann: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", "you", "random", begin=True)
    assert ann.get("/me")["tables"][0]["result"] is None
    play_out([ann], table, chance)
    [mine] = ann.get("/me")["tables"]
    result = ann.get(f"/tables/{table}/result")
    assert mine["result"] == {"totals": [sheet["total"] for sheet in result["sheets"]], "winners": result["winners"]}
    assert mine["names"] == result["names"]


def test_chat_is_short_plain_text_and_only_for_those_at_the_table(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open")
    bob.post(f"/tables/{table}/chat", {"text": "hello"}, 403)
    told = ann.post(f"/tables/{table}/chat", {"text": " <b>hi</b>\n\u202eolleh\x07 "}, key="one")
    assert told["data"] == {"text": "<b>hi</b> olleh"}
    assert ann.post(f"/tables/{table}/chat", {"text": " <b>hi</b>\n\u202eolleh\x07 "}, key="one") == told
    ann.post(f"/tables/{table}/chat", {"text": "x" * 501}, 422)
    ann.post(f"/tables/{table}/chat", {"text": "\x00"}, 422)
    assert [line["kind"] for line in bob.get(f"/tables/{table}/log")] == ["chat"]
    quiet = ann.open("new-york", "you", "open", chat=False)
    ann.post(f"/tables/{quiet}/chat", {"text": "hello"}, 409)


def test_a_table_is_opened_once_per_key(ann: Guest, bob: Guest) -> None:
    wish = {"edition": "london", "seats": [{"kind": "you"}, {"kind": "open"}]}
    first = ann.post("/tables", wish, key="k")["id"]
    assert ann.post("/tables", wish, key="k")["id"] == first
    assert ann.post("/tables", wish, key="l")["id"] != first
    assert bob.post("/tables", wish, key="k")["id"] != first


def test_there_is_no_such_table(ann: Guest) -> None:
    assert ann.get("/tables/22222222222222222222", 404)["type"] == "urn:allaboard:problem:not-found"


def test_a_remote_bot_plays_by_token(ann: Guest, bob: Guest, server: Serving, chance: random.Random) -> None:
    """A token plays for its seat and does nothing else; a new one ends the old one."""
    table = ann.open("new-york", "you", "remote", begin=True)
    bob.post(f"/tables/{table}/seats/1/token", status=403)
    old = ann.post(f"/tables/{table}/seats/1/token")["token"]
    token = ann.post(f"/tables/{table}/seats/1/token")["token"]
    robot = server.guest(Authorization=f"Bearer {token}")
    assert server.guest(Authorization=f"Bearer {old}").view(table)["seat"] is None
    assert robot.view(table)["seat"] == 1
    robot.get("/me", 403)
    robot.post("/tables", {"edition": "usa", "seats": [{"kind": "you"}, {"kind": "open"}]}, 403)
    robot.post(f"/tables/{table}/start", status=403)
    robot.post(f"/tables/{table}/leave", status=403)
    robot.post(f"/tables/{table}/chat", {"text": "beep"}, 403)
    robot.post(f"/tables/{table}/rematch", status=403)
    robot.post(f"/tables/{table}/seats/1/token", status=403)
    robot.ask("PATCH", f"/tables/{table}/seats/1", 403, json={"kind": "bot"})
    robot.ask("DELETE", "/me", 403)
    assert "set-cookie" not in robot.http.get(f"/tables/{table}").headers
    assert robot.get(f"/tables/{table}")["invitation"] is None
    play_out([ann, robot], table, chance)
    position = {"edition": "new-york", "position": {"players": 2}, "unseen_cards": [2, 2], "unseen_tickets": [1, 1]}
    robot.post("/analysis/tables", position, 403)
    robot.post(f"/tables/{table}/branches", {"n": 3, "seat": 1}, 403)
    robot.post("/records", {"record": ann.http.get(f"/tables/{table}/record").json()}, 403)
    robot.post("/editions", {"edition": "x"}, 403)
    robot.post("/puzzles/0000000000/attempts", {"action": "draw deck"}, 403)


def test_people_at_one_device_are_told_apart_by_their_names(ann: Guest) -> None:
    """Without names, or with the same one, nobody would know whose turn it is."""
    unnamed = ann.open("london", "you", "you", "you")
    assert [seat["name"] for seat in ann.get(f"/tables/{unnamed}")["seats"]] == ["", "", ""]
    assert names_of([Seat(0, "person"), Seat(1, "open"), Seat(2, "person")]) == ["Host", "Seat 2", "Host 2"]
    seats = [{"kind": "you", "name": name} for name in ("Robin", "robin", "Ada")]
    named = ann.post("/tables", {"edition": "london", "seats": seats})
    assert [seat["name"] for seat in named["seats"]] == ["Robin", "robin 2", "Ada"]


def test_who_opens_a_table_and_has_no_name_is_its_host(ann: Guest, bob: Guest, chance: random.Random) -> None:
    """No word of a language is kept for it: the page has its own, and what the server writes says it in English."""
    table = ann.open("new-york", "you", "open", start=0)
    bob.join(ann, table)
    invite = ann.get(f"/tables/{table}")["invitation"]["invite"]
    assert bob.post("/invitations", {"invite": invite})["host"] == ""
    ann.post(f"/tables/{table}/start")
    assert [seat["name"] for seat in bob.get(f"/tables/{table}")["seats"]] == ["", "Guest 2"]
    assert bob.get("/me")["tables"][0]["names"] == ["", "Guest 2"]
    play_out([ann, bob], table, chance)
    words = [event["words"] for line in bob.get(f"/tables/{table}/log", words=True) for event in line["events"] if event["seat"] == 0]
    assert any(told.startswith("Host ") for told in words)
    assert [seat["name"] for seat in bob.get(f"/tables/{table}/record")["seats"]] == ["Host", "Guest 2"]
    # At a table that another of them opens, somebody else is the host.
    assert [seat["name"] for seat in bob.post(f"/tables/{table}/rematch")["seats"]] == ["Guest 1", "Guest 2"]
