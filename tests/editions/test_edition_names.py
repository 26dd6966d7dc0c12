"""Names in an edition: known where they are used, different from each other, fit for the notation of actions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from allaboard.editions import Fault
from harbour_edition import BOARD, EDITION, Harbour

HALF = 'b = "Fish Hall",  length = 1, colour = "blue"'
TICKET = 'a = "Quay",       b = "Chapel",     points = 3'
SPARE = "cards = 6 },\n]"
LOCATION = '{ name = "Old Mill", '
DISTRICT = 'name = "Waterfront"'

# (what is changed, into what, file, row, field, a part of the message)
REFERENCES = [
    (
        HALF,
        HALF.replace("Hall", "Hal"),
        BOARD,
        "routes[2] (Quay–Fish Hal)",
        "b",
        "'Fish Hal' is not a location of the board (did you mean 'Fish Hall'?)",
    ),
    (
        TICKET,
        TICKET.replace("Quay", "quay"),
        EDITION,
        "tickets[1] (quay–Chapel)",
        "a",
        "(did you mean 'Quay'?); allowed: the names under locations",
    ),
    (
        '["Quay", ',
        '["Zoo", ',
        BOARD,
        "districts[1] (Waterfront)",
        "locations",
        "'Zoo' is not a location of the board; allowed: the names under",
    ),
    (
        HALF,
        HALF.replace("blue", "bleu"),
        BOARD,
        "routes[2] (Quay–Fish Hall)",
        "colour",
        "(did you mean 'blue'?); allowed: red, blue, yellow, grey",
    ),
]
REPETITIONS = [
    (
        LOCATION,
        '{ name = "QUAY", x = 9, y = 9, label = "n" },\n' + LOCATION,
        BOARD,
        "locations[4] (QUAY)",
        "name",
        "'QUAY' reads like the name of locations[1] (Quay); allowed: a name of its own",
    ),
    (
        SPARE,
        SPARE[:-1] + '{ name = "red", letter = "Z", look = "white", cards = 6 }]',
        EDITION,
        "colours[4] (red)",
        "name",
        "the name of colours[1] (red)",
    ),
    ('letter = "B"', 'letter = "R"', EDITION, "colours[2] (blue)", "letter", "is 'R' as in colours[1] (red); allowed: a letter of its own"),
    ('letter = "B"', 'letter = "bl"', EDITION, "colours[2] (blue)", "letter", "is 'bl'; allowed: one capital letter from A to Z"),
    ('look = "blue"', 'look = "red"', EDITION, "colours[2] (blue)", "look", "is 'red' as in colours[1] (red); allowed: a look of its own"),
    (
        TICKET,
        'a = "Station", b = "Quay", points = 9',
        EDITION,
        "tickets[2] (Quay–Station)",
        "b",
        "the same two locations as tickets[1] (Station–Quay)",
    ),
]
SPELLING = [
    (
        'id = "harbour"\ntitle = "Harbour"',
        'id = "My Harbour"\ntitle = "Harbour"',
        EDITION,
        "",
        "id",
        "is 'My Harbour'; allowed: small letters",
    ),
    ('id = "harbour"\ntitle = "All', 'id = "../bay"\ntitle = "All', BOARD, "", "id", "is '../bay'; allowed: small letters"),
    (
        'id = "harbour"\ntitle = "All',
        'id = "tokens"\ntitle = "All',
        BOARD,
        "",
        "id",
        "is 'tokens', the name of the look that all boards share",
    ),
    (
        SPARE,
        SPARE[:-1] + '{ name = "Wild", letter = "W", look = "white", cards = 6 }]',
        EDITION,
        "colours[4] (Wild)",
        "name",
        "kept for wild cards",
    ),
    (DISTRICT, 'name = " Waterfront"', BOARD, "districts[1] ( Waterfront)", "name", "has blanks around it or two in a row"),
    (DISTRICT, 'name = "Water  front"', BOARD, "districts[1] (Water  front)", "name", "has blanks around it or two in a row"),
    (DISTRICT, 'name = "Water WITH front"', BOARD, "districts[1] (Water WITH front)", "name", "contains ' with ', which separates names"),
    (DISTRICT, 'name = "Front with"', BOARD, "districts[1] (Front with)", "name", "contains ' with ', which separates names"),
    ('wild = "day pass"', 'wild = "Red"', EDITION, "colours[1] (red)", "name", "kept for wild cards"),
    (DISTRICT, 'name = ""', BOARD, "districts[1]", "name", "is ''; allowed: a text in quotes, not empty"),
    (DISTRICT, r'name = "Water\tfront"', BOARD, r"districts[1] (Water\tfront)", "name", "a character that cannot be printed"),
]


@pytest.mark.parametrize(("old", "new", "file", "row", "field", "message"), REFERENCES + REPETITIONS + SPELLING)
def test_names(one_fault_after: Callable[[str, str], Fault], old: str, new: str, file: str, row: str, field: str, message: str) -> None:
    """A wrong name is answered with the right ones."""
    fault = one_fault_after(old, new)
    assert (fault.file, fault.row, fault.field) == (file, row, field)
    assert message in fault.message


@pytest.mark.parametrize("mark", ["–", " - ", ",", ";", ":", "/", "#", "+", " with "])
def test_separators(one_fault_after: Callable[[str, str], Fault], mark: str) -> None:
    """A name holds nothing that separates names in the notation of actions."""
    fault = one_fault_after(DISTRICT, f'name = "Water{mark}front"')
    assert (fault.row, fault.field) == (f"districts[1] (Water{mark}front)", "name")
    assert f"contains '{mark}', which separates names in the notation of actions; allowed: names without" in fault.message


@pytest.mark.parametrize(
    "name", ["Stratford-upon-Avon", "Sault St. Marie", "King's Cross", "Elephant & Castle", "Montréal", "東京", "Pier 39"]
)
def test_ordinary_names(harbour: Harbour, name: str) -> None:
    """Hyphens, dots, apostrophes, accents, other scripts and digits are welcome."""
    assert harbour.edit(DISTRICT, f'name = "{name}"').faults() == ()
