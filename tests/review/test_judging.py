"""Decisions are judged by what their seat could know, against the best option in the same worlds."""

from __future__ import annotations

import random
from collections.abc import Iterable
from types import SimpleNamespace

import numpy as np
import pytest

from allaboard import Game, Position
from allaboard.actions import ClaimRoute
from allaboard.bots.search.worlds import NOTHING
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.typed_records import Floats
from allaboard.observation import observe
from allaboard.review.judging import FEWEST, FOLLOW_UPS, JudgedDecision
from allaboard.review.marks import grade_of
from allaboard.review.means import Mean, mean_of
from allaboard.review.moments import Moment, list_moments
from games import game_at
from properties.worlds import another_world, differs

pytestmark = pytest.mark.skipif(INTERPRETED, reason="worlds are played in compiled code")

WINNING = "claim Chinatown–Wall Street/pink with 1 pink"


def last_turn(*actions: str) -> list[Moment]:
    """The last turn of a game of New York: one claim makes a ticket and wins, and everything else loses."""
    game = (
        Position("new-york", 2).hand(0, pink=1).claimed(0, "Lower East Side–Chinatown").tickets(0, "Lower East Side–Wall Street")
        .pieces(0, 2).claimed(1, "Lincoln Center–Midtown West", "Gramercy Park–East Village").turn(0)
        .market("blue", "green", "black", "orange", "blue").game(seed=1)
    )  # fmt: skip
    for action in actions:
        game.play(action)
    return list_moments(game)


def judged(moment: Moment, waves: int = 3, seed: int = 1) -> JudgedDecision:
    decision = JudgedDecision(moment, seed)
    for _ in range(waves):
        decision.try_worlds()
    return decision


def test_what_throws_a_victory_away_loses_it_all() -> None:
    """The loss is the chance with the best option less the chance with what was played."""
    decision = judged(last_turn("draw deck", "draw deck")[0])
    assert decision.moment.text(decision.best) == WINNING
    assert decision.loss.value == 1.0
    assert decision.loss.error == 0.0
    assert not decision.forced
    assert decision.effects().tolist() == [-1.0, 1.0]


def test_the_best_option_loses_nothing_and_stands_clear_of_the_others() -> None:
    decision = judged(last_turn(WINNING)[0])
    assert decision.best == decision.moment.action
    assert decision.loss.value == 0.0
    assert decision.clearance.value == 1.0


def test_what_is_called_the_best_stands_first() -> None:
    """Whatever an option that was dropped after few worlds had promised; it comes after those that were tried to the end."""
    moments = [moment for moment in list_moments(game_at("new-york", 3, 4, 0.6, "routes")) if len(moment.observation.legal_ids) > 4]
    for moment in moments[::3]:
        decision = judged(moment, waves=5)
        tried = [decision.tried(action) for action in decision.ranking]
        assert decision.ranking[0] == decision.best
        assert tried == sorted(tried, reverse=True)


def test_where_nothing_matters_any_more_nothing_is_decided() -> None:
    """The second card of the last turn moves no chance: the decision does not count."""
    assert judged(last_turn("draw deck", "draw deck")[1]).forced


def test_what_can_as_well_be_done_a_moment_later_is_no_loss() -> None:
    """An option counts by the best that can follow it: the planner's way on, or one of the two best when the seat acts next."""
    start = Position("new-york", 2).hand(0, red=1).tickets(0, "Chelsea–Wall Street").turn(0).game(seed=4)
    observation = start.observe(0)
    action = observation.legal_ids[observation.legal_texts.index("draw deck")]
    decision = judged(Moment(1, 0, 1, action, (), start.states.copy(), observation), waves=2)
    options = list(dict.fromkeys(first for first, _ in decision.lines))
    alone = {option: decision.quick[:, decision.options.index(option), 0].mean() for option in options}
    assert len(options) > FOLLOW_UPS
    best = sorted(options, key=lambda option: -alone[option])[:FOLLOW_UPS]
    assert {follow_up for first, follow_up in decision.lines if first == action} == {NOTHING, *best}
    own = [decision.won[:, line, 0].mean() for line, (first, _) in enumerate(decision.lines) if first == action]
    assert decision.chance(action).value == max(own)


def decision_with(won: Floats, quick: Floats | None = None) -> JudgedDecision:
    """A decision whose options won so in every world, what was played first; those of a `quick` look may be more, and were then dropped."""
    decision, quick = object.__new__(JudgedDecision), won if quick is None else quick
    decision.won, decision.quick = (np.stack([part, 1.0 - part], axis=2) for part in (won, quick))
    decision.options, decision.lines = list(range(quick.shape[1])), [(option, NOTHING) for option in range(won.shape[1])]
    decision.moment, decision.futures = SimpleNamespace(seat=0, action=0), SimpleNamespace(players=2)  # type: ignore[assignment]
    decision.played, decision._loss = 0, None
    return decision


def test_the_error_of_a_loss_is_how_far_it_differs_in_other_worlds() -> None:
    """Where several options are level, too, though chance says which of them is called the best."""
    chance = np.random.default_rng(3)
    losses = [decision_with((chance.random((240, 5)) < 0.5).astype(float)).loss for _ in range(300)]
    told = np.sqrt(np.mean([loss.error**2 for loss in losses]))
    assert 0.8 < told / np.std([loss.value for loss in losses]) < 1.6


def test_where_one_option_is_far_ahead_nothing_is_chosen_by_chance() -> None:
    """What was played loses nothing for certain; and where another leads, the error is that of the difference world by world."""
    chance = np.random.default_rng(4)
    won = np.stack([chance.random(400) < share for share in (0.2, 0.8, 0.1)], axis=1).astype(float)
    difference = mean_of(won[:, 1] - won[:, 0])
    assert decision_with(won).loss.value == pytest.approx(difference.value)
    assert decision_with(won).loss.error == pytest.approx(difference.error, rel=0.25)
    assert decision_with(won[:, [1, 0, 2]]).loss == Mean(0.0, 0.0)


def test_what_few_worlds_said_of_an_option_makes_no_clear_run() -> None:
    """It was dropped 15 points behind, but by 24 worlds that is not certain; all other options must lose for certain."""
    won = np.full((96, 2), 0.9) - np.array([0.0, 0.3])
    quick = np.stack([np.full(24, 0.9), np.full(24, 0.6), (np.arange(24) < 18).astype(float)], axis=1)
    decision = decision_with(won, quick)
    assert decision.clearance.value == pytest.approx(0.15)
    assert decision.open_clearance.value == pytest.approx(0.3)
    assert grade_of(decision.loss, decision.clearance, 2) is None
    assert grade_of(decision.loss, decision.open_clearance, 2) == "clear run"


def test_no_route_is_claimed_twice() -> None:
    """What follows a claim is never another payment for the same route or its twin: it would be the planner's way on once more."""
    tried = 0
    for moment in list_moments(game_at("new-york", 2, 4, 0.6, "routes")):
        decision = judged(moment, waves=2)
        for first, follow_up in decision.lines:
            if follow_up != NOTHING:
                one, other = (moment.observation.actions.action(action, moment.observation.offer) for action in (first, follow_up))
                if isinstance(one, ClaimRoute) and isinstance(other, ClaimRoute):
                    tried += 1
                    index, board = moment.observation.actions.route_index, moment.observation.actions.boards[0]
                    assert index[other.route] not in (index[one.route], board.twin[index[one.route]])
    assert tried > 10


def test_nothing_in_doubt_is_nothing_to_look_at_again() -> None:
    """Where every other option is surely worse a decision is known; where it is open how it compares, it is not, well played or badly."""
    assert judged(last_turn(WINNING)[0]).uncertainty == 0.0
    moments = [moment for moment in list_moments(game_at("new-york", 2, 4, 0.6, "routes")) if len(moment.observation.legal_ids) > 4]
    for moment in moments[::4]:
        decision = judged(moment, waves=3)
        if decision.single:
            continue
        own = decision.won[..., moment.seat]
        mine = [line for line, (first, _) in enumerate(decision.lines) if first == moment.action]
        others = [line for line in range(len(decision.lines)) if line not in mine]
        assert mine
        assert others
        means = own.mean(axis=0)
        behind = own[:, max(mine, key=lambda line: means[line])] - own[:, max(others, key=lambda line: means[line])]
        error = behind.std(ddof=1) / len(behind) ** 0.5
        assert decision.uncertainty == pytest.approx(error if behind.mean() <= 3 * error else 0.0)


def test_a_wave_takes_no_more_games_than_were_foreseen() -> None:
    """However many options are still tried: the budget is kept by it."""
    moments = [moment for moment in list_moments(game_at("new-york", 2, 4, 0.6, "routes")) if len(moment.observation.legal_ids) > 4]
    for moment in moments[::4]:
        decision = judged(moment, waves=2)
        if decision.single:
            continue
        for _ in range(5):
            before, foreseen = decision.games, decision.next_games
            decision.try_worlds()
            assert 0 < decision.games - before <= foreseen
        assert len(decision.won) >= FEWEST


def moments_of(game: Game) -> Iterable[Moment]:
    for seat in game.acting:
        observation = observe(game.actions, game.states, seat)
        yield Moment(1, seat, 1, observation.legal_ids[-1], (), game.states.copy(), observation)


@pytest.mark.parametrize(("edition", "players"), [("new-york", 2), ("london", 3)])
def test_no_verdict_depends_on_what_the_seat_could_not_know(edition: str, players: int) -> None:
    """In another world that looks the same to the seat, its decision is judged alike to the last digit."""
    chance, differing = random.Random(8), []
    for number, moment in enumerate((0.0, 0.2, 0.5, 0.8)):
        game = game_at(edition, players, number, moment, "routes")
        for here in moments_of(game):
            world = another_world(game, here.seat, chance)
            differing.append(differs(game, world))
            [there] = [one for one in moments_of(world) if one.seat == here.seat]
            one, other = judged(here), judged(there)
            assert (one.options, one.lines, one.loss, one.games) == (other.options, other.lines, other.loss, other.games)
    assert sum(differing) >= len(differing) / 2
