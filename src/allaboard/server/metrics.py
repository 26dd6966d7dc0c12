"""What the server counts about itself, for Prometheus. Nothing here tells one person or table from another.

Several processes count in files of one folder, which PROMETHEUS_MULTIPROC_DIR names, so that each can tell the figures of all.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from allaboard.precompile import try_lock

__all__ = [
    "ABANDONED_THREADS",
    "BOT_SECONDS",
    "FOLDER",
    "MOVES",
    "REQUESTS",
    "REQUEST_SECONDS",
    "STREAMS",
    "TABLES_IN_MEMORY",
    "WAITING_BOTS",
    "exposition",
    "mark_process_ended",
    "shared_figures",
]

FOLDER = "PROMETHEUS_MULTIPROC_DIR"

REQUESTS = Counter("allaboard_requests", "Requests answered, by method and status.", ["method", "status"])
REQUEST_SECONDS = Histogram(
    "allaboard_request_seconds",
    "Time to answer a request.",
    ["method"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
MOVES = Counter("allaboard_moves", "Actions carried out and on disk, by who chose them.", ["by"])
STREAMS = Gauge("allaboard_event_streams", "Event streams open now.", multiprocess_mode="livesum")
TABLES_IN_MEMORY = Gauge("allaboard_tables_in_memory", "Live tables kept in memory.", multiprocess_mode="livesum")
WAITING_BOTS = Gauge("allaboard_bots_waiting", "Bots that wait for their turn to think.", multiprocess_mode="livesum")
BOT_SECONDS = Counter("allaboard_bot_seconds", "Seconds that bots have thought, all threads together.")
ABANDONED_THREADS = Gauge("allaboard_bots_given_up", "Threads of bots that do not come back.", multiprocess_mode="livesum")


def exposition() -> bytes:
    """Return all figures as text, of every process where there are several."""
    if FOLDER not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def mark_process_ended() -> None:
    """Let the figures of this process end with it: what it held, such as streams, is held no more."""
    if FOLDER in os.environ:
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]


@contextmanager
def shared_figures(data_dir: Path) -> Iterator[Path]:
    """Make the folder in which the processes of a server count, for the length of the block; those that killed servers left are removed."""
    for left in data_dir.glob("figures-*"):
        with suppress(OSError), (left / "lock").open("a+b") as lock:
            if not try_lock(lock):
                continue  # its server lives
        shutil.rmtree(left, ignore_errors=True)
    name = f"figures-{secrets.token_hex(8)}"
    # another server that starts at this moment removes what it finds unlocked
    unfinished, folder = data_dir / f".{name}", data_dir / name
    unfinished.mkdir()
    try:
        with (unfinished / "lock").open("a+b") as lock:
            try_lock(lock)
            unfinished.rename(folder)
            yield folder
    finally:
        for left in (unfinished, folder):
            shutil.rmtree(left, ignore_errors=True)
