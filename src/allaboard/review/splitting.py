"""Where a result came from: own choices, others' choices, luck, and what the judge cannot account for.

The chance in hindsight leads from the deal to the result, action by action. Choices are measured from what the planner would have
done: it also plays the games on, so that all parts add up. What chance gave is luck; so is what a choice was worth beyond what its seat
could know, by the cards that lay hidden. Where nothing was left to chance the next moment's worlds tell the same chance as those of the
moment before, and both count; what moved it all the same, because the judge has changed its mind, is the residue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from allaboard.engine.typed_records import Flags, Floats
from allaboard.review.marks import CERTAIN
from allaboard.review.moments import Moment
from allaboard.review.results import Cause, Graph, Judgement, Split, Step, TurningPoint

__all__ = ["Course", "pooled", "turning_points"]

MOST_TURNING_POINTS: Final = 3


class Pool(NamedTuple):
    """The chances before every action by all worlds that tell of them, and how much of every moment's own chance and gain is in each."""

    chances: Floats
    own: Floats
    gained: Floats


def pooled(before: Floats, gains: Floats, worlds: Floats, chance: Flags) -> Pool:
    """Chances by the worlds of their own moment, and by those of the moments since chance last had a say.

    Where nothing was left to chance a moment has the chance of the one before with what was played there: two estimates of one thing count
    by their worlds. Where something else was played than the planner's choice, the gain was told by that moment's worlds alone.
    """
    count = len(before)
    chances, own, gained, weights = before.copy(), np.eye(count), np.zeros((count, count)), worlds.astype(float)
    for k in range(1, count):
        if chance[k - 1]:
            continue
        told = np.clip(chances[k - 1] + gains[k - 1], 0.0, 1.0)
        weight = worlds[k - 1] if gains[k - 1].any() else weights[k - 1]
        share = weight / (weight + worlds[k])
        chances[k] = share * told / told.sum() + (1.0 - share) * before[k]
        own[k] = share * own[k - 1] + (1.0 - share) * own[k]
        gained[k] = share * gained[k - 1]
        gained[k, k - 1] += share
        weights[k] = weight + worlds[k]
    return Pool(chances, own, gained)


@dataclass(frozen=True)
class Course:
    """The chances of a game in hindsight: a row an action, a column a seat.

    `before` and `gains` are what each moment's own worlds tell: the chances before the action, and what it gave or cost the seats against
    the planner's choice. `spread` has the variances of both, and their covariance; `worlds` says how many there were. `known` is what every
    action gave or cost by what the acting seat could know.
    """

    moments: Sequence[Moment]
    before: Floats
    gains: Floats
    spread: Floats
    worlds: Floats
    known: Floats
    known_errors: Floats
    result: Floats

    @cached_property
    def pool(self) -> Pool:
        """The chances before every action, by all worlds that tell of them."""
        return pooled(self.before, self.gains, self.worlds, self.chance)

    @property
    def after(self) -> Floats:
        """The chances after every action and what chance gave: those before the next one, and at last the result."""
        return np.vstack([self.pool.chances[1:], self.result])

    @property
    def unexplained(self) -> Floats:
        """What became of the chances beyond what was decided: luck, where there was chance; else residue."""
        return self.after - self.pool.chances - self.gains

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

    def variances(self, own: Floats, gained: Floats) -> Floats:
        """Of sums with so much of every moment's own chance and of its gain, for every seat: each moment has worlds of its own."""
        of_own, of_gains, of_both = self.spread
        found: Floats = np.maximum(own**2 @ of_own + gained**2 @ of_gains + 2.0 * (own * gained) @ of_both, 0.0)
        return found

    def graph(self, games: int) -> Graph:
        """The course as data."""
        chances, own, gained = self.pool
        errors = np.sqrt(self.variances(own, gained))
        rows = (chances, errors, chances + self.gains, self.after, self.luck, self.known, self.hidden)
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
        mine = np.array([moment.seat == seat for moment in self.moments])
        fair, result = 1.0 / len(self.result), float(self.result[seat])
        deal, cards = float(self.pool.chances[0, seat]) - fair, float(self.luck[:, seat].sum())

        def told(gains: Floats, variance: float) -> Split:
            own, rivals = float(gains[mine, seat].sum()), float(gains[~mine, seat].sum())
            hidden = float((self.gains - gains)[:, seat].sum())
            luck, error = deal + cards + hidden, float(np.sqrt(variance))
            return Split(fair, own, rivals, deal, cards, hidden, luck, result - fair - own - rivals - luck, result, error)

        # luck is what choices and residue leave of the result, and as uncertain as they are together
        own, gained = self._residue()
        choices, residue, both = (
            float(self.variances(*parts)[seat]) for parts in ((0.0 * own, np.ones_like(own)), (own, gained), (own, 1.0 + gained))
        )
        known = float((self.known_errors[:, seat] ** 2).sum())
        return told(self.known, known + residue), told(self.gains, max(choices, both))

    def _residue(self) -> tuple[Floats, Floats]:
        """How much of every moment's own chance and of its gain is in the residue."""
        calm = np.where(self.chance, 0.0, 1.0)
        chances = np.append(0.0, calm[:-1]) - calm
        return chances @ self.pool.own, chances @ self.pool.gained - calm


def turning_points(seat: int, graph: Graph, judgements: Sequence[Judgement]) -> tuple[TurningPoint, ...]:
    """The largest swings of a seat's chance as far as it was judged: own errors, rivals' errors, and luck, turn by turn."""
    found = [
        TurningPoint(one.n, one.turn, one.seat, "own" if one.seat == seat else "rival", one.effects[seat], one.mark)
        for one in judgements
        if one.mark not in (None, "clear run")
    ]
    for (turn, acting), group in groupby(graph.steps[: len(judgements)], key=lambda step: (step.turn, step.seat)):
        steps = list(group)
        swing = sum(step.luck[seat] for step in steps)
        # the errors of the chances before the turn and after it; those between cancel
        later = graph.steps[steps[-1].n :]
        if abs(swing) > CERTAIN * np.hypot(steps[0].error[seat], later[0].error[seat] if later else 0.0):
            most = max(steps, key=lambda step: abs(step.luck[seat]))
            cause: Cause = "luck"
            found.append(TurningPoint(most.n, turn, acting, cause, swing, None))
    return tuple(sorted(found, key=lambda point: -abs(point.swing))[:MOST_TURNING_POINTS])
