"""Checks that a board can be drawn: a plane of sensible size and shape, and locations that do not lie on top of each other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from .bounds import MAX_LOCATIONS
from .draft import Draft
from .faults import Fault

__all__ = ["closeness", "proportions"]

LEAST_SIDE: Final = 100
"""Drawings are written to a hundredth of a unit; on a plane much smaller than this nothing would be left of them."""
MOST_OBLONG: Final = 10
NEAREST: Final = 500
"""Locations are this part of the plane's shorter side apart, or more."""


def proportions(draft: Draft) -> Iterator[Fault]:
    """The plane is large enough to draw on, and no mere strip."""
    board = draft.edition.board
    longer = max(board.width, board.height)
    for field, side in (("width", board.width), ("height", board.height)):
        least = max(LEAST_SIDE, longer / MOST_OBLONG)
        if 0 < side < least:
            yield draft.in_board(field, f"is {side:g}; allowed: at least {LEAST_SIDE}, and a {MOST_OBLONG}th of the other side: {least:g}")


def closeness(draft: Draft) -> Iterator[Fault]:
    """No two locations are so close that routes between them could not be seen; those on one spot have been told already."""
    board = draft.edition.board
    room = min(board.width, board.height) / NEAREST
    for index, location in enumerate(board.locations[:MAX_LOCATIONS]):
        for earlier, other in enumerate(board.locations[:index]):
            if 0 < math.dist((location.x, location.y), (other.x, other.y)) < room:
                allowed = f"allowed: at least {room:g} apart, a {NEAREST}th of the plane's shorter side"
                yield draft.in_row("locations", index, "x", f"and y are next to those of {draft.label('locations', earlier)}; {allowed}")
                break
