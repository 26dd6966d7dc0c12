"""The form of a record: which fields it has and what each of them may be, whatever the edition. What they mean is the record's to know."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, NotRequired, TypeAlias, cast

from typing_extensions import TypedDict

from allaboard.editions.bounds import MAX_PLAYERS
from allaboard.editions.faults import FaultCode, FaultValue
from allaboard.editions.texts import printable, shortened
from allaboard.game import commitment
from allaboard.placement import PositionFaultCode
from allaboard.validation import CodedError, brief_json, is_plain, is_text, numbers_in_words

__all__ = ["FORMAT", "LONGEST_NAME", "EntryData", "PlayerData", "RecordData", "RecordError", "RecordFaultCode", "ResultData", "check_form"]

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


RecordFaultCode: TypeAlias = Literal[
    "record-action",
    "record-beginning",
    "record-commitment",
    "record-deal",
    "record-edition",
    "record-format",
    "record-hex",
    "record-lacks",
    "record-line",
    "record-list",
    "record-names",
    "record-played",
    "record-position",
    "record-position-open",
    "record-position-seed",
    "record-result",
    "record-result-form",
    "record-rules",
    "record-seats",
    "record-secret",
    "record-setup",
    "record-start",
    "record-unplayable",
]
"""What kind of fault a record has that no edition can have, for pages that say it in their reader's language with the fault's values."""


class RecordError(CodedError[FaultCode | PositionFaultCode | RecordFaultCode]):
    """A record that cannot be read, replayed or verified; it says where and why. Of its values `line` and `field` are where."""


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


class Form(NamedTuple):
    """The form of a field: whether a value has it, the form in words, and as a code with its limits."""

    fits: Check
    words: str
    code: FaultCode | RecordFaultCode
    limits: Mapping[str, FaultValue] = MappingProxyType({})


def _whole(least: int, most: int, words: str) -> Form:
    return Form(lambda value: _is_whole(value, least, most), words, "whole", {"least": least, "most": most})


def _secret() -> Form:
    return Form(lambda value: value is None or _is_hex(value, 64), "64 hexadecimal digits, or null", "record-secret", {"n": 64})


FORM: Final[dict[str, Form]] = {
    "format": Form(lambda value: value == FORMAT, FORMAT, "record-format", {"format": FORMAT}),
    "edition": Form(
        lambda value: isinstance(value, str) and len(value) <= 100 and re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", value) is not None,
        "the id of an edition, such as 'new-york'",
        "id",
    ),
    "edition_hash": Form(lambda value: _is_hex(value, 16), "16 hexadecimal digits", "record-hex", {"n": 16}),
    "rules": _whole(0, 1 << 31, "the number of a version of the rules"),
    "players": _whole(2, MAX_PLAYERS, f"a whole number from 2 to {MAX_PLAYERS}"),
    "start": _whole(0, MAX_PLAYERS - 1, "the number of a seat"),
    "start_drawn": Form(lambda value: isinstance(value, bool), "true or false", "flag"),
    "commitment": _secret(),
    "seed": _secret(),
    "position": Form(
        lambda value: value is None or (isinstance(value, dict) and is_plain(value, 3)),
        "what Position.to_json gives, or null",
        "record-position",
    ),
    "deal": Form(
        lambda value: value is None or _is_object(value, cards=_is_names, tickets=_is_names),
        "an object with a list of cards and a list of tickets, or null",
        "record-deal",
    ),
    "seats": Form(
        lambda value: _is_list(value, _is_player),
        "a list with an object for each seat: its kind (person, bot or remote), a name, and of a bot which one and its version; "
        f"each a text on one line that can be printed, of at most {LONGEST_NAME} letters",
        "record-played",
        {"most": LONGEST_NAME},
    ),
    "log": Form(lambda value: isinstance(value, list), "a list with an object for each action", "record-list"),
    "result": Form(
        _is_result,
        "an object with a list of totals and a list of winners, and the score sheets where they are known",
        "record-result-form",
    ),
}
"""Field of a record → whether a value has its form, whatever the edition, and that form in words."""

OPTIONAL: Final = ("seats", "result")
"""What a record may lack: who played is not always known, and a game need not be over."""

CHANCE: Final = ("market", "deck")
"""What chance lays out in a position that does not say it."""

ENTRY_FORM: Final[dict[str, Form]] = {
    "seat": _whole(0, MAX_PLAYERS - 1, "the number of a seat"),
    "action": Form(is_text, "the text of an action", "text"),
    "outcome": Form(_is_names, "a list of cards or tickets", "record-names"),
}


def check_form(data: object) -> RecordData:
    """Return data as a record, after it was found to have the form of one; a RecordError otherwise."""
    if not isinstance(data, dict) or not is_text(data.get("format")) or data["format"] != FORMAT:
        raise RecordError(f"this is no record: its format is not “{FORMAT}”", "record-format", format=FORMAT)
    if missing := [key for key in FORM if key not in data and key not in OPTIONAL]:
        raise RecordError(f"the record lacks {', '.join(missing)}", "record-lacks", list=", ".join(missing))
    _check_fields(data, FORM)
    for n, line in enumerate(data["log"], start=1):
        if not isinstance(line, dict) or line.keys() < ENTRY_FORM.keys():
            fields = ", ".join(ENTRY_FORM)
            told = f"line {n} of the log: it is {brief_json(line)}; allowed: an object with {fields}"
            raise RecordError(told, "record-line", line=n, value=brief_json(line), list=fields)
        _check_fields(line, ENTRY_FORM, n)
        if line["seat"] >= data["players"]:
            most = data["players"] - 1
            told = f"line {n} of the log: seat is {line['seat']}; allowed: {numbers_in_words(int, 0, most)}"
            raise RecordError(told, "whole", line=n, field="seat", value=line["seat"], least=0, most=most)
    if len(data.get("seats", ())) not in (0, data["players"]):
        told = f"seats has {len(data['seats'])} entries; allowed: one for each of the {data['players']} players"
        raise RecordError(told, "record-seats", value=len(data["seats"]), players=data["players"])
    if (data["deal"] is None) == (data["position"] is None):
        raise RecordError("a record has either a deal or a position, and null for the other", "record-beginning")
    if data["position"] is not None and (data["start_drawn"] or data["seed"] or data["commitment"]):
        told = "a game that began from a position has no seed, no commitment and no starting seat drawn from them"
        raise RecordError(told, "record-position-seed")
    if data["position"] is not None and (left_open := [field for field in CHANCE if data["position"].get(field) is None]):
        told = f"the position of a record lacks {', '.join(left_open)}: a game begins the same whenever it is replayed"
        raise RecordError(told, "record-position-open", list=", ".join(left_open))
    if data["seed"] is not None and commitment(bytes.fromhex(data["seed"])) != data["commitment"]:
        told = "the seed is not the one that was committed to: its SHA-256 differs from the commitment"
        raise RecordError(told, "record-commitment")
    return cast(RecordData, data)


def _check_fields(data: dict[str, object], form: dict[str, Form], line: int | None = None) -> None:
    """Refuse fields that are not known, and values that have not the form of their field, in the record or in a line of its log."""
    where = "" if line is None else f"line {line} of the log: "
    place: dict[str, FaultValue] = {} if line is None else {"line": line}
    for key, value in data.items():
        if key not in form:
            fields = ", ".join(form)
            told = f"{where}a field {brief_json(key)} is not known; allowed: {fields}"
            unknown: object = key  # JSON has texts for keys, Python has anything
            shown = printable(shortened(unknown)) if isinstance(unknown, str) else brief_json(unknown)
            raise RecordError(told, "key", **place, field=shown, list=fields)
        fits, allowed, code, limits = form[key]
        if not fits(value):
            field, wrong = _wrong_part(key, value)
            shown = printable(shortened(wrong)) if code == "id" and isinstance(wrong, str) else brief_json(wrong)  # its words quote it
            told = f"{where}{field} is {brief_json(wrong)}; allowed: {allowed}"
            raise RecordError(told, code, **place, field=field, value=shown, **limits)


def _wrong_part(key: str, value: object) -> tuple[str, object]:
    """Return the field that has not its form, or of those who played the first of whom that is so."""
    if key == "seats" and isinstance(value, list):
        return next((f"seats[{seat}]", player) for seat, player in enumerate(value) if not _is_player(player))
    return key, value
