"""Rows of the database as values: a table's header, its seats, the lines of its log. Reading and writing them is the store's work."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NotRequired, TypeAlias, cast

from typing_extensions import TypedDict

from allaboard.game import RULES_VERSION, Entry

__all__ = [
    "ActionNote",
    "ChatData",
    "ClockTerms",
    "EditionRow",
    "Header",
    "HeaderChanges",
    "Line",
    "LineData",
    "LineKind",
    "NoData",
    "PublicSeat",
    "RematchData",
    "Seat",
    "SeatChange",
    "SeatKind",
    "SeatNotice",
    "SeatReason",
    "StartData",
    "Status",
    "TableOptions",
    "TableState",
    "Totals",
    "UndoNote",
    "now",
]

Status = Literal["open", "playing", "over", "closed", "record"]
SeatKind = Literal["person", "bot", "open", "remote"]
SeatReason = Literal["joined", "changed", "token", "left", "came back", "time"]
LineKind = Literal["start", "action", "undo", "more", "chat", "seat", "rematch", "close"]


def now() -> int:
    """Return the machine's time in milliseconds since 1970. Games have a time of their own: `GameTime`."""
    return time.time_ns() // 1_000_000


class ClockTerms(TypedDict):
    """Time to think: so many seconds for every action, or for the whole game with an increment for each action."""

    per: Literal["move", "player"]
    seconds: float
    increment: float


class TableOptions(TypedDict):
    """How a table is played."""

    players: int
    pace: float
    stand_in: str
    hints: bool
    undo: bool
    confirm_claims: bool
    watch: bool
    listed: NotRequired[bool]  # tables of the first version have none
    chat: bool
    training: NotRequired[bool]  # as `listed`
    clock: ClockTerms | None
    start_drawn: NotRequired[bool]  # of an uploaded record
    bot_versions: NotRequired[list[str | None]]  # by seat; of an uploaded record that tells them


class Totals(TypedDict):
    """How a game ended, in short: points by seat, and the winning seats with tie breaks applied."""

    totals: list[int]
    winners: list[int]


class PublicSeat(TypedDict):
    """What everybody may know of a seat; `away`: a bot plays for the person meanwhile. `name`: empty for who opens a table without one."""

    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    away: bool


class StartData(TypedDict, total=False):
    """The beginning of a game; of an uploaded record nothing is known of it."""

    commitment: str | None
    seats: list[PublicSeat]
    start: int


class ActionNote(TypedDict, total=False):
    """What is noted beside an action: the part of its usual time that a bot had, where it had less; that a bot acted for a person.

    Of a person who plays against bots alone: how many seconds there are between bots' actions from now on, where that changes.
    """

    hurried: float
    stand_in: bool
    pace: float


class UndoNote(TypedDict, total=False):
    """How many actions were taken back, where it was more than one: the seat's own, and what bots answered."""

    actions: int


class ChatData(TypedDict):
    """Words, or that they were erased."""

    text: str
    erased: NotRequired[bool]


class SeatChange(PublicSeat):
    """Who sits in a seat now, and why that changed."""

    why: SeatReason


class SeatNotice(TypedDict):
    """What changed about people otherwise: the table has another host, or names and words were erased from earlier lines."""

    why: Literal["host", "erased"]


class RematchData(TypedDict):
    """The table at which the same people play again."""

    table: str


class NoData(TypedDict):
    """Nothing more is to be said of a line."""


LineData: TypeAlias = StartData | ActionNote | UndoNote | ChatData | SeatChange | SeatNotice | RematchData | NoData
"""What a line of the log holds besides the game, by its kind."""


class EditionRow(TypedDict):
    """An edition by its texts; `owner` is None for one of ours, and for one whose owner has deleted it."""

    key: str
    id: str
    hash: str
    edition_text: str
    board_name: str
    board_text: str
    owner: str | None
    created: int
    last_used: int


@dataclass(slots=True, kw_only=True)
class Header:
    """What is fixed about a table, and where it stands."""

    id: str
    status: Status
    edition: str
    edition_hash: str
    edition_key: str
    rules: int = RULES_VERSION
    start: int | None = None
    options: TableOptions
    host: str | None = None
    invite: str = ""
    code: str | None = None
    seed: str | None = field(default=None, repr=False)
    commitment: str | None = None
    deal: list[int] | None = field(default=None, repr=False)
    position: Mapping[str, object] | None = field(default=None, repr=False)
    n: int = 0
    acting: list[int] = field(default_factory=list)
    due: int | None = None
    leased: int | None = None
    deadline: int | None = None
    rematch: str | None = None
    created: int
    updated: int
    key: str | None = None
    listed: bool = False
    result: Totals | None = None
    asked: str | None = None
    aside: str | None = None


class TableState(TypedDict):
    """Where a table stands after a line: its status, who is to act, and what it waits for until when."""

    status: Status
    acting: list[int]
    due: int | None
    leased: int | None
    deadline: int | None


class HeaderChanges(TypedDict, total=False):
    """What may change in a header with a line, beyond where the game stands."""

    status: Status
    code: str | None
    deal: list[int]
    host: str | None
    options: TableOptions
    rematch: str
    result: Totals


@dataclass(slots=True)
class Seat:
    """A place at a table and who sits there. `remote` is a bot that plays by token from elsewhere; `away`: a bot plays for the person.

    `author` is the person whose word the name is: who sits there, or who chose a name for a bot.
    """

    seat: int
    kind: SeatKind
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    token: str | None = field(default=None, repr=False)
    away: bool = False
    author: str | None = None

    @property
    def played_by_bot(self) -> bool:
        """Whether the server's own bots act for this seat."""
        return self.kind == "bot" or (self.away and self.kind in ("person", "remote"))

    @property
    def public(self) -> PublicSeat:
        """What everybody may know of it."""
        return {"seat": self.seat, "kind": self.kind, "name": self.name, "bot": self.bot, "away": self.away}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table's log: an action with what chance gave, its taking back, or what else happened at the table.

    `author` is the person whose words or name it holds; `key` and `asked` tell by which request it was written.
    """

    n: int
    kind: LineKind
    seat: int | None = None
    action: int | None = None
    outcome: tuple[int, ...] = ()
    data: LineData | None = None
    at: int = 0
    key: str | None = None
    author: str | None = None
    asked: str | None = None

    @property
    def entry(self) -> Entry:
        """The line as an entry of the game's own log."""
        assert self.seat is not None
        assert self.action is not None
        return Entry(self.seat, self.action, self.outcome)

    @property
    def undone(self) -> int:
        """How many actions the line takes back."""
        if self.kind != "undo":
            return 0
        return cast(UndoNote, self.data or {}).get("actions", 1)

    @property
    def changes_game(self) -> bool:
        """Whether somebody who has not seen this line has not seen the game as it is."""
        return self.kind in ("start", "action", "undo")
