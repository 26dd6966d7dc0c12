"""The check of a bot: whether it plays every edition and number of players to the end by the rules, and how long it takes.

A bot is given observations and nothing else, so there is nothing hidden for it to look at; what can be checked is that it decides by what
it sees: the same observation and the same seed, the same action.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import Final

import numpy as np

from allaboard.actions import Action
from allaboard.bots import Bot
from allaboard.editions import Edition
from allaboard.engine.entry import new_states, resampled
from allaboard.observation import Observation, observe
from allaboard.runner.faults import BotFault
from allaboard.runner.play import GameSpec, Outcome, TimedBot, action_number, play_game

__all__ = [
    "MOST_ACTIONS",
    "TIME_LIMIT",
    "LimitedBot",
    "TableCheck",
    "TooSlow",
    "check_bot",
    "ready_in_time",
    "seat_in_time",
    "time_limit",
]

OPPONENT: Final = "random"
"""Who sits in the other seats: it brings games where no sensible player would."""

MOST_ACTIONS: Final = 5000
"""A game of so many actions goes nowhere: a bot that never claims a route can keep it from ending."""

OTHER_WORLDS: Final = 3
"""Games of a table in which the bot is asked a second time, in another world that looks the same to it."""


TIME_LIMIT: Final = 60.0
"""Seconds for a decision: what takes longer hangs, for all that anybody can tell."""


class TooSlow(Exception):  # noqa: N818 - the bot's fault, not the program's
    """A bot that has not decided in time."""


@dataclass
class TableCheck:
    """What was found on one table: games, victories, the time of every decision in seconds, and what was wrong."""

    edition: str
    players: int
    games: int = 0
    wins: float = 0.0
    seconds: list[float] = field(default_factory=list)
    faults: list[BotFault] = field(default_factory=list)
    compared: int = 0
    """Decisions that were asked for again in a world that looks the same."""
    moody: int = 0
    """Those of them that came out differently."""

    @property
    def mean_ms(self) -> float:
        """The mean time of a decision in milliseconds."""
        return 1000.0 * float(np.mean(self.seconds)) if self.seconds else 0.0

    @property
    def worst_ms(self) -> float:
        """The longest decision in milliseconds."""
        return 1000.0 * max(self.seconds, default=0.0)


def check_bot(
    spec: str,
    editions: Sequence[Edition],
    games: int,
    seed: int,
    limit: float = TIME_LIMIT,
    played: Callable[[TableCheck], object] = lambda _: None,
) -> Iterator[TableCheck]:
    """Let a bot play on every table of some editions, with so many seconds for a decision, one report a table.

    It takes another seat in every game; after each, `played` hears of the report. The check ends with a bot that is not ready for a game in
    time: it would take as long before every other.
    """
    unready = False
    for edition in editions:
        for players in range(edition.min_players, edition.max_players + 1):
            report = TableCheck(edition.id, players)
            for number in range(games):
                try:
                    _play(spec, edition, players, number, seed, limit, report)
                except BotFault as fault:
                    if isinstance(fault.__cause__, TooSlow):
                        fault.repeat += f" --limit {limit:g}"
                        unready = fault.action == 0
                    report.faults.append(fault)
                played(report)
                if unready:
                    break
            yield report
            if unready:
                return


class LimitedBot:
    """A bot that has to decide in time."""

    def __init__(self, bot: Bot, limit: float) -> None:
        self.bot, self.limit = bot, limit

    def choose(self, observation: Observation) -> Action | int:
        """Return what the bot chooses; TooSlow when it takes too long."""
        with time_limit(self.limit):
            return self.bot.choose(observation)


@contextmanager
def time_limit(seconds: float, missed: str = "no decision") -> Iterator[None]:
    """Raise TooSlow when the time is up: in the midst of it where the system has a timer and this is the main thread, else afterwards."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        begun = time.perf_counter()
        yield
        if time.perf_counter() - begun > seconds:
            raise TooSlow(f"{missed} within {seconds:g} s")
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"{missed} within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ready_in_time(limit: float) -> AbstractContextManager[None]:
    """Give a bot the time to be ready for a game: reading its files may take longer than a decision."""
    return time_limit(max(limit, TIME_LIMIT), "not ready for the game")


def seat_in_time(planned: GameSpec, limit: float) -> list[Bot]:
    """Return the bots of a game, prepared; who takes too long for that is at fault."""
    return planned.seat_bots(partial(ready_in_time, limit))


class SecondOpinion:
    """A bot that is asked with a twin of it, who sees another world that looks the same; `changed` counts where they disagree."""

    def __init__(self, bot: Bot, twin: Bot) -> None:
        self.bot, self.twin = bot, twin
        self.compared = self.changed = 0

    def choose(self, observation: Observation) -> Action | int:
        """Return what the bot chooses."""
        choice, elsewhere = self.bot.choose(observation), _elsewhere(observation, self.compared)
        self.changed += _number(self.twin.choose(elsewhere), elsewhere) != _number(choice, observation)
        self.compared += 1
        return choice


def _play(spec: str, edition: Edition, players: int, number: int, seed: int, limit: float, report: TableCheck) -> None:
    own = number % players
    names = tuple(spec if seat == own else OPPONENT for seat in range(players))
    planned = GameSpec(edition, names, seed, deal=number, number=number)
    game = planned.playout()
    with planned.naming_faults():
        bots, twins = seat_in_time(planned, limit), seat_in_time(planned, limit)
        timed = TimedBot(LimitedBot(bots[own], limit))
        doubted = SecondOpinion(timed, LimitedBot(twins[own], limit))
        bots[own] = doubted if number < OTHER_WORLDS else timed
        try:
            play_game(game, bots, names, most=MOST_ACTIONS)
        finally:
            report.seconds += timed.seconds
            report.compared += doubted.compared
            report.moody += doubted.changed
    report.games += 1
    won = Outcome.of(game).won
    report.wins += float(won[own] / won.sum())


def _elsewhere(observation: Observation, seed: int) -> Observation:
    """Return what the seat sees in another world: it cannot tell it from this one."""
    assert observation.seat is not None
    states = new_states()
    stream = np.array([seed, 1, 2, 3], dtype=np.uint64)
    resampled(observation.actions.boards, observation.states, observation.seat, stream, states)
    return observe(observation.actions, states, observation.seat)


def _number(choice: Action | int, observation: Observation) -> int | None:
    assert observation.seat is not None
    return action_number(observation.actions, observation.states, observation.seat, choice)
