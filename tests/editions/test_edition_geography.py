"""The board of an edition: locations in the plane, sound routes and doubles, one network, sound districts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from allaboard.editions import Fault, load
from harbour_edition import BOARD, EDITION, Harbour

LIGHTHOUSE = "x = 360, y = 260"
HALF = 'b = "Fish Hall",  length = 1, colour = "blue"'
TICKET = 'a = "Quay",       b = "Chapel",     points = 3'
LAST_ROUTE = '  { a = "Station",   b = "Chapel",     length = 3, colour = "grey" },\n'
LAST_DISTRICT = '"Lighthouse"] },\n'
MEMBERS = '["Quay", "Fish Hall", "Lighthouse"]'

# (what is changed, into what, row, field, a part of the message)
LOCATIONS = [
    (LIGHTHOUSE, "x = 401, y = 260", "locations[2] (Lighthouse)", "x", "is 401, outside the plane; allowed: a number from 0 to 400"),
    (LIGHTHOUSE, "x = 360, y = -1", "locations[2] (Lighthouse)", "y", "is -1, outside the plane; allowed: a number from 0 to 300"),
    (
        LIGHTHOUSE,
        "x = 200, y = 240",
        "locations[2] (Lighthouse)",
        "x",
        "and y are those of locations[1] (Quay), or nearly; allowed: a spot of its own, 0.8 away",
    ),
    ("width = 400", "width = 0", "", "width", "is 0; allowed: a number from 10 on"),
    ("height = 300", "height = 19", "", "height", "is 19, and the other side 400; allowed: at least a 20th of it"),
]
ROUTES = [
    (
        LAST_ROUTE,
        LAST_ROUTE + '{ a = "Quay", b = "Quay", length = 1, colour = "red" },',
        "routes[10] (Quay–Quay)",
        "b",
        "is 'Quay', where it starts",
    ),
    (
        LAST_ROUTE,
        LAST_ROUTE.replace("3", "4"),
        "routes[9] (Station–Chapel)",
        "length",
        "is 4, for which route_points gives no points; allowed: 1, 2, 3",
    ),
    (
        LAST_ROUTE,
        LAST_ROUTE.replace(" }", ", ferries = 4 }"),
        "routes[9] (Station–Chapel)",
        "ferries",
        "is 4, more than the route has spaces; allowed: 0 to 3",
    ),
    (
        LAST_ROUTE,
        LAST_ROUTE.replace(" }", ", ferries = -1 }"),
        "routes[9] (Station–Chapel)",
        "ferries",
        "is -1; allowed: a whole number from 0 to",
    ),
    (
        HALF,
        HALF.replace("1", "2"),
        "routes[2] (Quay–Fish Hall)",
        "length",
        "is 2, and its twin routes[1] (Quay–Fish Hall) has 1; allowed: the same",
    ),
    (
        f'a = "Quay",      {HALF}',
        'a = "Fish Hall", b = "Quay", length = 1, colour = "blue"',
        "routes[2] (Fish Hall–Quay)",
        "a",
        "is 'Fish Hall', the other end of its twin routes[1] (Quay–Fish Hall); allowed: 'Quay' for both",
    ),
    (
        LAST_ROUTE,
        LAST_ROUTE + '{ a = "Fish Hall", b = "Quay", length = 1, colour = "yellow" },',
        "routes[10] (Fish Hall–Quay)",
        "b",
        "as routes[1] (Quay–Fish Hall) and routes[2] (Quay–Fish Hall); allowed: at most two routes, the halves of a double",
    ),
]
DISTRICTS = [
    (MEMBERS, '["Quay"]', "districts[1] (Waterfront)", "locations", "has 1; allowed: two different locations or more"),
    (MEMBERS, '["Quay", "Chapel", "Quay"]', "districts[1] (Waterfront)", "locations", "names 'Quay' twice; allowed: each location once"),
    (
        LAST_DISTRICT,
        LAST_DISTRICT + '{ name = "Hill", points = 1, locations = ["Chapel", "Quay"] },\n',
        "districts[2] (Hill)",
        "locations",
        "names 'Quay', which belongs to districts[1] (Waterfront); allowed: one district a location",
    ),
]


@pytest.mark.parametrize(("old", "new", "row", "field", "message"), LOCATIONS + ROUTES + DISTRICTS)
def test_board(one_fault_after: Callable[[str, str], Fault], old: str, new: str, row: str, field: str, message: str) -> None:
    """A board is refused that could not be drawn or played."""
    fault = one_fault_after(old, new)
    assert (fault.file, fault.row, fault.field) == (BOARD, row, field)
    assert message in fault.message


def test_ticket_to_where_it_starts(one_fault_after: Callable[[str, str], Fault]) -> None:
    """A ticket joins two different locations."""
    fault = one_fault_after(TICKET, TICKET.replace("Chapel", "Quay"))
    assert str(fault) == f"{EDITION}: tickets[1] (Quay–Quay): b: is 'Quay', where it starts; allowed: another location"


def test_routes_beyond_the_pieces(harbour: Harbour) -> None:
    """R-CLAIM-5: no route is longer than the pieces of a player."""
    faults = harbour.edit("pieces = 8\n", "pieces = 2\n").faults()
    assert [fault.row.partition(" ")[0] for fault in faults] == ["routes[3]", "routes[5]", "routes[9]"]
    assert {fault.message for fault in faults} == {"is 3, more than the 2 pieces of a player; allowed: 1 to 2"}


def test_routes_that_nobody_can_pay(harbour: Harbour) -> None:
    """R-CLAIM-1, R-CLAIM-2: all cards of a colour and all wilds are enough for each route."""
    harbour.edit("wild_cards = 4", "wild_cards = 0").edit('look = "blue",   cards = 6', 'look = "blue",   cards = 2')
    (fault,) = harbour.faults()
    assert (fault.row, fault.field) == ("routes[5] (Quay–Station)", "length")
    assert fault.message == "is 3, and all blue and all wild cards together make 2; allowed: 1 to 2"


def test_ferries_that_nobody_can_pay(harbour: Harbour) -> None:
    """R-CLAIM-10: all wilds are enough for the ferries of each route."""
    harbour.edit("wild_cards = 4", "wild_cards = 1")
    (fault,) = harbour.edit('length = 3, colour = "blue"', 'length = 3, colour = "blue", ferries = 2').faults()
    assert str(fault) == f"{BOARD}: routes[5] (Quay–Station): ferries: is 2, more than there are wild cards; allowed: 0 to 1"


def test_islands(harbour: Harbour) -> None:
    """Every location can be reached from every other, or the islands are named."""
    harbour.edit('b = "Lighthouse", length = 3', 'b = "Chapel",     length = 3')
    (fault,) = harbour.edit('b = "Lighthouse", length = 1', 'b = "Station",    length = 1').faults()
    assert (fault.file, fault.row, fault.field) == (BOARD, "", "routes")
    assert fault.message.startswith("leaves 2 islands (Quay, Fish Hall, Old Mill, Station, Chapel; Lighthouse); allowed: ")


def test_twins(harbour: Harbour) -> None:
    """Two rows between the same two locations are each other's twins, in their order; other routes have none."""
    routes = load(harbour.path).board.routes
    assert [route.twin for route in routes] == [1, 0, *[None] * 7]
    board = load(harbour.path).board
    assert [board.route_name(index) for index in (0, 1, 2)] == ["Quay–Fish Hall/red", "Quay–Fish Hall/blue", "Quay–Lighthouse"]
    assert routes[2].colour is None, "grey"
