"""What the search gains from worlds that contradict nothing it saw: one search among copies that forget what was counted at reshuffles.

    python bench/worlds.py                     plays what is missing (200 blocks a table) and prints a table
    python bench/worlds.py --blocks 20 --games 100

`Pooled` is the search as it was: all cards that it has not seen are one pool. Both have the same number of games a decision, so the
figures can be had again on any machine. Games are kept in build/worlds.sqlite, so that the command can be stopped and started again.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import replace

from ladder import ROOT, command

from allaboard.bots.search.analysis import Analysis
from allaboard.bots.search.bot import Search
from allaboard.observation import Observation

TABLES = [(city, players) for city in ("new-york", "london") for players in (3, 4)]
SEED = 61_001


class Pooled(Search):
    """The search without the card log: after a reshuffle it believes cards to be where they cannot be."""

    def analyse(self, observation: Observation) -> Analysis:
        """Decide with an observation from which the log is taken."""
        states = observation.states.copy()
        states["card_log"] = 0
        states["card_log_size"] = states["row_bounds"] = 0
        return super().analyse(replace(observation, states=states))


def main() -> None:
    """Play the matches and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--games", type=int, default=60, help="games that a decision is tried with")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT / "bench"), os.environ.get("PYTHONPATH"))))
    (ROOT / "build").mkdir(exist_ok=True)
    print("| edition | players | victories | of its share | blocks |\n| --- | ---: | ---: | ---: | ---: |", flush=True)
    for edition, players in TABLES:
        bots = f"search:{options.games},worlds:Pooled:{options.games}"
        counts = ("--players", players, "--blocks", options.blocks, "--seed", SEED, "--jobs", options.jobs)
        found = json.loads(
            command("arena", edition, "--bots", bots, *map(str, counts), "--out", ROOT / "build" / "worlds.sqlite", "--json")
        )
        run = found["matches"][0]["places"][0]
        victories = f"{100 * run['share']:.1f} % ({100 * run['low']:.1f} to {100 * run['high']:.1f})"
        share = f"{run['share'] * players:.2f} ({run['low'] * players:.2f} to {run['high'] * players:.2f})"
        print(f"| {edition} | {players} | {victories} | {share} | {run['blocks']} |", flush=True)


if __name__ == "__main__":
    main()
