"""Many games: bots on processes, random play in compiled code on threads.

Game n of a simulation is the same whoever plays it and with however many others: its seed follows from the simulation's and n alone.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.random import judged_random_games
from allaboard.editions import Edition
from allaboard.engine.entry import new_states
from allaboard.engine.scoring import TOTAL, new_sheets
from allaboard.game import Game, seed_bytes
from allaboard.simulation.figures import Batch
from allaboard.simulation.match import play_game, seat_bots

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

    def seating(self, number: int) -> tuple[str, ...]:
        """The bots of a game by seat."""
        return tuple(self.bots[(seat + number) % self.players] for seat in range(self.players))

    def game(self, number: int) -> Game:
        """A game, set up; compiled play deals the same."""
        *words, last = _words(self.seed)
        seed = b"".join(word.to_bytes(8, "little") for word in (*words, (last + number) % (1 << 64)))
        return Game(self.edition, self.players, seed)


def run(simulation: Simulation, jobs: int = 1) -> Generator[Batch]:
    """Play the games and give their figures in order, batch by batch; whoever stops listening stops the play."""
    size = COMPILED_CHUNK if simulation.compiled else max(1, min(LARGEST_CHUNK, simulation.games // (4 * jobs)))
    chunks = (range(first, min(first + size, simulation.games)) for first in range(0, simulation.games, size))
    play = partial(_play_compiled if simulation.compiled else _play, simulation)
    if jobs == 1:
        yield from map(play, chunks)
        return
    executor: Executor
    if simulation.compiled:
        executor = ThreadPoolExecutor(jobs)
    else:
        executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
    waiting: deque[Future[Batch]] = deque()
    try:
        # Two chunks a worker are under way or in line, so that none waits and an end comes soon.
        with _deaf_children():
            waiting.extend(executor.submit(play, chunk) for chunk in islice(chunks, 2 * jobs))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(executor.submit(play, chunk) for chunk in islice(chunks, 1))
    finally:
        executor.shutdown(cancel_futures=True)


def _play(simulation: Simulation, chunk: range) -> Batch:
    """Games between bots, in Python."""
    totals = np.zeros((len(chunk), simulation.players), dtype=np.int64)
    won = np.zeros((len(chunk), simulation.players), dtype=np.bool_)
    decisions = np.zeros(len(chunk), dtype=np.int64)
    by_final_round = np.zeros(len(chunk), dtype=np.bool_)
    records: list[str] = []
    for row, number in enumerate(chunk):
        game, names = simulation.game(number), simulation.seating(number)
        play_game(game, seat_bots(game, names, simulation.seed, number), names)
        result = game.result()
        totals[row] = [sheet.total for sheet in result.sheets]
        won[row, list(result.winners)] = True
        decisions[row] = len(game.log)
        by_final_round[row] = game.state["final_turns"] == 0
        if simulation.records:
            records.append(json.dumps(game.record().data, ensure_ascii=False, separators=(",", ":")))
    return Batch(chunk.start, totals, won, decisions, by_final_round, records)


def _play_compiled(simulation: Simulation, chunk: range) -> Batch:
    """Random games in compiled code, which lets other threads run."""
    players, games = simulation.players, len(chunk)
    sheets, decisions = new_sheets(players, games), np.zeros(games, dtype=np.int64)
    won, by_final_round = np.zeros((games, players), dtype=np.bool_), np.zeros(games, dtype=np.bool_)
    seed = np.array(_words(simulation.seed), dtype=np.uint64)
    boards = action_space(simulation.edition).boards
    judged_random_games(boards, new_states(), players, seed, chunk.start, sheets, decisions, won, by_final_round)
    return Batch(chunk.start, sheets[:, :, TOTAL].astype(np.int64), won, decisions, by_final_round)


def _words(seed: int) -> tuple[int, ...]:
    """A seed as the engine's four words."""
    return tuple(int(word) for word in np.frombuffer(seed_bytes(seed), dtype="<u8"))


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started meanwhile leave Ctrl-C to this one, which then ends them in good order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
