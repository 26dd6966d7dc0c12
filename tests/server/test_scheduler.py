"""The scheduler: fair turns, less time for each when many wait, and threads that never come back are given up."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from allaboard.server.scheduler import REVIEWS, UNWATCHED, WATCHED, Hung, Scheduler
from serving import busy


def run(test: Callable[[Scheduler], Awaitable[Any]], threads: int = 2, wait: float = 2.0, limit: float = 30.0) -> Any:
    async def whole() -> Any:
        scheduler = Scheduler(threads, wait, limit)
        try:
            return await test(scheduler)
        finally:
            scheduler.threads.close()

    return asyncio.run(whole())


async def ask_for_ever(scheduler: Scheduler, path: tuple[str, ...], seconds: float) -> None:
    while True:
        async with scheduler.turn(path) as turn:
            await turn.run(lambda: time.sleep(turn.seconds(seconds)))


@pytest.mark.parametrize("kind", [WATCHED, REVIEWS])
def test_who_asks_a_lot_delays_nobody_else(kind: str) -> None:
    """97 tables of one address always want a second; a stranger's turn comes at once, and with all the time it wants. So do reviews."""

    async def test(scheduler: Scheduler) -> None:
        greedy = [asyncio.create_task(ask_for_ever(scheduler, (kind, "1.2.3.4", f"{n % 7}", f"{n}"), 1.0)) for n in range(97)]
        await asyncio.sleep(1.3)  # the first two found nobody waiting, and have their second
        for _ in range(5):
            async with scheduler.turn((kind, "5.6.7.8", "stranger", "mine")) as turn:
                assert turn.waited < 0.5 or busy()
                assert turn.seconds(0.9) == 0.9
            await asyncio.sleep(0.05)
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)

    run(test)


@pytest.mark.parametrize("addresses", [1, 50])
def test_all_who_wait_come_to_their_turn_in_time(addresses: int) -> None:
    """Fifty who want a second each, from one address or from fifty, have it within a few: each gets less."""
    waits: list[float] = []

    async def one(scheduler: Scheduler, n: int) -> None:
        asked = time.perf_counter()
        async with scheduler.turn((WATCHED, f"{n % addresses}", f"{n}", f"{n}")) as turn:
            await turn.run(lambda: time.sleep(turn.seconds(1.0)))
        waits.append(time.perf_counter() - asked)

    async def test(scheduler: Scheduler) -> None:
        await asyncio.gather(*(one(scheduler, n) for n in range(50)))

    run(test, wait=1.0)
    assert len(waits) == 50
    assert max(waits) < 5 or busy()  # 25 s, had each its second


def test_alone_everybody_has_all_the_time_they_want() -> None:
    async def test(scheduler: Scheduler) -> float:
        async with scheduler.turn((WATCHED, "a", "b", "c")) as turn:
            return turn.seconds(1.0)

    assert run(test) == 1.0


def test_where_nobody_looks_bots_come_last_but_not_never() -> None:
    """And a review has half of what games have at which people look, however many of both there are."""

    async def test(scheduler: Scheduler) -> dict[str, int]:
        turns = {WATCHED: 0, REVIEWS: 0, UNWATCHED: 0}

        async def ask(kind: str, n: int) -> None:
            while True:
                async with scheduler.turn((kind, "a", "b", f"{n}")) as turn:
                    await turn.run(lambda: time.sleep(0.002))
                turns[kind] += 1

        tasks = [asyncio.create_task(ask(kind, n)) for n in range(4) for kind in turns]
        await asyncio.sleep(2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return turns

    turns = run(test)
    assert 0 < turns[UNWATCHED] < turns[WATCHED] / 5
    assert turns[REVIEWS] == pytest.approx(turns[WATCHED] / 2, rel=0.1)


def test_a_thread_that_does_not_come_back_is_given_up_and_the_others_go_on() -> None:
    release = threading.Event()

    async def hang(scheduler: Scheduler) -> None:
        async with scheduler.turn((WATCHED, "a", "b", "hanging")) as turn:
            with pytest.raises(Hung):
                await turn.run(release.wait)

    async def test(scheduler: Scheduler) -> None:
        await asyncio.gather(*(hang(scheduler) for _ in range(3)))
        assert len(scheduler.threads.abandoned) == 3
        async with scheduler.turn((WATCHED, "a", "b", "fine")) as turn:
            assert await turn.run(lambda: 42) == 42
        release.set()
        for _ in range(100):
            if not scheduler.threads.abandoned:
                break
            await asyncio.sleep(0.02)
        assert not scheduler.threads.abandoned

    run(test, threads=1, limit=0.5)


def test_those_who_go_before_their_turn_leave_nothing_behind() -> None:
    async def test(scheduler: Scheduler) -> None:
        for _ in range(20):
            tasks = [asyncio.create_task(ask_for_ever(scheduler, (WATCHED, "a", "b", f"{n}"), 0.001)) for n in range(10)]
            await asyncio.sleep(0.01)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(5), scheduler.turn((WATCHED, "c", "d", "e")) as one, scheduler.turn((WATCHED, "c", "d", "f")) as two:
            assert await one.run(lambda: 1) + await two.run(lambda: 2) == 3

    run(test)


def test_who_comes_and_goes_has_no_more_threads_than_others() -> None:
    """A thread cannot be ended: its place is free when it comes back, not when nobody waits for it any more. One that hangs is given up."""
    working = set[int]()
    release = threading.Event()
    most = 0

    def work(number: int) -> None:
        nonlocal most
        working.add(number)
        most = max(most, len(working))
        time.sleep(0.1)
        working.discard(number)

    async def test(scheduler: Scheduler) -> None:
        async def ask(job: Callable[[], Any]) -> None:
            async with scheduler.turn((WATCHED, "a", "b", "c")) as turn:
                await turn.run(job)

        for number in range(30):
            with suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    await ask(partial(work, number))
        with suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                await ask(release.wait)
        async with asyncio.timeout(5):
            await asyncio.gather(*(ask(partial(work, 100 + number)) for number in range(4)))
        release.set()

    run(test, limit=1.0)
    assert most == 2


def test_what_fails_on_a_thread_fails_for_who_asked() -> None:
    async def test(scheduler: Scheduler) -> None:
        async with scheduler.turn((WATCHED, "a", "b", "c")) as turn:
            with pytest.raises(ZeroDivisionError):
                await turn.run(lambda: 1 // 0)
            with pytest.raises(RuntimeError, match="SystemExit"):
                await turn.run(exit_now)

    run(test)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all threads of a process have one priority")
def test_bots_give_way_to_people() -> None:
    """Where cores are short the threads of bots wait, and requests do not."""

    async def test(scheduler: Scheduler) -> int:
        async with scheduler.turn((WATCHED, "a", "b", "c")) as turn:
            return await turn.run(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    here = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert min(19, here + 5) == run(test)


def exit_now() -> None:
    raise SystemExit(3)
