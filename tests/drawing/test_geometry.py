"""Where things stand: every space has its cell, and nothing lies on anything else."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from itertools import combinations

from allaboard.drawing import Geometry, draw_board, geometry
from allaboard.drawing.shapes import Box, Curve, Point, gap
from allaboard.editions import Edition


def cells_of(plan: Geometry) -> list[tuple[int, Box]]:
    return [(index, cell) for index, route in enumerate(plan.routes) for cell in route.cells]


def names_of(plan: Geometry) -> list[tuple[str, Box]]:
    return [(location.name, box) for location in plan.locations for box in location.label.boxes]


def markers_of(plan: Geometry) -> list[tuple[str, Point]]:
    return [(location.name, Point(location.x, location.y)) for location in plan.locations]


def test_one_cell_a_space(built_in: Edition) -> None:
    """Each route has as many cells as spaces, all of one height and a sensible length."""
    plan = geometry(built_in)
    assert [len(route.cells) for route in plan.routes] == [route.length for route in built_in.board.routes]
    for _, cell in cells_of(plan):
        assert cell.height == plan.sizes.height
        assert 1.5 * cell.height < cell.width <= plan.sizes.max_length + 1
        assert -90 <= cell.angle <= 90


def test_no_two_cells_overlap(built_in: Edition) -> None:
    """Cells keep apart, those of one route and those of different ones."""
    pairs = combinations(cells_of(geometry(built_in)), 2)
    touching = [(one, other) for (one, a), (other, b) in pairs if gap(a, b) <= 0]
    assert touching == []


def test_no_cell_lies_on_a_marker(built_in: Edition) -> None:
    """A cell ends before the marker of any location, its own included."""
    plan = geometry(built_in)
    for name, centre in markers_of(plan):
        assert [index for index, cell in cells_of(plan) if cell.distance(centre) <= plan.sizes.marker] == [], name


def test_names_stand_free(built_in: Edition) -> None:
    """A name touches no cell, no marker and no other name, by the advance widths of its typeface."""
    plan = geometry(built_in)
    names = names_of(plan)
    assert [(name, index) for name, box in names for index, cell in cells_of(plan) if gap(box, cell) <= 0] == []
    assert [(name, other) for name, box in names for other, centre in markers_of(plan) if box.distance(centre) <= plan.sizes.marker] == []
    assert [(one, other) for (one, a), (other, b) in combinations(names, 2) if one != other and gap(a, b) <= 0] == []


def test_names_and_furniture_keep_apart(built_in: Edition) -> None:
    """Nothing of the game lies under the title panel."""
    plan = geometry(built_in)
    panel = plan.art.cartouche.box
    assert all(gap(panel, box) > 0 for _, box in (*cells_of(plan), *names_of(plan)))


def test_everything_is_in_view(built_in: Edition) -> None:
    """Cells, names and markers lie inside the frame."""
    plan = geometry(built_in)
    left, top, width, height = plan.view
    frame = 12 * plan.sizes.unit
    for _, box in (*cells_of(plan), *names_of(plan)):
        x0, y0, x1, y1 = box.bounds
        assert left + frame <= x0 and x1 <= left + width - frame
        assert top + frame <= y0 and y1 <= top + height - frame


def test_twins_run_side_by_side(built_in: Edition) -> None:
    """The halves of a double lie at a steady distance, the first on the left as seen from a to b."""
    plan = geometry(built_in)
    for index, route in enumerate(plan.routes):
        if route.twin is None or route.twin < index:
            continue
        for one, other in zip(route.cells, plan.routes[route.twin].cells, strict=True):
            assert math.isclose(math.dist((one.x, one.y), (other.x, other.y)), 2 * plan.sizes.row_offset, rel_tol=0.02)
            start, end = route.curve.start, route.curve.end
            assert (end.x - start.x) * (one.y - other.y) - (end.y - start.y) * (one.x - other.x) < 0


def test_attractions_have_a_badge(built_in: Edition) -> None:
    """R-SCORE-3: the badge sits on the rim of an attraction's marker, and only there."""
    plan = geometry(built_in)
    for location, placed in zip(built_in.board.locations, plan.locations, strict=True):
        assert (placed.badge is not None) == location.attraction
        if placed.badge:
            assert plan.sizes.marker < math.dist(placed.badge, (placed.x, placed.y)) < 1.5 * plan.sizes.marker


def test_geometry_is_kept(built_in: Edition) -> None:
    """Asked twice, it is computed once."""
    assert geometry(built_in) is geometry(built_in)


def test_plain_data_for_a_page(built_in: Edition) -> None:
    """The figures survive JSON and name everything that a page draws."""
    plan = geometry(built_in)
    data = json.loads(json.dumps(plan.to_json()))
    assert data["view"] == list(plan.view)
    assert [len(route["cells"]) for route in data["routes"]] == [route.length for route in built_in.board.routes]
    assert [route["name"] for route in data["routes"]] == [built_in.board.route_name(i) for i in range(len(data["routes"]))]
    assert [location["name"] for location in data["locations"]] == [location.name for location in built_in.board.locations]
    looks = {colour.look for colour in built_in.colours} | {"grey"}
    assert {route["look"] for route in data["routes"]} <= looks
    assert all(
        set(cell) == {"x", "y", "angle", "length", "symbol", "vehicle", "scale"} for route in data["routes"] for cell in route["cells"]
    )
    symbols = [{cell["symbol"] for cell in route["cells"]} for route in data["routes"]]
    assert symbols == [{None if route["look"] == "grey" else route["look"]} for route in data["routes"]]


def test_a_board_without_art(own_board: Callable[..., Edition]) -> None:
    """By rule alone: cells apart, names free, twins apart, all in view, whatever the scale of the plane."""
    for scale in (0.1, 1.0, 9.0):
        plan = geometry(own_board(scale))
        cells, names = cells_of(plan), names_of(plan)
        assert len(cells) == sum(route.length for route in plan.board.routes)
        assert [(one, other) for (one, a), (other, b) in combinations(cells, 2) if gap(a, b) <= 0] == []
        assert [(name, index) for name, box in names for index, cell in cells if gap(box, cell) <= 0] == []
        left, top, width, height = plan.view
        for box in [box for _, box in (*cells, *names)] + [plan.art.cartouche.box]:
            x0, y0, x1, y1 = box.bounds
            assert left < x0 and x1 < left + width and top < y0 and y1 < top + height
        assert all(gap(plan.art.cartouche.box, box) > 0 for _, box in (*cells, *names))


def test_a_route_bends_around_a_strange_marker(own_board: Callable[..., Edition]) -> None:
    """A straight line through a third location would hide it."""
    plan = geometry(own_board())
    for route in plan.routes:
        strange = [location for location in plan.locations if location.name not in (route.a, route.b)]
        assert all(cell.distance(Point(place.x, place.y)) > plan.sizes.marker for cell in route.cells for place in strange)


def test_curve() -> None:
    """A bend to the left of a journey east lies in the north, and `aside` counts the same way."""
    straight, bowed = Curve(Point(0, 0), Point(100, 0)), Curve(Point(0, 0), Point(100, 0), bend=10)
    assert straight.length == 100
    assert straight.at(30, aside=5) == Point(30, -5)
    assert math.isclose(bowed.at(bowed.length / 2).y, -10, abs_tol=0.01)
    assert bowed.length > 100


def test_gap() -> None:
    """Positive between boxes, negative by the depth of an overlap, and turned boxes count as turned."""
    box = Box(0, 0, 10, 10)
    assert gap(box, Box(15, 0, 10, 10)) == 5
    assert gap(box, Box(8, 0, 10, 10)) == -2
    assert gap(box, Box(11, 11, 10, 10, angle=45)) > 0
    assert box.distance(Point(8, 9)) == 5


def test_the_free_box_is_free(built_in: Edition) -> None:
    """A board keeps a box inside its frame for a page's buttons, which no cell, name or place touches."""
    plan = geometry(built_in)
    assert plan.art.free is not None
    left, top, width, height = plan.art.free
    box = Box.between(left, top, left + width, top + height)
    x, y, across, down = plan.view
    assert x < left and left + width < x + across and y < top and top + height < y + down
    assert all(gap(box, cell) > 0 for _, cell in cells_of(plan))
    assert all(gap(box, name) > 0 for _, name in names_of(plan))
    marker = plan.sizes.marker
    assert all(gap(box, Box.between(at.x - marker, at.y - marker, at.x + marker, at.y + marker)) > 0 for _, at in markers_of(plan))


def test_the_key_stands_clear_of_routes_and_names(built_in: Edition) -> None:
    """What a page is told of the key to the districts is where it is drawn: nothing else stands there."""
    plan = geometry(built_in)
    assert (plan.key is not None) == bool(plan.board.districts)
    if plan.key is not None:
        left, top, width, height = plan.key
        assert plan.to_json()["key"] == plan.key
        assert f"translate({left:g} {top:g})" in draw_board(built_in)
        box = Box.between(left, top, left + width, top + height)
        assert all(gap(box, cell) > 0 for _, cell in cells_of(plan))
        assert all(gap(box, name) > 0 for _, name in names_of(plan))
