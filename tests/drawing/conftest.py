"""Boards to draw: the built-in editions, and one that anybody could have written, without art."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from allaboard.editions import Edition, edition_ids, get_edition
from allaboard.editions.edition import Board, District, Location, Route


@pytest.fixture(params=edition_ids())
def built_in(request: pytest.FixtureRequest) -> Edition:
    """Each edition of the package in turn."""
    return get_edition(request.param)


@pytest.fixture
def own_board(tmp_path: Path) -> Callable[..., Edition]:
    """An edition with a board of its own: names that XML and typefaces find hard, two doubles, an attraction, two districts."""

    def make(scale: float = 1.0, *, districts: bool = False) -> Edition:
        places = (
            Location("Łódź & Sons", 200, 120, "n", attraction=True),
            Location('The "Old" Town', 520, 90, "ne"),
            Location("King's <Cross>", 820, 150, "e"),
            Location("Montréal", 210, 420, "w"),
            Location("Östersund", 540, 330, "s"),
            Location("Harbour", 830, 480, "se"),
        )
        names = [place.name for place in places]
        routes = (
            Route(names[0], names[1], 3, "red"),
            Route(names[1], names[2], 3, "blue", twin=2),
            Route(names[1], names[2], 3, "green", twin=1),
            Route(names[0], names[3], 3, None),
            Route(names[0], names[4], 4, "black"),
            Route(names[1], names[4], 2, None),
            Route(names[2], names[4], 3, "orange"),
            Route(names[3], names[4], 4, "yellow"),
            Route(names[4], names[5], 3, None, twin=9),
            Route(names[4], names[5], 3, None, twin=8),
            Route(names[2], names[5], 4, "red"),
        )
        board = Board(
            id="own town",
            title="Öresund & Łódź",
            subtitle='From "here" to <there>',
            width=1000 * scale,
            height=600 * scale,
            locations=tuple(replace(place, x=place.x * scale, y=place.y * scale) for place in places),
            routes=routes,
            districts=(District("North", 2, tuple(names[:3])), District("Söder", 12, tuple(names[3:]))) if districts else (),
        )
        return replace(get_edition("usa"), id="own", path=tmp_path / "own.toml", board=board)

    return make
