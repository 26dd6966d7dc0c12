"""Refusals."""

from __future__ import annotations

from pydantic import BaseModel, Field

from allaboard.server.schemas.play import LogLine

__all__ = ["ProblemBody"]


class ProblemBody(BaseModel):
    """A refusal (RFC 9457)."""

    type: str = Field(examples=["urn:allaboard:problem:illegal"])
    title: str = Field(examples=["the rules do not allow this"])
    status: int = Field(examples=[422])
    detail: str = Field(examples=["seat 0 cannot “take wild”: a face-up wild cannot be the second card (R-DRAW-3)"])
    rule: str | None = Field(None, description="the rule that refuses", examples=["R-DRAW-3"])
    n: int | None = Field(None, description="stale: the position of the log now")
    news: list[LogLine] | None = Field(None, description="stale: what happened since the position seen")
    faults: list[dict[str, str]] | None = Field(None, description="invalid: every fault with its place")
