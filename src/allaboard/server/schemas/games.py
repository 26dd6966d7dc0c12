"""Games that are over, and records of others: totals, replay and proof of fairness."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from allaboard.observation import Cards, SeatView, View
from allaboard.server.schemas.common import Form
from allaboard.server.schemas.play import LogLine

__all__ = ["Fairness", "OpenSeatView", "OpenView", "Replay", "Totals", "UploadedRecord"]


class UploadedRecord(Form):
    record: dict[str, Any] = Field(description="a record as saved by `allaboard` or by this server")
    edition: str | None = Field(None, max_length=64, description="the key of an uploaded edition, where the game was played on one")


class Totals(BaseModel):
    """How a game ended, in short; `result` of a table tells the whole."""

    totals: list[int] = Field(description="points by seat", examples=[[112, 97]])
    winners: list[int] = Field(description="the winning seats, tie breaks applied", examples=[[0]])


class OpenSeatView(SeatView):
    """A seat with its hand, the tickets that it holds and those that it is offered."""

    hand: Cards
    held: list[str]
    offered: list[str]


class OpenView(View):
    """A spectator's view with everything on the table."""

    seats: list[OpenSeatView]  # type: ignore[misc]


class Replay(BaseModel):
    """A moment of a game that is over, as a seat or a spectator saw it."""

    table: str
    at: int = Field(description="after so many actions")
    length: int = Field(description="how many actions the game has")
    seat: int | Literal["all"] | None
    view: OpenView | View = Field(
        description="as the seat saw it; with `all` every entry of `seats` has its `hand`, `held` tickets and `offered`"
    )
    telling: LogLine | None = Field(description="the line that led here")


class Fairness(BaseModel):
    """The proof that the cards were not chosen: a hash of the seed before the game, the seed after it."""

    algorithm: Literal["SHA-256"]
    commitment: str | None
    seed: str | None = Field(description="64 hexadecimal digits, when the game is over")
    verified: bool | None = Field(description="whether the whole game follows from the seed; None before the end")
    detail: str
