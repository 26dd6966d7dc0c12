"""Refusals."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from allaboard.editions.faults import FaultCode, FaultValue
from allaboard.placement import PositionFaultCode
from allaboard.record_schema import RecordFaultCode
from allaboard.server.schemas.play import LogLine

__all__ = ["Details", "Fault", "ProblemBody", "RefusalCode"]

RefusalCode: TypeAlias = Literal[
    "boards-full",
    "game-begun",
    "game-not-begun",
    "game-not-over",
    "game-over",
    "log-full",
    "no-chat",
    "no-free-seat",
    "no-hints",
    "no-seat",
    "no-training",
    "not-host",
    "not-watchable",
    "not-your-board",
    "not-your-seat",
    "players",
    "requests",
    "seat-taken",
    "table-closed",
    "time-out",
    "upload-heavy",
    "uploads-off",
    "uploads-waiting",
    "your-boards-full",
    "your-records-full",
    "your-tables-full",
]
"""What exactly is refused, for pages that say it in their reader's language; what people do not come to has none."""


class Fault(TypedDict):
    """One thing that is wrong with what was sent."""

    where: str
    what: str
    code: NotRequired[
        Annotated[
            FaultCode | PositionFaultCode | RecordFaultCode,
            Field(description="of a board, a position or a record: what kind of mistake it is"),
        ]
    ]
    values: NotRequired[
        Annotated[dict[str, FaultValue], Field(description="of a board, a position or a record: what the words name, for other languages")]
    ]


class Details(TypedDict, total=False):
    """What is told of a refusal besides its words."""

    code: Annotated[RefusalCode, Field(description="what exactly is refused, where people may come to it")]
    rule: Annotated[str | None, Field(description="the rule that refuses", examples=["R-DRAW-3"])]
    least: Annotated[int, Field(description="players: the fewest that are allowed")]
    most: Annotated[int, Field(description="players, and whatever is full: the most that is allowed")]
    seconds: Annotated[int, Field(description="requests: when to try again")]
    n: Annotated[int, Field(description="stale: the position of the log now")]
    news: Annotated[list[LogLine], Field(description="stale: what happened since the position seen, where that is no more than is at hand")]
    faults: Annotated[list[Fault], Field(description="invalid: every fault with its place")]


class ProblemBody(Details):
    """A refusal (RFC 9457)."""

    type: Annotated[str, Field(examples=["urn:allaboard:problem:illegal"])]
    title: Annotated[str, Field(examples=["the rules do not allow this"])]
    status: Annotated[int, Field(examples=[422])]
    detail: Annotated[str, Field(examples=["seat 0 cannot “take wild”: a face-up wild cannot be the second card (R-DRAW-3)"])]
