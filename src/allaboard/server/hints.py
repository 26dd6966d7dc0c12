"""Hints while they are thought about: the first line at once, then sharper ones, until the best is known or the patience is at its end.

What is tried and what follows from it is the review's `advice`, what a seat can count and guess its `training`; here stand the turns on the
bots' threads and the form on the wire.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from functools import partial
from itertools import pairwise
from typing import Final, TypeVar

import numpy as np

from allaboard.engine.records import States
from allaboard.observation import Observation
from allaboard.review.advice import ANALYSIS, HINT, Advising, Effort
from allaboard.review.training import Training, train
from allaboard.server import schemas
from allaboard.server.action_data import describe
from allaboard.server.fairqueue import Path
from allaboard.server.identity import Caller
from allaboard.server.problems import Problem
from allaboard.server.scheduler import REVIEWS, WATCHED, Hung
from allaboard.server.services import Services

__all__ = ["advise", "analyse", "told", "train_seat"]

Done = TypeVar("Done")

SEED: Final = 0
"""Worlds are numbered: who asks twice is told the same."""
THREADS: Final = 2
FIRST_WORLDS: Final = 4
AT_ONCE: Final = 0.3
"""Seconds of one wave: so often a hint becomes sharper, and others have their turn between two."""


def advise(services: Services, caller: Caller, table_id: str, observation: Observation, n: int) -> AsyncGenerator[schemas.Advice, None]:
    """Yield what to do before action `n` of the game, again and again, and sharper every time; the last one is not `thinking`.

    Not by the position of the table's log: a message, or a move that was taken back, is no reason for other advice.
    """
    path = (WATCHED, caller.address, caller.who, table_id)
    return _advised(services, path, services.settings.hint_patience, observation, n, HINT, None, table_id)


def analyse(services: Services, caller: Caller, observation: Observation, truth: States | None) -> AsyncGenerator[schemas.Advice, None]:
    """Yield how the options of a position compare, for longer than a hint: they go on when the best is known. Games come first."""
    path = (REVIEWS, caller.address, caller.who, "analysis")
    return _advised(services, path, services.settings.analysis_patience, observation, 0, ANALYSIS, truth)


async def _advised(
    services: Services,
    path: Path,
    patience: float,
    observation: Observation,
    n: int,
    effort: Effort,
    truth: States | None,
    table_id: str | None = None,
) -> AsyncGenerator[schemas.Advice, None]:
    threads = min(THREADS, services.settings.bot_threads)
    began = time.perf_counter()

    async def on_thread(job: Callable[[], Done]) -> Done:
        async with services.scheduler.turn(path) as turn:
            return await turn.run(job, services.quarantine.busy(table_id, n))

    try:
        advising = await on_thread(partial(Advising, observation, n, SEED, effort, truth))
        worlds = FIRST_WORLDS
        while not advising.done and (passed := time.perf_counter() - began) < patience:
            yield await on_thread(partial(told, advising, thinking=True))
            wave, started = advising.wave(worlds), time.perf_counter()
            edges = np.linspace(advising.worlds, advising.worlds + wave, threads + 1).astype(int).tolist()
            jobs = [partial(advising.played, first, last - first) for first, last in pairwise(edges) if last > first]
            parts = await asyncio.gather(*map(on_thread, jobs))
            advising.add(*parts)
            spent = max(time.perf_counter() - started, 0.001)
            left = patience - passed - spent
            worlds = max(threads, min(2 * wave, int(wave * min(AT_ONCE, left) / spent)))
        if not advising.forced:
            yield await on_thread(partial(told, advising, thinking=True))
            await on_thread(partial(advising.compare))
        yield await on_thread(partial(told, advising, thinking=False))
    except Hung as error:
        raise _lost(error) from error


async def train_seat(services: Services, caller: Caller, table_id: str, observation: Observation, n: int) -> Training:
    """Return what the seat can count and guess before action `n` of the game, in a turn on the bots' threads."""
    try:
        async with services.scheduler.turn((WATCHED, caller.address, caller.who, table_id)) as turn:
            return await turn.run(partial(train, observation, n), services.quarantine.busy(table_id, n))
    except Hung as error:
        raise _lost(error) from error


def _lost(error: Hung) -> Problem:
    return Problem(503, "unavailable", f"a hint does not come back: {error}", headers={"Retry-After": "60"})


def told(advising: Advising, *, thinking: bool) -> schemas.Advice:
    """Return the advice as it stands."""
    observation = advising.observation
    candidates: list[schemas.Candidate] = []
    for option in advising.listed:
        chance, shown = advising.chance(option), advising.shown(option)
        candidates.append(
            {
                "option": describe(observation.actions.action(advising.options[option], observation.offer)),
                "chance": round(chance.value, 3) if shown else None,
                "error": round(chance.error, 4) if shown else None,
                "worlds": advising.tried(option),
                "level": advising.level(option),
            }
        )
    return {
        "thinking": thinking,
        "worlds": advising.worlds,
        "candidates": candidates,
        "kept_to_plan": advising.kept_to_plan,
        "reasons": [schemas.reason_data(reason) for reason in advising.reasons()],
        "plan": [observation.actions.route_names[route] for route in advising.plan()],
    }
