"""Workers: outcomes in order whoever works, tasks only as they are needed, and nobody left behind however the play ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from allaboard.runner import ALONE, Workers, WorkersError, workers
from processes import members_of

SLEEPERS = """
import os, sys, time
from allaboard.runner.workers import workers

def nap(number):
    time.sleep(0.1 if number < 4 else 600.0)
    return os.getpid()

if __name__ == "__main__":
    with workers(2) as pool:
        for pid in pool.map(nap, range(1000)):
            print(pid, flush=True)
"""


def late(number: int) -> int:
    """The later a task, the sooner it is done."""
    time.sleep(0.02 * (5 - number % 5))
    return number


class Counted:
    """Tasks, and how many of them were taken."""

    def __init__(self, count: int) -> None:
        self.count, self.taken = count, 0

    def __iter__(self) -> Iterator[int]:
        for number in range(self.count):
            self.taken += 1
            yield number


def test_outcomes_come_in_the_order_of_tasks() -> None:
    assert list(ALONE.map(late, range(5))) == list(range(5))
    with workers(5, threads=True) as pool:
        assert pool.count == 5
        assert list(pool.map(late, range(12))) == list(range(12))


@pytest.mark.parametrize("jobs", [1, 3])
def test_tasks_are_taken_as_they_are_needed(jobs: int) -> None:
    """Two for each worker are under way or in line; alone, none is taken before the last is done."""
    tasks = Counted(1000)
    with workers(jobs, threads=True) as pool:
        for number in islice(pool.map(abs, tasks), 4):
            assert tasks.taken <= number + (1 if jobs == 1 else 2 * jobs)
    assert tasks.taken <= 4 + 2 * jobs


@pytest.mark.parametrize("count", [1, 2, 7])
@pytest.mark.parametrize("total", [0, 1, 9, 100, 10_001])
def test_what_is_split_is_whole_and_in_order(total: int, count: int) -> None:
    """No part is larger than is wanted, and where there is enough every worker has several."""
    parts = list(Workers(None, count).split(total, largest=10))
    assert [number for part in parts for number in part] == list(range(total))
    assert all(1 <= len(part) <= 10 for part in parts)
    assert len(parts) >= min(total, 4 * count)


def test_whoever_stops_listening_stops_the_work() -> None:
    done: list[int] = []
    with workers(2, threads=True) as pool:
        outcomes = pool.map(lambda number: (time.sleep(0.05), done.append(number)), range(1000))
        next(outcomes)
        outcomes.close()
    assert len(done) <= 4


def test_an_error_of_the_work_ends_it() -> None:
    with workers(2, threads=True) as pool, pytest.raises(ZeroDivisionError):
        list(pool.map(lambda number: 1 // (3 - number), range(1000)))


def test_a_worker_that_dies_is_told_and_not_waited_for() -> None:
    with workers(2) as pool, pytest.raises(WorkersError, match="a worker process ended in the middle of its games"):
        list(pool.map(os._exit, [3]))


@pytest.mark.skipif(os.name == "nt", reason="another system has other signals")
def test_a_signal_to_end_is_an_interrupt_as_long_as_there_are_workers() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), workers() as pool:
        list(pool.map(lambda number: os.kill(os.getpid(), signal.SIGTERM), range(3)))
    assert signal.getsignal(signal.SIGTERM) is before


def test_workers_can_be_had_in_any_thread() -> None:
    """Only the main thread can listen to signals; the others leave them alone."""
    found: list[list[int]] = []

    def play() -> None:
        with workers(2, threads=True) as pool:
            found.append(list(pool.map(late, range(3))))

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert found == [[0, 1, 2]]


def test_who_works_can_be_any_executor() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as executor:
        assert list(Workers(executor, 2).map(late, range(4))) == [0, 1, 2, 3]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked up in /proc")
@pytest.mark.parametrize(
    "end", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow), pytest.param(signal.SIGKILL, marks=pytest.mark.slow)]
)
def test_workers_end_with_whoever_started_them(tmp_path: Path, end: signal.Signals) -> None:
    """Told to end, stopped by Ctrl-C or killed without a word, in the middle of tasks that would take ten minutes."""
    (tmp_path / "sleepers.py").write_text(SLEEPERS, "utf-8")
    with subprocess.Popen(
        [sys.executable, "sleepers.py"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        pids = {int(process.stdout.readline()) for _ in range(4)}
        assert pids <= members_of(process.pid)
        process.send_signal(end)
        process.wait(timeout=60)
        deadline = time.monotonic() + 10
        while (left := members_of(process.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
    assert left == set()
