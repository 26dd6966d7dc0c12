"""Tables: how one is opened, joined and seated, and what is answered about it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from allaboard.server.models import ClockTerms, PublicSeat, SeatKind, Status, TableOptions
from allaboard.server.schemas.common import Form, Name, SeatNumber

__all__ = [
    "Clock",
    "Invitation",
    "Invite",
    "Invited",
    "Join",
    "LiveGame",
    "NewTable",
    "Reseat",
    "SeatInfo",
    "SeatWish",
    "TableInfo",
    "Token",
]


class Clock(Form):
    """Time to think: so many seconds for every action, or for the whole game with an increment for each action."""

    per: Literal["move", "player"] = "move"
    seconds: float = Field(ge=1, le=30 * 86400, examples=[90])
    increment: float = Field(0, ge=0, le=86400)

    @property
    def terms(self) -> ClockTerms:
        """The clock as a table keeps it."""
        return {"per": self.per, "seconds": self.seconds, "increment": self.increment}


class SeatWish(Form):
    """Who is to sit: `you` (several seats of yours share one device), a `bot` by name, `open` for a guest, `remote` for a bot by token."""

    kind: Literal["you", "bot", "open", "remote"]
    bot: str | None = Field(None, max_length=60, examples=["greedy"])
    name: Name | None = None


class NewTable(Form):
    """A table to be opened."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"edition": "new-york", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "greedy"}], "begin": True}]
        },
    )

    edition: str = Field(max_length=64, examples=["usa"], description="the id of an edition, or the key of an uploaded one")
    seats: list[SeatWish] = Field(min_length=1, max_length=5)
    start: SeatNumber | None = Field(None, description="the starting seat (R-SETUP-5); drawn from the seed when left out")
    name: Name | None = Field(None, description="your name at this table")
    clock: Clock | None = None
    hints: bool = Field(True, description="whether players may ask for hints")
    undo: bool = Field(True, description="whether actions that showed nothing secret can be taken back")
    confirm_claims: bool = Field(False, description="whether the page asks before a claim is sent")
    watch: bool = Field(True, description="whether people without a seat may watch")
    listed: bool = Field(False, description="whether the game is listed for everybody to watch (`GET /tables`), if watching is allowed")
    chat: bool = True
    training: bool = Field(
        False,
        description="whether players may be told what they can count and guess of cards and rivals (`/training`); such a game is no match",
    )
    pace: float | None = Field(None, ge=0, le=10, description="seconds between two actions of bots")
    stand_in: str | None = Field(None, max_length=60, description="the bot that fills empty seats and plays for those who left")
    begin: bool = Field(False, description="begin the game at once")


class Join(Form):
    invite: str = Field(min_length=4, max_length=64, examples=["K7RW2M"], description="the code, or the long invitation of a link")
    seat: SeatNumber | None = None
    name: Name | None = None


class Invite(Form):
    """An invitation that somebody looks at before they take the seat. It is no part of an address, which proxies would log."""

    invite: str = Field(min_length=4, max_length=64, examples=["K7RW2M"], description="the code, or the long invitation of a link")


class Reseat(Form):
    kind: SeatKind
    bot: str | None = Field(None, max_length=60)
    name: Name | None = None


class SeatInfo(PublicSeat):
    """A seat as a reader may know it."""

    you: Annotated[bool, Field(description="whether the seat is yours")]
    time_left: Annotated[int | None, Field(description="milliseconds left of a clock for the whole game")]


class Invitation(TypedDict):
    """How others come to a table."""

    code: Annotated[str | None, Field(description="a code to read aloud, until the game begins", examples=["K7RW2M"])]
    link: Annotated[str, Field(description="what to open in a browser; the part behind # is never sent to a server by itself")]
    invite: Annotated[str, Field(description="the invitation in the link, for `POST /join`")]
    addresses: Annotated[
        list[str],
        Field(
            description="where others can open the page, told to a host who came by a loopback address; the first is likeliest to work",
            examples=[["http://192.168.1.20:8000"]],
        ),
    ]


class Invited(TypedDict):
    """What an invitation is to, before its seat is taken."""

    table: str
    status: Status
    edition: str
    edition_title: str
    code: str | None
    host: Annotated[str | None, Field(description="how the host is called, if they sit at the table; empty: they have no name")]
    seats: list[PublicSeat]
    free: Annotated[list[int], Field(description="the seats that can be taken")]
    you: Annotated[list[int], Field(description="your seats")]
    clock: ClockTerms | None
    watch: Annotated[bool, Field(description="whether people without a seat may look on")]


class PlayOptions(TableOptions):
    """How a table is played, and which seat starts."""

    start: Annotated[int | None, Field(description="None: drawn from the seed")]


class TableInfo(TypedDict):
    """What is known of a table to everybody who may see it, and what is yours there."""

    id: str
    status: Status
    edition: str
    edition_title: str
    edition_hash: str
    rules: Annotated[int, Field(description="the version of the rules")]
    n: Annotated[int, Field(description="the position of the log")]
    seats: list[SeatInfo]
    you: Annotated[list[int], Field(description="your seats")]
    host: Annotated[bool, Field(description="whether you opened the table")]
    acting: list[int]
    options: PlayOptions
    deadline: Annotated[int | None, Field(description="when the next clock runs out, in milliseconds since 1970")]
    commitment: Annotated[str | None, Field(description="SHA-256 of the secret seed, fixed before the first card")]
    invitation: Annotated[Invitation | None, Field(description="for those who sit at the table")]
    rematch: str | None
    created: int
    updated: int


class LiveGame(TypedDict):
    """A game going on that anybody may watch."""

    id: str
    edition: str
    names: Annotated[list[str], Field(description="how the seats are called; empty: who opened the table, and has no name")]
    bots: Annotated[list[int], Field(description="the seats that bots play")]
    n: Annotated[int, Field(description="the position of the log")]
    acting: list[int]
    created: Annotated[int, Field(description="milliseconds since 1970")]
    updated: int


class Token(TypedDict):
    """What lets a bot from elsewhere play for a seat."""

    token: Annotated[str, Field(description="send it as `Authorization: Bearer TOKEN`; it is shown once")]
    seat: int
