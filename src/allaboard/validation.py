"""Values from outside: whole numbers, seeds, tables and JSON text are checked here, in words that name the value and what is allowed.

What must hold between values is for those who ask: `game`, `position`, `record`.
"""

from __future__ import annotations

import json
import math
import operator
import secrets
import sys
from collections import Counter
from reprlib import Repr
from typing import Final, Generic, NoReturn, TypeVar

from allaboard.editions import Edition
from allaboard.editions import get_edition as find_edition
from allaboard.editions.faults import FaultValue
from allaboard.editions.texts import printable, shortened

__all__ = [
    "CodedError",
    "brief",
    "brief_json",
    "check_players",
    "edition_of",
    "is_plain",
    "is_text",
    "numbers_in_words",
    "quoted",
    "read_json",
    "seat_number",
    "seed_bytes",
    "whole_number",
]

LONGEST_QUOTE: Final = 200
Code_co = TypeVar("Code_co", bound=str, covariant=True)


class CodedError(ValueError, Generic[Code_co]):
    """What is wrong with something from outside. `code` and `values` say the same as the words, for other languages.

    A fault that no page comes to has no code.
    """

    def __init__(self, message: str, code: Code_co | None = None, **values: FaultValue) -> None:
        super().__init__(message)
        self.code, self.values = code, values


class _Brief(Repr):
    """Values of any kind and size in a few words; an integer may have more digits than Python writes."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother = 3, 60, 60

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() <= 256 else f"a number of {x.bit_length()} bits"

    def repr_bytes(self, x: bytes, level: int) -> str:
        return self.repr_instance(x if len(x) <= self.maxother else x[: self.maxother] + x[-self.maxother :], level)


class _BriefJson(_Brief):
    """The same as JSON writes them."""

    def repr_str(self, x: str, level: int) -> str:
        # cut first, since it may be very long, and once more when what cannot be printed was spelled out
        text = x[: self.maxstring + 1].replace("\\", "\\\\").replace('"', '\\"')
        return f'"{shortened(printable(text), self.maxstring)}"'

    def repr_bool(self, x: bool, level: int) -> str:
        return "true" if x else "false"

    def repr_NoneType(self, x: None, level: int) -> str:  # noqa: N802 - called by the name of the type
        return "null"


_brief, _brief_json = _Brief(), _BriefJson()


def brief(value: object) -> str:
    """A value as an error message shows it: short, and without anything that cannot be printed.

    >>> brief([0] * 1000)
    '[0, 0, 0, 0, 0, 0, ...]'
    """
    return _brief.repr(value)


def brief_json(value: object) -> str:
    """The same for a value from JSON, in its notation.

    >>> brief_json({"name": None, "kind": "bot"})
    '{"kind": "bot", "name": null}'
    """
    return _brief_json.repr(value)


def quoted(text: str) -> str:
    """A text in quotation marks, shortened, and with what cannot be printed spelled out."""
    return f"“{printable(text[:LONGEST_QUOTE])}{'…' if len(text) > LONGEST_QUOTE else ''}”"


def whole_number(value: object) -> int | None:
    """The value as a plain integer, None where it is none. NumPy's integers are; truth values, fractions and digits in a text are not."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def numbers_in_words(
    kind: type[int] | type[float], least: float | None = None, most: float | None = None, above: float | None = None
) -> str:
    """Which numbers are allowed: not less than the least, not more than the most, all of them above a limit.

    >>> numbers_in_words(int, least=1)
    'a whole number from 1 on'
    >>> numbers_in_words(float, above=0, most=60)
    'a number above 0, up to 60'
    """
    words = "a whole number" if kind is int else "a number"
    if above is not None:
        return f"{words} above {above}" + ("" if most is None else f", up to {most}")
    if least is not None:
        return f"{words} from {least} " + ("on" if most is None else f"to {most}")
    return words if most is None else f"{words} up to {most}"


def seat_number(value: object, players: int) -> int:
    """A seat at a table of so many players, as a plain integer."""
    seat = whole_number(value)
    if seat is None or not 0 <= seat < players:
        raise ValueError(f"there is no seat {brief(value)}: seats run from 0 to {players - 1}")
    return seat


def seed_bytes(seed: int | bytes | None) -> bytes:
    """A seed as its 32 bytes; None asks the operating system for an unguessable one."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"a seed in bytes has 32 of them, not {len(seed)}")
        return seed
    number = whole_number(seed)
    if number is None or not 0 <= number < 1 << 256:
        raise ValueError(f"a seed is a number from 0 to 2**256 - 1, not {brief(seed)}")
    return number.to_bytes(32, "little")


def edition_of(edition: object) -> Edition:
    """An edition, or the one of this name or file."""
    if isinstance(edition, Edition):
        return edition
    if not isinstance(edition, str) or not edition.isprintable():
        raise ValueError(f"an edition is named by a text, not by {brief(edition)}")
    return find_edition(edition)


def check_players(edition: Edition, players: int, start: int | None) -> tuple[int, int | None]:
    """A number of players and a starting seat as plain integers, if the edition has them."""
    number = whole_number(players)
    if number is None or not edition.min_players <= number <= edition.max_players:
        raise ValueError(f"{edition.id} is for {edition.min_players} to {edition.max_players} players, not {brief(players)}")
    first = None if start is None else whole_number(start)
    if start is not None and (first is None or not 0 <= first < number):
        raise ValueError(f"the starting seat is a number from 0 to {number - 1}, not {brief(start)}")
    return number, first


class _FaultyError(ValueError):
    """What JSON allows, or Python reads, and nobody means."""


def read_json(text: str) -> object:
    """The data of a JSON text. Strict: no key twice in an object, no number that is none, nothing nested or long beyond measure."""
    if not isinstance(text, str):
        raise ValueError(f"JSON is read from a text, not from {brief(text)}")
    try:
        data: object = json.loads(text, object_pairs_hook=_unique, parse_float=_finite, parse_constant=_no_number)
    except (json.JSONDecodeError, _FaultyError):
        raise
    except ValueError:  # the one thing that is left: Python reads no integer of so many digits
        raise ValueError(f"it has a whole number of more than {sys.get_int_max_str_digits()} digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return data


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        [(doubled, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise _FaultyError(f"an object has two fields {brief(doubled)}")
    return data


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise _FaultyError(f"{brief(digits)} is too large for a number")
    return value


def _no_number(word: str) -> NoReturn:
    raise _FaultyError(f"{word} is no number")


def is_text(value: object, longest: int = 10_000) -> bool:
    """Whether a value is a text that can be written to a file."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


def is_plain(value: object, levels: int) -> bool:
    """Whether a value can be written as JSON and read again, with lists and objects nested at most so many levels deep."""
    if isinstance(value, dict):
        return levels > 0 and all(is_text(key) and is_plain(part, levels - 1) for key, part in value.items())
    if isinstance(value, list):
        return levels > 0 and all(is_plain(part, levels - 1) for part in value)
    if isinstance(value, int | float):
        return -(1 << 63) <= value < 1 << 63  # nor infinite, nor no number at all
    return value is None or is_text(value)
