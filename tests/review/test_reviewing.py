"""A whole review: the same on any number of threads, its parts add up, and what is told on the way comes in order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from allaboard import Game, get_edition
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.typed_records import Floats
from allaboard.review import Findings, Graph, News, Progress, Review, Reviewing, review_game
from allaboard.review.futures import Futures, Line
from allaboard.review.judging import FEWEST
from allaboard.review.marks import GRADES
from allaboard.review.results import Split
from allaboard.review.reviewing import AT_ONCE
from allaboard.runner import GameSpec

pytestmark = pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")


def test_a_review_is_the_same_on_any_number_of_threads(game: Game) -> None:
    """Same seed and budget, same review; another seed, another one."""
    one, other = (review_game(game, 150, seed=3, threads=threads) for threads in (1, 2))
    assert one == other
    assert review_game(game, 1, seed=3) != review_game(game, 1, seed=4)


def test_a_review_that_was_broken_off_goes_on_to_the_same_end(game: Game) -> None:
    """What was played is kept as bytes and not played again; what comes of it is the review that nobody broke off."""
    broken = Reviewing(game, 60, seed=3)
    played = 0
    for news in broken:
        played += isinstance(news, Progress)
        if played == 4:
            break
    resumed = Reviewing(game, 60, seed=3)
    resumed.restore(broken.save())
    kept = [len(one.futures._kept) for one in resumed.decisions]
    assert sum(kept) == sum(len(one.futures.played) for one in broken.decisions) > len(resumed.open)
    assert list(resumed)[-1] == review_game(game, 60, seed=3)


@pytest.mark.parametrize(("budget", "seed"), [(40, 3), (60, 4)])
def test_what_was_played_for_another_budget_or_seed_is_left(game: Game, budget: int, seed: int) -> None:
    """A server whose setting was changed begins a broken review anew, instead of failing with games that do not fit."""
    broken = Reviewing(game, 60, seed=3)
    for _ in zip(range(2), broken, strict=False):
        pass
    resumed = Reviewing(game, budget, seed=seed)
    resumed.restore(broken.save())
    assert list(resumed)[-1] == review_game(game, budget, seed=seed)


def test_what_was_played_by_another_judge_is_left(game: Game) -> None:
    """Results of another shape, or of another count of decisions, are played again, and come to the same review."""
    broken = Reviewing(game, 60, seed=3)
    for _ in zip(range(3), broken, strict=False):
        pass
    for one in (*broken.open[::2], *broken.outlooks[::3]):
        one.futures.played = [won[:, :1] for won in one.futures.played]
    resumed = Reviewing(game, 60, seed=3)
    assert resumed.restore(broken.save())
    assert list(resumed)[-1] == review_game(game, 60, seed=3)
    broken.outlooks.pop()
    assert not Reviewing(game, 60, seed=3).restore(broken.save())


def test_news_come_in_order_the_graph_first(game: Game) -> None:
    """First a rough graph, then how far it is and what was found, at last the whole; whoever stops listening stops the work."""
    news = list(Reviewing(game, 30))
    assert isinstance(news[0], Graph)
    assert isinstance(news[-1], Review)
    progress = [one.done for one in news if isinstance(one, Progress)]
    assert progress == sorted(progress)
    graph = next(iter(Reviewing(game, 30)))
    assert isinstance(graph, Graph)
    assert len(graph.steps) == len(game.log)


def test_what_is_found_is_told_along_the_game(game: Game, news: list[News]) -> None:
    """From the first action to the last: chances that stay, and decisions as far as they are judged; then what becomes sharper again."""
    review = news[-1]
    assert isinstance(review, Review)
    found = [(graph, one) for graph, one in pairwise(news) if isinstance(one, Findings) and isinstance(graph, Graph)]
    judged = [one.judged for _, one in found]
    assert judged == sorted(set(judged))
    assert judged[-1] == len(game.log)
    assert len(judged) > 6
    assert [one.n for _, part in found for one in part.judgements] == list(range(1, len(game.log) + 1))
    for graph, part in found:
        for step, last in zip(graph.steps[: part.judged], review.graph.steps, strict=False):
            assert replace(step, known=last.known, hidden=last.hidden) == last
    again = [one for one in news if isinstance(one, Findings)][len(found) :]
    assert {one.judged for one in again} == {len(game.log)}
    told = {one.n: one for part in (*(part for _, part in found), *again) for one in part.judgements}
    for one in review.judgements:
        assert replace(told[one.n], reasons=(), wanted=(), games=0) == replace(one, reasons=(), wanted=(), games=0)


def test_figures_so_far_are_of_what_was_judged_so_far(news: list[News]) -> None:
    """The mean loss, the marks and the turning points of these decisions; at the end those of the review."""
    found = [one for one in news if isinstance(one, Findings)]
    part, review = found[3], news[-1]
    assert isinstance(review, Review)
    known = [one for earlier in found[:4] for one in earlier.judgements]
    for seat in part.seats:
        counted = [one for one in known if one.seat == seat.seat and not one.forced]
        assert (seat.decisions, seat.figure) == (len(counted), pytest.approx(np.mean([one.loss for one in counted])))
        assert all(point.n <= part.judged for point in seat.turning_points)
    for so_far, whole in zip(found[-1].seats, review.seats, strict=True):
        assert (so_far.figure, so_far.dead_ends) == (whole.figure, whole.dead_ends)
        assert so_far.turning_points == whole.turning_points


def test_a_figure_does_not_rest_on_first_looks(review: Review) -> None:
    """Every decision that counts is tried in as many worlds as a mark needs, whatever the first look said: what seemed too good, too."""
    counted = [one for one in review.judgements if not one.forced]
    assert min(one.options[0].worlds for one in counted) >= FEWEST
    assert sum(one.loss for one in counted if one.loss < 0.0) > -0.02 * len(counted)


def test_marks_say_why(review: Review) -> None:
    """By how games end, by who took the route, or by what the plan wants: a mark without a reason teaches nothing."""
    marked = [one for one in review.judgements if one.mark in GRADES]
    told = [bool(one.reasons or one.wanted or one.taken is not None) for one in marked]
    assert np.mean(told) >= 0.8


def test_more_games_are_played_where_it_is_undecided(review: Review) -> None:
    """Decisions have unlike numbers of games, and all together not many more than the budget."""
    games = [one.games for one in review.judgements if one.games]
    assert min(games) < np.mean(games) < max(games)
    assert review.games < 1.5 * 1500 * len(games)


def test_no_job_takes_long_however_large_the_budget(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stops a review waits for the jobs under way alone: a moment is tried in so many worlds by several of them."""
    asked: list[int] = []

    def play(futures: Futures, lines: Sequence[Line], first: int, worlds: int) -> Floats:
        asked.append(worlds)
        return np.full((worlds, len(lines), futures.players), 1 / futures.players)

    monkeypatch.setattr(Futures, "play", play)
    reviewing = Reviewing(game, 20_000, seed=3)
    for step in reviewing.steps():
        if isinstance(step, Findings):
            break
        for job in step if isinstance(step, tuple) else ():
            job()
    assert max(asked) == AT_ONCE
    assert reviewing.outlooks[0].worlds > 2 * AT_ONCE


def test_a_small_budget_judges_a_few_decisions_well_rather_than_many_in_too_few_worlds(game: Game) -> None:
    """Whatever is looked at more closely comes to as many worlds as a mark needs, and the verdicts stay within their share."""
    reviewing = Reviewing(game, 150, seed=3)
    list(reviewing)
    tried = [len(one.won) for one in reviewing.open]
    looked_at = [worlds for worlds in tried if worlds > min(tried)]
    assert 2 < len(looked_at) < len(tried) / 2
    assert min(looked_at) >= FEWEST
    pairs = sum(2 * len(one.pairs) for one in reviewing.open)
    assert sum(one.games for one in reviewing.open) - pairs <= 0.6 * 150 * len(reviewing.open)


def test_marks_are_given_within_a_small_budget(game: Game) -> None:
    """What was worst is found and marked, surely."""
    marks = [one for one in review_game(game, 400, seed=3).judgements if one.mark in GRADES]
    assert marks
    assert all(one.loss > 2 * one.error for one in marks)


def test_a_figure_is_the_plain_mean_loss_of_the_decisions_that_count(review: Review) -> None:
    for seat in review.seats:
        counted = [one for one in review.judgements if one.seat == seat.seat and not one.forced]
        assert len(counted) == seat.decisions
        assert seat.figure == pytest.approx(np.mean([one.loss for one in counted]))
        assert seat.dead_ends == sum(one.mark == "dead end" for one in counted)


def test_the_weaker_player_loses_more(review: Review) -> None:
    """Seat 0 is `easy`, seat 1 `hard`."""
    assert review.seats[0].figure > review.seats[1].figure


def test_every_split_adds_up_and_seats_share_one_victory(review: Review) -> None:
    """From the fair share by choices, luck and residue to the result; what one seat gains the others lose."""

    def total(split: Split) -> float:
        return split.fair + split.own + split.rivals + split.luck + split.residue

    for seat in review.seats:
        for split in (seat.known, seat.hindsight):
            assert total(split) == pytest.approx(split.result)
            assert split.luck == pytest.approx(split.deal + split.cards + split.hidden)
        assert seat.hindsight.hidden == 0.0
        assert seat.known.residue == pytest.approx(seat.hindsight.residue)
        assert seat.adjusted == pytest.approx(seat.known.result - seat.known.luck)
    assert sum(seat.known.luck for seat in review.seats) == pytest.approx(0.0)


def test_every_step_is_split_as_the_whole_is(review: Review) -> None:
    """By what could be known, by what lay hidden, by luck, and the residue: they lead through a step, and through the game."""
    steps = review.graph.steps
    for step in steps:
        for seat in range(review.players):
            assert step.before[seat] + sum(step.split(seat)) == pytest.approx(step.after[seat])
            assert step.known[seat] + step.hidden[seat] == pytest.approx(step.decided[seat] - step.before[seat])
    for one in review.seats:
        known, hidden, luck, residue = (sum(part) for part in zip(*(step.split(one.seat) for step in steps), strict=True))
        assert known == pytest.approx(one.known.own + one.known.rivals)
        assert sum(step.known[one.seat] for step in steps if step.seat == one.seat) == pytest.approx(one.known.own)
        assert (hidden, luck, residue) == pytest.approx((one.known.hidden, one.known.cards, one.known.residue))


def test_the_graph_leads_from_the_deal_to_the_result(review: Review) -> None:
    """Chances of all seats are 1 together, one step begins where the last ended, and the last ends with the result."""
    steps = review.graph.steps
    for step, following in pairwise(steps):
        assert sum(step.before) == pytest.approx(1.0)
        assert step.after == following.before
    assert steps[-1].after == tuple(float(seat in review.winners) / len(review.winners) for seat in range(review.players))


def test_marks_say_what_was_better(review: Review) -> None:
    """A marked decision names another option, lies behind it, and is surely no accident."""
    marked = [one for one in review.judgements if one.mark not in (None, "clear run")]
    assert marked
    for one in marked:
        assert one.best != one.played
        assert one.loss > 2 * one.error
        assert one.options[0].behind == 0.0
        assert {one.best, one.played} <= {option.action for option in one.options}


def test_turning_points_are_the_largest_swings(review: Review) -> None:
    for seat in review.seats:
        swings = [abs(point.swing) for point in seat.turning_points]
        assert len(swings) <= 3
        assert swings == sorted(swings, reverse=True)


def test_a_review_is_plain_data(review: Review) -> None:
    data = json.loads(json.dumps(review.to_json(), allow_nan=False))
    assert data["edition"] == "new-york"
    assert len(data["judgements"]) == len(review.judgements)


@pytest.mark.parametrize(("edition", "players"), [("london", 3), pytest.param("usa-anniversary", 2, marks=pytest.mark.slow)])
def test_any_edition_and_number_of_players_can_be_reviewed(edition: str, players: int) -> None:
    game = GameSpec(get_edition(edition), ("greedy",) * players, 1, 0, 0).play()
    review = review_game(game, 1)
    assert len(review.seats) == players
    assert sum(seat.known.result for seat in review.seats) == pytest.approx(1.0)
    assert {one.seat for one in review.judgements} == set(range(players))


def test_no_budget_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="at least one game"):
        Reviewing(game, 0)
