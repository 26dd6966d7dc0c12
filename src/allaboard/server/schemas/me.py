"""What is one's own: name, tables and boards, and all that the server holds about somebody."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from allaboard.server.models import SeatKind, Status, Totals
from allaboard.server.schemas.common import Form

__all__ = ["Export", "ExportedEdition", "ExportedPuzzle", "ExportedSeat", "ExportedSolver", "Me", "MyTable", "Renaming"]


class Renaming(Form):
    name: str = Field(min_length=1, max_length=80, examples=["Ann"])


class MyTable(TypedDict):
    """A table of one's own."""

    id: str
    status: Status
    edition: str
    you: list[int]
    acting: list[int]
    names: Annotated[list[str], Field(description="how the seats are called; empty: who opened the table, and has no name")]
    your_turn: bool
    updated: int
    result: Annotated[Totals | None, Field(description="when the game is over")]


class Me(TypedDict):
    """Who one is at this server."""

    name: str
    tables: list[MyTable]
    boards: Annotated[list[str], Field(description="the keys of the boards that you have uploaded")]
    uploads: Annotated[bool, Field(description="whether this server takes boards and records")]


class ExportedSeat(TypedDict):
    """A seat that one has, or has named."""

    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    version: Annotated[str | None, Field(description="of the bot, as a record that you uploaded tells it")]
    has_token: bool


class ExportedChat(TypedDict):
    """Something one has said."""

    at: int
    text: str


class ExportedName(TypedDict):
    """A name that one had, or gave, at a seat, and that the log of the table tells."""

    at: int
    seat: int
    name: str


class ExportedTable(TypedDict):
    """A table with everything of somebody's there."""

    id: str
    edition: str
    status: Status
    host: bool
    created: int
    updated: int
    seats: list[ExportedSeat]
    names: Annotated[list[ExportedName], Field(description="as the log tells them, also at seats that you have left")]
    chat: list[ExportedChat]
    passed_marks: Annotated[list[int], Field(description="actions of yours that you have tried again and passed, by number")]


class ExportedEdition(TypedDict):
    """A board that one has uploaded."""

    key: str
    created: int
    edition: str
    board: str


class ExportedPuzzle(TypedDict):
    """A puzzle that one has tried."""

    puzzle: str
    choice: str | None
    passed: bool
    solved: bool
    shown: Annotated[bool, Field(description="whether you were shown the solution")]
    tries: int
    day: Annotated[int | None, Field(description="whose puzzle it was when you solved it on that day, counted from 1970")]
    rating: Annotated[float, Field(description="yours, after the first try")]
    change: Annotated[float, Field(description="by how much the first try moved it")]
    at: int


class ExportedSolver(TypedDict):
    """How well one solves puzzles (Glicko-2), and when one last tried."""

    rating: float
    deviation: float
    volatility: float
    updated: int


class Export(TypedDict):
    """Everything the server holds about somebody."""

    name: str | None
    created: Annotated[int | None, Field(description="when you first chose a name")]
    seen: Annotated[int | None, Field(description="when you were last here, to a day")]
    tables: list[ExportedTable]
    puzzles: list[ExportedPuzzle]
    solver: ExportedSolver | None
    editions: list[ExportedEdition]
