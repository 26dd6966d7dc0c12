"""Refusals."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from allaboard.server.schemas.play import LogLine

__all__ = ["Details", "Fault", "ProblemBody"]


class Fault(TypedDict):
    """One thing that is wrong with what was sent."""

    where: str
    what: str


class Details(TypedDict, total=False):
    """What is told of a refusal besides its words."""

    rule: Annotated[str | None, Field(description="the rule that refuses", examples=["R-DRAW-3"])]
    n: Annotated[int, Field(description="stale: the position of the log now")]
    news: Annotated[list[LogLine], Field(description="stale: what happened since the position seen")]
    faults: Annotated[list[Fault], Field(description="invalid: every fault with its place")]


class ProblemBody(Details):
    """A refusal (RFC 9457)."""

    type: Annotated[str, Field(examples=["urn:allaboard:problem:illegal"])]
    title: Annotated[str, Field(examples=["the rules do not allow this"])]
    status: Annotated[int, Field(examples=[422])]
    detail: Annotated[str, Field(examples=["seat 0 cannot “take wild”: a face-up wild cannot be the second card (R-DRAW-3)"])]
