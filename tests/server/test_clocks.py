"""Clocks: per action or per player; who runs out of time is played by a bot, and nothing is lost meanwhile."""

import random
import time

import pytest

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


def test_an_undone_action_gives_nothing_back() -> None:
    """Neither its increment nor the time that it took; what was thought since counts as well."""
    clock = Clock({"per": "player", "seconds": 60, "increment": 10})
    clock.wait_for([0], 0)
    for moment in range(1000, 21_000, 2000):
        clock.acted(0, moment)
        clock.wait_for([1], moment)
        clock.undone(moment + 1000)
        clock.wait_for([0], moment + 1000)
    assert clock.left(0, 20_000) == 40_000
    clock.acted(0, 20_000)
    assert clock.left(0, 99_000) == 50_000
    assert clock.left(1, 20_000) == 60_000


def test_a_clock_per_action_runs_on_through_undo_leaving_and_tokens() -> None:
    clock = Clock({"per": "move", "seconds": 10})
    clock.wait_for([0], 0)
    clock.acted(0, 6000)
    clock.wait_for([1], 6000)
    clock.undone(7000)
    clock.wait_for([0], 7000)
    assert clock.deadline(0) == 10_000
    clock.leave(0, 8000)
    clock.wait_for([0], 8000)
    assert not clock.run_out(0, 20_000)  # a bot has not moved yet; eight of the ten seconds are gone all the same
    clock.come_back(0, 9000)
    assert clock.deadline(0) == 11_000
    clock.come_back(0, 9500)  # a new token for a seat is a line of its own, and changes nothing
    assert clock.deadline(0) == 11_000


def test_who_ran_out_of_time_for_an_action_does_not_come_back_for_it() -> None:
    clock = Clock({"per": "move", "seconds": 10})
    clock.wait_for([0], 0)
    clock.leave(0, 10_000)
    assert clock.run_out(0, 10_100)
    clock.acted(0, 11_000)  # the bot
    clock.wait_for([1], 11_000)
    assert not clock.run_out(0, 11_000)


@pytest.mark.parametrize("per", ["move", "player"])
def test_nothing_that_a_person_may_do_wins_time(per: str) -> None:
    """Acting, undoing, leaving and coming back in any order: time left is what was allowed and earned, less all that was really thought."""
    chance = random.Random(per)
    for _ in range(300):
        clock = Clock({"per": per, "seconds": 100, "increment": 5})
        at, away, turn_of = 0, False, 0
        thought = [0]  # of every action that stands and of the one that is next
        earned: list[int] = []
        clock.wait_for([0], 0)
        for _ in range(40):
            seconds = chance.randrange(0, 4000)
            at += seconds
            if not away:
                # after an action that will be taken back the person is still thinking; whether it will be is not known yet
                thought[-1] += seconds if turn_of == 0 else 0
            idle = seconds if turn_of == 1 and not away else 0
            match chance.choice(("act", "undo", "leave", "return", "token")):
                case "act" if turn_of == 0:
                    clock.acted(0, at)
                    earned.append(0 if away else 5000)
                    turn_of = 1
                    waited = 0
                case "act":
                    clock.acted(1, at, final=True)
                    thought.append(0)
                    turn_of = 0
                case "undo" if turn_of == 1:
                    clock.undone(at)
                    earned.pop()
                    thought[-1] += waited + idle
                    turn_of = 0
                case "leave" if not away:
                    clock.leave(0, at)
                    away = True
                case "return" if away:
                    clock.come_back(0, at)
                    away = False
                case "token":
                    (clock.leave if away else clock.come_back)(0, at)
            if turn_of == 1:
                waited += idle
            clock.wait_for([turn_of], at)
            if per == "player":
                left = clock.left(0, at)
                assert left is not None
                assert left <= max(0, 100_000 + sum(earned) - sum(thought))
            elif turn_of == 0 and not away:
                deadline = clock.deadline(0)
                assert deadline is not None
                assert deadline <= at + 100_000 - thought[-1]


def test_time_out_hands_the_seat_to_a_bot_and_the_person_may_return(ann: Guest, bob: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "move", "seconds": 1})
    bob.join(ann, table)
    info = ann.post(f"/tables/{table}/start")
    assert info["deadline"] is not None
    ann.act_any(table, chance)
    until(lambda: bob.get(f"/tables/{table}")["seats"][1]["away"], 10)
    line = next(line for line in bob.get(f"/tables/{table}/log") if line["data"].get("why") == "time")
    assert line["seat"] == 1
    until(lambda: bob.http.post(f"/tables/{table}/return").is_success)  # once the bot has made the move that bob was late for
    until(lambda: bob.get(f"/tables/{table}")["status"] == "over", 60)  # both let their time run out, and bots end the game


def test_who_has_used_all_time_does_not_return(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "player", "seconds": 1}, pace=0.5)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    until(lambda: all(seat["away"] for seat in ann.get(f"/tables/{table}")["seats"]), 10)
    assert "run out" in ann.post(f"/tables/{table}/return", status=409)["detail"]


def test_a_move_clock_is_not_held_by_undo(ann: Guest) -> None:
    """Choosing tickets and taking it back, again and again, ends when the time for it ends; the bot is too slow to choose meanwhile."""
    table = ann.open("new-york", "you", "random", clock={"per": "move", "seconds": 2}, undo=True, pace=5, begin=True)
    began, held = time.monotonic(), True
    while held:
        shown = ann.view(table)
        if 0 not in shown["view"]["acting"]:
            break  # a bot has chosen for her
        acted = ann.http.post(f"/tables/{table}/actions", json={"action": shown["view"]["you"]["legal"][0], "seen": shown["n"]})
        held = acted.is_success and ann.http.post(f"/tables/{table}/undo", json={"seen": acted.json()["n"]}).is_success
        assert time.monotonic() - began < 6, "the clock is held"


def test_increments_are_not_earned_by_undo(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "player", "seconds": 60, "increment": 30}, undo=True)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    for _ in range(10):
        shown = ann.view(table)
        told = ann.act(table, shown["view"]["you"]["legal"][0], shown["n"])
        ann.post(f"/tables/{table}/undo", {"seen": told["n"]})
    assert ann.get(f"/tables/{table}")["seats"][0]["time_left"] <= 60_000
