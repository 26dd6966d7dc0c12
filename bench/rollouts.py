"""Measure the rollouts of the search: how strong a player is who decides as they do, and how many games they play a second.

    python bench/rollouts.py                                            five tables
    python bench/rollouts.py --tables new-york:2,usa:4 --blocks 500

A player who keeps its plan, and one who keeps its thoughts as well (`decide_on`), each sit among planners at the same deals in every
seating; the difference between them is by blocks, like the other intervals of 95 %. Games a second are those of a decision's candidates
in common worlds, at four moments of a game, of the search as it is and with rollouts that look at every turn anew, in turn.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from allaboard.actions import action_space
from allaboard.bots.planner.constants import Constants, constants_of
from allaboard.bots.planner.decide import decide, decide_on
from allaboard.bots.planner.scratch import NO_PLAN, Scratches, new_scratch
from allaboard.bots.search.evaluation import NOT_KEPT, Trial
from allaboard.bots.search.worlds import NOTHING, try_worlds
from allaboard.editions import get_edition
from allaboard.engine.entry import new_states
from allaboard.engine.jit import compiled
from allaboard.engine.playout import next_seat
from allaboard.engine.records import OVER, Boards, States
from allaboard.engine.redaction import redact_moment
from allaboard.engine.scoring import COLUMNS, score, winners
from allaboard.engine.seeding import seed_words, set_game_seed
from allaboard.engine.setup import set_up
from allaboard.engine.turn import apply
from allaboard.engine.typed_records import Floats, Records, Words
from allaboard.runner import GameSpec

MOMENTS = (0.05, 0.3, 0.55, 0.8)
GAMES = 3
SEED = 1
WORLDS = 4


@compiled
def victories(
    boards: Boards, states: States, constants: Records[Constants], scratches: Scratches, seed: Words, anew: bool, blocks: int, players: int
) -> Floats:
    """The share of each deal's victories that go to the one seat whose plan outlives its turn, in every seating, among planners."""
    board, state, seen = boards[0], states[0], states[1]
    game_seed, shares = np.empty(4, np.uint64), np.zeros(blocks)
    sheets = np.zeros((players, COLUMNS), np.int32)
    for game in range(blocks * players):
        block, own = game // players, game % players
        set_game_seed(game_seed, seed, block)
        set_up(board, state, players, -1, game_seed, None)
        scratches[0].plan_tickets = NO_PLAN
        while state.phase != OVER:
            seat = next_seat(state)
            states[1] = states[0]
            redact_moment(board, seen, seat)
            if seat == own:
                action = decide_on(board, seen, seat, constants[0], scratches[0], anew)
            else:
                action = decide(board, seen, seat, constants[0], scratches[1])
            apply(board, state, seat, action, None)
        score(board, state, sheets)
        winning = winners(board, players, sheets)[0]
        if (winning >> own) & 1:
            sharing = 0
            for seat in range(players):
                sharing += (winning >> seat) & 1
            shares[block] += 1.0 / (sharing * players)
    return shares


def strength(edition: str, players: int, blocks: int, seed: int) -> str:
    """What share of the games each of the two wins among planners, and the difference."""
    boards = action_space(get_edition(edition)).boards
    constants, words = constants_of(boards[0], players), seed_words(seed)
    plan, thoughts = (
        100.0 * victories(boards, new_states(2), constants, new_scratch(2), words, anew, blocks, players) for anew in (True, False)
    )
    return ", ".join(
        f"{name} {shares.mean():.1f} % ± {1.96 * shares.std(ddof=1) / np.sqrt(blocks):.1f}"
        for name, shares in (("with its plan", plan), ("with its thoughts", thoughts), ("difference", thoughts - plan))
    )


def trials(edition: str, players: int, anew: bool) -> list[Trial]:
    """Decisions of some games between planners, at each of the moments."""
    found = []
    for number in range(GAMES):
        game = GameSpec(get_edition(edition), ("planner",) * players, SEED, number, number).play()
        for moment in (game.at(int(share * len(game.log))) for share in MOMENTS):
            seat = moment.acting[0]
            found.append(Trial(moment.observe(seat), seat, number, 1, anew=anew))
    return found


def speed(edition: str, players: int, rounds: int) -> str:
    """Games a second of processor time, looking at every turn anew and not."""
    sides = [trials(edition, players, anew) for anew in (True, False)]
    spent = np.zeros((2, rounds, len(sides[0])))
    games = sum(WORLDS * len(trial.actions) for trial in sides[0])
    for number in range(-1, rounds):  # the first fetches the compiled code
        for side, own in enumerate(sides):
            for place, trial in enumerate(own):
                won, margins = np.empty((2, WORLDS, len(trial.actions), players))
                by_planner = np.full(len(trial.actions), NOTHING)
                begun = time.process_time()
                try_worlds(trial.decision, trial.workspaces[0], number * WORLDS, trial.actions, by_planner, won, margins, NOT_KEPT)
                if number >= 0:
                    spent[side, number, place] = time.process_time() - begun
    anew, kept = spent.sum(axis=2)
    ratio = anew.sum() / kept.sum()
    return f"{games * rounds / anew.sum():.0f} and {games * rounds / kept.sum():.0f} games a second: {ratio:.2f} times as many"


def main() -> None:
    """Read the arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="new-york:2,london:2,usa:2,new-york:4,usa:4", help="editions and players")
    parser.add_argument("--blocks", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=71_001)
    chosen = parser.parse_args()
    for table in chosen.tables.split(","):
        edition, players = table.split(":")
        print(f"{edition} with {players}: {strength(edition, int(players), chosen.blocks, chosen.seed)}", flush=True)
        print(f"{edition} with {players}: {speed(edition, int(players), chosen.rounds)}", flush=True)


if __name__ == "__main__":
    main()
