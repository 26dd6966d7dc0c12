"""How many sequences of actions a position allows, to a depth of three: one number that a change of any rule of legality moves.

Chance is fixed by the position's seed. When a rule was meant to change, print the new counts with

    python tests/test_perft.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

from allaboard import Game, Position
from allaboard.engine.entry import legal, new_states, step
from allaboard.engine.journal import no_journal
from allaboard.observation import acting_seats
from builders import ROW, pack, plain, tickets


def set_up(edition: str) -> Game:
    return Game(edition, 2, seed=1, start=0)


POSITIONS: Final[dict[str, Callable[[], Game]]] = {
    "new-york, set-up": lambda: set_up("new-york"),
    "london, set-up": lambda: set_up("london"),
    "usa, set-up": lambda: set_up("usa"),
    "usa-anniversary, set-up": lambda: set_up("usa-anniversary"),
    "new-york, first turn": lambda: plain("new-york").hand(0, blue=1, wild=1).hand(1, green=2).game(seed=1),
    "london, first turn": lambda: plain("london", 3).hand(0, yellow=1, wild=1).hand(1, green=2).hand(2, black=2).game(seed=1),
    "usa, first turn": lambda: plain("usa").hand(0, blue=1, red=1).hand(1, green=1, wild=1).game(seed=1),
    "usa, a row with wilds": lambda: Position("usa", 2).hand(0, white=1).market("wild", "wild", *ROW[2:]).game(seed=5),
    "usa, twins with four": lambda: plain("usa", 4).hand(0, black=4).hand(1, orange=4).claimed(2, "Denver–Kansas City/black").game(seed=1),
    "usa, an offer": lambda: plain("usa").offer(*tickets("usa", 0, 1, 2)).game(seed=1),
    "usa-anniversary, an offer": lambda: plain("usa-anniversary").offer(*tickets("usa", 0, 1, 2)).game(seed=1),
    "london, few pieces": lambda: plain("london").hand(0, blue=2, wild=2).hand(1, pink=3).pieces(0, 3).pieces(1, 2).game(seed=1),
    "new-york, the last cards": lambda: (
        Position("new-york").hand(1, **pack("new-york", without=ROW)).market(*ROW).ticket_deck().game(seed=1)
    ),
    "new-york, second card": lambda: Position("new-york").hand(0, red=2).market("wild", *ROW[1:]).turn(0, second_card=True).game(seed=1),
    "usa, the last turns": lambda: plain("usa").hand(0, blue=2).hand(1, red=1).final_turns(2).game(seed=1),
}

# position → sequences of one, two and three actions
COUNTS: Final[dict[str, tuple[int, int, int]]] = {
    "new-york, set-up": (3, 9, 252),
    "london, set-up": (3, 9, 306),
    "usa, set-up": (11, 121, 4961),
    "usa-anniversary, set-up": (4, 16, 656),
    "new-york, first turn": (29, 426, 3273),
    "london, first turn": (33, 526, 7248),
    "usa, first turn": (24, 904, 12018),
    "usa, a row with wilds": (15, 84, 477),
    "usa, twins with four": (53, 2531, 16924),
    "usa, an offer": (10, 60, 360),
    "usa-anniversary, an offer": (7, 42, 231),
    "london, few pieces": (60, 1009, 1897),
    "new-york, the last cards": (4, 13, 2958),
    "new-york, second card": (5, 32, 202),
    "usa, the last turns": (42, 559, 1846),
}


def sequences(boards: Any, states: Any, actions: int, depth: int) -> int:
    """How many sequences of `depth` actions are possible; a game that ends earlier has none."""
    acting = acting_seats(states[0])
    if not acting:
        return 0
    seat = acting[0]  # at set-up the seats choose one after the other
    numbers = np.empty(actions, dtype=np.int64)
    count = int(legal(boards, states, seat, numbers))
    if depth == 1:
        return count
    total = 0
    for number in numbers[:count]:
        after = states.copy()
        assert step(boards, after, seat, int(number), no_journal()) == 0
        total += sequences(boards, after, actions, depth - 1)
    return total


def counts(name: str) -> tuple[int, ...]:
    """The counts of a position."""
    game = POSITIONS[name]()
    states = new_states()
    states[0] = game.state
    return tuple(sequences(game.actions.boards, states, game.actions.size, depth) for depth in (1, 2, 3))


@pytest.mark.parametrize("name", POSITIONS)
def test_sequences(name: str) -> None:
    assert counts(name) == COUNTS[name]


if __name__ == "__main__":
    for position in POSITIONS:
        print(f'    "{position}": {counts(position)},')
