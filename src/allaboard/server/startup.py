"""Start-up: rules, then bots, are compiled or fetched from disk beside the serving, so that page and health answer at once.

Until the rules are there whoever asks for a table waits a moment, and then is asked to come back; until the bots are, they rest.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from functools import cache
from typing import Final, Literal

import structlog
from structlog.typing import FilteringBoundLogger

from allaboard.actions import action_space
from allaboard.bots import BotError, bot_names, bot_summary, make_bot
from allaboard.bots.precompile import bots_are_compiled, compile_bots
from allaboard.editions import edition_ids, get_edition
from allaboard.engine.entry import compile_rules, rules_are_compiled
from allaboard.server.problems import Problem

__all__ = ["Startup", "available_bots"]

logger: FilteringBoundLogger = structlog.get_logger("allaboard.server")

PATIENCE = 5.0
"""Seconds that a request waits for the rules: longer than fetching them from disk takes, and far shorter than compiling them."""

COLLECT: Final = (10_000, 10, 50)
"""How often the youngest, the middle and all objects are looked through for garbage in circles. A thousand tables are half a million
objects, a look through all of them stops everybody for a quarter of a second, and by Python's own measure it came every ten seconds; what
it finds is a handful of objects a second."""

Stage = Literal["rules", "bots", "done", "failed"]


@cache
def available_bots() -> dict[str, str]:
    """Return the bots that can be loaded, with their summaries; one that cannot be keeps no server from running."""
    found = {}
    for name in bot_names():
        try:
            make_bot(name)
            found[name] = bot_summary(name)
        except BotError as error:
            logger.warning("a bot is not at hand", bot=name, cause=str(error))
    return found


class Startup:
    """How far the process is. `on_ready` is called on the event loop, once bots can play."""

    def __init__(self, on_ready: Callable[[], None]) -> None:
        self._on_ready = on_ready
        self._rules = asyncio.Event()
        self.stage: Stage = "rules"

    def start(self) -> None:
        """Begin in a thread that keeps nobody from closing the process."""
        if not (rules_are_compiled() and bots_are_compiled()):
            logger.warning("compiling rules and bots; this happens once and takes a minute or two")
        threading.Thread(target=self._run, args=(asyncio.get_running_loop(),), name="startup", daemon=True).start()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            smallest = get_edition(edition_ids()[0])
            compile_rules(action_space(smallest).boards, smallest.min_players)
            self._reach(loop, "bots")
            for name, cause in compile_bots().items():
                logger.warning("a bot fails, and chance will play for it", bot=name, cause=cause)
            # What was compiled stays as long as the process does. Garbage collection would walk through its 230,000 objects again and
            # again, and everybody would wait for it: more than 100 ms each time.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*COLLECT)
            self._reach(loop, "done")
        except Exception as error:  # the server goes on without tables, and says why
            logger.error("the rules cannot be compiled", cause=f"{type(error).__name__}: {error}")
            self._reach(loop, "failed")

    def _reach(self, loop: asyncio.AbstractEventLoop, stage: Stage) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._set_stage, stage)

    def _set_stage(self, stage: Stage) -> None:
        self.stage = stage
        if stage == "bots":
            self._rules.set()
        elif stage == "done":
            self._on_ready()

    async def need_rules(self) -> None:
        """Wait until games can be played; a Problem when that takes long."""
        if self._rules.is_set():
            return
        try:
            await asyncio.wait_for(self._rules.wait(), PATIENCE)
        except TimeoutError as error:
            words = "cannot be compiled; the log says why" if self.stage == "failed" else "are being compiled, once; come back in a moment"
            raise Problem(503, "unavailable", f"the rules {words}", headers={"Retry-After": "2"}) from error
