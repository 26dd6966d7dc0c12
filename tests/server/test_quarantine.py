"""What the server is busy with is marked, whoever asked for it: whatever kills the process leaves a suspect."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest

from allaboard.server.live_table import LiveTable
from allaboard.server.quarantine import SLOT
from allaboard.server.scheduler import Turn
from serving import Guest, Serving, play_out, until


@contextmanager
def watched(server: Serving, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[set[str]]]]:
    """Note which tables are marked whenever a job is given to a thread or an action is carried out; returns and forgets what was noted."""
    noted: list[set[str]] = []

    def note() -> None:
        marks = bytes(server.app.state.services.quarantine._marks)
        found = (marks[at : at + SLOT].rstrip(b"\0").decode("ascii") for at in range(0, len(marks), SLOT))
        noted.append({mark.split()[0] for mark in found if mark})

    def noting(owner: type, name: str) -> None:
        real = getattr(owner, name)

        def noted_too(*given: Any, **named: Any) -> Any:
            note()
            return real(*given, **named)

        patched.setattr(owner, name, noted_too)

    def taken() -> list[set[str]]:
        found, noted[:] = list(noted), []
        return found

    with monkeypatch.context() as patched:
        noting(Turn, "run")
        noting(LiveTable, "play")
        noting(LiveTable, "take_back")
        yield taken


def read_stream(guest: Guest, path: str) -> None:
    """Listen for the first two lines: work has begun by then."""
    with guest.http.stream("GET", path, timeout=60) as answer:
        assert answer.status_code == 200, answer.read()
        data = (line for line in answer.iter_lines() if line.startswith("data: "))
        assert len(list(islice(data, 2))) == 2


def test_all_that_is_computed_about_a_table_is_marked(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Acts, acts taken back, bots' decisions, hints, training, reviews and exercises."""
    chance = random.Random(4)
    over = ann.open("new-york", "you", "you", begin=True)
    play_out([ann], over, chance)
    table = ann.open("new-york", "you", "random", begin=True, training=True)
    ann.act_any(table, chance)
    until(lambda: 0 in ann.view(table)["view"]["acting"])
    alone = ann.open("new-york", "you", "you", begin=True)
    [played] = [line["action"] for line in ann.get(f"/tables/{over}/record")["log"][4:5]]
    asked: list[tuple[str, Callable[[], object]]] = [
        (table, lambda: read_stream(ann, f"/tables/{table}/hints/events")),
        (table, lambda: ann.get(f"/tables/{table}/training")),
        (over, lambda: ann.post(f"/tables/{over}/moments/5/answers", {"action": played})),
        (alone, lambda: ann.act_any(alone, chance)),
        (alone, lambda: ann.post(f"/tables/{alone}/undo", {"seen": ann.view(alone)["n"], "seat": 0})),
        (table, lambda: ann.act_any(table, chance)),
        (over, lambda: read_stream(ann, f"/tables/{over}/review/events")),
    ]
    with watched(server, monkeypatch) as taken:
        for about, ask in asked:
            taken()
            ask()
            found = taken()
            assert any(about in marks for marks in found)
            assert all(found)
