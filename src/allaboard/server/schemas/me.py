"""What is one's own: name and tables."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from allaboard.server.schemas.common import Form
from allaboard.server.schemas.games import Totals

__all__ = ["Me", "MyTable", "Renaming"]


class Renaming(Form):
    name: str = Field(min_length=1, max_length=80, examples=["Ann"])


class MyTable(BaseModel):
    id: str
    status: Literal["open", "playing", "over", "record"]
    edition: str
    you: list[int]
    acting: list[int]
    names: list[str] = Field(description="how the seats are called")
    your_turn: bool
    updated: int
    result: Totals | None = Field(description="when the game is over")


class Me(BaseModel):
    name: str
    tables: list[MyTable]
