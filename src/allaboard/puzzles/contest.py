"""All options of a position in the same possible worlds, until one stands clear of every other or cannot.

Worlds, lines and follow-ups are those of the reviews. What a review does not ask matters here: whether the best action can as well be
done a turn later, after cards were drawn. So the best draws are tried once more with the best action in the next turn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence, Set
from typing import Final

import numpy as np

from allaboard.actions import Action, ClaimRoute, DrawDeck, TakeCard
from allaboard.bots.planner.bot import Planner
from allaboard.bots.search.evaluation import NOT_KEPT
from allaboard.bots.search.workspace import WORLD, new_workspace
from allaboard.bots.search.worlds import NOTHING, dealt, try_worlds
from allaboard.engine.entry import step
from allaboard.engine.journal import no_journal
from allaboard.engine.records import CHOOSING, OFFER, SECOND_CARD, TURN
from allaboard.engine.typed_records import Floats
from allaboard.observation import Observation, observe
from allaboard.review.futures import Futures, Line, list_actions
from allaboard.review.means import Mean, mean_of
from allaboard.review.moments import option_key

__all__ = ["ERRORS", "LEAD", "LEVEL", "Contest", "quick_search"]

LEAD: Final = 0.12
"""Of the chance to win, by which the best action of a puzzle is better than every other."""
ERRORS: Final = 4.0
"""Standard errors that the lead must exceed as well."""
LEVEL: Final = 0.03
"""Another payment for the same route, or for its twin, that lies no further behind is right, too."""
CANDIDATES: Final = 8
GLANCE: Final = 5
"""Worlds in which the planner's choice is tried by itself at first: where it wins nearly always, nothing can be far better."""
FILTER: Final = ((5, 7, 0.01), (12, 3, 0.1), (32, 2, 0.1), (128, 1, 0.12))
"""The quick search before everything else: up to so many worlds, so many options; who is ahead of the planner's by as much goes on.

It misses a third of what could be found: games are cheap, and it is soonest found where most moments are passed over soonest.
"""
QUICK: Final = 24
"""Worlds in which all options are tried at first; from then on those that are surely behind are tried no longer."""
FEWEST: Final = 96
"""Worlds from which on a leader may stand clear."""
WAVE: Final = 48
"""Worlds between two looks at first; later a quarter of those so far."""
FOLLOWED: Final = 4
"""Options that are tried as follow-ups of each other."""
PATIENT: Final = 2
"""Draws that are tried with the best action a turn later."""
AMBIGUOUS: Final = 2.0
"""Standard errors by which a lead must fall short before a position that was found is given up."""
DOUBTFUL: Final = 1.0
"""The same while it is looked for: one in twenty comes to something, so that doubt is enough."""
SURELY: Final = 3.0
"""Standard errors by which a lead must exceed what is needed before a line is tried no longer."""


class Contest:
    """The planner's list of options, its choice first, and what is admitted. Lines are tried from world 0 on, each as far as it takes."""

    def __init__(self, observation: Observation, seed: int) -> None:
        assert observation.seat is not None
        self.observation, self.seat = observation, observation.seat
        self.futures = Futures(observation, 1, seed)
        self.options: list[int] = []
        self.won: dict[Line, Floats] = {}
        self.patient: dict[int, Floats] = {}
        self.worlds = 0
        self._keys: dict[Hashable, int] = {}
        self._lines: dict[int, list[Line]] = {}
        self._room, self._planner = new_workspace(), Planner()
        self.admit(list_actions(observation, CANDIDATES))
        self.planned = self.options[0]

    def admit(self, actions: Iterable[int]) -> None:
        """Let actions take part that come to something new."""
        for action in actions:
            if self._keys.setdefault(self.key(action), action) == action and action not in self._lines:
                self.options.append(action)
                self._lines[action] = []
                self._add((action, NOTHING))

    def _add(self, line: Line) -> None:
        if line not in self.won:
            self.won[line] = np.empty(0)
            self._lines[line[0]].append(line)

    def key(self, action: int) -> Hashable:
        """What an action comes to."""
        return option_key(self.observation.actions, action, self.observation.offer)

    def try_up_to(self, worlds: int, lines: Sequence[Line]) -> None:
        """Try lines in the worlds up to a number, those that they were not tried in yet."""
        for count in sorted({len(self.won[line]) for line in lines}):
            late = [line for line in lines if len(self.won[line]) == count]
            if count < worlds:
                won = self.futures.play(late, count, worlds - count)[..., self.seat]
                for column, line in enumerate(late):
                    self.won[line] = np.concatenate([self.won[line], won[:, column]])
        self.worlds = max(self.worlds, worlds)

    def best_line(self, action: int) -> Line:
        """The best line that begins with an action, of those that were tried furthest."""
        lines, most = self._lines[action], self.tried(action)
        return max((line for line in lines if len(self.won[line]) == most), key=self.mean)

    def mean(self, line: Line) -> float:
        """The seat's chance with a line; below all others where it was not tried."""
        return float(self.won[line].mean()) if len(self.won[line]) else -1.0

    @property
    def leader(self) -> int:
        """The option with the best chance among those that were tried furthest."""
        return max((a for a in self.options if self.tried(a) == self.worlds), key=lambda action: self.mean(self.best_line(action)))

    def tried(self, action: int) -> int:
        """In how many worlds an option was tried."""
        return max(len(self.won[line]) for line in self._lines[action])

    def chance(self, action: int) -> Mean:
        """The seat's chance with an option."""
        return mean_of(self.won[self.best_line(action)])

    def ahead(self, leader: int, won: Floats) -> Mean:
        """How far the leader is ahead of a line, in the worlds that both were tried in."""
        best = self.won[self.best_line(leader)]
        common = min(len(best), len(won))
        return mean_of(best[:common] - won[:common])

    def leads(self, leader: int) -> dict[int, Mean]:
        """How far the leader is ahead of the best that each other option comes to, by its best line or with patience."""
        found: dict[int, Mean] = {}
        for action in self.options:
            if action != leader:
                lines = [self.won[self.best_line(action)], *([self.patient[action]] if action in self.patient else [])]
                found[action] = min((self.ahead(leader, won) for won in lines), key=lambda mean: mean.value)
        return found

    def lead(self, leader: int, action: int) -> Mean:
        """How far the leader is ahead of one option."""
        return self.leads(leader)[action]

    def challenge(self, leader: int) -> None:
        """Try everything a little, and what lies ahead as the follow-up of everything else: where it can wait, that shows soonest."""
        if not self._chooses:
            for action in self.options:
                self._add((action, leader))
        self.try_up_to(QUICK, list(self.won))

    def open(self) -> None:
        """Try everything a little, and the best with each other as follow-ups."""
        self.try_up_to(QUICK, list(self.won))
        if self._chooses:
            return
        ranking = sorted(self.options, key=lambda action: -self.mean((action, NOTHING)))
        best = dict.fromkeys([*ranking[:FOLLOWED], self.planned])
        for action in best:
            for follow_up in best:
                self._add((action, follow_up))
        self.try_up_to(QUICK, list(self.won))

    @property
    def _chooses(self) -> bool:
        """Whether tickets are chosen, which nothing follows up."""
        return self.observation.state.phase in (CHOOSING, OFFER)

    def go_on(self, leader: int) -> None:
        """Try what is not settled in a wave of worlds more, and the best draws with the leader a turn later."""
        goal = self.worlds + max(WAVE, self.worlds // 4)
        leads = self.leads(leader)
        others = sorted(leads, key=lambda action: leads[action].value)
        kept = {leader, self.planned, *others[:1]}
        # who came late is tried in twice as many worlds each time, and left behind where that settles it
        for worlds in [*(QUICK << doubled for doubled in range(1, (self.worlds // QUICK).bit_length())), goal]:
            self.try_up_to(worlds, [line for line in self.won if self._is_open(line, leader, kept)])
        for action in self._patient_draws(leader, others):
            waited = self.patient.get(action, np.empty(0))
            if len(waited) < QUICK or self._may_be_close(leader, waited):
                self._wait(action, leader, goal)

    def _is_open(self, line: Line, leader: int, kept: set[int]) -> bool:
        """Whether a line is worth trying further: the best of the leader, of the closest rival and of the planner's choice always are."""
        action, best = line[0], self.best_line(line[0])
        if line != best and len(self.won[line]) >= FEWEST:
            behind = self.ahead(action, self.won[line])
            if action == leader or behind.value >= SURELY * behind.error:
                return False
        return action in kept or len(self.won[line]) < QUICK or self._may_be_close(leader, self.won[line])

    def _may_be_close(self, leader: int, won: Floats) -> bool:
        """Whether a line is not surely behind the leader by what a puzzle needs."""
        ahead = self.ahead(leader, won)
        return ahead.value - SURELY * ahead.error < LEAD or ahead.value < (ERRORS + 1.0) * ahead.error

    def _patient_draws(self, leader: int, others: Sequence[int]) -> list[int]:
        """The best draws beside the leader, at the beginning of a turn: after them the leader may still be there."""
        if self.observation.state.phase != TURN or self.is_draw(leader):
            return []
        return [action for action in others if self.is_draw(action) and self._named(action) != TakeCard("wild")][:PATIENT]

    def _named(self, action: int) -> Action:
        return self.observation.actions.action(action, self.observation.offer)

    def is_draw(self, action: int) -> bool:
        """Whether an option draws a card."""
        return isinstance(self._named(action), DrawDeck | TakeCard)

    def _wait(self, action: int, later: int, worlds: int) -> None:
        """Try a draw in the worlds up to a number with another action when the seat's next turn begins, if that can still be done."""
        done = self.patient.get(action, np.empty(0))
        shares = [self._waited(action, later, world) for world in range(len(done), worlds)]
        self.patient[action] = np.concatenate([done, shares])

    def _waited(self, action: int, later: int, world: int) -> float:
        """Draw in a world, take the planner's second card, and do the other action at the next turn: the follow-up of the second card."""
        decision, world_seed = self.futures.decision, self.futures.decision.seed.copy()
        world_seed[3] = world
        dealt(decision.boards, decision.states, self._room.states, self.seat, decision.odds, world_seed)
        states = self._room.states[WORLD : WORLD + 1].copy()
        step(decision.boards, states, self.seat, action, no_journal())
        if states[0].phase != SECOND_CARD:  # nothing is left to draw: what follows is the next turn
            return float(self.futures.play([(action, later)], world, 1)[0, 0, self.seat])
        second = self._planner.choose(observe(self.observation.actions, states, self.seat))
        won, margins = (np.empty((1, 1, self.futures.players)) for _ in range(2))
        truth = decision._replace(states=states, open_hands=True)
        try_worlds(truth, self._room, world, np.array([second]), np.array([later]), won, margins, NOT_KEPT)
        return float(won[0, 0, self.seat])

    def is_sibling(self, leader: int, action: int) -> bool:
        """Whether two options claim the same route, or its twin, with different cards."""
        places = self._places(leader)
        return places is not None and places == self._places(action)

    def _places(self, action: int) -> frozenset[str] | None:
        """The two places that a claim joins."""
        named = self._named(action)
        if not isinstance(named, ClaimRoute):
            return None
        route = self.observation.edition.board.routes[self.observation.actions.route_index[named.route]]
        return frozenset((route.a, route.b))

    def is_clear(self, leader: int) -> bool:
        """Whether the leader is ahead of every other option by what a puzzle needs; other payments may be level with it."""
        return all(
            (lead.value >= LEAD and lead.value > ERRORS * lead.error) or (self.is_sibling(leader, action) and lead.value <= LEVEL)
            for action, lead in self.leads(leader).items()
        )

    def is_hopeless(self, leader: int, errors: float = AMBIGUOUS) -> bool:
        """Whether some option is too close to the leader by so many standard errors, or another payment neither level nor clear."""
        for action, lead in self.leads(leader).items():
            close = lead.value + errors * lead.error < LEAD
            level = self.is_sibling(leader, action) and lead.value - errors * lead.error <= LEVEL
            if close and not level:
                return True
        return False

    def answers(self, leader: int) -> list[int]:
        """The leader, and the payments that are level with it."""
        level = [a for a in self.options if a != leader and self.is_sibling(leader, a) and self.lead(leader, a).value <= LEVEL]
        return [leader, *level]


def quick_search(observation: Observation, seed: int, seen: Set[Hashable] = frozenset()) -> int | None:
    """What is well ahead of the planner's choice, as far as a quick search can tell, and not `seen` anyway; None where nothing is."""
    contest = Contest(observation, seed)
    planned: Line = (contest.planned, NOTHING)
    lines = [line for line in contest.won if line != planned and contest.key(line[0]) not in seen]
    if not lines:
        return None
    contest.try_up_to(GLANCE, [planned])
    if contest.mean(planned) > 1.0 - LEAD:
        return None
    for worlds, most, ahead in FILTER:
        lines = sorted(lines, key=contest.mean, reverse=True)[:most]
        contest.try_up_to(worlds, [planned, *lines])
        lines = [line for line in lines if contest.mean(line) - contest.mean(planned) >= ahead]
        if not lines:
            return None
    return lines[0][0]
