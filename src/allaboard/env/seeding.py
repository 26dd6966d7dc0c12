"""Which game a number stands for: every environment numbers the games of a seed the same way."""

from __future__ import annotations

from typing import Any

import numpy as np

from allaboard.game import seed_bytes

__all__ = ["game_seed", "seed_words"]

WORD = 1 << 64


def seed_words(seed: int | bytes | None) -> Any:
    """A seed as the four words that compiled code takes."""
    return np.frombuffer(seed_bytes(seed), dtype="<u8").astype(np.uint64)


def game_seed(seed: int | bytes, number: int) -> bytes:
    """The seed of a game by its number: game 0 has the seed itself, and a `Game` with this seed is game `number`.

    >>> int.from_bytes(game_seed(7, 0), "little")
    7
    """
    words = [int(word) for word in seed_words(seed)]
    words[3] = (words[3] + number) % WORD
    return b"".join(word.to_bytes(8, "little") for word in words)
