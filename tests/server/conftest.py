"""One server for the tests of a module: guests and tables are cheap, and tests do not share any."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import Guest, Serving, served


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
