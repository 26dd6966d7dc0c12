"""The form of a record: which fields it has and what each of them may be, whatever the edition. What they mean is the record's to know."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, NotRequired, cast

from typing_extensions import TypedDict

from allaboard.editions.bounds import MAX_PLAYERS
from allaboard.validation import brief, is_plain, is_text

__all__ = ["FORMAT", "LONGEST_NAME", "EntryData", "PlayerData", "RecordData", "RecordError", "ResultData", "check_form"]

FORMAT: Final = "allaboard-record/1"
LONGEST_NAME: Final = 200
Check = Callable[[object], bool]


class DealData(TypedDict):
    """What chance gave at set-up."""

    cards: list[str]
    tickets: list[str]


class EntryData(TypedDict):
    """One action: whose, what, and what chance gave."""

    seat: int
    action: str
    outcome: list[str]


class PlayerData(TypedDict):
    """Who played a seat: a person, a bot by its name and version, or a bot from elsewhere."""

    kind: Literal["person", "bot", "remote"]
    name: str
    bot: NotRequired[str]
    version: NotRequired[str]


class ResultData(TypedDict):
    """How the game ended; the score sheets are missing in records of earlier versions."""

    totals: list[int]
    winners: list[int]
    sheets: NotRequired[list[dict[str, object]]]


class RecordData(TypedDict):
    """A record as plain data. Who played is missing where nobody knows."""

    format: str
    edition: str
    edition_hash: str
    rules: int
    players: int
    start: int
    start_drawn: bool
    commitment: str | None
    seed: str | None
    position: Mapping[str, object] | None
    deal: DealData | None
    seats: NotRequired[list[PlayerData]]
    log: list[EntryData]
    result: NotRequired[ResultData]


class RecordError(ValueError):
    """A record that cannot be read, replayed or verified; it says where and why."""


def _is_whole(value: object, least: int = 0, most: int = 1 << 31) -> bool:
    return type(value) is int and least <= value <= most


def _is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def _is_list(value: object, of: Check) -> bool:
    return isinstance(value, list) and all(map(of, value))


def _is_object(value: object, **fields: Check) -> bool:
    """Whether a value is an object with exactly these fields."""
    return isinstance(value, dict) and value.keys() == fields.keys() and all(check(value[key]) for key, check in fields.items())


def _is_names(value: object) -> bool:
    return _is_list(value, is_text)


def _is_player(value: object) -> bool:
    """Whether a value says who played a seat."""
    if not isinstance(value, dict) or not {"kind", "name"} <= value.keys() <= {"kind", "name", "bot", "version"}:
        return False
    texts = all(isinstance(text, str) and len(text) <= LONGEST_NAME and text.isprintable() for text in value.values())
    return texts and value["kind"] in ("person", "bot", "remote")


def _is_result(value: object) -> bool:
    """Whether a value says how a game ended. Whether that is so is found out by replaying it."""
    if not isinstance(value, dict):
        return False
    sheets = value.get("sheets", [])
    return _is_list(sheets, lambda sheet: isinstance(sheet, dict) and is_plain(sheet, 3)) and _is_object(
        {key: held for key, held in value.items() if key != "sheets"},
        totals=lambda totals: _is_list(totals, lambda total: _is_whole(total, -(1 << 31))),
        winners=lambda seats: _is_list(seats, _is_whole),
    )


FORM: Final[dict[str, tuple[Check, str]]] = {
    "format": (lambda value: value == FORMAT, FORMAT),
    "edition": (
        lambda value: isinstance(value, str) and len(value) <= 100 and re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", value) is not None,
        "the id of an edition, such as 'new-york'",
    ),
    "edition_hash": (lambda value: _is_hex(value, 16), "16 hexadecimal digits"),
    "rules": (_is_whole, "the number of a version of the rules"),
    "players": (lambda value: _is_whole(value, 2, MAX_PLAYERS), f"a whole number from 2 to {MAX_PLAYERS}"),
    "start": (lambda value: _is_whole(value, 0, MAX_PLAYERS - 1), "the number of a seat"),
    "start_drawn": (lambda value: isinstance(value, bool), "true or false"),
    "commitment": (lambda value: value is None or _is_hex(value, 64), "64 hexadecimal digits, or null"),
    "seed": (lambda value: value is None or _is_hex(value, 64), "64 hexadecimal digits, or null"),
    "position": (
        lambda value: value is None or (isinstance(value, dict) and is_plain(value, 3)),
        "what Position.to_json gives, or null",
    ),
    "deal": (
        lambda value: value is None or _is_object(value, cards=_is_names, tickets=_is_names),
        "an object with a list of cards and a list of tickets, or null",
    ),
    "seats": (
        lambda value: _is_list(value, _is_player),
        "a list with an object for each seat: its kind (person, bot or remote), a name, and of a bot which one and its version; "
        f"each a text on one line that can be printed, of at most {LONGEST_NAME} letters",
    ),
    "log": (lambda value: isinstance(value, list), "a list with an object for each action"),
    "result": (_is_result, "an object with a list of totals and a list of winners, and the score sheets where they are known"),
}
"""Field of a record → whether a value has its form, whatever the edition, and that form in words."""

OPTIONAL: Final = ("seats", "result")
"""What a record may lack: who played is not always known, and a game need not be over."""

ENTRY_FORM: Final[dict[str, tuple[Check, str]]] = {
    "seat": (lambda value: _is_whole(value, 0, MAX_PLAYERS - 1), "the number of a seat"),
    "action": (is_text, "the text of an action"),
    "outcome": (_is_names, "a list of cards or tickets"),
}


def check_form(data: object) -> RecordData:
    """Return data as a record, after it was found to have the form of one; a RecordError otherwise."""
    if not isinstance(data, dict) or not is_text(data.get("format")) or data["format"] != FORMAT:
        raise RecordError(f"this is no record: its format is not “{FORMAT}”")
    if missing := [key for key in FORM if key not in data and key not in OPTIONAL]:
        raise RecordError(f"the record lacks {', '.join(missing)}")
    _check_fields(data, FORM, "")
    for n, line in enumerate(data["log"], start=1):
        if not isinstance(line, dict) or line.keys() < ENTRY_FORM.keys():
            raise RecordError(f"line {n} of the log: it is {brief(line)}; allowed: an object with {', '.join(ENTRY_FORM)}")
        _check_fields(line, ENTRY_FORM, f"line {n} of the log: ")
        if line["seat"] >= data["players"]:
            raise RecordError(f"line {n} of the log: there is no seat {line['seat']}: seats run from 0 to {data['players'] - 1}")
    if len(data.get("seats", ())) not in (0, data["players"]):
        raise RecordError(f"seats has {len(data['seats'])} entries; allowed: one for each of the {data['players']} players")
    if (data["deal"] is None) == (data["position"] is None):
        raise RecordError("a record has either a deal or a position, and null for the other")
    if data["position"] is not None and (data["start_drawn"] or data["seed"] or data["commitment"]):
        raise RecordError("a game that began from a position has no seed, no commitment and no starting seat drawn from them")
    return cast(RecordData, data)


def _check_fields(data: dict[str, object], form: dict[str, tuple[Check, str]], where: str) -> None:
    """Refuse fields that are not known, and values that have not the form of their field."""
    for key, value in data.items():
        if key not in form:
            raise RecordError(f"{where}a field {brief(key)} is not known; allowed: {', '.join(form)}")
        right, allowed = form[key]
        if not right(value):
            raise RecordError(f"{where}{key} is {brief(value)}; allowed: {allowed}")
