"""Reviews of games that are over, and what is begun from a moment of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from allaboard.review.marks import Grade, Level
from allaboard.review.results import Graph, Judgement, Review, SeatFigures
from allaboard.server.schemas.common import Form, SeatNumber
from allaboard.server.schemas.play import ActionModel, LogLine, ViewOf

__all__ = ["Answer", "Answered", "Branch", "Exercise", "Found", "Mark", "MarkedGame", "MyExercises", "ReviewNews", "ReviewStatus"]

if TYPE_CHECKING:  # made and kept as plain data; what stands in it is stated by the review itself
    GraphData: TypeAlias = dict[str, object]
    JudgementData: TypeAlias = dict[str, object]
    LevelData: TypeAlias = dict[str, object]
    ReviewData: TypeAlias = dict[str, object]
    SeatData: TypeAlias = dict[str, object]
else:
    GraphData, JudgementData, LevelData, ReviewData, SeatData = Graph, Judgement, Level, Review, SeatFigures

Done = Annotated[float, Field(description="how far it is, from 0 to 1", examples=[0.35])]
Seconds = Annotated[int | None, Field(description="about how many seconds it takes yet; None where nobody can say", examples=[40])]


class Found(TypedDict):
    """What was found of a review that is not done: all of it may change yet."""

    judged: Annotated[int, Field(description="so many actions of the game, from the first on, were looked at")]
    graph: Annotated[GraphData | None, Field(description="rough at first, then sharper, the first `judged` steps before the others")]
    judgements: Annotated[list[JudgementData], Field(description="of these actions, with two options at most and without reasons")]
    seats: Annotated[list[SeatData], Field(description="every seat's figures, of these actions")]
    levels: Annotated[list[LevelData], Field(description="where our levels stand at such a table, where they were measured")]
    actions: Annotated[dict[str, ActionModel], Field(description="every action that is named, by its text")]


class ReviewNews(Found):
    """How far a review is, as its stream of events tells: each is called as its kind.

    Of what was found it tells what is new: steps of the graph and judgements that became sharper, by their `n`, actions that were not
    named before, and all seats and levels where anything of them is new. The first news of a stream tells everything.
    """

    n: Annotated[int, Field(description="counts the news")]
    kind: Literal["computing", "done", "failed"]
    done: Done
    seconds: Seconds


class ReviewStatus(Found):
    """What is there of a game's review. `GET …/review/events` has it made, for as long as somebody listens."""

    kind: Annotated[Literal["none", "computing", "done"], Field(description="`computing`: begun, and perhaps broken off")]
    done: Done
    seconds: Seconds
    review: Annotated[ReviewData | None, Field(description="when it is done; only the actions stand beside it then")]


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
