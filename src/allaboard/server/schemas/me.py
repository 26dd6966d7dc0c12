"""What is one's own: name, tables and boards, and all that the server holds about somebody."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from allaboard.server.models import SeatKind, Status, Totals
from allaboard.server.schemas.common import Form

__all__ = ["Export", "ExportedEdition", "ExportedPuzzle", "ExportedTable", "Me", "MyTable", "Renaming"]


class Renaming(Form):
    name: str = Field(min_length=1, max_length=80, examples=["Ann"])


class MyTable(TypedDict):
    """A table of one's own."""

    id: str
    status: Status
    edition: str
    you: list[int]
    acting: list[int]
    names: Annotated[list[str], Field(description="how the seats are called")]
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
    has_token: bool


class ExportedChat(TypedDict):
    """Something one has said."""

    at: int
    text: str


class ExportedTable(TypedDict):
    """A table with everything of somebody's there."""

    id: str
    edition: str
    status: Status
    host: bool
    created: int
    updated: int
    seats: list[ExportedSeat]
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
    tries: int
    rating: float
    at: int


class Export(TypedDict):
    """Everything the server holds about somebody."""

    name: str | None
    tables: list[ExportedTable]
    editions: list[ExportedEdition]
    puzzles: list[ExportedPuzzle]
