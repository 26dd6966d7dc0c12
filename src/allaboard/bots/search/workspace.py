"""Where a thread tries worlds: its own states and working memory, so that threads never meet."""

from __future__ import annotations

from typing import Final, NamedTuple

from allaboard.bots.planner.scratch import Scratches, new_scratch
from allaboard.editions.bounds import MAX_PLAYERS
from allaboard.engine.entry import new_states
from allaboard.engine.records import States

__all__ = ["GAME", "SEEN", "SLOTS", "TRIAL", "WORLD", "Workspace", "new_workspace"]

WORLD: Final = 0  # as it was dealt
TRIAL: Final = 1  # another that may take its place
GAME: Final = 2  # a game that is played in it
SEEN: Final = 3  # what the acting seat sees of that game
SLOTS: Final = 4


class Workspace(NamedTuple):
    """The memory of one thread."""

    states: States
    scratches: Scratches  # of the seats in the game, and behind them their plans as a world begins


def new_workspace() -> Workspace:
    """Return memory for a thread."""
    return Workspace(new_states(SLOTS), new_scratch(2 * MAX_PLAYERS))
