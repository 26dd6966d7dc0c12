"""Rows of the database as values: a table's header, its seats, the lines of its log. Reading and writing them is the store's work."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Literal

from allaboard.game import RULES_VERSION, Entry

__all__ = ["Header", "Line", "LineKind", "Seat", "SeatKind", "Status", "now"]

Status = Literal["open", "playing", "over", "closed", "record"]
SeatKind = Literal["person", "bot", "open", "remote"]
LineKind = Literal["start", "action", "undo", "chat", "seat", "rematch", "close"]


def now() -> int:
    """Return the machine's time in milliseconds since 1970. Games have a time of their own: `GameTime`."""
    return time.time_ns() // 1_000_000


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
    options: dict[str, Any]
    host: str | None = None
    invite: str = ""
    code: str | None = None
    seed: str | None = field(default=None, repr=False)
    commitment: str | None = None
    deal: list[int] | None = field(default=None, repr=False)
    position: dict[str, Any] | None = field(default=None, repr=False)
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
    result: dict[str, Any] | None = None
    asked: str | None = None
    aside: str | None = None


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
    data: dict[str, Any] | None = None
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
    def changes_game(self) -> bool:
        """Whether somebody who has not seen this line has not seen the game as it is."""
        return self.kind in ("start", "action", "undo")
