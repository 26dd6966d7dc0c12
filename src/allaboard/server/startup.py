"""Start-up: rules, planner and search are compiled beside the serving, so that page and health answer at once, and then loaded one by one.

Compiling is another process's work: this one goes on answering, and fetches what is done from disk. Until the rules are there whoever asks
for a table waits a moment, and then is asked to come back; until its part is there, a bot rests.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Final

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.bots import BotError, Particular, bot_names, bot_summary, make_bot, net_files
from allaboard.bots.precompile import compile_nets, late_bots
from allaboard.engine.code_cache import misfit
from allaboard.precompile import PARTS, Part, compile_part, is_compiled, missing_parts, part_done
from allaboard.server.problems import Problem
from allaboard.server.schemas import StartupPart, StartupStatus

__all__ = ["Startup", "available_bots", "net_tables"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.server")

PATIENCE: Final = 5.0
"""Seconds that a request waits for the rules: longer than fetching them from disk takes, and far shorter than compiling them."""
GLANCE: Final = 0.25
"""Seconds between two looks at what the compiling process has done."""

COLLECT: Final = (10_000, 10, 50)
"""How often the youngest, the middle and all objects are looked through for garbage in circles. A thousand tables are half a million
objects, a look through all of them stops everybody for a quarter of a second, and by Python's own measure it came every ten seconds; what
it finds is a handful of objects a second."""


@cache
def available_bots() -> dict[str, str]:
    """Return the bots that can be loaded, with their summaries; one that cannot be keeps no server from running."""
    found = {}
    for name in (*bot_names(), *net_files()):
        try:
            make_bot(name)
            found[name] = bot_summary(name)
        except BotError as error:
            logger.warning("a bot is not at hand", bot=name, cause=str(error))
    return found


@cache
def net_tables() -> dict[str, tuple[str, int]]:
    """Return the nets that can be loaded, with the edition and the number of players that each knows."""
    nets = {name: make_bot(name) for name in net_files() if name in available_bots()}
    return {name: bot.made_for for name, bot in nets.items() if isinstance(bot, Particular)}


class Startup:
    """How far the process is. `on_ready` is called on the event loop, once the planner's bots can play; the others follow."""

    def __init__(self, on_ready: Callable[[], None]) -> None:
        self._on_ready = on_ready
        self._rules = asyncio.Event()
        self._loaded: set[Part] = set()
        self._failed = False
        self._stopped = threading.Event()
        self._compiler: subprocess.Popen[bytes] | None = None
        self._begun = time.monotonic()
        self._cold_nets = set(net_files())

    @property
    def done(self) -> bool:
        """Whether everything is loaded."""
        return len(self._loaded) == len(PARTS)

    @property
    def next_part(self) -> str:
        """What is being waited for."""
        return "failed" if self._failed else next((part for part in PARTS if part not in self._loaded), "nothing")

    def start(self) -> None:
        """Begin in a thread that keeps nobody from closing the process."""
        if missing_parts():
            logger.warning(misfit() or "compiling rules and bots beside the serving; this happens once and takes a minute or two")
        threading.Thread(target=self._run, args=(asyncio.get_running_loop(),), name="startup", daemon=True).start()

    def stop(self) -> None:
        """End the compiler, if it is at work; what it has done is kept."""
        self._stopped.set()
        if self._compiler is not None and self._compiler.poll() is None:
            self._compiler.terminate()

    def status(self) -> StartupStatus:
        """Return what can be used, and how far the rest is."""
        parts = [StartupPart(name="boards", state="ready", done=1.0), *map(self._part, PARTS)]
        playable = {"rules", "planner"} <= self._loaded
        share = (parts[1].done + parts[2].done) / 2
        passed = time.monotonic() - self._begun
        left = None if playable or self._failed or share < 0.1 else max(1, round(passed / share * (1 - share)))
        return StartupStatus(playable=playable, ready=self.done, seconds_left=left, parts=parts)

    def _part(self, part: Part) -> StartupPart:
        if part in self._loaded:
            return StartupPart(name=part, state="ready", done=1.0)
        done = min(0.99, part_done(part))
        return StartupPart(name=part, state="failed" if self._failed else "warming" if part == self.next_part else "next", done=done)

    def is_warm(self, bot: str) -> bool:
        """Whether a bot, with options or without, would think at once, and not compile in the middle of a game."""
        if bot in self._cold_nets:
            return False
        return self.done or (bot.partition(":")[0] not in late_bots() and "planner" in self._loaded)

    async def need_rules(self) -> None:
        """Wait until games can be played; a Problem when that takes long."""
        if self._rules.is_set():
            return
        try:
            await asyncio.wait_for(self._rules.wait(), PATIENCE)
        except TimeoutError as error:
            if self._failed:
                raise Problem(503, "unavailable", "the rules cannot be compiled; the log says why") from error
            words = "the rules are being compiled, once; come back in a moment"
            raise Problem(503, "warming", words, headers={"Retry-After": "2"}) from error

    def need_bot(self, bot: str) -> None:
        """See that a bot can be asked now; otherwise a Problem says that it comes soon."""
        if not self.is_warm(bot):
            raise Problem(503, "unavailable", "hints are getting ready; ask again in a moment", headers={"Retry-After": "5"})

    def need_search(self) -> None:
        """See that games can be reviewed now; otherwise a Problem says that they can be soon."""
        if not self.done:
            raise Problem(503, "unavailable", "the coach is getting ready; ask again in a moment", headers={"Retry-After": "5"})

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for part in PARTS:
                self._wait_for(part)
                if self._stopped.is_set():
                    return
                for name, cause in compile_part(part).items():
                    logger.warning("a bot fails, and chance will play for it", bot=name, cause=cause)
                if part == PARTS[-1]:
                    # What was compiled stays as long as the process does. Garbage collection would walk through its 230,000 objects
                    # again and again, and everybody would wait for it: more than 100 ms each time.
                    gc.collect()
                    gc.freeze()
                    gc.set_threshold(*COLLECT)
                self._tell(loop, self._reach, part)
            self._warm_nets()
        except Exception as error:  # the server goes on without what is missing, and says why
            logger.error("the rules or the bots cannot be compiled", cause=f"{type(error).__name__}: {error}")
            self._tell(loop, self._fail)

    def _wait_for(self, part: Part) -> None:
        """Have a part compiled by a process of its own, which waits in turn for any other that compiles already."""
        while not is_compiled(part) and not self._stopped.is_set():
            if self._compiler is None:
                self._compiler = subprocess.Popen([sys.executable, "-m", "allaboard", "compile"], stdin=subprocess.DEVNULL)
            elif self._compiler.poll() is not None:
                return  # it has failed, and said why; this process tries for itself
            self._stopped.wait(GLANCE)

    def _warm_nets(self) -> None:
        """Have compiled what shows tables to nets, by another process, and let every net choose once."""
        if not self._cold_nets or self._stopped.is_set():
            return
        self._compiler = subprocess.Popen([sys.executable, "-m", "allaboard.bots.precompile", "nets"], stdin=subprocess.DEVNULL)
        self._compiler.wait()
        if not self._stopped.is_set():
            for name, cause in compile_nets().items():
                logger.warning("a net fails, and chance will play for it", bot=name, cause=cause)
            self._cold_nets.clear()

    def _tell(self, loop: asyncio.AbstractEventLoop, what: Callable[..., None], *arguments: Part) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(what, *arguments)

    def _reach(self, part: Part) -> None:
        self._loaded.add(part)
        if part == "rules":
            self._rules.set()
        elif part == "planner":
            self._on_ready()

    def _fail(self) -> None:
        self._failed = True
