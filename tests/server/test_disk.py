"""A disk that is really full, a file that may not grow, a disk that may only be read: 503 or a clear end, and nothing lost."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from serving import Guest, Process

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="limits of running processes and small disks are made as Linux makes them"),
]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", folder], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("only who may mount disks can make a small one")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def say(guest: Guest, table: str, text: str) -> bool:
    return guest.http.post(f"/tables/{table}/chat", json={"text": text}, headers={"Idempotency-Key": text}).is_success


def check_that_nothing_is_lost(server: Process, break_disk: Callable[[], None], mend_disk: Callable[[], None]) -> None:
    """What is said while nothing can be written is refused, and said again afterwards it is said once."""
    guest = server.guest()
    table = guest.open("new-york", "you", "you", begin=True)
    texts = [f"{number} {'x' * 190}" for number in range(5000)]
    assert say(guest, table, texts[0])
    break_disk()
    said = 1 + len(list(takewhile(lambda text: say(guest, table, text), texts[1:])))  # there may be a little room left
    refused = guest.post(f"/tables/{table}/chat", {"text": texts[said]}, status=503, key=texts[said])
    assert refused["detail"].startswith("the database cannot be used now")
    assert "Traceback" not in refused["detail"]
    mend_disk()
    assert all(say(guest, table, texts[said]) for _ in range(2))
    server.kill()
    server.start()
    heard = [line["data"]["text"] for line in guest.get(f"/tables/{table}/log") if line["kind"] == "chat"]
    assert heard == texts[: said + 1]


def test_a_full_disk(disk: Path) -> None:
    server = Process("", disk, ALLABOARD_POLL="60")
    filler = disk / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    try:
        check_that_nothing_is_lost(server, fill, filler.unlink)
    finally:
        server.kill()
        server.close()


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """A quota or a limit of the process: writing fails in another way than on a full disk."""
    server = Process("", tmp_path, ALLABOARD_POLL="60")
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size = 200_000

    def limit() -> None:
        resource.prlimit(
            server.process.pid, resource.RLIMIT_FSIZE, (max(size, (tmp_path / "allaboard.db-wal").stat().st_size), unlimited[1])
        )

    try:
        check_that_nothing_is_lost(server, limit, lambda: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited))
    finally:
        server.kill()
        server.close()


def test_a_disk_that_may_only_be_read(disk: Path) -> None:
    server = Process("", disk)
    guest = server.guest()
    table = guest.open("new-york", "you", "open")
    assert server.stop() == 0
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    server.start()
    assert server.ended(20) == 1
    assert str(disk) in "".join(server.lines)
    assert os.strerror(30) in "".join(server.lines)  # a read-only file system
    assert "Traceback" not in "".join(server.lines)
    subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    server.start()
    assert guest.get(f"/tables/{table}")["n"] == 0
    server.kill()
    server.close()
