"""Clocks: per action or per player; who runs out of time is played by a bot, and nothing is lost meanwhile."""

import random

from allaboard.server.clocks import Clock
from serving import Guest, until


def test_a_clock_per_action_starts_anew_with_every_action() -> None:
    clock = Clock({"per": "move", "seconds": 10})
    clock.wait_for([0, 1], 1000)
    clock.acted(0, 4000)
    clock.wait_for([1], 4000)
    assert clock.deadline(0) is None
    assert clock.deadline(1) == 11_000
    clock.acted(1, 5000)
    clock.wait_for([0], 5000)
    assert clock.deadline(0) == 15_000
    assert clock.left(0, 6000) is None


def test_a_clock_per_player_runs_only_on_ones_turn_and_gains_the_increment() -> None:
    clock = Clock({"per": "player", "seconds": 10, "increment": 1})
    clock.wait_for([0], 0)
    clock.acted(0, 4000)
    clock.wait_for([1], 4000)
    assert clock.left(0, 9000) == 7000
    assert clock.left(1, 9000) == 5000
    clock.acted(1, 9000)
    clock.wait_for([0], 9000)
    assert clock.deadline(0) == 16_000
    assert clock.left(0, 99_000) == 0


def test_without_a_clock_nobody_is_late() -> None:
    clock = Clock(None)
    clock.wait_for([0], 0)
    assert clock.deadline(0) is None
    assert clock.left(0, 5) is None


def test_time_out_hands_the_seat_to_a_bot_and_the_person_may_return(ann: Guest, bob: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "move", "seconds": 1})
    bob.join(ann, table)
    info = ann.post(f"/tables/{table}/start")
    assert info["deadline"] is not None
    ann.act_any(table, chance)
    until(lambda: bob.get(f"/tables/{table}")["seats"][1]["away"], 10)
    line = next(line for line in bob.get(f"/tables/{table}/log") if line["data"].get("why") == "time")
    assert line["seat"] == 1
    bob.post(f"/tables/{table}/return")
    until(lambda: bob.get(f"/tables/{table}")["status"] == "over", 60)  # both let their time run out, and bots end the game


def test_who_has_used_all_time_does_not_return(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "player", "seconds": 1}, pace=0.5)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    until(lambda: all(seat["away"] for seat in ann.get(f"/tables/{table}")["seats"]), 10)
    assert "run out" in ann.post(f"/tables/{table}/return", status=409)["detail"]
