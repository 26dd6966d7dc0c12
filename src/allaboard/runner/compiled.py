"""Whole games in compiled code, for bots that are compiled throughout: random play, and planners of any character.

Deals are those that other bots of the same seed and number would have; figures come as arrays with a row for each game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from allaboard.actions import ActionSpace, action_space
from allaboard.bots import make_bot
from allaboard.bots.planner.bot import Planner
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.planner.self_play import planner_games
from allaboard.bots.random import judged_random_games
from allaboard.editions import edition_ids, get_edition
from allaboard.editions.bounds import MAX_OFFER
from allaboard.engine.entry import new_states
from allaboard.engine.scoring import TOTAL, new_sheets
from allaboard.engine.seeding import seed_words
from allaboard.engine.typed_records import Flags, Int16s, Int32s, Int64s, Records
from allaboard.validation import check_players

__all__ = ["LOG_COLUMNS", "PlannerGames", "RandomGames", "compile_games", "planner_constants", "planner_of", "play_planners", "play_random"]


LOG_COLUMNS: Final = 2 + MAX_OFFER
"""What is written down of a decision: seat, action, and the tickets of the seat's offer."""


@dataclass(frozen=True)
class CompiledGames:
    """What games came to: score sheets and victories by game and seat, and decisions by game."""

    sheets: Int32s
    won: Flags
    decisions: Int64s

    @property
    def totals(self) -> Int64s:
        """Final scores by game and seat."""
        return self.sheets[:, :, TOTAL].astype(np.int64)


@dataclass(frozen=True)
class RandomGames(CompiledGames):
    """Games of random play, with whether a final round ended them."""

    by_final_round: Flags


@dataclass(frozen=True)
class PlannerGames(CompiledGames):
    """Games between planners, with how many tickets each seat had at the end, who began, and how they ended.

    `log` has a row for each decision of a game, where it was asked for: the seat, its action, and the tickets of its offer.
    """

    kept: Int64s
    starts: Int64s
    by_final_round: Flags
    log: Int16s


def play_random(actions: ActionSpace, players: int, seed: int | bytes, numbers: range) -> RandomGames:
    """Play the games of these numbers at random."""
    check_players(actions.edition, players, None)
    games = len(numbers)
    sheets, decisions = new_sheets(players, games), np.zeros(games, np.int64)
    won, by_final_round = np.zeros((games, players), np.bool_), np.zeros(games, np.bool_)
    judged_random_games(actions.boards, new_states(), players, seed_words(seed), numbers.start, sheets, decisions, won, by_final_round)
    return RandomGames(sheets, won, decisions, by_final_round)


def play_planners(
    actions: ActionSpace, constants: Records[Constants], seed: int | bytes, numbers: Int64s, *, room: int = 0
) -> PlannerGames:
    """Play a game for each of the numbers, in which each seat plays by its planner's constants: a row of them for each game.

    With `room` for so many decisions they are written down; a game that has more makes room for itself.
    """
    games, players = constants.shape
    if len(numbers) != games:
        raise ValueError(f"{len(numbers)} numbers were given for {games} rows of constants; a game has one of each")
    check_players(actions.edition, players, None)
    sheets, winners, decisions = new_sheets(players, games), np.zeros(games, np.int64), np.zeros(games, np.int64)
    kept, starts, by_final_round = np.zeros((games, players), np.int64), np.zeros(games, np.int64), np.zeros(games, np.bool_)
    log, words = np.zeros((games, room, LOG_COLUMNS), np.int16), seed_words(seed)
    written = sheets, winners, decisions, kept, starts, by_final_round, log
    planner_games(actions.boards, new_states(2), constants, new_scratch(), words, numbers, *written)
    if room and decisions.max() > room:
        return play_planners(actions, constants, seed, numbers, room=int(decisions.max()))
    return PlannerGames(sheets, (winners[:, None] >> np.arange(players)) & 1 == 1, decisions, kept, starts, by_final_round, log)


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
