"""Moments of games that are over as exercises: what the seat to act could know then, and how an answer would have done."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from allaboard.game import Game, IllegalAction
from allaboard.review.judging import FEWEST, JudgedDecision
from allaboard.review.marks import CERTAIN, thresholds
from allaboard.review.moments import moment_before, option_key
from allaboard.server.action_data import describe
from allaboard.server.live_table import LiveTable, options_of
from allaboard.server.models import Line
from allaboard.server.problems import Problem, refused
from allaboard.server.replays import replay_of
from allaboard.server.schemas import Answered, Exercise, game_view

__all__ = ["AnswerTrial", "exercise_at"]

WAVES: Final = 14
"""Looks at an answer: a quick one, one with follow-ups, and as many more as it takes to know."""
SETTLED: Final = 0.01
"""A standard error at which an answer is known well enough."""


def exercise_at(live: LiveTable, game: Game, lines: list[Line], n: int) -> Exercise:
    """Return what the seat that acted in action number n could see and do before it, and the log up to there as it was told."""
    check_number(game, n)
    before, seat = game.at(n - 1), game.log[n - 1].seat
    observation = before.observe(seat)
    return {
        "now": {
            "table": live.header.id,
            "n": n - 1,
            "status": "playing",
            "seat": seat,
            "can_undo": False,
            "undo_until": None,
            "deadline": None,
            "hurried": False,
            "view": game_view(observation.view, legal=False),
            "options": options_of(observation, acting=True, over=False),
        },
        "lines": [step["line"] for step in replay_of(live, lines, seat)["steps"][: n - 1]],
    }


class AnswerTrial:
    """How an answer does against the best there is, by what the seat could know: looked at wave by wave, each a turn of its own."""

    def __init__(self, game: Game, n: int, answer: str) -> None:
        check_number(game, n)
        tried, self._moment = game.at(n - 1), moment_before(game, n)
        try:
            tried.play(answer, self._moment.seat)
        except IllegalAction as error:
            raise refused(error) from error
        self._players, self._number = game.players, tried.log[-1].action
        self._decision = JudgedDecision(replace(self._moment, action=self._number), seed=0)
        self._left = 0 if self._decision.single else WAVES

    @property
    def done(self) -> bool:
        """Whether enough is known."""
        decision = self._decision
        return not self._left or (len(decision.won) >= FEWEST and decision.loss.error < SETTLED)

    def look(self) -> None:
        """Try the answer in some more worlds."""
        self._decision.try_worlds()
        self._left -= 1

    def told(self) -> Answered:
        """Return how it does."""
        actions, offer = self._moment.observation.actions, self._moment.observation.offer
        option = describe(actions.action(self._number, offer))
        if self._decision.single:
            return {"option": option, "passed": True, "level": True, "same": True, "chance": None, "error": 0.0, "behind": 0.0}
        loss, chance = self._decision.loss, self._decision.chance(self._number)
        level = loss.value <= CERTAIN * loss.error
        keys = [option_key(actions, action, offer) for action in (self._number, self._moment.action)]
        return {
            "option": option,
            "passed": level or loss.value <= thresholds(self._players)[0],
            "level": level,
            "same": keys[0] == keys[1],
            "chance": round(chance.value, 4),
            "error": round(chance.error, 4),
            "behind": round(max(0.0, loss.value), 4),
        }


def check_number(game: Game, n: int) -> None:
    """See that a game has an action of this number."""
    if not 1 <= n <= len(game.log):
        raise Problem(404, "not-found", f"there is no action {n}: they run from 1 to {len(game.log)}")
