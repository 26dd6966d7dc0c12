"""Measure a planner on boards that nobody has tuned for: sketches of `allaboard edition new`, each with as many players as its turn says.

    python bench/unseen.py                                  the planner among planner@1, 50 boards of 8 to 40 places
    python bench/unseen.py --bots racer,planner --boards 20 --blocks 100

The first bot sits among copies of the second. A share of 1.00 is what chance would give; the interval is 95 %, by boards.
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

from allaboard.arena.match import Match, play_blocks
from allaboard.editions import Edition
from allaboard.editions.loader import load_text
from allaboard.editions.sketch import FEWEST_PLACES, MOST_PLACES, sketch


def board_text(text: str, name: str) -> str:
    """The board's file, by whatever name the edition calls it."""
    return text


def sketched(number: int) -> Edition:
    """Board so-and-so: the places go up with the number, over the whole range again and again."""
    places = FEWEST_PLACES + 7 * number % (MOST_PLACES - FEWEST_PLACES + 1)
    made = sketch(f"unseen-{number}", f"Unseen {number}", places)
    return load_text(made.edition, partial(board_text, made.board))


def share_on(edition: Edition, number: int, bots: tuple[str, str], blocks: int, seed: int) -> tuple[int, float]:
    """How many play on a board, and how much of its share the first bot wins there."""
    players = edition.min_players + number % (edition.max_players - edition.min_players + 1)
    match = Match(edition, (bots[0], *[bots[1]] * (players - 1)), seed)
    return players, players * float(play_blocks(match, range(blocks)).shares[:, 0].mean())


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="planner,planner@1", help="two planners: one, and those that it sits among")
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--blocks", type=int, default=60, help="deals on each board, in every seating")
    parser.add_argument("--seed", type=int, default=50)
    chosen = parser.parse_args()
    one, other = chosen.bots.split(",")
    played = [share_on(sketched(number), number, (one, other), chosen.blocks, chosen.seed) for number in range(chosen.boards)]
    for least, most in ((2, 2), (3, 5), (2, 5)):
        shares = np.array([share for players, share in played if least <= players <= most])
        error = 1.96 * shares.std(ddof=1) / np.sqrt(len(shares))
        seats = str(least) if least == most else f"{least} to {most}"
        print(f"{one} among {other}, {len(shares)} boards, {seats} players: {shares.mean():.3f} ± {error:.3f} of its share")


if __name__ == "__main__":
    main()
