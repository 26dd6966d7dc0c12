"""Hints: the best by its chance first or why not, chances only from many worlds, every payable route of the plan, reasons in data."""

from __future__ import annotations

import json
import random
import time

import numpy as np
import pytest

from allaboard import ClaimRoute, DrawDeck, DrawTickets, Game, Position, TakeCard
from allaboard.actions import Action
from allaboard.editions import edition_ids, get_edition
from allaboard.review.advice import LEVEL, SHOWN_FROM, Advising
from allaboard.review.futures import Futures
from allaboard.review.plan_reasons import PlanReasons
from allaboard.review.training import train
from allaboard.runner import GameSpec
from allaboard.server.hints import told
from properties.test_secrets import resampled_world
from serving import Guest, busy


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
    for better in (0.51, 0.54):
        judged(advising, 0.50, better)
        assert (advising.recommended, advising.kept_to_plan, advising.level(1)) == (0, True, True)
        advice = told(advising, thinking=False)
        assert [candidate["chance"] for candidate in advice["candidates"][:2]] == [0.5, better]


def test_of_level_moves_one_that_its_plan_wants_is_recommended() -> None:
    """Also where the planner's choice has fallen behind: the board marks what the advice is for."""
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park").claimed(0, "Central Park–United Nations")
    game = position.hand(0, green=1).market("green", "blue", "black", "orange", "blue").game(seed=1)
    advising = Advising(game.observe(0), 1, 0)
    names = [game.actions.action(number) for number in advising.options]
    assert names[:3] == [TakeCard("green"), DrawDeck(), TakeCard("blue")]
    judged(advising, 0.20, 0.60, 0.64)
    assert (advising.recommended, advising.kept_to_plan) == (1, True)
    judged(advising, 0.20, 0.40, 0.70)
    assert (advising.recommended, advising.kept_to_plan) == (2, False)


def test_a_hint_does_not_waver_before_chances_are_shown() -> None:
    """A few dozen worlds say little: the planner's choice stays until another is surely better."""
    advising = Advising(begun().observe(0), 1, 0)
    judged(advising, 0.40, 0.52, worlds=100)
    assert advising.recommended == 0
    judged(advising, 0.10, 0.90, worlds=100)
    assert advising.recommended == 1


def test_chances_that_are_shown_are_from_the_same_worlds() -> None:
    """What is shown is tried to the end, however far behind it is: else a lucky few worlds could stand beside many."""
    advising = Advising(begun().observe(0), 1, 0)
    judged(advising, 0.2, 0.9, 0.5, worlds=SHOWN_FROM)
    advising.add(np.where(np.isnan(advising.won[:40]), np.nan, 0.0))
    assert advising.alive == [0, 1, 2]
    assert [advising.tried(option) for option in advising.alive] == [SHOWN_FROM + 40] * 3


def test_every_payable_route_of_the_plan_is_weighed_and_told() -> None:
    """However many cheap routes look better to the planner for the moment, and however early it fell behind."""
    position = Position("usa", players=2).tickets(0, "Los Angeles–New York", "Seattle–New York", "Denver–Pittsburgh")
    cards = dict.fromkeys(("red", "blue", "green", "yellow", "black", "white", "orange", "purple"), 4)
    game = position.hand(0, **cards, wild=2).game(seed=1)
    advising = Advising(game.observe(0), 1, 0)
    names = {action.route for action in game.legal_actions(0) if isinstance(action, ClaimRoute)}
    planned = {game.actions.route_names[route] for route in advising.routes} & names
    weighed = {action.route for action in map(game.actions.action, advising.options) if isinstance(action, ClaimRoute)}
    assert len(planned) >= 2
    assert planned <= weighed
    judged(advising, *[0.9] * advising.effort.most, *[0.1] * (len(advising.options) - advising.effort.most), worlds=24)
    told_routes = {named["route"] for one in told(advising, thinking=True)["candidates"] if (named := one["option"])["kind"] == "claim"}
    assert planned <= told_routes


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


def why(position: Position, plan: list[str], action: Action) -> tuple[str, str, float, float]:
    """The first reason that a plan of these routes gives for an action."""
    observation = position.game(seed=1).observe(0)
    reason = PlanReasons(observation, [observation.actions.route_index[name] for name in plan]).of(action)[0]
    return reason.kind, reason.subject, reason.before, reason.after


GREY, RED = "Little Rock–Oklahoma City", "Denver–Santa Fe"
"""Two grey routes, two spaces each."""


def test_a_card_is_not_for_a_route_that_can_be_paid_already() -> None:
    """A grey route takes any colour: with two orange cards no third colour brings it nearer."""
    position = Position("usa").hand(0, orange=2, red=1)
    assert why(position, [GREY], TakeCard("purple")) == ("ready", "", 1, 0)
    assert why(position, [GREY], DrawDeck()) == ("ready", "", 1, 0)
    assert why(position, [], DrawDeck()) == ("ready", "", 0, 0)


def test_every_card_is_paid_once() -> None:
    """Two orange cards pay for one of two grey routes: a second red one is for the other."""
    position = Position("usa").hand(0, orange=2, red=1).market("red", "blue", "blue", "white", "white")
    assert why(position, [GREY, RED], TakeCard("red")) == ("lacks", "", 1, 0)
    assert why(position, [GREY, RED], TakeCard("blue")) == ("beside", "", 1, 1)
    assert why(position, [GREY, RED], DrawDeck()) == ("blind", "", 1, 1)
    position = position.market("black", "blue", "blue", "white", "white")
    assert why(position, [GREY, RED], DrawDeck()) == ("blind", "", 1, 0)
    assert why(position, [GREY, RED], TakeCard("blue")) == ("blind", "", 1, 0)


def test_tickets_are_drawn_where_the_plan_leaves_pieces() -> None:
    assert why(Position("usa").pieces(0, 20), [GREY, RED], DrawTickets()) == ("room", "", 4, 20)


def test_a_claim_leads_towards_a_ticket_that_the_plan_gave_up() -> None:
    """A route on a way of fewest pieces is towards its ticket, planned or not."""
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park").hand(0, black=2, pink=3)
    near, far = ClaimRoute("Central Park–Times Square/black", "black", 2, 0), ClaimRoute("Central Park–United Nations", "pink", 3, 0)
    assert why(position, [], near) == ("towards", "Central Park–Gramercy Park", 4, 2)
    assert why(position, [], far) == ("scores", "Central Park–United Nations", 0, 4)
    # the way that the plan has for it, though a shorter one is free: what is left is counted along the shortest, as on the ticket
    assert why(position, ["Central Park–United Nations", "United Nations–Gramercy Park"], far) == (
        "towards",
        "Central Park–Gramercy Park",
        4,
        3,
    )
    assert why(position.pieces(0, 3), [], near) == ("scores", "Central Park–Times Square/black", 0, 2)


def test_a_payable_route_of_the_plan_is_said_to_wait_where_others_seldom_take_it(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park").claimed(0, "Central Park–United Nations")
    game = position.hand(0, green=3).market("green", "blue", "black", "orange", "blue").game(seed=1)

    def waits() -> list[str]:
        advising = Advising(game.observe(0), 1, 0)
        judged(advising, 0.9, *[0.0] * (len(advising.options) - 1))
        assert told(advising, thinking=True)["candidates"][0]["option"]["action"] == "take green"
        advising.compare()
        return [reason.subject for reason in advising.reasons() if reason.kind == "waits"]

    assert waits() == ["United Nations–Gramercy Park"]
    monkeypatch.setattr("allaboard.review.advice.share_lost", lambda *_: 0.5)
    assert waits() == []


@pytest.mark.parametrize("edition", edition_ids())
def test_a_hint_always_says_why(edition: str) -> None:
    """At every moment of a game, before a single world was tried."""
    game = GameSpec(get_edition(edition), ("normal", "easy"), 16, 4, 1).play()
    silent = []
    for n in range(0, len(game.log), 3):
        observation = game.at(n).observe(game.log[n].seat)
        if not told(Advising(observation, n, 0), thinking=True)["reasons"]:
            silent.append(n)
    assert silent == []


def test_the_plan_goes_on_from_what_is_recommended() -> None:
    """A claim beside the planner's own way is told with the plan that it begins, not with the one that it leaves."""
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park").hand(0, black=2, pink=3, green=1)
    game = position.game(seed=1)
    near, far = "Central Park–Times Square/black", "Central Park–United Nations"

    def planned(route: str) -> list[str]:
        advising = Advising(game.observe(0), 1, 0)
        named = {number: advising.observation.actions.action(number, ()) for number in advising.observation.legal_ids}
        claim = next(number for number, one in named.items() if isinstance(one, ClaimRoute) and one.route == route)
        advising.options = [*[number for number in advising.options if number != claim][:1], claim]
        judged(advising, 0.1, 0.9)
        assert advising.recommended == 1
        advice = told(advising, thinking=False)
        pieces = sum(int(game.actions.boards[0].length[game.actions.route_index[name]]) for name in advice["plan"][1:])
        assert advice["reasons"][0] == {
            "kind": "towards",
            "subject": "Central Park–Gramercy Park",
            "otherwise": 4,
            "with_it": min(pieces, 3),
        }
        return advice["plan"]

    assert planned(far) == [far, "United Nations–Gramercy Park"]
    assert planned(near)[0] == near
    assert far not in planned(near)


def test_nothing_follows_a_claim_of_the_final_round() -> None:
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park").hand(0, pink=3, green=3).final_turns(2)
    advising = Advising(position.game(seed=1).observe(0), 1, 0)
    for option in (place for place in range(len(advising.options)) if advising._claimed(place) is not None):
        judged(advising, *[0.9 if place == option else 0.1 for place in range(len(advising.options))])
        assert len(advising.plan()) == 1
        assert advising.reasons()[0].kind == "scores"


def test_the_route_that_a_card_is_for_is_the_first_of_the_plan() -> None:
    position = Position("new-york").tickets(0, "Central Park–Gramercy Park", "Chelsea–Brooklyn").claimed(0, "Central Park–United Nations")
    for colour in ("green", "blue", "pink", "red"):
        game = position.hand(0, **{colour: 1}).market(colour, "black", "black", "orange", "orange").game(seed=1)
        advice = told(Advising(game.observe(0), 1, 0), thinking=True)
        wanted = [reason["subject"] for reason in advice["reasons"] if reason["kind"] == "collects"]
        assert wanted in ([], advice["plan"][:1])


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
    assert first < 1.5 or busy()
    assert [hint["thinking"] for hint in hints] == [True] * (len(hints) - 1) + [False]
    assert [hint["worlds"] for hint in hints] == sorted(hint["worlds"] for hint in hints)


@pytest.mark.parametrize("edition", ["new-york", "usa"])
def test_how_many_worlds_are_played_at_once_changes_no_hint(edition: str) -> None:
    """A busy machine plays them by twos and threes, a quick one by dozens: options are dropped after the same worlds."""
    lines = []
    for least, most in ((2, 7), (40, 90)):
        advising, chance = Advising(begun(edition).observe(0), 1, 0), random.Random(most)
        while not advising.done and advising.worlds < SHOWN_FROM:
            advising.add(advising.played(advising.worlds, advising.wave(chance.randint(least, most))))
        lines.append(told(advising, thinking=True))
    assert lines[0] == lines[1]


def test_a_hint_ends_after_the_same_worlds() -> None:
    """The best is told from the others at some hundred, and not wherever a wave happens to end."""
    advising = Advising(begun().observe(0), 1, 0)
    judged(advising, 0.9, 0.1, worlds=240)
    assert not advising.done
    assert advising.wave(1000) == 60
    judged(advising, 0.9, 0.1, worlds=300)
    assert advising.done


def test_talk_changes_no_hint(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's log is longer then, as after a move taken back; the seat knows what it knew, and worlds are numbered by the game."""
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr("allaboard.review.advice.Futures", lambda *given: asked.append(("hint", given[1])) or Futures(*given))
    monkeypatch.setattr("allaboard.server.hints.train", lambda *given: asked.append(("training", given[1])) or train(*given))
    table = ann.open("new-york", "you", "you", start=0, begin=True, training=True)
    for what in ("hints", "training"):
        first = ann.get(f"/tables/{table}/{what}", seat=0)
        ann.post(f"/tables/{table}/chat", {"text": "One moment", "seat": 0})
        assert ann.get(f"/tables/{table}/{what}", seat=0)["n"] > first["n"]
    assert asked == [("hint", asked[0][1])] * 2 + [("training", asked[0][1])] * 2
