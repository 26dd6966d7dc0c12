"""The forms of what is asked and answered, as the OpenAPI document shows them, by noun. RULES.md explains the names of the game."""

from __future__ import annotations

from allaboard.drawing.geometry_data import GeometryData
from allaboard.server.schemas.editions import BotInfo, Durations, EditionInfo, NewEdition
from allaboard.server.schemas.games import Fairness, FinishedGame, Replay, ReplayStep, UploadedRecord
from allaboard.server.schemas.me import Export, ExportedEdition, ExportedPuzzle, ExportedTable, Me, MyTable, Renaming
from allaboard.server.schemas.play import Act, Advice, Candidate, Chat, Held, HintReason, Hints, LogLine, Options, OptionsOf, Undo, ViewOf
from allaboard.server.schemas.problems import Fault, ProblemBody
from allaboard.server.schemas.puzzles import (
    Attempt,
    AttemptResult,
    MyAttempt,
    MyTraining,
    NextPuzzle,
    PuzzleAction,
    PuzzleSolution,
    PuzzleView,
)
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
    "Answer",
    "Answered",
    "Attempt",
    "AttemptResult",
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
    "ExportedPuzzle",
    "ExportedTable",
    "Fairness",
    "Fault",
    "FinishedGame",
    "GameView",
    "GeometryData",
    "Held",
    "HintReason",
    "Hints",
    "Invitation",
    "Invite",
    "Invited",
    "Join",
    "LiveGame",
    "LogLine",
    "Me",
    "MyAttempt",
    "MyTable",
    "MyTraining",
    "NewEdition",
    "NewTable",
    "NextPuzzle",
    "Options",
    "OptionsOf",
    "ProblemBody",
    "PuzzleAction",
    "PuzzleSolution",
    "PuzzleView",
    "Renaming",
    "Replay",
    "ReplayStep",
    "Reseat",
    "ReviewNews",
    "ReviewStatus",
    "SeatInfo",
    "SeatWish",
    "StartupPart",
    "StartupStatus",
    "TableInfo",
    "Token",
    "Undo",
    "UploadedRecord",
    "ViewOf",
    "game_view",
]
