"""Playing a game out between bots when nobody wants to hear what happened: no log, no events, three times faster than a `Game`.

The rules are the same and asked about every action; what a bot does that no player may do ends the game with the bot's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, get_args

from allaboard.actions import Action, ActionTable
from allaboard.bots import Bot, BotError
from allaboard.engine.chance import no_tape
from allaboard.engine.entry import step
from allaboard.engine.layout import OVER
from allaboard.engine.legal import REFUSALS
from allaboard.notation import text
from allaboard.view import Sight, acting_seats, look

__all__ = ["play_out"]

ACTIONS = get_args(Action)


def play_out(table: ActionTable, states: Any, bots: Sequence[Bot], names: Sequence[str]) -> int:
    """Play the game in the first state to its end, in place; says how many decisions it took."""
    tape, decisions = no_tape(), 0
    while states[0]["phase"] != OVER:
        seat = acting_seats(states[0])[0]
        sight = look(table, states, seat)
        try:
            choice = bots[seat].choose(sight)
        except Exception as error:  # anybody's code may fail in any way
            raise BotError(
                f"the bot ‘{names[seat]}’ in seat {seat} failed at action {decisions + 1}: {type(error).__name__}: {error}"
            ) from error
        number = _number(choice, sight)
        code = -1 if number is None else int(step(table.boards, states, seat, number, tape))
        if code != 0:
            raise BotError(f"the bot ‘{names[seat]}’ in seat {seat} chose an illegal action: {_refused(sight, choice, code)}")
        decisions += 1
    return decisions


def _number(choice: Any, sight: Sight) -> int | None:
    """The id of what a bot chose; None when it is no action at all."""
    try:
        return index(choice)
    except TypeError:
        return sight.table.number(choice, sight.offer) if isinstance(choice, ACTIONS) else None


def _refused(sight: Sight, choice: Any, code: int) -> str:
    """What was tried, and the rule that refuses it."""
    rule, reason = REFUSALS.get(code, ("R-TURN-1", f"there is no such action in {sight.edition.id}"))
    try:
        tried = text(sight.table.action(choice, sight.offer) if isinstance(choice, int) else choice)
    except ValueError:
        tried = ""
    return f"“{tried or repr(choice)}”: {reason} ({rule})"
