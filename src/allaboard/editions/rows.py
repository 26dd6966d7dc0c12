"""One table of an edition file, read key by key; a value of the wrong kind becomes a fault.

Which keys there are is the loader's knowledge; whether their values make sense together is for the checks.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar

from .faults import Fault, listed, nearest, row_label

__all__ = ["Row"]

Choice = TypeVar("Choice")

# Far above any sensible count or coordinate.
MOST: Final = 9999
# The most that one route, ticket or bonus can be worth, so that the engine can add up all of them in 16 bits.
MOST_POINTS: Final = 99


class Row:
    """A table or one row of a list. Every reading method gives a harmless value after noting a fault, so that reading goes on."""

    def __init__(self, file: str, label: str, values: dict[str, object], faults: list[Fault]) -> None:
        self.file = file
        self.label = label
        self._values = values
        self._faults = faults
        self._asked: set[str] = set()

    def note(self, field: str, message: str) -> None:
        """Add a fault of this row."""
        self._faults.append(Fault(self.file, self.label, field, message))

    def text(self, key: str) -> str:
        """A text with at least one visible character."""
        value = self._take(key)
        if isinstance(value, str) and value.strip():
            return value
        self._refuse(key, value, "a text in quotes, not empty")
        return ""

    def whole(self, key: str, least: int, most: int = MOST) -> int:
        """A whole number in a range."""
        value = self._take(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self._refuse(key, value, f"a whole number from {least} to {most}")
        return least

    def points(self, key: str, least: int) -> int:
        """What something is worth."""
        return self.whole(key, least, MOST_POINTS)

    def number(self, key: str) -> float:
        """A number, whole or not."""
        value = self._take(key)
        # The comparison also turns away nan and the infinities, which TOML can write.
        if isinstance(value, int | float) and not isinstance(value, bool) and -MOST <= value <= MOST:
            return float(value)
        self._refuse(key, value, f"a number from {-MOST} to {MOST}")
        return 0.0

    def flag(self, key: str) -> bool:
        """A yes or no that may be left out for no."""
        value = self._take(key, False)
        if isinstance(value, bool):
            return value
        self._refuse(key, value, "true or false")
        return False

    def choice(self, key: str, choices: tuple[Choice, ...]) -> Choice:
        """One of a few words."""
        value = self._take(key)
        for choice in choices:
            if choice == value:
                return choice
        self._refuse(key, value, f"one of {listed(choices)}")
        return choices[0]

    def choices(self, key: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """A list of different words out of a few, in the order of their weight; it may be empty."""
        values = self._take(key)
        if isinstance(values, list) and all(value in choices for value in values) and len(set(values)) == len(values):
            return tuple(values)
        self._refuse(key, values, f"a list of {listed(choices)}, each at most once")
        return ()

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        values = self._take(key)
        if isinstance(values, list) and all(isinstance(value, str) and value.strip() for value in values):
            return tuple(values)
        self._refuse(key, values, "a list of texts in quotes, none of them empty")
        return ()

    def points_by_length(self, key: str) -> dict[int, int]:
        """A small table from route length to points."""
        values = self._take(key)
        allowed = f"a table from length to points, such as {{ 1 = 1, 2 = 2, 3 = 4 }}, with points from 0 to {MOST_POINTS}"
        if not isinstance(values, dict) or not values:
            self._refuse(key, values, allowed)
            return {}
        points: dict[int, int] = {}
        for length, value in values.items():
            if re.fullmatch("[1-9][0-9]?", length) and isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS:
                points[int(length)] = value
            else:
                self.note(key, f"'{length[:20]} = {_shown(value)}' cannot be used; allowed: {allowed}")
        return points

    def rows(self, key: str, required: bool = True) -> list[Row]:
        """The rows of a list, each labelled with its number and its name."""
        values = self._take(key, None if required else [])
        if not isinstance(values, list) or (required and not values):
            self._refuse(key, values, "a list of rows { … }, not empty" if required else "a list of rows { … }")
            return []
        rows: list[Row] = []
        for number, value in enumerate(values, start=1):
            if isinstance(value, dict):
                names = (value.get("name"),) if "name" in value else (value.get("a"), value.get("b"))
                rows.append(Row(self.file, row_label(key, number, *names), value, self._faults))
            else:
                # An empty row keeps the numbers of the others; that its keys are missing need not be said as well.
                label = row_label(key, number)
                rows.append(Row(self.file, label, {}, []))
                self._faults.append(Fault(self.file, label, "", f"is {_shown(value)}; allowed: a row {{ key = value, … }}"))
        return rows

    def finish(self) -> None:
        """Note the keys that nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                known = sorted(self._asked)
                self.note(key, f"is not a known key{nearest(key, known)}; allowed: {listed(known)}")

    def _take(self, key: str, default: object = None) -> object:
        self._asked.add(key)
        return self._values.get(key, default)

    def _refuse(self, key: str, value: object, allowed: str) -> None:
        # TOML has no null: None is a key that is not there.
        self.note(key, f"is missing; allowed: {allowed}" if value is None else f"is {_shown(value)}; allowed: {allowed}")


def _shown(value: object) -> str:
    """A value as it may have stood in the file, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except ValueError:
        # Python prints no number of more than a few thousand digits, though TOML's hexadecimal can write one.
        return "a number too long to print"
    return text if len(text) <= 60 else f"{text[:57]}..."
