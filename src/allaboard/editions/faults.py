"""What is wrong with an edition file: one fault per mistake, and the error that carries them all.

Finding the faults is the work of the modules that read and check; this one only gives them words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import Final, Literal, TypeAlias

from .texts import LONGEST_SHOWN, printable, shortened

__all__ = ["MOST_FAULTS", "EditionError", "Fault", "FaultCode", "FaultValue", "listed", "near", "nearest", "offered", "row_label"]

# So many faults are told one by one; whoever mends them is told the next.
MOST_FAULTS: Final = 20
LONGEST_PART: Final = 1000

FaultValue: TypeAlias = str | int

FaultCode: TypeAlias = Literal[
    "above",
    "attractions",
    "blanks",
    "board-name",
    "bound",
    "cards-short",
    "choice",
    "choices",
    "colour",
    "district-other",
    "district-small",
    "district-twice",
    "ferries",
    "final-round",
    "flag",
    "flat",
    "id",
    "islands",
    "key",
    "lengths",
    "letter",
    "location",
    "long",
    "longest-path",
    "loop",
    "many",
    "name-repeated",
    "names",
    "no-points",
    "number",
    "outside",
    "place-taken",
    "repeated",
    "reserved",
    "row",
    "rows",
    "separator",
    "side",
    "text",
    "third-route",
    "ticket-repeated",
    "tickets-short",
    "toml",
    "too-long",
    "twin-length",
    "twin-way",
    "unpayable",
    "unprintable",
    "whole",
    "wilds",
]
"""What kind of mistake it is, for pages that say it in their reader's language with the fault's values."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake: the file, the row in it (`routes[17] (Denver–Omaha)`, counted from 1; empty outside of lists), the field, the words.

    All of it can be printed, whatever the file holds. `code` and `values` say the same as the words, for other languages; where a value
    was missing in the file, it is missing here.
    """

    file: str
    row: str
    field: str
    message: str
    code: FaultCode | None = attribute(default=None, compare=False)
    values: Mapping[str, FaultValue] = attribute(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for part in ("file", "row", "field", "message"):
            object.__setattr__(self, part, _shown(getattr(self, part)))
        object.__setattr__(
            self, "values", {name: _shown(value) if isinstance(value, str) else value for name, value in self.values.items()}
        )

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.row, self.field, self.message) if part)

    @property
    def key(self) -> str:
        """The field without its row number: `pieces`, `routes.length`; `routes` alone when the whole row is wrong."""
        table, bracket, _ = self.row.partition("[")
        return ".".join(part for part in (table if bracket else "", self.field) if part)


class EditionError(Exception):
    """An edition that cannot be played; its text lists the faults, one a line, and how many more there are."""

    def __init__(self, faults: Iterable[Fault], more: int = 0) -> None:
        found = tuple(faults)
        self.faults, self.more = found[:MOST_FAULTS], more + len(found[MOST_FAULTS:])
        super().__init__(self.faults, self.more)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.faults), *([f"and {self.more} more faults"] if self.more else [])])


def row_label(table: str, number: int, *names: object) -> str:
    """The row as faults name it, with its name or its two ends when they are known."""
    known = [shortened(name) for name in names if isinstance(name, str) and name.strip()]
    return f"{table}[{number}] ({'–'.join(known)})" if names and len(known) == len(names) else f"{table}[{number}]"


def listed(names: Iterable[object]) -> str:
    """The names as a reader lists them: `red, green, blue`."""
    return ", ".join(str(name) for name in names)


def near(name: str, names: Sequence[str]) -> str:
    """The known name most like a wrong one, or nothing when none is like it."""
    if len(name) > LONGEST_SHOWN:
        return ""
    folded = {known.casefold(): known for known in names}
    close = difflib.get_close_matches(name.casefold(), folded, n=1)
    return folded[close[0]] if close else ""


def nearest(name: str, names: Sequence[str]) -> str:
    """A question in brackets that offers the known name most like a wrong one, or nothing when none is like it."""
    return offered(near(name, names))


def offered(name: str) -> str:
    """A question in brackets that offers a name, or nothing where there is none."""
    return f" (did you mean '{name}'?)" if name else ""


def _shown(part: str) -> str:
    return printable(shortened(part, LONGEST_PART))
