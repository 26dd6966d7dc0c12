"""The games of a simulation, batch by batch. Playing them, on threads, processes or alone, is the runner's.

Game n of a simulation is the same whoever plays it and with however many others: it is game n of the simulation's seed.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.registry import bot_player
from allaboard.editions import Edition
from allaboard.runner.compiled import play_random
from allaboard.runner.play import GameSpec, Outcome
from allaboard.runner.workers import ALONE, Workers
from allaboard.simulation.figures import Batch

__all__ = ["Simulation", "run"]

RANDOM: Final = "random"
COMPILED_CHUNK: Final = 1000
LARGEST_CHUNK: Final = 10


@dataclass(frozen=True)
class Simulation:
    """What is to be played: an edition, a bot for each seat of the first game, how many games, and the seed of it all.

    The bots move on by one seat a game, so that each sits everywhere. `records` asks for the games themselves beside their figures.
    """

    edition: Edition
    bots: tuple[str, ...]
    games: int
    seed: int
    records: bool = False

    @property
    def players(self) -> int:
        """How many seats there are: one for each bot."""
        return len(self.bots)

    @property
    def compiled(self) -> bool:
        """Whether compiled code plays these games without bots: random play that nobody wants to read."""
        return not self.records and set(self.bots) == {RANDOM}

    def game(self, number: int) -> GameSpec:
        """Return a game by its number; compiled play deals the same."""
        bots = tuple(self.bots[(seat + number) % self.players] for seat in range(self.players))
        return GameSpec(self.edition, bots, self.seed, deal=number, number=number)


def run(simulation: Simulation, workers: Workers = ALONE) -> Generator[Batch]:
    """Play the games and give their figures in order, batch by batch; whoever stops listening stops the play."""
    play, largest = (_play_compiled, COMPILED_CHUNK) if simulation.compiled else (_play, LARGEST_CHUNK)
    return workers.map(partial(play, simulation), workers.split(simulation.games, largest))


def _play(simulation: Simulation, chunk: range) -> Batch:
    """Play games between bots, with a log only where records are wanted."""
    outcomes, decisions, records = list[Outcome](), np.zeros(len(chunk), dtype=np.int64), list[str]()
    for row, number in enumerate(chunk):
        if simulation.records:
            spec = simulation.game(number)
            game = spec.play()
            outcome, decisions[row] = Outcome.of(game), len(game.log)
            record = game.record([bot_player(bot) for bot in spec.bots])
            records.append(json.dumps(record.data, ensure_ascii=False, separators=(",", ":")))
        else:
            outcome, decisions[row] = simulation.game(number).play_out()
        outcomes.append(outcome)
    totals, won = np.array([outcome.totals for outcome in outcomes]), np.array([outcome.won for outcome in outcomes])
    return Batch(chunk.start, totals, won, decisions, np.array([outcome.by_final_round for outcome in outcomes]), records)


def _play_compiled(simulation: Simulation, chunk: range) -> Batch:
    """Play random games in compiled code, which lets other threads run."""
    games = play_random(action_space(simulation.edition), simulation.players, simulation.seed, chunk)
    return Batch(chunk.start, games.totals, games.won, games.decisions, games.by_final_round)
