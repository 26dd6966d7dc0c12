"""Simulations: many games between bots, and the figures that they give.

`match` plays one game, `batch` plays many on threads or processes, `figures` sums them up. Ratings and tournaments are the arena's.
"""

from __future__ import annotations

from allaboard.simulation.batch import Simulation, run
from allaboard.simulation.figures import Batch, Tally
from allaboard.simulation.match import play_game, seat_bots

__all__ = ["Batch", "Simulation", "Tally", "play_game", "run", "seat_bots"]
