"""The games of a simulation, batch by batch. Playing them, on threads, processes or alone, is the runner's.

Game n of a simulation is the same whoever plays it and with however many others: it is game n of the simulation's seed.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.planner.constants import Constants
from allaboard.bots.registry import bot_player
from allaboard.editions import Edition
from allaboard.engine.typed_records import Int16s, Records, joined_records
from allaboard.game import Game
from allaboard.runner.compiled import planner_constants, planner_of, play_planners, play_random, totals_of
from allaboard.runner.play import GameSpec, LoggedPlayout, Outcome, play_game, seated_in_game
from allaboard.runner.workers import ALONE, Workers
from allaboard.simulation.figures import Batch

__all__ = ["Simulation", "run"]

RANDOM: Final = "random"
COMPILED_CHUNK: Final = 1000
LARGEST_CHUNK: Final = 10
PLANNER_CHUNK: Final = 50
ROOM: Final = 256
"""Decisions that are made room for in a game; one that has more makes room for itself."""

Kept: TypeAlias = Literal["figures", "decisions", "records"]


@dataclass(frozen=True)
class Simulation:
    """What is to be played: an edition, a bot for each seat of the first game, how many games, and the seed of it all.

    The bots move on by one seat a game, so that each sits everywhere. `kept` says what is wanted beside the figures of each game: its
    decisions, or its record.
    """

    edition: Edition
    bots: tuple[str, ...]
    games: int
    seed: int
    kept: Kept = "figures"
    first: int = 0

    @property
    def players(self) -> int:
        """How many seats there are: one for each bot."""
        return len(self.bots)

    @property
    def compiled(self) -> bool:
        """Whether compiled code does all there is to do: games of planners or at random, without records, which are told in Python."""
        return self.random or (self.planners and self.kept != "records")

    @property
    def random(self) -> bool:
        """Whether all play at random, in games of which only the figures are wanted."""
        return self.kept == "figures" and set(self.bots) == {RANDOM}

    @property
    def planners(self) -> bool:
        """Whether all are planners or characters of it."""
        return all(planner_of(spec) is not None for spec in self.bots)

    def game(self, number: int) -> GameSpec:
        """Return a game by its number; compiled play deals the same."""
        bots = tuple(self.bots[place] for place in seated_in_game(self.players, number))
        return GameSpec(self.edition, bots, self.seed, deal=number, number=number)


def run(simulation: Simulation, workers: Workers = ALONE) -> Generator[Batch]:
    """Play the games and give their figures in order, batch by batch; whoever stops listening stops the play."""
    play, largest = partial(_play, simulation), LARGEST_CHUNK
    if simulation.random:
        play, largest = partial(_play_random, simulation), COMPILED_CHUNK
    elif simulation.planners:
        actions = action_space(simulation.edition)
        by_bot = joined_records([planner_constants(spec, actions, simulation.players) for spec in simulation.bots])
        play, largest = partial(_play_planners, simulation, by_bot), PLANNER_CHUNK
    ranges = workers.split(simulation.games - simulation.first, largest)
    return workers.map(play, (range(one.start + simulation.first, one.stop + simulation.first) for one in ranges))


def _play(simulation: Simulation, chunk: range) -> Batch:
    """Play games between bots, with a log only where one is wanted."""
    outcomes, decisions, records, logs = list[Outcome](), list[int](), list[str](), list[Int16s]()
    for number in chunk:
        spec = simulation.game(number)
        if simulation.kept == "records":
            game = spec.play()
            outcomes.append(Outcome.of(game))
            decisions.append(len(game.log))
            records.append(_record(spec, game))
        elif simulation.kept == "decisions":
            logged = LoggedPlayout(spec.edition, spec.players, spec.deal_seed)
            with spec.naming_faults():
                decisions.append(play_game(logged, spec.seat_bots(), spec.bots))
            outcomes.append(Outcome.of(logged))
            logs.append(np.array(logged.log, dtype=np.int16))
        else:
            outcome, count = spec.play_out()
            outcomes.append(outcome)
            decisions.append(count)
    return Batch(
        chunk.start,
        np.array([outcome.totals for outcome in outcomes]),
        np.array([outcome.won for outcome in outcomes]),
        np.array(decisions, dtype=np.int64),
        np.array([outcome.by_final_round for outcome in outcomes]),
        np.array([outcome.sheets for outcome in outcomes]),
        np.array([outcome.start for outcome in outcomes], dtype=np.int64),
        records,
        np.concatenate(logs) if logs else None,
    )


def _play_random(simulation: Simulation, chunk: range) -> Batch:
    """Play random games in compiled code, which lets other threads run."""
    games = play_random(action_space(simulation.edition), simulation.players, simulation.seed, chunk)
    return Batch(chunk.start, totals_of(games), games.won, games.decisions, games.by_final_round, games.sheets, games.starts)


def _play_planners(simulation: Simulation, by_bot: Records[Constants], chunk: range) -> Batch:
    """Play games between planners, each by its constants, in compiled code, which lets other threads run."""
    actions, players = action_space(simulation.edition), simulation.players
    numbers = np.arange(chunk.start, chunk.stop)
    constants = by_bot[seated_in_game(players, numbers)]
    games = play_planners(actions, constants, simulation.seed, numbers, room=0 if simulation.kept == "figures" else ROOM)
    figures = totals_of(games), games.won, games.decisions, games.by_final_round, games.sheets, games.starts
    if simulation.kept == "records":
        told = zip(chunk, games.log, games.decisions, strict=True)
        return Batch(chunk.start, *figures, [_replayed(simulation.game(number), log[:count]) for number, log, count in told])
    log = games.log[np.arange(games.log.shape[1]) < games.decisions[:, None]] if simulation.kept == "decisions" else None
    return Batch(chunk.start, *figures, log=log)


def _replayed(spec: GameSpec, log: Int16s) -> str:
    """The record of a game that compiled code has played, by what it wrote down."""
    game = spec.game()
    for seat, action in log[:, :2].tolist():
        game.play(action, seat)
    return _record(spec, game)


def _record(spec: GameSpec, game: Game) -> str:
    record = game.record([bot_player(bot) for bot in spec.bots])
    return json.dumps(record.data, ensure_ascii=False, separators=(",", ":"))
