"""One table of an edition file, read key by key; a value of the wrong kind becomes a fault.

Which keys there are is the loader's knowledge; whether their values make sense together is for the checks.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar

from . import bounds
from .faults import MOST_FAULTS, Fault, FaultCode, FaultValue, listed, near, offered, row_label
from .texts import printable, shortened

__all__ = ["Row"]

Choice = TypeVar("Choice")

# Far above any sensible count or coordinate.
MOST: Final = 9999
# The most that one route, ticket or bonus can be worth, so that the engine can add up all of them in 16 bits.
MOST_POINTS: Final = 99
# The longest name of a place, a card or a piece; titles and prose say their own lengths.
LONGEST_NAME: Final = 40


class Row:
    """A table or one row of a list. Every reading method gives a harmless value after noting a fault, so that reading goes on."""

    def __init__(self, file: str, label: str, values: dict[str, object], faults: list[Fault]) -> None:
        self.file = file
        self.label = label
        self._values = values
        self._faults = faults
        self._asked: set[str] = set()

    def note(self, field: str, message: str, code: FaultCode | None = None, **values: FaultValue) -> None:
        """Add a fault of this row."""
        self._faults.append(Fault(self.file, self.label, field, message, code, values))

    def text(self, key: str, longest: int = LONGEST_NAME, lines: bool = False) -> str:
        """A text with at least one visible character and none that cannot be printed; on one line, unless it may have `lines`."""
        value = self._take(key)
        keep = "\n\t" if lines else ""
        if not isinstance(value, str) or not value.strip():
            self._refuse(key, value, "a text in quotes, not empty", "text")
        elif len(value) > longest:
            words = f"is '{shortened(value)}', {len(value)} letters long; allowed: at most {longest}"
            self.note(key, words, "long", value=shortened(value), n=len(value), most=longest)
        elif (shown := printable(value, keep)) != value:
            words = f"is '{shown}', which holds a character that cannot be printed; allowed: letters, digits, blanks and the like"
            self.note(key, words, "unprintable", value=shown)
        else:
            return value
        return ""

    def whole(self, key: str, least: int, most: int = MOST, default: int | None = None) -> int:
        """A whole number in a range; with a default it may be left out."""
        value = self._take(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self._refuse(key, value, f"a whole number from {least} to {most}", "whole", least=least, most=most)
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
        self._refuse(key, value, f"a number from {-MOST} to {MOST}", "number", least=-MOST, most=MOST)
        return 0.0

    def flag(self, key: str) -> bool:
        """A yes or no that may be left out for no."""
        value = self._take(key, False)
        if isinstance(value, bool):
            return value
        self._refuse(key, value, "true or false", "flag")
        return False

    def choice(self, key: str, choices: tuple[Choice, ...]) -> Choice:
        """One of a few words."""
        value = self._take(key)
        for choice in choices:
            if choice == value:
                return choice
        self._refuse(key, value, f"one of {listed(choices)}", "choice", list=listed(choices))
        return choices[0]

    def choices(self, key: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """A list of different words out of a few, in the order of their weight; it may be empty."""
        values = self._take(key)
        if (
            isinstance(values, list)
            and len(values) <= len(choices)
            and all(value in choices for value in values)
            and len(set(values)) == len(values)
        ):
            return tuple(values)
        self._refuse(key, values, f"a list of {listed(choices)}, each at most once", "choices", list=listed(choices))
        return ()

    def names(self, key: str, most: int) -> tuple[str, ...]:
        """A list of names."""
        values = self._take(key)
        if isinstance(values, list) and len(values) > most:
            self.note(key, f"has {len(values)} names; allowed: at most {most}", "many", n=len(values), most=most)
            return ()
        if isinstance(values, list) and all(_is_name(value) for value in values):
            return tuple(values)
        allowed = f"a list of texts in quotes, none of them empty or longer than {LONGEST_NAME} letters"
        self._refuse(key, values, allowed, "names", most=LONGEST_NAME)
        return ()

    def points_by_length(self, key: str) -> dict[int, int]:
        """A small table from route length to points."""
        values = self._take(key)
        allowed = f"a table from length to points, such as {{ 1 = 1, 2 = 2, 3 = 4 }}, with points from 0 to {MOST_POINTS}"
        if not isinstance(values, dict) or not 0 < len(values) < 100:
            self._refuse(key, values, allowed, "lengths", most=MOST_POINTS)
            return {}
        points: dict[int, int] = {}
        for length, value in values.items():
            if re.fullmatch("[1-9][0-9]?", length) and isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS:
                points[int(length)] = value
            else:
                wrong = f"{length[:20]} = {_shown(value)}"
                self.note(key, f"'{wrong}' cannot be used; allowed: {allowed}", "lengths", value=wrong, most=MOST_POINTS)
        return points

    def rows(self, key: str, bound: str, required: bool = True) -> list[Row]:
        """The rows of a list, each labelled with its number and its name; none of a list that is beyond the engine's bound."""
        values = self._take(key, None if required else [])
        most: int = getattr(bounds, bound)
        if isinstance(values, list) and len(values) > most:
            words = f"has rows: {len(values)}, beyond the engine's bound {bound}; allowed: at most {most}"
            self.note(key, words, "many", n=len(values), most=most)
            return []
        if not isinstance(values, list) or (required and not values):
            self._refuse(key, values, "a list of rows { … }, not empty" if required else "a list of rows { … }", "rows")
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
                shown = _shown(value)
                words = f"is {shown}; allowed: a row {{ key = value, … }}"
                self._faults.append(Fault(self.file, label, "", words, "row", {"value": shown}))
        return rows

    def finish(self) -> None:
        """Note the keys that nobody asked for."""
        known = sorted(self._asked)
        unknown = [key for key in self._values if key not in self._asked]
        for key in unknown[:MOST_FAULTS]:
            like = near(key, known)
            self.note(key, f"is not a known key{offered(like)}; allowed: {listed(known)}", "key", near=like, list=listed(known))
        if len(unknown) > MOST_FAULTS:
            self.note("", f"{len(unknown) - MOST_FAULTS} more keys are not known")

    def _take(self, key: str, default: object = None) -> object:
        self._asked.add(key)
        return self._values.get(key, default)

    def _refuse(self, key: str, value: object, allowed: str, code: FaultCode, **values: FaultValue) -> None:
        # TOML has no null: None is a key that is not there.
        if value is None:
            self.note(key, f"is missing; allowed: {allowed}", code, **values)
        else:
            self.note(key, f"is {_shown(value)}; allowed: {allowed}", code, value=_shown(value), **values)


def _shown(value: object) -> str:
    """A value as it may have stood in the file, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except ValueError:
        # Python prints no number of more than a few thousand digits, though TOML's hexadecimal can write one.
        return "a number too long to print"
    return shortened(text)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_NAME and value.isprintable()
