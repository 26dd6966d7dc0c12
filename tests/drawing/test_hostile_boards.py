"""Boards made to hurt: whatever the loader accepts is drawn, well formed, in bounded time, and no text of it is more than text."""

from __future__ import annotations

import json
import math
import random
import time
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allaboard.drawing import draw_background, draw_board, geometry
from allaboard.drawing.poster import Standing, draw_poster
from allaboard.editions import Edition, bounds, load_text
from allaboard.editions.edition import Board, Location, Route
from allaboard.pictures import as_png
from allaboard.server.drawings import PICTURE_SECONDS
from harbour_edition import BOARDS

EDITION_TEXT = (BOARDS / "harbour.toml").read_text("utf-8")
BOARD_TEXT = (BOARDS / "harbour.board.toml").read_text("utf-8")
HOSTILE = "</text></style><script>alert('1')</script>]]> & \" onload=x"
PRINTABLE = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40)


def drawn(made: Edition) -> ET.Element:
    """The whole board and its background, both well formed; the board is returned."""
    for theme in ("light", "night"):
        ET.fromstring(draw_background(made, theme=theme))
    return ET.fromstring(draw_board(made))


def toml(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)


def harbour(title: str, subtitle: str = "By tram", name: str = "Waterfront") -> Edition:
    """The harbour with other words on its board, as the loader takes them."""
    board = BOARD_TEXT.replace('"All Round the Bay"', toml(title)).replace('"A harbour town by tram"', toml(subtitle))
    return load_text(EDITION_TEXT, lambda _: board.replace('"Waterfront"', toml(name)))


def test_a_hostile_title_is_only_text() -> None:
    """Markup in titles and names is drawn as it was written, and makes no element and no attribute."""
    root = drawn(harbour(HOSTILE, HOSTILE.upper(), "<b onclick='x'>"))
    assert not [element for element in root.iter() if "script" in element.tag or "onload" in element.attrib or "onclick" in element.attrib]
    assert root.get("aria-label") == f"{HOSTILE}: {HOSTILE.upper()}"


@settings(max_examples=20, deadline=None)
@given(title=PRINTABLE, subtitle=PRINTABLE)
def test_any_title_that_loads_is_drawn(title: str, subtitle: str) -> None:
    """What the loader lets through breaks no drawing."""
    assert drawn(harbour(title, subtitle)).get("aria-label") == f"{title}: {subtitle}"


def crowded(chance: random.Random, width: float, height: float, places: int, names: int) -> Edition:
    """As many locations and routes as there may be, anywhere in a plane of any shape."""
    spots = [(chance.random() * width, chance.random() * height) for _ in range(places)]
    locations = tuple(Location(f"{n} {'W' * (names - 3)}", x, y, chance.choice(("n", "se", "w"))) for n, (x, y) in enumerate(spots))
    pairs = [(a, b) for a in range(len(locations)) for b in range(a)]
    chance.shuffle(pairs)
    routes = tuple(
        Route(locations[a].name, locations[b].name, chance.randint(1, bounds.MAX_LENGTH), None) for a, b in pairs[: bounds.MAX_ROUTES]
    )
    board = Board("hostile", "W" * 80, "W" * 80, width, height, locations, routes)
    return replace(harbour("x"), board=board)


@pytest.mark.parametrize(("width", "height", "names"), [(9999, 500, 3), (10, 200, 40), (1000, 600, 40)])
def test_a_crowded_board_is_drawn_in_time(width: float, height: float, names: int) -> None:
    """Sixty-four locations and 128 routes in a plane as flat or as small as can be: drawn in time, with numbers that are numbers."""
    made = crowded(random.Random(f"{width} {height}"), width, height, bounds.MAX_LOCATIONS, names)
    begun = time.process_time()
    plan = geometry(made).to_json()
    drawn(made)
    assert time.process_time() - begun < 5, "it took two minutes before boxes were compared all at once"
    text = json.dumps(plan, allow_nan=False)
    assert all(math.isfinite(place["x"]) for place in json.loads(text)["locations"])


def test_the_largest_pictures_take_a_small_part_of_their_time() -> None:
    """One that does not end keeps uploads and drawings of others waiting for a minute at most; the largest need seconds."""
    made = crowded(random.Random(1), 1000, 600, bounds.MAX_LOCATIONS, 40)
    owners = {route: route % 5 for route in range(len(made.board.routes))}
    standings = [Standing(seat, "W" * 24, seat + 1, 123) for seat in range(5)]
    begun = time.process_time()
    as_png(draw_poster(made, standings, "W" * 80, owners=owners, path=list(owners)), "poster")
    assert 10 * (time.process_time() - begun) < PICTURE_SECONDS <= 60
