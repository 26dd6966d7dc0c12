"""Plans and thoughts that outlive their turn, as the search plays worlds out: kept while they stand, made anew when they do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from allaboard import Game
from allaboard.bots import make_bot
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.decide import decide, decide_on
from allaboard.bots.planner.scratch import NO_PLAN, new_scratch
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import SECOND_CARD, TURN, WILD
from builders import every_edition


def fresh_works(seats: int = 1) -> Any:
    """Working memory that holds no plan."""
    scratches = new_scratch(seats)
    scratches["plan_tickets"] = NO_PLAN
    return scratches


def at_turn(edition: str, seed: int, turns: int) -> Game:
    """A game between planners after so many turns."""
    game, bot = Game(edition, 2, seed), make_bot("planner")
    while game.state.phase != TURN or game.state.turns < turns:
        game.play(bot.choose(game.observe(game.acting[0])), game.acting[0])
    return game


@every_edition
def test_without_a_plan_to_keep_it_is_the_planner(edition: str) -> None:
    """Who remembers nothing decides a turn as the planner does."""
    game, bot = Game(edition, 2, 4), make_bot("planner")
    board = game.actions.boards[0]
    constants = constants_of(board, 2)[0]
    while not game.over and len(game.log) < (8 if INTERPRETED else 1000):
        seat = game.acting[0]
        action = bot.choose(game.observe(seat))
        if game.state.phase == TURN:
            for anew in (True, False):
                assert decide_on(board, game.observe(seat).states[0], seat, constants, fresh_works()[0], anew) == action
        game.play(action, seat)


@pytest.mark.skipif(INTERPRETED, reason="takes long interpreted")
@pytest.mark.parametrize(("anew", "share"), [(True, 0.75), (False, 0.6)])
@every_edition
def test_kept_plans_decide_nearly_as_fresh_ones(edition: str, anew: bool, share: float) -> None:
    """Over whole games at least three of four decisions are the planner's, with kept thoughts three of five, and all are legal."""
    same = []
    for seed in range(4):
        game, scratches = Game(edition, 2, seed), fresh_works(2)
        board = game.actions.boards[0]
        constants = constants_of(board, 2)[0]
        while not game.over:
            seat = game.acting[0]
            state = game.observe(seat).states[0]
            action = int(decide_on(board, state, seat, constants, scratches[seat], anew))
            same.append(action == decide(board, state, seat, constants, fresh_works()[0]))
            game.play(action, seat)
    assert sum(same) >= share * len(same)


def test_a_plan_stands_until_a_route_is_lost() -> None:
    """The same plan as before is followed, until a rival takes one of its routes; then a new one does without it."""
    game = at_turn("new-york", 6, 4)
    seat, board, scratches = game.acting[0], game.actions.boards[0], fresh_works()
    constants, states = constants_of(board, 2)[0], game.observe(game.acting[0]).states.copy()
    decide_on(board, states[0], seat, constants, scratches[0], True)
    planned, value = scratches["plan"][0].copy(), float(scratches["plan_value"][0])
    assert planned.any()
    scratches["plan_value"] = 1000.0  # a sign that only a new plan wipes out
    decide_on(board, states[0], seat, constants, scratches[0], True)
    assert scratches["plan"][0].tolist() == planned.tolist()
    assert scratches["plan_value"][0] == 1000.0
    half = int(planned[0] == 0)
    lost = planned[half] & (~planned[half] + np.uint64(1))  # the lowest of its routes
    states["free"][0, half] &= ~lost
    states["claimed"][0, 1 - seat, half] |= lost
    decide_on(board, states[0], seat, constants, scratches[0], True)
    assert scratches["plan"][0, half] & lost == 0
    assert scratches["plan_value"][0] < value + 1e-9


def test_new_tickets_ask_for_a_new_plan() -> None:
    """A plan is for the tickets that it was made with."""
    game = at_turn("new-york", 6, 4)
    seat, board, scratches = game.acting[0], game.actions.boards[0], fresh_works()
    constants, states = constants_of(board, 2)[0], game.observe(game.acting[0]).states.copy()
    decide_on(board, states[0], seat, constants, scratches[0], True)
    before = int(scratches["plan_tickets"][0])
    ticket = next(ticket for ticket in range(board.tickets) if states["place"][0, ticket] != seat)
    states["place"][0, ticket] = seat
    states["ticket_count"][0, seat] += 1
    decide_on(board, states[0], seat, constants, scratches[0], True)
    assert scratches["plan_tickets"][0] == before + 1


def test_thoughts_stand_until_a_target_is_lost() -> None:
    """While everything that cards are collected for can be claimed, only time and hand are looked at anew; then all is."""
    game = at_turn("new-york", 6, 4)
    seat, board, scratches = game.acting[0], game.actions.boards[0], fresh_works()
    constants, states = constants_of(board, 2)[0], game.observe(game.acting[0]).states.copy()
    decide_on(board, states[0], seat, constants, scratches[0], False)
    aims, turns_left = scratches["aims"][0].copy(), float(scratches["turns_left"][0])
    assert aims.any()
    scratches["lead"], scratches["turns_left"] = 1000.0, 0.0  # the first is a sign that only a new look wipes out
    decide_on(board, states[0], seat, constants, scratches[0], False)
    assert scratches["lead"][0] == 1000.0
    assert scratches["turns_left"][0] == turns_left
    half = int(aims[0] == 0)
    lost = aims[half] & (~aims[half] + np.uint64(1))  # the lowest of them
    states["free"][0, half] &= ~lost
    states["claimed"][0, 1 - seat, half] |= lost
    decide_on(board, states[0], seat, constants, scratches[0], False)
    assert scratches["lead"][0] < 1000.0
    assert scratches["aims"][0, half] & lost == 0


def test_only_kinds_that_were_drawn_are_valued_anew() -> None:
    """A second card is chosen by what the first has changed, which is its own kind; a wild changes all."""
    game = at_turn("new-york", 6, 4)
    seat, board, scratches = game.acting[0], game.actions.boards[0], fresh_works()
    constants, states = constants_of(board, 2)[0], game.observe(game.acting[0]).states.copy()
    decide_on(board, states[0], seat, constants, scratches[0], False)
    scratches["gain"] = -1.0
    states["phase"], states["hands"][0, seat, 3] = SECOND_CARD, states["hands"][0, seat, 3] + 1
    decide_on(board, states[0], seat, constants, scratches[0], False)
    assert [kind for kind in range(board.kinds) if scratches["gain"][0, kind] != -1.0] == [3]
    states["hands"][0, seat, WILD] += 1
    decide_on(board, states[0], seat, constants, scratches[0], False)
    assert (scratches["gain"][0, : board.kinds] != -1.0).all()
