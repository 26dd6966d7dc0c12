"""Editions and bots: what can be played and with whom, and the form of a board that somebody uploads."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pydantic import BaseModel, Field

from allaboard.editions import Edition
from allaboard.editions.edition import District, Route, Ticket
from allaboard.server.schemas.common import Form, form_of

__all__ = ["BotInfo", "Durations", "EditionInfo", "NewEdition"]


class NewEdition(Form):
    """An edition file, and its board file unless the board is one of ours (docs/add-an-edition.md)."""

    edition: str = Field(min_length=1, max_length=200_000, description="the text of the edition's TOML file")
    board: str | None = Field(None, max_length=200_000, description="the text of the board's TOML file")


NAMED = (str, ...)
RouteInfo = form_of(Route, "RouteInfo", name=NAMED, points=(int, Field(description="what claiming it scores")))
TicketInfo = form_of(Ticket, "TicketInfo", name=NAMED)

if TYPE_CHECKING:
    EditionInfo: TypeAlias = dict[str, object]
else:
    EditionInfo = form_of(
        Edition,
        "EditionInfo",
        without=("source", "path", "route_points"),
        key=(str, Field(description="what `POST /tables` takes", examples=["usa"])),
        hash=(str, Field(description="changes when, and only when, a game could go differently")),
        board=(str, Field(description="the id of the board")),
        routes=(list[RouteInfo], Field(description="`twin` is the place of the other half of a double in this list")),
        tickets=(list[TicketInfo], ...),
        districts=(list[District], ...),
    )


class BotInfo(BaseModel):
    name: str = Field(examples=["greedy"])
    summary: str
    level: int | None = Field(description="1 for the weakest of the levels, and so on; None for a bot that is no level but a character")
    edition: str | None = Field(description="the only edition that a trained net can play; None for a bot that plays all")
    players: int | None = Field(description="with how many players; None for any number")


class Durations(BaseModel):
    """How long finished games of an edition took at this server: medians in minutes, None until there are enough games to tell."""

    edition: str = Field(examples=["new-york"])
    bots: int | None = Field(description="of games of one person against bots", examples=[9])
    friends: int | None = Field(description="of games of several people", examples=[24])
