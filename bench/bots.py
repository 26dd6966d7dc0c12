"""Measure the planner: speed, scores in self-play, tickets made, and its styles against it, on every edition and number of players.

    python bench/bots.py                    all editions and player counts, 500 games each
    python bench/bots.py usa 2 --games 2000
    python bench/bots.py usa 2 --rivals racer,collector,blocker --blocks 500

Games run in compiled code on one core; times are processor times. Intervals are 95 %, by blocks: a block is one deal in every seating.
Against bots outside compiled code use `allaboard simulate`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from allaboard.actions import action_table
from allaboard.arena.tuning import play_blocks
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.games import planner_games
from allaboard.bots.planner.work import new_works
from allaboard.editions import Edition, edition, edition_ids
from allaboard.engine.entry import new_states
from allaboard.engine.scoring import COMPLETED, TOTAL, new_sheets


def self_play(box: Edition, players: int, games: int, seed: int) -> str:
    """Figures of planners among themselves."""
    boards = action_table(box).boards
    sheets, won, decisions = new_sheets(players, games), np.zeros(games, np.int64), np.zeros(games, np.int64)
    kept = np.zeros((games, players), np.int64)
    constants = np.repeat(constants_of(boards[0], seats=players)[None], games, axis=0)
    words = np.array([seed, 0, 0, 0], dtype=np.uint64)
    room = new_states(2), constants, new_works(), words
    planner_games(boards, room[0], constants[:1], room[2], words, np.zeros(1, np.int64), sheets[:1], won[:1], decisions[:1], kept[:1])
    begun = time.process_time()
    planner_games(boards, *room, np.arange(games), sheets, won, decisions, kept)
    spent = time.process_time() - begun
    totals = sheets[:, :, TOTAL]
    error = 1.96 * totals.mean(axis=1).std(ddof=1) / np.sqrt(games)
    return (
        f"{box.id:16} {players} {totals.mean():7.1f} ± {error:.1f} {totals.max(axis=1).mean():7.1f} "
        f"{100 * sheets[:, :, COMPLETED].sum() / kept.sum():5.1f} % {kept.mean():5.2f} {decisions.mean():6.0f} "
        f"{1e6 * spent / decisions.sum():6.1f} {games / spent:7.0f}"
    )


def duel(box: Edition, players: int, rival: str, blocks: int, seed: int) -> str:
    """The planner among others of one style."""
    table = action_table(box)
    own, other = constants_of(table.boards[0]), constants_of(table.boards[0], rival)
    played = play_blocks(table, players, np.repeat(own, blocks), np.repeat(other, blocks), seed)
    return f"{box.id:16} {players} planner against {rival:10} {100 * played.share:5.1f} % ± {196 * played.error:.1f}"


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", nargs="?", choices=edition_ids())
    parser.add_argument("players", nargs="?", type=int)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rivals", default="")
    parser.add_argument("--blocks", type=int, default=300)
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    boxes = [edition(name) for name in ([chosen.edition] if chosen.edition else edition_ids())]
    tables = [(box, players) for box in boxes for players in range(box.min_players, box.max_players + 1)]
    tables = [(box, players) for box, players in tables if chosen.players in (None, players)]
    print(f"{'edition':16} n    mean         winner   made    kept decisions  µs  games/s")
    for box, players in tables:
        print(self_play(box, players, chosen.games, chosen.seed), flush=True)
    for rival in filter(None, chosen.rivals.split(",")):
        for box, players in tables:
            print(duel(box, players, rival, chosen.blocks, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
