"""Hints: the best by its chance first or why not, chances only from many worlds, every payable route of the plan, reasons in data."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest

from allaboard import ClaimRoute, Game, Position
from allaboard.review.advice import LEVEL, SHOWN_FROM, Advising
from allaboard.server.hints import told
from properties.test_secrets import resampled_world
from serving import Guest


def begun(edition: str = "new-york", players: int = 2, seed: int = 1) -> Game:
    game = Game(edition, players=players, seed=seed, start=0)
    for seat in range(players):
        game.play(game.observe(seat).legal_ids[0], seat)
    return game


def thought(game: Game, worlds: int) -> Advising:
    """Advice after so many worlds, in waves."""
    advising = Advising(game.observe(0), 1, 0)
    while advising.worlds < worlds and not advising.forced:
        advising.add(advising.played(advising.worlds, advising.wave(24)))
    return advising


def judged(advising: Advising, *shares: float, worlds: int = 400) -> None:
    """Let the first options have won such shares of the games, each by worlds of its own, and nothing else be tried."""
    won = np.full((worlds, len(advising.options)), np.nan)
    for option, share in enumerate(shares):
        won[:, option] = np.random.default_rng(option).permutation(np.arange(worlds) < share * worlds)
    advising.alive = list(range(len(shares)))
    advising.won = won


def test_no_chance_is_told_below_two_hundred_worlds() -> None:
    """The first line names what to do, the plan and why, and no figures."""
    advising = thought(begun(), 48)
    for advice in (told(Advising(begun().observe(0), 1, 0), thinking=True), told(advising, thinking=True)):
        assert all(candidate["chance"] is None and candidate["error"] is None for candidate in advice["candidates"])
        assert advice["plan"]
        assert advice["reasons"]
        assert advice["thinking"]


@pytest.mark.parametrize("edition", ["new-york", "london"])
def test_what_is_recommended_has_the_best_chance_shown_or_the_reason_why_not(edition: str) -> None:
    advice = told(thought(begun(edition), SHOWN_FROM), thinking=False)
    shown = [candidate for candidate in advice["candidates"] if candidate["chance"] is not None]
    assert len(shown) >= 2
    assert all(candidate["worlds"] >= SHOWN_FROM and candidate["error"] is not None for candidate in shown)
    assert advice["candidates"][0] in shown
    best = max(candidate["chance"] or 0.0 for candidate in shown)
    assert (advice["candidates"][0]["chance"] == best) != advice["kept_to_plan"]


def test_a_clearly_better_option_is_recommended() -> None:
    advising = Advising(begun().observe(0), 1, 0)
    judged(advising, 0.3, 0.6, 0.35)
    assert (advising.recommended, advising.kept_to_plan, advising.level(0)) == (1, False, False)


def test_the_planners_choice_stays_where_others_are_better_by_luck_alone() -> None:
    """Then the hint says that they are too close to tell apart."""
    advising = Advising(begun().observe(0), 1, 0)
    judged(advising, 0.50, 0.51)
    assert (advising.recommended, advising.kept_to_plan, advising.level(1)) == (0, True, True)
    advice = told(advising, thinking=False)
    assert [candidate["chance"] for candidate in advice["candidates"][:2]] == [0.5, 0.51]


def test_every_payable_route_of_the_plan_is_weighed() -> None:
    """However many cheap routes look better to the planner for the moment."""
    position = Position("usa", players=2).tickets(0, "Los Angeles–New York", "Seattle–New York", "Denver–Pittsburgh")
    cards = dict.fromkeys(("red", "blue", "green", "yellow", "black", "white", "orange", "purple"), 4)
    game = position.hand(0, **cards, wild=2).game(seed=1)
    advising = Advising(game.observe(0), 1, 0)
    names = {action.route for action in game.legal_actions(0) if isinstance(action, ClaimRoute)}
    planned = {game.actions.route_names[route] for route in advising.routes} & names
    weighed = {action.route for action in map(game.actions.action, advising.options) if isinstance(action, ClaimRoute)}
    assert len(planned) >= 2
    assert planned <= weighed


def test_a_claim_is_explained_by_the_ticket_that_it_serves() -> None:
    """One route is missing, and it is payable: it finishes the ticket."""
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park")
    game = position.claimed(0, "Central Park–United Nations").hand(0, green=3, wild=1).pieces(0, 3).game(seed=1)
    advice = told(thought(game, SHOWN_FROM), thinking=False)
    assert advice["candidates"][0]["option"]["action"].startswith("claim United Nations–Gramercy Park")
    assert advice["reasons"][0] == {"kind": "towards", "subject": "Central Park–Gramercy Park", "otherwise": 3, "with_it": 0}
    assert advice["plan"][0] == "United Nations–Gramercy Park"


def test_a_card_is_explained_by_the_route_that_it_is_for() -> None:
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park").claimed(0, "Central Park–United Nations")
    game = position.hand(0, green=2).market("green", "blue", "black", "orange", "blue").game(seed=1)
    advice = told(Advising(game.observe(0), 1, 0), thinking=True)
    assert advice["candidates"][0]["option"]["action"] == "take green"
    assert advice["reasons"][0] == {"kind": "collects", "subject": "United Nations–Gramercy Park", "otherwise": 1, "with_it": 0}


def test_who_knows_the_same_is_told_the_same() -> None:
    """R-SECRET: a hint is made of the observation alone, and worlds are numbered."""
    game = begun("london", seed=3)
    other = resampled_world(game, 0, 7)
    assert other.state.tobytes() != game.state.tobytes()
    first, second = (told(thought(one, 48), thinking=True) for one in (game, other))
    assert first == second


def test_options_within_two_errors_are_level() -> None:
    advising = Advising(begun().observe(0), 1, 0)
    judged(advising, 0.50, 0.40)
    difference = np.subtract(advising.won[:, 0], advising.won[:, 1])
    assert difference.mean() > LEVEL * difference.std(ddof=1) / np.sqrt(len(difference))
    assert not advising.level(1)


def test_the_first_line_comes_at_once_and_sharper_ones_follow(ann: Guest) -> None:
    """The stream ends with the whole hint, within the server's patience."""
    table = ann.open("new-york", "you", "random", start=0, begin=True)
    asked = time.monotonic()
    hints, first = [], 0.0
    with ann.http.stream("GET", f"/tables/{table}/hints/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                first = first or time.monotonic() - asked
                hints.append(json.loads(line.removeprefix("data: ")))
    assert first < 1.5
    assert [hint["thinking"] for hint in hints] == [True] * (len(hints) - 1) + [False]
    assert [hint["worlds"] for hint in hints] == sorted(hint["worlds"] for hint in hints)
