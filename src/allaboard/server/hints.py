"""Hints: what a good bot makes of a seat's own observation. Bots that analyse give figures for each candidate; others only their choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Final, Literal, Protocol, runtime_checkable

from allaboard.bots import Bot
from allaboard.observation import Observation
from allaboard.server import schemas
from allaboard.server.action_data import ActionData, describe
from allaboard.server.bot_decisions import SeatedBot, decide
from allaboard.server.identity import Caller
from allaboard.server.problems import Problem
from allaboard.server.scheduler import WATCHED, Hung
from allaboard.server.services import Services
from allaboard.server.startup import available_bots

__all__ = ["AnalysingBot", "advise"]

MOST = 5
FEWEST_WORLDS = 2
"""Below this nothing is known about an action."""
UNKNOWN: Final[schemas.Figures] = {"chance": None, "value": None, "error": None, "margin": None, "worlds": 0}


class Candidate(Protocol):
    """An action by its id: in so many worlds it was worth so much, give or take an error, won this share and ended by such a margin."""

    @property
    def action(self) -> int: ...
    @property
    def worlds(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def wins(self) -> float: ...
    @property
    def margin(self) -> float: ...


class Analysis(Protocol):
    """A decision, what was weighed for it, and the routes of the plan behind it."""

    @property
    def action(self) -> int: ...
    @property
    def candidates(self) -> Sequence[Candidate]: ...
    @property
    def routes(self) -> Sequence[int]: ...


@runtime_checkable
class AnalysingBot(Bot, Protocol):
    """A bot that gives its candidates and its plan with its choice."""

    def analyse(self, observation: Observation) -> Analysis:
        """Return the action, and the candidates it was chosen from."""
        ...


async def advise(services: Services, caller: Caller, table_id: str, observation: Observation) -> schemas.Advice:
    """Return the name of the bot that was asked, its candidates by value with its choice marked, and the plan behind that choice."""
    spec = services.settings.hint_bot
    name = spec.partition(":")[0]
    if name not in available_bots():
        name = spec = list(available_bots())[-1]
    services.startup.need_bot(name)
    try:
        async with services.scheduler.turn((WATCHED, caller.address, caller.who, table_id)) as turn:
            return await turn.run(lambda: _consider(spec, observation, turn.seconds))
    except Hung as error:
        raise Problem(503, "unavailable", f"the bot that gives hints does not come back: {error}", headers={"Retry-After": "60"}) from error


def _consider(spec: str, observation: Observation, seconds: Callable[[float], float] = lambda wanted: wanted) -> schemas.Advice:
    name = spec.partition(":")[0]
    seated = SeatedBot(spec, observation, SystemRandom().getrandbits(64))
    seated.limit(seconds(seated.wanted))
    if not isinstance(seated.bot, AnalysingBot):
        chosen = decide(seated.bot, observation).action
        only: schemas.Candidate = {"option": _described(observation, chosen), **UNKNOWN, "recommended": True, "reason": None}
        return {"bot": name, "candidates": [only], "plan": []}
    analysis = seated.bot.analyse(observation)
    plan = [observation.actions.route_names[route] for route in analysis.routes]
    return {"bot": name, "candidates": _ranked(observation, analysis), "plan": plan}


def _ranked(observation: Observation, analysis: Analysis) -> list[schemas.Candidate]:
    """Return the best candidates by value, with the bot's choice among them.

    It need not be the first: a bot leaves what it would do without trying only for what is better by more than chance explains.
    """
    by_value = sorted(analysis.candidates, key=lambda one: (one.worlds < FEWEST_WORLDS, -one.value))
    best = by_value[0]
    choice = next(one for one in by_value if one.action == analysis.action)
    shown = by_value[:MOST] if choice in by_value[:MOST] else [*by_value[: MOST - 1], choice]
    described: list[schemas.Candidate] = []
    for one in shown:
        reason: Literal["highest", "within error"] | None = None
        if one is choice and best.worlds >= FEWEST_WORLDS:
            reason = "highest" if one.value == best.value else "within error"
        figures = UNKNOWN if one.worlds < FEWEST_WORLDS else _figures(one)
        described.append({"option": _described(observation, one.action), **figures, "recommended": one is choice, "reason": reason})
    return described


def _figures(one: Candidate) -> schemas.Figures:
    return {
        "chance": round(one.wins, 3),
        "value": round(one.value, 4),
        "error": round(one.error, 4),
        "margin": round(one.margin, 1),
        "worlds": one.worlds,
    }


def _described(observation: Observation, number: int) -> ActionData:
    return describe(observation.actions.action(number, observation.offer))
