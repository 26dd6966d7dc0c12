"""R-SCORE: routes, tickets, the bonuses of each edition, and who wins."""

from __future__ import annotations

import pytest

from allaboard import Position, Result
from builders import BOXES, EDITIONS, NORTH_AMERICA, every_edition, every_table, plain, routes, tickets

LOOP = ["Helena–Salt Lake City", "Denver–Salt Lake City/red", "Denver–Helena"]


def score(edition: str, *claimed: list[str], players: int = 2, kept: tuple[list[str], ...] = ()) -> Result:
    """The result if the game ended with these routes, and these tickets, seat by seat."""
    position = plain(edition, players)
    for seat, names in enumerate(claimed):
        position.claimed(seat, *names)
    for seat, names in enumerate(kept):
        position.tickets(seat, *names)
    return position.game(seed=1).result()


@pytest.mark.parametrize(("edition", "length"), [(edition, length) for edition, box in BOXES.items() for length in box.points])
def test_routes_by_length(edition: str, length: int) -> None:
    """R-SCORE-1: every route scores by its length, whatever its colour, and all of a player's routes add up."""
    names = routes(edition, length=length)
    for name in names:
        assert score(edition, [name]).sheets[0].routes == BOXES[edition].points[length]
    single = next(name for name in routes(edition, double=False) if name not in names)
    both = score(edition, [names[0], single]).sheets[0].routes
    assert both == BOXES[edition].points[length] + score(edition, [single]).sheets[0].routes


def test_the_example_of_the_rules() -> None:
    """R-SCORE-2: blue's two complete tickets bring 9 + 6; green's one brings 8, less 4 for the one that is not."""
    blue = ["Atlanta–Raleigh/grey#1", "Raleigh–Washington/grey#1", "New York–Washington/black", "Montréal–New York"]
    green = ["Nashville–Pittsburgh", "Pittsburgh–Toronto", "Sault St. Marie–Toronto"]
    kept = (["Atlanta–Montréal", "Atlanta–New York"], ["Nashville–Sault St. Marie", "Atlanta–Washington"])
    sheets = score("usa", blue, green, kept=kept).sheets
    assert [sheet.ticket_points for sheet in sheets] == [15, 4]
    assert [[ticket.complete for ticket in sheet.tickets] for sheet in sheets] == [[True, True], [True, False]]


@every_table
def test_tickets_of_every_player(edition: str, players: int) -> None:
    """R-SCORE-2: a ticket that is not complete costs its points, so that scores may go below nothing."""
    names = tickets(edition)[: 2 * players]
    result = score(edition, players=players, kept=tuple(names[2 * seat : 2 * seat + 2] for seat in range(players)))
    points = {ticket.name: ticket.points for ticket in Position(edition).edition.tickets}
    for seat, sheet in enumerate(result.sheets):
        assert sheet.total == sheet.ticket_points == -points[names[2 * seat]] - points[names[2 * seat + 1]]


@every_edition
def test_tickets_on_offer_count_nothing(edition: str) -> None:
    """R-SCORE-2: only kept tickets count, not those a player has yet to choose from."""
    game = plain(edition).offer(tickets(edition)[0]).game(seed=1)
    assert game.result().sheets[0].total == 0


@pytest.mark.parametrize(
    ("claimed", "attractions"),
    [
        ([], []),
        (["Lincoln Center–Midtown West"], []),
        (["Central Park–United Nations"], ["Central Park", "United Nations"]),
        (["Midtown West–Chelsea"], ["Chelsea"]),
        (["Chelsea–Soho", "Chelsea–Gramercy Park"], ["Chelsea"]),
        (
            ["Chinatown–Wall Street/pink", "Wall Street–Brooklyn/black", "Midtown West–Times Square"],
            ["Times Square", "Chinatown", "Wall Street", "Brooklyn"],
        ),
    ],
)
def test_attractions(claimed: list[str], attractions: list[str]) -> None:
    """R-SCORE-3: in new-york one point for each attraction at an end of a player's routes, once each."""
    sheet = score("new-york", claimed).sheets[0]
    assert sorted(sheet.attractions) == sorted(attractions)
    assert sheet.attraction_points == len(attractions)


def test_attractions_are_shared() -> None:
    """R-SCORE-3: an attraction that two players reach counts for both."""
    result = score("new-york", ["Central Park–United Nations"], ["Times Square–United Nations"])
    assert [sheet.attraction_points for sheet in result.sheets] == [2, 2]


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != "new-york"])
def test_attractions_elsewhere(edition: str) -> None:
    """R-SCORE-3: no other edition scores attractions."""
    assert score(edition, routes(edition, length=1)[:1]).sheets[0].attraction_points == 0


DISTRICTS = {
    "next to each other": (["British Museum–Covent Garden/grey#1"], ["Bloomsbury"], 1),
    "through a place outside": (["British Museum–Piccadilly Circus", "Piccadilly Circus–Covent Garden/green"], ["Bloomsbury"], 1),
    "touched in two parts": (["Piccadilly Circus–Trafalgar Square/blue", "Buckingham Palace–Big Ben"], [], 0),
    "one place missing": (["Waterloo–Globe Theatre"], [], 0),
    "three in a row": (["Waterloo–Globe Theatre", "Globe Theatre–Elephant & Castle"], ["South Bank"], 3),
    "a detour by the north": (["Big Ben–Waterloo", "Big Ben–Elephant & Castle", "Globe Theatre–Elephant & Castle"], ["South Bank"], 3),
    "the city": (["St Paul's–The Charterhouse", "St Paul's–Brick Lane", "St Paul's–Tower of London/pink"], ["The City"], 4),
    "the parks": (["Baker Street–Regent's Park", "Regent's Park–King's Cross", "Baker Street–Hyde Park"], ["The Parks"], 5),
    "two districts": (
        [
            "British Museum–Covent Garden/grey#2",
            "Piccadilly Circus–Covent Garden/yellow",
            "Piccadilly Circus–Trafalgar Square/orange",
            "Trafalgar Square–Big Ben",
            "Buckingham Palace–Big Ben",
        ],
        ["Bloomsbury", "Westminster"],
        3,
    ),
}


@pytest.mark.parametrize("name", DISTRICTS)
def test_districts(name: str) -> None:
    """R-SCORE-4: in london a district scores when all its places are joined, through whatever places, and only then."""
    claimed, districts, points = DISTRICTS[name]
    sheet = score("london", claimed).sheets[0]
    assert sheet.districts == tuple(districts)
    assert sheet.district_points == points


def test_districts_need_own_routes() -> None:
    """R-SCORE-4: two players do not complete a district between them, but each may complete it alone."""
    apart = score("london", ["Waterloo–Globe Theatre"], ["Globe Theatre–Elephant & Castle"])
    assert [sheet.district_points for sheet in apart.sheets] == [0, 0]
    both = score("london", ["British Museum–Covent Garden/grey#1"], ["British Museum–Covent Garden/grey#2"], players=3)
    assert [sheet.district_points for sheet in both.sheets] == [1, 1, 0]


PATHS = {
    "one route": (["Denver–Omaha"], 4),
    "two in a row": (["Denver–Omaha", "Chicago–Omaha"], 8),
    "two apart": (["Denver–Omaha", "Atlanta–Miami"], 5),
    "a dead end is left out": (["Denver–Helena", "Denver–Omaha", "Denver–Santa Fe"], 8),
    "a loop counts once": (LOOP, 10),
    "a loop with a tail": ([*LOOP, "Denver–Omaha"], 14),
    "a loop with two tails at one city": ([*LOOP, "Denver–Omaha", "Denver–Phoenix"], 19),
    "a loop with two tails apart": ([*LOOP, "Denver–Omaha", "Helena–Seattle"], 16),
    "two loops that cross": ([*LOOP, "Denver–Santa Fe", "Oklahoma City–Santa Fe", "Denver–Oklahoma City"], 19),
    "two loops with one route in common": ([*LOOP, "Denver–Omaha", "Helena–Omaha"], 19),
    "two loops joined by a route": (
        [
            "New York–Pittsburgh/green",
            "New York–Washington/black",
            "Pittsburgh–Washington",
            "Pittsburgh–Toronto",
            "Sault St. Marie–Toronto",
            "Montréal–Sault St. Marie",
            "Montréal–Toronto",
        ],
        18,
    ),
    "a city passed three times": (
        [*LOOP, "Denver–Santa Fe", "Oklahoma City–Santa Fe", "Denver–Oklahoma City", "Denver–Omaha", "Denver–Phoenix"],
        28,
    ),
}


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("edition", NORTH_AMERICA)
def test_longest_path(edition: str, name: str) -> None:
    """R-SCORE-5: a path may cross itself and pass a city again, but uses no route twice; its length is in pieces."""
    claimed, length = PATHS[name]
    sheet = score(edition, claimed).sheets[0]
    assert sheet.longest_path == length
    assert sheet.longest_path_points == 10


@pytest.mark.parametrize(
    ("claimed", "bonuses"),
    [
        ([[], [], []], [0, 0, 0]),
        ([["Denver–Omaha"], [], []], [10, 0, 0]),
        ([["Denver–Omaha"], ["Atlanta–Miami"], []], [0, 10, 0]),
        ([["Denver–Omaha"], ["Denver–Helena"], ["Denver–Santa Fe"]], [10, 10, 0]),
        ([["Denver–Omaha"], ["Denver–Helena"], ["Denver–Oklahoma City"]], [10, 10, 10]),
        ([["Denver–Omaha", "Atlanta–Nashville"], ["Denver–Santa Fe", "Oklahoma City–Santa Fe"], []], [0, 10, 0]),
    ],
)
@pytest.mark.parametrize("edition", NORTH_AMERICA)
def test_longest_path_bonus(edition: str, claimed: list[list[str]], bonuses: list[int]) -> None:
    """R-SCORE-5: ten points for the longest path, for every player tied for it, and for nobody when no route is claimed."""
    assert [sheet.longest_path_points for sheet in score(edition, *claimed, players=3).sheets] == bonuses


@pytest.mark.parametrize("edition", ["new-york", "london"])
def test_no_longest_path_in_town(edition: str) -> None:
    """R-SCORE-5: only the North American boxes have the bonus."""
    assert score(edition, routes(edition, length=4)[:1]).sheets[0].longest_path_points == 0


@every_table
def test_most_points_wins(edition: str, players: int) -> None:
    """R-SCORE-6: the most points win, and a total is the sum of all that was scored."""
    last = players - 1
    result = score(edition, *([[]] * last), routes(edition, length=2)[:1], players=players)
    assert result.winners == (last,)
    assert result.tie_break is None
    for sheet in result.sheets:
        parts = (sheet.routes, sheet.ticket_points, sheet.longest_path_points, sheet.attraction_points, sheet.district_points)
        assert sheet.total == sum(parts)


@every_edition
def test_least_negative_wins(edition: str) -> None:
    """R-SCORE-6: scores may be negative, and then the one nearest to nothing wins."""
    worth = {ticket.points: ticket.name for ticket in Position(edition).edition.tickets}
    low, high = min(worth), max(worth)
    result = score(edition, kept=([worth[high]], [worth[low]]))
    assert [sheet.total for sheet in result.sheets] == [-high, -low]
    assert result.winners == (1,)


SANTA_FE = ["Denver–Santa Fe", "El Paso–Santa Fe"]
SEVEN = ["Duluth–Omaha/grey#1", "Kansas City–Omaha/grey#1", "Kansas City–Oklahoma City/grey#1", "Dallas–Oklahoma City/grey#1"]
SEVEN_OTHERS = ["Houston–New Orleans", "Dallas–Houston/grey#1", "Dallas–Little Rock", "Little Rock–Saint Louis"]

# edition, routes by seat, tickets by seat, the equal totals, the winners, what decided
TIES = {
    "new-york, by tickets": (
        "new-york",
        [
            ["Lincoln Center–Midtown West", "Gramercy Park–East Village", "Midtown West–Times Square"],
            ["Lower East Side–Chinatown", "Chinatown–Wall Street/green"],
        ],
        ([], ["Lower East Side–Wall Street"]),
        6,
        (1,),
        "tickets",
    ),
    "new-york, shared": (
        "new-york",
        [["Lincoln Center–Midtown West"], ["Gramercy Park–East Village"]],
        ([], []),
        2,
        (0, 1),
        None,
    ),
    "london, by tickets": (
        "london",
        [["Regent's Park–King's Cross"], ["British Museum–Piccadilly Circus"]],
        ([], ["British Museum–Piccadilly Circus"]),
        4,
        (1,),
        "tickets",
    ),
    "london, shared": ("london", [["Regent's Park–King's Cross"], ["Brick Lane–Tower of London"]], ([], []), 4, (0, 1), None),
    "usa, by tickets": (
        "usa",
        [["Denver–Omaha", "Atlanta–Nashville"], SANTA_FE],
        ([], ["Denver–El Paso"]),
        18,
        (1,),
        "tickets",
    ),
    "usa, by the longest path": ("usa", [["Calgary–Winnipeg", "Denver–Santa Fe"], SEVEN], ([], []), 17, (1,), "longest-path"),
    "usa, tickets before the longest path": (
        "usa",
        [[*SANTA_FE, "Chicago–Toronto", "Houston–New Orleans"], SEVEN],
        (["Denver–El Paso"], []),
        17,
        (0,),
        "tickets",
    ),
    "usa, two of three with the longest path": (
        "usa",
        [["Calgary–Winnipeg", "Denver–Santa Fe"], SEVEN, SEVEN_OTHERS],
        ([], [], []),
        17,
        (1, 2),
        "longest-path",
    ),
    "usa, shared, both with the longest path": ("usa", [["Denver–Omaha"], ["Denver–Helena"]], ([], []), 17, (0, 1), None),
}


@pytest.mark.parametrize("name", TIES)
def test_ties(name: str) -> None:
    """R-SCORE-6: ties go to the most tickets completed, in North America then to the longest path, and are shared in the end."""
    edition, claimed, kept, total, winners, tie_break = TIES[name]
    for box in NORTH_AMERICA if edition == "usa" else (edition,):
        result = score(box, *claimed, kept=kept, players=len(claimed))
        assert [sheet.total for sheet in result.sheets] == [total] * len(claimed)
        assert (result.winners, result.tie_break) == (winners, tie_break)


def test_a_tie_break_counts_tickets_not_points() -> None:
    """R-SCORE-6: of equals, the one with two small tickets beats the one with a single large one."""
    coast = [
        "Atlanta–Raleigh/grey#1",
        "Raleigh–Washington/grey#1",
        "New York–Washington/black",
        "Montréal–New York",
        "Boston–Montréal/grey#1",
    ]
    lakes = ["Duluth–Sault St. Marie", "Chicago–Duluth"]
    plains = ["Denver–Kansas City/black", "Kansas City–Saint Louis/blue", "Pittsburgh–Saint Louis"]
    result = score("usa", plains, coast + lakes, kept=(["Denver–Pittsburgh"], ["Atlanta–Washington", "Atlanta–New York"]))
    assert [sheet.ticket_points for sheet in result.sheets] == [11, 10]
    assert [sheet.total for sheet in result.sheets] == [40, 40]
    assert (result.winners, result.tie_break) == ((1,), "tickets")


@every_table
def test_everybody_shares_an_empty_board(edition: str, players: int) -> None:
    """R-SCORE-6: players who are equal in everything share the victory."""
    result = score(edition, players=players)
    assert result.winners == tuple(range(players))
    assert result.tie_break is None
