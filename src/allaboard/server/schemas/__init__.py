"""The forms of what is asked and answered, as the OpenAPI document shows them, by noun. RULES.md explains the names of the game."""

from __future__ import annotations

from allaboard.server.schemas.editions import BotInfo, EditionInfo, NewEdition
from allaboard.server.schemas.games import Fairness, OpenSeatView, OpenView, Replay, Totals, UploadedRecord
from allaboard.server.schemas.me import Me, MyTable, Renaming
from allaboard.server.schemas.play import Act, Chat, Hints, LogLine, Options, Undo, ViewOf
from allaboard.server.schemas.problems import ProblemBody
from allaboard.server.schemas.startup import StartupPart, StartupStatus
from allaboard.server.schemas.tables import Clock, Invitation, Join, LiveGame, NewTable, Reseat, SeatInfo, SeatWish, TableInfo, Token

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
    "LogLine",
    "Me",
    "MyTable",
    "NewEdition",
    "NewTable",
    "OpenSeatView",
    "OpenView",
    "Options",
    "ProblemBody",
    "Renaming",
    "Replay",
    "Reseat",
    "SeatInfo",
    "SeatWish",
    "StartupPart",
    "StartupStatus",
    "TableInfo",
    "Token",
    "Totals",
    "Undo",
    "UploadedRecord",
    "ViewOf",
]
