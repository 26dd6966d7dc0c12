"""From TOML files to an Edition: which keys an edition and its board have, and what kind of value each is.

How a single value is read is told in `rows`, what must hold between values in `checks`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, get_args

from .bounds import MAX_LOCATIONS
from .checks import check
from .draft import Draft
from .edition import (
    Board,
    Colour,
    District,
    Edition,
    Location,
    Look,
    PointsShown,
    ReturnOrder,
    Route,
    SetupReturn,
    Side,
    Ticket,
    TieBreak,
    Vehicle,
)
from .faults import EditionError, Fault, FaultValue
from .rows import Row
from .texts import shortened

__all__ = ["Unreadable", "load", "load_board", "load_text"]

LONGEST_TITLE: Final = 80
LONGEST_SUMMARY: Final = 300
LONGEST_SOURCE: Final = 4000
LONGEST_FILE_NAME: Final = 120
LONGEST_FILE: Final = 500_000
# A key of many parts, a.a.a.a…, takes tomllib the square of their number, and their number times that of the table it stands in. So the
# dots of a line are weighed by themselves and those of the longest header: 2,000,000 are about a tenth of a second, and what sensible
# files have, one line with all coordinates of the largest board included, is a hundredth of that.
MOST_DOTS: Final = 2_000_000
GREY: Final = "grey"
BOARD_SUFFIX: Final = ".board.toml"
NO_BOARD: Final = Board(id="", title="", subtitle="", width=0.0, height=0.0, locations=(), routes=())


class Unreadable(Exception):  # noqa: N818 - it becomes a fault
    """A file that cannot be had, in words that follow its name."""


def load(path: Path | str) -> Edition:
    """Read and check an edition and the board beside it; an EditionError lists what is wrong with them."""
    path = _path_of(path)
    try:
        text = _text_of(path)
    except Unreadable as error:
        raise EditionError([Fault(path.name, "", "", str(error))]) from error
    if path.name.endswith(BOARD_SUFFIX):
        edition = path.name.removesuffix(BOARD_SUFFIX) + ".toml"
        raise EditionError([Fault(path.name, "", "", f"is a board; allowed: the edition that names it, such as {edition}")])
    return replace(load_text(text, lambda name: _text_of(path.parent / name), path.name), path=path)


def load_board(path: Path | str) -> Board:
    """Read a board alone, as far as it can be read without an edition; an EditionError lists what cannot."""
    path = _path_of(path)
    faults: list[Fault] = []
    try:
        values = _parse(path.name, _text_of(path), faults)
    except Unreadable as error:
        raise EditionError([Fault(path.name, "", "", str(error))]) from error
    board = NO_BOARD if values is None else _read_board(Row(path.name, "", values, faults))
    if faults:
        raise EditionError(faults)
    return board


def load_text(text: str, board_text: Callable[[str], str], file: str = "edition.toml") -> Edition:
    """The same from texts: `board_text` gives that of the board file which the edition names, or says why it is Unreadable."""
    faults: list[Fault] = []
    values = _parse(file, text, faults)
    if values is None:
        raise EditionError(faults)
    row = Row(file, "", values, faults)
    board_file = row.text("board", LONGEST_FILE_NAME)
    board = _read_board_file(board_file, board_text, row, faults)
    edition = _read_edition(row, board or NO_BOARD)
    faults += check(Draft(edition, file, board_file, tuple(faults), has_board=board is not None))
    if faults:
        raise EditionError(faults)
    return edition


def _path_of(path: object) -> Path:
    if isinstance(path, Path | str):
        return Path(path)
    raise EditionError([Fault("", "", "edition", f"is named by a value of type {type(path).__name__}; allowed: a path")])


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
        if len(content) <= LONGEST_FILE:
            return content.decode()
        raise Unreadable(f"is too large; allowed: at most {LONGEST_FILE} bytes")
    except UnicodeDecodeError as error:
        raise Unreadable(f"is not UTF-8 text (byte {error.start + 1} is out of place)") from error
    except (OSError, ValueError) as error:
        raise Unreadable(f"cannot be read ({getattr(error, 'strerror', None) or error})") from error


def _parse(file: str, text: str, faults: list[Fault]) -> dict[str, object] | None:
    """The content of a file, or None and a fault."""
    if not isinstance(text, str):
        raise EditionError([Fault(file, "", "", f"is a value of type {type(text).__name__}; allowed: text")])
    lines = text.split("\n")
    longest_header = max((line.count(".") for line in lines if line.lstrip().startswith("[")), default=0)
    if sum(dots * (dots + longest_header) for line in lines if (dots := line.count("."))) > MOST_DOTS:
        faults.append(Fault(file, "", "", "has lines with too many dots; allowed: rows on lines of their own, keys without dots"))
        return None
    try:
        return tomllib.loads(text)
    except RecursionError:
        faults.append(Fault(file, "", "", "is nested too deeply; allowed: lists of rows { … }"))
    except ValueError as error:
        # tomllib puts the place at the end of its message: "Invalid value (at line 3, column 5)".
        words = re.fullmatch(r"(.*) \(at (.*)\)", str(error), re.DOTALL)
        reason, place = words.groups() if words else (str(error), "")
        if reason.startswith("Exceeds the limit"):  # of Python, for numbers that take it long to read
            reason = "a number has thousands of digits"
        reason, line = shortened(reason, 200), re.match(r"line (\d+)", place)
        values: dict[str, FaultValue] = {"reason": reason, "line": int(line[1]) if line else len(lines)}
        faults.append(Fault(file, place, "", f"is not TOML ({reason})", "toml", values))
    return None


def _read_board_file(name: str, board_text: Callable[[str], str], row: Row, faults: list[Fault]) -> Board | None:
    """The board that the edition names; it must lie in the edition's folder."""
    if not name:
        return None
    if Path(name).name != name or "\\" in name:
        message = f"is '{name}'; allowed: the name of a file in the folder of this one, without a path"
        row.note("board", message, "board-name", value=name)
        return None
    try:
        values = _parse(name, board_text(name), faults)
    except Unreadable as error:
        faults.append(Fault(name, "", "", str(error)))
        return None
    return None if values is None else _read_board(Row(name, "", values, faults))


def _read_board(row: Row) -> Board:
    board = Board(
        id=row.text("id"),
        title=row.text("title", LONGEST_TITLE),
        subtitle=row.text("subtitle", LONGEST_TITLE),
        width=row.number("width"),
        height=row.number("height"),
        locations=tuple(_read_location(location) for location in row.rows("locations", "MAX_LOCATIONS")),
        routes=_paired([_read_route(route) for route in row.rows("routes", "MAX_ROUTES")]),
        districts=tuple(_read_district(district) for district in row.rows("districts", "MAX_DISTRICTS", required=False)),
    )
    row.finish()
    return board


def _read_location(row: Row) -> Location:
    location = Location(row.text("name"), row.number("x"), row.number("y"), row.choice("label", get_args(Side)), row.flag("attraction"))
    row.finish()
    return location


def _read_route(row: Row) -> Route:
    colour = row.text("colour")
    ends, length, ferries = (row.text("a"), row.text("b")), row.whole("length", least=1), row.whole("ferries", least=0, default=0)
    route = Route(*ends, length, None if colour == GREY else colour, ferries=ferries)
    row.finish()
    return route


def _read_district(row: Row) -> District:
    district = District(row.text("name"), row.points("points", least=1), row.names("locations", MAX_LOCATIONS))
    row.finish()
    return district


def _paired(routes: list[Route]) -> tuple[Route, ...]:
    """The routes, with the halves of each double made twins; a third route between the same ends stays for the checks to refuse."""
    halves: dict[frozenset[str], list[int]] = {}
    for index, route in enumerate(routes):
        halves.setdefault(frozenset((route.a, route.b)), []).append(index)
    for first, second in (indices for indices in halves.values() if len(indices) == 2):
        routes[first] = replace(routes[first], twin=second)
        routes[second] = replace(routes[second], twin=first)
    return tuple(routes)


def _read_colour(row: Row) -> Colour:
    colour = Colour(row.text("name"), row.text("letter"), row.choice("look", get_args(Look)), row.whole("cards", least=1))
    row.finish()
    return colour


def _read_ticket(row: Row) -> Ticket:
    ticket = Ticket(row.text("a"), row.text("b"), row.points("points", least=1))
    row.finish()
    return ticket


def _read_edition(row: Row, board: Board) -> Edition:
    edition = Edition(
        id=row.text("id"),
        title=row.text("title", LONGEST_TITLE),
        summary=row.text("summary", LONGEST_SUMMARY),
        source=row.text("source", LONGEST_SOURCE, lines=True).strip(),
        min_players=row.whole("min_players", least=2),
        max_players=row.whole("max_players", least=2),
        pieces=row.whole("pieces", least=1),
        piece=row.text("piece"),
        piece_plural=row.text("piece_plural"),
        vehicle=row.choice("vehicle", get_args(Vehicle)),
        wild=row.text("wild"),
        wild_cards=row.whole("wild_cards", least=0),
        colours=tuple(_read_colour(colour) for colour in row.rows("colours", "MAX_COLOURS")),
        starting_hand=row.whole("starting_hand", least=0),
        setup_offer=row.whole("setup_offer", least=1),
        setup_keep=row.whole("setup_keep", least=1),
        setup_return=row.choice("setup_return", get_args(SetupReturn)),
        offer=row.whole("offer", least=1),
        keep=row.whole("keep", least=1),
        return_order=row.choice("return_order", get_args(ReturnOrder)),
        twin_closed_up_to=row.whole("twin_closed_up_to", least=0),
        route_points=row.points_by_length("route_points"),
        points_shown=row.choice("points_shown", get_args(PointsShown)),
        longest_path_points=row.points("longest_path_points", least=0),
        attraction_points=row.points("attraction_points", least=0),
        final_round_at=row.whole("final_round_at", least=0),
        tie_breaks=row.choices("tie_breaks", get_args(TieBreak)),
        starting_player=row.text("starting_player"),
        board=board,
        tickets=tuple(_read_ticket(ticket) for ticket in row.rows("tickets", "MAX_TICKETS")),
    )
    row.finish()
    return edition
