"""Games played on from a moment by planners: from what a seat can know, or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.search.beliefs import ticket_odds
from allaboard.bots.search.candidates import list_candidates
from allaboard.bots.search.evaluation import NOT_KEPT
from allaboard.bots.search.workspace import new_workspace
from allaboard.bots.search.worlds import Decision, try_worlds
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.entry import new_states
from allaboard.engine.records import States
from allaboard.engine.typed_records import Floats
from allaboard.observation import Observation

__all__ = ["Futures", "Line", "list_actions"]

Line = tuple[int, int]
"""An action, and what the seat does when it acts next: NOTHING leaves that to the planner."""


class Futures:
    """The worlds of one moment, numbered from 0: the same number is the same world, whoever asks and whenever.

    `played` are the results of all games so far, in the order in which they were asked for; where some were kept from a review that was
    broken off, they are taken from there and not played again, as far as they are of such games.
    """

    def __init__(self, observation: Observation, n: int, seed: int, truth: States | None = None) -> None:
        """Worlds of the moment before action `n`; with the truth all hands are open, and only what is to come is dealt."""
        assert observation.seat is not None
        boards, seat = observation.actions.boards, observation.seat
        states = observation.states if truth is None else truth
        odds = np.zeros((MAX_PLAYERS, MAX_TICKETS))
        if truth is None:
            ticket_odds(boards, states, seat, odds)
        words = np.array([seed, n, truth is not None, 0], dtype=np.uint64)
        constants = constants_of(boards[0], int(states[0].players))
        # Every turn anew: levels and puzzles were measured so, and with kept looks fewer marks were sure.
        self.decision = Decision(boards, states, seat, truth is not None, constants, odds, words, anew=True)
        self.players = int(states[0].players)
        self.played: list[Floats] = []
        self._kept: list[Floats] = []

    def take_over(self, kept: Sequence[Floats]) -> None:
        """Begin with the results that were kept."""
        self._kept = list(kept)

    def play(self, lines: Sequence[Line], first: int, worlds: int) -> Floats:
        """Play so many worlds from the first on, each once for every line; returns every seat's share of the victory."""
        if self._kept and self._kept[0].shape != (worlds, len(lines), self.players):
            self._kept.clear()
        won = self._kept.pop(0) if self._kept else self._play(lines, first, worlds, NOT_KEPT)
        self.played.append(won)
        return won

    def _play(self, lines: Sequence[Line], first: int, worlds: int, ends: States) -> Floats:
        won, margins = (np.empty((worlds, len(lines), self.players)) for _ in range(2))
        actions, follow_ups = (np.array(part, dtype=np.int64) for part in zip(*lines, strict=True))
        try_worlds(self.decision, new_workspace(), first, actions, follow_ups, won, margins, ends)
        return won

    def play_ends(self, lines: Sequence[Line], worlds: int, first: int = 0) -> States:
        """The games of so many worlds from the first on as they end, one for each line, world by world."""
        ends = new_states(worlds * len(lines))
        self._play(lines, first, worlds, ends)
        return ends


def list_actions(observation: Observation, most: int) -> list[int]:
    """The actions worth a closer look, at most so many: the planner's choice first."""
    assert observation.seat is not None
    boards = observation.actions.boards
    # where there is room for one alone, whatever has a worth takes the place of the planner's choice
    room = max(2, most)
    actions, worths = np.zeros(room, np.int64), np.zeros(room)
    constants = constants_of(boards[0], int(observation.state.players))
    count = list_candidates(boards, observation.states, observation.seat, constants, new_scratch(), actions, worths)
    listed: list[int] = actions[: min(count, most)].tolist()
    return listed
