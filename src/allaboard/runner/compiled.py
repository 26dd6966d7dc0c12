"""Whole games in compiled code, for bots that are compiled throughout: random play, and planners of any character.

Deals are those that other bots of the same seed and number would have; figures come as arrays with a row for each game.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from allaboard.actions import ActionSpace, action_space
from allaboard.bots import make_bot
from allaboard.bots.planner.bot import Planner
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.planner.self_play import PlannerGames, planner_games
from allaboard.bots.random import RandomGames, judged_random_games
from allaboard.editions import edition_ids, get_edition
from allaboard.editions.bounds import MAX_OFFER
from allaboard.engine.entry import new_states
from allaboard.engine.scoring import TOTAL, new_sheets
from allaboard.engine.seeding import seed_words
from allaboard.engine.typed_records import Flags, Int32s, Int64s, Records
from allaboard.validation import check_players

__all__ = ["LOG_COLUMNS", "compile_games", "planner_constants", "planner_of", "play_planners", "play_random", "totals_of"]


LOG_COLUMNS: Final = 2 + MAX_OFFER
"""What is written down of a decision: seat, action, and the tickets of the seat's offer."""


def play_random(actions: ActionSpace, players: int, seed: int | bytes, numbers: range) -> RandomGames:
    """Play the games of these numbers at random."""
    check_players(actions.edition, players, None)
    games = RandomGames(*_blank_rows(players, len(numbers)), starts=np.zeros(len(numbers), np.int64))
    judged_random_games(actions.boards, new_states(), players, seed_words(seed), numbers.start, games)
    return games


def play_planners(
    actions: ActionSpace, constants: Records[Constants], seed: int | bytes, numbers: Int64s, *, room: int = 0
) -> PlannerGames:
    """Play a game for each of the numbers, in which each seat plays by its planner's constants: a row of them for each game.

    With `room` for so many decisions they are written down; a game that has more makes room for itself.
    """
    count, players = constants.shape
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers were given for {count} rows of constants; a game has one of each")
    check_players(actions.edition, players, None)
    kept, starts, log = np.zeros((count, players), np.int64), np.zeros(count, np.int64), np.zeros((count, room, LOG_COLUMNS), np.int16)
    games = PlannerGames(*_blank_rows(players, count), kept, starts, log)
    planner_games(actions.boards, new_states(2), constants, new_scratch(), seed_words(seed), numbers, games)
    if room and games.decisions.max() > room:
        return play_planners(actions, constants, seed, numbers, room=int(games.decisions.max()))
    return games


def totals_of(games: RandomGames | PlannerGames) -> Int64s:
    """Return the final scores by game and seat."""
    return games.sheets[:, :, TOTAL].astype(np.int64)


def _blank_rows(players: int, count: int) -> tuple[Int32s, Flags, Int64s, Flags]:
    """Return room for what is written down of any game: score sheets, victories, decisions, and whether a final round ended it."""
    return new_sheets(players, count), np.zeros((count, players), np.bool_), np.zeros(count, np.int64), np.zeros(count, np.bool_)


def compile_games() -> None:
    """Play a game of each kind, so that their code is compiled."""
    smallest = get_edition(edition_ids()[0])
    actions, players = action_space(smallest), smallest.min_players
    play_random(actions, players, 0, range(1))
    play_planners(actions, planner_constants("planner", actions, players)[np.zeros((1, players), np.int64)], 0, np.arange(1))


def planner_of(spec: str) -> Planner | None:
    """Return the bot, if it is a planner that decides as planners do."""
    bot = make_bot(spec)
    return bot if isinstance(bot, Planner) and type(bot).choose is Planner.choose else None


def planner_constants(spec: str, actions: ActionSpace, players: int) -> Records[Constants]:
    """Return the constants by which a planner, or a character of it, plays on a board with so many players."""
    bot = planner_of(spec)
    if bot is None:
        raise ValueError(f"{spec!r} does not play by the planner's constants; the planner and its characters do")
    return bot.constants_on(actions.boards[0], players)
