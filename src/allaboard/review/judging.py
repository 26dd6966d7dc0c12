"""One decision judged from what its seat could know: what was played and the best of the rest, in the same possible worlds.

An option is followed by planners, or by another of the options when the seat acts next: what can as well be done a moment later is no loss.
Worlds are tried in waves, and what is surely worse is dropped on the way. Of the rest the best is chosen by most of the worlds and
compared with what was played in those that are left, part by part: whatever is best by luck gains nothing by it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

import numpy as np

from allaboard.actions import ClaimRoute
from allaboard.bots.search.worlds import NOTHING
from allaboard.engine.records import CHOOSING, OFFER
from allaboard.engine.typed_records import Floats, Int64s
from allaboard.review.futures import Futures, Line, list_actions
from allaboard.review.marks import CERTAIN, thresholds
from allaboard.review.means import Mean, differences, mean_of, sample_weights
from allaboard.review.moments import Moment, option_key

__all__ = ["JudgedDecision"]

OPTIONS: Final = 8
"""Options that are looked at, what was played among them."""
QUICK: Final = 24
"""Worlds in which every option is tried at first, by itself, and then the best of them with their follow-ups."""
WAVE: Final = 48
"""Worlds between two looks at a decision afterwards; the first wave brings it to as many as a mark needs."""
RIVALS: Final = ((64, 4), (208, 3))
"""Until a decision has so many worlds, so many options beside what was played are tried, as far as they may still be best."""
LAST_RIVALS: Final = 2
"""Options beside what was played that are tried further."""
FOLLOW_UPS: Final = 2
"""Options that are tried as follow-ups of each: the best that can be."""
LINES: Final = 2
"""Lines of what was played that are tried to the end; of every other option, one."""
SURELY: Final = 3.0
"""Standard errors behind the leader at which an option is tried no longer."""
FEWEST: Final = 64
"""Worlds that a decision must have been tried in before it is marked."""
PARTS: Final = 8
"""Parts of the worlds: the best is chosen by all but one of them, and measured in that one. With two, a rival that is a little behind is
often chosen by chance, and a player who plays well seems to lose less than nothing."""
NOTHING_MORE: Final = 1e-9
"""Sums of the same shares in another order differ by less."""
DIGITS: Final = 9
"""Of an error: no more than are the same on every machine."""
SETTLED: Final = 0.002
"""Where no option moves the chance by more than this, the game is decided and the decision does not count."""


class JudgedDecision:
    """A decision on its way to a verdict."""

    def __init__(self, moment: Moment, seed: int, quick_worlds: int = QUICK) -> None:
        self.moment, self.quick_worlds = moment, quick_worlds
        observation = moment.observation
        keys: dict[Hashable, int] = {}
        for action in [moment.action, *list_actions(observation, OPTIONS)]:
            keys.setdefault(option_key(observation.actions, action, observation.offer), action)
        self.options = list(keys.values())[:OPTIONS]
        planned = list_actions(observation, 1)[0]
        self.played, self.planned = 0, list(keys).index(option_key(observation.actions, planned, observation.offer))
        legal = {option_key(observation.actions, action, observation.offer) for action in observation.legal_ids}
        self.single = len(legal) == 1 or len(self.options) == 1
        self.futures = Futures(observation, moment.n, seed)
        self.lines: list[Line] = [(action, NOTHING) for action in self.options]
        self.quick: Floats = np.empty((0, len(self.options), self.futures.players))
        self.won: Floats = self.quick
        self.pairs: Floats = np.empty((0, 2, self.futures.players))
        self.games = 0
        self._loss: Mean | None = None

    @property
    def worlds(self) -> int:
        """How many worlds were tried."""
        return len(self.quick) + len(self.won)

    def try_worlds(self) -> None:
        """Try what is still of interest in more worlds: all options by themselves at first, then the best of them with follow-ups."""
        self._loss = None
        if not len(self.quick):
            self.quick = self.won = self._play(self.quick_worlds)
            return
        if self.won is self.quick:
            self._widen()
            self.won = self._play(max(2, 2 * self.quick_worlds // 3))
            return
        self._narrow()
        self.won = np.concatenate([self.won, self._play(self._wave)])

    @property
    def _wave(self) -> int:
        return max(WAVE, FEWEST - len(self.won))

    @property
    def next_games(self) -> int:
        """How many games the next wave takes, at most: it tries what `_narrow` keeps."""
        return self._wave * min(len(self.lines), LINES + self._rivals)

    @property
    def _rivals(self) -> int:
        return next((rivals for worlds, rivals in RIVALS if len(self.won) < worlds), LAST_RIVALS)

    def _play(self, worlds: int) -> Floats:
        first = len(self.quick) + (0 if self.won is self.quick else len(self.won))
        self.games += worlds * len(self.lines)
        return self.futures.play(self.lines, first, worlds)

    def _widen(self) -> None:
        """Follow the best options up with each other; tickets are chosen by themselves."""
        own = self.quick[..., self.moment.seat]
        means = own.mean(axis=0)
        behind = own[:, [means.argmax()]] - own
        hopeful = behind.mean(axis=0) <= SURELY * behind.std(axis=0) / np.sqrt(len(behind))
        order = [option for option in np.argsort(-means, kind="stable").tolist() if option not in (self.played, self.planned)]
        rivals = [option for option in order if hopeful[option]][: self._rivals - (self.played != self.planned)] or order[:1]
        kept = [self.options[option] for option in dict.fromkeys([self.played, self.planned, *rivals])]
        observation = self.moment.observation
        if observation.state.phase in (CHOOSING, OFFER):
            self.lines = [(action, NOTHING) for action in kept]
            return
        best = sorted(kept, key=lambda action: -means[self.options.index(action)])
        routes = {action: self._routes(action) for action in kept}
        self.lines = [(action, NOTHING) for action in kept]
        for action in kept:  # what is claimed, with whatever payment, cannot be claimed again
            self.lines += [(action, other) for other in best if routes[action].isdisjoint(routes[other])][:FOLLOW_UPS]

    def _routes(self, action: int) -> set[int]:
        """The route that an action claims, with its twin, which is then closed to the seat, too; none for anything else."""
        actions = self.moment.observation.actions
        named = actions.action(action, self.moment.observation.offer)
        if not isinstance(named, ClaimRoute):
            return set()
        route = actions.route_index[named.route]
        return {route, int(actions.boards[0].twin[route])} - {-1}

    def _narrow(self) -> None:
        """Keep the best lines of what was played and of every option that may still be best; one other stays to be compared with."""
        own = self.won[..., self.moment.seat]
        means = own.mean(axis=0)
        leader = int(means.argmax())
        keep: set[int] = set()
        others: list[tuple[float, bool, int]] = []
        for action in dict.fromkeys(action for action, _ in self.lines):
            lines = sorted(self._of(action), key=lambda line: -means[line])
            if action == self.moment.action:
                keep.update(lines[:LINES])
                continue
            behind = own[:, leader] - own[:, lines[0]]
            hopeful = behind.mean() <= SURELY * behind.std() / np.sqrt(len(behind))
            others.append((float(means[lines[0]]), bool(hopeful), lines[0]))
        others.sort(reverse=True)
        # one other stays in any case: how far it is behind says whether the road was clear
        keep.update(line for place, (_, hopeful, line) in enumerate(others[: self._rivals]) if hopeful or place == 0)
        kept = sorted(keep)
        self.lines = [self.lines[line] for line in kept]
        self.won = self.won[:, kept]

    def _of(self, action: int) -> list[int]:
        """The lines that begin with an action."""
        return [line for line, (first, _) in enumerate(self.lines) if first == action]

    def _best_of(self, lines: list[int]) -> int:
        return max(lines, key=lambda line: self.won[:, line, self.moment.seat].mean())

    @property
    def best_lines(self) -> tuple[Line, Line]:
        """The best line of what was played, and the best of all."""
        mine, leader = self._best_of(self._of(self.moment.action)), self._best_of(list(range(len(self.lines))))
        own = self.won[..., self.moment.seat].mean(axis=0)
        return self.lines[mine], self.lines[mine if own[leader] <= own[mine] else leader]

    @property
    def best(self) -> int:
        """What was best in all worlds; what was played, if nothing was better."""
        return self.best_lines[1][0]

    def _losses(self) -> Floats:
        """World by world and for every seat, the best by all parts of the worlds but its own, less what was played."""
        own, mine = self.won[..., self.moment.seat], self._of(self.moment.action)
        losses, total = np.empty((len(self.won), self.futures.players)), own.sum(axis=0)
        for part in range(PARTS):
            others = total - own[part::PARTS].sum(axis=0)
            played = max(mine, key=lambda line: others[line])
            leader = int(others.argmax()) if others.max() > others[played] + NOTHING_MORE else played
            losses[part::PARTS] = self.won[part::PARTS, leader] - self.won[part::PARTS, played]
        return losses

    @property
    def loss(self) -> Mean:
        """What was played cost so much of the chance to win. It can come out a little below nothing, by chance."""
        if self._loss is None:
            self._loss = Mean(float(self._losses()[:, self.moment.seat].mean()), self._loss_error())
        return self._loss

    def _loss_error(self) -> float:
        """The standard error of the loss, by samples of the worlds in each of which the best is chosen anew.

        How the loss differs from world to world tells too little: that chance has chosen the best is not seen by it.
        """
        own, mine = self.won[..., self.moment.seat], self._of(self.moment.action)
        count = len(own)
        if count < 2:  # one world tells nothing of its error
            return float("inf")
        weights = sample_weights(count)
        sums = np.stack([weights[:, part::PARTS] @ own[part::PARTS] for part in range(PARTS)])
        others = sums.sum(axis=0) - sums
        played = np.array(mine)[others[..., mine].argmax(axis=-1)]
        leader = others.argmax(axis=-1)
        leader = np.where(_at(others, leader) > _at(others, played) + NOTHING_MORE, leader, played)
        losses = (_at(sums, leader) - _at(sums, played)).sum(axis=0) / weights.sum(axis=1)
        # such samples spread a little less than means do
        return round(float(losses.std()) * float(np.sqrt((count + 1) / (count - 1))), DIGITS)

    @property
    def uncertainty(self) -> float:
        """The standard error of how the best other option stands to what was played; nothing where it is surely worse."""
        own, mine = self.won[..., self.moment.seat], self._of(self.moment.action)
        others = [line for line in range(len(self.lines)) if line not in mine]
        behind = mean_of(own[:, self._best_of(mine)] - own[:, self._best_of(others)])
        return behind.error if behind.value <= SURELY * behind.error else 0.0

    def effects(self) -> Floats:
        """What the choice meant to every seat, against the best option."""
        effects: Floats = -self._losses().mean(axis=0)
        return effects

    def compare_with_planner(self, worlds: int) -> None:
        """Try what was played and the planner's choice in so many more worlds, with planners from then on."""
        if self.planned != self.played:
            lines = [(self.options[option], NOTHING) for option in (self.played, self.planned)]
            self.pairs = np.concatenate([self.pairs, self.futures.play(lines, len(self.pairs), worlds)])
            self.games += worlds * len(lines)

    def gains(self) -> tuple[Floats, Floats]:
        """What the choice meant to every seat against the planner's own, and the standard errors of that."""
        if not len(self.pairs):
            return np.zeros(self.futures.players), np.zeros(self.futures.players)
        return differences(self.pairs[:, 0], self.pairs[:, 1])

    def chance(self, action: int) -> Mean:
        """The seat's chance with an option, in the worlds that it was tried in last."""
        lines = self._of(action)
        if lines:
            return mean_of(self.won[:, self._best_of(lines), self.moment.seat])
        return mean_of(self.quick[:, self.options.index(action), self.moment.seat])

    def behind(self, action: int) -> Mean:
        """How far an option lies behind what was played, in the worlds that both were tried in last."""
        seat, lines = self.moment.seat, self._of(action)
        if lines:
            mine = self._best_of(self._of(self.moment.action))
            return mean_of(self.won[:, mine, seat] - self.won[:, self._best_of(lines), seat])
        return mean_of(self.quick[:, self.played, seat] - self.quick[:, self.options.index(action), seat])

    @property
    def ranking(self) -> list[int]:
        """The options, the best first, then those that were tried to the end; what was dropped in few worlds may look better than it is."""
        return sorted(self.options, key=lambda action: (action != self.best, not self._of(action), self.behind(action).value))

    @property
    def clearance(self) -> Mean:
        """How far the option lies behind what was played that is least certain to lose as much as a Detour: where it does, all do."""
        return self._least_certain(self.options)

    @property
    def open_clearance(self) -> Mean:
        """The same among the options that are still tried: more worlds will tell nothing of the others."""
        return self._least_certain(dict.fromkeys(action for action, _ in self.lines))

    def _least_certain(self, options: Iterable[int]) -> Mean:
        limit = thresholds(self.futures.players)[1]
        others = [self.behind(action) for action in options if action != self.moment.action]
        return min(others, key=lambda mean: mean.value - max(limit, CERTAIN * mean.error), default=Mean(0.0, 0.0))

    @property
    def forced(self) -> bool:
        """Whether there was nothing to decide: one option, or a game that nothing moves any more."""
        if self.single:
            return True
        return all(abs(mean.value) < SETTLED and mean.error < SETTLED for mean in map(self.behind, self.options))

    def tried(self, action: int) -> int:
        """In how many worlds an option was tried."""
        return self.worlds if self._of(action) else len(self.quick)


def _at(sums: Floats, lines: Int64s) -> Floats:
    """Of sums with a column for every line, those of the lines that were chosen."""
    found: Floats = np.take_along_axis(sums, lines[..., None], axis=-1)[..., 0]
    return found
