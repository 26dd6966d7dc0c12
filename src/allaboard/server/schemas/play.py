"""Playing: acting, taking back and talking; the log, the view, the options and the hints that are answered."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from allaboard.review.results import PlanReason, PlanReasonKind, Reason, ReasonKind
from allaboard.review.training import Training
from allaboard.server.action_data import ActionData, RefusedRoutes
from allaboard.server.models import (
    ActionNote,
    ChatData,
    NoData,
    RematchData,
    SeatChange,
    SeatNotice,
    StartData,
    Status,
    UndoNote,
)
from allaboard.server.schemas.common import Form, SeatNumber
from allaboard.server.schemas.events import EventModel
from allaboard.server.schemas.views import GameView
from allaboard.server.ticket_status import OfferCost, TicketStatus

__all__ = [
    "Act",
    "ActionModel",
    "Advice",
    "Candidate",
    "Chat",
    "HintReason",
    "Hints",
    "LogLine",
    "MoreTime",
    "Options",
    "OptionsOf",
    "TrainingOf",
    "Undo",
    "ViewOf",
    "reason_data",
]

ActionModel: TypeAlias = Annotated[ActionData, Field(discriminator="kind")]


class Act(Form):
    """An action in words, and how much of the log its player has seen."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"action": "take red", "seen": 12}, {"action": "draw deck", "seen": 13, "seat": 0}]}
    )

    action: str = Field(min_length=1, max_length=500, description="the text of an action, as `options` lists them")
    seen: int = Field(ge=0, le=2**31 - 1, description="the log position (`n`) of the view or event that the player saw last")
    seat: SeatNumber | None = Field(None, description="which of your seats acts, if you have several")
    pace: float | None = Field(
        None, ge=0, le=10, description="seconds between two actions of bots from now on; it counts where you play against bots alone"
    )


class Undo(Form):
    seen: int = Field(ge=0, le=2**31 - 1)
    seat: SeatNumber | None = None


class MoreTime(Form):
    seen: int = Field(ge=0, le=2**31 - 1)
    seat: SeatNumber | None = None


class Chat(Form):
    text: str = Field(min_length=1, max_length=500, examples=["Good luck!"])
    seat: SeatNumber | None = None


class Options(TypedDict):
    """What a seat may do now, and for each route that nobody has claimed and the seat cannot claim, the rule."""

    legal: Annotated[list[ActionModel], Field(examples=[[{"action": "take red", "kind": "take", "card": "red"}]])]
    refusals: Annotated[
        list[RefusedRoutes],
        Field(
            description="routes that are claimed stand in `view.routes`",
            examples=[[{"rule": "R-CLAIM-1", "missing": 2, "card": "red", "routes": ["Nashville–Saint Louis"]}]],
        ),
    ]
    ways: Annotated[
        list[TicketStatus],
        Field(
            description="how each ticket held or offered stands: done, open with the way in the fewest turns, or impossible",
            examples=[[{"ticket": "Boston–Miami", "state": "open", "pieces": 4, "routes": ["Charleston–Miami"]}]],
        ),
    ]
    costs: Annotated[
        list[OfferCost],
        Field(
            description="what each choice from an offer takes, alone and with the open tickets held; none without an offer",
            examples=[[{"keep": ["Dallas–New York"], "pieces": 4, "together": 10, "exact": True}]],
        ),
    ]


class OptionsOf(Options):
    """The options of a seat at a position of the log."""

    n: int
    seat: int


class ViewOf(TypedDict):
    """What a seat, or a spectator, may know of a game."""

    table: str
    n: Annotated[int, Field(description="the position of the log that this shows")]
    status: Status
    seat: int | None
    can_undo: bool
    undo_until: Annotated[
        int | None,
        Field(description="where bots wait so long for the seat to think again: until when, in milliseconds since 1970"),
    ]
    deadline: Annotated[
        int | None,
        Field(description="when the seat's own time runs out if it is to act, otherwise when the next clock does: milliseconds since 1970"),
    ]
    more_time: Annotated[bool, Field(description="whether the seat may have 30 seconds more now, once a game")]
    hurried: Annotated[bool, Field(description="whether bots had less time than usual for their last actions: many are thinking now")]
    view: Annotated[GameView | None, Field(description="None until the game begins")]
    options: Annotated[Options | None, Field(description="where they were asked for, while a game is played")]


class Held(TypedDict):
    """How long bots wait for somebody who thinks about taking an action back."""

    undo_until: Annotated[int | None, Field(description="in milliseconds since 1970; None where bots do not wait, or no longer")]


class LineBase(TypedDict):
    """A line of a table's log, as its reader may know it."""

    n: Annotated[int, Field(description="its position, which is also the id of the event", examples=[13])]
    at: Annotated[int, Field(description="milliseconds since 1970")]
    seat: int | None
    events: Annotated[
        list[EventModel],
        Field(description="what the action brought about", examples=[[{"n": 3, "kind": "took", "seat": 0, "card": "red"}]]),
    ]
    acting: Annotated[list[int], Field(description="the seats that may act after it")]
    over: bool
    now: NotRequired[
        Annotated[
            ViewOf,
            Field(description="what the reader's seat sees and may do after it, where that was asked for: with the newest line"),
        ]
    ]


class StartLine(LineBase):
    """The game began."""

    kind: Literal["start"]
    data: StartData


class ActionLine(LineBase):
    """A seat acted."""

    kind: Literal["action"]
    data: ActionNote


class UndoLine(LineBase):
    """A seat took its last action back, and what bots had answered."""

    kind: Literal["undo"]
    data: UndoNote


class MoreLine(LineBase):
    """A seat has 30 seconds more for its turn, once a game."""

    kind: Literal["more"]
    data: NoData


class ChatLine(LineBase):
    """Somebody said something."""

    kind: Literal["chat"]
    data: ChatData


class SeatLine(LineBase):
    """Somebody came, went or changed."""

    kind: Literal["seat"]
    data: SeatChange | SeatNotice


class RematchLine(LineBase):
    """The same table was opened again."""

    kind: Literal["rematch"]
    data: RematchData


class CloseLine(LineBase):
    """Nobody is left at a table that had not begun."""

    kind: Literal["close"]
    data: NoData


LogLine = TypeAliasType(
    "LogLine",
    Annotated[StartLine | ActionLine | UndoLine | MoreLine | ChatLine | SeatLine | RematchLine | CloseLine, Field(discriminator="kind")],
)


class Candidate(TypedDict):
    """An action that was weighed; its chance is told once it was tried in enough worlds."""

    option: ActionModel
    chance: Annotated[float | None, Field(description="to win, from 0 to 1; None below 200 worlds", examples=[0.58])]
    error: Annotated[float | None, Field(description="the standard error of the chance", examples=[0.02])]
    worlds: Annotated[int, Field(description="in how many it was tried", examples=[240])]
    level: Annotated[bool, Field(description="whether it is too close to the recommended one to tell them apart")]


class HintReason(TypedDict):
    """Why an action is recommended: a figure with what is next best, or before the action, and the figure with it.

    `towards`: pieces that the ticket still takes. `collects`: cards that the route still lacks. `lacks`: cards that all of the plan still
    lacks. `beside`: the same, and this card is none of them. `blind`: those, and how many of the open cards would do. `ready`: routes of
    the plan, all of which the hand pays. `together` and `room`: pieces that the plan takes, of those there are. `scores`: points of the
    route by itself. `waits`: share of the games in which the route, which could be paid now, goes to others. `ticket`: share of the games
    in which it is made. `new ticket`: share in which one is made that is not held yet. `route`: share in which it goes to others.
    `points`: points for a part of the score. `longest path`: share in which it is won. `rivals`: points of the best of them. `turns`: to
    the end. `cards`: left unused.
    """

    kind: PlanReasonKind | ReasonKind
    subject: Annotated[str, Field(description="a ticket, a route or a part of the score, where the kind has one")]
    otherwise: float
    with_it: float


def reason_data(reason: PlanReason | Reason) -> HintReason:
    """Return a reason as it is told."""
    before, after = (reason.before, reason.after) if isinstance(reason, PlanReason) else (reason.played, reason.better)
    return {"kind": reason.kind, "subject": reason.subject, "otherwise": round(before, 3), "with_it": round(after, 3)}


class Advice(TypedDict):
    """What a seat might do: the recommended action first, by its chance to win in worlds that the seat cannot rule out."""

    thinking: Annotated[bool, Field(description="whether a sharper answer follows")]
    worlds: Annotated[int, Field(description="how many were tried so far")]
    candidates: Annotated[list[Candidate], Field(description="the recommended action first, then the others by their chance")]
    kept_to_plan: Annotated[
        bool, Field(description="another shows a better chance, by no more than luck explains; the recommended one has the plan behind it")
    ]
    reasons: list[HintReason]
    plan: Annotated[
        list[str],
        Field(
            description="the routes to claim of the plan with the recommended action: the one that it claims first, then the most pressing",
            examples=[["Denver–Omaha", "Chicago–Omaha"]],
        ),
    ]


class Hints(Advice):
    """Advice for a seat at a position of the log."""

    n: int
    seat: int


class TrainingOf(Training):
    """What a seat can count and guess at a position of the log, from what it may know and nothing else."""

    n: int
    seat: int
