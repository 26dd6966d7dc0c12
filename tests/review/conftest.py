"""A reviewed game, once for all tests of the review."""

from __future__ import annotations

import pytest

from allaboard import Game, get_edition
from allaboard.review import Review, review_game
from allaboard.runner import GameSpec


@pytest.fixture(scope="session")
def game() -> Game:
    """A short game of New York between a weak player and a better one."""
    return GameSpec(get_edition("new-york"), ("easy", "hard"), 6, 0, 0).play()


@pytest.fixture(scope="session")
def review(game: Game) -> Review:
    return review_game(game, 1500, seed=3)
