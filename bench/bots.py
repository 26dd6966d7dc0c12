"""Measure the bots: the planner's speed, scores and tickets, its styles against it, and searching bots in paired blocks.

    python bench/bots.py                    planners among themselves: all editions and player counts, 500 games each
    python bench/bots.py usa 2 --games 2000
    python bench/bots.py usa 2 --games 100 --rivals racer,collector,blocker --blocks 500
    python bench/bots.py usa 2 --games 100 --match search:200,planner --blocks 40 --threads 2
    python bench/bots.py usa 2 --games 100 --attack 150 --blocks 200 --threads 2
    python bench/bots.py new-york 2 --games 100 --calibration 200 --blocks 100

Planners' games run in compiled code on one core; times are processor times. Intervals are 95 %, by blocks: a block is one deal in every
seating. In a match the first bot sits among copies of the second; with budgets in games its result is the same on every machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from allaboard.actions import Action, action_space
from allaboard.arena.match import Match
from allaboard.arena.tuning import Tuner, play_blocks
from allaboard.bots import bot_seed
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.search.bot import Search
from allaboard.editions import Edition, edition_ids, get_edition
from allaboard.engine.scoring import COMPLETED
from allaboard.observation import Observation
from allaboard.runner import GameSpec, Outcome, TimedBot, Workers, play_game, workers
from allaboard.runner.compiled import planner_constants, play_planners, totals_of

FRESH = 1_000_003
"""Added to a seed for deals that nothing has been chosen by."""
ROUND = 10
"""Steps of an attack between two tests; what has not become better goes back to where it was, and on in smaller steps."""


def self_play(box: Edition, players: int, games: int, seed: int) -> str:
    """Figures of planners among themselves."""
    actions = action_space(box)
    constants = np.repeat(constants_of(actions.boards[0], players, seats=players)[None], games, axis=0)
    play_planners(actions, constants[:1], seed, np.arange(1))  # fetches the compiled code
    begun = time.process_time()
    played = play_planners(actions, constants, seed, np.arange(games))
    spent = time.process_time() - begun
    totals, decisions, kept = totals_of(played), played.decisions, played.kept
    error = 1.96 * totals.mean(axis=1).std(ddof=1) / np.sqrt(games)
    return (
        f"{box.id:16} {players} {totals.mean():7.1f} ± {error:.1f} {totals.max(axis=1).mean():7.1f} "
        f"{100 * played.sheets[:, :, COMPLETED].sum() / kept.sum():5.1f} % {kept.mean():5.2f} {decisions.mean():6.0f} "
        f"{1e6 * spent / decisions.sum():6.1f} {games / spent:7.0f}"
    )


def duel(box: Edition, players: int, rival: str, blocks: int, seed: int, pool: Workers) -> str:
    """The planner among others of one style."""
    actions = action_space(box)
    own, other = (planner_constants(spec, actions, players) for spec in ("planner", rival))
    played = play_blocks(actions, players, np.repeat(own, blocks), np.repeat(other, blocks), seed, workers=pool)
    return f"{box.id:16} {players} planner against {rival:10} {100 * played.share:5.1f} % ± {196 * played.error:.1f}"


def match(box: Edition, players: int, bots: Sequence[str], blocks: int, seed: int, pool: Workers) -> str:
    """One bot among copies of another, with the time that it took for a decision."""

    def block(number: int) -> tuple[float, float, float]:
        shares, margins, seconds = 0.0, 0.0, list[float]()
        for own in range(players):
            planned = meeting.game(number, rotation=own)
            game, seats = planned.playout(), planned.seat_bots()
            timed = seats[own] = TimedBot(seats[own])
            play_game(game, seats, planned.bots)
            outcome = Outcome.of(game)
            shares += outcome.won[own] / outcome.won.sum()
            margins += outcome.totals[own] - np.delete(outcome.totals, own).max()
            seconds += timed.seconds
        return shares / players, margins / players, float(np.mean(seconds))

    meeting = Match(box, (bots[0], *[bots[1]] * (players - 1)), seed)
    figures = np.array(list(pool.map(block, range(blocks))))
    (share, margin, seconds), (error, wide, _) = figures.mean(axis=0), 1.96 * figures.std(axis=0, ddof=1) / np.sqrt(blocks)
    return (
        f"{box.id:16} {players} {bots[0]} against {bots[1]}: {100 * share:.1f} % ± {100 * error:.1f}, "
        f"margin {margin:.1f} ± {wide:.1f}, {1000 * seconds:.0f} ms a decision, {blocks} blocks"
    )


class Hopeful(Search):
    """A search that remembers the chances it gave itself."""

    def __init__(self, budget: str) -> None:
        super().__init__(budget)
        self.hopes: list[float] = []

    def choose(self, observation: Observation) -> Action | int:
        """Return what the search chooses."""
        choice = super().choose(observation)
        if self.analysis.chosen.worlds > 1:
            self.hopes.append(self.analysis.chosen.wins)
        return choice


def calibration(box: Edition, players: int, budget: str, games: int, seed: int) -> str:
    """How often a search among planners won after it had given itself such a chance, in fifths; a game counts once for every decision."""
    told: list[tuple[float, float]] = []
    for number in range(games):
        own, planned = number % players, GameSpec(box, ("planner",) * players, seed, deal=number, number=number)
        game, seats = planned.playout(), planned.seat_bots()
        search = seats[own] = Hopeful(budget)
        search.begin(box, players, own, bot_seed(seed, number, own))
        play_game(game, seats)
        won = Outcome.of(game).won
        told += [(hope, float(won[own] / won.sum())) for hope in search.hopes]
    chances, victories = np.array(told).T
    fifths = np.minimum(4, (5 * chances).astype(int))
    rows = [(chances[fifths == fifth], victories[fifths == fifth]) for fifth in range(5)]
    cells = [f"{100 * said.mean():.0f} → {100 * came.mean():.0f} % ({len(said)})" for said, came in rows if len(said)]
    return f"{box.id:16} {players} search:{budget} said → won (decisions of {games} games): {', '.join(cells)}"


def attack(box: Edition, players: int, steps: int, blocks: int, seed: int, pool: Workers) -> str:
    """How often constants tuned against the planner alone beat it on fresh deals."""
    frozen = constants_of(action_space(box).boards[0], players)
    tuner = Tuner([(box, players)], frozen, [frozen] * 3, seed=seed, workers=pool)
    crowned = 0
    for number in range(1, steps + 1):
        tuner.step(blocks)
        if number % ROUND == 0:
            before = tuner.champion
            tuner.test(3 * blocks)
            if tuner.champion is before:
                tuner.go_back()
            else:
                crowned += 1
    fresh = 5 * blocks
    rivals = np.repeat(frozen, fresh)
    played = play_blocks(tuner.tables[0][0], players, np.repeat(tuner.champion, fresh), rivals, seed + FRESH, workers=pool)
    return f"{box.id:16} {players} attack of {steps} steps: {100 * played.share:.1f} % ± {196 * played.error:.1f}, {crowned} times better"


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", nargs="?", choices=edition_ids())
    parser.add_argument("players", nargs="?", type=int)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rivals", default="")
    parser.add_argument("--match", default="")
    parser.add_argument("--calibration", default="", metavar="BUDGET")
    parser.add_argument("--attack", type=int, default=0)
    parser.add_argument("--blocks", type=int, default=300)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    boxes = [get_edition(name) for name in ([chosen.edition] if chosen.edition else edition_ids())]
    tables = [(box, players) for box in boxes for players in range(box.min_players, box.max_players + 1)]
    tables = [(box, players) for box, players in tables if chosen.players in (None, players)]
    print(f"{'edition':16} n    mean         winner   made    kept decisions  µs  games/s")
    for box, players in tables:
        print(self_play(box, players, chosen.games, chosen.seed), flush=True)
    with workers(chosen.threads, threads=True) as pool:
        for box, players in tables:
            for rival in filter(None, chosen.rivals.split(",")):
                print(duel(box, players, rival, chosen.blocks, chosen.seed, pool), flush=True)
            if chosen.match:
                print(match(box, players, chosen.match.split(","), chosen.blocks, chosen.seed, pool), flush=True)
            if chosen.calibration:
                print(calibration(box, players, chosen.calibration, chosen.blocks, chosen.seed), flush=True)
            if chosen.attack:
                print(attack(box, players, chosen.attack, chosen.blocks, chosen.seed, pool), flush=True)


if __name__ == "__main__":
    main()
