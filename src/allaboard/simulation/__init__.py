"""Simulations: many games between bots, and the figures that they give.

`batch` says which games are played, `figures` sums them up, `dataset` makes tables of them and `dataset_files` files. Playing them is the
runner's, ratings and tournaments are the arena's.
"""

from __future__ import annotations

from allaboard.simulation.batch import Simulation, run
from allaboard.simulation.figures import Batch, Tally

__all__ = ["Batch", "Simulation", "Tally", "run"]
