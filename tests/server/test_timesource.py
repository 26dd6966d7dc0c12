"""Game time goes on evenly: the machine's clock may be set back or forward, before, during and between starts, and by one of several processes."""

import asyncio
import random

from allaboard.server.timesource import JUMP, TimeSource

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


def started(machine: Machine, kept: Kept) -> TimeSource:
    time = TimeSource(machine.wall, machine.monotonic)
    asyncio.run(time.start(kept))
    return time


def test_a_clock_that_is_set_moves_no_deadline_and_is_shown_at_once() -> None:
    for hours in (-1, 1, -24 * 365, 24 * 365):
        machine, kept = Machine(), Kept()
        time = started(machine, kept)
        before = time.now()
        machine.set_by += hours * HOUR
        machine.passed += 5
        asyncio.run(time.keep(kept))
        assert time.now() - before == 5000
        assert time.shown(time.now()) == int(1000 * machine.wall())


def test_a_clock_that_is_adjusted_is_followed() -> None:
    machine, kept = Machine(), Kept()
    time = started(machine, kept)
    machine.set_by += 0.4
    asyncio.run(time.keep(kept))
    assert time.now() == time.shown(time.now()) == int(1000 * machine.wall())
    assert kept.ahead == 0


def test_a_restart_with_the_clock_behind_goes_on_after_the_last_line() -> None:
    """Otherwise bots would rest until the clock has caught up."""
    machine, kept = Machine(), Kept()
    kept.latest = started(machine, kept).now()
    machine.set_by -= HOUR
    time = started(machine, kept)
    assert 0 <= time.now() - kept.latest < JUMP
    assert time.shown(time.now()) == int(1000 * machine.wall())
    again = started(machine, kept)
    assert abs(again.now() - time.now()) < 5


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
        for time in (first, second, third):
            assert abs(time.now() - before) <= 1
        assert first.shown(first.now()) == int(1000 * database.wall())


def test_time_never_goes_back_nor_leaps_whatever_is_set_when() -> None:
    """Two processes on machines whose clocks are set at random, and a database whose clock is too."""
    chance = random.Random(3)
    machine, other, database = Machine(), Machine(), Machine()
    kept = Kept(database)
    times = [started(machine, kept), started(other, kept)]
    for _ in range(2000):
        seconds = chance.uniform(0.1, 3)
        before = [time.now() for time in times]
        for each in (machine, other, database):
            each.passed += seconds
        if chance.random() < 0.05:
            chance.choice((machine, other, database)).set_by += chance.choice((-HOUR, HOUR, 5, -5))
        for time in chance.sample(times, chance.randint(0, 2)):
            asyncio.run(time.keep(kept))
        for time, then in zip(times, before, strict=True):
            assert abs(time.now() - then - 1000 * seconds) <= 5
