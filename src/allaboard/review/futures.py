"""Games played on from a moment by planners: from what a seat could know, or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from allaboard.bots.learned.net import NO_NET
from allaboard.bots.planner.constants import constants_of
from allaboard.bots.planner.scratch import new_scratch
from allaboard.bots.search.beliefs import ticket_odds
from allaboard.bots.search.candidates import MAX_CANDIDATES, list_candidates
from allaboard.bots.search.evaluation import NOT_KEPT, TO_THE_END
from allaboard.bots.search.rooms import Room
from allaboard.bots.search.worlds import try_worlds
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.entry import new_states
from allaboard.engine.records import States
from allaboard.engine.typed_records import Array
from allaboard.review.moments import Moment

__all__ = ["Futures", "Line", "list_actions"]

Line = tuple[int, int]
"""An action, and what the seat does when it acts next: NOTHING leaves that to the planner."""
NO_BELIEFS: Final = np.zeros((MAX_PLAYERS, MAX_TICKETS))


class Futures:
    """The worlds of one moment, numbered from 0: the same number is the same world, whoever asks and whenever."""

    def __init__(self, moment: Moment, seed: int, *, open_hands: bool) -> None:
        self.seat, self.open_hands = moment.seat, open_hands
        self.boards = moment.observation.actions.boards
        self.states: States = moment.states if open_hands else moment.observation.states
        self.players = int(self.states[0].players)
        self.constants = constants_of(self.boards[0])
        self._seed = np.array([seed, moment.n, open_hands, 0], dtype=np.uint64)
        self._odds = NO_BELIEFS
        if not open_hands:
            self._odds = np.zeros_like(NO_BELIEFS)
            ticket_odds(self.boards, self.states, self.seat, self._odds)

    def play(self, lines: Sequence[Line], first: int, worlds: int, ends: States = NOT_KEPT) -> Any:
        """Play so many worlds from the first on, each once for every line; returns every seat's share of the victory."""
        won, margins = (np.empty((worlds, len(lines), self.players)) for _ in range(2))
        actions, follow_ups = (np.array(part, dtype=np.int64) for part in zip(*lines, strict=True))
        room = Room()
        try_worlds(
            self.boards,
            self.states,
            room.states,
            self.seat,
            self.open_hands,
            self.constants,
            room.scratches,
            self._odds,
            self._seed,
            first,
            actions,
            follow_ups,
            TO_THE_END,
            NO_NET.layers,
            NO_NET.spread,
            won,
            margins,
            ends,
        )
        return won

    def play_ends(self, lines: Sequence[Line], worlds: int) -> States:
        """The games of the first worlds as they end, one for each line, world by world."""
        ends = new_states(worlds * len(lines))
        self.play(lines, 0, worlds, ends)
        return ends


def list_actions(moment: Moment, most: int) -> list[int]:
    """The actions worth a closer look, at most so many: the planner's choice first."""
    boards, observation = moment.observation.actions.boards, moment.observation
    actions: Array = np.zeros(min(most, MAX_CANDIDATES), np.int64)
    worths = np.zeros(len(actions))
    count = list_candidates(boards, observation.states, moment.seat, constants_of(boards[0]), new_scratch(), actions, worths)
    listed: list[int] = actions[:count].tolist()
    return listed
