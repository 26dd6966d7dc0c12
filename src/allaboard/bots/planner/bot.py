"""The planner and its styles as bots: an observation in, the id of an action out. The thinking is `decide`'s."""

from __future__ import annotations

from typing import ClassVar

from allaboard.bots.planner.constants import Constants, check_names, constants_of
from allaboard.bots.planner.decide import decided
from allaboard.bots.planner.scratch import new_scratch
from allaboard.engine.records import Board
from allaboard.engine.typed_records import Records
from allaboard.observation import Observation

__all__ = ["Blocker", "Collector", "FirstPlanner", "Planner", "Racer"]


class Planner:
    """Plans all its tickets as one network, counts cards and turns, and claims first what it could not do without.

    Options change constants of its table: `planner:block=0.3,filler=0.8`.
    """

    style: ClassVar = "planner"

    def __init__(self, options: str = "") -> None:
        self._changes = _changes(options)
        check_names(self._changes)  # a name that is no constant is refused at once
        self._works = new_scratch()
        self._constants: dict[tuple[str, int], Records[Constants]] = {}

    def choose(self, observation: Observation) -> int:
        """The action that is worth most as far as the seat can tell."""
        if observation.seat is None:
            raise ValueError("a spectator's observation has no seat to decide for")
        boards, players = observation.actions.boards, int(observation.state.players)
        key = observation.edition.hash, players
        if key not in self._constants:
            self._constants[key] = self.constants_on(boards[0], players)
        return int(decided(boards, observation.states, observation.seat, self._constants[key], self._works))

    def constants_on(self, board: Board, players: int) -> Records[Constants]:
        """The constants by which it plays on a board with so many players."""
        return constants_of(board, players, self.style, self._changes)


class FirstPlanner(Planner):
    """The planner as it was first frozen, to measure later ones against."""

    style = "planner@1"
    version: ClassVar = "1"


class Racer(Planner):
    """Keeps few tickets, collects for long routes, and is glad to end the game."""

    style = "racer"


class Collector(Planner):
    """Lives by its tickets: keeps many and draws more."""

    style = "collector"


class Blocker(Planner):
    """Takes the routes that others need, and is in a hurry about its own."""

    style = "blocker"


def _changes(options: str) -> dict[str, float]:
    """Constants by name from `name=value,name=value`."""
    changes: dict[str, float] = {}
    for part in options.split(",") if options else ():
        name, _, value = part.partition("=")
        try:
            changes[name.strip()] = float(value)
        except ValueError as error:
            raise ValueError(f"{part!r} is not of the form constant=number") from error
    return changes
