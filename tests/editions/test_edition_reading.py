"""Reading an edition: files, keys and kinds of values; what cannot be read is named with file, row and field."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from allaboard.editions import EditionError, Fault, get_edition, load, load_board, load_text
from harbour_edition import BOARD, EDITION, Harbour

POINTS = "{ 1 = 1, 2 = 2, 3 = 4 }"
MEMBERS = '["Quay", "Fish Hall", "Lighthouse"]'

# (what is changed, into what, field, a part of the message)
EDITION_KEYS = [
    (
        "pieces = 8\n",
        "pieces = 8\npeices = 8\n",
        "peices",
        "is not a known key (did you mean 'pieces'?); allowed: attraction_points, board, ",
    ),
    ("pieces = 8\n", "", "pieces", "is missing; allowed: a whole number from 1 to 9999"),
    ("pieces = 8\n", 'pieces = "8"\n', "pieces", "is '8'; allowed: a whole number from 1 to 9999"),
    ("pieces = 8\n", "pieces = true\n", "pieces", "is true; allowed: a whole number"),
    ("pieces = 8\n", "pieces = 8.0\n", "pieces", "is 8.0; allowed: a whole number"),
    ("pieces = 8\n", f"pieces = 1{'0' * 400}\n", "pieces", "...; allowed: a whole number"),
    ("pieces = 8\n", f"pieces = 0x{'F' * 9000}\n", "pieces", "is a number too long to print; allowed: a whole number"),
    ('title = "Harbour"', 'title = " "', "title", "is ' '; allowed: a text in quotes, not empty"),
    ('vehicle = "train"', 'vehicle = "boat"', "vehicle", "is 'boat'; allowed: one of train, taxi, bus"),
    ('vehicle = "train"', 'vehicle = ["bus"]', "vehicle", "allowed: one of train, taxi, bus"),
    ('setup_return = "bottom"', 'setup_return = "top"', "setup_return", "is 'top'; allowed: one of bottom, shuffled, out"),
    ('return_order = "drawn"', 'return_order = "any"', "return_order", "is 'any'; allowed: one of drawn, chosen"),
    ('points_shown = "claimed"', 'points_shown = "never"', "points_shown", "is 'never'; allowed: one of claimed, end"),
    ('["tickets", "longest-path"]', '["coin"]', "tie_breaks", "is ['coin']; allowed: a list of tickets, longest-path, each at most once"),
    ('["tickets", "longest-path"]', '["tickets", "tickets"]', "tie_breaks", "each at most once"),
    (POINTS, "{ 1 = 1, 2 = 2, 3 = 4, two = 2 }", "route_points", "'two = 2' cannot be used; allowed: a table from length to points"),
    (POINTS, f"{{ 1 = 1, 2 = 2, 3 = 4, {'9' * 5000} = 2 }}", "route_points", "cannot be used; allowed: a table from length to points"),
    (POINTS, "[1, 2, 4]", "route_points", "is [1, 2, 4]; allowed: a table from length to points"),
    ("min_players = 2", "min_players = 1", "min_players", "is 1; allowed: a whole number from 2 to 9999"),
    ("setup_keep = 1", "setup_keep = 0", "setup_keep", "is 0; allowed: a whole number from 1"),
    ("\nkeep = 1", "\nkeep = 0", "keep", "is 0; allowed: a whole number from 1"),
]

# (what is changed, into what, file, row, field, a part of the message)
ROWS = [
    (
        'look = "red"',
        'look = "crimson"',
        EDITION,
        "colours[1] (red)",
        "look",
        "allowed: one of red, orange, yellow, green, blue, pink, black, white",
    ),
    (
        '"Chapel",     points = 3',
        '"Chapel", points = 0',
        EDITION,
        "tickets[1] (Quay–Chapel)",
        "points",
        "is 0; allowed: a whole number from 1 to 99",
    ),
    ("width = 400", "width = nan", BOARD, "", "width", "is nan; allowed: a number from -9999 to 9999"),
    ('label = "s"', 'label = "below"', BOARD, "locations[1] (Quay)", "label", "allowed: one of n, ne, e, se, s, sw, w, nw"),
    (
        'label = "s"',
        'label = "s", color = 1',
        BOARD,
        "locations[1] (Quay)",
        "color",
        "is not a known key; allowed: attraction, label, name, x, y",
    ),
    ('label = "s"', 'label = "s", attraction = 1', BOARD, "locations[1] (Quay)", "attraction", "is 1; allowed: true or false"),
    ('length = 1, colour = "blue"', 'colour = "blue"', BOARD, "routes[2] (Quay–Fish Hall)", "length", "is missing"),
    ("districts = [", 'districts = [\n"Waterfront",', BOARD, "districts[1]", "", "is 'Waterfront'; allowed: a row { key = value, … }"),
    (MEMBERS, '"Quay"', BOARD, "districts[1] (Waterfront)", "locations", "is 'Quay'; allowed: a list of texts"),
]


@pytest.mark.parametrize(("old", "new", "field", "message"), EDITION_KEYS)
def test_edition_keys(one_fault_after: Callable[[str, str], Fault], old: str, new: str, field: str, message: str) -> None:
    """Keys of an edition are all there, no others, and of their kind."""
    fault = one_fault_after(old, new)
    assert (fault.file, fault.row, fault.field) == (EDITION, "", field)
    assert message in fault.message


@pytest.mark.parametrize(("old", "new", "file", "row", "field", "message"), ROWS)
def test_rows(one_fault_after: Callable[[str, str], Fault], old: str, new: str, file: str, row: str, field: str, message: str) -> None:
    """A fault in a list names the row by its number, counted from 1, and its name."""
    fault = one_fault_after(old, new)
    assert (fault.file, fault.row, fault.field) == (file, row, field)
    assert message in fault.message


@pytest.mark.parametrize("content", [b"pieces = = 8\n", b'title = "Harbour\n', b"[[a]]\n[a]\n"])
def test_toml_syntax(harbour: Harbour, content: bytes) -> None:
    """A file that is not TOML is named with the line, whichever of the two it is."""
    for path in (harbour.path, harbour.board_path):
        path.write_bytes(b"# one line\n" + content)
        fault = next(fault for fault in harbour.faults() if fault.file == path.name)
        assert fault.row.startswith("line "), str(fault)
        assert fault.message.startswith("is not TOML (")
        harbour.restore()


def test_unreadable_files(harbour: Harbour, tmp_path: Path) -> None:
    """Missing files, folders, other encodings and absurd nesting are faults, never tracebacks."""
    with pytest.raises(EditionError, match=r"^nowhere\.toml: cannot be read \("):
        load(tmp_path / "nowhere.toml")
    with pytest.raises(EditionError, match="cannot be read"):
        load(tmp_path)
    harbour.board_path.write_bytes('title = "Québec"'.encode("latin-1"))
    assert [str(fault) for fault in harbour.faults()] == [f"{BOARD}: is not UTF-8 text (byte 12 is out of place)"]
    harbour.path.write_bytes(b"a = " + b"[" * 100_000)
    assert [str(fault) for fault in harbour.faults()] == [f"{EDITION}: is nested too deeply; allowed: lists of rows {{ … }}"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("bay.board.toml", "bay.board.toml: cannot be read ("),
        ("x" * 300, "...', 300 letters long; allowed: at most 120"),
        ("..", "..: cannot be read ("),
        ("../harbour.board.toml", "harbour.toml: board: is '../harbour.board.toml'; allowed: the name of a file in the folder of this one"),
    ],
)
def test_board_file(one_fault_after: Callable[[str, str], Fault], name: str, fault: str) -> None:
    """The board lies beside the edition."""
    assert fault in str(one_fault_after('"harbour.board.toml"', f'"{name}"'))


def test_all_faults_at_once(harbour: Harbour) -> None:
    """One reading shows every mistake of both files, one a line: file, row, field, message."""
    harbour.edit("pieces = 8\n", "peices = 8\n").edit("setup_offer = 2", "setup_offer = 3").edit('letter = "B"', 'letter = "R"')
    harbour.edit('label = "s"', 'label = "below"').edit('b = "Old Mill",   length = 2', 'b = "Old Mil",   length = 4')
    with pytest.raises(EditionError) as caught:
        load(harbour.path)
    assert [(fault.file, fault.row, fault.field) for fault in caught.value.faults] == [
        (BOARD, "locations[1] (Quay)", "label"),
        (EDITION, "", "pieces"),
        (EDITION, "", "peices"),
        (BOARD, "routes[4] (Quay–Old Mil)", "b"),
        (EDITION, "colours[2] (blue)", "letter"),
        (EDITION, "", "setup_offer"),
    ]
    lines = str(caught.value).splitlines()
    assert len(lines) == 6
    assert lines[0] == f"{BOARD}: locations[1] (Quay): label: is 'below'; allowed: one of n, ne, e, se, s, sw, w, nw"


def test_errors_travel_between_processes(harbour: Harbour) -> None:
    """An error of a worker process arrives whole."""
    error = EditionError(harbour.edit("min_players = 2", "min_players = 9").faults())
    again = pickle.loads(pickle.dumps(error))
    assert (again.faults, str(again)) == (error.faults, str(error))


def test_own_edition_by_path(harbour: Harbour) -> None:
    """Anybody's file loads by its path, and only lists it may leave out are empty."""
    own = get_edition(str(harbour.path))
    assert (own.id, own.path, len(own.board.districts)) == ("harbour", harbour.path, 1)
    districts = harbour.board_path.read_text("utf-8").partition("\n# Points for")
    harbour.board_path.write_text(districts[0], "utf-8")
    assert get_edition(harbour.path).board.districts == ()


def test_unknown_edition() -> None:
    """An unknown id is answered with the known ones and the nearest."""
    with pytest.raises(EditionError) as caught:
        get_edition("lodnon")
    known = "new-york, london, usa, usa-anniversary"
    assert (
        str(caught.value)
        == f"edition: 'lodnon' is not a known edition (did you mean 'london'?); allowed: {known}, or the path of a .toml file"
    )


@pytest.mark.parametrize("odd", [None, 5, b"usa", ["usa"], object()])
def test_an_edition_is_named_by_a_text_or_a_path(odd: object) -> None:
    for read in (get_edition, load, load_board):
        with pytest.raises(EditionError, match=f"edition: is named by a value of type {type(odd).__name__}; allowed: a path"):
            read(odd)  # type: ignore[operator]
    with pytest.raises(EditionError, match=f"is a value of type {type(odd).__name__}; allowed: text"):
        load_text(odd, lambda name: name)  # type: ignore[arg-type]


def test_a_board_in_place_of_its_edition_is_told_in_one_line(harbour: Harbour) -> None:
    with pytest.raises(EditionError) as refused:
        load(harbour.board_path)
    assert [str(fault) for fault in refused.value.faults] == [f"{BOARD}: is a board; allowed: the edition that names it, such as {EDITION}"]
