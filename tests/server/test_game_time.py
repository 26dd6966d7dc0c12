"""Game time goes on evenly: the machine's clock may be set while servers run, between their starts, and under several of them."""

import asyncio
import itertools
import random
import time
from pathlib import Path

import pytest

from allaboard.server.game_time import JUMP, GameTime
from serving import Guest, served, until

HOUR = 3600.0


class Machine:
    """A machine whose clock can be set; its monotonic time cannot."""

    def __init__(self) -> None:
        self.passed, self.set_by = 100.0, 1_700_000_000.0

    def wall(self) -> float:
        return self.passed + self.set_by

    def monotonic(self) -> float:
        return self.passed


class Kept:
    """What a database keeps; with a machine it has a clock of its own, as PostgreSQL has."""

    def __init__(self, machine: Machine | None = None) -> None:
        self.machine, self.ahead, self.latest = machine, 0, 0

    async def clock(self) -> tuple[int | None, int]:
        return None if self.machine is None else int(1000 * self.machine.wall()), self.ahead

    async def set_ahead(self, known: int, ahead: int) -> bool:
        if self.ahead != known:
            return False
        self.ahead = ahead
        return True

    async def last_change(self) -> int | None:
        return self.latest or None


def started(machine: Machine, kept: Kept) -> GameTime:
    source = GameTime(machine.wall, machine.monotonic)
    asyncio.run(source.start(kept))
    return source


def test_a_clock_that_is_set_moves_no_deadline_and_is_shown_at_once() -> None:
    for hours in (-1, 1, -24 * 365, 24 * 365):
        machine, kept = Machine(), Kept()
        source = started(machine, kept)
        before = source.now()
        machine.set_by += hours * HOUR
        machine.passed += 5
        asyncio.run(source.keep(kept))
        assert source.now() - before == 5000
        assert source.shown(source.now()) == int(1000 * machine.wall())


def test_a_clock_that_is_adjusted_is_followed() -> None:
    machine, kept = Machine(), Kept()
    source = started(machine, kept)
    machine.set_by += 0.4
    asyncio.run(source.keep(kept))
    assert source.now() == source.shown(source.now()) == int(1000 * machine.wall())
    assert kept.ahead == 0


def test_a_restart_with_the_clock_behind_goes_on_after_the_last_line() -> None:
    """Otherwise bots would rest until the clock has caught up."""
    machine, kept = Machine(), Kept()
    kept.latest = started(machine, kept).now()
    machine.set_by -= HOUR
    source = started(machine, kept)
    assert 0 <= source.now() - kept.latest < JUMP
    assert source.shown(source.now()) == int(1000 * machine.wall())
    again = started(machine, kept)
    assert abs(again.now() - source.now()) < 5


def test_several_processes_agree_whoever_notices_first() -> None:
    """One that started before a jump, one after it, and one that looks late: all have one time."""
    machine, kept = Machine(), Kept(Machine())
    database = kept.machine
    assert database is not None
    first, second = started(machine, kept), started(machine, kept)
    for hours in (-1, 3, 0.5, -7):
        before = first.now()
        database.set_by += hours * HOUR
        asyncio.run(second.keep(kept))
        asyncio.run(first.keep(kept))
        asyncio.run(second.keep(kept))
        third = started(machine, kept)
        for source in (first, second, third):
            assert abs(source.now() - before) <= 1
        assert first.shown(first.now()) == int(1000 * database.wall())


def test_time_never_goes_back_nor_leaps_whatever_is_set_when() -> None:
    """Two processes on machines whose clocks are set at random, and a database whose clock is too."""
    chance = random.Random(3)
    machine, other, database = Machine(), Machine(), Machine()
    kept = Kept(database)
    times = [started(machine, kept), started(other, kept)]
    for _ in range(2000):
        seconds = chance.uniform(0.1, 3)
        before = [source.now() for source in times]
        for each in (machine, other, database):
            each.passed += seconds
        if chance.random() < 0.05:
            chance.choice((machine, other, database)).set_by += chance.choice((-HOUR, HOUR, 5, -5))
        for source in chance.sample(times, chance.randint(0, 2)):
            asyncio.run(source.keep(kept))
        for source, then in zip(times, before, strict=True):
            assert abs(source.now() - then - 1000 * seconds) <= 5


class SetClock:
    """The clock of this machine, set by so many seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by = 0.0
        seconds, nanoseconds = time.time, time.time_ns
        monkeypatch.setattr(time, "time", lambda: seconds() + self.by)
        monkeypatch.setattr(time, "time_ns", lambda: nanoseconds() + int(1e9 * self.by))


def moves_on(guest: Guest, table: str, lines: int = 6) -> None:
    n = guest.get(f"/tables/{table}")["n"]
    until(lambda: guest.get(f"/tables/{table}")["n"] >= n + lines, 20)


@pytest.mark.parametrize("hours", [-1, 1])
def test_bots_go_on_and_nobody_is_timed_out_when_the_clock_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    """Bots play at their pace, people keep the time they had, and what is shown is the machine's time."""
    clock = SetClock(monkeypatch)
    with served(tmp_path) as serving:
        guest = serving.guest()
        bots = guest.open("usa", "random", "random", pace=0.1, begin=True)
        mine = guest.open("usa", "you", "random", clock={"per": "player", "seconds": 600}, begin=True)
        brief = guest.open("usa", "you", "random", clock={"per": "move", "seconds": 3}, begin=True)
        moves_on(guest, bots)
        clock.by = 3600.0 * hours
        moves_on(guest, bots)
        seat = guest.get(f"/tables/{mine}")["seats"][0]
        assert not seat["away"]
        assert 560_000 < seat["time_left"] <= 600_000
        until(lambda: guest.get(f"/tables/{brief}")["seats"][0]["away"], 40)
        times = [line["at"] for line in guest.get(f"/tables/{bots}/log")]
        assert all(0 <= later - earlier < 20_000 for earlier, later in itertools.pairwise(times))
        assert abs(times[-1] - 1000 * time.time()) < 20_000


def test_bots_go_on_after_a_restart_with_the_clock_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SetClock(monkeypatch)
    with served(tmp_path) as serving:
        guest = serving.guest()
        bots = guest.open("usa", "random", "random", pace=0.1, begin=True)
        moves_on(guest, bots)
    clock.by = -3600
    with served(tmp_path) as serving:
        guest = serving.guest()
        moves_on(guest, bots)
        assert abs(guest.get(f"/tables/{bots}/log")[-1]["at"] - 1000 * time.time()) < 20_000
