"""The power fails at any moment: no acknowledged action is lost, none is doubled, and clients go on by themselves."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crash_players import play_through
from serving import Process, Serving, until


def kill_at_random(server: Process, times: int) -> Iterator[None]:
    chance = random.Random(times)
    for _ in range(times):
        time.sleep(chance.uniform(0.05, 0.6))
        server.kill()
        server.start()
        yield


@pytest.mark.parametrize(("kills", "players"), [(1, 2), pytest.param(50, 4, marks=pytest.mark.slow)])
def test_kill_9_loses_and_doubles_nothing(tmp_path: Path, kills: int, players: int) -> None:
    server = Process("", tmp_path)
    try:
        assert play_through(server, kill_at_random(server, kills), players) > 20
    finally:
        server.kill()
        server.close()


def test_a_server_that_is_asked_to_stop_ends_streams_and_goes(tmp_path: Path) -> None:
    server = Process("", tmp_path)
    guest = server.guest()
    table = guest.open("new-york", "you", "open")
    heard: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: heard.extend(guest.events(table)), daemon=True)
    thread.start()
    time.sleep(0.3)
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 5
    thread.join(5)
    assert not thread.is_alive()
    server.close()


def test_no_server_outlives_the_tests(tmp_path: Path) -> None:
    """Whoever kills the tests ends their servers as well."""
    script = """
import pathlib, sys, time
from serving import Process
print(Process("", pathlib.Path(sys.argv[1])).port, flush=True)
time.sleep(60)
"""
    paths = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True
    ) as tests:
        assert tests.stdout is not None
        server = Serving(f"http://127.0.0.1:{tests.stdout.readline().strip()}")
        assert server.ready()
        tests.kill()
    until(lambda: not server.ready())
