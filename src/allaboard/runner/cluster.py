"""Workers on many machines: a Dask cluster as one more executor. Needs the extra `cluster`; every worker needs this package.

A worker that dies takes nothing along: Dask gives its games to another, and a game is the same wherever it is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final

from allaboard.runner.workers import WorkersError

__all__ = ["cluster_executor"]

RETRIES: Final = 5
"""How often games are given to yet another worker after one died over them."""

PATIENCE: Final = 10.0
"""Seconds to wait for a scheduler to answer."""


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Have the cluster of a scheduler, and how many tasks it works on at a time."""
    try:
        from distributed import Client
    except ImportError as error:
        raise WorkersError('a cluster needs Dask: pip install "allaboard[cluster]"') from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersError(f"there is no Dask scheduler at {address}: {error}") from error
    with client:
        cores = sum(client.ncores().values())
        if cores == 0:
            raise WorkersError(f"the Dask scheduler at {address} has no workers; start some: dask worker {address}")
        # games with a seed of their own are not the same work twice: no two tasks share a result by their arguments
        executor = client.get_executor(retries=RETRIES, pure=False)
        try:
            yield executor, cores
        finally:
            executor.shutdown(wait=False)
