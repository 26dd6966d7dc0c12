"""The forms of what is asked and answered, as the OpenAPI document shows them, by noun. RULES.md explains the names of the game."""

from __future__ import annotations

from allaboard.drawing.geometry_data import GeometryData
from allaboard.server.schemas.analysis import Analysed, PositionMove, PositionQuestion, PositionTable, Setup
from allaboard.server.schemas.editions import BotInfo, Durations, EditionInfo, NewEdition
from allaboard.server.schemas.games import Fairness, FinishedGame, Replay, ReplayStep, UploadedRecord
from allaboard.server.schemas.me import Export, ExportedEdition, ExportedTable, Me, MyTable, Renaming
from allaboard.server.schemas.play import (
    Act,
    Advice,
    Candidate,
    Chat,
    HintReason,
    Hints,
    LogLine,
    Options,
    OptionsOf,
    TrainingOf,
    Undo,
    ViewOf,
)
from allaboard.server.schemas.problems import Fault, ProblemBody
from allaboard.server.schemas.reviews import Answer, Answered, Branch, Exercise, ReviewNews, ReviewStatus
from allaboard.server.schemas.startup import StartupPart, StartupStatus
from allaboard.server.schemas.tables import (
    Clock,
    Invitation,
    Invite,
    Invited,
    Join,
    LiveGame,
    NewTable,
    Reseat,
    SeatInfo,
    SeatWish,
    TableInfo,
    Token,
)
from allaboard.server.schemas.views import GameView, game_view

__all__ = [
    "Act",
    "Advice",
    "Analysed",
    "Answer",
    "Answered",
    "BotInfo",
    "Branch",
    "Candidate",
    "Chat",
    "Clock",
    "Durations",
    "EditionInfo",
    "Exercise",
    "Export",
    "ExportedEdition",
    "ExportedTable",
    "Fairness",
    "Fault",
    "FinishedGame",
    "GameView",
    "GeometryData",
    "HintReason",
    "Hints",
    "Invitation",
    "Invite",
    "Invited",
    "Join",
    "LiveGame",
    "LogLine",
    "Me",
    "MyTable",
    "NewEdition",
    "NewTable",
    "Options",
    "OptionsOf",
    "PositionMove",
    "PositionQuestion",
    "PositionTable",
    "ProblemBody",
    "Renaming",
    "Replay",
    "ReplayStep",
    "Reseat",
    "ReviewNews",
    "ReviewStatus",
    "SeatInfo",
    "SeatWish",
    "Setup",
    "StartupPart",
    "StartupStatus",
    "TableInfo",
    "Token",
    "TrainingOf",
    "Undo",
    "UploadedRecord",
    "ViewOf",
    "game_view",
]
