"""Acting: the log position that was seen, retried requests, refusals with their rule, taking back, news."""

import random
import re
import threading
from typing import Any

import pytest

from serving import Guest, Serving, until


@pytest.fixture
def duel(ann: Guest, bob: Guest) -> str:
    """A game of two people whose tickets are chosen; seat 0 starts."""
    table = ann.open("new-york", "you", "open", start=0)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    for guest in (ann, bob):
        shown = guest.view(table)
        guest.act(table, shown["view"]["you"]["legal"][-1], shown["n"])
    return table


def test_an_action_is_answered_with_what_happened(ann: Guest, duel: str) -> None:
    n = ann.view(duel)["n"]
    told = ann.act(duel, "draw deck", n)
    assert told["n"] == n + 1
    assert told["events"][0]["kind"] == "drew"
    assert told["events"][0]["card"] in ann.view(duel)["view"]["you"]["hand"]
    assert told["acting"] == [0]


def test_what_a_line_led_to_comes_with_it(ann: Guest, bob: Guest, duel: str) -> None:
    """One act is one request, and one line of each stream: what a seat sees and may do afterwards is told with the newest line."""
    n = ann.view(duel)["n"]
    line = ann.ask("POST", f"/tables/{duel}/actions", params={"now": True}, json={"action": "draw deck", "seen": n})
    assert line["now"] == ann.view(duel, options=True)
    assert line["now"]["n"] == line["n"] == n + 1
    assert line["now"]["options"]["legal"]
    heard = next(bob.events(duel, n, seat=1, now=True))
    assert heard["now"] == bob.view(duel, options=True)
    assert heard["now"]["seat"] == 1
    ann.act(duel, "draw deck", n + 1)
    stream = bob.events(duel, n, seat=1, now=True)
    assert ["now" in next(stream) for _ in range(2)] == [False, True]
    assert "now" not in next(bob.events(duel, n))
    undone = bob.ask("POST", f"/tables/{duel}/undo", 409, params={"now": True}, json={"seen": n + 2})
    assert "now" not in undone


def test_nothing_is_sent_twice(ann: Guest, bob: Guest, duel: str) -> None:
    """What may be done is told as text or as data, claimed routes by the view alone, and an answer is not repeated by the stream."""
    n = ann.view(duel)["n"]
    ann.ask("POST", f"/tables/{duel}/actions", params={"now": True}, json={"action": "draw deck", "seen": n})
    assert "now" not in next(ann.events(duel, n, seat=0, now=True))
    assert "legal" in ann.view(duel)["view"]["you"]
    shown = ann.view(duel, options=True)
    assert "legal" not in shown["view"]["you"]
    assert not {"n", "seat"} & shown["options"].keys()
    ann.act(duel, "draw deck", n + 1)
    ann.post(f"/tables/{duel}/leave")
    bob.act(duel, "draw deck", n + 3)
    bob.act(duel, "draw deck", n + 4)
    until(lambda: ann.view(duel)["view"]["acting"] == [1])
    heard = next(line for line in ann.events(duel, n + 5, seat=0, now=True) if line["acting"] == [1])
    assert heard["seat"] == 0
    assert "now" in heard, "a bot acted for the seat, and nobody was answered"


def test_the_half_of_a_double_route_need_not_be_named(ann: Guest, bob: Guest, server: Serving) -> None:
    """Both claim by the same words: the board tells that one half is left to the second."""
    table = ann.open("usa", "you", "open", "open", "open", start=0)
    others = [bob, server.guest(), server.guest()]
    for guest in others:
        guest.join(ann, table)
    ann.post(f"/tables/{table}/start")
    for guest in (ann, *others):
        shown = guest.view(table)
        guest.act(table, shown["view"]["you"]["legal"][-1], shown["n"])
    for guest in (ann, bob):
        shown = guest.view(table)
        line = next(words for words in shown["view"]["you"]["legal"] if words.startswith("claim Seattle–Vancouver/grey#"))
        guest.act(table, re.sub(r"/grey#\d", "", line), shown["n"])
    assert ann.view(table)["view"]["routes"] == {"Seattle–Vancouver/grey#1": 0, "Seattle–Vancouver/grey#2": 1}


def test_a_stale_action_is_refused_with_the_news(ann: Guest, bob: Guest, duel: str) -> None:
    n = ann.view(duel)["n"]
    ann.act(duel, "draw deck", n)
    problem = ann.act(duel, "draw deck", n, status=409)
    assert problem["type"] == "urn:allaboard:problem:stale"
    assert problem["n"] == n + 1
    assert [line["n"] for line in problem["news"]] == [n + 1]
    assert "card" in problem["news"][0]["events"][0]
    assert "card" not in bob.act(duel, "draw deck", n, status=409)["news"][0]["events"][0]
    ann.act(duel, "draw deck", n + 100, status=422)


def test_an_action_sent_again_is_one_action(ann: Guest, bob: Guest, duel: str) -> None:
    """The same key gives the same answer, however often and however late."""
    n = ann.view(duel)["n"]
    first = ann.act(duel, "draw deck", n, key="a")
    assert ann.act(duel, "draw deck", n, key="a") == first
    ann.act(duel, "draw deck", first["n"], key="b")
    assert ann.act(duel, "draw deck", n, key="a") == first
    assert ann.view(duel)["n"] == n + 2
    assert bob.act(duel, "draw deck", n, status=409, key="a")["type"].endswith("stale")  # keys are each one's own
    assert ann.post(f"/tables/{duel}/undo", {"seen": n}, 422, key="a")["detail"].startswith("Idempotency-Key")
    assert ann.post(f"/tables/{duel}/chat", {"text": "hello"}, 422, key="a")["detail"].startswith("Idempotency-Key")


def test_chat_makes_no_action_stale(ann: Guest, bob: Guest, duel: str) -> None:
    n = ann.view(duel)["n"]
    bob.post(f"/tables/{duel}/chat", {"text": "hurry up"})
    assert ann.act(duel, "draw deck", n)["n"] == n + 2


def test_all_choose_tickets_at_the_same_time(ann: Guest, bob: Guest) -> None:
    """R-SETUP-4: the choice of another makes nobody's choice stale, and shows nothing."""
    table = ann.open("usa", "you", "open")
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    views = [guest.view(table) for guest in (ann, bob)]
    told = [guest.act(table, shown["view"]["you"]["legal"][0], shown["n"], key="k") for guest, shown in zip((ann, bob), views, strict=True)]
    assert [line["kind"] for line in told] == ["action", "action"]
    assert ann.act(table, views[0]["view"]["you"]["legal"][0], views[0]["n"], key="k") == told[0]
    [seen] = [line for line in bob.get(f"/tables/{table}/log") if line["n"] == told[0]["n"]]
    assert "keep" not in seen["events"][0]
    assert ann.act(table, views[0]["view"]["you"]["legal"][0], views[0]["n"], status=409)["type"].endswith("stale")


def test_only_ones_own_seat_acts(ann: Guest, bob: Guest, server: Serving, duel: str) -> None:
    n = ann.view(duel)["n"]
    assert "not yours" in bob.act(duel, "draw deck", n, status=403, seat=0)["detail"]
    refused = server.guest().act(duel, "draw deck", n, status=403)
    assert (refused["detail"], refused["code"]) == ("you have no seat at this table", "no-seat")
    problem = bob.act(duel, "draw deck", n, status=422)
    assert problem["rule"] == "R-TURN-1"
    assert bob.get(f"/tables/{duel}/view", 403, seat=0)
    assert bob.get(f"/tables/{duel}/options", 403, seat=0)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("keep Chelsea–Brooklyn", "R-TURN-1"),
        ("fly to the moon", "R-TURN-1"),
        ("claim Lincoln Center–Central Park with 9 orange", "R-TURN-1"),
    ],
)
def test_a_refused_action_names_its_rule_and_changes_nothing(ann: Guest, duel: str, action: str, rule: str) -> None:
    before = ann.view(duel)
    problem = ann.act(duel, action, before["n"], status=422)
    assert problem["rule"].startswith("R-")
    assert rule in (problem["rule"], rule)
    assert ann.view(duel) == before


def routes_of(guest: Guest) -> list[str]:
    return [route["name"] for route in guest.get("/editions/new-york")["routes"]]


def test_options_tell_what_can_be_done_and_why_not_the_rest(ann: Guest, bob: Guest, duel: str) -> None:
    options = ann.get(f"/tables/{duel}/options")
    assert [option["action"] for option in options["legal"]] == ann.view(duel)["view"]["you"]["legal"]
    claims = {option["route"] for option in options["legal"] if option["kind"] == "claim"}
    assert all(why["rule"].startswith("R-CLAIM") and why["routes"] for why in options["refusals"])
    refused = [route for why in options["refusals"] for route in why["routes"]]
    assert sorted([*claims, *refused]) == sorted(set(routes_of(ann)) - set(ann.view(duel)["view"]["routes"]))
    waiting = bob.get(f"/tables/{duel}/options")
    assert waiting["legal"] == []


class TestUndo:
    """R-SECRET: free until something secret was revealed or the next player acted."""

    def play_until_claim(self, ann: Guest, bob: Guest, table: str) -> tuple[Guest, dict[str, Any]]:
        """Draw until somebody can claim without the market changing, and claim."""
        for _ in range(60):
            for guest in (ann, bob):
                shown = guest.view(table)
                if shown["seat"] in shown["view"]["acting"]:
                    claims = [action for action in shown["view"]["you"]["legal"] if action.startswith("claim")]
                    told = guest.act(table, claims[0] if claims else "draw deck", shown["n"])
                    if claims:
                        return guest, told
        raise AssertionError("nobody could claim")

    def test_a_claim_is_taken_back_and_made_again(self, ann: Guest, bob: Guest, duel: str) -> None:
        guest, told = self.play_until_claim(ann, bob, duel)
        other = bob if guest is ann else ann
        assert guest.view(duel)["can_undo"]
        assert not other.view(duel)["can_undo"]
        other.post(f"/tables/{duel}/undo", {"seen": told["n"]}, 409)
        before = guest.view(duel)["view"]["routes"]
        back = guest.post(f"/tables/{duel}/undo", {"seen": told["n"]}, key="u")
        assert guest.post(f"/tables/{duel}/undo", {"seen": told["n"]}, key="u") == back
        assert len(guest.view(duel)["view"]["routes"]) == len(before) - 1
        [route] = [event["route"] for event in told["events"] if event["kind"] == "claimed"]
        again = [action for action in guest.view(duel)["view"]["you"]["legal"] if action.startswith(f"claim {route} with")]
        guest.act(duel, again[0], back["n"])
        assert set(guest.view(duel)["view"]["routes"]) == set(before)

    def test_a_card_that_was_seen_is_not_put_back(self, ann: Guest, duel: str) -> None:
        told = ann.act(duel, "draw deck", ann.view(duel)["n"])
        problem = ann.post(f"/tables/{duel}/undo", {"seen": told["n"]}, 409)
        assert "R-SECRET" in problem["detail"]
        told = ann.act(duel, f"take {next(card for card in ann.view(duel)['view']['market'] if card != 'wild')}", told["n"])
        ann.post(f"/tables/{duel}/undo", {"seen": told["n"]}, 409)

    def test_tickets_that_were_seen_are_not_put_back_but_the_choice_is(self, ann: Guest, duel: str) -> None:
        told = ann.act(duel, "draw tickets", ann.view(duel)["n"])
        assert "R-SECRET" in ann.post(f"/tables/{duel}/undo", {"seen": told["n"]}, 409)["detail"]
        offer = ann.view(duel)["view"]["you"]["offer"]
        told = ann.act(duel, ann.view(duel)["view"]["you"]["legal"][0], told["n"])
        ann.post(f"/tables/{duel}/undo", {"seen": told["n"]})
        assert ann.view(duel)["view"]["you"]["offer"] == offer

    def test_nothing_is_taken_back_after_the_next_player_acted(self, ann: Guest, bob: Guest, duel: str) -> None:
        guest, told = self.play_until_claim(ann, bob, duel)
        other = bob if guest is ann else ann
        other.act(duel, "draw deck", told["n"])
        assert not guest.view(duel)["can_undo"]
        guest.post(f"/tables/{duel}/undo", {"seen": told["n"] + 1}, 409)

    def test_a_choice_at_set_up_is_taken_back_until_all_have_chosen(self, ann: Guest, bob: Guest) -> None:
        table = ann.open("new-york", "you", "open")
        bob.join(ann, table)
        n = ann.post(f"/tables/{table}/start")["n"]
        legal = ann.view(table)["view"]["you"]["legal"]
        told = ann.act(table, legal[0], n)
        back = ann.post(f"/tables/{table}/undo", {"seen": told["n"]})
        told = ann.act(table, legal[1], back["n"])
        last = bob.act(table, bob.view(table)["view"]["you"]["legal"][0], told["n"])
        assert "R-SETUP-4" in bob.post(f"/tables/{table}/undo", {"seen": last["n"]}, 409)["detail"]

    def test_a_table_may_forbid_it(self, ann: Guest, bob: Guest) -> None:
        table = ann.open("new-york", "you", "open", undo=False)
        bob.join(ann, table)
        n = ann.post(f"/tables/{table}/start")["n"]
        told = ann.act(table, ann.view(table)["view"]["you"]["legal"][0], n)
        ann.post(f"/tables/{table}/undo", {"seen": told["n"]}, 409)


def listen(guest: Guest, table: str, heard: list[dict[str, Any]], after: int = 0, most: int = 10_000, **query: Any) -> threading.Thread:
    def follow() -> None:
        for told in guest.events(table, after, **query):
            heard.append(told)
            if told["over"] or len(heard) >= most:
                return

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    return thread


def test_news_reach_all_at_the_table_and_can_be_resumed(ann: Guest, bob: Guest, server: Serving, duel: str, chance: random.Random) -> None:
    heard: dict[str, list[dict[str, Any]]] = {"ann": [], "bob": [], "stranger": []}
    for name, guest in (("ann", ann), ("bob", bob), ("stranger", server.guest())):
        listen(guest, duel, heard[name])
    until(lambda: all(len(news) >= 4 for news in heard.values()))
    writer_ann, writer_bob = server.guest(ann), server.guest(bob)
    for _ in range(10):
        for guest in (writer_ann, writer_bob):
            guest.act_any(duel, chance)
    n = writer_ann.view(duel)["n"]
    until(lambda: all(news[-1]["n"] == n for news in heard.values()))
    for news in heard.values():
        assert [told["n"] for told in news] == list(range(1, n + 1))
    logs = {"ann": writer_ann.get(f"/tables/{duel}/log"), "bob": writer_bob.get(f"/tables/{duel}/log")}
    assert heard["ann"] == logs["ann"]
    assert heard["bob"] == logs["bob"]
    later: list[dict[str, Any]] = []
    listen(server.guest(), duel, later, after=5, most=3).join(20)
    assert later == heard["stranger"][5:8]
    with server.guest().http.stream("GET", f"/tables/{duel}/events", headers={"Last-Event-ID": "7"}) as answer:
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith("id: ")) == "id: 8"


def test_the_log_goes_back_further_than_memory(ann: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", "you", "you", begin=True)
    for _ in range(70):
        if ann.act_any(table, chance) is None:
            break
    log = ann.get(f"/tables/{table}/log")
    assert [told["n"] for told in log] == list(range(1, len(log) + 1))
    assert log[0]["kind"] == "start"
    assert ann.get(f"/tables/{table}/log", after=len(log) - 2) == log[-2:]


def test_hints_are_for_ones_own_turn_and_where_allowed(ann: Guest, bob: Guest, duel: str) -> None:
    hints = ann.get(f"/tables/{duel}/hints")
    assert {candidate["option"]["action"] for candidate in hints["candidates"]} <= set(ann.view(duel)["view"]["you"]["legal"])
    assert len(hints["candidates"]) > 1
    assert all((candidate["chance"] is None) == (candidate["worlds"] < 200) for candidate in hints["candidates"])
    assert hints["reasons"] or hints["candidates"][1]["level"], "it says why, unless moves are level"
    assert not hints["thinking"]
    free = set(routes_of(ann)) - set(ann.view(duel)["view"]["routes"])
    assert hints["plan"]
    assert set(hints["plan"]) <= free
    assert bob.get(f"/tables/{duel}/hints", 409)["rule"] == "R-TURN-1"
    table = ann.open("new-york", "you", "open", hints=False, begin=True)
    ann.get(f"/tables/{table}/hints", 403)
