"""What the tests of the environments share: which tables to try, and random play that any API can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import allaboard
from allaboard.engine.jit import INTERPRETED
from allaboard.env.episode import Episode

TABLES = [
    (name, players)
    for name in allaboard.edition_ids()
    for players in range(allaboard.get_edition(name).min_players, allaboard.get_edition(name).max_players + 1)
]
"""Every edition with every number of players."""

SOME_TABLES = [("new-york", 2), ("london", 4), ("usa", 3)] if not INTERPRETED else [("new-york", 2)]
"""Enough for what does not depend on the edition."""


def random_choice(mask: Iterable[int], random: Random) -> int:
    """Any legal choice of a mask."""
    return random.choice([choice for choice, legal in enumerate(mask) if legal])


def moments(episode: Episode, seed: int, every: int = 7) -> Iterator[int]:
    """Play a game at random; stop now and then, saying how many steps were taken."""
    random = Random(seed)
    episode.begin(seed)
    while not episode.over:
        if episode.steps % every == 0:
            yield episode.steps
        episode.step(random_choice(episode.encode(episode.seat)[1], random))
    yield episode.steps
