"""What the server is busy with is marked, whoever asked for it: whatever kills the process leaves a suspect."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from allaboard.game import Game
from allaboard.server.live_table import LiveTable
from allaboard.server.quarantine import SLOT
from allaboard.server.scheduler import Turn
from serving import Guest, Serving, play_out, served, until


def marked(server: Serving) -> set[str]:
    """The tables that are marked now."""
    marks = bytes(server.app.state.services.quarantine._marks)
    found = (marks[at : at + SLOT].rstrip(b"\0").decode("ascii") for at in range(0, len(marks), SLOT))
    return {mark.split()[0] for mark in found if mark}


@contextmanager
def watched(server: Serving, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[set[str]]]]:
    """Note which tables are marked whenever a thread does a job, or a game is dealt, played or taken back; tells and forgets it."""
    noted: list[set[str]] = []

    def note() -> None:
        noted.append(marked(server))

    def noting(owner: type, name: str) -> None:
        real = getattr(owner, name)

        def noted_too(*given: Any, **named: Any) -> Any:
            note()
            return real(*given, **named)

        patched.setattr(owner, name, noted_too)

    async def run(turn: Turn, job: Callable[[], Any], *mark: Any) -> Any:
        def noted_job() -> Any:
            note()
            return job()

        return await on_thread(turn, noted_job, *mark)

    def taken() -> list[set[str]]:
        found, noted[:] = list(noted), []
        return found

    with monkeypatch.context() as patched:
        on_thread = Turn.run
        patched.setattr(Turn, "run", run)
        for name in ("__init__", "play", "undo"):
            noting(Game, name)
        yield taken


def read_stream(guest: Guest, path: str) -> None:
    """Listen for the first two lines: work has begun by then."""
    with guest.http.stream("GET", path, timeout=60) as answer:
        assert answer.status_code == 200, answer.read()
        data = (line for line in answer.iter_lines() if line.startswith("data: "))
        assert len(list(islice(data, 2))) == 2


def first_claim(guest: Guest, table: str, chance: random.Random) -> str:
    """Play against a bot until a claim is possible, and return it."""
    while True:
        shown = guest.view(table)
        if 0 in shown["view"]["acting"]:
            legal = shown["view"]["you"]["legal"]
            claims = [action for action in legal if action.startswith("claim")]
            if claims:
                return str(claims[0])
            guest.act(table, chance.choice(legal), shown["n"])


def answered(guest: Guest, table: str, claim: str) -> None:
    """Claim, which may be taken back for a while, and let the bot answer that waits for it."""
    n = guest.act(table, claim, guest.view(table)["n"])["n"]
    until(lambda: guest.get(f"/tables/{table}")["n"] > n)


def test_all_that_is_computed_about_a_table_is_marked(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals, acts, acts taken back, bots' decisions and what they try while they wait, hints, training, reviews and exercises."""
    chance = random.Random(4)
    over = ann.open("new-york", "you", "you", begin=True)
    play_out([ann], over, chance)
    table = ann.open("new-york", "you", "random", begin=True, training=True)
    ann.act_any(table, chance)
    until(lambda: 0 in ann.view(table)["view"]["acting"])
    alone = ann.open("new-york", "you", "you", begin=True)
    waiting = ann.open("new-york", "you", "random", begin=True, pace=0.05)
    claim = first_claim(ann, waiting, chance)
    dealt = ann.open("new-york", "you", "you")
    [played] = [line["action"] for line in ann.get(f"/tables/{over}/record")["log"][4:5]]
    asked: list[tuple[str, Callable[[], object]]] = [
        (table, lambda: read_stream(ann, f"/tables/{table}/hints/events")),
        (table, lambda: ann.get(f"/tables/{table}/training")),
        (over, lambda: ann.post(f"/tables/{over}/moments/5/answers", {"action": played})),
        (alone, lambda: ann.act_any(alone, chance)),
        (alone, lambda: ann.post(f"/tables/{alone}/undo", {"seen": ann.view(alone)["n"], "seat": 0})),
        (table, lambda: ann.act_any(table, chance)),
        (dealt, lambda: ann.post(f"/tables/{dealt}/start")),
        (waiting, lambda: answered(ann, waiting, claim)),
        (over, lambda: read_stream(ann, f"/tables/{over}/review/events")),
    ]
    with watched(server, monkeypatch) as taken:
        for about, ask in asked:
            taken()
            ask()
            found = taken()
            assert any(about in marks for marks in found)
            assert all(found)


def test_a_bot_that_waits_tries_its_action_once(server: Serving, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at the table wakes it."""
    table = ann.open("new-york", "you", "random", begin=True, pace=10)
    services = server.app.state.services
    live: LiveTable = services.tables._cache[table].live
    assert live.game is not None
    live.undoable_until, live._undoer = services.time.now() + 60_000, 0
    first, second, *_ = live.game.observe(1).legal_ids
    with watched(server, monkeypatch) as taken:
        for action in (first, second):
            assert len({live.held_until(1, action, services.time.now()) for _ in range(5)}) == 1
            assert len(taken()) == 1


def test_who_asks_and_leaves_leaves_no_thread_unmarked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is marked until the thread comes back, not only while somebody listens."""
    on_thread, begun, going_on, jobs = Turn.run, threading.Event(), threading.Event(), count()

    async def run(turn: Turn, job: Callable[[], Any], *mark: Any) -> Any:
        def slow() -> Any:
            if turn._scheduler is scheduler and next(jobs):  # with the first the answer begins
                begun.set()
                assert going_on.wait(20)
            return job()

        return await on_thread(turn, slow, *mark)

    with served(tmp_path) as server:
        ann, scheduler = server.guest(), server.app.state.services.scheduler
        table = ann.open("new-york", "you", "you", begin=True)
        monkeypatch.setattr(Turn, "run", run)
        try:
            with ann.http.stream("GET", f"/tables/{table}/hints/events?seat=0", timeout=60):
                assert begun.wait(20)
            until(lambda: scheduler.threads.abandoned)  # nobody waits for it any more
            assert marked(server) == {table}
        finally:
            going_on.set()
        until(lambda: not scheduler.threads.abandoned)
        assert not marked(server)
