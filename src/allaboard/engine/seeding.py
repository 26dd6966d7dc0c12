"""Seeds: the four words that compiled code takes, and the one statement of which game is number n of a seed.

Whoever plays many games from one seed, in Python or in compiled code, numbers them by this module. What a seed decides is chance's.
"""

from __future__ import annotations

import numpy as np

from allaboard.engine.jit import inlined
from allaboard.engine.typed_records import Words
from allaboard.validation import brief, seed_bytes, whole_number

__all__ = ["game_seed", "seed_words", "set_game_seed"]

WORDS = 4


@inlined
def set_game_seed(words: Words, seed: Words, number: int) -> None:
    """Set words to the seed of game `number` of a seed: game 0 has the seed itself, and the last word counts on."""
    for word in range(WORDS):
        words[word] = seed[word]
    words[WORDS - 1] += np.uint64(number)


def seed_words(seed: int | bytes | None) -> Words:
    """Return a seed as the four words that compiled code takes; None asks the operating system for one."""
    return np.frombuffer(seed_bytes(seed), dtype="<u8").astype(np.uint64)


def game_seed(seed: int | bytes, number: int) -> bytes:
    """Return the seed of a game by its number: a `Game` with this seed is game `number` of the seed given.

    >>> game_seed(7, 0) == (7).to_bytes(32, "little")
    True
    >>> game_seed(7, 2) == (7 + (2 << 192)).to_bytes(32, "little")
    True
    """
    counted = whole_number(number)
    if counted is None or not 0 <= counted < 1 << 63:
        raise ValueError(f"games of a seed are numbered from 0 to 2**63 - 1: there is no game {brief(number)}")
    words = np.empty(WORDS, dtype=np.uint64)
    set_game_seed(words, seed_words(seed), counted)
    return words.astype("<u8").tobytes()
