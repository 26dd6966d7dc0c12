"""Playing: acting, taking back and talking; the log, the view, the options and the hints that are answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from allaboard.observation import View
from allaboard.server.action_data import ActionData, RefusedRoutes
from allaboard.server.schemas.common import Form, SeatNumber, may_be_missing
from allaboard.server.schemas.events import EventModel
from allaboard.server.ticket_status import TicketStatus

__all__ = ["Act", "Chat", "Hints", "LogLine", "Options", "Undo", "ViewOf"]


class Act(Form):
    """An action in words, and how much of the log its player has seen."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"action": "take red", "seen": 12}, {"action": "draw deck", "seen": 13, "seat": 0}]}
    )

    action: str = Field(min_length=1, max_length=500, description="the text of an action, as `options` lists them")
    seen: int = Field(ge=0, le=2**31 - 1, description="the log position (`n`) of the view or event that the player saw last")
    seat: SeatNumber | None = Field(None, description="which of your seats acts, if you have several")


class Undo(Form):
    seen: int = Field(ge=0, le=2**31 - 1)
    seat: SeatNumber | None = None


class Chat(Form):
    text: str = Field(min_length=1, max_length=500, examples=["Good luck!"])
    seat: SeatNumber | None = None


class Options(BaseModel):
    """What a seat may do now, and for each route that it cannot claim, the rule and the reason."""

    n: int
    seat: int
    legal: list[Annotated[ActionData, Field(discriminator="kind")]] = Field(
        examples=[[{"action": "take red", "kind": "take", "card": "red"}]]
    )
    refusals: list[RefusedRoutes] = Field(
        examples=[[{"rule": "R-CLAIM-1", "reason": "the hand does not hold this payment", "routes": ["Denver–Omaha"]}]]
    )
    ways: list[TicketStatus] = Field(
        description="how each ticket held or offered stands: done, open with a shortest way, or impossible",
        examples=[[{"ticket": "Boston–Miami", "state": "open", "pieces": 4, "routes": ["Charleston–Miami"], "reason": None}]],
    )


class ViewOf(BaseModel):
    """What a seat, or a spectator, may know of a game."""

    table: str
    n: int = Field(description="the position of the log that this shows")
    status: Literal["open", "playing", "over", "closed", "record"]
    seat: int | None
    can_undo: bool
    deadline: int | None
    hurried: bool = Field(description="whether bots had less time than usual for their last actions: many are thinking now")
    view: View | None = Field(description="None until the game begins")
    options: Options | None = Field(description="where they were asked for, while a game is played")


class LogLine(BaseModel):
    """A line of a table's log, as its reader may know it."""

    n: int = Field(description="its position, which is also the id of the event", examples=[13])
    at: int = Field(description="milliseconds since 1970")
    kind: Literal["start", "action", "undo", "chat", "seat", "rematch", "close"]
    seat: int | None
    events: list[EventModel] = Field(
        description="what the action brought about",
        examples=[[{"n": 3, "kind": "took", "seat": 0, "card": "red"}]],
    )
    data: dict[str, Any] = Field(description="chat: the text; seat: who sits there now; start: the commitment; rematch: the new table")
    acting: list[int] = Field(description="the seats that may act after it")
    over: bool
    now: ViewOf = may_be_missing("what the reader's seat sees and may do after it, where that was asked for: with the newest line")


class Hints(BaseModel):
    n: int
    seat: int
    bot: str
    candidates: list[dict[str, Any]] = Field(
        description="the best actions by their value, one of them `recommended`. Where the bot weighs them, each has the `chance` to win "
        "and a `value` that counts the margin too, both from 0 to 1, the standard `error` of the value, the `margin` in points over the "
        "best rival, and the number of `worlds` that were tried. The `reason` of the recommended one is `highest`, or `within error` "
        "where others came out higher by no more than chance explains",
        examples=[
            [
                {
                    "action": "take red",
                    "kind": "take",
                    "card": "red",
                    "chance": 0.58,
                    "value": 0.61,
                    "error": 0.02,
                    "margin": 4.5,
                    "worlds": 120,
                    "recommended": True,
                    "reason": "highest",
                }
            ],
        ],
    )
    plan: list[str] = Field(
        description="the routes still to claim of the plan behind the recommended action; none from a bot that does not tell",
        examples=[["Denver–Omaha", "Chicago–Omaha"]],
    )
