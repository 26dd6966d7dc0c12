"""The analysis board: positions as they are set up, what is answered about them, and what is asked of the coach."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from allaboard.placement import PositionData
from allaboard.server.schemas.common import Form, SeatNumber
from allaboard.server.schemas.play import ActionModel, Options
from allaboard.server.schemas.views import GameView

__all__ = ["Analysed", "CardMove", "PositionMove", "PositionPicture", "PositionQuestion", "PositionTable", "Setup"]

Unseen = Annotated[list[Annotated[int, Field(ge=0, le=200)]], Field(max_length=5)]


class Setup(Form):
    """A position that somebody set up."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "edition": "usa",
                    "position": {"players": 2, "hands": [{"yellow": 5, "wild": 1}, {}], "turn": 0},
                    "unseen_cards": [0, 4],
                    "unseen_tickets": [1, 2],
                }
            ]
        },
    )

    edition: str = Field(max_length=64, examples=["usa"], description="the id of an edition, or the key of an uploaded one")
    position: dict[str, object] = Field(description="the fields of `PositionData`; what is left out is as on an empty board")
    unseen_cards: Unseen = Field([], description="cards that each seat holds besides, which nobody has named: dealt from what is left")
    unseen_tickets: Unseen = Field([], description="the same for tickets")


class PositionMove(Setup):
    """A position, and what the seat to act does there."""

    action: str = Field(min_length=1, max_length=500, description="the text of an action, as the options of the position list them")


class PositionQuestion(Setup):
    """A position to be thought about."""

    open_hands: bool = Field(False, description="with all cards open instead of from what the seat to act can know")


class CardMove(Form):
    """A move on a card: its words, and its chance with its error."""

    words: str = Field(min_length=1, max_length=120, examples=["Claim Helena – Seattle"])
    chance: str = Field(min_length=1, max_length=20, examples=["52 ± 1"])


class PositionPicture(Setup):
    """A position to make a card of, with its words in the reader's language."""

    heading: str = Field(min_length=1, max_length=80, examples=["What would you do?"])
    caption: str = Field(min_length=1, max_length=60, examples=["North America, 3 players"])
    closing: str = Field("", max_length=200, examples=["Chances to win, by what the seat to act can know."])
    moves: list[CardMove] = Field([], max_length=3, description="the best moves, the best first")


class PositionTable(Setup):
    """A position to be played on from: you in a seat, bots in the others."""

    seat: SeatNumber | None = Field(None, description="your seat; the one to act when left out")
    bot: str | None = Field(None, max_length=60, description="the bot in the other seats; the server's stand-in when left out")


class Analysed(TypedDict):
    """A position that can be: as it lies, as the seat to act sees it, and what it may do."""

    edition: str
    position: Annotated[PositionData | None, Field(description="whole, with what was dealt; None where the game is over or has not begun")]
    view: Annotated[GameView, Field(description="as the seat to act sees it; a spectator's where the game is over")]
    options: Options | None
    done: Annotated[ActionModel | None, Field(description="the action that led here, where one was tried")]
