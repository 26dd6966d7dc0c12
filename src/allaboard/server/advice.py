"""Hints: what a good bot makes of a seat's own sight. Bots that weigh actions tell what they think of each; others, their choice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import SystemRandom
from typing import Any, Protocol, runtime_checkable

from allaboard.bots import Bot, make_bot, prepare
from allaboard.server.house import House
from allaboard.server.table import describe
from allaboard.server.warming import bots_at_hand
from allaboard.server.work import decide
from allaboard.view import Sight

__all__ = ["Thinking", "advise"]

MOST = 5


class Weighed(Protocol):
    """An action by its id, with its value from 0 to 1 and its margin in points."""

    @property
    def action(self) -> int: ...
    @property
    def value(self) -> float: ...
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


async def advise(house: House, sight: Sight) -> tuple[str, list[dict[str, Any]]]:
    """The name of the bot that was asked, and its candidates, its choice first."""
    spec = house.settings.hint_bot
    name = spec.partition(":")[0]
    if name not in bots_at_hand():
        name = spec = list(bots_at_hand())[-1]
    return name, await asyncio.get_running_loop().run_in_executor(house.work.threads, _candidates, spec, sight)


def _candidates(spec: str, sight: Sight) -> list[dict[str, Any]]:
    assert sight.seat is not None
    bot = make_bot(spec)
    prepare(bot, sight.edition, int(sight.state.players), sight.seat, SystemRandom().getrandbits(64))
    if isinstance(bot, Thinking):
        thoughts = bot.think(sight)
        weighed = sorted(thoughts.candidates, key=lambda one: (one.action != thoughts.action, -one.value))[:MOST]
        if weighed:
            return [{**_told(sight, one.action), "value": round(one.value, 4), "margin": round(one.margin, 2)} for one in weighed]
        return [{**_told(sight, thoughts.action), "value": None, "margin": None}]
    number, _, _ = decide(bot, sight)
    return [{**_told(sight, number), "value": None, "margin": None}]


def _told(sight: Sight, number: int) -> dict[str, Any]:
    return describe(sight.table.action(number, sight.offer))
