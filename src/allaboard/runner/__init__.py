"""The runner: everything that lets bots play games, whoever wants them.

`play` is one game between bots, `compiled` whole games in compiled code, `workers` many of them on threads, processes or a cluster.
What games are for, and what becomes of their figures, is for simulations, the arena and the environments to say.
"""

from __future__ import annotations

from allaboard.engine.seeding import game_seed, seed_words
from allaboard.runner.faults import BotFault, grouped
from allaboard.runner.play import GameSpec, Outcome, Playable, Playout, TimedBot, play_action, play_actions, play_game, seat_bots
from allaboard.runner.workers import ALONE, Workers, WorkersError, workers

__all__ = [
    "ALONE",
    "BotFault",
    "GameSpec",
    "Outcome",
    "Playable",
    "Playout",
    "TimedBot",
    "Workers",
    "WorkersError",
    "game_seed",
    "grouped",
    "play_action",
    "play_actions",
    "play_game",
    "seat_bots",
    "seed_words",
    "workers",
]
