"""A reviewed game, once for all tests of the review."""

from __future__ import annotations

import pytest

from allaboard import Game, get_edition
from allaboard.review import News, Review, Reviewing
from allaboard.runner import GameSpec


@pytest.fixture(scope="session")
def game() -> Game:
    """A short game of New York between a weak player and a better one."""
    return GameSpec(get_edition("new-york"), ("easy", "hard"), 6, 0, 0).play()


@pytest.fixture(scope="session")
def news(game: Game) -> list[News]:
    """All that is told of it while it is reviewed."""
    return list(Reviewing(game, 1500, seed=3))


@pytest.fixture(scope="session")
def review(news: list[News]) -> Review:
    assert isinstance(news[-1], Review)
    return news[-1]
