"""Editions and bots: what can be played and with whom, and the form of a board that somebody uploads."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from allaboard.server.schemas.common import Form

__all__ = ["BotInfo", "EditionInfo", "NewEdition"]


class NewEdition(Form):
    """An edition file, and its board file unless the board is one of ours (docs/add-an-edition.md)."""

    edition: str = Field(min_length=1, max_length=200_000, description="the text of the edition's TOML file")
    board: str | None = Field(None, max_length=200_000, description="the text of the board's TOML file")


class EditionInfo(BaseModel):
    key: str = Field(description="what `POST /tables` takes", examples=["usa"])
    id: str
    title: str
    summary: str
    hash: str
    min_players: int
    max_players: int
    pieces: int
    piece: str
    piece_plural: str
    vehicle: str
    wild: str
    wild_cards: int
    colours: list[dict[str, Any]]
    route_points: dict[str, int]
    points_shown: Literal["claimed", "end"]
    starting_hand: int
    setup_offer: int
    setup_keep: int
    setup_return: Literal["bottom", "shuffled", "out"]
    offer: int
    keep: int
    return_order: Literal["drawn", "chosen"]
    twin_closed_up_to: int
    longest_path_points: int
    attraction_points: int
    final_round_at: int
    tie_breaks: list[str]
    starting_player: str
    board: str
    routes: list[dict[str, Any]]
    tickets: list[dict[str, Any]]
    districts: list[dict[str, Any]]


class BotInfo(BaseModel):
    name: str = Field(examples=["greedy"])
    summary: str
    level: int | None = Field(description="1 for the weakest of the levels, and so on; None for a bot that is no level but a character")
