"""The check of a bot: whether it plays every edition and number of players to the end by the rules, and how long it takes.

A bot is given observations and nothing else, so there is nothing hidden for it to look at; what can be checked is that it decides by what
it sees: the same observation and the same seed, the same action.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, SupportsIndex

import numpy as np

from allaboard.actions import Action
from allaboard.bots import Bot, BotError
from allaboard.editions import Edition
from allaboard.engine.entry import new_states, resampled
from allaboard.game import Game
from allaboard.observation import Observation, observe
from allaboard.simulation.match import play_action, seat_bots

__all__ = ["TableCheck", "check_bot"]

OPPONENT: Final = "random"
"""Who sits in the other seats: it brings games where no sensible player would."""

MOST_ACTIONS: Final = 5000
"""A game of so many actions goes nowhere: a bot that never claims a route can keep it from ending."""

OTHER_WORLDS: Final = 3
"""Games of a table in which the bot is asked a second time, in another world that looks the same to it."""


@dataclass
class TableCheck:
    """What was found on one table: games, victories, the time of every decision in seconds, and what was wrong."""

    edition: str
    players: int
    games: int = 0
    wins: float = 0.0
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    moody: int = 0
    """Decisions that came out differently when asked again in a world that looks the same."""

    @property
    def mean_ms(self) -> float:
        """The mean time of a decision in milliseconds."""
        return 1000.0 * float(np.mean(self.seconds)) if self.seconds else 0.0

    @property
    def worst_ms(self) -> float:
        """The longest decision in milliseconds."""
        return 1000.0 * max(self.seconds, default=0.0)


def check_bot(spec: str, editions: Sequence[Edition], games: int, seed: int) -> Iterator[TableCheck]:
    """Let a bot play on every table of some editions, one report a table; it takes another seat in every game."""
    for edition in editions:
        for players in range(edition.min_players, edition.max_players + 1):
            report = TableCheck(edition.id, players)
            for number in range(games):
                try:
                    _play(spec, edition, players, number, seed, report)
                except BotError as error:
                    report.faults.append(f"game {number} (seed {seed + number}): {error}")
            yield report


class Watched:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Bot, seconds: list[float]) -> None:
        self.bot, self.seconds = bot, seconds

    def choose(self, observation: Observation) -> Action | int:
        """What the bot chooses."""
        begun = time.perf_counter()
        choice = self.bot.choose(observation)
        self.seconds.append(time.perf_counter() - begun)
        return choice


def _play(spec: str, edition: Edition, players: int, number: int, seed: int, report: TableCheck) -> None:
    game, own = Game(edition, players, seed + number), number % players
    names = [spec if seat == own else OPPONENT for seat in range(players)]
    bots = seat_bots(game, names, seed, number)
    watched, twin = Watched(bots[own], report.seconds), seat_bots(game, names, seed, number)[own]
    while not game.over:
        if len(game.log) >= MOST_ACTIONS:
            raise BotError(f"the game does not end: {MOST_ACTIONS} actions were played")
        seat = game.acting[0]
        if seat != own:
            play_action(game, bots[seat], seat, names[seat])
            continue
        elsewhere = _elsewhere(game, own, len(game.log))
        play_action(game, watched, own, spec)
        if number < OTHER_WORLDS and _number(twin.choose(elsewhere), elsewhere) != game.log[-1].action:
            report.moody += 1
    report.games += 1
    winners = game.result().winners
    report.wins += (own in winners) / len(winners)


def _elsewhere(game: Game, seat: int, seed: int) -> Observation:
    """What the seat sees in another world: it cannot tell it from this one."""
    states = new_states()
    stream = np.array([seed, 1, 2, 3], dtype=np.uint64)
    resampled(game.actions.boards, game.observe(seat).states, seat, stream, states)
    return observe(game.actions, states, seat)


def _number(choice: Action | int, observation: Observation) -> int | None:
    return int(choice) if isinstance(choice, SupportsIndex) else observation.actions.number(choice, observation.offer)
