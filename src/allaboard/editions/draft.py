"""An edition that has been read and not yet checked, and where in its files a fault of it lies.

It finds no fault itself: the modules of checks ask it for one in their words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from .edition import Edition
from .faults import Fault, FaultCode, FaultValue, row_label

__all__ = ["Draft", "Table"]

Table = Literal["locations", "routes", "districts", "colours", "tickets"]
BOARD_TABLES: Final = ("locations", "routes", "districts")


@dataclass(frozen=True)
class Draft:
    """The edition as far as it could be read, with the faults of reading; what could not be read holds harmless values."""

    edition: Edition
    edition_file: str
    board_file: str
    reading_faults: tuple[Fault, ...]
    has_board: bool

    def names(self, table: Table) -> list[tuple[str, ...]]:
        """For each row of a table what the row is called by: its name, or its two ends."""
        edition, board = self.edition, self.edition.board
        match table:
            case "routes":
                return [(route.a, route.b) for route in board.routes]
            case "tickets":
                return [(ticket.a, ticket.b) for ticket in edition.tickets]
            case "locations":
                return [(location.name,) for location in board.locations]
            case "districts":
                return [(district.name,) for district in board.districts]
            case "colours":
                return [(colour.name,) for colour in edition.colours]

    def label(self, table: Table, index: int) -> str:
        """The row as a reader counts and names it."""
        return row_label(table, index + 1, *self.names(table)[index])

    def in_edition(self, field: str, message: str, code: FaultCode | None = None, **values: FaultValue) -> Fault:
        """A fault of one of the edition's own keys."""
        return Fault(self.edition_file, "", field, message, code, values)

    def in_board(self, field: str, message: str, code: FaultCode | None = None, **values: FaultValue) -> Fault:
        """A fault of one of the board's own keys."""
        return Fault(self.board_file, "", field, message, code, values)

    def in_row(self, table: Table, index: int, field: str, message: str, code: FaultCode | None = None, **values: FaultValue) -> Fault:
        """A fault of one row of a list."""
        file = self.board_file if table in BOARD_TABLES else self.edition_file
        return Fault(file, self.label(table, index), field, message, code, values)
