"""The four editions of the package against the edition table of the rules and the facts of the boards."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from allaboard.editions import Edition, edition_ids, get_edition

IDS: Final = ("new-york", "london", "usa", "usa-anniversary")
SMALL: Final = {1: 1, 2: 2, 3: 4, 4: 7}
LARGE: Final = {**SMALL, 5: 10, 6: 15}
RAINBOW: Final = "purple red orange yellow green blue white black"

# The edition table, row by row; the columns are IDS.
TABLE: Final[dict[str, tuple[object, object, object, object]]] = {
    "id": IDS,
    "title": ("New York", "London", "North America", "North America, 10th Anniversary"),
    "min_players": (2, 2, 2, 2),
    "max_players": (4, 4, 5, 5),
    "pieces": (15, 17, 45, 45),
    "piece": ("taxi", "bus", "train", "train"),
    "piece_plural": ("taxis", "buses", "trains", "trains"),
    "vehicle": ("taxi", "bus", "train", "train"),
    "wild": ("taxi", "bus", "locomotive", "locomotive"),
    "wild_cards": (8, 8, 14, 14),
    "starting_hand": (2, 2, 4, 4),
    "setup_offer": (2, 2, 4, 3),
    "setup_keep": (1, 1, 2, 2),
    "setup_return": ("bottom", "bottom", "shuffled", "out"),
    "offer": (2, 2, 3, 3),
    "keep": (1, 1, 1, 1),
    "return_order": ("drawn", "drawn", "chosen", "drawn"),
    "twin_closed_up_to": (2, 2, 3, 3),
    "route_points": (SMALL, SMALL, LARGE, LARGE),
    "points_shown": ("end", "claimed", "claimed", "claimed"),
    "longest_path_points": (0, 0, 10, 10),
    "attraction_points": (1, 0, 0, 0),
    "final_round_at": (2, 2, 2, 2),
    "tie_breaks": (("tickets",), ("tickets",), ("tickets", "longest-path"), ("tickets", "longest-path")),
    "starting_player": ("youngest", "youngest", "chosen", "most experienced"),
}

# What can be counted on boards, cards and tickets; the columns are IDS.
COUNTS: Final[dict[str, tuple[object, object, object, object]]] = {
    "board": ("new-york", "london", "north-america", "north-america"),
    "colours": ("blue green black pink red orange", "blue green black pink yellow orange", RAINBOW, RAINBOW),
    "looks": (
        "blue green black pink red orange",
        "blue green black pink yellow orange",
        RAINBOW.replace("purple", "pink"),
        RAINBOW.replace("purple", "pink"),
    ),
    "cards of each colour": ({6}, {6}, {12}, {12}),
    "cards": (44, 44, 110, 110),
    "locations": (15, 17, 36, 36),
    "routes": (41, 44, 100, 100),
    "doubles": (11, 9, 22, 22),
    "spaces": (84, 95, 309, 309),
    "routes by length": (
        {1: 9, 2: 22, 3: 9, 4: 1},
        {1: 15, 2: 12, 3: 12, 4: 5},
        {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9},
        {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9},
    ),
    "grey routes": (10, 14, 44, 44),
    "attractions": (9, 0, 0, 0),
    "district points": ([], [1, 2, 3, 4, 5], [], []),
    "locations in districts": (0, 17, 0, 0),
    "tickets": (18, 20, 33, 30),
    "ticket points": (92, 108, 364, 349),
}

# What the reconstruction of the current box's tickets adds to the classic ones.
EXTRA_TICKETS: Final = {"Atlanta–Washington", "Boston–Washington", "Montréal–Chicago"}


def counted(box: Edition) -> dict[str, object]:
    """The figures of COUNTS for one edition."""
    board = box.board
    return {
        "board": board.id,
        "colours": " ".join(colour.name for colour in box.colours),
        "looks": " ".join(colour.look for colour in box.colours),
        "cards of each colour": {colour.cards for colour in box.colours},
        "cards": box.wild_cards + sum(colour.cards for colour in box.colours),
        "locations": len(board.locations),
        "routes": len(board.routes),
        "doubles": sum(route.twin is not None for route in board.routes) // 2,
        "spaces": sum(route.length for route in board.routes),
        "routes by length": dict(sorted(Counter(route.length for route in board.routes).items())),
        "grey routes": sum(route.colour is None for route in board.routes),
        "attractions": sum(location.attraction for location in board.locations),
        "district points": [district.points for district in board.districts],
        "locations in districts": len({name for district in board.districts for name in district.locations}),
        "tickets": len(box.tickets),
        "ticket points": sum(ticket.points for ticket in box.tickets),
    }


@pytest.mark.parametrize("field", TABLE)
def test_edition_table(field: str) -> None:
    """What differs between the boxes stands in their files as the rules give it."""
    assert tuple(getattr(get_edition(name), field) for name in IDS) == TABLE[field]


@pytest.mark.parametrize("figure", COUNTS)
def test_counts(figure: str) -> None:
    """Boards, cards and tickets are complete."""
    assert tuple(counted(get_edition(name))[figure] for name in IDS) == COUNTS[figure]


def test_order() -> None:
    """The editions are listed from the shortest game to the longest, and loaded once."""
    assert edition_ids() == IDS
    assert all(get_edition(name) is get_edition(name) for name in IDS)


def test_files_carry_their_ids() -> None:
    """An edition is found by the name of its file, which is its id."""
    assert [get_edition(name).path.stem for name in IDS] == list(IDS)


def test_colours_are_balanced() -> None:
    """On the North American board every colour has seven routes and 27 spaces."""
    routes = [route for route in get_edition("usa").board.routes if route.colour is not None]
    assert set(Counter(route.colour for route in routes).values()) == {7}
    spaces: Counter[str] = Counter()
    for route in routes:
        spaces[str(route.colour)] += route.length
    assert set(spaces.values()) == {27}


def test_shared_board() -> None:
    """The two North American boxes have one board, and the classic tickets are part of the larger set."""
    usa, anniversary = get_edition("usa"), get_edition("usa-anniversary")
    assert usa.board == anniversary.board
    assert set(anniversary.tickets) < set(usa.tickets)
    assert {ticket.name for ticket in set(usa.tickets) - set(anniversary.tickets)} == EXTRA_TICKETS
    assert "reconstructed" in usa.source


@pytest.mark.parametrize(
    ("name", "route", "length", "colour"),
    [
        ("usa", "Denver–Omaha", 4, "purple"),
        ("usa", "Houston–New Orleans", 2, None),
        ("usa", "Denver–Salt Lake City/yellow", 3, "yellow"),
        ("usa", "Sault St. Marie–Winnipeg", 6, None),
        ("usa", "Seattle–Vancouver/grey#2", 1, None),
        ("new-york", "Gramercy Park–East Village", 2, None),
        ("new-york", "Midtown West–Empire State Building", 2, "green"),
        ("new-york", "Chelsea–Soho", 4, "pink"),
        ("london", "Covent Garden–St Paul's/grey#1", 3, None),
        ("london", "Buckingham Palace–Trafalgar Square", 2, None),
        ("london", "Elephant & Castle–Tower of London", 4, "black"),
    ],
)
def test_routes_that_sources_dispute(name: str, route: str, length: int, colour: str | None) -> None:
    """Where public listings disagree, the majority and the pictures of the boards decide."""
    board = get_edition(name).board
    (found,) = (row for index, row in enumerate(board.routes) if board.route_name(index) == route)
    assert (found.length, found.colour) == (length, colour)


@pytest.mark.parametrize("name", IDS)
def test_route_names_are_unique(name: str) -> None:
    """No two routes of a board are called the same."""
    board = get_edition(name).board
    names = [board.route_name(index) for index in range(len(board.routes))]
    assert len(set(names)) == len(names)
