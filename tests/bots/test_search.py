"""The search: the planner without a budget, the same on every run when the budget is in games, and blind to what its seat cannot see."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest

from allaboard import Game
from allaboard.actions import action_space
from allaboard.bots import BotError, make_bot
from allaboard.bots.search.bot import Search
from allaboard.bots.search.budget import Budget, Meter
from allaboard.editions import get_edition as find_edition
from allaboard.engine.entry import new_states, redacted, resampled
from allaboard.engine.jit import INTERPRETED
from allaboard.observation import Observation

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long interpreted")


def observations(edition: str, players: int, seed: int, every: int) -> list[Observation]:
    """What the acting seats see in a game between planners, every so many decisions."""
    game, bot, seen = Game(edition, players, seed), make_bot("planner"), []
    while not game.over:
        seat = game.acting[0]
        if len(game.log) % every == 0:
            seen.append(game.observe(seat))
        game.play(bot.choose(game.observe(seat)), seat)
    return seen


def test_without_a_budget_it_is_the_planner() -> None:
    """No worlds, no doubt: every decision is the planner's."""
    planner, search = make_bot("planner"), make_bot("search:0")
    for observation in observations("new-york", 2, 3, every=1):
        assert search.choose(observation) == planner.choose(observation)


@compiled_only
@pytest.mark.parametrize("edition", ["new-york", "london", "usa"])
def test_a_budget_in_games_gives_the_same_decisions_on_any_number_of_threads(edition: str) -> None:
    """Worlds are numbered, so it does not matter who tries them, or when."""
    one, two = Search("48"), Search("48x2")
    for observation in observations(edition, 3, 5, every=25):
        assert one.analyse(observation) == two.analyse(observation)


@compiled_only
def test_a_budget_is_a_maximum() -> None:
    """No decision takes more games than it may, and one that is surely right takes far fewer."""
    search = Search("2000")
    spent = [
        sum(candidate.worlds for candidate in search.analyse(observation).candidates)
        for observation in observations("new-york", 2, 3, every=4)
    ]
    assert max(spent) <= 2000
    assert min(spent) < 500


def test_the_meter_deals_out_a_budget_in_shares() -> None:
    """Waves of worlds add up to the share that may be spent, and what one share leaves over the next one has."""
    meter, tried = Meter(Budget(games=300)), 0
    for share, candidates in ((0.5, 8), (1.0, 4)):
        while worlds := meter.wave(candidates, share):
            tried += worlds * candidates
            assert tried <= share * 300
        assert tried > share * 300 - candidates
    assert Meter(Budget(seconds=5.0, threads=2)).wave(8, 0.5) == 2  # a world for each thread shows how fast it goes


def test_seconds_can_be_bounded_by_games_for_each_player() -> None:
    """With both, a decision is made when either is used up; without seconds there is nothing to spend, whatever the games."""
    meter, tried = Meter(Budget(seconds=600.0, games_a_player=100), players=3), 0
    while worlds := meter.wave(4, 1.0):
        tried += 4 * worlds
    assert tried == 300
    assert Meter(Budget(seconds=1e-9, games_a_player=100), players=3).wave(4, 1.0) == 0
    assert Budget(games_a_player=100).nothing


@compiled_only
def test_hidden_information_does_not_matter() -> None:
    """Worlds come from what the seat knows: the true one has no part in them."""
    actions = action_space(find_edition("new-york"))
    world, seen, stream = new_states(), new_states(), np.arange(1, 5, dtype=np.uint64)
    search = Search("32")
    for observation in observations("new-york", 3, 7, every=10):
        assert observation.seat is not None
        resampled(actions.boards, observation.states, observation.seat, stream, world)
        redacted(actions.boards, world, observation.seat, seen)
        assert search.analyse(Observation(observation.edition, actions, seen, observation.seat)) == search.analyse(observation)


@compiled_only
def test_it_plays_legal_games_and_says_why() -> None:
    """A game against the planner ends, and a thought names its candidates with values between 0 and 1."""
    game, bots = Game("london", 2, 9), (Search("24"), make_bot("planner"))
    while not game.over:
        seat = game.acting[0]
        action = bots[seat].choose(game.observe(seat))
        if seat == 0 and bots[0].analysis.candidates:
            candidates = bots[0].analysis.candidates
            assert action in [candidate.action for candidate in candidates]
            assert all(0.0 <= candidate.value <= 1.0 for candidate in candidates)
        game.play(action, seat)


@compiled_only
def test_a_thought_is_told_as_data() -> None:
    """Win probability, margin, candidates with values and standard errors, and the plan, in words of the game and ready for JSON."""
    observation = observations("usa", 2, 5, every=30)[1]
    analysis = Search("64").analyse(observation)
    told = json.loads(json.dumps(analysis.as_data(observation), allow_nan=False))
    assert told["action"] in observation.legal_texts
    assert 0.0 <= told["win_probability"] <= 1.0
    assert told["expected_margin"] == round(analysis.chosen.margin, 2)
    assert [one["action"] for one in told["candidates"]] == [
        observation.legal_texts[observation.legal_ids.index(c.action)] for c in analysis.candidates
    ]
    assert all(one["worlds"] < 2 or (one["error"] > 0.0 and one["gain_error"] >= 0.0) for one in told["candidates"])
    assert told["worlds"] == max(one["worlds"] for one in told["candidates"])
    assert set(told["plan"]["tickets"]) <= set(observation.view["you"]["tickets"])
    assert not set(told["plan"]["routes"]) & set(observation.view["routes"])


@compiled_only
def test_at_set_up_the_plan_is_that_of_the_tickets_kept() -> None:
    """Before the first turn the plan joins the tickets that the choice keeps; the eight best of eleven ways to choose are tried."""
    observation = Game("usa", 2, 5).observe(0)
    analysis = Search("40").analyse(observation)
    kept = observation.actions.action(analysis.action, observation.offer).keep
    assert len(analysis.candidates) == 8
    assert {observation.actions.ticket_names[ticket] for ticket in analysis.tickets} <= set(kept)
    assert analysis.routes


@compiled_only
def test_a_budget_in_time_is_kept() -> None:
    """It thinks about as long as it may, and says in how many worlds it looked."""
    observation, search = observations("london", 2, 3, every=20)[1], Search("80ms")
    search.analyse(observation)  # what compiles does so here
    begun = time.perf_counter()
    analysis = search.analyse(observation)
    assert 0.08 <= time.perf_counter() - begun < 2.0
    assert analysis.worlds > 1


@pytest.mark.parametrize("options", ["soon", "5min", "10xmany", "10x0", "-5"])
def test_budgets_that_make_no_sense_are_refused(options: str) -> None:
    """An option that is no budget is an error that shows some."""
    with pytest.raises(BotError, match="is no budget; allowed: 200ms, 1s or 400"):
        make_bot(f"search:{options}")
