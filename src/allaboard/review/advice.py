"""What to do now, from what a seat can know: its options tried in the same possible worlds until the best is told from the others.

The worlds, and the means with their errors, are those of the reviews: a hint and the review of the same game speak of the same chances.
When to try, on which threads and for how long is for the caller to say; what to try next, and what follows from it, stands here.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import numpy as np

from allaboard.actions import Action, ClaimRoute
from allaboard.bots.search.plans import plan_behind
from allaboard.bots.search.worlds import NOTHING
from allaboard.editions.bounds import MAX_ROUTES
from allaboard.engine.records import States
from allaboard.engine.typed_records import Floats
from allaboard.observation import Observation
from allaboard.review.futures import Futures, list_actions
from allaboard.review.means import Mean, mean_of
from allaboard.review.moments import option_key
from allaboard.review.plan_reasons import PlanReasons
from allaboard.review.reasons import reasons_for, share_lost
from allaboard.review.results import PlanReason, Reason

__all__ = ["ANALYSIS", "HINT", "SHOWN_FROM", "Advising", "Effort", "weighable"]

OPTIONS: Final = 8
"""Options that are tried, beside the payable routes of the plan: those are all tried."""
SHOWN_FROM: Final = 200
"""Worlds from which on a chance is worth telling."""
SURELY: Final = 3.0
"""Standard errors behind the leader at which an option is tried no longer."""
LEVEL: Final = 2.0
"""Standard errors of their difference within which two options are too close to tell apart: the one with the plan behind it is advised.
One measure for what is called so, for what is advised and for when a hint ends: else the advice would go against what is said beside it."""
CHECK: Final = 100
"""Worlds between two looks whether the best is told from the others. When options are dropped and when it ends is a matter of worlds, not
of how many were played at once: else a busy machine would advise otherwise than a quick one, and the same one otherwise if asked twice."""
REASON_WORLDS: Final = 96
"""Worlds that are played to the end for reasons, of which one half picks what to tell and the other tells it; and to see what can wait."""
MOST_REASONS: Final = 3
SAFE: Final = 0.2
"""Share of the games up to which a route that others take can be said to wait."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long options are tried: after so many worlds of `rounds` so many of them go on, the best and the planner's choice.

    After `enough` worlds nothing is tried any more; `settles` ends it when the best is told from the others.
    """

    rounds: tuple[tuple[int, int], ...]
    enough: int
    settles: bool

    @property
    def most(self) -> int:
        """How many options are worth telling: those that go on after the first round."""
        return self.rounds[0][1]


HINT: Final = Effort(((24, 5), (80, 3)), 800, settles=True)
ANALYSIS: Final = Effort(((24, 6),), 6400, settles=False)
"""For somebody who wants to see how far apart the options are, and not only which to take."""


def weighable(observation: Observation, planned_routes: tuple[int, ...]) -> list[int]:
    """The options worth trying, the planner's choice first: every payable route of its plan, then what it thinks best of the rest."""
    actions, offer = observation.actions, observation.offer
    listed = list_actions(observation, MAX_ROUTES + OPTIONS)
    names = {actions.route_names[route] for route in planned_routes}

    def of_the_plan(number: int) -> bool:
        named = actions.action(number, offer)
        return isinstance(named, ClaimRoute) and named.route in names

    planned = [number for number in listed[1:] if of_the_plan(number)]
    rest = [number for number in listed[1:] if number not in planned][: OPTIONS - 1]
    keys: dict[Hashable, int] = {}
    for number in [listed[0], *planned, *rest]:
        keys.setdefault(option_key(actions, number, offer), number)
    return list(keys.values())


class Advising:
    """Advice in the making. `played` can be had from any thread; `add` and everything else belong to one."""

    def __init__(self, observation: Observation, n: int, seed: int, effort: Effort = HINT, truth: States | None = None) -> None:
        """Advice from what a seat can know; with the truth from all cards open, and only what is to come is dealt."""
        assert observation.seat is not None
        self.observation, self.seat, self.effort = observation, observation.seat, effort
        self.futures = Futures(observation, n, seed, truth)
        first = list_actions(observation, 1)[0]
        self.routes, _ = plan_behind(self.futures.decision, first)
        self.options = weighable(observation, self.routes)
        self.alive = list(range(len(self.options)))
        self.won: Floats = np.empty((0, len(self.options)))
        self._plans: dict[int, list[int]] = {}
        self._begun: dict[int, bool] = {}
        self._seen: dict[int, list[PlanReason | Reason]] = {}

    @property
    def forced(self) -> bool:
        """Whether there is nothing to weigh."""
        return len(self.options) == 1

    @property
    def worlds(self) -> int:
        """How many worlds were tried."""
        return len(self.won)

    @property
    def done(self) -> bool:
        """Whether more worlds would change nothing: one option is left, or the leader is told from the others, or it is enough."""
        if self.forced or self.worlds >= self.effort.enough:
            return True
        return self.effort.settles and self.worlds >= SHOWN_FROM and self.worlds % CHECK == 0 and len(self._level(LEVEL)) == 1

    def wave(self, worlds: int) -> int:
        """How many of so many worlds to try before options are dropped again, or it may end."""
        steps = [step for step, _ in self.effort.rounds] + [self.worlds - self.worlds % CHECK + CHECK, self.effort.enough]
        return min(worlds, min(step for step in steps if step > self.worlds) - self.worlds)

    def played(self, first: int, worlds: int) -> Floats:
        """Play some worlds with the options that are still tried; returns the seat's share of the victory, NaN where nothing was tried."""
        won = np.full((worlds, len(self.options)), np.nan)
        lines = [(self.options[option], NOTHING) for option in self.alive]
        won[:, self.alive] = self.futures.play(lines, first, worlds)[..., self.seat]
        return won

    def add(self, *parts: Floats) -> None:
        """Take what was played, world by world, and after each round drop what is surely worse, or too far behind to be the best.

        Nothing is dropped once its chance is shown: all chances that are shown are from the same worlds.
        """
        self.won = np.concatenate([self.won, *parts])
        most = dict(self.effort.rounds).get(self.worlds)
        if most is None:
            return
        hopeful = [option for option in self.alive if self._behind(self._leader, option, SURELY)]
        best = sorted(hopeful, key=lambda option: -self.chance(option).value)[:most]
        self.alive = sorted({0, *best})

    def tried(self, option: int) -> int:
        """In how many worlds an option was tried."""
        return int((~np.isnan(self.won[:, option])).sum())

    def chance(self, option: int) -> Mean:
        """The seat's chance with an option, in the worlds that it was tried in."""
        tried = self.won[: self.tried(option), option]
        return mean_of(tried) if len(tried) else Mean(0.5, float("inf"))

    def shown(self, option: int) -> bool:
        """Whether the chance with an option is worth telling."""
        return self.tried(option) >= SHOWN_FROM

    @property
    def _leader(self) -> int:
        return max(self.alive, key=lambda option: self.chance(option).value)

    def _behind(self, leader: int, option: int, errors: float) -> bool:
        """Whether an option may be as good as the leader: it is not behind by more than so many standard errors of the difference."""
        common = min(self.tried(leader), self.tried(option))
        difference = mean_of(self.won[:common, leader] - self.won[:common, option]) if common else Mean(0.0, float("inf"))
        return difference.value <= errors * difference.error

    def _level(self, errors: float) -> list[int]:
        leader = self._leader
        return [option for option in self.alive if option == leader or self._behind(leader, option, errors)]

    @property
    def recommended(self) -> int:
        """The best by its chance; where others are level with it, the planner's choice, or else the best that the plan after it wants.

        Before chances are shown only what is surely better takes the place of the planner's choice, so that a hint does not waver.
        """
        if self.worlds < self.effort.rounds[0][0]:
            return 0
        if self.worlds < SHOWN_FROM:
            return 0 if 0 in self._level(SURELY) else self._leader
        level = sorted(self._level(LEVEL), key=lambda option: -self.chance(option).value)
        return 0 if 0 in level else next(filter(self._begins_plan, level), level[0])

    @property
    def kept_to_plan(self) -> bool:
        """Whether another option shows a better chance than what is recommended, by no more than luck explains."""
        best = self.recommended
        chance = self.chance(best).value
        return self.shown(best) and any(self.shown(option) and self.chance(option).value > chance for option in range(len(self.options)))

    @property
    def ranking(self) -> list[int]:
        """What is recommended first, then by the chances that are shown, then as the planner has them what is still tried, and the rest."""
        best = self.recommended
        others = [option for option in range(len(self.options)) if option != best]
        others.sort(key=lambda option: (-self.chance(option).value if self.shown(option) else 0.0, -self.tried(option)))
        return [best, *others]

    @property
    def listed(self) -> list[int]:
        """The options worth telling, in their order: so many, and every route of the plan that can be paid."""
        return [option for place, option in enumerate(self.ranking) if place < self.effort.most or self._claimed(option) in self.routes]

    def level(self, option: int) -> bool:
        """Whether an option is too close to what is recommended to tell them apart."""
        best = self.recommended
        if option == best or not (self.shown(option) and self.shown(best)):
            return False
        return self._behind(best, option, LEVEL) and self._behind(option, best, LEVEL)

    def plan(self) -> list[int]:
        """The routes of the plan once the recommended action is done: the one that it claims first, or the one that its card is for.

        Where the planner would make the ticket that a claim leads towards by another way, the claim's own way is the plan.
        """
        return self._plan_after(self.recommended)

    def _plan_after(self, option: int) -> list[int]:
        if option not in self._plans:
            routes, _ = plan_behind(self.futures.decision, self.options[option])
            reasons, claimed, names = PlanReasons(self.observation, routes), self._claimed(option), self.observation.actions.route_names
            wanted = {reason.subject for reason in reasons.of(self._named(option)) if reason.kind == "collects"}
            beside = [] if claimed is None else reasons.way_beside(claimed)
            self._plans[option] = beside or sorted(routes, key=lambda route: names[route] not in wanted)
        return self._plans[option]

    def _begins_plan(self, option: int) -> bool:
        """Whether the plan that is marked with an option wants it: no card that lies beside what the plan lacks."""
        if option not in self._begun:
            self._begun[option] = not PlanReasons(self.observation, self._plan_after(option)).passes_over(self._named(option))
        return self._begun[option]

    def _claimed(self, option: int) -> int | None:
        """The route that an option claims."""
        named = self._named(option)
        return self.observation.actions.route_index[named.route] if isinstance(named, ClaimRoute) else None

    def _named(self, option: int) -> Action:
        return self.observation.actions.action(self.options[option], self.observation.offer)

    def compare(self) -> None:
        """Play some worlds to the end once more, to see what becomes of tickets and routes with the next best option instead."""
        best = self.recommended
        if not self.forced and best not in self._seen:
            other = self.ranking[1]
            lines = [(self.options[other], NOTHING), (self.options[best], NOTHING)]
            parted = self.shown(best) and not self.level(other)
            reasons = reasons_for(self.observation, self.futures, lines, REASON_WORLDS)
            self._seen[best] = [*self._waiting(best), *(reason for reason in reasons if _is_certain(reason, parted))]

    def _waiting(self, best: int) -> list[PlanReason]:
        """Where no claim is recommended, the longest route of the plan that can be paid, if others seldom take it meanwhile."""
        payable = [route for option in range(len(self.options)) if (route := self._claimed(option)) in self.routes]
        if not payable or self._claimed(best) is not None:
            return []
        actions = self.observation.actions
        route = max(payable, key=lambda route: int(actions.boards[0].length[route]))
        share = share_lost(self.futures, (self.options[best], NOTHING), route, REASON_WORLDS)
        return [PlanReason("waits", actions.route_names[route], 0.0, share)] if share <= SAFE else []

    def reasons(self) -> list[PlanReason | Reason]:
        """Why: what the plan wants it for, then how the games end otherwise, where that was looked at."""
        planned = PlanReasons(self.observation, self.plan()).of(self._named(self.recommended))
        return [*planned, *self._seen.get(self.recommended, ())][:MOST_REASONS]


def _is_certain(reason: Reason, parted: bool) -> bool:
    """Whether a difference is more than luck explains: of shares by their errors, of the rest where the chances are told apart."""
    if reason.kind not in ("ticket", "new ticket", "route", "longest path"):
        return parted
    spread = sum(share * (1.0 - share) for share in (reason.played, reason.better)) / (REASON_WORLDS // 2)
    return abs(reason.better - reason.played) > SURELY * float(np.sqrt(spread))
