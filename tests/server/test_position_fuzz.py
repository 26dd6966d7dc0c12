"""Odd positions for the analysis board, posted to a real server: only 2xx and problem+json with 4xx, and nobody waits long."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from allaboard import get_edition
from allaboard.validation import read_json
from builders import TABLES
from fuzzing import any_position, garbled, in_time, spoiled
from serving import Guest, Serving, holding_nobody_up, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(Path(tmp_path_factory.mktemp("positions"))) as serving:
        yield serving


def odd_body(chance: random.Random) -> bytes:
    """A position to be posted: seven of ten spoiled, one of ten written by another hand."""
    edition, players = chance.choice(TABLES)
    position = any_position(chance, get_edition(edition), players)
    text = json.dumps({"edition": edition, "position": spoiled(chance, position) if chance.random() < 0.7 else position})
    return (garbled(chance, text) if chance.random() < 0.1 else text).encode(errors="surrogatepass")


def is_read(body: bytes) -> bool:
    """Whether a file with these bytes would be read."""
    try:
        read_json(body.decode())
    except ValueError:
        return False
    return True


def post_positions(guest: Guest, count: int, seed: int) -> Counter[int]:
    """Post so many; what is accepted can be sent again as it was answered. Server and guest share this process, and so a second."""
    chance, told = random.Random(seed), Counter[int]()
    for number in range(count):
        body = odd_body(chance)
        with in_time():
            answer = guest.http.post("/analysis", content=body, headers={"Content-Type": "application/json"}, timeout=120)
        where = f"position {number} of seed {seed}: {answer.status_code} {answer.text[:500]}"
        assert answer.is_success or 400 <= answer.status_code < 500, where
        assert is_read(body) or answer.status_code in (413, 422), where
        if answer.is_success:
            position = {name: answer.json()[name] for name in ("edition", "position")}
            assert guest.post("/analysis", position)["position"] == position["position"], where
        else:
            assert answer.headers["content-type"] == "application/problem+json", where
            assert answer.json()["detail"], where
        told[answer.status_code] += 1
    return told


def test_odd_positions_are_taken_or_refused(server: Serving) -> None:
    with holding_nobody_up(server):
        told = post_positions(server.guest(), 150, seed=1)
    assert min(told[200], told[422]) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_hundred_thousand_odd_positions_are_taken_or_refused(server: Serving, seed: int) -> None:
    """The same, ten thousand for each of ten seeds: about eleven minutes of one core."""
    with holding_nobody_up(server):
        told = post_positions(server.guest(), 10_000, seed)
    assert min(told[200], told[422]) > 1_000
