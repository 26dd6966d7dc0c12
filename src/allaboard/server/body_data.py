"""The data of a body: read as strictly as our files, and looked over before any form is made of them. Nothing here knows the server."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from allaboard.validation import read_json

__all__ = ["faulty_text", "marks_of", "read_body"]

SURROGATE: Final = re.compile("[\ud800-\udfff]")
MOST_VALUES: Final = 100_000
MOST_PARTS: Final = 20_000
"""Lists and objects: each costs as much as dozens of other values. The longest games have some thousands."""
MOST_FIELDS: Final = 100
"""Of one object; a record has fourteen."""
DEEPEST: Final = 32
LONGEST_STEP: Final = 40
Place: TypeAlias = "tuple[Place | None, object]"


def marks_of(body: bytes) -> int:
    """Return how many commas and opening brackets a body has: no more values than these are in it, and one. Takes no time to speak of."""
    return body.count(b",") + body.count(b"[") + body.count(b"{")


def read_body(body: bytes) -> object:
    """Return the data of a body; a ValueError says what is wrong with them."""
    try:
        data = read_json(body.decode())
    except ValueError as error:
        what = "its bytes are no text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise ValueError(f"this is not JSON that can be read: {what}") from None
    if (fault := faulty_text(data)) is not None:
        raise ValueError(fault)
    return data


def faulty_text(given: object) -> str | None:
    """Return what is wrong with plain data as such, and where: too much of it, too deep, or a text that is none; None if it is well.

    Places are kept as links to the part around them and told in words only for a fault: no request makes them long.
    """
    parts: list[tuple[object, Place | None, int]] = [(given, None, 0)]
    room, inner_room = MOST_VALUES, MOST_PARTS
    while parts:
        part, place, depth = parts.pop()
        if isinstance(part, str):
            if not part.isascii() and SURROGATE.search(part):
                return f"{told(place)}: a text holds half of a surrogate pair, which is no character"
            if "\0" in part:
                return f"{told(place)}: a text holds the character U+0000, which no text has"
            continue
        if not isinstance(part, (dict, list)):
            continue
        room -= len(part)
        inner_room -= 1
        if room < 0:
            return f"has more than {MOST_VALUES:,} values"
        if inner_room < 0:
            return f"has more than {MOST_PARTS:,} lists and objects"
        if isinstance(part, dict) and len(part) > MOST_FIELDS:
            return f"{told(place)}: has {len(part)} fields; allowed: at most {MOST_FIELDS}"
        if depth == DEEPEST:
            return f"{told(place)}: is nested more than {DEEPEST} deep"
        inner: Iterable[tuple[object, object]] = part.items() if isinstance(part, dict) else enumerate(part)
        parts += [(value, (place, key), depth + 1) for key, value in inner if isinstance(value, (str, dict, list))]
        if isinstance(part, dict):
            parts += [(key, (place, None), depth) for key in part]  # taken first: a place is named by keys that are texts
    return None


def told(place: Place | None) -> str:
    """Return a place in words: the fields and numbers that lead to it, each cut where it is long; a field's own name has none."""
    if place is not None and place[1] is None:
        return f"a field of {told(place[0])}"
    steps: list[str] = []
    while place is not None:
        place, step = place
        steps.append(str(step)[:LONGEST_STEP])
    return ".".join(reversed(steps)) or "the form"
