"""30 seconds more: for a person who is to act at a table with a clock, once a game, whatever is taken back or started anew."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from allaboard.editions import get_edition
from allaboard.server.clocks import MORE, Clock
from allaboard.server.live_table import LiveTable
from allaboard.server.models import ClockTerms, Header, Line, Seat, SeatChange, TableOptions
from allaboard.server.record_tables import no_options
from allaboard.server.services import Services
from serving import Guest, Serving, served, until

MOVE: ClockTerms = {"per": "move", "seconds": 60, "increment": 0}
PLAYER: ClockTerms = {"per": "player", "seconds": 60, "increment": 5}


def two(ann: Guest, bob: Guest, chosen: bool = True, **options: Any) -> str:
    """A table of two people, Ann to act first; unless `chosen`, they still choose their tickets."""
    table = ann.open("new-york", "you", "open", start=0, **{"clock": MOVE, **options})
    bob.join(ann, table)
    ann.post(f"/tables/{table}/start")
    for guest in (ann, bob) if chosen else ():
        step(guest, table)
    return table


def step(guest: Guest, table: str, action: str | None = None) -> Any:
    shown = guest.view(table)
    return guest.act(table, action or shown["view"]["you"]["legal"][0], shown["n"])


def more(guest: Guest, table: str, status: int | None = None, key: str | None = None, **given: Any) -> Any:
    body = {"seen": guest.view(table)["n"], **given}
    return guest.post(f"/tables/{table}/more-time", body, status, key)


def refused(guest: Guest, table: str, why: str) -> None:
    """Nothing is offered that would be refused."""
    assert not guest.view(table)["more_time"]
    n = guest.view(table)["n"]
    assert why in more(guest, table, 409)["detail"]
    assert guest.view(table)["n"] == n


@pytest.mark.parametrize("terms", [MOVE, PLAYER])
def test_the_time_of_who_is_to_act_grows_once(ann: Guest, bob: Guest, terms: ClockTerms) -> None:
    table = two(ann, bob, clock=terms)
    before = ann.view(table)
    assert before["more_time"]
    line = more(ann, table)
    assert (line["kind"], line["seat"], line["data"], line["events"], line["acting"]) == ("more", 0, {}, [], [0])
    after = ann.view(table)
    assert after["deadline"] == before["deadline"] + MORE
    assert bob.view(table)["deadline"] == after["deadline"]
    assert bob.get(f"/tables/{table}/log")[-1]["kind"] == "more"
    refused(ann, table, "once a game")
    ann.act(table, before["view"]["you"]["legal"][0], before["n"])  # what was seen before is not stale


@pytest.mark.parametrize("terms", [MOVE, PLAYER])
def test_it_is_for_one_action_or_for_the_whole_game(terms: ClockTerms) -> None:
    clock, whole = Clock(terms), terms["per"] == "player"
    clock.wait_for([0], 0)
    clock.give_more(0)
    assert clock.deadline(0) == 90_000
    clock.acted(0, 70_000)
    clock.wait_for([1], 70_000)
    assert clock.deadline(1) == 130_000
    clock.acted(1, 71_000)
    clock.wait_for([0], 71_000)
    assert clock.deadline(0) == 71_000 + (25_000 if whole else 60_000)
    assert clock.left(0, 71_000) == (25_000 if whole else None)
    assert clock.given == {0}


@pytest.mark.parametrize("terms", [MOVE, PLAYER])
def test_undo_neither_gives_it_back_nor_takes_it_away(terms: ClockTerms) -> None:
    """Who has acted with it and thinks again has it for what they think about, and no other time."""
    clock = Clock(terms)
    clock.wait_for([0], 0)
    clock.give_more(0)
    for moment in (20_000, 70_000):
        clock.acted(0, moment)
        clock.wait_for([1], moment)
        assert not clock.undo_runs_out(moment + 1000)
        clock.undone(moment + 1000)
        clock.wait_for([0], moment + 1000)
        assert clock.deadline(0) == 90_000
        assert clock.given == {0}
    clock.acted(0, 80_000)
    assert not clock.undo_runs_out(89_999)
    assert clock.undo_runs_out(90_000)


@pytest.mark.parametrize("terms", [MOVE, PLAYER])
def test_what_was_given_after_an_action_that_is_taken_back_counts_on(terms: ClockTerms) -> None:
    """Against bots: given in the turn after, from which one goes back."""
    clock = Clock(terms)
    clock.wait_for([0], 0)
    for seat, moment in ((0, 5000), (1, 6000)):
        clock.acted(seat, moment)
        clock.wait_for([1 - seat], moment)
    clock.give_more(0)
    assert not clock.undo_runs_out(89_999, 2)
    clock.undone(10_000, 2)
    clock.wait_for([0], 10_000)
    assert clock.deadline(0) == 90_000
    clock.acted(0, 20_000)
    clock.wait_for([0], 20_000)
    assert clock.deadline(0) == (95_000 if terms["per"] == "player" else 80_000)


@pytest.mark.parametrize("terms", [MOVE, PLAYER])
def test_at_a_table_it_is_not_offered_again_after_undo(ann: Guest, bob: Guest, terms: ClockTerms) -> None:
    table = two(ann, bob, clock=terms, undo=True)
    step(ann, table, "draw tickets")
    more(ann, table)
    deadline = ann.view(table)["deadline"]
    kept = step(ann, table)
    assert ann.view(table)["can_undo"]
    ann.post(f"/tables/{table}/undo", {"seen": kept["n"]})
    assert ann.view(table)["deadline"] == deadline
    refused(ann, table, "once a game")


def test_nobody_has_it_who_is_not_to_act_has_no_clock_or_plays_no_more(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)
    refused(bob, table, "not its turn")
    more(bob, table, 403, seat=0)
    alone = ann.open("new-york", "you", "you", clock=MOVE, begin=True)
    bob.post(f"/tables/{alone}/more-time", {"seen": 1}, 403)  # who has no seat there
    refused(ann, two(ann, bob, clock=None), "no clock")
    opened = ann.open("new-york", "you", "open", clock=MOVE)
    refused(ann, opened, "not begun")


@pytest.mark.parametrize("away", [True, False])
def test_nobody_has_it_whose_turn_a_bot_plays(away: bool) -> None:
    """For who has left, or whose time has run out."""
    edition = get_edition("new-york")
    options: TableOptions = {**no_options(2, "greedy"), "clock": MOVE}
    header = Header(
        id="more", status="playing", edition=edition.id, edition_hash=edition.hash, edition_key="", start=0, options=options,
        seed="07" * 32, created=0, updated=0,
    )  # fmt: skip
    seats = [Seat(0, "person", away=away), Seat(1, "person")]
    note: SeatChange = {**seats[0].public, "why": "left" if away else "time"}
    live = LiveTable(header, seats, edition, [Line(1, "start"), Line(2, "seat", 0, data=note)])
    assert live.cannot_have_more(0, 1) == "a bot plays for it"
    assert live.cannot_have_more(1, 1) is None


def test_it_is_asked_for_in_a_game_as_it_was_seen(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)
    n = ann.view(table)["n"]
    step(ann, table, "draw deck")
    assert more(ann, table, 409, seen=n)["type"].endswith("stale")
    assert more(ann, table, 422, seen=n + 9)["detail"].startswith("seen")
    assert ann.view(table)["more_time"]


def test_after_the_end_nobody_has_it(ann: Guest, bob: Guest) -> None:
    table = ann.open("new-york", "you", "random", begin=True, pace=0, clock={"per": "player", "seconds": 1})
    until(lambda: ann.get(f"/tables/{table}")["status"] == "over", 60)
    refused(ann, table, "over")


def test_who_has_run_out_of_time_does_not_have_it(ann: Guest, bob: Guest, server: Serving) -> None:
    table = two(ann, bob)
    services: Services = server.app.state.services

    async def reason() -> list[str | None]:
        async with services.tables.at(table) as live:
            end = live.clock.deadline(0)
            assert end is not None
            return [live.cannot_have_more(0, end - 1), live.cannot_have_more(0, end)]

    assert asyncio.run_coroutine_threadsafe(reason(), services._loop).result(60) == [None, "its time has run out"]


def test_bots_have_it_never_by_token_either(ann: Guest, server: Serving) -> None:
    table = ann.open("new-york", "you", "remote", clock=MOVE, start=1, begin=True, undo=False)
    token = ann.post(f"/tables/{table}/seats/1/token")["token"]
    robot = server.guest(Authorization=f"Bearer {token}")
    refused(robot, table, "bots")
    assert ann.view(table)["more_time"]


def test_while_all_choose_each_has_their_own(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob, chosen=False)
    first = {guest: guest.view(table)["deadline"] for guest in (ann, bob)}
    n = bob.view(table)["n"]
    more(ann, table)
    assert ann.view(table)["deadline"] == first[ann] + MORE
    assert bob.view(table)["deadline"] == first[bob] == ann.get(f"/tables/{table}")["deadline"]
    assert bob.view(table)["more_time"]
    more(bob, table, seen=n)  # what the other did meanwhile makes nobody late
    assert bob.view(table)["deadline"] == first[bob] + MORE
    step(bob, table)
    refused(bob, table, "once a game")


def test_of_several_seats_of_ones_own_each_has_its_own(ann: Guest) -> None:
    table = ann.open("new-york", "you", "you", clock=PLAYER, begin=True)
    for seat in (0, 1):
        assert ann.view(table, seat=seat)["more_time"]
        more(ann, table, seat=seat)
        assert not ann.view(table, seat=seat)["more_time"]
    more(ann, table, 422)


def test_a_request_sent_again_is_one(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)
    n, deadline = ann.view(table)["n"], ann.view(table)["deadline"]
    first = more(ann, table, key="again", seen=n)
    assert more(ann, table, key="again", seen=n) == first
    assert (ann.view(table)["n"], ann.view(table)["deadline"]) == (n + 1, deadline + MORE)
    told = ann.ask("POST", f"/tables/{table}/more-time", 422, json={"seen": n + 1}, headers={"Idempotency-Key": "again"})
    assert told["detail"].startswith("Idempotency-Key")
    other = two(ann, bob)
    n = ann.view(other)["n"]
    told = ann.ask("POST", f"/tables/{other}/more-time", 200, params={"now": True}, json={"seen": n})
    assert told["now"]["n"] == n + 1
    assert not told["now"]["more_time"]


def test_a_clock_that_would_have_run_out_runs_on(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob, clock={"per": "move", "seconds": 2}, undo=False, chosen=False)
    more(ann, table)
    until(lambda: any(line["data"].get("why") == "time" for line in bob.get(f"/tables/{table}/log")))
    times = [line["seat"] for line in bob.get(f"/tables/{table}/log") if line["data"].get("why") == "time"]
    assert times == [1]
    assert 0 in ann.view(table)["view"]["acting"]


@pytest.mark.parametrize("terms", [MOVE, PLAYER])
def test_it_stands_after_a_restart(tmp_path: Path, terms: ClockTerms) -> None:
    with served(tmp_path) as serving:
        ann, bob = serving.guest(), serving.guest()
        table = two(ann, bob, clock=terms)
        more(ann, table)
        before = ann.view(table)
    with served(tmp_path) as serving:
        ann = serving.guest(same_as=ann)
        after = ann.view(table)
        assert (after["n"], after["deadline"]) == (before["n"], before["deadline"])
        refused(ann, table, "once a game")


def test_another_process_follows(ann: Guest, bob: Guest, server: Serving) -> None:
    """A table in its memory, as a replay of the log gives it, and as the line is caught up with."""
    table = two(ann, bob)
    services: Services = server.app.state.services

    async def read() -> LiveTable:
        found = await services.store.table(table)
        assert found is not None
        header, seats, lines = found
        board = await services.editions.of(header)
        return LiveTable(header, seats, board.edition, lines, services.time.shown)

    def run(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, services._loop).result(60)

    other: LiveTable = run(read())
    end = other.deadline()
    assert end is not None
    more(ann, table)
    assert other.catch_up(run(services.store.lines(table, other.n)))
    fresh: LiveTable = run(read())
    for live in (other, fresh):
        assert live.deadline() == end + MORE
        assert "once a game" in str(live.cannot_have_more(0, end))
        assert not live.late(end)
    row = run(services.store.header(table))
    assert row.deadline == end + MORE
