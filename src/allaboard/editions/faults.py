"""What is wrong with an edition file: one fault per mistake, and the error that carries them all.

Finding the faults is the work of the modules that read and check; this one only gives them words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["EditionError", "Fault", "listed", "nearest", "row_label"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake: the file, the row in it (`routes[17] (Denver–Omaha)`, counted from 1; empty outside of lists), the field, the words."""

    file: str
    row: str
    field: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.row, self.field, self.message) if part)

    @property
    def key(self) -> str:
        """The field without its row number: `pieces`, `routes.length`; `routes` alone when the whole row is wrong."""
        table, bracket, _ = self.row.partition("[")
        return ".".join(part for part in (table if bracket else "", self.field) if part)


class EditionError(Exception):
    """An edition that cannot be played; its text lists every fault, one a line."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


def row_label(table: str, number: int, *names: object) -> str:
    """The row as faults name it, with its name or its two ends when they are known."""
    known = all(isinstance(name, str) and name.strip() for name in names)
    return f"{table}[{number}] ({'–'.join(map(str, names))})" if names and known else f"{table}[{number}]"


def listed(names: Iterable[object]) -> str:
    """The names as a reader lists them: `red, green, blue`."""
    return ", ".join(str(name) for name in names)


def nearest(name: str, names: Sequence[str]) -> str:
    """A question in brackets that offers the known name most like a wrong one, or nothing when none is like it."""
    folded = {known.casefold(): known for known in names}
    close = difflib.get_close_matches(name.casefold(), folded, n=1)
    return f" (did you mean '{folded[close[0]]}'?)" if close else ""
