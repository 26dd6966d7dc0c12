"""Levels for people: named, in order of strength, and short of sight rather than silly."""

from __future__ import annotations

import numpy as np
import pytest

import allaboard
from allaboard import Game, Position
from allaboard.arena.match import Match, play_blocks
from allaboard.bots import bot_names, bot_summary, make_bot
from allaboard.bots.levels import LEVELS, STEP, Blinker, Expert, forget_cards, overlook_rivals, pass_the_market, see_one_ticket, step_of
from allaboard.bots.search.budget import Budget
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import UNKNOWN
from allaboard.notation import text
from allaboard.runner import play_game, seat_bots

NAMES = [level.name for level in LEVELS]
TABLES = [
    (name, players)
    for name in allaboard.edition_ids()
    for players in range(allaboard.get_edition(name).min_players, allaboard.get_edition(name).max_players + 1)
]
QUICK = [("new-york", 2), ("london", 3)]
MARGIN = 0.08
compiled = pytest.mark.skipif(INTERPRETED, reason="whole games between planners take their time in plain Python")


def chosen(game: Game, spec: str) -> str:
    choice = make_bot(spec).choose(game.observe(0))
    assert isinstance(choice, int)
    return text(game.actions.action(choice, game.observe(0).offer))


def test_levels_are_bots_by_name_with_a_character_and_a_budget() -> None:
    assert NAMES == ["easy", "normal", "hard", "expert"]
    assert set(NAMES) <= set(bot_names())
    for level in LEVELS:
        assert level.character == bot_summary(level.name)
        assert level.character.endswith(".")
    assert [level.seconds for level in LEVELS] == sorted(level.seconds for level in LEVELS)


@compiled
@pytest.mark.parametrize("edition", allaboard.edition_ids())
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert:40"])
def test_every_level_plays_every_edition_to_the_end(edition: str, level: str) -> None:
    players = 2 if level.startswith("expert") else allaboard.get_edition(edition).max_players
    game = Game(edition, players, seed=4)
    play_game(game, seat_bots(game.edition, [level] + ["easy"] * (players - 1), seed=4))
    assert game.over


def test_a_step_is_the_same_odds_at_every_table() -> None:
    """With more players a level's victories are set against those of one of the others: chance is a half everywhere."""
    for players in range(2, 6):
        assert step_of(1 / players, players) == 0.5
        for step in STEP:
            odds = step / (1 - step)
            assert step_of(odds / (odds + players - 1), players) == pytest.approx(step)


@compiled
@pytest.mark.parametrize(("below", "level"), [("easy", "normal"), ("normal", "hard")])
@pytest.mark.parametrize(
    ("edition", "players"),
    [pytest.param(*table, marks=() if table in QUICK else pytest.mark.slow) for table in TABLES],
)
def test_each_level_beats_the_one_below_by_a_step(edition: str, players: int, below: str, level: str) -> None:
    """The same deals every time, so it passes or fails for good; what so few can show of a step is it and a margin around it."""
    match = Match(allaboard.get_edition(edition), (level, *[below] * (players - 1)), 2026)
    share = float(play_blocks(match, range(240 // players)).shares[:, 0].mean())
    assert STEP[0] - MARGIN < step_of(share, players) < STEP[1] + MARGIN


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("edition", ["new-york", "london"])
def test_the_expert_beats_hard(edition: str) -> None:
    match = Match(allaboard.get_edition(edition), ("expert:200", "hard"), 2026)
    assert play_blocks(match, range(20)).shares[:, 0].mean() > 0.5


@compiled
def test_easy_knows_more_than_chance() -> None:
    match = Match(allaboard.get_edition("new-york"), ("easy", "random"), 2026)
    assert play_blocks(match, range(20)).shares[:, 0].mean() > 0.9


def test_the_expert_plays_so_many_games_or_for_a_second() -> None:
    """Unless a budget is named: it answers sooner on a fast machine, and plays no better there."""
    assert Expert().budget == Budget(seconds=1.0, games_a_player=100)
    assert Expert("300ms").budget == Budget(seconds=0.3)
    assert Expert("40").budget == Budget(games=40)


@compiled
@pytest.mark.parametrize("spec", ["hard", "expert:0"])
def test_hard_is_the_planner_and_expert_without_time_too(spec: str) -> None:
    logs = []
    for bots in (["planner", "planner"], [spec, "planner"]):
        game = Game("london", 2, seed=6)
        play_game(game, seat_bots(game.edition, bots, seed=1))
        logs.append([entry.action for entry in game.log])
    assert logs[0] == logs[1]


@pytest.mark.parametrize(
    ("blinker", "fields"),
    [
        (overlook_rivals, {"claimed", "pieces", "hand_size"}),
        (forget_cards, {"deck", "discard", "known"}),
        (see_one_ticket, {"place"}),
        (pass_the_market, {"market"}),
    ],
)
def test_blinkers_hide_what_they_say_and_nothing_of_ones_own(blinker: Blinker, fields: set[str]) -> None:
    first, second, *_ = (ticket.name for ticket in allaboard.get_edition("london").tickets)
    position = Position("london").claimed(1, "Hyde Park–Baker Street").hand(1, black=2).hand(0, blue=3).discard(pink=2)
    game = position.tickets(0, first, second).turn(0).game(seed=1)
    observation = game.observe(0)
    before, after = observation.states[0], observation.states.copy()[0]
    blinker(game.actions.boards[0], after, 0)
    changed = {name for name in before.dtype.names if not np.array_equal(before[name], after[name])}
    assert changed
    assert changed <= fields
    for field in ("claimed", "pieces", "hand_size", "hands"):
        assert np.array_equal(before[field][0], after[field][0])


def test_one_ticket_is_seen_at_a_time_and_made_ones_make_room() -> None:
    position = Position("usa").tickets(0, "Denver–El Paso", "Calgary–Salt Lake City").turn(0)
    for seen, game in (
        ("Denver–El Paso", position.game(seed=1)),
        ("Calgary–Salt Lake City", position.claimed(0, "Denver–Santa Fe", "El Paso–Santa Fe").game(seed=1)),
    ):
        states, index = game.observe(0).states.copy(), game.actions.ticket_index
        see_one_ticket(game.actions.boards[0], states[0], 0)
        assert [name for name, ticket in index.items() if states[0].place[ticket] == 0] == [seen]
        assert {int(states[0].place[index[name]]) for name in game.view(0)["you"]["tickets"] if name != seen} == {UNKNOWN}


@compiled
def test_easy_draws_from_the_deck_where_normal_takes_what_it_needs() -> None:
    position = Position("london").tickets(0, "Regent's Park–Piccadilly Circus").turn(0)
    game = position.market("yellow", "yellow", "pink", "blue", "yellow").hand(0, yellow=1).game(seed=1)
    assert chosen(game, "easy") == "draw deck"
    # its way is the blue route to Baker Street and a grey one, for which any colour will do
    assert chosen(game, "normal") == "take blue"
