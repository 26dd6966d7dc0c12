"""The figures of several processes: their folder goes with the server, and a killed server's with the next start."""

import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import pytest

from allaboard.precompile import try_lock
from allaboard.server import metrics
from allaboard.server.metrics import shared_figures
from serving import Process, until

HOLDING = """
import sys, time
from pathlib import Path
from allaboard.server.metrics import shared_figures
with shared_figures(Path(sys.argv[1])):
    print("there", flush=True)
    time.sleep(60)
"""


def folders(data_dir: Path) -> set[str]:
    return {found.name for found in data_dir.glob("figures-*")}


def test_what_a_killed_server_left_goes_at_the_next_start(tmp_path: Path) -> None:
    """And what a living one holds stays."""
    with subprocess.Popen([sys.executable, "-c", HOLDING, str(tmp_path)], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        other.stdout.readline()
        held = folders(tmp_path)
        assert len(held) == 1
        with shared_figures(tmp_path) as own:
            assert folders(tmp_path) == held | {own.name}
        assert folders(tmp_path) == held
        other.send_signal(signal.SIGKILL)
    assert folders(tmp_path) == held
    with shared_figures(tmp_path) as own:
        assert folders(tmp_path) == {own.name}
    assert folders(tmp_path) == set()


def test_two_servers_that_start_at_the_same_moment_keep_their_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever the second one comes: before the first has locked its folder, or right afterwards."""
    for late in (False, True):
        others: list[Path] = []
        with ExitStack() as held:

            def start_another(lock: IO[bytes], late: bool = late, others: list[Path] = others, held: ExitStack = held) -> bool:
                locked = try_lock(lock) if late else True
                if not others:
                    others.append(Path())  # only once
                    others[0] = held.enter_context(shared_figures(tmp_path))
                return locked and (late or try_lock(lock))

            monkeypatch.setattr(metrics, "try_lock", start_another)
            with shared_figures(tmp_path) as own:
                assert (own / "lock").exists()
                assert folders(tmp_path) == {own.name, others[0].name}
        assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_workers_count_in_the_data_folder(address: str, tmp_path: Path) -> None:
    """Killed and started again, a server has one folder of figures, and none when it has stopped."""
    server = Process(address, tmp_path, "--workers", "2")
    try:
        server.kill()
        left = folders(tmp_path)
        assert len(left) == 1
        server.start()
        until(lambda: any((tmp_path / name).glob("*.db") for name in folders(tmp_path)))
        assert len(folders(tmp_path)) == 1
        assert folders(tmp_path) != left
        assert server.stop() == 0
        assert folders(tmp_path) == set()
    finally:
        server.kill()
        server.close()
