"""The database as the server uses it: one `Store` with the queries of every noun. What rows mean is for the tables to know."""

from __future__ import annotations

from allaboard.server.store.editions import EditionQueries
from allaboard.server.store.guests import GuestQueries
from allaboard.server.store.puzzles import AttemptRow, LevelRow, PuzzleQueries
from allaboard.server.store.retention import RetentionQueries, Tally
from allaboard.server.store.reviews import ReviewedGame, ReviewQueries, ReviewRow
from allaboard.server.store.scheduling import Round, SchedulingQueries
from allaboard.server.store.tables import TableQueries
from allaboard.server.store.writer import CHANNEL, Collision, Outdated, StoreDown

__all__ = [
    "CHANNEL",
    "AttemptRow",
    "Collision",
    "LevelRow",
    "Outdated",
    "ReviewRow",
    "ReviewedGame",
    "Round",
    "Store",
    "StoreDown",
    "Tally",
]


class Store(TableQueries, SchedulingQueries, GuestQueries, EditionQueries, RetentionQueries, ReviewQueries, PuzzleQueries):
    """All queries over one database."""
