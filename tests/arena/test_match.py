"""Matches: blocks that seat everybody everywhere, and figures that do not depend on how they were played."""

from __future__ import annotations

import numpy as np
import pytest

import allaboard
from allaboard.arena import match as matches
from allaboard.arena.match import Blocks, Match, lineups, play_blocks
from allaboard.bots import BotError
from allaboard.engine.jit import INTERPRETED
from allaboard.game import Game

NEW_YORK = allaboard.get_edition("new-york")
compiled = pytest.mark.skipif(INTERPRETED, reason="whole games between planners take their time in plain Python")


def equal(one: Blocks, other: Blocks) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("totals", "won", "decisions", "starts"))


def test_every_choice_of_bots_meets_and_the_last_fills_the_seats() -> None:
    assert lineups(["a", "b", "c", "d"], 3) == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]
    assert lineups(["a", "b"], 2) == [("a", "b")]
    assert lineups(["a", "b"], 4) == [("a", "b", "b", "b")]


def test_a_block_seats_every_bot_in_every_seat() -> None:
    match = Match(NEW_YORK, ("a", "b", "c"), 1)
    seatings = [match.game(0, rotation).bots for rotation in range(3)]
    assert seatings == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]


def test_blocks_have_deals_of_their_own_and_lineups_share_them() -> None:
    one, other = Match(NEW_YORK, ("random", "greedy"), 7), Match(NEW_YORK, ("planner", "racer"), 7)
    assert one.game(3).game().seed == other.game(3, rotation=1).game().seed
    assert len({one.game(block).game().seed for block in range(50)}) == 50
    assert one.game(0).game().seed == Game(NEW_YORK, 2, 7).seed


@compiled
@pytest.mark.parametrize("lineup", [("planner", "racer"), ("collector", "planner:urge=1.5", "blocker")])
def test_compiled_blocks_are_those_that_bots_would_play(lineup: tuple[str, ...]) -> None:
    """The short way and the long way give the same games to the last point."""
    match = Match(NEW_YORK, lineup, 11)
    assert match.compiled
    assert equal(play_blocks(match, range(4, 8)), matches._play(match, range(4, 8)))


def test_random_and_strangers_play_through_the_protocol() -> None:
    assert not Match(NEW_YORK, ("planner", "random"), 1).compiled
    assert not Match(NEW_YORK, ("planner", "odd_bots:Hasty"), 1).compiled


def test_shares_follow_the_bots_and_not_the_seats() -> None:
    """Whoever wins from both seats has the whole block."""
    won = np.array([[[True, False], [False, True]], [[True, False], [True, False]], [[True, True], [False, True]]])
    blocks = Blocks(0, np.zeros((3, 2, 2), np.int64), won, np.zeros((3, 2), np.int64), np.zeros(3, np.int64))
    assert blocks.shares.tolist() == [[1.0, 0.0], [0.5, 0.5], [0.75, 0.25]]
    assert blocks.upto(1).shares.tolist() == [[1.0, 0.0]]


def test_block_n_is_the_same_in_any_company() -> None:
    match = Match(NEW_YORK, ("greedy", "random"), 5)
    together, alone = play_blocks(match, range(2)), play_blocks(match, range(1, 2))
    assert together.totals[1].tolist() == alone.totals[0].tolist()
    assert together.starts[1] == alone.starts[0]


@compiled
def test_playing_out_is_the_same_game_as_any_other() -> None:
    """Without a log and without events, but by the same rules: totals, winners and decisions are those of a `Game`."""
    match = Match(NEW_YORK, ("greedy", "random", "easy"), 9)
    blocks = play_blocks(match, range(2))
    for block in range(2):
        for rotation in range(3):
            game = match.game(block, rotation).play()
            result = game.result()
            assert blocks.totals[block, rotation].tolist() == [sheet.total for sheet in result.sheets]
            assert tuple(np.flatnonzero(blocks.won[block, rotation]).tolist()) == result.winners
            assert blocks.decisions[block, rotation] == len(game.log)
            assert blocks.starts[block] == game.start


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("odd_bots:Cheating", r"‘odd_bots:Cheating’ in seat 1 chose an illegal action: “draw tickets”: .* \(R-"),
        ("odd_bots:Clumsy", "‘odd_bots:Clumsy’ in seat 1 failed at action 1: KeyError: 'boots'"),
        (
            "odd_bots:Lost",
            r"chose an illegal action: there is no such action in this edition: 1000000; allowed: an action, its text, or an id from 0 to",
        ),
        ("odd_bots:Vague", r"chose an illegal action: there is no such action in this edition: \['something'\]"),
    ],
)
def test_what_no_player_may_do_ends_the_match_with_the_bots_name(spec: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint):
        play_blocks(Match(NEW_YORK, (spec, "random"), 1), range(1))
