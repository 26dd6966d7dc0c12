"""Games that are over, and records of others: result, replay, record file and proof of fairness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field, model_validator
from typing_extensions import TypedDict

from allaboard.placement import PositionData
from allaboard.record_schema import RecordData
from allaboard.result import Result, ScoreSheet
from allaboard.server.schemas.common import Form, form_of
from allaboard.server.schemas.play import LogLine
from allaboard.server.schemas.views import GameView, ViewChanges
from allaboard.verdict import Verdict

__all__ = ["Fairness", "FinishedGame", "Replay", "ReplayStep", "SavedGame", "UploadedRecord"]


class UploadedRecord(Form):
    record: dict[str, object] = Field(description="a record as saved by `allaboard` or by this server")
    edition: str | None = Field(None, max_length=64, description="the key of an uploaded edition, where the game was played on one")

    @model_validator(mode="before")
    @classmethod
    def _file_as_it_is(cls, data: object) -> object:
        """Take a record file for what it is: it says its format, which no other form does."""
        return {"record": data} if isinstance(data, dict) and "format" in data and "record" not in data else data


if TYPE_CHECKING:
    FinishedGame: TypeAlias = dict[str, object]
else:
    FinishedGame = form_of(
        Result,
        "FinishedGame",
        table=(str, ...),
        names=(list[str], Field(description="how the seats are called; empty: who opened the table, and has no name")),
        began=(int | None, Field(description="milliseconds since 1970; None for a record, which does not know")),
        ended=(int | None, Field(description="milliseconds since 1970; None for a record")),
        verdict=(
            Verdict | None,
            Field(description="what decided the game, and a word for those who lost; None for a record of a game that is not over"),
        ),
    )


class SavedResult(TypedDict):
    """How a saved game ended."""

    totals: list[int]
    winners: list[int]
    sheets: list[ScoreSheet]


if TYPE_CHECKING:
    SavedGame: TypeAlias = RecordData
else:

    class SavedGame(RecordData):
        """A record file as this server writes it."""

        position: Annotated[PositionData | None, Field(description="where the game began, if not with a deal")]
        result: NotRequired[Annotated[SavedResult, Field(description="where the game is over")]]


class ReplayStep(TypedDict):
    """One action of a game: the line of the log that tells it, and what is different afterwards."""

    line: LogLine
    changes: ViewChanges


class Replay(TypedDict):
    """A whole game that is over, as a seat or a spectator saw it: how it began, and every action that stood."""

    table: str
    seat: int | Literal["all"] | None
    view: Annotated[
        GameView,
        Field(description="before the first action; the `changes` of the steps lead on. With `all`, `hands` shows what each seat holds"),
    ]
    steps: list[ReplayStep]


class Fairness(TypedDict):
    """The proof that the cards were not chosen: a hash of the seed before the game, the seed after it."""

    algorithm: Literal["SHA-256"]
    commitment: str | None
    seed: Annotated[str | None, Field(description="64 hexadecimal digits, when the game is over")]
    verified: Annotated[bool | None, Field(description="whether the whole game follows from the seed; None before the end")]
    detail: str
