"""Mutated records and boards by the thousand, posted to a real server: only 2xx and problem+json with 4xx, and nobody waits long."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutants import mutated_board, mutated_record, records
from serving import Guest, Serving, busy, holding_nobody_up, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(Path(tmp_path_factory.mktemp("fuzz")), editions_per_guest=100_000, max_own_editions=100_000) as serving:
        yield serving


def post_mutants(guest: Guest, count: int, seed: int) -> Counter[int]:
    """Post so many mutants of both kinds, and check each answer; how often each status came."""
    chance, told = random.Random(seed), Counter[int]()
    sources = [json.dumps(record) for record in records()]
    for number in range(count):
        if number % 2:
            path, body = "/editions", mutated_board(chance)
        else:
            path, body = "/records", {"record": mutated_record(chance.choice(sources), chance)}
        # the machine may be busy with other things; what takes long by itself takes long every time
        for _ in range(4):
            begun = time.monotonic()
            answer = guest.http.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"}, timeout=120)
            if (took := time.monotonic() - begun) < 1:
                break
        where = f"mutant {number} of seed {seed}: {answer.status_code} {answer.text[:500]}"
        assert answer.is_success or 400 <= answer.status_code < 500, where
        assert answer.is_success or answer.headers["content-type"] == "application/problem+json", where
        assert answer.is_success or answer.json()["detail"], where
        assert len(answer.content) < 300_000, where
        assert took < 1 or busy(), f"{took} s; {where}"
        told[answer.status_code] += 1
    return told


def test_mutants_are_taken_or_refused(server: Serving) -> None:
    """A few hundred mutants of records and boards: no 5xx, and some of either kind get through."""
    with holding_nobody_up(server):
        told = post_mutants(server.guest(), 300, seed=1)
    assert told[422] > 100
    assert told[201] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_a_hundred_thousand_mutants_are_taken_or_refused(server: Serving, seed: int) -> None:
    """The same, ten thousand for each of ten seeds."""
    with holding_nobody_up(server):
        told = post_mutants(server.guest(), 10_000, seed)
    assert told[422] > 1000
    assert told[201] > 100
