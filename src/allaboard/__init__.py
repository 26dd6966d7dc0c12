"""All Aboard: train-route games to play, simulate and study.

>>> import allaboard
>>> game = allaboard.Game("london", players=2, seed=1)
>>> [len(game.legal_actions(seat)) for seat in game.acting]
[3, 3]
"""

from importlib import import_module
from typing import TYPE_CHECKING

from allaboard.__about__ import __version__

if TYPE_CHECKING:
    from allaboard.actions import Action, ClaimRoute, DrawDeck, DrawTickets, KeepTickets, TakeCard
    from allaboard.editions import Edition, EditionError, edition_ids, get_edition
    from allaboard.events import Event
    from allaboard.game import Entry, Game, IllegalAction
    from allaboard.notation import NotationError
    from allaboard.observation import Observation
    from allaboard.position import Position, PositionError
    from allaboard.record import Record, RecordError
    from allaboard.result import Result, ScoreSheet

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
    "Observation",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Result",
    "ScoreSheet",
    "TakeCard",
    "__version__",
    "edition_ids",
    "get_edition",
]

# Modules are imported when something of theirs is first asked for: the compiler's library alone takes longer than many a command.
_HOMES = {
    "actions": ("Action", "ClaimRoute", "DrawDeck", "DrawTickets", "KeepTickets", "TakeCard"),
    "editions": ("Edition", "EditionError", "edition_ids", "get_edition"),
    "events": ("Event",),
    "game": ("Entry", "Game", "IllegalAction"),
    "notation": ("NotationError",),
    "observation": ("Observation",),
    "position": ("Position", "PositionError"),
    "record": ("Record", "RecordError"),
    "result": ("Result", "ScoreSheet"),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"allaboard.{home}"), name)
    raise AttributeError(f"module 'allaboard' has no attribute {name!r}")
