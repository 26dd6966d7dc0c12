"""The processes for uploads: one job at a time, killed when it takes too long, replaced when it dies, gone when the server is."""

import asyncio
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from allaboard.editions import EditionError
from allaboard.server.problems import Problem
from allaboard.server.upload_jobs import read_upload
from allaboard.server.upload_workers import WAITING, WAITING_OF_ONE, JobFailed, UploadWorkers
from serving import until

LONG = 60.0


@asynccontextmanager
async def working(count: int = 1) -> AsyncIterator[UploadWorkers]:
    """Workers that are closed again, with no thread left."""
    workers = UploadWorkers(count)
    try:
        yield workers
    finally:
        await workers.close()
        assert not [thread for thread in threading.enumerate() if thread.name.startswith("uploads")]


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test in an event loop of its own."""

    def run() -> None:
        asyncio.run(test())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@in_a_loop
async def test_a_job_is_done_elsewhere() -> None:
    """What it returns and what it raises come back; the process stays for the next job, and ends with the workers."""
    async with working() as workers:
        pid = await workers.run("ann", LONG, os.getpid)
        assert pid != os.getpid()
        assert await workers.run("ann", LONG, math.factorial, 5) == 120
        with pytest.raises(ValueError, match="not defined for negative values"):
            await workers.run("ann", LONG, math.factorial, -1)
        with pytest.raises(EditionError, match="is not TOML"):
            await workers.run("ann", LONG, read_upload, "= =", None)
        assert await workers.run("bob", LONG, os.getpid) == pid
    assert gone(pid)


@in_a_loop
async def test_a_job_that_takes_too_long_is_ended() -> None:
    """Its process is killed, and another does what comes after it."""
    async with working() as workers:
        pid = await workers.run("ann", LONG, os.getpid)
        with pytest.raises(JobFailed, match=r"it took longer than 0\.3 s"):
            await workers.run("ann", 0.3, time.sleep, 60)
        assert gone(pid)
        assert await workers.run("ann", LONG, os.getpid) != pid


@in_a_loop
async def test_a_process_that_dies_is_replaced() -> None:
    """Of its job, or between two jobs."""
    async with working() as workers:
        with pytest.raises(JobFailed, match="died of it"):
            await workers.run("ann", LONG, os._exit, 3)
        pid = await workers.run("ann", LONG, os.getpid)
        os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.5)
        assert await workers.run("ann", LONG, os.getpid) != pid


@in_a_loop
async def test_an_answer_that_cannot_be_sent_is_an_error() -> None:
    """And no reason to wait for ever."""
    async with working() as workers:
        with pytest.raises(RuntimeError, match="pickle"):
            await workers.run("ann", LONG, threading.Lock)


@in_a_loop
async def test_callers_take_turns_and_wait_in_short_queues() -> None:
    """Who asks much waits for others; who asks too much is refused, and so is everybody when too many wait."""
    async with working() as workers:
        await workers.run("ann", LONG, os.getpid)
        done: list[str] = []

        async def ask(who: str, seconds: float = 0.05) -> None:
            await workers.run(who, LONG, time.sleep, seconds)
            done.append(who)

        asked = [asyncio.create_task(ask("ann", 1.0))]
        await asyncio.sleep(0)
        asked += [asyncio.create_task(ask("ann")) for _ in range(WAITING_OF_ONE)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(ask("bob")))
        await asyncio.sleep(0)
        with pytest.raises(Problem) as caught:
            await workers.run("ann", LONG, os.getpid)
        assert caught.value.status == 429
        asked += [asyncio.create_task(ask(f"guest {n}", 0)) for n in range(WAITING - WAITING_OF_ONE - 1)]
        await asyncio.sleep(0)
        with pytest.raises(Problem) as caught:
            await workers.run("carl", LONG, os.getpid)
        assert caught.value.status == 503
        await asyncio.gather(*asked)
        assert done.index("bob") == 2, "after the job that ran and one of those that waited"


@in_a_loop
async def test_closing_ends_what_runs_and_refuses_what_waits() -> None:
    """Nobody waits for a server that goes."""
    async with working() as workers:
        pid = await workers.run("ann", LONG, os.getpid)
        running, waiting = (asyncio.create_task(workers.run("ann", LONG, time.sleep, 60)) for _ in range(2))
        await asyncio.sleep(0.2)
        begun = time.monotonic()
        await workers.close()
        assert time.monotonic() - begun < 10
        for task in (running, waiting):
            with pytest.raises(Problem) as caught:
                await task
            assert caught.value.status == 503
        assert gone(pid)


@pytest.mark.skipif(os.name == "nt", reason="another system has other signals")
def test_a_killed_server_takes_its_processes_with_it() -> None:
    """Even one that is at an endless job."""
    script = """
import asyncio, os, time
from allaboard.server.upload_workers import UploadWorkers

async def main():
    workers = UploadWorkers()
    print(await workers.run("ann", 60, os.getpid), flush=True)
    await workers.run("ann", 600, time.sleep, 600)

if __name__ == "__main__":
    asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert not gone(pid)
        server.kill()
    until(lambda: gone(pid), 20)
