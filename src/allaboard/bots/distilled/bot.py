"""The distilled bot: an observation in, the id of an action out. The thinking is `decide`'s."""

from __future__ import annotations

from math import inf
from typing import ClassVar

from allaboard.bots.distilled.decide import Memory, decide_by_net, new_memory
from allaboard.bots.distilled.net import WEIGHTS, load_net
from allaboard.bots.planner.constants import Constants, constants_of
from allaboard.engine.typed_records import Records
from allaboard.observation import Observation

__all__ = ["Distilled"]


class Distilled:
    """The planner, corrected by a small net that learned from the search where a plan is better left; it decides at once."""

    files: ClassVar = (str(WEIGHTS),)

    def __init__(self) -> None:
        self._net = load_net()
        self._tables: dict[tuple[str, int], tuple[Records[Constants], Memory]] = {}

    def choose(self, observation: Observation) -> int:
        """The planner's choice, or another candidate that the net thinks better; with more players than it learned from, the first."""
        if observation.seat is None:
            raise ValueError("a spectator's observation has no seat to decide for")
        boards, states, players = observation.actions.boards, observation.states, int(observation.state.players)
        key = observation.edition.hash, players
        if key not in self._tables:
            self._tables[key] = constants_of(boards[0], players), new_memory(boards, states)
        constants, memory = self._tables[key]
        threshold = self._net.threshold if players <= self._net.players else inf
        return int(decide_by_net(boards, states, observation.seat, constants, memory, self._net.layers, threshold))
