"""Puzzles: what is asked, how an attempt did, the solution, and how somebody is doing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from allaboard.puzzles.puzzle import Theme
from allaboard.review.results import Reason
from allaboard.server.schemas.common import Form
from allaboard.server.schemas.play import ActionModel, HintReason, ViewOf

__all__ = [
    "Attempt",
    "AttemptResult",
    "MyAttempt",
    "MyTraining",
    "NextPuzzle",
    "PuzzleAction",
    "PuzzleDay",
    "PuzzleHint",
    "PuzzleOfYesterday",
    "PuzzleSolution",
    "PuzzleView",
    "RatedAttempt",
    "ThemeCount",
]

if TYPE_CHECKING:  # kept as plain data; what stands in it is stated by the review itself
    ReasonData: TypeAlias = dict[str, object]
else:
    ReasonData = Reason

PuzzleRating = Annotated[int, Field(description="on the scale of solvers: 1500 is the middle", examples=[1480])]
Deviation = Annotated[int, Field(description="the standard deviation of your rating", examples=[45])]
Day = Annotated[str, Field(description="a day in UTC", examples=["2026-11-16"])]


class PuzzleAction(TypedDict):
    """An action of a puzzle's solution, as it was verified."""

    option: ActionModel
    chance: Annotated[float, Field(description="to win, from 0 to 1", examples=[0.61])]
    error: Annotated[float, Field(description="the standard error of the chance")]
    behind: Annotated[float, Field(description="how far it lies behind the answer, in shares of 1")]
    natural: Annotated[bool, Field(description="what the planner would do")]
    chosen: Annotated[float, Field(description="the share of people here who chose it first, from 0 to 1")]


class PuzzleSolution(TypedDict):
    """Why the answer is the answer; nobody sees it before they have found it, or have asked for it."""

    themes: list[Theme]
    actions: Annotated[list[PuzzleAction], Field(description="the answer first, then what comes closest to it")]
    also: Annotated[list[ActionModel], Field(description="other payments for the same route that are as good")]
    lead: Annotated[float, Field(description="how far the answer is ahead of everything else, in shares of 1", examples=[0.15])]
    lead_error: Annotated[float, Field(description="the standard error of the lead")]
    worlds: Annotated[int, Field(description="the worlds in which it was verified", examples=[2400])]
    wanted: Annotated[list[HintReason], Field(description="what the plan behind the answer wants it for")]
    reasons: Annotated[
        list[ReasonData], Field(description="what becomes of the game after what the planner would do, and after the answer")
    ]
    plan: Annotated[list[str], Field(description="routes that the plan behind the answer still needs")]


class MyAttempt(TypedDict):
    """What you have made of a puzzle."""

    passed: Annotated[bool, Field(description="right at the first try")]
    solved: Annotated[bool, Field(description="right at some try")]
    tries: int
    change: Annotated[int, Field(description="what the first try did to your rating")]


class PuzzleHint(TypedDict):
    """What those are told who have missed a puzzle and try on: where to look, not what to do."""

    kind: Annotated[Literal["draw deck", "take", "claim", "draw tickets", "keep"], Field(description="what kind of action the answer is")]
    place: Annotated[str | None, Field(description="one end of the route that it claims", examples=["Seattle"])]


class PuzzleView(TypedDict):
    """A puzzle as the seat to act sees it."""

    id: Annotated[str, Field(examples=["3f0c52a1be"])]
    edition: str
    players: int
    today: Annotated[bool, Field(description="whether it is the puzzle of the day")]
    rating: PuzzleRating
    attempts: Annotated[int, Field(description="how many people here have tried it")]
    passed: Annotated[int, Field(description="how many of them were right at the first try")]
    now: ViewOf
    mine: MyAttempt | None
    hint: Annotated[PuzzleHint | None, Field(description="for those who have missed it and do not know the answer")]
    solution: PuzzleSolution | None


class Attempt(Form):
    """What somebody would do in a puzzle; nothing asks for the solution instead, which counts as missed."""

    action: str | None = Field(None, min_length=1, max_length=500, description="the text of an action, as the options list them")


class AttemptResult(TypedDict):
    """How an attempt did."""

    passed: Annotated[bool, Field(description="it is the answer")]
    behind: Annotated[
        float | None, Field(description="how far it lies behind the answer, in shares of 1; None where the answer was asked for instead")
    ]
    at_least: Annotated[bool, Field(description="it lies behind by that much or more")]
    rated: Annotated[bool, Field(description="whether your rating has moved: by the first try, and never again")]
    rating: PuzzleRating
    deviation: Deviation
    mine: MyAttempt
    hint: Annotated[PuzzleHint | None, Field(description="for those who have missed it and do not know the answer")]
    solution: PuzzleSolution | None


class ThemeCount(TypedDict):
    """How many puzzles of a theme there are, and how many you have solved."""

    theme: Theme
    puzzles: int
    solved: int


class RatedAttempt(TypedDict):
    """Your rating after a puzzle."""

    rating: int
    passed: bool


class PuzzleDay(TypedDict):
    """A day of the season ticket."""

    day: Day
    solved: bool


class PuzzleOfYesterday(TypedDict):
    """The puzzle of the day before; what was right, and what looks natural, for those who know it."""

    id: str
    edition: str
    players: int
    solved: Annotated[bool, Field(description="whether you solved it, on whichever day")]
    answer: PuzzleAction | None
    natural: PuzzleAction | None


class MyTraining(TypedDict):
    """How you are doing, and what there is."""

    day: Day
    today: Annotated[str | None, Field(description="the puzzle of the day; None where there are no puzzles")]
    puzzles: int
    rating: PuzzleRating
    deviation: Deviation
    tried: int
    solved: int
    history: Annotated[list[RatedAttempt], Field(description="the last twenty, the oldest first")]
    streak: Annotated[int, Field(description="days in a row on which you solved the puzzle of the day")]
    best_streak: int
    days: Annotated[list[PuzzleDay], Field(description="the last seven, today the last")]
    yesterday: PuzzleOfYesterday | None
    themes: list[ThemeCount]


class NextPuzzle(TypedDict):
    """The puzzle that suits you best now."""

    id: Annotated[str | None, Field(description="None where you have solved or seen everything")]
