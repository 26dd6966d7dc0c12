"""Reviews of finished games: what could have been done better, and what was luck.

`reviewing` does the work and tells how far it is; `results` is what a review says; `page` shows it, `words` tells it.
"""

from __future__ import annotations

from allaboard.review.moments import ReviewError
from allaboard.review.results import Findings, Graph, Judgement, Review
from allaboard.review.reviewing import Jobs, News, Progress, Reviewing, default_games, review_game

__all__ = [
    "Findings",
    "Graph",
    "Jobs",
    "Judgement",
    "News",
    "Progress",
    "Review",
    "ReviewError",
    "Reviewing",
    "default_games",
    "review_game",
]
