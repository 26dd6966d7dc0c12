"""How fast games become data, beside the raw engine and the arena in the same run: `python bench/data.py`.

One core, planners of two characters. A game counts once its rows, a row a decision, or its record are made; with pyarrow, once they are in
a file too. The raw engine plays at random, without a bot's thought.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from allaboard.actions import action_space
from allaboard.arena.match import Match, play_blocks
from allaboard.editions import get_edition
from allaboard.engine.entry import new_states
from allaboard.engine.playout import random_games
from allaboard.engine.scoring import new_sheets
from allaboard.engine.seeding import seed_words
from allaboard.simulation import Simulation, run
from allaboard.simulation.dataset import decision_columns, game_columns
from allaboard.simulation.dataset_files import DatasetFile
from allaboard.simulation.figures import joined

BOTS = ("planner", "racer")


def games_a_second(play: Callable[[], int]) -> float:
    """Games a second of processor time, all threads together, after one round that fetches compiled code."""
    play()
    began = time.process_time()
    games = play()
    return games / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="new-york")
    parser.add_argument("--games", type=int, default=2000)
    options = parser.parse_args()
    edition, games = get_edition(options.edition), options.games
    simulation = Simulation(edition, BOTS, games, 1, "decisions")

    def engine() -> int:
        sheets, decisions = new_sheets(len(BOTS), games), np.zeros(games, np.int64)
        random_games(action_space(edition).boards, new_states(), len(BOTS), seed_words(1), 0, sheets, decisions)
        return games

    def arena() -> int:
        play_blocks(Match(edition, BOTS, 1), range(games // 2))
        return games

    def rows() -> int:
        batch = joined(list(run(simulation)))
        game_columns(simulation, batch)
        decision_columns(simulation, batch)
        return games

    def file() -> int:
        with tempfile.TemporaryDirectory() as folder:
            out = DatasetFile(Path(folder) / "games.parquet", simulation)
            for batch in run(simulation):
                out.add(batch)
            out.finish()
        return games

    def records() -> int:
        few = replace(simulation, games=max(1, games // 10), kept="records")
        return sum(len(batch.records) for batch in run(few))

    raw, base = games_a_second(engine), games_a_second(arena)
    print(f"{edition.id}, {games} games between {' and '.join(BOTS)}, one core")
    print(f"{'the engine alone, at random':28} {raw:9,.0f} games/s")
    print(f"{'arena':28} {base:9,.0f} games/s  {base / raw:7.4f} of the engine")
    for name, play in (("rows", rows), *([("Parquet", file)] if find_spec("pyarrow") else []), ("records", records)):
        speed = games_a_second(play)
        print(f"{name:28} {speed:9,.0f} games/s  {speed / raw:7.4f} of the engine, {speed / base:5.2f} of the arena")


if __name__ == "__main__":
    main()
