"""Clocks: per action or per player; who runs out of time is played by a bot, and nothing is lost meanwhile."""

import random

import pytest

from allaboard.editions import get_edition
from allaboard.server.absences import Absences
from allaboard.server.clocks import Clock
from allaboard.server.live_table import LiveTable
from allaboard.server.models import Header, Line, Seat, TableOptions
from allaboard.server.record_tables import no_options
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
    """Acting, undoing, leaving and coming back in any order: time left is what was allowed and earned, less all that was really thought.

    More time adds 30 seconds to that, once.
    """
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
            match chance.choice(("act", "undo", "leave", "return", "token", "more")):
                case "act" if turn_of == 0:
                    clock.acted(0, at)
                    earned.append(0 if away else 5000)
                    turn_of = 1
                    waited = 0
                case "act":
                    clock.acted(1, at)
                    thought.append(0)
                    turn_of = 0
                case "undo" if turn_of == 1:
                    clock.undone(at)
                    earned.pop()
                    thought[-1] += waited + idle
                    turn_of = 0
                case "more" if turn_of == 0 and not away and 0 not in clock.given:
                    clock.give_more(0)
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
            more = 30_000 if 0 in clock.given else 0
            if per == "player":
                left = clock.left(0, at)
                assert left is not None
                assert left <= max(0, 100_000 + more + sum(earned) - sum(thought))
            elif turn_of == 0 and not away:
                deadline = clock.deadline(0)
                assert deadline is not None
                assert deadline <= at + 100_000 + more - thought[-1]


def seat_line(why: str, *, away: bool, at: int = 0) -> Line:
    return Line(1, "seat", 0, data={"seat": 0, "kind": "person", "name": "Ann", "bot": None, "away": away, "why": why}, at=at)  # type: ignore[typeddict-item]


def test_a_bot_plays_one_missed_turn_and_stays_after_three_in_a_row() -> None:
    absences = Absences(Clock({"per": "move", "seconds": 10, "increment": 0}))
    for missed in range(3):
        assert absences.stays(0) == (missed == 2)
        absences.note(seat_line("time", away=absences.stays(0)), [0])
        assert absences.missing == (set() if missed == 2 else {0})
        absences.note(Line(2, "action", 0), [0])  # the first of two cards
        assert absences.missing == (set() if missed == 2 else {0})
        absences.note(Line(3, "action", 0), [1])
        assert absences.missing == set()
    absences.note(seat_line("came back", away=False), [1])
    assert not absences.stays(0)


def test_turns_missed_count_in_a_row_only() -> None:
    absences = Absences(Clock({"per": "move", "seconds": 10, "increment": 0}))
    for _ in range(2):
        absences.note(seat_line("time", away=False), [0])
        absences.note(Line(2, "action", 0), [1])
    absences.note(Line(3, "action", 0), [1])  # by themselves
    assert not absences.stays(0)


def test_who_comes_back_too_late_for_a_turn_has_the_next_one() -> None:
    clock = Clock({"per": "move", "seconds": 10, "increment": 0})
    absences = Absences(clock)
    clock.wait_for([0], 0)
    absences.note(seat_line("time", away=True, at=10_000), [0])
    absences.note(seat_line("came back", away=False, at=11_000), [0])
    assert absences.missing == {0}
    clock.acted(0, 12_000)
    absences.note(Line(3, "action", 0, at=12_000), [1])
    clock.wait_for([1], 12_000)
    assert absences.missing == set()
    clock.wait_for([0], 20_000)
    assert clock.deadline(0) == 30_000


def test_time_out_costs_a_turn_and_after_three_the_seat_until_the_person_returns(ann: Guest, bob: Guest, chance: random.Random) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "move", "seconds": 1})
    bob.join(ann, table)
    info = ann.post(f"/tables/{table}/start")
    assert info["deadline"] is not None
    ann.act_any(table, chance)
    until(lambda: any(line["seat"] == 1 and line["data"].get("stand_in") for line in bob.get(f"/tables/{table}/log")), 10)
    assert not bob.get(f"/tables/{table}")["seats"][1]["away"]
    until(lambda: bob.get(f"/tables/{table}")["seats"][1]["away"], 20)
    lines = [line for line in bob.get(f"/tables/{table}/log") if line["kind"] == "seat" and line["seat"] == 1]
    assert [(line["data"]["why"], line["data"]["away"]) for line in lines[-3:]] == [("time", False), ("time", False), ("time", True)]
    bob.post(f"/tables/{table}/return")
    assert not bob.get(f"/tables/{table}")["seats"][1]["away"]
    until(lambda: bob.get(f"/tables/{table}")["status"] == "over", 60)  # both let their time run out, and bots end the game


def test_who_has_used_all_time_does_not_return(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "player", "seconds": 1}, pace=0.5)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    until(lambda: all(seat["away"] for seat in ann.get(f"/tables/{table}")["seats"]), 10)
    assert "run out" in ann.post(f"/tables/{table}/return", status=409)["detail"]


def test_of_several_seats_those_come_back_that_have_time_left(ann: Guest, chance: random.Random) -> None:
    """At one device everybody comes back at once; whose time for the game is used up keeps nobody away."""
    table = ann.open("new-york", "you", "you", start=0, clock={"per": "player", "seconds": 2}, pace=0.5)
    ann.post(f"/tables/{table}/start")
    ann.act_any(table, chance, seat=1)
    until(lambda: ann.get(f"/tables/{table}")["seats"][0]["away"], 10)
    ann.post(f"/tables/{table}/leave")
    assert [seat["away"] for seat in ann.post(f"/tables/{table}/return")["seats"][:2]] == [True, False]


def test_bots_answers_that_are_taken_back_give_no_time_either() -> None:
    """Who takes back an action and what bots answered has been thinking all the while, whatever was drawn meanwhile."""
    clock = Clock({"per": "player", "seconds": 60, "increment": 10})
    clock.wait_for([0], 0)
    clock.acted(0, 5000)
    for moment in (6000, 7000):
        clock.wait_for([1], moment - 1000)
        clock.acted(1, moment)
    clock.wait_for([0], 7000)
    assert not clock.undo_runs_out(8000, 3)
    assert clock.undo_runs_out(60_000, 3)
    clock.undone(8000, 3)
    clock.wait_for([0], 8000)
    assert clock.left(0, 9000) == 51_000
    assert clock.left(1, 9000) == 60_000


def test_increments_are_not_earned_by_undo(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "open", clock={"per": "player", "seconds": 60, "increment": 30}, undo=True)
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    for _ in range(10):
        shown = ann.view(table)
        told = ann.act(table, shown["view"]["you"]["legal"][0], shown["n"])
        ann.post(f"/tables/{table}/undo", {"seen": told["n"]})
    assert ann.get(f"/tables/{table}")["seats"][0]["time_left"] <= 60_000


def test_a_missed_choice_of_tickets_costs_no_turn() -> None:
    """The bot chooses, last of all, and no more: the first turn, though the same seat's, is the person's, with a full clock."""
    edition = get_edition("new-york")
    options: TableOptions = {**no_options(2, "greedy"), "clock": {"per": "move", "seconds": 15, "increment": 0}}
    header = Header(
        id="clock", status="playing", edition=edition.id, edition_hash=edition.hash, edition_key="", start=0, options=options,
        seed="07" * 32, created=0, updated=0,
    )  # fmt: skip
    live = LiveTable(header, [Seat(0, "person"), Seat(1, "bot")], edition, [Line(1, "start")])

    def act(seat: int, at: int) -> None:
        assert live.game is not None
        entry, events = live.play(seat, live.game.observe(seat).legal_ids[0])
        live.follow(Line(live.n + 1, "action", seat, entry.action, entry.outcome, at=at), events)

    act(1, 1000)
    assert [seat.seat for seat in live.late(15_000)] == [0]
    live.follow(Line(live.n + 1, "seat", 0, data=seat_line("time", away=False).data, at=15_000))
    assert live.bot_to_act() is live.seats[0]
    act(0, 15_600)  # the stand-in
    assert live.acting == (0,)
    assert live.bot_to_act() is None
    assert live.deadline() == 30_600
    read = LiveTable(header, live.seats, edition, [logged.line for logged in live.tail])
    assert (read.bot_to_act(), read.deadline()) == (None, 30_600)
