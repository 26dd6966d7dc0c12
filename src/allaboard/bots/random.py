"""Play at random, what every other bot is measured against first: as a bot like others, and as whole games in compiled code."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from allaboard.editions import Edition
from allaboard.engine.jit import compiled
from allaboard.engine.playout import random_games
from allaboard.engine.records import Boards, States
from allaboard.engine.scoring import winners
from allaboard.engine.typed_records import Flags, Int32s, Int64s, Words
from allaboard.observation import Observation

__all__ = ["RandomBot", "RandomGames", "judged_random_games"]


class RandomBot:
    """Plays any legal action, all equally likely."""

    def __init__(self) -> None:
        self._random = Random(0)

    def begin(self, edition: Edition, players: int, seat: int, seed: int) -> None:
        """Take a seat with random numbers of its own."""
        self._random = Random(seed)

    def choose(self, observation: Observation) -> int:
        """Any legal action."""
        return self._random.choice(observation.legal_ids)


class RandomGames(NamedTuple):
    """What is written down of random games, a row for each."""

    sheets: Int32s
    won: Flags  # by seat
    decisions: Int64s
    by_final_round: Flags  # whether one ended it
    starts: Int64s


@compiled
def judged_random_games(boards: Boards, states: States, players: int, seed: Words, first: int, games: RandomGames) -> None:
    """Random games with who began and who won them and how they ended, which can be seen only while the last state stands."""
    sheets, won, decisions, by_final_round, starts = games
    for game in range(len(sheets)):
        random_games(boards, states, players, seed, first + game, sheets[game : game + 1], decisions[game : game + 1])
        winning, _ = winners(boards[0], players, sheets[game])
        for seat in range(players):
            won[game, seat] = (winning >> seat) & 1 == 1
        by_final_round[game] = states[0].final_turns == 0
        starts[game] = states[0].start
