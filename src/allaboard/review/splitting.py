"""Where a result came from: own choices, others' choices, luck, and what the judge cannot account for.

The chance in hindsight leads from the deal to the result, action by action. Choices are measured from what the planner would have
done: it also plays the games on, so that all parts add up. What chance gave is luck; so is what a choice was worth beyond what its seat
could know, by the cards that lay hidden. Where nothing was left to chance and the chance moved all the same, the judge has changed its
mind: that is the residue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from allaboard.engine.typed_records import Flags, Floats
from allaboard.review.moments import Moment
from allaboard.review.results import Cause, Graph, Judgement, Split, Step, TurningPoint

__all__ = ["Course", "turning_points"]

MOST_TURNING_POINTS: Final = 3
CERTAIN: Final = 2.0


@dataclass(frozen=True, slots=True)
class Course:
    """The chances of a game in hindsight: a row an action, a column a seat.

    `known` is what every action gave or cost the seats against the planner's choice, by what the acting seat could know; `gains` is the
    same with all hands open.
    """

    moments: Sequence[Moment]
    before: Floats
    errors: Floats
    gains: Floats
    gain_errors: Floats
    known: Floats
    known_errors: Floats
    result: Floats

    @property
    def after(self) -> Floats:
        """The chances after every action and what chance gave: those before the next one, and at last the result."""
        return np.vstack([self.before[1:], self.result])

    @property
    def unexplained(self) -> Floats:
        """What became of the chances beyond what was decided: luck, where there was chance."""
        return self.after - self.before - self.gains

    @property
    def chance(self) -> Flags:
        """Which actions left something to chance."""
        return np.array([bool(moment.given) for moment in self.moments])

    @property
    def luck(self) -> Floats:
        """What chance gave, action by action."""
        return np.where(self.chance[:, None], self.unexplained, 0.0)

    @property
    def hidden(self) -> Floats:
        """What every choice was worth beyond what could be known, by what lay hidden."""
        return self.gains - self.known

    def graph(self, games: int) -> Graph:
        """The course as data."""
        rows = (self.before, self.errors, self.before + self.gains, self.after, self.luck, self.known, self.hidden)
        steps = (
            Step(
                moment.n,
                moment.seat,
                moment.turn,
                moment.words,
                moment.given,
                *(tuple(map(float, row[k])) for row in rows),
            )
            for k, moment in enumerate(self.moments)
        )
        return Graph(tuple(steps), games)

    def split(self, seat: int) -> tuple[Split, Split]:
        """A seat's result taken apart: by what could be known, and in hindsight."""
        own = np.array([moment.seat == seat for moment in self.moments])
        fair, result = 1.0 / len(self.result), float(self.result[seat])
        deal, cards = float(self.before[0, seat]) - fair, float(self.luck[:, seat].sum())

        def told(gains: Floats, errors: Floats) -> Split:
            mine, theirs = float(gains[own, seat].sum()), float(gains[~own, seat].sum())
            hidden = float((self.gains - gains)[:, seat].sum())
            luck, error = deal + cards + hidden, float(np.sqrt((errors[:, seat] ** 2).sum()))
            return Split(fair, mine, theirs, deal, cards, hidden, luck, result - fair - mine - theirs - luck, result, error)

        return told(self.known, self.known_errors), told(self.gains, self.gain_errors)


def turning_points(seat: int, graph: Graph, judgements: Sequence[Judgement]) -> tuple[TurningPoint, ...]:
    """The largest swings of a seat's chance, whatever their cause: own errors, rivals' errors, and luck, turn by turn."""
    found = [
        TurningPoint(one.n, one.turn, one.seat, "own" if one.seat == seat else "rival", one.effects[seat], one.mark)
        for one in judgements
        if one.mark not in (None, "clear run")
    ]
    for (turn, acting), group in groupby(graph.steps, key=lambda step: (step.turn, step.seat)):
        steps = list(group)
        swing = sum(step.luck[seat] for step in steps)
        # the errors of the chances before the turn and after it; those between cancel
        if abs(swing) > CERTAIN * np.sqrt(2.0) * steps[0].error[seat]:
            most = max(steps, key=lambda step: abs(step.luck[seat]))
            cause: Cause = "luck"
            found.append(TurningPoint(most.n, turn, acting, cause, swing, None))
    return tuple(sorted(found, key=lambda point: -abs(point.swing))[:MOST_TURNING_POINTS])
