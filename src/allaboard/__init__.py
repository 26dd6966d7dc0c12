"""All Aboard: train-route games to play, simulate and study.

>>> import allaboard
>>> game = allaboard.Game("london", players=2, seed=1)
>>> [len(game.legal_actions(seat)) for seat in game.acting]
[3, 3]
"""

from allaboard.__about__ import __version__
from allaboard.actions import Action, ClaimRoute, DrawDeck, DrawTickets, KeepTickets, TakeCard
from allaboard.editions import Edition, EditionError, edition, edition_ids
from allaboard.events import Event
from allaboard.game import Entry, Game, IllegalAction
from allaboard.notation import NotationError
from allaboard.position import Position, PositionError
from allaboard.record import Record, RecordError
from allaboard.result import Result, ScoreSheet
from allaboard.view import Sight

__all__ = [
    "Action",
    "ClaimRoute",
    "DrawDeck",
    "DrawTickets",
    "Edition",
    "EditionError",
    "Entry",
    "Event",
    "Game",
    "IllegalAction",
    "KeepTickets",
    "NotationError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Result",
    "ScoreSheet",
    "Sight",
    "TakeCard",
    "__version__",
    "edition",
    "edition_ids",
]
