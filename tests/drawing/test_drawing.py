"""The SVG of a board: well formed, self-contained, and true to the state it is given."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from allaboard.drawing import ThemeName, draw_background, draw_board
from allaboard.drawing.tokens import theme
from allaboard.editions import Edition, get_edition

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text")]


def claimed(of: Edition) -> dict[int, int]:
    """Every third route, seats in turn."""
    return {index: (index // 3) % 5 for index in range(0, len(of.board.routes), 3)}


@pytest.mark.parametrize("name", ["light", "night"])
def test_needs_nothing_else(built_in: Edition, name: ThemeName) -> None:
    """The only address in the document is the name of the language; ids it refers to are its own."""
    svg = draw_board(built_in, owners=claimed(built_in), theme=name)
    root = ET.fromstring(svg)
    assert re.findall(r"https?://[^\"']*", svg) == ["http://www.w3.org/2000/svg"]
    assert "var(" not in svg
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert set(ids.values()) == {1}
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) <= set(ids)


def test_every_name_is_drawn(built_in: Edition) -> None:
    """Lines of a name, put together, are the name: Elephant & Castle, King's Cross, Montréal."""
    root = ET.fromstring(draw_board(built_in))
    lines = " ".join("".join(element.itertext()) for element in root.iter(f"{SVG}text") if element.get("class") == "name")
    assert lines == " ".join(location.name for location in built_in.board.locations)


def test_a_vehicle_on_every_space(built_in: Edition) -> None:
    """R-CLAIM-5: a claimed route carries a piece of its owner on each space, and no symbol."""
    owners = claimed(built_in)
    root = ET.fromstring(draw_board(built_in, owners=owners))
    pieces = [(int(piece), element.get("href", "")) for element in root.iter(f"{SVG}use") if (piece := element.get("data-piece"))]
    assert Counter(route for route, _ in pieces) == {route: built_in.board.routes[route].length for route in owners}
    assert all(href.endswith(f"-{owners[route]}") for route, href in pieces)
    for group in root.iter(f"{SVG}g"):
        if group.get("data-route"):
            route = int(group.get("data-route", ""))
            symbols = 0 if route in owners or built_in.board.routes[route].colour is None else built_in.board.routes[route].length
            assert len(list(group.iter(f"{SVG}use"))) == symbols
            assert len(list(group.iter(f"{SVG}rect"))) == built_in.board.routes[route].length


def test_a_locomotive_heads_each_train() -> None:
    """One a route of two spaces or more; a single space holds a wagon."""
    usa = get_edition("usa")
    everything = dict.fromkeys(range(len(usa.board.routes)), 0)
    pieces = Counter(re.findall(r'href="#(train|loco)-0"', draw_board(usa, owners=everything)))
    assert pieces["loco"] == sum(route.length > 1 for route in usa.board.routes)
    assert pieces.total() == sum(route.length for route in usa.board.routes)


def test_themes_differ_in_colour_only(built_in: Edition) -> None:
    """Night is the same drawing in other inks, with glow in place of shadow."""

    def bare(name: ThemeName) -> str:
        svg = draw_board(built_in, owners=claimed(built_in), theme=name)
        svg = re.sub(r'<g class="(?:shade|glow)">.*?</g>', "", svg)
        svg = re.sub(r"#[0-9A-Fa-f]{6}\b", "#", svg.replace(f"-{name}", ""))
        for tint in tints:
            svg = svg.replace(tint, "")
        return re.sub(r"(\.(?:shade|glow)\{)[^}]*", r"\1", svg)

    tints = [f'opacity="{theme(name).strengths["tint"]:g}"' for name in get_args(ThemeName)]
    light, night = draw_board(built_in), draw_board(built_in, theme="night")
    assert '<g class="shade">' in light and '<g class="glow">' not in light
    assert '<g class="glow">' in night and '<g class="shade">' not in night
    assert bare("light") == bare("night")


def test_highlight_and_closed() -> None:
    """A highlighted route is outlined; a closed twin fades and loses its symbols (R-CLAIM-7)."""
    usa = get_edition("usa")
    twin = next(index for index, route in enumerate(usa.board.routes) if route.twin is not None and route.colour)
    plain, marked = draw_board(usa), draw_board(usa, highlight=[0], closed=[twin])
    assert '<g class="highlight">' not in plain
    group = re.search(r'<g class="highlight">(.*?)</g>', marked)
    assert group and group[1].count("<rect") == usa.board.routes[0].length
    assert marked.count(' closed"') == usa.board.routes[twin].length
    assert plain.count("<use") - marked.count("<use") == usa.board.routes[twin].length


def test_what_is_not_on_the_board_is_refused() -> None:
    """Routes and seats that do not exist, and unknown themes, are named with what is allowed."""
    usa = get_edition("usa")
    with pytest.raises(ValueError, match=r"route 100 is not on the board.*0 to 99"):
        draw_board(usa, highlight=[100])
    with pytest.raises(ValueError, match=r"given to seat 5; allowed: 0 to 4"):
        draw_board(usa, owners={0: 5})
    with pytest.raises(ValueError, match=r"'dusk' is not a theme; allowed: light, night"):
        draw_board(usa, theme="dusk")  # type: ignore[arg-type]


def test_background(built_in: Edition) -> None:
    """Map and furniture only: a page lays its own routes and names on it."""
    svg = draw_background(built_in, theme="night")
    root = ET.fromstring(svg)
    assert root.get("viewBox") == ET.fromstring(draw_board(built_in)).get("viewBox")
    assert "data-route" not in svg
    assert not [element for element in root.iter(f"{SVG}text") if element.get("class") == "name"]


def test_own_board(own_board: Callable[..., Edition]) -> None:
    """A board without art is drawn whole: title, every name however spelt, and the badge of its attraction."""
    own = own_board()
    svg = draw_board(own, owners={1: 3, 2: 4}, theme="night")
    words = " ".join(texts(svg))
    assert own.board.title.upper() in words and own.board.subtitle.upper() in words
    assert all(location.name in words for location in own.board.locations)
    assert svg.count('class="badge"') == 1
    assert "unicode-range" in svg  # the letters of Łódź come along


def test_own_board_with_districts(own_board: Callable[..., Edition]) -> None:
    """R-SCORE-4: markers show what their district is worth, and a key names the districts."""
    own = own_board(districts=True)
    root = ET.fromstring(draw_board(own))
    numerals = Counter("".join(element.itertext()) for element in root.iter(f"{SVG}text") if element.get("class") == "numeral")
    assert numerals == {"2": 4, "12": 4}
    assert {"North", "Söder", "+2", "+12"} <= set(texts(draw_board(own)))
