"""Playing a game out between bots when nobody wants to hear what happened: no log, no events, three times faster than a `Game`.

The rules are the same and asked about every action; what a bot does that no player may do ends the game with the bot's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, get_args

from allaboard.actions import Action, ActionSpace
from allaboard.bots import Bot, BotError
from allaboard.engine.entry import step
from allaboard.engine.journal import no_journal
from allaboard.engine.legal import REFUSALS
from allaboard.engine.records import OVER
from allaboard.notation import text
from allaboard.observation import Observation, acting_seats, observe

__all__ = ["play_out"]

ACTIONS = get_args(Action)


def play_out(actions: ActionSpace, states: Any, bots: Sequence[Bot], names: Sequence[str]) -> int:
    """Play the game in the first state to its end, in place; says how many decisions it took."""
    journal, decisions = no_journal(), 0
    while states[0]["phase"] != OVER:
        seat = acting_seats(states[0])[0]
        observation = observe(actions, states, seat)
        try:
            choice = bots[seat].choose(observation)
        except Exception as error:  # anybody's code may fail in any way
            raise BotError(
                f"the bot ‘{names[seat]}’ in seat {seat} failed at action {decisions + 1}: {type(error).__name__}: {error}"
            ) from error
        number = _number(choice, observation)
        code = -1 if number is None else int(step(actions.boards, states, seat, number, journal))
        if code != 0:
            raise BotError(f"the bot ‘{names[seat]}’ in seat {seat} chose an illegal action: {_refused(observation, choice, code)}")
        decisions += 1
    return decisions


def _number(choice: Any, observation: Observation) -> int | None:
    """The id of what a bot chose; None when it is no action at all."""
    try:
        return index(choice)
    except TypeError:
        return observation.actions.number(choice, observation.offer) if isinstance(choice, ACTIONS) else None


def _refused(observation: Observation, choice: Any, code: int) -> str:
    """What was tried, and the rule that refuses it."""
    rule, reason = REFUSALS.get(code, ("R-TURN-1", f"there is no such action in {observation.edition.id}"))
    try:
        tried = text(observation.actions.action(choice, observation.offer) if isinstance(choice, int) else choice)
    except ValueError:
        tried = ""
    return f"“{tried or repr(choice)}”: {reason} ({rule})"
