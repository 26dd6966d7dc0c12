"""Boards made to hurt, drawn: every one that the loader takes has a picture, of finite figures, in bounded time."""

from __future__ import annotations

import math
import re
import time
from pathlib import Path

import pytest

from allaboard.drawing import draw_background, draw_board, geometry
from allaboard.editions import EditionError, load
from hostile_boards import Hostile, hostile_boards, write

WORST = ("far-corners", "hub-and-rim", "one-spot", "small-plane")
"""Those that take longest to lay out, and those that stand in the oddest planes."""


def draw(board: Hostile, folder: Path) -> None:
    """Lay a board out and draw it, in all the ways there are."""
    edition = load(write(board, folder))
    started = time.thread_time()
    plan = geometry(edition)
    pictures = [draw_board(edition), draw_background(edition)]
    assert time.thread_time() - started < 6.0
    figures = [*plan.view, *(value for route in plan.routes for cell in route.cells for value in (cell.x, cell.y, cell.width, cell.angle))]
    assert all(map(math.isfinite, figures))
    assert plan.sizes.height > 0
    for picture in pictures:
        assert not re.search(r"\b(nan|inf)\b", picture)
        assert len(picture) < 1_000_000


@pytest.mark.parametrize("name", WORST)
def test_the_worst_boards_are_drawn_in_bounded_time(name: str, tmp_path: Path) -> None:
    """Locations in a heap, in a line or in far corners, and as many routes as there may be, cost seconds at most."""
    draw(next(board for board in hostile_boards() if board.name == name), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("board", hostile_boards(), ids=lambda board: board.name)
def test_every_hostile_board_is_refused_or_drawn(board: Hostile, tmp_path: Path) -> None:
    """What the loader takes can be drawn."""
    try:
        load(write(board, tmp_path))
    except EditionError:
        return
    draw(board, tmp_path)
