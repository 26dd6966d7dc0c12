"""Reviews of games that are over, and what is begun from a moment of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from allaboard.review.marks import Grade
from allaboard.review.results import Graph, Review
from allaboard.server.schemas.common import Form, SeatNumber
from allaboard.server.schemas.play import ActionModel, LogLine, ViewOf

__all__ = ["Answer", "Answered", "Branch", "Exercise", "Mark", "MarkedGame", "MyExercises", "ReviewNews", "ReviewStatus"]

if TYPE_CHECKING:  # made and kept as plain data; what stands in it is stated by the review itself
    GraphData: TypeAlias = dict[str, object]
    ReviewData: TypeAlias = dict[str, object]
else:
    GraphData, ReviewData = Graph, Review

Done = Annotated[float, Field(description="how far it is, from 0 to 1", examples=[0.35])]


class ReviewNews(TypedDict):
    """How far a review is, as its stream of events tells: each is called as its kind."""

    n: Annotated[int, Field(description="counts the news")]
    kind: Literal["computing", "done", "failed"]
    done: Done
    graph: Annotated[GraphData | None, Field(description="where it is new: rough at first, then sharper")]


class ReviewStatus(TypedDict):
    """What is there of a game's review. `GET …/review/events` has it made, for as long as somebody listens."""

    kind: Annotated[Literal["none", "computing", "done"], Field(description="`computing`: begun, and perhaps broken off")]
    done: Done
    graph: Annotated[GraphData | None, Field(description="what is known of it before the review is done")]
    review: Annotated[ReviewData | None, Field(description="when it is done; its own `graph` is the sharper one")]
    actions: Annotated[dict[str, ActionModel], Field(description="every action that the review names, by its text")]


class Mark(TypedDict):
    """A decision of yours that cost something, to be tried again at `/tables/{table_id}/moments/{n}`."""

    n: Annotated[int, Field(description="the number of the action, from 1", examples=[57])]
    turn: int
    mark: Grade
    loss: Annotated[float, Field(description="what it cost of the chance to win, from 0 to 1", examples=[0.12])]


class MarkedGame(TypedDict):
    """A game of yours that is over and reviewed."""

    table: str
    edition: str
    players: int
    ended: Annotated[int, Field(description="when, in milliseconds since 1970")]
    marks: Annotated[
        list[Mark], Field(description="of your own seats that you have not tried again and passed, the worst first: three at most")
    ]


class MyExercises(TypedDict):
    """What your own games leave to practise."""

    games: Annotated[list[MarkedGame], Field(description="the latest that have such marks, newest first: four at most")]
    marks: Annotated[int, Field(description="how many of them are open in your latest twelve reviewed games, listed or not")]


class Branch(Form):
    """Another way from a moment of a game that is over: you in a seat, bots in the others."""

    n: int = Field(ge=0, le=2**31 - 1, description="so many actions have been played", examples=[57])
    seat: SeatNumber = Field(description="your seat")
    anew: bool = Field(False, description="deal anew what the seat could not know, as it could have believed")
    bot: str | None = Field(None, max_length=60, description="the bot in the other seats; the server's stand-in when left out")


class Exercise(TypedDict):
    """A moment of a game that is over, as the seat to act knew it: what it saw and might do, and the log up to there."""

    now: ViewOf
    lines: list[LogLine]
    passed: Annotated[list[int], Field(description="marks of your own seats in this game that you have tried again and passed")]


class Answer(Form):
    """What somebody would do at a moment of a game that is over."""

    action: str = Field(min_length=1, max_length=500, description="the text of an action, as the options of the moment list them")


class Answered(TypedDict):
    """How an answer does against the best there is, by what the seat could know."""

    option: ActionModel
    passed: Annotated[bool, Field(description="it loses no more than what is marked, or is level with the best")]
    level: Annotated[bool, Field(description="chance explains all that it lies behind the best")]
    same: Annotated[bool, Field(description="it comes to what was played")]
    chance: Annotated[float | None, Field(description="to win, from 0 to 1; None where there is one option", examples=[0.52])]
    error: Annotated[float, Field(description="the standard error of the chance")]
    behind: Annotated[float, Field(description="how far it lies behind the best, in shares of 1")]
