"""Glicko-2, by the example of its author, and what it does to solvers and puzzles."""

from __future__ import annotations

import pytest

from allaboard.puzzles.rating import NEW_SOLVER, Rating, after, meet, puzzle_rating


def test_the_example_of_the_paper() -> None:
    """Glickman's player of 1500 wins against 1400 and loses against 1550 and 1700."""
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = after(Rating(1500, 200, 0.06), games)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.02)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_solved_puzzle_was_easier_than_thought_and_its_solver_better() -> None:
    """One rating rises, the other falls, and both are known better than before."""
    solver, puzzle = meet(NEW_SOLVER, Rating(1700, 200), 1.0)
    assert solver.rating > NEW_SOLVER.rating
    assert puzzle.rating < 1700
    assert solver.deviation < NEW_SOLVER.deviation
    assert puzzle.deviation < 200


def test_who_is_known_well_moves_little() -> None:
    """The same defeat costs a newcomer more than somebody of long standing."""
    new, _ = meet(NEW_SOLVER, Rating(1500, 60), 0.0)
    old, _ = meet(Rating(1500, 50), Rating(1500, 60), 0.0)
    assert 1500 - new.rating > 5 * (1500 - old.rating) > 0


def test_an_upset_makes_a_rating_more_erratic() -> None:
    """Volatility grows where results are far from what was expected, again and again."""
    rating = Rating(1500, 60, 0.06)
    for _ in range(8):
        rating = after(rating, [(Rating(2300, 50), 1.0)])
    assert rating.volatility > 0.06


@pytest.mark.parametrize(("found", "level"), [(0.5, 1500), (0.0, 1882), (0.25, 1647)])
def test_a_puzzle_begins_where_quick_searchers_put_it(found: float, level: float) -> None:
    """Half of them found it: as hard as they are good; none did: much harder, though not without limit."""
    assert puzzle_rating(found, 8).rating == pytest.approx(level, abs=1)
