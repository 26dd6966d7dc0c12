"""Simulations: the same games whoever plays them, and figures that add up."""

from __future__ import annotations

import json
from itertools import islice

import numpy as np
import pytest

import allaboard
from allaboard import Game, Record
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.scoring import new_sheets
from allaboard.runner import workers
from allaboard.simulation import Batch, Simulation, Tally, run

LONDON = allaboard.get_edition("london")
compiled = pytest.mark.skipif(INTERPRETED, reason="thousands of games take their time in plain Python")


def summary(simulation: Simulation, jobs: int = 1) -> dict[str, object]:
    tally = Tally(simulation.bots)
    with workers(jobs, threads=simulation.compiled) as pool:
        for batch in run(simulation, pool):
            tally.add(batch)
    return tally.summary()


@compiled
@pytest.mark.parametrize(("bots", "games"), [(("random", "random", "random"), 2500), (("random", "greedy"), 6)])
def test_figures_do_not_depend_on_the_number_of_jobs(bots: tuple[str, ...], games: int) -> None:
    simulation = Simulation(LONDON, bots, games, seed=4)
    assert summary(simulation) == summary(simulation, jobs=2)


def test_game_n_is_the_same_in_a_longer_simulation() -> None:
    for bots in (("random", "random"), ("greedy", "random")):
        short, long = (np.concatenate([b.totals for b in run(Simulation(LONDON, bots, games, seed=4))]) for games in (2, 5))
        assert (short == long[:2]).all()


def test_compiled_play_deals_what_bots_are_dealt() -> None:
    """Random games of one seed begin alike, with records and without."""
    simulation = Simulation(LONDON, ("random", "random"), 2, seed=(1 << 64) - 1)
    first, second = simulation.game(0).game(), simulation.game(1).game()
    assert first.deal != second.deal
    assert first.deal == Game(LONDON, 2, seed=(1 << 64) - 1).deal


def test_bots_move_on_by_one_seat_a_game() -> None:
    simulation = Simulation(LONDON, ("random", "greedy", "random"), 3, seed=1)
    assert [simulation.game(n).bots for n in range(3)] == [
        ("random", "greedy", "random"),
        ("greedy", "random", "random"),
        ("random", "random", "greedy"),
    ]


def test_records_are_whole_games_that_verify() -> None:
    batches = list(run(Simulation(LONDON, ("random", "random"), 2, seed=9, kept="records")))
    records = [Record.from_json(record) for batch in batches for record in batch.records]
    totals = np.concatenate([batch.totals for batch in batches]).tolist()
    assert [record.data["result"]["totals"] for record in records] == totals
    for record in records:
        assert record.verify().over
        assert "\n" not in json.dumps(record.data)


@compiled
def test_whoever_stops_listening_stops_the_play() -> None:
    batches = run(Simulation(LONDON, ("random", "random"), 10**9, seed=1))
    assert [len(batch) for batch in islice(batches, 2)] == [1000, 1000]
    batches.close()


def test_a_shared_victory_counts_in_equal_parts() -> None:
    tally = Tally(("random", "greedy"))
    won = np.array([[True, True], [False, True], [True, False]])
    totals, sheets = np.array([[5, 5], [1, 9], [7, 3]]), new_sheets(2, 3)
    batch = Batch(0, totals, won, np.array([10, 20, 30]), np.array([True, True, False]), sheets, np.zeros(3, np.int64))
    assert tally.summary()["games"] == 0
    tally.add(batch)
    figures = tally.summary()
    assert figures["decisions_per_game"] == 20
    assert figures["endings"] == {"final round": 2, "nobody can act": 1}
    assert figures["shared"] == 1
    assert [seat["wins"] for seat in figures["seats"]] == [1.5, 1.5]
    # in the second game the bots have changed seats
    assert {bot["bot"]: (bot["mean"], bot["wins"]) for bot in figures["bots"]} == {"random": (7.0, 2.5), "greedy": (3.0, 0.5)}
