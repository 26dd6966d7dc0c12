"""What a server that has just begun can do already, and how far the rest is."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

__all__ = ["StartupPart", "StartupStatus"]


class StartupPart(BaseModel):
    name: Literal["boards", "rules", "planner", "search"]
    state: Literal["ready", "warming", "next", "failed"]
    done: float = Field(ge=0, le=1, description="which share is done, roughly")


class StartupStatus(BaseModel):
    playable: bool = Field(description="whether a game with the planner's bots can begin")
    ready: bool = Field(description="whether every bot can play and give hints")
    seconds_left: int | None = Field(description="until a game can begin, roughly; null when it can, or when nobody can tell")
    parts: list[StartupPart]
