"""Hints: what a good bot makes of a seat's own sight. Bots that weigh actions tell what they think of each; others, their choice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import SystemRandom
from typing import Any, Protocol, runtime_checkable

from allaboard.bots import Bot, make_bot, prepare
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.decide import decided
from allaboard.bots.planner.work import new_works
from allaboard.bots.ways import members, route_set
from allaboard.engine.layout import SECOND_CARD, TURN
from allaboard.server.house import House
from allaboard.server.table import describe
from allaboard.server.warming import bots_at_hand
from allaboard.server.work import decide
from allaboard.view import Sight

__all__ = ["Thinking", "advise"]

MOST = 5


class Weighed(Protocol):
    """An action by its id: in so many worlds it won this share of games, and ended by so many points over the best rival."""

    @property
    def action(self) -> int: ...
    @property
    def worlds(self) -> int: ...
    @property
    def value(self) -> float: ...
    @property
    def wins(self) -> float: ...
    @property
    def margin(self) -> float: ...


class Thoughts(Protocol):
    """A decision and what was weighed for it."""

    @property
    def action(self) -> int: ...
    @property
    def candidates(self) -> Sequence[Weighed]: ...


@runtime_checkable
class Thinking(Bot, Protocol):
    """A bot that tells its reasons."""

    def think(self, sight: Sight) -> Thoughts:
        """The action, and the candidates it was chosen from."""
        ...


async def advise(house: House, sight: Sight) -> dict[str, Any]:
    """The name of the bot that was asked, its candidates, its choice first, and the plan behind them."""
    spec = house.settings.hint_bot
    name = spec.partition(":")[0]
    if name not in bots_at_hand():
        name = spec = list(bots_at_hand())[-1]
    candidates, plan = await asyncio.get_running_loop().run_in_executor(house.work.threads, _consider, spec, sight)
    return {"bot": name, "candidates": candidates, "plan": plan}


def _consider(spec: str, sight: Sight) -> tuple[list[dict[str, Any]], list[str]]:
    return _candidates(spec, sight), _plan(sight)


def _candidates(spec: str, sight: Sight) -> list[dict[str, Any]]:
    assert sight.seat is not None
    bot = make_bot(spec)
    prepare(bot, sight.edition, int(sight.state.players), sight.seat, SystemRandom().getrandbits(64))
    if isinstance(bot, Thinking):
        thoughts = bot.think(sight)
        if thoughts.candidates:
            weighed = sorted(thoughts.candidates, key=lambda one: (one.action != thoughts.action, -one.value))
            return [_weighed(sight, one) for one in weighed[:MOST]]
        chosen = thoughts.action
    else:
        chosen, _, _ = decide(bot, sight)
    return [_unweighed(sight, chosen)]


def _weighed(sight: Sight, one: Weighed) -> dict[str, Any]:
    if one.worlds == 0:  # nothing was tried, so nothing is known
        return _unweighed(sight, one.action)
    figures = {"chance": round(one.wins, 3), "value": round(one.value, 4), "margin": round(one.margin, 1), "worlds": one.worlds}
    return {**_told(sight, one.action), **figures}


def _unweighed(sight: Sight, number: int) -> dict[str, Any]:
    return {**_told(sight, number), "chance": None, "value": None, "margin": None, "worlds": 0}


def _plan(sight: Sight) -> list[str]:
    """The routes that the planner would go for; none while tickets are chosen, when every choice has a plan of its own."""
    if sight.seat is None or int(sight.state["phase"]) not in (TURN, SECOND_CARD):
        return []
    works = new_works()
    decided(sight.table.boards, sight.states, sight.seat, constants_of(sight.table.boards[0]), works)
    rank = works[0]["rank"].tolist()
    routes = sorted(members(route_set(works[0]["plan"])), key=lambda route: (rank[route] < 0, rank[route]))
    return [sight.table.route_names[route] for route in routes]


def _told(sight: Sight, number: int) -> dict[str, Any]:
    return describe(sight.table.action(number, sight.offer))
