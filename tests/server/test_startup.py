"""A server that has just begun: it tells how far it is, lets people wait, and lets no bot play by chance because it is not compiled yet."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from allaboard.precompile import PARTS, part_done
from allaboard.server import startup
from allaboard.server.problems import Problem
from allaboard.server.startup import Startup
from serving import Serving, until


class Compiler:
    """Stands for what loads a part: each is there when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, failing: str | None = None) -> None:
        self.allowed = {part: threading.Event() for part in PARTS}
        self.failing = failing
        monkeypatch.setattr(startup, "is_compiled", lambda _: True)
        monkeypatch.setattr(startup, "compile_part", self.load)
        monkeypatch.setattr(startup, "PATIENCE", 0.05)

    def load(self, part: Any) -> dict[str, str]:
        assert self.allowed[part].wait(20)
        if part == self.failing:
            raise RuntimeError("no compiler")
        return {}


async def reached(begun: Startup, part: str) -> None:
    async with asyncio.timeout(20):
        while begun.next_part == part:
            await asyncio.sleep(0.01)


def test_parts_come_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables with the rules, the planner's bots next, search and hints at last."""

    async def begin() -> None:
        compiler, ready = Compiler(monkeypatch), list[bool]()
        begun = Startup(lambda: ready.append(True))
        begun.start()
        with pytest.raises(Problem) as refusal:
            await begun.need_rules()
        assert (refusal.value.status, refusal.value.kind) == (503, "warming")
        assert refusal.value.headers == {"Retry-After": "2"}
        assert [part.state for part in begun.status().parts] == ["ready", "warming", "next", "next"]
        compiler.allowed["rules"].set()
        await begun.need_rules() if begun._rules.is_set() else await reached(begun, "rules")
        assert not begun.status().playable and not begun.is_warm("hard") and not ready
        compiler.allowed["planner"].set()
        await reached(begun, "planner")
        assert begun.status().playable and ready and begun.is_warm("hard")
        assert not begun.is_warm("expert:300ms") and not begun.done
        with pytest.raises(Problem, match="hints are getting ready"):
            begun.need_bot("expert")
        compiler.allowed["search"].set()
        await reached(begun, "search")
        assert begun.is_warm("expert:300ms") and begun.status().ready

    asyncio.run(begin())


def test_a_server_without_a_compiler_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begin() -> None:
        compiler = Compiler(monkeypatch, failing="rules")
        begun = Startup(lambda: None)
        begun.start()
        compiler.allowed["rules"].set()
        await reached(begun, "rules")
        assert {part.state for part in begun.status().parts[1:]} == {"failed"}
        with pytest.raises(Problem, match="cannot be compiled; the log says why"):
            await begun.need_rules()

    asyncio.run(begin())


def test_a_warm_server_says_so(server: Serving) -> None:
    told = server.guest().get("/startup")
    assert told["playable"] and told["ready"] and told["seconds_left"] is None
    assert {part["state"] for part in told["parts"]} == {"ready"}
    assert [part_done(part) for part in PARTS] == [1.0, 1.0, 1.0]


def test_a_bot_that_is_not_compiled_yet_is_waited_for(server: Serving) -> None:
    """A table with an expert may be opened before the search is there: it plays as soon as it can, and never by chance."""
    begun = server.app.state.services.startup
    guest = server.guest()
    begun._loaded.discard("search")
    try:
        table = guest.open("new-york", "you", "easy", "expert", begin=True)
        until(lambda: 1 not in guest.get(f"/tables/{table}")["acting"])
        time.sleep(0.7)
        assert 2 in guest.get(f"/tables/{table}")["acting"]
        refusal = guest.get(f"/tables/{table}/hints", 503)
        assert "hints are getting ready" in refusal["detail"]
    finally:
        begun._loaded.add("search")
    until(lambda: 2 not in guest.get(f"/tables/{table}")["acting"])
