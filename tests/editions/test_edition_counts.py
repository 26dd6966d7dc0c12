"""The numbers of an edition against each other and against the engine's bounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from allaboard.editions import Fault, bounds
from harbour_edition import BOARD, EDITION, Harbour

# (what is changed, into what, field, a part of the message)
COUNTS = [
    ("min_players = 2", "min_players = 4", "min_players", "is 4; allowed: 2 to max_players, which is 3"),
    ("setup_keep = 1", "setup_keep = 3", "setup_keep", "is 3; allowed: 1 to setup_offer, which is 2"),
    ("\nkeep = 1", "\nkeep = 3", "keep", "is 3; allowed: 1 to offer, which is 2"),
    (
        "setup_offer = 2",
        "setup_offer = 3",
        "setup_offer",
        "is 3: 3 players need 9 tickets, and there are 8; allowed: at most 2, or more tickets",
    ),
    (
        "starting_hand = 2",
        "starting_hand = 6",
        "starting_hand",
        "is 6: 3 players and the market need 23 cards, and there are 22; allowed: ",
    ),
    ("twin_closed_up_to = 2", "twin_closed_up_to = 4", "twin_closed_up_to", "is 4; allowed: 0 (never) to max_players, which is 3"),
    ("final_round_at = 1", "final_round_at = 8", "final_round_at", "is 8, and players start with 8 pieces; allowed: 0 to 7"),
    ("longest_path_points = 3", "longest_path_points = 0", "tie_breaks", "has 'longest-path' while longest_path_points is 0; allowed: "),
]
BOUNDS = [
    ("pieces = 8\n", f"pieces = {bounds.MAX_PIECES + 1}\n", "pieces", "MAX_PIECES"),
    ("\noffer = 2", f"\noffer = {bounds.MAX_OFFER + 1}", "offer", "MAX_OFFER"),
    ('look = "red",    cards = 6', f'look = "red", cards = {bounds.MAX_CARDS - 15}', "colours", "MAX_CARDS"),
    ("3 = 4 }", f"3 = 4, {bounds.MAX_LENGTH + 1} = 30 }}", "route_points", "MAX_LENGTH"),
]


@pytest.mark.parametrize(("old", "new", "field", "message"), COUNTS)
def test_counts(one_fault_after: Callable[[str, str], Fault], old: str, new: str, field: str, message: str) -> None:
    """Nothing is asked of a table that it cannot give."""
    fault = one_fault_after(old, new)
    assert (fault.file, fault.row, fault.field) == (EDITION, "", field)
    assert message in fault.message


def test_attraction_points_without_attractions(harbour: Harbour) -> None:
    """R-SCORE-3: points for attractions need attractions."""
    harbour.edit('label = "e", attraction = true', 'label = "e"').edit('label = "ne", attraction = true', 'label = "ne"')
    (fault,) = harbour.faults()
    assert (fault.file, fault.field) == (EDITION, "attraction_points")
    assert fault.message == "is 1, and no location of the board has attraction = true; allowed: 0, or mark some"


@pytest.mark.parametrize(("old", "new", "field", "bound"), BOUNDS)
def test_bounds(one_fault_after: Callable[[str, str], Fault], old: str, new: str, field: str, bound: str) -> None:
    """An edition beyond the engine's tables is refused with the bound and the value."""
    most = getattr(bounds, bound)
    fault = one_fault_after(old, new)
    assert (fault.file, fault.row, fault.field) == (EDITION, "", field)
    assert f" {most + 1}, beyond the engine's bound {bound}; allowed: at most {most}" in fault.message


def test_bound_of_players(harbour: Harbour) -> None:
    """A table has no more seats than the engine."""
    faults = harbour.edit("max_players = 3", "max_players = 6").edit("setup_offer = 2", "setup_offer = 1").faults()
    assert [fault.message for fault in faults] == ["is 6, beyond the engine's bound MAX_PLAYERS; allowed: at most 5"]


@pytest.mark.parametrize(
    ("start", "row", "there", "file", "field", "bound"),
    [
        ("locations = [", '{{ name = "P{0}", x = {0}, y = 0, label = "n" }},', 6, BOARD, "locations", "MAX_LOCATIONS"),
        ("routes = [", '{{ a = "Quay", b = "P{0}", length = 1, colour = "grey" }},', 9, BOARD, "routes", "MAX_ROUTES"),
        ("districts = [", '{{ name = "D{0}", points = 1, locations = ["P{0}", "Q{0}"] }},', 1, BOARD, "districts", "MAX_DISTRICTS"),
        ("colours = [", '{{ name = "c{0}", letter = "A", look = "red", cards = 1 }},', 3, EDITION, "colours", "MAX_COLOURS"),
        ("tickets = [", '{{ a = "Quay", b = "P{0}", points = 1 }},', 8, EDITION, "tickets", "MAX_TICKETS"),
    ],
)
def test_bounds_of_lists(harbour: Harbour, start: str, row: str, there: int, file: str, field: str, bound: str) -> None:
    """A list with more rows than the engine's table is refused with the bound and the number of rows."""
    most = getattr(bounds, bound)
    faults = harbour.edit(f"\n{start}", "\n".join(["", start, *(row.format(n) for n in range(most + 1 - there))])).faults()
    message = f"has rows: {most + 1}, beyond the engine's bound {bound}; allowed: at most {most}"
    assert Fault(file, "", field, message) in faults


def test_bound_of_route_length(harbour: Harbour) -> None:
    """A route is no longer than the engine's table of lengths."""
    harbour.edit('"Chapel",     length = 3', '"Chapel",     length = 9').edit("pieces = 8\n", "pieces = 9\n").edit(
        "3 = 4 }", "3 = 4, 9 = 30 }"
    )
    assert (BOARD, "routes[9] (Station–Chapel)", "length") in {(fault.file, fault.row, fault.field) for fault in harbour.faults()}
    assert f"is 9, beyond the engine's bound MAX_LENGTH; allowed: at most {bounds.MAX_LENGTH}" in {
        fault.message for fault in harbour.faults()
    }
