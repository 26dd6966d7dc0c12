"""Workers on a Dask cluster, here for the arena: the same games as at home, also when a worker is killed over its blocks."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import allaboard
from allaboard.arena.match import Match
from allaboard.arena.results import open_results
from allaboard.arena.tournament import Tournament
from allaboard.engine.jit import INTERPRETED
from allaboard.runner import WorkersError, cluster, workers

MATCH = Match(allaboard.get_edition("new-york"), ("greedy", "random"), 8)
HOST = "127.0.0.1"
SCHEDULER = """
import asyncio, distributed, sys
async def main():
    async with distributed.Scheduler(host=sys.argv[1], dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""
WORKER = """
import asyncio, distributed, sys
async def main():
    async with distributed.Worker(sys.argv[1], nthreads=1, dashboard=False) as worker:
        await worker.finished()
asyncio.run(main())
"""


@contextmanager
def process(code: str, argument: str) -> Iterator[subprocess.Popen[str]]:
    """Python on its own, ended whatever happens."""
    running = subprocess.Popen([sys.executable, "-c", code, argument], stdout=subprocess.PIPE, text=True)
    try:
        yield running
    finally:
        running.kill()
        running.wait()
        if running.stdout is not None:
            running.stdout.close()


def games(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT block, rotation, start, winners, decisions, totals FROM game ORDER BY block, rotation").fetchall()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(INTERPRETED, reason="many games take their time in plain Python")
def test_a_cluster_that_loses_a_worker_plays_the_same_games(tmp_path: Path) -> None:
    """Two workers, one killed in the middle: nothing is lost and nothing is played differently."""
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with (
        process(SCHEDULER, HOST) as scheduler,
        open_results(tmp_path / "cluster") as results,
    ):
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()
        with process(WORKER, address) as doomed, process(WORKER, address):
            tournament = Tournament([MATCH], 60, results)
            with _two_workers(address), workers(cluster=address) as pool:
                assert pool.count == 2
                for progress in tournament.play(pool):
                    if doomed.poll() is None and progress.blocks.first >= 5:
                        doomed.send_signal(signal.SIGKILL)
                        doomed.wait()
            assert doomed.returncode == -signal.SIGKILL
    assert tournament.played == 60
    with open_results(tmp_path / "home") as results:
        for _ in Tournament([MATCH], 60, results).play():
            pass
    assert games(tmp_path / "cluster") == games(tmp_path / "home")


@contextmanager
def _two_workers(address: str) -> Iterator[None]:
    """Wait until both workers have come."""
    import distributed

    deadline = time.monotonic() + 60
    with distributed.Client(address, set_as_default=False) as client:
        while len(client.scheduler_info()["workers"]) < 2:
            assert time.monotonic() < deadline, "the workers did not come"
            time.sleep(0.2)
    yield


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersError, match=r'pip install "allaboard\[cluster\]"'), workers(cluster="tcp://127.0.0.1:1"):
        pass


@pytest.mark.filterwarnings("ignore")
def test_an_address_where_nobody_answers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(WorkersError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"), workers(cluster="tcp://127.0.0.1:1"):
        pass
