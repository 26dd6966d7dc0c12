"""A review from beginning to end: a quick look at everything, then games where it is undecided, and what comes of it as it comes.

Everything is numbered, so that a review is the same for the same seed and budget, on any machine and any number of threads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar

import numpy as np

from allaboard.editions import Edition
from allaboard.game import Game
from allaboard.review import checkpoints
from allaboard.review.futures import Futures
from allaboard.review.hindsight import Outlook
from allaboard.review.judging import FEWEST, QUICK, JudgedDecision
from allaboard.review.marks import CERTAIN, band, grade_of, levels_of, thresholds
from allaboard.review.means import Mean
from allaboard.review.moments import list_moments, taken_after
from allaboard.review.plan_reasons import wanted_behind
from allaboard.review.reasons import reasons_for
from allaboard.review.results import Findings, Graph, Judgement, Option, Review, SeatFigures, SeatReview
from allaboard.review.splitting import Course, turning_points

__all__ = ["Jobs", "News", "Progress", "Reviewing", "default_games", "review_game"]

PATIENCE: Final = 510_000
"""Games a decision where a seat has one piece: with more of them there are more decisions, and each game takes longer to play out."""
FIRST_LOOK: Final = 16
"""Futures of every moment in the first graph."""
QUICK_SHARE: Final = 50
"""With a small budget the first look at a decision is quicker, too: one world for so many games, but never fewer than these."""
FEWEST_QUICK: Final = 4
PARTS: Final = 12
"""Of the game, one after the other: so many, so that who waits hears of it soon, and threads seldom wait for each other."""
TOLD_EVERY: Final = 0.1
"""Share of all games after which what has become sharper is told again: judging takes time, too."""
WAVES: Final = 4
"""In which what was played is compared with the planner's choice."""
AT_ONCE: Final = 400
"""Worlds that one job tries at most: who stops a review waits for what is under way."""
JUDGING: Final = 0.6
"""Share of the games that goes into the verdicts."""
HINDSIGHT: Final = 0.25
"""Share that goes into the chances in hindsight; the rest compares what was played with the planner's choice."""
FEWEST_AT_ONCE: Final = 8
"""Decisions that are looked at between two choices of where to look, at least; beyond that, a third of those in doubt."""
USUAL_LOSS: Final = (0.02, 0.05)
"""Mean and spread of losses with two players, as far as is known before anybody looks."""
ALIKE: Final = 0.75
"""Share of the verdicts' games that goes to all decisions alike, while a loss is only roughly known."""
CLOSE_ENOUGH: Final = 0.004
"""A standard error below which nothing is undecided any more."""
ROUGHLY: Final = 0.025
"""A standard error above which a loss is only roughly known, whatever its grade."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review is, from 0 to 1."""

    done: float


News: TypeAlias = Progress | Graph | Findings | Review
"""What a review tells on its way: a rough graph first, then along the game a sharper one and what was found, at last the whole."""


Jobs: TypeAlias = tuple[Callable[[], object], ...]
"""What is to be done before a review can go on, in any order and at the same time; each job takes a fraction of a second."""


def review_game(
    game: Game, games: int | None = None, seed: int = 0, threads: int = 2, listen: Callable[[News], None] = lambda _: None
) -> Review:
    """Review a finished game with at most so many games a decision, on average; `listen` hears what is known so far."""
    review: Review | None = None
    for news in Reviewing(game, games, seed, threads):
        listen(news)
        if isinstance(news, Review):
            review = news
    assert review is not None
    return review


class Reviewing:
    """A review in the making: iterate over it for its news. Whoever stops iterating stops the work.

    Who has threads of their own iterates over `steps` instead, and does the jobs between the news.
    """

    def __init__(self, game: Game, games: int | None = None, seed: int = 0, threads: int = 2) -> None:
        games = default_games(game.edition) if games is None else games
        if games < 1 or threads < 1:
            raise ValueError(f"a review takes at least one game a decision and one thread, not {games} and {threads}")
        self.game, self.budget, self.seed, self.threads = game, games, seed, threads
        self.moments = list_moments(game)
        quick = max(FEWEST_QUICK, min(QUICK, games // QUICK_SHARE))
        self.decisions = [JudgedDecision(moment, seed, quick) for moment in self.moments]
        self.outlooks = [Outlook(one.moment, one.options[one.planned], seed) for one in self.decisions]
        self.open = [one for one in self.decisions if not one.single]
        self.levels = levels_of(game.edition, game.players)
        self._found: dict[int, Judgement] = {}

    def __iter__(self) -> Iterator[News]:
        pool = ThreadPoolExecutor(self.threads)
        try:
            for step in self.steps():
                if isinstance(step, tuple):
                    for _ in pool.map(lambda job: job(), step):
                        pass
                else:
                    yield step
        finally:
            pool.shutdown(cancel_futures=True)

    def save(self) -> bytes:
        """What was played so far; call it between two steps."""
        return checkpoints.save(self._all_futures, self.budget, self.seed)

    def restore(self, saved: bytes) -> bool:
        """Go on from what a review of the same game has saved, before the first step; False where it is of another seed or budget."""
        return checkpoints.restore(self._all_futures, saved, self.budget, self.seed)

    @property
    def _all_futures(self) -> list[Futures]:
        return [*(one.futures for one in self.decisions), *(one.futures for one in self.outlooks)]

    def steps(self) -> Iterator[News | Jobs]:
        """The review step by step: news, and jobs that must be done before the next step is asked for."""
        yield self._each(self.outlooks, partial(Outlook.play, worlds=FIRST_LOOK))
        yield self._course().graph(self._futures)
        for _ in range(2):  # by themselves, then with follow-ups
            yield self._each(self.open, JudgedDecision.try_worlds)
            yield Progress(self._done)
        yield from self._look_along(self._next_batch())
        yield from self._sharpen()
        for _ in range(WAVES):
            pairs = [one for one in self.open if one.planned != one.played]
            for worlds in in_jobs(self._wave(1 - JUDGING - HINDSIGHT, [2] * len(pairs))):
                yield self._each(pairs, partial(JudgedDecision.compare_with_planner, worlds=worlds))
            yield Progress(self._done)
        yield self._each(self.decisions, self._judge)
        yield self._review([self._found[moment.n] for moment in self.moments])

    def _judge(self, decision: JudgedDecision) -> None:
        self._found[decision.moment.n] = self._judged(decision)

    def _look_along(self, batch: Sequence[JudgedDecision]) -> Iterator[News | Jobs]:
        """Go along the game, part by part: sharper chances, and more worlds for a batch of decisions. What is found is told as it comes."""
        first_worlds, *more = in_jobs(WAVES * self._wave(HINDSIGHT, [len(one.lines) for one in self.outlooks]))
        size = -(-len(self.moments) // PARTS)
        for first in range(0, len(self.moments), size):
            part = self.decisions[first : first + size]
            # what chance gave last is known by the chances of the next moment
            ahead = self.outlooks[first + (first > 0) : first + size + 1]
            yield (
                *self._each(ahead, partial(Outlook.play, worlds=first_worlds)),
                *self._each([one for one in part if one in batch], JudgedDecision.try_worlds),
            )
            for worlds in more:
                yield self._each(ahead, partial(Outlook.play, worlds=worlds))
            yield Progress(self._done)
            yield self._course().graph(self._futures)
            yield self._findings(part)

    def _findings(self, decisions: Iterable[JudgedDecision]) -> Findings:
        """What was found so far, with these decisions judged anew."""
        changed = [self._judged(one, why=False) for one in decisions]
        self._found |= {one.n: one for one in changed}
        seats = self._figures([self._found[n] for n in sorted(self._found)], self._course().graph(self._futures))
        return Findings(len(self._found), tuple(changed), tuple(seats), self.levels)

    def _sharpen(self) -> Iterator[News | Jobs]:
        """Spend what is left of the verdicts' games."""
        tried: list[JudgedDecision] = []
        told = self._done
        while batch := self._next_batch():
            yield self._each(batch, JudgedDecision.try_worlds)
            yield Progress(self._done)
            tried += batch
            if self._done - told > TOLD_EVERY:
                told = self._done
                yield self._findings(dict.fromkeys(tried))
                tried.clear()
        if tried:
            yield self._findings(dict.fromkeys(tried))

    def _next_batch(self) -> list[JudgedDecision]:
        """The decisions to be looked at next: first all alike, then where a grade is undecided, first where most was lost; at last none.

        What is looked at again must not depend on what was lost, or chance no longer cancels in a player's figure: whatever seemed too bad
        would be put right, and whatever seemed too good would stay. Where little is left, a few decisions come to as many worlds as a mark
        needs, rather than many to somewhat fewer.
        """
        whole = int(JUDGING * self.budget) * len(self.open)
        spent = sum(one.games for one in self.open)
        doubtful = [one for one in self.open if len(one.won) < FEWEST]
        at_once = len(doubtful)
        if doubtful:
            doubtful.sort(key=expected_loss, reverse=True)
        else:
            if spent < ALIKE * whole:
                doubtful = [one for one in self.open if one.uncertainty > CLOSE_ENOUGH]
                doubtful.sort(key=attrgetter("uncertainty"), reverse=True)
            if not doubtful:
                doubtful = [one for one in self.open if doubt(one) > 0.0]
                doubtful.sort(key=expected_loss, reverse=True)
            at_once = max(FEWEST_AT_ONCE, len(doubtful) // 3)
        left = whole - spent
        batch: list[JudgedDecision] = []
        for decision in doubtful[:at_once]:
            if decision.next_games <= left:
                left -= decision.next_games
                batch.append(decision)
        return batch

    @staticmethod
    def _each(items: Iterable[Item], work: Callable[[Item], object]) -> Jobs:
        return tuple(partial(work, item) for item in items)

    def _wave(self, share: float, lines: Sequence[int]) -> int:
        """Worlds of one wave, when a share of the budget is dealt out evenly to so many lines; at least two, to have an error."""
        return max(2, int(share * self.budget * len(self.open) / (WAVES * max(1, sum(lines)))))

    @property
    def _futures(self) -> int:
        return sum(outlook.games for outlook in self.outlooks)

    @property
    def _done(self) -> float:
        played = self._futures + sum(one.games for one in self.open)
        return min(1.0, played / (self.budget * max(1, len(self.open))))

    def _course(self) -> Course:
        before, gains, spread = (
            np.array([part(one) for one in self.outlooks]) for part in (Outlook.chances, Outlook.gains, Outlook.spread)
        )
        worlds = np.array([float(one.worlds) for one in self.outlooks])
        known, known_errors = (np.array(part) for part in zip(*(one.gains() for one in self.decisions), strict=True))
        winners = self.game.result().winners
        result = np.array([(seat in winners) / len(winners) for seat in range(self.game.players)])
        return Course(self.moments, before, gains, spread.swapaxes(0, 1), worlds, known, known_errors, result)

    def _judged(self, decision: JudgedDecision, *, why: bool = True) -> Judgement:
        """What there is to say of a decision; games that say why are played at the end alone."""
        moment, players = decision.moment, self.game.players
        if decision.single:
            nothing = (0.0,) * players
            return Judgement(moment.n, moment.seat, moment.turn, moment.words, moment.words, True, 0.0, 0.0, 0.0, 0.0, None, (), nothing, 0)
        forced, loss, chance, best = decision.forced, decision.loss, decision.chance(moment.action), decision.best
        unbeaten = best == moment.action
        certain = not forced and len(decision.won) >= FEWEST
        mark = grade_of(loss, decision.clearance if unbeaten else Mean(0.0, 0.0), players) if certain else None
        marked = mark is not None and not unbeaten
        taken = taken_after(self.moments, self.game.state, moment, best) if marked else None
        worlds = decision.worlds  # those that say why are others than those that told what was better
        reasons = reasons_for(moment.observation, decision.futures, decision.best_lines, first=worlds) if marked and why else ()
        unexplained = marked and why and not reasons and taken is None
        return Judgement(
            moment.n,
            moment.seat,
            moment.turn,
            moment.words,
            moment.text(best),
            forced,
            chance.value,
            chance.error,
            loss.value,
            loss.error,
            mark,
            self._options(decision),
            tuple(decision.effects().tolist()),
            decision.games,
            reasons,
            None if taken is None else taken.seat,
            0 if taken is None else taken.turn,
            taken is not None and taken.next,
            tuple(wanted_behind(moment.observation, decision.futures.decision, best)) if unexplained else (),
        )

    @staticmethod
    def _options(decision: JudgedDecision) -> tuple[Option, ...]:
        """The options, best first, all of them measured from what was played."""
        ranking = decision.ranking
        chance, lead = decision.chance(decision.moment.action).value, decision.behind(ranking[0]).value
        return tuple(
            Option(
                decision.moment.text(action),
                chance - decision.behind(action).value,
                decision.chance(action).error,
                decision.behind(action).value - lead,
                decision.tried(action),
            )
            for action in ranking
        )

    def _figures(self, judgements: Sequence[Judgement], graph: Graph) -> list[SeatFigures]:
        """The figures of every seat, of all these decisions."""
        figures = []
        for seat in range(self.game.players):
            own = [one for one in judgements if one.seat == seat]
            counted = [one for one in own if not one.forced]
            figure = float(np.mean([one.loss for one in counted])) if counted else 0.0
            error = float(np.sqrt(sum(one.error**2 for one in counted))) / max(1, len(counted))
            marks = Counter(one.mark for one in own)
            figures.append(
                SeatFigures(
                    seat,
                    len(counted),
                    figure,
                    error,
                    band(figure, self.levels),
                    marks["delay"],
                    marks["detour"],
                    marks["dead end"],
                    marks["clear run"],
                    turning_points(seat, graph, judgements),
                )
            )
        return figures

    def _review(self, judgements: Sequence[Judgement]) -> Review:
        game, course, players = self.game, self._course(), self.game.players
        graph = course.graph(self._futures)
        seats = []
        for figures in self._figures(judgements, graph):
            known, hindsight = course.split(figures.seat)
            own = {field.name: getattr(figures, field.name) for field in fields(figures)}
            seats.append(SeatReview(**own, known=known, hindsight=hindsight, adjusted=known.result - known.luck))
        result = game.result()
        return Review(
            game.edition.id,
            game.edition.hash,
            players,
            tuple(sheet.total for sheet in result.sheets),
            result.winners,
            self.budget,
            self.seed,
            self._futures + sum(one.games for one in self.open),
            self.levels,
            tuple(seats),
            tuple(judgements),
            graph,
        )


def default_games(edition: Edition) -> int:
    """Games a decision, on average, unless somebody asks for more or fewer."""
    return int(PATIENCE / edition.pieces**1.5)


def in_jobs(worlds: int) -> list[int]:
    """So many worlds as jobs try them, one after the other."""
    return [min(AT_ONCE, worlds - first) for first in range(0, worlds, AT_ONCE)]


def expected_loss(decision: JudgedDecision) -> float:
    """What was lost, as far as one may think: the rougher it is known, the nearer to what is usual."""
    mean, spread = (2.0 / decision.futures.players * part for part in USUAL_LOSS)
    loss = decision.loss
    return mean + (loss.value - mean) * spread**2 / (spread**2 + loss.error**2)


def doubt(decision: JudgedDecision) -> float:
    """How far two standard errors reach over the limit of a grade, or how roughly the loss is known; nothing is in doubt below 0.

    Of a decision that was tried in as many worlds as a mark needs.
    """
    limits, loss = thresholds(decision.futures.players), decision.loss
    clearance = decision.open_clearance if decision.best == decision.moment.action else Mean(0.0, 0.0)
    reach = loss.error - ROUGHLY
    if loss.error > CLOSE_ENOUGH:
        reach = max(reach, CERTAIN * loss.error - min(abs(loss.value - limit) for limit in limits))
    if clearance.error > CLOSE_ENOUGH:
        reach = max(reach, CERTAIN * clearance.error - abs(clearance.value - limits[1]))
    return reach
