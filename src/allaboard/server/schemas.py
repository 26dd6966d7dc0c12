"""The forms of what is asked and answered, as the OpenAPI document shows them. The names of the game are explained in RULES.md."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = [
    "Act",
    "BotInfo",
    "Chat",
    "Clock",
    "EditionInfo",
    "Fairness",
    "Hints",
    "Invitation",
    "Join",
    "LiveGame",
    "Me",
    "MyTable",
    "NewEdition",
    "NewTable",
    "Options",
    "ProblemBody",
    "Renaming",
    "Replay",
    "Reseat",
    "SeatInfo",
    "SeatWish",
    "TableInfo",
    "Telling",
    "Token",
    "Totals",
    "Undo",
    "UploadedRecord",
    "ViewOf",
]

SURROGATE = re.compile("[\ud800-\udfff]")
Name = Annotated[str, Field(max_length=80, examples=["Ann"])]
MOST_FIELDS = 100
SeatNumber = Annotated[int, Field(ge=0, le=4)]


class Form(BaseModel):
    """What is asked: unknown fields are refused, so that a misspelt one is noticed, and what is no text; of thousands none is read."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, given: Any) -> Any:
        """Refuse what no database keeps and no answer could repeat: U+0000, and halves of surrogate pairs."""
        if isinstance(given, dict) and len(given) > MOST_FIELDS:
            raise ValueError(f"has {len(given)} fields; allowed: {', '.join(cls.model_fields)}")
        parts: list[tuple[str, Any]] = [("", given)]
        while parts:
            where, part = parts.pop()
            if isinstance(part, dict):
                parts += [(f"a field of {where or 'the form'}", key) for key in part]
                parts += [(f"{where}.{key}".lstrip("."), value) for key, value in part.items()]
            elif isinstance(part, list):
                parts += [(f"{where}.{index}", value) for index, value in enumerate(part)]
            elif isinstance(part, str) and not part.isascii() and SURROGATE.search(part):
                raise ValueError(f"{where[:80]}: a text holds half of a surrogate pair, which is no character")
            elif isinstance(part, str) and "\0" in part:
                raise ValueError(f"{where[:80]}: a text holds the character U+0000, which no text has")
        return given


class Clock(Form):
    """Time to think: so many seconds for every action, or for the whole game with an increment for each action."""

    per: Literal["move", "player"] = "move"
    seconds: float = Field(ge=1, le=30 * 86400, examples=[90])
    increment: float = Field(0, ge=0, le=86400)


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
    pace: float | None = Field(None, ge=0, le=10, description="seconds between two actions of bots")
    stand_in: str | None = Field(None, max_length=60, description="the bot that fills empty seats and plays for those who left")
    begin: bool = Field(False, description="begin the game at once")


class Join(Form):
    invite: str = Field(min_length=4, max_length=64, examples=["K7RW2M"], description="the code, or the long invitation of a link")
    seat: SeatNumber | None = None
    name: Name | None = None


class Reseat(Form):
    kind: Literal["person", "bot", "open", "remote"]
    bot: str | None = Field(None, max_length=60)
    name: Name | None = None


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


class Renaming(Form):
    name: str = Field(min_length=1, max_length=80, examples=["Ann"])


class NewEdition(Form):
    """An edition file, and its board file unless the board is one of ours (docs/add-an-edition.md)."""

    edition: str = Field(min_length=1, max_length=200_000, description="the text of the edition's TOML file")
    board: str | None = Field(None, max_length=200_000, description="the text of the board's TOML file")


class UploadedRecord(Form):
    record: dict[str, Any] = Field(description="a record as saved by `allaboard` or by this server")
    edition: str | None = Field(None, max_length=64, description="the key of an uploaded edition, where the game was played on one")


class ProblemBody(BaseModel):
    """A refusal (RFC 9457)."""

    type: str = Field(examples=["urn:allaboard:problem:illegal"])
    title: str = Field(examples=["the rules do not allow this"])
    status: int = Field(examples=[422])
    detail: str = Field(examples=["seat 0 cannot “take wild”: a face-up wild cannot be the second card (R-DRAW-3)"])
    rule: str | None = Field(None, description="the rule that refuses", examples=["R-DRAW-3"])
    n: int | None = Field(None, description="stale: the position of the log now")
    news: list[Telling] | None = Field(None, description="stale: what happened since the position seen")
    faults: list[dict[str, str]] | None = Field(None, description="invalid: every fault with its place")


class Telling(BaseModel):
    """A line of a table's log, as its reader may know it."""

    n: int = Field(description="its position, which is also the id of the event", examples=[13])
    at: int = Field(description="milliseconds since 1970")
    kind: Literal["start", "action", "undo", "chat", "seat", "rematch", "close"]
    seat: int | None
    events: list[dict[str, Any]] = Field(
        description="what the action brought about, as data and in words",
        examples=[[{"n": 3, "kind": "took", "seat": 0, "card": "red", "words": "Ann takes red from the market."}]],
    )
    data: dict[str, Any] = Field(description="chat: the text; seat: who sits there now; start: the commitment; rematch: the new table")
    acting: list[int] = Field(description="the seats that may act after it")
    over: bool


class SeatInfo(BaseModel):
    seat: int
    kind: Literal["person", "bot", "open", "remote"]
    name: str
    bot: str | None
    away: bool = Field(description="whether a bot plays for the person meanwhile")
    you: bool = Field(description="whether the seat is yours")
    time_left: int | None = Field(description="milliseconds left of a clock for the whole game")


class Invitation(BaseModel):
    code: str | None = Field(description="a code to read aloud, until the game begins", examples=["K7RW2M"])
    link: str = Field(description="what to open in a browser; the part behind # is never sent to a server by itself")
    invite: str = Field(description="the invitation in the link, for `POST /join`")


class TableInfo(BaseModel):
    """What is known of a table to everybody who may see it, and what is yours there."""

    id: str
    status: Literal["open", "playing", "over", "closed", "record"]
    edition: str
    edition_title: str
    edition_hash: str
    rules: int = Field(description="the version of the rules")
    n: int = Field(description="the position of the log")
    seats: list[SeatInfo]
    you: list[int] = Field(description="your seats")
    host: bool = Field(description="whether you opened the table")
    acting: list[int]
    options: dict[str, Any]
    deadline: int | None = Field(description="when the next clock runs out, in milliseconds since 1970")
    commitment: str | None = Field(description="SHA-256 of the secret seed, fixed before the first card")
    invitation: Invitation | None = Field(description="for those who sit at the table")
    rematch: str | None
    created: int
    updated: int


class Totals(BaseModel):
    """How a game ended, in short; `result` of a table tells the whole."""

    totals: list[int] = Field(description="points by seat", examples=[[112, 97]])
    winners: list[int] = Field(description="the winning seats, tie breaks applied", examples=[[0]])


class LiveGame(BaseModel):
    """A game going on that anybody may watch."""

    id: str
    edition: str
    names: list[str] = Field(description="how the seats are called")
    bots: list[int] = Field(description="the seats that bots play")
    n: int = Field(description="the position of the log")
    acting: list[int]
    created: int = Field(description="milliseconds since 1970")
    updated: int


class MyTable(BaseModel):
    id: str
    status: Literal["open", "playing", "over", "record"]
    edition: str
    you: list[int]
    acting: list[int]
    names: list[str] = Field(description="how the seats are called")
    your_turn: bool
    updated: int
    result: Totals | None = Field(description="when the game is over")


class Me(BaseModel):
    name: str
    tables: list[MyTable]


class BotInfo(BaseModel):
    name: str = Field(examples=["greedy"])
    summary: str
    level: int | None = Field(description="1 for the weakest of the levels, and so on; None for a bot that is no level but a character")


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


class Options(BaseModel):
    """What a seat may do now, and for each route that it cannot claim, the rule and the reason."""

    n: int
    seat: int
    legal: list[dict[str, Any]] = Field(examples=[[{"action": "take red", "kind": "take", "card": "red"}]])
    refusals: dict[str, dict[str, str]] = Field(
        examples=[{"Denver–Omaha": {"rule": "R-CLAIM-1", "reason": "the hand does not hold this payment"}}]
    )
    ways: list[dict[str, Any]] = Field(
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
    view: dict[str, Any] | None = Field(description="None until the game begins")
    options: Options | None = Field(description="where they were asked for, while a game is played")


class Replay(BaseModel):
    """A moment of a game that is over, as a seat or a spectator saw it."""

    table: str
    at: int = Field(description="after so many actions")
    length: int = Field(description="how many actions the game has")
    seat: int | Literal["all"] | None
    view: dict[str, Any] = Field(
        description="as the seat saw it; with `all` every entry of `seats` has its `hand`, `held` tickets and `offered`"
    )
    telling: Telling | None = Field(description="the line that led here")


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


class Fairness(BaseModel):
    """The proof that the cards were not chosen: a hash of the seed before the game, the seed after it."""

    algorithm: Literal["SHA-256"]
    commitment: str | None
    seed: str | None = Field(description="64 hexadecimal digits, when the game is over")
    verified: bool | None = Field(description="whether the whole game follows from the seed; None before the end")
    detail: str


class Token(BaseModel):
    token: str = Field(description="send it as `Authorization: Bearer TOKEN`; it is shown once")
    seat: int


ProblemBody.model_rebuild()
