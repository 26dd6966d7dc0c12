"""Odd positions for the analysis board, posted to a real server: only 2xx and problem+json with 4xx."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from allaboard import get_edition
from builders import TABLES
from fuzzing import any_position, spoiled
from serving import Guest, Serving, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(Path(tmp_path_factory.mktemp("positions"))) as serving:
        yield serving


def post_positions(guest: Guest, count: int, seed: int) -> Counter[int]:
    """Post so many positions, most of them spoiled; what is accepted can be sent again as it was answered."""
    chance, told = random.Random(seed), Counter[int]()
    for number in range(count):
        edition, players = chance.choice(TABLES)
        position = any_position(chance, get_edition(edition), players)
        body = {"edition": edition, "position": spoiled(chance, position) if chance.random() < 0.7 else position}
        answer = guest.http.post("/analysis", content=json.dumps(body), headers={"Content-Type": "application/json"}, timeout=120)
        where = f"position {number} of seed {seed}: {answer.status_code} {answer.text[:500]}"
        assert answer.is_success or 400 <= answer.status_code < 500, where
        if answer.is_success:
            again = guest.post("/analysis", {"edition": edition, "position": answer.json()["position"]})
            assert again["position"] == answer.json()["position"], where
        else:
            assert answer.headers["content-type"] == "application/problem+json", where
            assert answer.json()["detail"], where
        told[answer.status_code] += 1
    return told


def test_odd_positions_are_taken_or_refused(server: Serving) -> None:
    told = post_positions(server.guest(), 150, seed=1)
    assert min(told[200], told[422]) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_odd_positions_are_taken_or_refused(server: Serving, seed: int) -> None:
    """The same, ten thousand times in all."""
    told = post_positions(server.guest(), 2_500, seed)
    assert min(told[200], told[422]) > 300
