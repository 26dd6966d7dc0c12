"""The figures of several processes: their folder goes with the server, and a killed server's with the next start."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

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
